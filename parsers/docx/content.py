"""What a paragraph holds, as values."""

from __future__ import annotations

from dataclasses import dataclass, field

from parsers.docx.names import Node
from schemas.document import Revision


@dataclass(frozen=True)
class Aside:
    """Text of a paragraph that does not show, the rule that says why, and the change that it belongs to."""

    text: str
    rule: str
    revision: Revision | None = None


@dataclass
class Inline:
    """What a paragraph holds: visible text in pieces, text set aside, and anchors in order of their place."""

    pieces: list[str] = field(default_factory=list)
    asides: list[Aside] = field(default_factory=list)
    notes: list[tuple[str, str, str]] = field(default_factory=list)
    comments: list[str] = field(default_factory=list)
    boxes: list[Node] = field(default_factory=list)
    pictures: list[str] = field(default_factory=list)
    diagrams: list[str] = field(default_factory=list)
    revision: Revision | None = None
    formula_chars: int = 0

    @property
    def text(self) -> str:
        """The visible text as printed, without blanks at its ends."""
        return "".join(self.pieces).strip()

    def absorb(self, later: Inline) -> None:
        """Append what follows when this paragraph runs on into the next."""
        for name in ("pieces", "asides", "notes", "comments", "boxes", "pictures", "diagrams"):
            getattr(self, name).extend(getattr(later, name))
        self.revision = self.revision or later.revision
        self.formula_chars += later.formula_chars
