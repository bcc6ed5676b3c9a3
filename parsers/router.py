"""From facts to the parser that reads a file, or to the rule that says why none does."""

from __future__ import annotations

from parsers.builtin import load
from parsers.formats import BY_MIME
from parsers.registry import PARSERS
from schemas.document import Facts, Kind, RouteDecision, SourceFile
from schemas.errors import Encrypted, Skipped
from schemas.settings import Settings

UNREAD: dict[Kind, tuple[str, str]] = {
    Kind.IMAGE: ("needs_ocr", "its text has to be recognised, and this version of docmill has no OCR yet"),
    Kind.LEGACY: (
        "no_reader",
        "install LibreOffice (soffice) and convert it; a way through LibreOffice is to come",
    ),
}
"""The rule and the remedy for kinds that no parser reads."""

NO_READER = ("no_reader", "a reader for it is to come; convert it to PDF, DOCX, XLSX, HTML or text to have it read now")


def route(source: SourceFile, facts: Facts, settings: Settings) -> RouteDecision:
    """Return the parser for a file with the reasons in the order they were found.

    The registry is asked for the format's own name (`odt`), then for its kind. Raises Encrypted where the facts say that a
    password is needed, and Skipped (rules `no_reader`, `needs_ocr`) where nothing is there to read the file.
    """
    load()
    entry = BY_MIME.get(facts.mime)
    noun = entry.noun if entry else f"a file of kind {facts.kind.value}"
    if facts.encrypted:
        raise Encrypted(f"this is {noun} that needs a password; save it without one", document=source.name, stage="route")
    known = PARSERS.names()
    wanted = [entry.name] if entry else []
    for name in (*wanted, facts.kind.value):
        if name in known:
            reasons = (f"kind:{facts.kind.value}", *facts.notes, f"parser:{name}")
            return RouteDecision(kind=facts.kind, parser=name, reasons=reasons)
    rule, remedy = UNREAD.get(facts.kind, NO_READER)
    raise Skipped(f"this is {noun}; {remedy}", rule=rule, document=source.name)
