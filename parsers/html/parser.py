"""The parser of web pages."""

from __future__ import annotations

from itertools import islice

from parsers.assembly import assemble, title_of
from parsers.attach import attach_captions
from parsers.encoding import read_text
from parsers.html.judge import is_link_farm, judge
from parsers.html.tags import Element
from parsers.html.tree import parse_html
from parsers.html.walker import Found, Walker
from parsers.numbered import promote
from parsers.registry import PARSERS
from schemas.document import Block, Document, Layer, ParseReport, RouteDecision, SourceFile
from schemas.errors import Damaged, EmptyResult, Skipped
from schemas.settings import Settings

ENGINE = "trafilatura"
MAX_LINKS = 1000
METADATA = ("date", "sitename", "description", "hostname")


@PARSERS.register("html")
class HtmlParser:
    """Reads web pages.

    Every visible block is read once, with headings, lists, tables and code as the markup has them. trafilatura then says
    which of them are the page's text; its answer is judged, and replaced where it is poor. What is not text stays as furniture.
    """

    def __init__(self, settings: Settings) -> None:
        self._settings = settings

    def parse(self, source: SourceFile, route: RouteDecision) -> Document:
        """Return the document; raises Skipped (rule `link_farm`), Damaged or EmptyResult."""
        decoded = read_text(source)
        tree = parse_html(decoded.text)
        if tree is None:
            raise Damaged("expected a web page; no element can be read from it")
        walker = Walker(ENGINE)
        found = walker.walk(tree)
        if not found:
            raise EmptyResult("expected text in the page; it holds only scripts, forms or pictures; save it from a browser")
        if is_link_farm(found, walker.link_count):
            raise Skipped("nearly all of this page's text is links to other pages", rule="link_farm", stage="parse")
        verdict = judge(found, _extract(decoded.text))
        title, attributes = _metadata(decoded.text, tree)
        blocks = assemble(attach_captions(promote([_placed(f, keep) for f, keep in zip(found, verdict.keeps, strict=True)])))
        targets = (link for f, keep in zip(found, verdict.keeps, strict=True) if keep for link in f.links)
        links = [f"{text} <{target}>" for text, target in islice(targets, MAX_LINKS)]
        remarks = (*decoded.remarks, f"main_text:{verdict.reader}", f"picture_without_text:{walker.pictures_without_text}")
        return Document(
            source=source,
            route=route,
            blocks=blocks,
            title=title or title_of(blocks),
            attributes={**attributes, **({"links": "\n".join(links)} if links else {})},
            report=ParseReport(remarks=remarks, dropped_chars=_set_aside(blocks)),
        )


def _placed(found: Found, keep: bool) -> Block:
    if keep or found.block.layer is not Layer.BODY:
        return found.block
    rule = "page_boilerplate" if found.boilerplate else "outside_main_text"
    return found.block.model_copy(update={"layer": Layer.FURNITURE, "rule": rule})


def _extract(text: str) -> str:
    """Return trafilatura's main text of a page, or nothing."""
    import trafilatura

    found = trafilatura.extract(text, output_format="txt", favor_recall=True, include_comments=False, include_tables=True)
    return found or ""


def _metadata(text: str, tree: Element) -> tuple[str, dict[str, str]]:
    """Return the page's title and what its head says of it; no names of people."""
    from trafilatura.metadata import extract_metadata

    try:
        metadata = extract_metadata(tree)
    except (ValueError, TypeError, AttributeError):
        return "", {}
    if metadata is None:
        return "", {}
    values = {name: str(getattr(metadata, name, None) or "") for name in METADATA}
    return (metadata.title or "").strip(), {name: value for name, value in values.items() if value}


def _set_aside(blocks: tuple[Block, ...]) -> dict[str, int]:
    counts: dict[str, int] = {}
    for block in blocks:
        if block.rule:
            counts[block.rule] = counts.get(block.rule, 0) + len(block.text)
    return dict(sorted(counts.items()))
