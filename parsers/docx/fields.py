"""Complex fields: what is code and what is shown, over the paragraphs that they span (ECMA-376 part 1, 17.16)."""

from __future__ import annotations

from dataclasses import dataclass, field

from parsers.docx.names import Node, w


@dataclass
class _Field:
    """An open field: its code so far, and whether its result has begun."""

    code: str = ""
    shows: bool = False


@dataclass
class FieldState:
    """The open complex fields of a story, outermost first."""

    _open: list[_Field] = field(default_factory=list)

    @property
    def in_instruction(self) -> bool:
        """Whether text here is part of a field's code, not of its result."""
        return not all(each.shows for each in self._open)

    @property
    def in_contents(self) -> bool:
        """Whether a table of contents (or of figures) is open."""
        return any(each.code.strip().upper().startswith("TOC") for each in self._open)

    def add_code(self, text: str) -> None:
        """Append to the code of the innermost field."""
        if self._open:
            self._open[-1].code += text

    def see(self, mark: Node) -> None:
        """Follow a `w:fldChar`."""
        kind = mark.get(w("fldCharType"))
        if kind == "begin":
            self._open.append(_Field())
        elif kind == "separate" and self._open:
            self._open[-1].shows = True
        elif kind == "end" and self._open:
            self._open.pop()
