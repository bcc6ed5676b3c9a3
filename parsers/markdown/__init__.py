"""Markdown: markdown-it-py reads the blocks, the HTML reader the tables and fragments that stand between them."""
