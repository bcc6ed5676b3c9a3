from __future__ import annotations

import pytest

from parsers.pdf.captions import heads_of, is_caption, is_continued


@pytest.mark.parametrize(
    ("text", "caption", "of_table"),
    [
        ("表1 保费收入", True, True),
        ("表 3-2：费率", True, True),
        ("附表二 残疾程度", True, True),
        ("Table 4. Results of the survey.", True, True),
        ("图2 流程", True, False),
        ("Figure 3: Overview", True, False),
        ("表1列示了各年度的保费。", False, False),
        ("Table 1 shows the premium", False, False),
        ("表示同意的，应当签字", False, False),
        ("图书馆", False, False),
    ],
)
def test_is_caption(text, caption, of_table):
    assert is_caption(text) is caption
    assert is_caption(text, of_table=True) is of_table


@pytest.mark.parametrize(
    ("text", "heads"),
    [
        ("单位：元", ("", "单位：元")),
        ("（单位：万元）", ("", "（单位：万元）")),
        ("单位：元 币种：人民币", ("", "单位：元 币种：人民币")),
        ("表1 保费收入", ("表1 保费收入", "")),
        ("表1 保费收入 单位：元", ("表1 保费收入", "单位：元")),
        ("合并资产负债表 单位：元", ("合并资产负债表", "单位：元")),
        ("编制单位：某某股份有限公司", None),
        ("本表以元为单位编制。", None),
    ],
)
def test_heads_of(text, heads):
    assert heads_of(text) == heads


@pytest.mark.parametrize(
    ("text", "continued"),
    [("续表", True), ("（续表）", True), ("续表1", False), ("表1（续）", True), ("表1 费率（续）", True), ("表1 费率", False)],
)
def test_is_continued(text, continued):
    assert is_continued(text) is continued
