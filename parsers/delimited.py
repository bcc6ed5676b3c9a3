"""Delimited tables (CSV, TSV): one table block."""

from __future__ import annotations

import csv
import io
from collections import Counter
from collections.abc import Sequence

from parsers.assembly import assemble
from parsers.encoding import read_text
from parsers.registry import PARSERS
from parsers.table_header import is_value, mark_header
from schemas.document import Cell, Document, ParseReport, Provenance, RouteDecision, SourceFile, Table
from schemas.errors import Damaged
from schemas.settings import Settings

ENGINE = "csv"
DELIMITERS = (",", "\t", ";", "|")
SAMPLE_LINES = 200
MAX_FIELD_CHARS = 16 * 1024 * 1024


@PARSERS.register("csv")
class DelimitedParser:
    """Reads CSV, TSV and their kin. The delimiter is the one that cuts most rows into the same number of fields."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings

    def parse(self, source: SourceFile, route: RouteDecision) -> Document:
        """Return a document of one table; raises Damaged where a field never ends."""
        decoded = read_text(source)
        delimiter = find_delimiter(decoded.text)
        rows = read_rows(decoded.text, delimiter)
        width = max((len(row) for row in rows), default=0)
        cells = tuple(
            Cell(row=r, col=c, text=text.strip())
            for r, row in enumerate(rows)
            for c, text in enumerate(row)
            if text.strip() or r == 0
        )
        header = 1 if _is_header(rows, width) else 0
        table = Table(cells=mark_header(cells, header), provenance=(Provenance(line=1, engine=ENGINE),))
        remarks = (*decoded.remarks, f"delimiter:{_NAMES[delimiter]}")
        return Document(source=source, route=route, blocks=assemble([table]), report=ParseReport(remarks=remarks))


def find_delimiter(text: str) -> str:
    """Return the delimiter of a text, a comma where none shows."""
    best = (0.0, 0.0, ",")
    for delimiter in DELIMITERS:
        rows = read_rows("\n".join(text.split("\n")[:SAMPLE_LINES]), delimiter)
        widths = Counter(len(row) for row in rows)
        if not widths:
            continue
        columns, count = widths.most_common(1)[0]
        if columns > 1:
            best = max(best, (count / len(rows), float(columns), delimiter), key=lambda entry: (round(entry[0], 1), entry[1]))
    return best[2]


def read_rows(text: str, delimiter: str) -> list[list[str]]:
    """Return the rows that are not blank; raises Damaged."""
    csv.field_size_limit(MAX_FIELD_CHARS)
    try:
        reader = csv.reader(io.StringIO(text.replace("\0", "")), delimiter=delimiter)
        return [row for row in reader if any(field.strip() for field in row)]
    except csv.Error as error:
        raise Damaged("expected a delimited table; a field is longer than 16 MB, as when a quote never closes") from error


def _is_header(rows: Sequence[Sequence[str]], width: int) -> bool:
    """Tell whether the first row names the columns: it is not the only one, nearly all fields are filled, none is a value."""
    if len(rows) < 2:
        return False
    filled = [field for field in rows[0] if field.strip()]
    return len(filled) >= max(1, 0.6 * width) and not any(is_value(field) for field in filled)


_NAMES = {",": "comma", "\t": "tab", ";": "semicolon", "|": "bar"}
