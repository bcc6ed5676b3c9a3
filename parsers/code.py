"""Source code: one block per top-level function or class."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence

from parsers.assembly import assemble
from parsers.encoding import read_text
from parsers.plaintext import LANGUAGES
from parsers.registry import PARSERS
from parsers.sniff import extension
from schemas.document import Code, Document, ParseReport, Provenance, RouteDecision, SourceFile
from schemas.settings import Settings

ENGINE = "docmill-code"
MIN_PIECE_LINES = 8
MAX_PIECE_LINES = 60
_NAME = re.compile(
    r"^(?:export\s+|default\s+|public\s+|private\s+|protected\s+|static\s+|final\s+|abstract\s+|async\s+|pub\s+|unsafe\s+)*"
    r"(?:def|class|function|func|fn|interface|struct|enum|trait|impl|type|record|object|module|message|service|"
    r"create\s+(?:or\s+replace\s+)?(?:table|view|function|procedure|index))\s+(?:\([^)]*\)\s*)?[`\"\[]?([\w.$]+)",
    re.IGNORECASE,
)
Piece = tuple[int, int, str]
"""First line from 0, line after the last, name."""


@PARSERS.register("code")
class CodeParser:
    """Reads source code: Python by its syntax tree, other languages by blank lines outside of all braces."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings

    def parse(self, source: SourceFile, route: RouteDecision) -> Document:
        """Return a document of code blocks with the numbers of their first lines."""
        decoded = read_text(source)
        lines = decoded.text.split("\n")
        language = LANGUAGES.get(extension(source), "")
        pieces = (python_pieces(decoded.text) if language == "python" else None) or block_pieces(lines)
        blocks = [
            Code(
                text="\n".join(lines[start:end]).strip("\n"),
                language=language,
                role="source",
                name=name,
                provenance=(Provenance(line=start + 1, engine=ENGINE),),
            )
            for start, end, name in _trimmed(pieces, lines)
        ]
        return Document(source=source, route=route, blocks=assemble(blocks), report=ParseReport(remarks=decoded.remarks))


def python_pieces(text: str) -> list[Piece] | None:
    """Return one piece per top-level function and class with the comments above it, and one for each run between them.

    None where the text is not Python of this version.
    """
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None
    lines = text.split("\n")
    pieces: list[Piece] = []
    at = 0
    for node in tree.body:
        if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            continue
        start = min([node.lineno, *(d.lineno for d in node.decorator_list)]) - 1
        while start > at and lines[start - 1].startswith("#"):
            start -= 1
        if start > at:
            pieces.append((at, start, ""))
        at = node.end_lineno or start + 1
        pieces.append((start, at, node.name))
    if at < len(lines):
        pieces.append((at, len(lines), ""))
    return pieces


def block_pieces(lines: Sequence[str]) -> list[Piece]:
    """Return pieces cut at blank lines outside of all braces, before a line at the left border."""
    cuts = [0, *_cuts(lines), len(lines)]
    pieces: list[Piece] = []
    start = 0
    for index, end in enumerate(cuts[1:], start=1):
        is_named = index < len(cuts) - 1 and _NAME.match(lines[end].strip())
        if end - start >= MIN_PIECE_LINES or end == len(lines) or is_named:
            pieces.append((start, end, _name(lines[start:end])))
            start = end
    return [part for piece in pieces for part in _bounded(piece, lines)]


def _cuts(lines: Sequence[str]) -> Iterator[int]:
    depth = 0
    for index, line in enumerate(lines):
        at_border = bool(line) and not line[0].isspace() and line[0] not in "}])"
        if index and depth <= 0 and at_border and not lines[index - 1].strip():
            yield index
        depth = max(0, depth + line.count("{") - line.count("}"))


def _bounded(piece: Piece, lines: Sequence[str]) -> Iterator[Piece]:
    """Cut a nameless run that is too long at lines on the left border (configuration files have no blank lines)."""
    start, end, name = piece
    if name or end - start <= MAX_PIECE_LINES:
        yield piece
        return
    at = start
    for index in range(start + 1, end):
        if index - at >= MAX_PIECE_LINES // 2 and lines[index][:1].strip() and lines[index][0] not in "}])":
            yield at, index, ""
            at = index
    yield at, end, ""


def _name(lines: Sequence[str]) -> str:
    for line in lines:
        match = _NAME.match(line.strip())
        if match and not line[:1].isspace():
            return match[1]
    return ""


def _trimmed(pieces: Sequence[Piece], lines: Sequence[str]) -> Iterator[Piece]:
    for start, end, name in pieces:
        while start < end and not lines[start].strip():
            start += 1
        if any(line.strip() for line in lines[start:end]):
            yield start, end, name
