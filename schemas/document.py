"""A parsed document: one flat, ordered tuple of typed blocks, each with its place on the page."""

from __future__ import annotations

from bisect import bisect_left
from enum import StrEnum
from typing import Annotated, Literal

from pydantic import Field, computed_field

from schemas.record import Opaque, Record
from schemas.version import DocumentVersion

Box = tuple[float, float, float, float]
"""(x0, top, x1, bottom) in PDF points, origin at the top left of the upright page."""


class Kind(StrEnum):
    """What a file is, decided from its bytes."""

    PDF = "pdf"
    DOCX = "docx"
    PPTX = "pptx"
    XLSX = "xlsx"
    CSV = "csv"
    HTML = "html"
    MARKDOWN = "markdown"
    TEXT = "text"
    CODE = "code"
    JSON = "json"
    OPENAPI = "openapi"
    IMAGE = "image"
    LEGACY = "legacy"
    OTHER = "other"


class Layer(StrEnum):
    """Where a block belongs. Only `body` and `note` are chunked; the rest is kept to show what was set aside, and why."""

    BODY = "body"
    FURNITURE = "furniture"
    NOTE = "note"
    HIDDEN = "hidden"
    TOC = "toc"


class PageOutcome(StrEnum):
    """How a page was read."""

    TEXT = "text"
    OCR = "ocr"
    NEEDS_OCR = "needs_ocr"
    BLANK = "blank"
    FAILED = "failed"


class Provenance(Record):
    """Where a block (or a part of it) was found: page from 1, or line from 1 for text formats."""

    page: int | None = None
    bbox: Box | None = None
    line: int | None = None
    engine: Opaque
    confidence: float = 1.0


class RevisionKind(StrEnum):
    """A tracked change's kind."""

    INSERTED = "inserted"
    DELETED = "deleted"
    MOVED = "moved"


class Revision(Record):
    """A tracked change kept with its author and date."""

    kind: RevisionKind
    author: str = ""
    date: str = ""


class Edit(Record):
    """One step from a block's text to its `norm`: text[start:end] is replaced by `text`. Edits are sorted and disjoint."""

    start: int
    end: int
    text: str


def _start(edit: Edit) -> int:
    return edit.start


class BaseBlock(Record):
    """What all blocks share. `rule` names why a block is not in the body; `section_path` chains the headings above it."""

    id: Opaque = ""
    layer: Layer = Layer.BODY
    rule: Opaque | None = None
    section_path: tuple[str, ...] = ()
    provenance: tuple[Provenance, ...] = ()
    revision: Revision | None = None


class TextBlock(BaseBlock):
    """A block made of running text, as printed, with its form for the indexes once normalised."""

    text: str
    norm: str | None = None
    edits: tuple[Edit, ...] = ()

    def norm_slice(self, start: int, end: int) -> str:
        """Return the index form of text[start:end]; an edit that straddles a border counts where it starts."""
        first = bisect_left(self.edits, start, key=_start)
        pieces: list[str] = []
        at = max(start, self.edits[first - 1].end) if first else start
        for edit in self.edits[first : bisect_left(self.edits, end, lo=first, key=_start)]:
            pieces += [self.text[at : edit.start], edit.text]
            at = max(at, edit.end)
        pieces.append(self.text[at:end])
        return "".join(pieces)


class Heading(TextBlock):
    """A heading; level 1 is the highest. Its own text is not part of its `section_path`."""

    kind: Literal["heading"] = "heading"
    level: int = Field(ge=1)


class Paragraph(TextBlock):
    """Running text."""

    kind: Literal["paragraph"] = "paragraph"


class ListItem(TextBlock):
    """One item of a list. A printed number is part of `text`; a mere bullet of markup is not. Depth starts at 0."""

    kind: Literal["list_item"] = "list_item"
    depth: int = 0
    ordered: bool = False


class Code(TextBlock):
    """Text that must never be cut inside or changed: a fence, a function, an API operation, a JSON schema."""

    kind: Literal["code"] = "code"
    language: str = ""
    role: Literal["fence", "source", "operation", "schema"] = "fence"
    name: str = ""


class Figure(TextBlock):
    """A picture; `text` is its alternative text or what was read in it."""

    kind: Literal["figure"] = "figure"


