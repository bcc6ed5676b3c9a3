"""What a picture must not show: the source's pixels are raw, so whatever cannot be known to be clean stays off the paper."""

from __future__ import annotations

import re

from schemas.document import Block, Document, Page, PageOutcome

MASKED = re.compile(r"[*＊]|<[A-Z][A-Z0-9_]+(?::[a-z]+)?>")
"""What the scrubber leaves where a personal value stood: asterisks, a tag, or a pseudonym."""
READ = frozenset({PageOutcome.TEXT, PageOutcome.OCR, PageOutcome.BLANK})


def holds_masked(block: Block) -> bool:
    """Return whether a block holds what the scrubber leaves in place of a personal value."""
    return MASKED.search(block.text) is not None


def may_show(document: Document, page: Page) -> bool:
    """Return whether a page's image may be shown, its masked blocks blacked.

    Not where the page was not read or the document not scrubbed; nor where a masked block may stand on the page without a
    box to black.
    """
    if document.raw or page.outcome not in READ:
        return False
    return not any(holds_masked(block) and _boxless_on(block, page) for block in document.blocks)


def _boxless_on(block: Block, page: Page) -> bool:
    places = [at for at in block.provenance if at.page in (page.number, None)]
    return not block.provenance or any(at.bbox is None for at in places)
