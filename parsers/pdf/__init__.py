"""PDF pages to blocks: glyphs, segments, columns, lines, paragraphs, then what each of them is."""
