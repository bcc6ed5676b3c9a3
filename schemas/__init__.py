"""Data of docmill: frozen pydantic records, closed enums, settings and the tree of errors.

Not learned models, which live in `models/`. This package imports nothing of ours; everything else may import it.
"""
