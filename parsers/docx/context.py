"""What all stories of one document share: styles, lists, notes, counters."""

from __future__ import annotations

from collections import Counter

from parsers.docx.names import Node, w
from parsers.docx.numbering import NumberingTable
from parsers.docx.package import Package
from parsers.docx.revisions import Policy
from parsers.docx.styles import StyleSheet

ENGINE = "python-docx"
SEPARATORS = frozenset({"separator", "continuationSeparator", "continuationNotice"})
SIDE_STORIES = {"footnote": "footnotes", "endnote": "endnotes", "comment": "comments"}


class Context:
    """State of one parse: notes not yet taken, numbers of automatic notes, counts for the report."""

    def __init__(self, package: Package, policy: Policy) -> None:
        self.package = package
        self.policy = policy
        self.styles = StyleSheet(_first(package, "styles"))
        self.numbering = NumberingTable(_first(package, "numbering"), self.styles)
        self.note_counter: Counter[str] = Counter()
        self._counts: Counter[str] = Counter()
        self._notes: dict[tuple[str, str], Node] = {}
        for kind, part in SIDE_STORIES.items():
            for root in package.roots(part):
                for node in root.findall(w(kind)):
                    if node.get(w("type")) not in SEPARATORS:
                        self._notes[kind, node.get(w("id")) or ""] = node

    def take_note(self, kind: str, identity: str) -> Node | None:
        """Return a note or comment once; None when it does not exist or was taken before."""
        return self._notes.pop((kind, identity), None)

    def untaken(self) -> list[tuple[str, str]]:
        """Return (kind, id) of notes and comments that nothing has referred to so far, in order."""
        return list(self._notes)

    def count(self, what: str) -> None:
        """Count something for the remarks of the report."""
        self._counts[what] += 1

    @property
    def remarks(self) -> tuple[str, ...]:
        """Counts as remarks, sorted."""
        return (*self.package.notes, *(f"{name}:{count}" for name, count in sorted(self._counts.items())))


def _first(package: Package, kind: str) -> Node | None:
    roots = package.roots(kind)
    return roots[0] if roots else None
