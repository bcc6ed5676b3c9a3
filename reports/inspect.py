"""Pictures of a document: each page with its blocks, their reading order, what was set aside and why, and the chunks' borders.

Pages of a PDF or picture are drawn over their image; other formats get plain sheets that list the blocks. Personal data: the
source is not scrubbed, so the box of every block that holds a masked value is blacked, and a page that was not read (needs OCR,
failed) shows no image at all, because nobody knows what stands on it. Text that no block holds is not masked by anything.
"""

from __future__ import annotations

from pathlib import Path

from reports.picture.boxes import draw_page
from reports.picture.pages import page_images
from reports.picture.sheet import draw_sheets
from schemas.chunk import ChunkSet
from schemas.document import Document


def draw(document: Document, chunk_set: ChunkSet | None, source: Path, out: Path) -> list[Path]:
    """Return the paths of the PNG files written to `out`, one per page, or one per sheet of blocks where there are no pages.

    Raises Damaged where the source cannot be opened as what the document says that it is.
    """
    out.mkdir(parents=True, exist_ok=True)
    chunk_set = chunk_set or ChunkSet(chunks=())
    if not any(p.bbox for block in document.blocks for p in block.provenance):
        return draw_sheets(document, chunk_set, out)
    paths = []
    for page, image in page_images(document, source):
        path = out / f"page-{page.number:03d}.png"
        draw_page(document, chunk_set.chunks, page, image).save(path, optimize=False)
        paths.append(path)
    return paths
