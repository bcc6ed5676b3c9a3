"""The image of each page of a document: a PDF's rendered, a picture's own, or blank paper where nothing may be shown."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from reports.picture.privacy import may_show
from schemas.document import Document, Kind, Page
from schemas.errors import Damaged

if TYPE_CHECKING:
    from PIL.Image import Image

PIXELS_PER_POINT = 2.0
MOST_SIDE_PX = 4000

Render = Callable[[Page], "Image"]


def page_images(document: Document, source: Path) -> Iterator[tuple[Page, Image]]:
    """Return each page with an RGB image of PIXELS_PER_POINT; blank paper where it may not be shown.

    Raises Damaged where the source does not open.
    """
    render = _renderer(document, source)
    for page in document.pages:
        yield page, (render(page) if may_show(document, page) else blank(page))


def scale_of(page: Page) -> float:
    """Return the pixels per point for a page, less than usual where it is huge."""
    return min(PIXELS_PER_POINT, MOST_SIDE_PX / max(page.width_pt, page.height_pt, 1.0))


def blank(page: Page) -> Image:
    """Return white paper of the page's size."""
    from PIL import Image

    return Image.new("RGB", _size(page), "white")


def _renderer(document: Document, source: Path) -> Render:
    renderers = {Kind.PDF: _pdf, Kind.IMAGE: _picture}
    return renderers[document.route.kind](document, source) if document.route.kind in renderers else blank


def _pdf(document: Document, source: Path) -> Render:
    import pypdfium2

    try:
        pdf = pypdfium2.PdfDocument(str(source))
    except pypdfium2.PdfiumError as error:
        raise Damaged(
            "the file does not open as PDF; inspect the file that was parsed", document=document.source.name
        ) from error

    def render(page: Page) -> Image:
        image: Image = pdf[page.number - 1].render(scale=scale_of(page)).to_pil().convert("RGB")
        return image.resize(_size(page))

    return render


def _picture(document: Document, source: Path) -> Render:
    from PIL import Image, ImageOps, ImageSequence

    def render(page: Page) -> Image.Image:
        try:
            with Image.open(source) as opened:
                frame = next(f for i, f in enumerate(ImageSequence.Iterator(opened), 1) if i == page.number)
                return ImageOps.exif_transpose(frame).convert("RGB").resize(_size(page))
        except (OSError, StopIteration) as error:
            message = "the file does not open as a picture; inspect the file that was parsed"
            raise Damaged(message, document=document.source.name) from error

    return render


def _size(page: Page) -> tuple[int, int]:
    scale = scale_of(page)
    return max(1, round(page.width_pt * scale)), max(1, round(page.height_pt * scale))
