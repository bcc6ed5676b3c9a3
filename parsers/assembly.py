"""The last step of every parser: ids and section paths."""

from __future__ import annotations

from collections.abc import Iterable

from schemas.document import Block, Heading, Layer


def assemble(blocks: Iterable[Block]) -> tuple[Block, ...]:
    """Return the blocks with ids `b00001`, `b00002`, ... in order, and the section path that headings of the body give.

    A heading's own text is not part of its path. Furniture stands outside all sections.
    """
    above: list[Heading] = []
    done: list[Block] = []
    for number, block in enumerate(blocks, start=1):
        is_heading = isinstance(block, Heading) and block.layer is Layer.BODY
        if isinstance(block, Heading) and is_heading:
            while above and above[-1].level >= block.level:
                above.pop()
        path = () if block.layer is Layer.FURNITURE else tuple(heading.text for heading in above)
        placed = block.model_copy(update={"id": f"b{number:05d}", "section_path": path})
        done.append(placed)
        if isinstance(placed, Heading) and is_heading:
            above.append(placed)
    return tuple(done)


def title_of(blocks: Iterable[Block]) -> str:
    """Return the text of the first heading of the highest level in the body, or nothing."""
    headings = [block for block in blocks if isinstance(block, Heading) and block.layer is Layer.BODY]
    return min(headings, key=lambda heading: heading.level).text if headings else ""
