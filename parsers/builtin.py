"""Every parser that comes with docmill, entered into the registry by importing its module."""

from __future__ import annotations

from importlib import import_module

BUILTIN = (
    "parsers.pdf.parser",
    "parsers.docx.parser",
    "parsers.sheet.parser",
    "parsers.delimited",
    "parsers.html.parser",
    "parsers.markdown.parser",
    "parsers.text",
    "parsers.code",
    "parsers.structured",
    "parsers.openapi.parser",
)


def load() -> None:
    """Import the modules of the built-in parsers; their libraries wait until one of them reads a file."""
    for name in BUILTIN:
        import_module(name)
