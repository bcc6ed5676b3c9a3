"""Pictures of documents: what is drawn where, and what must never be seen."""

from __future__ import annotations

import pytest
from PIL import Image
from reportlab.pdfgen.canvas import Canvas

from reports.inspect import draw
from reports.picture.boxes import MARGIN_PX, placed
from reports.picture.pages import scale_of
from reports.picture.privacy import holds_masked, may_show
from schemas.chunk import ChunkSet, PlacedBox, Span
from schemas.document import (
    Cell,
    Document,
    Furniture,
    Heading,
    Kind,
    Page,
    PageOutcome,
    Paragraph,
    Provenance,
    RouteDecision,
    SourceFile,
    Table,
)
from schemas.errors import Damaged

PAGE = Page(number=1, width_pt=200, height_pt=300)
PINK = (255, 0, 128)


def at(*box: float, page: int | None = 1) -> tuple[Provenance, ...]:
    return (Provenance(page=page, bbox=box or None, engine="test"),)  # type: ignore[arg-type]


def document(*blocks, kind=Kind.PDF, pages=(PAGE,), raw=False) -> Document:
    return Document(
        source=SourceFile(uri="/x/a", name="a", sha256="0", size=1), route=RouteDecision(kind=kind, parser="test"),
        blocks=tuple(b.model_copy(update={"id": f"b{i}"}) for i, b in enumerate(blocks, 1)), pages=pages, raw=raw,
    )  # fmt: skip


@pytest.fixture
def pink_pdf(tmp_path):
    """A page that is pink all over, so that every pixel of the source can be told."""
    path = tmp_path / "a.pdf"
    canvas = Canvas(str(path), pagesize=(PAGE.width_pt, PAGE.height_pt))
    canvas.setFillColorRGB(1, 0, 128 / 255)
    canvas.rect(0, 0, PAGE.width_pt, PAGE.height_pt, stroke=0, fill=1)
    canvas.showPage()
    canvas.save()
    return path


def pixel(path, x_pt: float, top_pt: float) -> tuple[int, ...]:
    scale = scale_of(PAGE)
    with Image.open(path) as image:
        return image.getpixel((round(MARGIN_PX + x_pt * scale), round(top_pt * scale)))


def near(color, other) -> bool:
    return all(abs(a - b) <= 24 for a, b in zip(color, other, strict=True))


def test_a_masked_block_is_black_and_the_rest_is_seen(pink_pdf, tmp_path):
    made = document(
        Heading(text="第一章", level=1, provenance=at(20, 20, 180, 40)),
        Paragraph(text="电话 138****5678", provenance=at(20, 60, 180, 100)),
    )
    (path,) = draw(made, None, pink_pdf, tmp_path / "out")
    assert path.name == "page-001.png"
    assert near(pixel(path, 150, 90), (0, 0, 0))
    assert near(pixel(path, 100, 200), PINK)


@pytest.mark.parametrize(
    ("page", "blocks", "raw"),
    [
        (PAGE.model_copy(update={"outcome": PageOutcome.NEEDS_OCR}), (), False),
        (PAGE.model_copy(update={"outcome": PageOutcome.FAILED}), (), False),
        (PAGE, (), True),
        (PAGE, (Paragraph(text="张**", provenance=()),), False),
        (PAGE, (Paragraph(text="<EMAIL:abcd>", provenance=at(page=1)),), False),
    ],
)
def test_what_cannot_be_known_to_be_clean_is_not_shown(page, blocks, raw, pink_pdf, tmp_path):
    seen = Paragraph(text="好。", provenance=at(20, 20, 180, 40))
    made = document(seen, *blocks, pages=(page,), raw=raw)
    (path,) = draw(made, None, pink_pdf, tmp_path / "out")
    assert not may_show(made, page)
    assert near(pixel(path, 100, 200), (255, 255, 255))


@pytest.mark.parametrize(
    ("text", "masked"),
    [
        ("138****5678", True),
        ("张*", True),
        ("<BANK_CARD:abcdefghijkl>", True),
        ("<CN_ID_CARD>", True),
        ("a < B > c", False),
        ("好", False),
    ],
)
def test_marks_of_the_scrubber(text, masked):
    assert holds_masked(Paragraph(text=text)) is masked
    assert holds_masked(Table(cells=(Cell(row=0, col=0, text=text),))) is masked


def test_boxes_chunks_and_grids_leave_their_colour(pink_pdf, tmp_path, make_chunk):
    table = Table(
        cells=(Cell(row=0, col=0, text="a", header=True), Cell(row=1, col=0, text="b")), provenance=at(20, 100, 180, 140)
    )
    aside = Furniture(text="页眉", rule="running_header", provenance=at(20, 5, 100, 15))
    chunk = make_chunk("c1", bbox=(PlacedBox.at(1, (20, 100, 180, 140)),))
    made = document(aside, table)
    assert [(order, block.kind) for order, block, _ in placed(made, 1)] == [(1, "furniture"), (2, "table")]
    (bare,) = draw(document(aside), None, pink_pdf, tmp_path / "bare")
    (full,) = draw(made, ChunkSet(chunks=(chunk,)), pink_pdf, tmp_path / "full")
    assert pixel(bare, 100, 120) != pixel(full, 100, 120)
    scale = scale_of(PAGE)
    with Image.open(full) as image:
        margin = image.crop((0, 0, MARGIN_PX - 6, round(200 * scale))).getcolors(10**6)
    assert len(margin) > 1


def test_a_picture_is_its_own_page(tmp_path):
    source = tmp_path / "a.png"
    Image.new("RGB", (400, 600), PINK).save(source)
    made = document(Paragraph(text="好。", provenance=at(20, 20, 180, 40)), kind=Kind.IMAGE)
    (path,) = draw(made, None, source, tmp_path / "out")
    assert near(pixel(path, 100, 200), PINK)


@pytest.mark.parametrize("kind", [Kind.PDF, Kind.IMAGE])
def test_a_source_that_does_not_open(kind, tmp_path):
    source = tmp_path / "a.bin"
    source.write_bytes(b"not this")
    made = document(Paragraph(text="好。", provenance=at(20, 20, 180, 40)), kind=kind)
    with pytest.raises(Damaged, match="does not open"):
        draw(made, None, source, tmp_path / "out")


def test_formats_without_pages_get_sheets(tmp_path, make_chunk):
    blocks = [Paragraph(text=f"第{i}段。", provenance=(Provenance(line=i, engine="t"),)) for i in range(61)]
    made = document(*blocks, kind=Kind.MARKDOWN, pages=())
    chunks = ChunkSet(chunks=(make_chunk("c1"),), spans={"c1": (Span(block_id="b1", start=0, end=3),)})
    paths = draw(made, chunks, tmp_path / "none.md", tmp_path / "out")
    assert [p.name for p in paths] == ["sheet-001.png", "sheet-002.png"]
    again = draw(made, chunks, tmp_path / "none.md", tmp_path / "again")
    assert [p.read_bytes() for p in paths] == [p.read_bytes() for p in again]
