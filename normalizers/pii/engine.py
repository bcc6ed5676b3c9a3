"""Takes personal data out of documents and texts, before anything is cached, logged or indexed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import NamedTuple

from normalizers.pii.analyzer import LANGUAGE, build_analyzer
from normalizers.pii.audit import DOCUMENT, PiiAudit, Tally
from normalizers.pii.operators import operator_for
from normalizers.pii.recognizers import RECOGNIZERS, Recognizer
from normalizers.pii.view import folded_view
from schemas.document import Block, Document
from schemas.errors import SettingsError
from schemas.record import map_strings
from schemas.settings import PiiSettings


class Found(NamedTuple):
    """One value to be masked: its kind and its span."""

    entity: str
    start: int
    end: int


class Scrubber:
    """Masks personal data by the settings. Building one loads Presidio (seconds); one serves any number of documents.

    >>> Scrubber(PiiSettings()).text("手机13812345678，保单号2023138123456789012")
    '手机138****5678，保单号2023138123456789012'
    """

    def __init__(self, settings: PiiSettings, recognizers: Sequence[Recognizer] = RECOGNIZERS) -> None:
        self._recognizers = _chosen(recognizers, settings)
        self._operators = {r.entity: operator_for(r.entity, settings) for r in self._recognizers}
        self._rank = {r.entity: i for i, r in enumerate(self._recognizers)}
        self._allowed = frozenset(_plain(folded_view(value)) for value in settings.allow_list)
        self._analyzer = build_analyzer(self._recognizers)

    def text(self, text: str) -> str:
        """Return `text` with every value masked; for log lines, file names and anything else outside a document."""
        return self._scrub(text, _count_nothing)

    def find(self, text: str) -> tuple[Found, ...]:
        """Return the values in `text`, sorted and disjoint; offsets are those of `text`, as printed."""
        entities = [r.entity for r in self._recognizers if r.may_match(text)]
        if not entities:
            return ()
        view = folded_view(text)
        results = self._analyzer.analyze(view, language=LANGUAGE, entities=entities)
        ranked = sorted(results, key=lambda r: (-r.score, r.start - r.end, self._rank[r.entity_type], r.start))
        chosen: list[Found] = []
        for result in ranked:
            free = all(result.end <= other.start or other.end <= result.start for other in chosen)
            if free and _plain(view[result.start : result.end]) not in self._allowed:
                chosen.append(Found(result.entity_type, result.start, result.end))
        return tuple(sorted(chosen, key=lambda found: found.start))

    def document(self, document: Document) -> tuple[Document, PiiAudit]:
        """Return the document with every string scrubbed, and the audit; the counts go into its report too.

        The audit counts a value where it stands; copies of headings in section paths are masked but not counted again.
        """
        tally = Tally()
        blocks = tuple(self._block(block, tally) for block in document.blocks)
        rest = document.model_copy(update={"blocks": ()})
        scrubbed = map_strings(rest, self._change(partial(tally.add, place=DOCUMENT)))
        audit = tally.audit()
        counts = Counter(document.report.pii_counts) + Counter(audit.counts)
        report = scrubbed.report.model_copy(update={"pii_counts": dict(sorted(counts.items()))})
        return scrubbed.model_copy(update={"blocks": blocks, "report": report}), audit

    def _block(self, block: Block, tally: Tally) -> Block:
        path = tuple(self.text(title) for title in block.section_path)
        bare = block.model_copy(update={"section_path": ()})
        scrubbed = map_strings(bare, self._change(partial(tally.add, place=block.id)))
        if scrubbed is bare and path == block.section_path:
            return block
        return scrubbed.model_copy(update={"section_path": path})

    def _change(self, count: Callable[[str], None]) -> Callable[[str], str]:
        return lambda text: self._scrub(text, count)

    def _scrub(self, text: str, count: Callable[[str], None]) -> str:
        found = self.find(text)
        if not found:
            return text
        view = folded_view(text)
        pieces: list[str] = []
        at = 0
        for entity, start, end in found:
            count(entity)
            pieces += [text[at:start], self._operators[entity](_plain(view[start:end]))]
            at = end
        pieces.append(text[at:])
        return "".join(pieces)


def check_settings(settings: PiiSettings) -> None:
    """Raise SettingsError where the settings name a kind or an operator that is not known; costs nothing."""
    for recognizer in _chosen(RECOGNIZERS, settings):
        operator_for(recognizer.entity, settings)


def _count_nothing(_: str) -> None:
    """Count nothing."""


def _plain(value: str) -> str:
    """Return a value without the blanks and dashes that only group its digits, X as a capital."""
    return value if "@" in value else "".join(c for c in value if c.isalnum()).upper()


def _chosen(recognizers: Iterable[Recognizer], settings: PiiSettings) -> tuple[Recognizer, ...]:
    known = {r.entity: r for r in recognizers}
    unknown = [name for name in (*settings.entities, *settings.operators) if name not in known]
    if unknown:
        raise SettingsError(f"[pii] names {', '.join(sorted(unknown))}; known are {', '.join(known)}")
    return tuple(r for name, r in known.items() if not settings.entities or name in settings.entities)
