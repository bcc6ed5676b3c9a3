"""Blocks and chunks drawn over the image of a page."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet
from typing import TYPE_CHECKING, Any

from reports.picture.fonts import font
from reports.picture.pages import scale_of
from reports.picture.privacy import holds_masked, may_show
from schemas.chunk import Chunk, ChunkType
from schemas.document import Block, Box, Document, Layer, Page, Table

if TYPE_CHECKING:
    from PIL.Image import Image
    from PIL.ImageDraw import ImageDraw

COLORS: dict[str, str] = {
    "heading": "#b03a2e",
    "paragraph": "#2c6e91",
    "list_item": "#3d7f5f",
    "table": "#7a4fa3",
    "code": "#555b61",
    "figure": "#b3761a",
    "caption": "#c2598b",
    "footnote": "#8a6d3b",
    "formula": "#1f8a8a",
    "seal": "#d62728",
    "furniture": "#8b9297",
}
CHUNK_COLORS = ("#2c6e91", "#b3761a")
MARGIN_PX = 96
LANE_PX = 18
LEGEND_PX = 32
SMALL_PX = 15
INK = "#1e2529"


def draw_page(document: Document, chunks: Sequence[Chunk], page: Page, image: Image) -> Image:
    """Return the page with a margin at its left: boxes by kind with their place in the reading order, chunks as brackets.

    What is not body is struck through under the name of its rule. Boxes that hold a masked value are black.
    """
    from PIL import Image as Pillow
    from PIL import ImageDraw as Draw

    canvas = Pillow.new("RGB", (image.width + MARGIN_PX, image.height + LEGEND_PX), "white")
    canvas.paste(image, (MARGIN_PX, 0))
    pen = Draw.Draw(canvas, "RGBA")
    scale = scale_of(page)
    here = list(placed(document, page.number))
    for order, block, box in here:
        _draw_block(pen, block, order, _pixels(box, scale))
    _draw_chunks(pen, chunks, page.number, scale)
    _draw_legend(pen, page, image.height, {block.kind for _, block, _ in here}, shown=may_show(document, page))
    return canvas


def placed(document: Document, page: int) -> Iterator[tuple[int, Block, Box]]:
    """Return the blocks on a page with their place in the reading order of the document, from 1, and each box there."""
    for order, block in enumerate(document.blocks, 1):
        for at in block.provenance:
            if at.page == page and at.bbox is not None:
                yield order, block, at.bbox


def _draw_block(pen: ImageDraw, block: Block, order: int, box: Box) -> None:
    color = COLORS[block.kind]
    if holds_masked(block):
        pen.rectangle(box, fill="black")
    x0, top, x1, bottom = box
    aside = block.layer != Layer.BODY
    pen.rectangle(box, outline=color, width=2, fill=f"{color}{'30' if aside else '14'}")
    if aside:
        pen.line((x0, (top + bottom) / 2, x1, (top + bottom) / 2), fill=color, width=3)
        _label(pen, (x1 + 4, top), block.rule or block.layer.value, color)
    if isinstance(block, Table) and not holds_masked(block):
        _draw_grid(pen, block, box, color)
    _label(pen, (x0 - 4, top), str(order), color, anchor="ra")


def _draw_grid(pen: ImageDraw, table: Table, box: Box, color: str) -> None:
    rows, cols = table.shape
    x0, top, x1, bottom = box
    for cell in table.cells:
        pen.rectangle(
            (
                x0 + (x1 - x0) * cell.col / cols,
                top + (bottom - top) * cell.row / rows,
                x0 + (x1 - x0) * (cell.col + cell.colspan) / cols,
                top + (bottom - top) * (cell.row + cell.rowspan) / rows,
            ),
            outline=f"{color}90",
            fill=f"{color}28" if cell.header else None,
        )


def _draw_chunks(pen: ImageDraw, chunks: Sequence[Chunk], page: int, scale: float) -> None:
    lanes: list[float] = []
    spans = []
    for chunk in chunks:
        tops = [(b.top, b.bottom) for b in chunk.metadata.bbox if b.page == page]
        if tops and chunk.metadata.chunk_type != ChunkType.PARENT:
            spans.append((min(t for t, _ in tops), max(b for _, b in tops), chunk.metadata.chunk_index))
    for top, bottom, index in sorted(spans):
        lane = next((i for i, end in enumerate(lanes) if end <= top), len(lanes))
        lanes[lane : lane + 1] = [bottom]
        x = MARGIN_PX - 10 - LANE_PX * (lane % 4)
        color = CHUNK_COLORS[index % len(CHUNK_COLORS)]
        y0, y1 = top * scale, bottom * scale
        pen.line([(x + 6, y0), (x, y0), (x, y1), (x + 6, y1)], fill=color, width=3)
        _label(pen, (max(SMALL_PX, x - 6), y0), str(index), color, anchor="ra")


def _draw_legend(pen: ImageDraw, page: Page, y: int, kinds: AbstractSet[str], *, shown: bool) -> None:
    words = f"page {page.number}: {page.outcome.value}{'' if shown else ', image not shown'}"
    _label(pen, (6, y + 6), words, INK)
    x = MARGIN_PX + 200.0
    for kind in sorted(kinds):
        pen.rectangle((x, y + 9, x + 12, y + 21), fill=COLORS[kind])
        _label(pen, (x + 18, y + 6), kind, INK)
        x += 44 + SMALL_PX * 0.6 * len(kind)


def _label(pen: ImageDraw, at: tuple[float, float], words: str, color: str, anchor: str = "la") -> None:
    face: Any = font(SMALL_PX)[0]
    box = pen.textbbox(at, words, font=face, anchor=anchor)
    pen.rectangle((box[0] - 2, box[1] - 1, box[2] + 2, box[3] + 1), fill="#ffffffd8")
    pen.text(at, words, fill=color, font=face, anchor=anchor)


def _pixels(box: Box, scale: float) -> Box:
    x0, top, x1, bottom = box
    left, right = sorted((x0 * scale, x1 * scale))
    upper, lower = sorted((top * scale, bottom * scale))
    return left + MARGIN_PX, upper, right + MARGIN_PX, lower
