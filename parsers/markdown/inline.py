"""The inside of a Markdown block as plain text: marks gone, every word kept."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from parsers.joining import join_lines

_BREAK_TAG = re.compile(r"<br\s*/?>", re.IGNORECASE)
_HARD = "\x1e"


@dataclass
class InlineText:
    """Plain text of a block with the links and pictures in it."""

    pieces: list[str] = field(default_factory=list)
    links: list[tuple[str, str]] = field(default_factory=list)
    pictures: int = 0
    other: bool = False

    @property
    def text(self) -> str:
        """The text; soft line breaks are joined, hard ones kept."""
        return "\n".join(join_lines(part).strip() for part in "".join(self.pieces).split(_HARD)).strip()

    @property
    def is_picture(self) -> bool:
        """Whether nothing but pictures is in the block."""
        return self.pictures > 0 and not self.other


def read_inline(tokens: Sequence[Any]) -> InlineText:
    """Return the plain text of inline tokens of markdown-it."""
    out = InlineText()
    target, start = "", 0
    for token in tokens:
        if token.type == "link_open":
            target, start = str(token.attrGet("href") or ""), len(out.pieces)
        elif token.type == "link_close":
            text = "".join(out.pieces[start:])
            if target and not target.startswith("#") and text.strip() != target:
                out.links.append((text.strip(), target))
        else:
            _piece(token, out)
    return out


def _piece(token: Any, out: InlineText) -> None:
    if token.type == "softbreak":
        out.pieces.append("\n")
    elif token.type == "hardbreak" or (token.type == "html_inline" and _BREAK_TAG.fullmatch(token.content)):
        out.pieces.append(_HARD)
    elif token.type == "image":
        out.pictures += 1
        out.pieces.append(str(token.content))
    elif token.type in {"text", "code_inline"}:
        out.pieces.append(token.content)
        out.other = out.other or bool(token.content.strip())
