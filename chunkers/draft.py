"""What chunkers make before ids and metadata exist: parts of text that know which source characters they carry."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from enum import Enum, StrEnum
from typing import NamedTuple

from schemas.chunk import ChunkType


class Place(NamedTuple):
    """Characters [start:end] of one block."""

    block_id: str
    start: int
    end: int


class Role(StrEnum):
    """What a part is in its chunk."""

    HEADING = "heading"
    TEXT = "text"
    LEAD_IN = "lead_in"
    ITEM = "item"
    LABEL = "label"
    TABLE = "table"
    CODE = "code"


class Border(Enum):
    """What stands before a part, by what it costs to begin a chunk there (a chunk more costs 1.0; see `chunkers.pack`)."""

    TOPIC = -8.0
    CHAPTER = -2.0
    SECTION = -1.2
    PARAGRAPH = 0.0
    SENTENCE = 0.2
    ITEM = 1.5
    WITHIN_ITEM = 1.8
    WITHIN_SENTENCE = 2.0
    KEEP = 50.0


@dataclass(frozen=True, slots=True)
class Part:
    """A stretch of a chunk that is never cut: a sentence, a heading, a table row.

    `text` is shown, `index` is its form for the indexes, `places` are the source characters that it carries. `carry` is what is
    said again in front when a chunk begins here (clause heading, lead-in, table header). A `repeat` is carried elsewhere too.
    """

    text: str
    index: str
    places: tuple[Place, ...] = ()
    role: Role = Role.TEXT
    border: Border = Border.PARAGRAPH
    path: tuple[str, ...] = ()
    carry: tuple[Part, ...] = ()
    repeat: bool = False

    def repeated(self) -> Part:
        """Return the part marked as said again."""
        return replace(self, repeat=True)

    def bordered(self, border: Border) -> Part:
        """Return the part with another border before it."""
        return replace(self, border=border)


@dataclass(frozen=True, eq=False)
class Draft:
    """A chunk in the making. A draft with a `parent` is a child; a parent is stored for reading only."""

    chunk_type: ChunkType
    parts: tuple[Part, ...]
    path: tuple[str, ...] = ()
    parent: Draft | None = None

    @property
    def own(self) -> tuple[Part, ...]:
        """The parts whose characters this draft carries itself."""
        return tuple(part for part in self.parts if not part.repeat)

    @property
    def places(self) -> tuple[Place, ...]:
        """Every source character that this draft carries itself, joined where the text runs on."""
        places: list[Place] = []
        for part in self.own:
            for place in part.places:
                if places and part.role is not Role.TABLE and follows(places[-1], place):
                    places[-1] = Place(place.block_id, places[-1].start, place.end)
                elif not places or places[-1] != place:
                    places.append(place)
        return tuple(places)


def follows(before: Place, after: Place) -> bool:
    """Return whether the characters of a place come right after those of another."""
    return before.start < before.end == after.start and before.block_id == after.block_id


def text_of(parts: Sequence[Part]) -> str:
    """Return what a reader sees: parts that follow each other in a block run on, others begin a line."""
    return _join((part, part.text) for part in parts)


def index_of(parts: Sequence[Part]) -> str:
    """Return the same in index form."""
    return _join((part, part.index) for part in parts)


def common_path(paths: Iterable[tuple[str, ...]]) -> tuple[str, ...]:
    """Return the deepest section that holds all paths, or the first path where that is the document itself."""
    first: tuple[str, ...] | None = None
    shared: tuple[str, ...] = ()
    for path in paths:
        if first is None:
            first = shared = path
            continue
        length = next((i for i, (a, b) in enumerate(zip(shared, path, strict=False)) if a != b), min(len(shared), len(path)))
        shared = shared[:length]
    return shared or first or ()


def draft_path(parts: Sequence[Part]) -> tuple[str, ...]:
    """Return the section of a draft: what its own text shares; headings count only where there is nothing else."""
    own = [part for part in parts if not part.repeat]
    body = [part.path for part in own if part.role is not Role.HEADING]
    return common_path(body or [part.path for part in own[-1:]])


def _join(pairs: Iterable[tuple[Part, str]]) -> str:
    pieces: list[str] = []
    before: Place | None = None
    for part, text in pairs:
        runs_on = before is not None and part.role is not Role.TABLE and bool(part.places) and follows(before, part.places[0])
        if pieces and not runs_on:
            pieces[-1] = pieces[-1].rstrip()
            pieces.append("\n")
        pieces.append(text)
        before = part.places[-1] if part.places else None
    return "".join(pieces).lstrip("\n").rstrip()
