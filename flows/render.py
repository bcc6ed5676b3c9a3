"""A document as Markdown or HTML: its body in reading order, footnotes at the end."""

from __future__ import annotations

from collections.abc import Callable
from html import escape

from schemas.document import Block, Code, Document, Footnote, Heading, Layer, ListItem, Table
from schemas.tables import to_html, to_markdown

DEEPEST = 6
RAW_MARK = "<!-- not scrubbed: personal data stands here as it is -->\n"


def markdown(document: Document) -> str:
    """Return the body as Markdown."""
    return _mark(document) + "\n\n".join(part for part in (_markdown(block) for block in _shown(document)) if part) + "\n"


def html(document: Document) -> str:
    """Return the body as a plain HTML page."""
    body = "\n".join(_html(block) for block in _shown(document))
    head = f'<meta charset="utf-8"><title>{escape(document.title or document.source.name)}</title>'
    return f"<!doctype html>\n{_mark(document)}<html><head>{head}</head><body>\n{body}\n</body></html>\n"


RENDERINGS: dict[str, Callable[[Document], str]] = {"markdown": markdown, "html": html}


def _mark(document: Document) -> str:
    return RAW_MARK if document.raw else ""


def _shown(document: Document) -> list[Block]:
    body = [block for block in document.blocks if block.layer is Layer.BODY]
    return body + [block for block in document.blocks if block.layer is Layer.NOTE]


def _markdown(block: Block) -> str:
    match block:
        case Heading():
            return f"{'#' * min(block.level, DEEPEST)} {_one_line(block.text)}"
        case ListItem():
            return f"{'  ' * block.depth}{'' if block.ordered else '- '}{_one_line(block.text)}"
        case Table():
            lead = " ".join(part for part in (block.caption, block.unit) if part)
            return "\n\n".join(part for part in (lead, to_markdown(block)) if part)
        case Code():
            fence = "```"
            while fence in block.text:
                fence += "`"
            return f"{fence}{block.language}\n{block.text}\n{fence}"
        case Footnote():
            return f"[^{block.marker or block.id}]: {_one_line(block.text)}"
        case _:
            return block.text


def _html(block: Block) -> str:
    match block:
        case Heading():
            level = min(block.level, DEEPEST)
            return f"<h{level}>{escape(block.text)}</h{level}>"
        case ListItem():
            return f"<ul><li>{escape(block.text)}</li></ul>"
        case Table():
            return to_html(block)
        case Code():
            return f"<pre><code>{escape(block.text)}</code></pre>"
        case _:
            return f"<p>{escape(block.text)}</p>"


def _one_line(text: str) -> str:
    return " ".join(text.split())
