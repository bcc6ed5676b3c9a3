"""Renderings of a table. The cells are the truth; these are ways to write them down."""

from __future__ import annotations

from html import escape

from schemas.document import Cell, Table


def grid(table: Table) -> list[list[Cell | None]]:
    """Return rows x columns of the cell covering each place, or None where no cell is."""
    rows, cols = table.shape
    places: list[list[Cell | None]] = [[None] * cols for _ in range(rows)]
    for cell in table.cells:
        for r in range(cell.row, cell.row + cell.rowspan):
            for c in range(cell.col, cell.col + cell.colspan):
                places[r][c] = cell
    return places


def header_rows(table: Table) -> int:
    """Return how many rows at the top consist of header cells."""
    count = 0
    for row in grid(table):
        cells = [cell for cell in row if cell is not None]
        if not cells or not all(cell.header for cell in cells):
            break
        count += 1
    return count


def to_markdown(table: Table) -> str:
    """Return a Markdown table; a spanning cell's text is repeated in every place that it covers, so rows read alone."""
    rows = [[_inline(cell.text if cell else "") for cell in row] for row in grid(table)]
    if not rows:
        return ""
    head = max(1, header_rows(table))
    lines = [_markdown_row(row) for row in rows]
    lines.insert(head, _markdown_row(["---"] * len(rows[0])))
    return "\n".join(lines)


def to_html(table: Table) -> str:
    """Return an HTML table with row and column spans."""
    out = ["<table>"]
    if table.caption:
        out.append(f"<caption>{escape(table.caption)}</caption>")
    for r in range(table.shape[0]):
        cells = sorted((c for c in table.cells if c.row == r), key=lambda c: c.col)
        out.append("<tr>" + "".join(_html_cell(cell) for cell in cells) + "</tr>")
    return "\n".join([*out, "</table>"])


def _html_cell(cell: Cell) -> str:
    tag = "th" if cell.header else "td"
    spans = "".join(f' {name}="{value}"' for name, value in (("rowspan", cell.rowspan), ("colspan", cell.colspan)) if value > 1)
    return f"<{tag}{spans}>{escape(cell.text)}</{tag}>"


def _inline(text: str) -> str:
    return " ".join(text.replace("|", "\\|").split())


def _markdown_row(cells: list[str]) -> str:
    return "| " + " | ".join(cells) + " |"
