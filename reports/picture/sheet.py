"""Sheets that list the blocks of a document without pages: order, kind, place, first words and chunk, top to bottom."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from reports.picture.boxes import CHUNK_COLORS, COLORS
from reports.picture.fonts import font, writable
from schemas.chunk import ChunkSet
from schemas.document import Block, Document, Layer

WIDTH_PX = 1200
LINE_PX = 24
SIZE_PX = 15
BLOCKS_PER_SHEET = 60
INDENT_PX = 18
DEEPEST = 6
WORDS_CHARS = 78


def draw_sheets(document: Document, chunk_set: ChunkSet, out: Path) -> list[Path]:
    """Return the paths of the sheets written, BLOCKS_PER_SHEET blocks on each, at least one sheet."""
    paths = []
    owners = _owners(chunk_set)
    blocks = document.blocks
    for number, start in enumerate(range(0, max(1, len(blocks)), BLOCKS_PER_SHEET), 1):
        path = out / f"sheet-{number:03d}.png"
        _sheet(blocks[start : start + BLOCKS_PER_SHEET], start, owners, path)
        paths.append(path)
    return paths


def _sheet(blocks: Sequence[Block], start: int, owners: dict[str, int], path: Path) -> None:
    from PIL import Image, ImageDraw

    image = Image.new("RGB", (WIDTH_PX, LINE_PX * (len(blocks) + 2)), "white")
    pen = ImageDraw.Draw(image)
    face: Any
    face, chinese = font(SIZE_PX)
    for row, block in enumerate(blocks):
        y = LINE_PX * (row + 1)
        color = COLORS[block.kind]
        owner = owners.get(block.id)
        if owner is not None:
            pen.rectangle((18, y + 1, 23, y + LINE_PX - 1), fill=CHUNK_COLORS[owner % len(CHUNK_COLORS)])
            pen.text((28, y + 3), str(owner), fill="#5d676d", font=face)
        pen.text((72, y + 3), str(start + row + 1), fill="#5d676d", font=face)
        pen.text((124, y + 3), block.kind, fill=color, font=face)
        x = 224 + INDENT_PX * min(len(block.section_path), DEEPEST)
        words = " ".join(block.text.split())
        words = words if len(words) <= WORDS_CHARS else words[: WORDS_CHARS - 1] + "…"
        if block.layer != Layer.BODY:
            words = f"[{block.rule or block.layer.value}] {words}"
        words = writable(words, chinese)
        pen.text((x, y + 3), words, fill="#1e2529" if block.layer == Layer.BODY else "#8b9297", font=face)
        if block.layer != Layer.BODY:
            end = min(WIDTH_PX - 20.0, x + pen.textlength(words, font=face))
            pen.line((x, y + LINE_PX // 2, end, y + LINE_PX // 2), fill="#8b9297", width=1)
    image.save(path, optimize=False)


def _owners(chunk_set: ChunkSet) -> dict[str, int]:
    """Return for each block the index of the first chunk that covers some of it."""
    owners: dict[str, int] = {}
    for chunk in chunk_set.chunks:
        for span in chunk_set.spans.get(chunk.chunk_id, ()):
            owners.setdefault(span.block_id, chunk.metadata.chunk_index)
    return owners
