"""Tracked changes: which elements show under a policy, under which rule the others are set aside, and whose they are."""

from __future__ import annotations

from dataclasses import dataclass

from parsers.docx.names import Node, find, local, w
from schemas.document import Revision, RevisionKind

KINDS: dict[str, RevisionKind] = {
    "ins": RevisionKind.INSERTED,
    "del": RevisionKind.DELETED,
    "moveTo": RevisionKind.MOVED,
    "moveFrom": RevisionKind.MOVED,
}
"""Elements that mark a change in running text (ECMA-376 part 1, 17.13.5)."""

HIDDEN: dict[str, frozenset[str]] = {
    "accepted": frozenset({"del", "moveFrom"}),
    "original": frozenset({"ins", "moveTo"}),
    "all": frozenset({"moveFrom"}),
}
"""What each policy leaves out; with `all`, moved text still stands once, at its new place."""

RULES: dict[str, str] = {
    "ins": "revision_inserted",
    "del": "revision_deleted",
    "moveTo": "revision_moved_to",
    "moveFrom": "revision_moved_from",
}


@dataclass(frozen=True)
class Policy:
    """How tracked changes are read: `accepted`, `original` or `all`."""

    name: str

    def hides(self, mark: str) -> bool:
        """Return whether text inside an element of this name is left out."""
        return mark in HIDDEN[self.name]

    def mark_is_gone(self, properties: Node | None) -> Node | None:
        """Return the change that removes a paragraph's end under this policy (it then runs on into the next), or None."""
        return self._hiding(find(properties, "rPr"))

    def row_is_gone(self, row: Node) -> Node | None:
        """Return the change that removes a whole table row under this policy, or None."""
        return self._hiding(find(row, "trPr"))

    def cell_is_gone(self, cell: Node) -> Node | None:
        """Return the change that removes a table cell under this policy, or None."""
        properties = find(cell, "tcPr")
        deleted, inserted = find(properties, "cellDel"), find(properties, "cellIns")
        if deleted is not None and self.hides("del"):
            return deleted
        return inserted if inserted is not None and self.hides("ins") else None

    def _hiding(self, holder: Node | None) -> Node | None:
        if holder is None:
            return None
        return next((child for child in holder if local(child) in KINDS and self.hides(local(child))), None)


def revision_of(mark: Node) -> Revision:
    """Return kind, author and date of a change element."""
    kind = KINDS.get(local(mark)) or (RevisionKind.DELETED if local(mark) == "cellDel" else RevisionKind.INSERTED)
    return Revision(kind=kind, author=mark.get(w("author")) or "", date=mark.get(w("date")) or "")


def rule_of(mark: Node) -> str:
    """Return the name of the rule under which text of a hidden change is set aside."""
    return RULES.get(local(mark), "revision_deleted" if local(mark) == "cellDel" else "revision_inserted")
