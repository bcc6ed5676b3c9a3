"""The parser of Word documents."""

from __future__ import annotations

from collections.abc import Iterator

from parsers.assembly import assemble, title_of
from parsers.attach import attach_captions
from parsers.contents import set_contents_aside
from parsers.docx.context import ENGINE, Context
from parsers.docx.package import Package, open_package, root
from parsers.docx.revisions import Policy
from parsers.docx.story import Story
from parsers.numbered import promote
from parsers.registry import PARSERS
from schemas.document import Block, Code, Document, Furniture, Layer, ParseReport, Provenance, RouteDecision, SourceFile
from schemas.errors import EmptyFile, Skipped
from schemas.settings import Settings

PROPERTIES = ("subject", "keywords", "category", "comments", "language")
DUMMY_TITLES = ("word document", "untitled", "文档", "microsoft word", "document")


@PARSERS.register("docx")
class DocxParser:
    """Reads DOCX and its template and macro forms, transitional or strict.

    The body comes in true order; notes follow the paragraph that they are anchored in; headers and footers close the
    document as furniture. Tracked changes are read by `docx.revisions` of the settings.
    """

    def __init__(self, settings: Settings) -> None:
        self._policy = Policy(settings.docx.revisions)

    def parse(self, source: SourceFile, route: RouteDecision) -> Document:
        """Return the document; raises Damaged, EmptyFile, or Skipped (rule `needs_ocr`) where only pictures hold text."""
        package = open_package(source)
        context = Context(package, self._policy)
        story = Story(context)
        body = attach_captions(set_contents_aside(promote(list(_merged_code(story.blocks(package.body))))))
        blocks = assemble([*body, *_unreferenced(story, context), *_furniture(package, context)])
        if not any(block.text.strip() for block in blocks if block.layer is not Layer.FURNITURE):
            _refuse_empty(context)
        attributes, title = _properties(package)
        return Document(
            source=source,
            route=route,
            blocks=blocks,
            title=title or title_of(blocks),
            attributes=attributes,
            report=ParseReport(remarks=context.remarks, dropped_chars=_set_aside(blocks)),
        )


def _merged_code(blocks: Iterator[Block]) -> Iterator[Block]:
    """Yield the blocks with neighbouring paragraphs of program text as one."""
    held: Code | None = None
    for block in blocks:
        if isinstance(block, Code) and held is not None:
            held = held.model_copy(update={"text": f"{held.text}\n{block.text}"})
            continue
        if held is not None:
            yield held
        held = block if isinstance(block, Code) else None
        if held is None:
            yield block
    if held is not None:
        yield held


def _unreferenced(story: Story, context: Context) -> Iterator[Block]:
    for kind, identity in context.untaken():
        if kind == "comment":
            yield from story.comment(identity)
        else:
            yield from story.note(kind, identity, "", "unreferenced_note")


def _furniture(package: Package, context: Context) -> Iterator[Block]:
    for kind in ("header", "footer"):
        for _, part in package.parts(kind):
            for block in Story(context).blocks(root(part)):
                if block.layer is Layer.BODY:
                    yield Furniture(text=block.text, rule="header_footer", provenance=(Provenance(engine=ENGINE),))
                else:
                    yield block


def _refuse_empty(context: Context) -> None:
    if any(remark.startswith("picture_without_text") for remark in context.remarks):
        raise Skipped(
            "the document holds nothing but pictures, and no OCR is there to read them", rule="needs_ocr", stage="parse"
        )
    raise EmptyFile("expected some text; the document's body is blank")


def _properties(package: Package) -> tuple[dict[str, str], str]:
    """Return file properties that say something of the content (no names of people), and the title given in them."""
    try:
        core = package.document.core_properties
        values = {name: str(getattr(core, name) or "").strip() for name in PROPERTIES}
        values["created"] = core.created.date().isoformat() if core.created else ""
        title = (core.title or "").strip()
    except (KeyError, ValueError, AttributeError):
        return {}, ""
    is_dummy = title.lower().startswith(DUMMY_TITLES)
    return {name: text for name, text in values.items() if text}, "" if is_dummy else title


def _set_aside(blocks: tuple[Block, ...]) -> dict[str, int]:
    counts: dict[str, int] = {}
    for block in blocks:
        if block.layer in {Layer.HIDDEN, Layer.FURNITURE, Layer.TOC} and block.rule:
            counts[block.rule] = counts.get(block.rule, 0) + len(block.text)
    return counts
