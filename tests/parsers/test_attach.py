from __future__ import annotations

import pytest

from parsers.attach import attach_captions, unit_of
from schemas.document import Cell, Paragraph, Table

TABLE = Table(cells=(Cell(row=0, col=0, text="1"),))


def test_caption_and_unit_lines_go_with_the_table_and_stay_in_place():
    blocks = attach_captions([Paragraph(text="说明。"), Paragraph(text="表4 费率"), Paragraph(text="单位：元"), TABLE])
    assert [b.kind for b in blocks] == ["paragraph", "caption", "caption", "table"]
    assert (blocks[-1].caption, blocks[-1].unit) == ("表4 费率", "元")


def test_a_sentence_about_a_table_is_no_caption():
    blocks = attach_captions([Paragraph(text="表4所列费率自下月起执行。"), TABLE])
    assert blocks[0].kind == "paragraph"
    assert blocks[1].caption == ""


@pytest.mark.parametrize(
    ("text", "unit"),
    [
        ("单位：人民币元", "人民币元"),
        ("（单位：万元）", "万元"),
        ("金额单位: 元", "元"),
        ("本单位：很好。他们都这么说，没有例外，一直如此，大家都知道的事情，不必再说。", ""),
    ],
)
def test_units(text, unit):
    assert unit_of(text) == unit
