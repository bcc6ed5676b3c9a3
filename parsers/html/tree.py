"""The tree of an HTML text, whatever is wrong with its markup."""

from __future__ import annotations

from lxml import etree

from parsers.html.tags import Element
from schemas.errors import TooLarge


def parse_html(text: str) -> Element | None:
    """Return the tree of an HTML text, or None where nothing is in it; raises TooLarge past 2,048 levels.

    What follows a page's early end tag becomes a second root in libxml2's tree; it is put under the first.
    """
    from lxml import html

    parser = html.HTMLParser(encoding="utf-8", huge_tree=True, remove_comments=True, remove_pis=True, no_network=True)
    data = text.encode("utf-8", "replace")
    if not data.strip():
        return None
    try:
        root = html.document_fromstring(data, parser=parser)
    except (etree.ParserError, etree.XMLSyntaxError):
        return None
    if any(entry.type_name == "ERR_RESOURCE_LIMIT" for entry in parser.error_log):
        raise TooLarge("expected markup of sane depth; this is nested deeper than the 2,048 levels that are read")
    for later in list(root.itersiblings()):
        root.append(later)
    return root
