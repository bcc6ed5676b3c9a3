"""Tables with what belongs to them: their parts on the next pages, captions and units."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from parsers.pdf.captions import heads_of, is_caption, is_continued
from parsers.pdf.draft import Draft
from parsers.pdf.flow import Element, Note, PlacedTable
from parsers.pdf.spacing import join_lines
from parsers.tables.continuation import continues, join_tables

CAPTION_REACH_PT = 60.0


def join_over_pages(elements: Sequence[Element], dropped: dict[str, int]) -> list[Element]:
    """Return the elements with tables that continue over pages as one; notes and a bare 续表 may stand between.

    Characters of repeated headers and of such labels are added to `dropped`.
    """
    done: list[Element] = []
    for element in elements:
        at = _open_table(done) if isinstance(element, PlacedTable) else None
        last = done[at] if at is not None else None
        if isinstance(element, PlacedTable) and isinstance(last, PlacedTable) and _runs_on(last, element):
            table, repeated = join_tables(last.table, element.table)
            _count(dropped, "repeated_table_header", repeated)
            done[at or 0] = replace(last, table=table, places=(*last.places, *element.places))
            _drop_labels(done, at or 0, dropped)
            continue
        done.append(element)
    return done


def _drop_labels(done: list[Element], at: int, dropped: dict[str, int]) -> None:
    for index in range(len(done) - 1, at, -1):
        element = done[index]
        if isinstance(element, Draft):
            _count(dropped, "continued_label", sum(not char.isspace() for char in element.text))
            del done[index]


def attach_captions(elements: Sequence[Element]) -> list[Element]:
    """Return the elements with captions and units moved into their tables: from the lines above, or else just below."""
    done: list[Element] = []
    for element in elements:
        last = done[-1] if done else None
        if isinstance(element, PlacedTable):
            done.append(_with_heads(done, _title_row(element)))
        elif isinstance(element, Draft) and isinstance(last, PlacedTable) and _is_caption_below(last, element):
            done[-1] = replace(last, caption=element.text)
        else:
            done.append(element)
    return done


def _with_heads(done: list[Element], table: PlacedTable) -> PlacedTable:
    """Return the table with the caption and unit that end `done`, and take them away there."""
    _join_caption_lines(done)
    while done and (heads := _heads_above(done[-1], table)):
        caption, unit, rest = heads
        caption, unit = (" ".join(filter(None, pair)) for pair in ((caption, table.caption), (unit, table.unit)))
        table = replace(table, caption=caption, unit=unit)
        done.pop()
        if rest:
            done.append(rest)
            break
    return table


def _count(dropped: dict[str, int], rule: str, chars: int) -> None:
    if chars:
        dropped[rule] = dropped.get(rule, 0) + chars


def _open_table(done: Sequence[Element]) -> int | None:
    """Return the index of the table that ends the flow so far, notes and continuation labels aside."""
    for index in range(len(done) - 1, -1, -1):
        element = done[index]
        if isinstance(element, PlacedTable):
            return index
        if isinstance(element, Note) or (isinstance(element, Draft) and is_continued(element.text)):
            continue
        return None
    return None


def _runs_on(one: PlacedTable, two: PlacedTable) -> bool:
    return two.places[0][0] - one.places[-1][0] == 1 and continues(one.table, two.table)


def _heads_above(above: Element, table: PlacedTable) -> tuple[str, str, Draft | None] | None:
    """Return caption, unit and what stays of the line above a table: a numbered heading does, only its unit moves."""
    if not isinstance(above, Draft) or above.column != table.column or above.last.page != table.places[0][0]:
        return None
    if above.first.rule or table.table.box[1] - above.last.box[3] > CAPTION_REACH_PT:
        return None
    heads = heads_of(above.text)
    if heads and heads.caption and above.numbering and not is_caption(heads.caption):
        return "", heads.unit, replace(above, text=heads.caption)
    return (heads.caption, heads.unit, None) if heads else None


def _join_caption_lines(done: list[Element]) -> None:
    """Join the second line of a caption, centred under the first, to it."""
    if len(done) < 2 or not isinstance(done[-1], Draft) or not isinstance(done[-2], Draft):
        return
    one, two = done[-2], done[-1]
    close = one.column == two.column and 0 < two.first.pitch <= 1.7 * two.size and abs(one.size - two.size) <= 0.3
    if (
        close
        and is_caption(one.text, of_table=True)
        and len(two.lines) == 1
        and not two.numbering
        and heads_of(two.text) is None
    ):
        done[-2:] = [replace(one, lines=(*one.lines, *two.lines), text=join_lines(one.text, two.text))]


def _is_caption_below(table: PlacedTable, draft: Draft) -> bool:
    near = (
        not table.caption and draft.column == table.column and draft.first.box[1] - table.table.box[3] <= CAPTION_REACH_PT / 2
    )
    return near and draft.text[0].isascii() and is_caption(draft.text, of_table=True)


def _title_row(placed: PlacedTable) -> PlacedTable:
    """Return the table with a first row of one full-width cell made its caption or unit."""
    cells = placed.table.cells
    columns = len(placed.table.columns) - 1
    first = [cell for cell in cells if cell.row == 0]
    rows = max(cell.row + cell.rowspan for cell in cells)
    if len(first) != 1 or first[0].colspan < columns or rows < 3 or not first[0].text or len(first[0].text) > 80:
        return placed
    rest = tuple(cell.model_copy(update={"row": cell.row - first[0].rowspan}) for cell in cells if cell.row)
    if not any(cell.header for cell in rest):
        rest = tuple(cell.model_copy(update={"header": cell.row == 0}) for cell in rest)
    heads = heads_of(first[0].text)
    caption, unit = (heads.caption, heads.unit) if heads else (first[0].text, "")
    return replace(placed, table=replace(placed.table, cells=rest), caption=caption, unit=unit)
