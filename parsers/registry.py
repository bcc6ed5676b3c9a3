"""The registry of parsers, and what a parser is."""

from __future__ import annotations

from typing import Protocol

from schemas.document import Document, RouteDecision, SourceFile
from schemas.registry import Registry
from schemas.settings import Settings


class Parser(Protocol):
    """Reads files of one kind. Made once per process with the settings; heavy imports happen inside its methods."""

    def __init__(self, settings: Settings) -> None: ...

    def parse(self, source: SourceFile, route: RouteDecision) -> Document:
        """Return the document of a file; raises ParseError or Skipped, never anything else."""


PARSERS: Registry[Parser] = Registry("parser", "docmill.parsers")
"""Parsers by name. The router looks for the name of the file's format (`odt`), then of its kind (`docx`)."""
