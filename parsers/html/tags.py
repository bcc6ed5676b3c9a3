"""What HTML's elements do to text."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from lxml import etree

Element = Any
"""An lxml element of an HTML tree."""

DROPPED = frozenset(
    {
        "script", "style", "noscript", "template", "svg", "iframe", "object", "embed", "applet", "canvas", "audio", "video",
        "map", "head", "link", "meta", "select", "option", "datalist", "textarea", "input", "button", "progress", "meter",
        "frame", "frameset", "noframes", "dialog",
    }
)  # fmt: skip
"""Elements whose content is not part of the page's text."""

BLOCKS = frozenset(
    {
        "address", "article", "aside", "blockquote", "body", "caption", "center", "dd", "details", "dir", "div", "dl", "dt",
        "fieldset", "figcaption", "figure", "footer", "form", "h1", "h2", "h3", "h4", "h5", "h6", "header", "hr", "html",
        "legend", "li", "main", "menu", "nav", "ol", "p", "pre", "section", "summary", "table", "tbody", "td", "tfoot", "th",
        "thead", "tr", "ul",
    }
)  # fmt: skip
"""Elements that begin and end on a line of their own."""

HEADINGS = {f"h{level}": level for level in range(1, 7)}
BOILERPLATE = frozenset({"nav", "footer", "aside", "form", "menu"})
BOILERPLATE_NAMES = re.compile(
    r"(?:^|[-_\s])(?:nav|navbar|navigation|menu|breadcrumbs?|crumbs?|footer|foot|copyright|sidebar|side|share|sharing|social|related|"
    r"recommend\w*|hot\w{0,4}|rank\w*|comments?|reply|login|toolbar|tool|ads?|advert\w*|banner|pager|pagination|tags?|subscribe|"
    r"cookies?)(?:$|[-_\s\d])",
    re.IGNORECASE,
)
"""Names of classes and ids that pages give to what stands around their text."""

MAX_BOILERPLATE_SHARE = 0.3
_HIDDEN_STYLE = re.compile(r"display\s*:\s*none|visibility\s*:\s*hidden", re.IGNORECASE)


def name_of(element: Element) -> str:
    """Return an element's lower-case name without a namespace; nothing for comments."""
    tag = element.tag
    return tag.rsplit("}", 1)[-1].lower() if isinstance(tag, str) else ""


def is_hidden(element: Element) -> bool:
    """Return whether the markup itself hides an element."""
    return element.get("hidden") is not None or bool(_HIDDEN_STYLE.search(element.get("style") or ""))


def is_boilerplate(element: Element, sizes: Mapping[Element, int], page_chars: int) -> bool:
    """Return whether name, role, class or id of an element say that it stands around the text of the page.

    One that holds much of the page is no boilerplate, whatever it is called.
    """
    return _is_named_boilerplate(element) and sizes.get(element, 0) <= MAX_BOILERPLATE_SHARE * page_chars


def text_sizes(root: Element) -> dict[Element, int]:
    """Return the number of characters under each element, blanks and scripts aside, in one walk."""
    sizes: dict[Element, int] = {}
    for _, element in etree.iterwalk(root, events=("end",)):
        if name_of(element) in DROPPED:
            sizes[element] = 0
            continue
        texts = [element.text or "", *(child.tail or "" for child in element)]
        sizes[element] = sum(len("".join(text.split())) for text in texts) + sum(sizes.get(child, 0) for child in element)
    return sizes


def _is_named_boilerplate(element: Element) -> bool:
    if name_of(element) in BOILERPLATE or element.get("role") in {"navigation", "contentinfo", "search", "complementary"}:
        return True
    if name_of(element) in {"body", "html", "main", "article"}:
        return False
    return bool(BOILERPLATE_NAMES.search(element.get("class") or "") or BOILERPLATE_NAMES.search(element.get("id") or ""))
