import pytest

from normalizers.mentions import find_mentions


@pytest.mark.parametrize(
    ("text", "raw", "form", "key"),
    [
        ("依第十二條之規定", "第十二條", "clause", ("条", (12,))),
        ("见第 二 十 條", "第 二 十 條", "clause", ("条", (20,))),
        ("见第10.2条", "第10.2条", "clause", ("条", (10, 2))),
        ("见第十条之一", "第十条之一", "clause", ("条", (10, 1))),
        ("见第3.2节", "第3.2节", "section", ("节", (3, 2))),
        ("参见第四章", "第四章", "chapter", ("章", (4,))),
        ("见附件二", "附件二", "annex", ("附件", (2,))),
        ("详见附件。", "附件", "annex", ("附件", ())),
        ("按附录A的", "附录A", "appendix", ("附录", (1,))),
        ("见附表4", "附表4", "schedule", ("附表", (4,))),
        ("如表4所示", "表4", "table", ("表", (4,))),
        ("如表２-１", "表２-１", "table", ("表", (2, 1))),
        ("见表二", "表二", "table", ("表", (2,))),
        ("如图3所示", "图3", "figure", ("图", (3,))),
        ("（见 9.11）遭受", "9.11", "decimal", ("decimal", (9, 11))),
        ("按照3.2的约定", "3.2", "decimal", ("decimal", (3, 2))),
        ("see Section 3.2 of this Agreement", "Section 3.2", "section", ("section", (3, 2))),
        ("under Article 5,", "Article 5", "article", ("article", (5,))),
        ("see Appendix A.", "Appendix A", "appendix", ("appendix", (1,))),
        ("see Table 4", "Table 4", "table", ("table", (4,))),
    ],
)
def test_one_mention(text: str, raw: str, form: str, key: tuple[str, tuple[int, ...]]) -> None:
    (mention,) = find_mentions(text)
    assert (text[mention.start : mention.end], mention.form, mention.keys[0]) == (raw, form, key)
    assert not mention.other_document


@pytest.mark.parametrize(
    ("text", "paragraph", "item"),
    [
        ("第五条第二款", 2, None),
        ("第五条第二款第（三）项", 2, 3),
        ("第五条第（三）项", None, 3),
        ("第五條第3項", 3, None),
        ("第五条", None, None),
    ],
)
def test_parts_of_a_clause(text: str, paragraph: int | None, item: int | None) -> None:
    (mention,) = find_mentions(text)
    assert (mention.start, mention.end) == (0, len(text))
    assert (mention.paragraph, mention.item) == (paragraph, item)


@pytest.mark.parametrize("text", ["前款规定的", "见上表", "本条第二款", "上述条款", "下图所示"])
def test_relative(text: str) -> None:
    (mention,) = find_mentions(text)
    assert (mention.form, mention.keys) == ("relative", ())


@pytest.mark.parametrize(
    "text",
    [
        "《保险法》第十六条", "《中华人民共和国保险法》（2015年修订）第十六条", "依保險法第六十四條", "本公司依据保险法第十六条", "民法典第五条",
        "Section 3 of the Companies Act", "《另一条款》第三条",
    ],
)  # fmt: skip
def test_another_document(text: str) -> None:
    (mention,) = find_mentions(text, "某保险条款")
    assert mention.other_document


@pytest.mark.parametrize("text", ["本办法第五条", "《某保险条款》第三条", "本保险条款的规定见第三条"])
def test_this_document(text: str) -> None:
    (mention,) = find_mentions(text, "某保险条款")
    assert not mention.other_document


@pytest.mark.parametrize(
    "text",
    [
        "代表4人",
        "视力表 0.02",
        "见 2.5%",
        "见 3 人",
        "附件一份",
        "第三条件",
        "以上表格",
        "目前项目",
        "第一章程序",
        "第二节目",
        "地图3张",
        "",
        "保险责任",
    ],
)
def test_no_mention(text: str) -> None:
    assert find_mentions(text) == ()


def test_several_in_order() -> None:
    text = "第三条至第七条及附件一"
    assert [text[m.start : m.end] for m in find_mentions(text)] == ["第三条", "第七条", "附件一"]