class Caption(TextBlock):
    """The caption of a figure or table next to it."""

    kind: Literal["caption"] = "caption"


class Footnote(TextBlock):
    """A footnote or endnote; `marker` is what stands at its anchor."""

    kind: Literal["footnote"] = "footnote"
    marker: str = ""


class Formula(TextBlock):
    """A formula."""

    kind: Literal["formula"] = "formula"


class Seal(TextBlock):
    """What a seal says."""

    kind: Literal["seal"] = "seal"


class Furniture(TextBlock):
    """A header, footer, page number, margin text or watermark, moved out of the body by `rule`."""

    kind: Literal["furniture"] = "furniture"
    layer: Layer = Layer.FURNITURE


class Cell(Record):
    """A table cell at (row, col), both from 0, covering `rowspan` x `colspan` grid places."""

    row: int
    col: int
    rowspan: int = Field(default=1, ge=1)
    colspan: int = Field(default=1, ge=1)
    text: str
    header: bool = False
    norm: str | None = None

    @property
    def index_form(self) -> str:
        """The cell's text for the indexes."""
        return self.text if self.norm is None else self.norm


class Table(BaseBlock):
    """A table: cells with spans and header flags, never text. Renderings live in `schemas.tables`."""

    kind: Literal["table"] = "table"
    cells: tuple[Cell, ...]
    caption: str = ""
    unit: str = ""

    @computed_field  # type: ignore[prop-decorator]
    @property
    def text(self) -> str:
        """The cells row by row, tabs between columns, each cell once."""
        rows: dict[int, list[Cell]] = {}
        for cell in self.cells:
            rows.setdefault(cell.row, []).append(cell)
        return "\n".join("\t".join(c.text for c in sorted(rows[r], key=lambda c: c.col)) for r in sorted(rows))

    @property
    def shape(self) -> tuple[int, int]:
        """(rows, columns) of the grid, spans included."""
        rows = max((c.row + c.rowspan for c in self.cells), default=0)
        return rows, max((c.col + c.colspan for c in self.cells), default=0)


Block = Annotated[
    Heading | Paragraph | ListItem | Table | Code | Figure | Caption | Footnote | Formula | Seal | Furniture,
    Field(discriminator="kind"),
]


class SourceFile(Record):
    """A file as found: `uri` is its absolute path, `name` the file name shown to people."""

    uri: str
    name: str
    sha256: Opaque
    size: int
    mime: Opaque = ""


class Facts(Record):
    """Cheap facts about a file, read before any parser: from the first bytes, a directory of parts, or a page count."""

    kind: Kind
    mime: Opaque = ""
    pages: int | None = None
    encrypted: bool = False
    notes: tuple[Opaque, ...] = ()


class RouteDecision(Record):
    """Which parser reads a file, and the reasons, in the order they were found."""

    kind: Kind
    parser: Opaque
    reasons: tuple[Opaque, ...] = ()


class Page(Record):
    """One page: size in points of the upright page, and how it was read."""

    number: int
    width_pt: float
    height_pt: float
    outcome: PageOutcome = PageOutcome.TEXT
    reason: Opaque = ""


class Reference(Record):
    """A reference found in text: block_id's text[start:end] is `raw`; None as target means unresolved, by `rule`."""

    block_id: Opaque
    span: tuple[int, int]
    raw: str
    target_block_id: Opaque | None = None
    rule: Opaque


class ParseReport(Record):
    """What parsing set aside and noticed: characters dropped by rule, personal data masked by kind, remarks."""

    dropped_chars: dict[Opaque, int] = {}
    pii_counts: dict[Opaque, int] = {}
    remarks: tuple[Opaque, ...] = ()


class Document(Record):
    """What a parser returns. `version` is attached by the run; `attributes` holds front matter and file properties."""

    source: SourceFile
    route: RouteDecision
    blocks: tuple[Block, ...]
    pages: tuple[Page, ...] = ()
    references: tuple[Reference, ...] = ()
    title: str = ""
    language: Opaque = ""
    attributes: dict[str, str] = {}
    report: ParseReport = ParseReport()
    version: DocumentVersion | None = None
    raw: bool = False

    def block(self, block_id: str) -> Block | None:
        """Return the block with this id, or None."""
        return next((b for b in self.blocks if b.id == block_id), None)
