"""Where a chunk stands in its file: pages, boxes, line, and how surely it was read."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from chunkers.draft import Place
from schemas.chunk import PlacedBox
from schemas.document import Block, Box, Code, Document


class Traces:
    """Answers for the blocks of one document."""

    def __init__(self, document: Document) -> None:
        self._blocks = {block.id: block for block in document.blocks}

    def of(self, places: Sequence[Place]) -> dict[str, object]:
        """Return page_numbers, bbox, line_start and parse_confidence of some source characters."""
        blocks = [self._blocks[block_id] for block_id in dict.fromkeys(place.block_id for place in places)]
        pages = sorted({trace.page for block in blocks for trace in block.provenance if trace.page is not None})
        return {
            "page_numbers": tuple(pages),
            "bbox": tuple(_boxes(blocks)),
            "line_start": self._line(places),
            "parse_confidence": self._confidence(places),
        }

    def _line(self, places: Sequence[Place]) -> int | None:
        """Return the line where the first characters stand; inside code it is counted on."""
        for place in places:
            block = self._blocks[place.block_id]
            line = next((trace.line for trace in block.provenance if trace.line is not None), None)
            if line is not None:
                return line + (block.text.count("\n", 0, place.start) if isinstance(block, Code) else 0)
        return None

    def _confidence(self, places: Sequence[Place]) -> float:
        """Return the mean over the characters of each block's least sure reading."""
        weighed = [(max(place.end - place.start, 1), _least(self._blocks[place.block_id])) for place in places]
        length = sum(weight for weight, _ in weighed)
        return round(sum(weight * value for weight, value in weighed) / length, 4) if length else 1.0


def _least(block: Block) -> float:
    return min((trace.confidence for trace in block.provenance), default=1.0)


def _boxes(blocks: Iterable[Block]) -> list[PlacedBox]:
    """Return one box per page around everything there."""
    unions: dict[int, Box] = {}
    for block in blocks:
        for trace in block.provenance:
            if trace.page is None or trace.bbox is None:
                continue
            old = unions.get(trace.page, trace.bbox)
            new = trace.bbox
            unions[trace.page] = (min(old[0], new[0]), min(old[1], new[1]), max(old[2], new[2]), max(old[3], new[3]))
    return [PlacedBox.at(page, unions[page]) for page in sorted(unions)]
