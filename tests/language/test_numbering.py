import pytest

from language.numbering import NumberKind, read_numbering


@pytest.mark.parametrize(
    ("text", "kind", "number", "label"),
    [
        ("第一编 总则", "part", (1,), "第一编"),
        ("第一部分 总则", "part", (1,), "第一部分"),
        ("第三章保险责任", "chapter", (3,), "第三章"),
        ("第一节 定义", "section", (1,), "第一节"),
        ("第3.2节 等待期", "section", (3, 2), "第3.2节"),
        ("第五条 保险金额", "clause", (5,), "第五条"),
        ("第五条、保险金额", "clause", (5,), "第五条"),
        ("第五条（保险金额）", "clause", (5,), "第五条"),
        ("第 二 十 條  保險金額", "clause", (20,), "第 二 十 條"),
        ("第１２条", "clause", (12,), "第１２条"),
        ("第十条之一 定义", "clause", (10, 1), "第十条之一"),
        ("第一百二十三条 附则", "clause", (123,), "第一百二十三条"),
        ("第一款：定义", "paragraph", (1,), "第一款"),
        ("附件一 费率表", "appendix", (1,), "附件一"),
        ("附录A 术语", "appendix", (1,), "附录A"),
        ("附錄 B", "appendix", (2,), "附錄 B"),
        ("附录 A.1 范围", "appendix", (1, 1), "附录 A.1"),
        ("附表2-1 费率", "appendix", (2, 1), "附表2-1"),
        ("附件：名单", "appendix", (), "附件"),
        ("Appendix B Rates", "appendix", (2,), "Appendix B"),
        ("A.1 范围", "appendix", (1, 1), "A.1"),
        ("1.1 公司概况", "decimal", (1, 1), "1.1"),
        ("1.1.1分类", "decimal", (1, 1, 1), "1.1.1"),
        ("5.10.3 年度报告", "decimal", (5, 10, 3), "5.10.3"),
        ("1. 总则", "decimal", (1,), "1."),
        ("1、总则", "decimal", (1,), "1、"),
        ("12．总则", "decimal", (12,), "12．"),
        ("1 总则", "decimal", (1,), "1"),
        ("⒊ 责任", "decimal", (3,), "⒊"),
        ("一、总则", "han", (1,), "一、"),
        ("二十、其他", "han", (20,), "二十、"),
        ("（一）款项支付", "han_paren", (1,), "（一）"),
        ("(十二) 其他", "han_paren", (12,), "(十二)"),
        ("㈢其他", "han_paren", (3,), "㈢"),
        ("(1) 身故", "digit_paren", (1,), "(1)"),
        ("2）身故", "digit_paren", (2,), "2）"),
        ("⑵身故", "digit_paren", (2,), "⑵"),
        ("① 身故", "circled", (1,), "①"),
        ("㉑身故", "circled", (21,), "㉑"),
        ("(a) the insured", "letter", (1,), "(a)"),
        ("b) the insured", "letter", (2,), "b)"),
        ("A. Introduction", "letter", (1,), "A."),
        ("(iv) the insured", "roman", (4,), "(iv)"),
        ("IV. Methods", "roman", (4,), "IV."),
        ("Article 5", "article", (5,), "Article 5"),
        ("Section 3.2 Definitions", "article", (3, 2), "Section 3.2"),
        ("CHAPTER IV", "article", (4,), "CHAPTER IV"),
        ("§ 3.2 Definitions", "article", (3, 2), "§ 3.2"),
    ],
)
def test_reads(text: str, kind: str, number: tuple[int, ...], label: str) -> None:
    found = read_numbering(text)
    assert found is not None
    assert (found.kind, found.number, found.label) == (NumberKind(kind), number, label)
    assert text[: found.end] == label


@pytest.mark.parametrize(
    "text",
    [
        "", "保险责任", "第五条规定的情形", "第五条所述", "第五条第二款", "第三条至第七条", "第三条、第四条", "第十二條之規定", "第五条的约定",
        "（一）项规定", "（一）至（三）", "附件一所列", "附件十二所列", "3 个月", "3.5 倍", "2.5万元", "12.5%", "2024 年", "2024.1.1", "2024年1月",
        "192.168.1.1", "1,000 元", "Section 3.2 shows that", "Article 5 applies", "appendix b", "(100) x", "1 January 2024", "1.05",
        "第一款产品",
    ],
)  # fmt: skip
def test_running_text_has_no_number(text: str) -> None:
    assert read_numbering(text) is None


def test_blanks_in_front_count_in_end() -> None:
    found = read_numbering("\u3000\u3000第二条 定义")
    assert found is not None
    assert (found.label, found.end) == ("第二条", 5)


def test_ranks_nest_as_chinese_documents_do() -> None:
    lines = ["第一编 x", "第一章 x", "第一节 x", "第一条 x", "一、x", "（一）x", "1. x", "1.1 条件", "(1) x", "(a) x", "① x"]
    ranks = [found.rank for found in map(read_numbering, lines) if found]
    assert len(ranks) == len(lines)
    assert ranks == sorted(set(ranks))
