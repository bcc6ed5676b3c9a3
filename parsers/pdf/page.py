"""One page from glyphs to segments and tables, with everything that was set aside on the way."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from parsers.pdf.layout import OBLIQUE, UPRIGHT, Glyph, RawPage, RuledTable, Segment, union
from parsers.pdf.lines import segments
from parsers.pdf.spacing import join_segments
from parsers.pdf.textlayer import clean
from parsers.pdf.trust import Verdict, is_undecoded, judge, plausibility
from parsers.pdf.turn import turn_back, turned
from parsers.tables.grids import find_grids
from parsers.tables.ruled import ruled_tables
from schemas.document import Box, PageOutcome

UNKNOWN = "\ufffd"
OCR_LAYER_CONFIDENCE = 0.8
"""Text that somebody's OCR put under a picture passed the gate, but nobody has seen it."""


@dataclass(frozen=True, slots=True)
class Aside:
    """Text that is not in the body, with its place and the rule."""

    text: str
    box: Box
    rule: str


@dataclass(frozen=True, slots=True)
class Reading:
    """What a library made of a page's characters: which there are, how many, and how plausible a text they are."""

    chars: frozenset[str] = frozenset()
    count: int = 0
    plausibility: float = 0.0


@dataclass(frozen=True, slots=True)
class PageLayout:
    """A page ready for the document's stages.

    `segments` and `tables` are in the frame turned by `turn`, whose size is `frame`; `sides` are segments in other directions,
    each with its turn and its box on the upright page.
    """

    number: int
    width: float
    height: float
    verdict: Verdict
    turn: int = UPRIGHT
    frame: tuple[float, float] = (0.0, 0.0)
    segments: tuple[Segment, ...] = ()
    tables: tuple[RuledTable, ...] = ()
    sides: tuple[tuple[int, Segment, Box], ...] = ()
    asides: tuple[Aside, ...] = ()
    dropped: dict[str, int] = field(default_factory=dict)
    engine: str = "pdfplumber"
    confidence: float = 1.0
    reading: Reading = field(default_factory=Reading)


def read_page(raw: RawPage) -> PageLayout:
    """Return the layout of a page."""
    layer = clean(raw)
    verdict = judge(layer.page, layer.scan)
    asides = [aside for rule, glyphs in sorted(layer.hidden.items()) for aside in _asides(raw, glyphs, rule)]
    done = PageLayout(
        number=raw.number,
        width=raw.width,
        height=raw.height,
        verdict=verdict,
        frame=(raw.width, raw.height),
        asides=tuple(asides),
        dropped=layer.dropped,
        engine=raw.engine,
        reading=reading_of("".join(UNKNOWN if is_undecoded(glyph) else glyph.text for glyph in raw.glyphs)),
        confidence=OCR_LAYER_CONFIDENCE if verdict.reason == "ocr_layer" else 1.0,
    )
    if not verdict.trusted:
        return replace(done, asides=(*asides, *_asides(raw, layer.page.glyphs, "untrusted_text")))
    if verdict.outcome is PageOutcome.BLANK:
        return done
    return _with_layout(done, layer.page)


def reading_of(text: str) -> Reading:
    """Return what there is to compare of a page's text."""
    letters = "".join(text.split())
    return Reading(frozenset(letters), len(letters), plausibility(letters))


def _with_layout(done: PageLayout, page: RawPage) -> PageLayout:
    decoded = [glyph for glyph in page.glyphs if not is_undecoded(glyph)]
    lost = len(page.glyphs) - len(decoded)
    oblique = [glyph for glyph in decoded if glyph.turn == OBLIQUE]
    straight = replace(page, glyphs=tuple(glyph for glyph in decoded if glyph.turn != OBLIQUE))
    turn = main_turn(straight.glyphs)
    frame = turned(straight, turn)
    tables, rest = ruled_tables(find_grids(frame.edges), frame.glyphs)
    upright = [glyph for glyph in rest if glyph.turn == UPRIGHT]
    sides = _sides(frame, [glyph for glyph in rest if glyph.turn != UPRIGHT], turn, page)
    return replace(
        done,
        turn=turn,
        frame=(frame.width, frame.height),
        segments=tuple(segments(upright)),
        tables=tuple(tables),
        sides=tuple(sides),
        asides=(*done.asides, *_asides(page, oblique, "watermark")),
        dropped={**done.dropped, **({"undecoded": lost} if lost else {})},
    )


def main_turn(glyphs: Sequence[Glyph]) -> int:
    """Return the direction that most of a page's glyphs have."""
    counts = Counter(glyph.turn for glyph in glyphs if not glyph.text.isspace())
    return max(counts, key=lambda turn: (counts[turn], -turn)) if counts else UPRIGHT


def _sides(frame: RawPage, glyphs: list[Glyph], turn: int, page: RawPage) -> list[tuple[int, Segment, Box]]:
    """Return the segments of glyphs turned against the frame, with their whole turn and their boxes on the page."""
    sides = []
    for own in sorted({glyph.turn for glyph in glyphs}):
        group = turned(replace(frame, glyphs=tuple(g for g in glyphs if g.turn == own), edges=()), own)
        whole = (turn + own) % 360
        sides += [
            (whole, segment, turn_back(segment.box, whole, page.width, page.height)) for segment in segments(group.glyphs)
        ]
    return sides


def _asides(page: RawPage, glyphs: Sequence[Glyph], rule: str) -> list[Aside]:
    """Return the text of glyphs that are set aside, one piece a direction, rows apart by line breaks."""
    found = []
    for turn in sorted({glyph.turn for glyph in glyphs}):
        group = [glyph for glyph in glyphs if glyph.turn == turn]
        if turn == OBLIQUE:
            text = "".join(glyph.text for glyph in group).strip()
        else:
            rows: dict[int, list[Segment]] = {}
            for segment in segments(turned(replace(page, glyphs=tuple(group), edges=()), turn).glyphs):
                rows.setdefault(segment.row, []).append(segment)
            text = "\n".join(join_segments(row) for row in rows.values())
        if text:
            found.append(Aside(text, union([glyph.box for glyph in group]), rule))
    return found
