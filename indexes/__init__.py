"""The store: a dual index (vectors and full text) always in step, and the catalog that says what should be live."""

INDEX_VERSION = "1"
"""Bumped by hand when the stored columns change."""
