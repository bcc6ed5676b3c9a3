from normalizers import link
from schemas.document import (
    Block,
    Caption,
    Cell,
    Code,
    Document,
    Heading,
    Kind,
    Layer,
    ListItem,
    Paragraph,
    RouteDecision,
    SourceFile,
    Table,
)


def linked(*blocks: Block, title: str = "") -> list[tuple[str, str, str | None, str]]:
    """(block id, raw, target, rule) of each reference; ids are a, b, c ... in the order of the blocks."""
    named = tuple(block.model_copy(update={"id": chr(ord("a") + i)}) for i, block in enumerate(blocks))
    source = SourceFile(uri="/in/a.txt", name="a.txt", sha256="", size=1)
    document = link(Document(source=source, route=RouteDecision(kind=Kind.TEXT, parser="text"), blocks=named, title=title))
    texts = {block.id: block.text for block in named}
    assert all(texts[r.block_id][slice(*r.span)] == r.raw for r in document.references)
    return [(r.block_id, r.raw, r.target_block_id, r.rule) for r in document.references]


def heading(text: str, level: int = 1, *path: str) -> Heading:
    return Heading(text=text, level=level, section_path=path)


def test_a_clause_and_its_own_number() -> None:
    assert linked(heading("第三条 等待期"), Paragraph(text="第五条 依第三条办理。"), heading("第五章 附则")) == [
        ("b", "第三条", "a", "clause/unique")
    ]


def test_letter_spaced_traditional_target() -> None:
    assert linked(heading("第 二 十 條 保險金額"), Paragraph(text="依第二十條之規定")) == [
        ("b", "第二十條", "a", "clause/unique")
    ]


def test_dotted_sections_and_clauses_reach_decimal_headings() -> None:
    blocks = (heading("3 总则"), heading("3.2 等待期", 2), Paragraph(text="见第3.2节、第3.2条、Section 3.2 和第3章"))
    assert [target for _, _, target, _ in linked(*blocks)] == ["b", "b", "b", "a"]


def test_a_list_number_is_no_chapter() -> None:
    blocks = (heading("2. 责任"), ListItem(text="2. 身份证明"), Paragraph(text="见第2章"))
    assert linked(*blocks) == [("c", "第2章", "a", "chapter/unique")]


def test_appendices_and_tables() -> None:
    blocks = (
        Paragraph(text="见附件二、附录A、表4与表5，及附件三"),
        heading("附件二 费率"),
        heading("附录 A 术语"),
        Table(cells=(Cell(row=0, col=0, text="x"),), caption="表4 费率表"),
        Caption(text="表 5：利益表"),
        heading("Appendix B Rates"),
        Paragraph(text="see Appendix B"),
    )
    assert linked(*blocks) == [
        ("a", "附件二", "b", "annex/unique"),
        ("a", "附录A", "c", "appendix/unique"),
        ("a", "表4", "d", "table/unique"),
        ("a", "表5", "e", "table/unique"),
        ("a", "附件三", None, "annex/not_found"),
        ("g", "Appendix B", "f", "appendix/unique"),
    ]


def test_a_line_that_reads_like_a_caption() -> None:
    blocks = (Paragraph(text="按表 7.6 执行。"), Paragraph(text="表 7.6 用地指标"), Paragraph(text="表 7.6 的指标见表 7.7。"))
    assert linked(*blocks) == [
        ("a", "表 7.6", "b", "table/unique"),
        ("c", "表 7.6", "b", "table/unique"),
        ("c", "表 7.7", None, "table/not_found"),
    ]


def test_paragraph_and_item_of_a_clause() -> None:
    blocks = (
        heading("第五条 责任"),
        Paragraph(text="首款。"),
        Paragraph(text="次款如下："),
        ListItem(text="（一）身故"),
        ListItem(text="（二）全残"),
        heading("第六条 免除"),
        Paragraph(text="第五条第二款第（二）项、第五条第一款、第五条第九款"),
    )
    assert [target for _, _, target, _ in linked(*blocks)] == ["e", "b", "a"]


def test_first_paragraph_stands_in_the_clause_itself() -> None:
    blocks = (
        Paragraph(text="第五条 首款。"),
        Paragraph(text="次款。"),
        Paragraph(text="第六条 依第五条第一款与第五条第二款。"),
    )
    assert [target for _, _, target, _ in linked(*blocks)] == ["a", "b"]


def test_the_same_number_in_two_parts() -> None:
    blocks = (
        heading("甲部"),
        heading("第一条 甲", 2, "甲部"),
        Paragraph(text="见第一条", section_path=("甲部", "第二条 其他")),
        heading("乙部"),
        heading("第一条 乙", 2, "乙部"),
        Paragraph(text="见第一条", section_path=("乙部", "第二条 其他")),
    )
    assert linked(*blocks) == [("c", "第一条", "b", "clause/same_section"), ("f", "第一条", "e", "clause/same_section")]


def test_the_same_number_without_sections() -> None:
    blocks = (
        Paragraph(text="见第一条"),
        Paragraph(text="第一条 甲"),
        Paragraph(text="第一条 乙"),
        Paragraph(text="见第一条"),
    )
    assert linked(*blocks) == [("a", "第一条", "b", "clause/nearest_after"), ("d", "第一条", "c", "clause/nearest_before")]


def test_left_unresolved_with_a_rule() -> None:
    text = "前款、见上表，依《保险法》第一条及第九条"
    assert linked(heading("第一条 甲"), Paragraph(text=text)) == [
        ("b", "前款", None, "relative"),
        ("b", "上表", None, "relative"),
        ("b", "第一条", None, "other_document"),
        ("b", "第九条", None, "clause/not_found"),
    ]


def test_contents_and_code_take_no_part() -> None:
    blocks = (
        Paragraph(text="第一条 甲 …… 1", layer=Layer.TOC),
        Code(text="# 见第一条"),
        heading("第一条 甲"),
        Paragraph(text="见第一条"),
    )
    assert linked(*blocks) == [("d", "第一条", "c", "clause/unique")]
