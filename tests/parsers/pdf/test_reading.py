"""Whole pages with a known truth, from drawn glyphs to blocks."""

from __future__ import annotations

import pytest
from reportlab.lib.pagesizes import A4

from schemas.document import Caption, Footnote, Furniture, Heading, Layer, ListItem, Paragraph, Table
from schemas.tables import header_rows

HEIGHT = A4[1]
LOREM = (
    "The insurer pays the sum insured when the event occurs within the",
    "period of cover, provided that the premium has been paid in full and",
    "that the policyholder has notified the insurer in writing without any",
    "undue delay after becoming aware of the event.",
)


def body(document, kind=None):
    return [b for b in document.blocks if b.layer is Layer.BODY and (kind is None or isinstance(b, kind))]


def texts(document, kind=None):
    return [block.text for block in body(document, kind)]


def rows(x, y, lines, pitch=16, size=12):
    return [(x, y + pitch * number, line, size) for number, line in enumerate(lines)]


def test_lines_become_paragraphs_by_indent(read, write):
    han = "保险人对保险期间内发生的事故承担给付责任但应当扣除免赔额并以保额为限"
    page = write(
        (96, 100, han[:33]), (72, 118, han[:35]), (72, 136, "超过部分不再赔付。"),
        (96, 154, "第二个自然段从缩进两个字开始，"), (72, 172, "并在这里结束。"),
    )  # fmt: skip
    assert texts(read(page)) == [han[:33] + han[:35] + "超过部分不再赔付。", "第二个自然段从缩进两个字开始，", "并在这里结束。"]


def test_a_line_that_begins_with_a_comma_runs_on(read, write):
    lines = ["本合同由保险条款与保险单共同构成，形成时间相同的", "，以批单、保险单的先后次序确定效力。"]
    assert texts(read(write(*rows(72, 100, lines)))) == ["".join(lines)]


def test_short_labels_under_each_other_stay_lines(read, write):
    labels = ["宋体常规", "宋体加粗", "楷体常规", "楷体加粗"]
    assert texts(read(write(*rows(72, 100, labels)))) == labels


def test_hyphens_at_line_ends(read, write):
    page = write(
        (72, 100, "The contract is subject to the recog-", 12, "Helvetica"),
        (72, 114, "nition of a state-of-the-art standard", 12, "Helvetica"),
        (72, 128, "by the parties.", 12, "Helvetica"),
    )
    assert texts(read(page)) == ["The contract is subject to the recognition of a state-of-the-art standard by the parties."]


@pytest.mark.parametrize(
    ("printed", "heading"),
    [
        ("第 二 十 條 保險金的申領", "第二十條 保險金的申領"),
        ("第一章 总 则", "第一章 总则"),
        ("第 3 条 定义", "第3条 定义"),
        ("附 则", "附则"),
    ],
)
def test_letter_spaced_headings(read, write, printed, heading):
    page = write(
        (72, 100, printed, 14), *rows(72, 130, ["本合同的保险责任自保险人同意承保并收取首期保险费时开始，", "至期满日止。"])
    )
    assert texts(read(page), Heading) == [heading]


def test_clauses_start_blocks_and_references_do_not(read, write):
    page = write(
        (72, 100, "第十一條 保險金的給付"),
        (72, 120, "被保險人於本契約有效期間內身故者，本公司依本契約的約定並比照"),
        (72, 140, "第十二條之規定給付保險金，其餘的部分不再退還，契約效力終止。"),
        (72, 160, "第十二條 受益人應於知悉保險事故後通知本公司，並檢具所需文件；"),
        (72, 180, "逾期不通知者，本公司不負因此擴大之損失。"),
    )
    document = read(page)
    assert texts(document, Heading) == ["第十一條 保險金的給付"]
    first, second = texts(document, Paragraph)
    assert "比照第十二條之規定" in first
    assert second.startswith("第十二條 受益人")


def test_levels_follow_numbers(read, write):
    lines = [
        ("第一章 总则", 16), ("第一条 目的", 12), ("为了规范管理，制定本办法，供各部门遵照执行。", 12),
        ("第二条 范围", 12), ("本办法适用于所有分支机构以及其下属的营业部门。", 12), ("第二章 职责", 16),
    ]  # fmt: skip
    page = write(*[(72, 100 + 24 * n, text, size) for n, (text, size) in enumerate(lines)])
    found = [(h.text, h.level) for h in body(read(page), Heading)]
    assert found == [("第一章 总则", 1), ("第一条 目的", 2), ("第二条 范围", 2), ("第二章 职责", 1)]


def test_section_paths(read, write):
    page = write(
        (72, 100, "第一章 总则", 16), (72, 130, "第一条 目的"), (72, 150, "为了规范管理，制定本办法，供各部门遵照执行。")
    )
    assert body(read(page), Paragraph)[0].section_path == ("第一章 总则", "第一条 目的")


def test_two_columns_under_a_full_width_title(read, write):
    title = (140, 80, "A study of coverage in two columns", 20, "Helvetica")
    left = [(60, 130 + 14 * n, line[:44], 9, "Helvetica") for n, line in enumerate(LOREM * 3)]
    right = [(320, 130 + 14 * n, line[:44].upper(), 9, "Helvetica") for n, line in enumerate(LOREM * 3)]
    mixed = [line for pair in zip(left, right, strict=True) for line in pair]
    found = texts(read(write(title, *mixed)))
    assert found[0] == "A study of coverage in two columns"
    joined = " ".join(found[1:])
    assert joined.index("THE INSURER") > joined.rindex("undue delay after")


def test_a_sentence_runs_on_over_the_page(read, write):
    one = write(*rows(72, 700, LOREM[:3]))
    two = write(*rows(72, 100, [LOREM[3], *LOREM[:2]]))
    first = body(read(one, two))[0]
    assert first.text.startswith(" ".join(LOREM))
    assert [place.page for place in first.provenance] == [1, 2]


def test_running_headers_and_page_numbers_are_furniture(read, write):
    pages = [
        write(
            (72, 40, "某某保险股份有限公司", 9), (400, 40, f"第{chapter}章 细则", 9), (72, 100, text), (72, 118, f"讲第{n}个话题。"),
            (290, 800, f"- {n} -", 9),
        )
        for n, chapter, text in ((1, "三", "保险责任，"), (2, "三", "责任免除，"), (3, "四", "如何申请，"), (4, "四", "其他事项，"))
    ]  # fmt: skip
    document = read(*pages)
    rules = [(b.rule, b.text) for b in document.blocks if isinstance(b, Furniture)]
    assert [text for rule, text in rules if rule == "running_header"] == [
        f"某某保险股份有限公司 第{chapter}章细则" for chapter in "三三四四"
    ]
    assert [text for rule, text in rules if rule == "page_number"] == ["- 1 -", "- 2 -", "- 3 -", "- 4 -"]
    assert not texts(document, Heading)


def test_pages_that_hold_one_repeated_line_each_keep_it(read, write):
    document = read(*(write((72, 100, f"第{number}号公告")) for number in (1, 2, 3)))
    assert texts(document) == ["第1号公告", "第2号公告", "第3号公告"]


def test_one_page_keeps_its_first_and_last_lines(read, write):
    document = read(write((72, 40, "合同编号见封面"), (72, 400, "正文在此。"), (72, 800, "二〇二四年一月")))
    assert texts(document) == ["合同编号见封面", "正文在此。", "二〇二四年一月"]


def test_fake_bold_is_collapsed_and_real_doublings_stay(read):
    def page(canvas):
        for dx in (0, 0.3, 0.6, 0.9):
            canvas.setFont("STSong-Light", 18)
            canvas.drawString(72 + dx, 700, "年度报告")
        canvas.setFont("STSong-Light", 12)
        canvas.drawString(72, 660, "他哈哈大笑，赔了88元，共1,000,000份。")

    document = read(page)
    assert texts(document) == ["年度报告", "他哈哈大笑，赔了88元，共1,000,000份。"]
    assert document.report.dropped_chars == {"fake_bold": 12}


def test_a_table_of_contents_is_tagged(read, write):
    entries = [f"第{n}章 内容{'.' * 60} {n}" for n in "一二三四"]
    entries = [entry[:-1] + str(number) for number, entry in enumerate(entries, start=1)]
    document = read(write((280, 80, "目 录", 16), *rows(72, 120, entries, pitch=20)))
    assert [(b.layer, b.rule) for b in document.blocks] == [(Layer.TOC, "toc")] * 5
    assert document.blocks[0].text == "目录"


def test_lists(read, write):
    page = write(
        (72, 100, "申领保险金时应提交下列文件："),
        (96, 120, "（一）保险单或者其他保险凭证的原件；"),
        (120, 140, "1. 原件遗失的，提交书面说明；"),
        (96, 160, "（二）受益人的身份证明；"),
        (96, 180, "● 其他材料"),
    )
    document = read(page)
    found = [(i.text, i.depth, i.ordered) for i in body(document, ListItem)]
    assert found[:3] == [
        ("（一）保险单或者其他保险凭证的原件；", 0, True),
        ("1. 原件遗失的，提交书面说明；", 1, True),
        ("（二）受益人的身份证明；", 0, True),
    ]
    assert found[3][0] == "其他材料"
    assert found[3][2] is False
    assert document.report.dropped_chars == {"bullet": 1}


def test_footnotes_are_notes_and_not_footers(read, write):
    page = write(*rows(72, 100, LOREM), (72, 760, "1) See the general conditions of the year 2020.", 8, "Helvetica"))
    document = read(page)
    notes = [b for b in document.blocks if isinstance(b, Footnote)]
    assert [(n.text, n.marker, n.layer) for n in notes] == [
        ("1) See the general conditions of the year 2020.", "1", Layer.NOTE)
    ]


def test_a_superscript_stays_in_its_line(read):
    def page(canvas):
        canvas.setFont("Helvetica", 12)
        canvas.drawString(72, 700, "as the accident")
        canvas.setFont("Helvetica", 7)
        canvas.drawString(72 + canvas.stringWidth("as the accident", "Helvetica", 12), 705, "2")
        canvas.setFont("Helvetica", 12)
        canvas.drawString(165, 700, "report says")

    assert texts(read(page)) == ["as the accident2 report says"]


@pytest.mark.parametrize("angle", [0, 90, 180, 270])
def test_turned_pages_read_like_their_upright_twin(read, angle):
    def page(canvas):
        canvas.setPageRotation(angle)
        canvas.setFont("Helvetica", 12)
        canvas.drawString(100, 500, "Above the line")
        canvas.drawString(100, 400, "Below the line")

    assert texts(read(page)) == ["Above the line", "Below the line"]


@pytest.mark.parametrize("angle", [90, 180, 270])
def test_turned_text_on_an_upright_page(read, angle):
    def page(canvas):
        canvas.translate(300, 400)
        canvas.rotate(angle)
        canvas.setFont("Helvetica", 12)
        canvas.drawString(0, 20, "Above the line")
        canvas.drawString(0, -80, "Below the line")

    document = read(page)
    assert texts(document) == ["Above the line", "Below the line"]
    for block in document.blocks:
        x0, top, x1, bottom = block.provenance[0].bbox
        assert 0 <= x0 < x1 <= A4[0]
        assert 0 <= top < bottom <= A4[1]


def test_vertical_margin_text_is_furniture(read, write):
    def page(canvas):
        write(*rows(100, 100, LOREM))(canvas)
        canvas.translate(20, 300)
        canvas.rotate(90)
        canvas.setFont("Helvetica", 9)
        canvas.drawString(0, 0, "Confidential - do not copy")

    document = read(page)
    assert [(b.rule, b.text) for b in document.blocks if isinstance(b, Furniture)] == [
        ("margin_text", "Confidential - do not copy")
    ]


def ruled(canvas, x, y, widths, cells, row_height=20):
    """Draw a full grid with its top at y, and its texts."""
    canvas.setFont("STSong-Light", 10)
    edges = [x + sum(widths[:n]) for n in range(len(widths) + 1)]
    for n in range(len(cells) + 1):
        canvas.line(edges[0], HEIGHT - y - n * row_height, edges[-1], HEIGHT - y - n * row_height)
    for edge in edges:
        canvas.line(edge, HEIGHT - y, edge, HEIGHT - y - len(cells) * row_height)
    for r, row in enumerate(cells):
        for c, text in enumerate(row):
            canvas.drawString(edges[c] + 4, HEIGHT - y - r * row_height - 14, text)


def test_a_ruled_table_with_caption_and_unit(read, write):
    def page(canvas):
        write((72, 80, "下表列示各年度保费收入的情况，供参考。"), (72, 120, "表1 保费收入"), (450, 136, "单位：万元"))(canvas)
        ruled(
            canvas,
            72,
            142,
            (150, 150, 150),
            [["项目", "2023年", "2024年"], ["寿险", "1,200", "1,300"], ["健康险", "800", "950"]],
        )
        write((72, 240, "数据未经审计。"))(canvas)

    document = read(page)
    table = body(document, Table)[0]
    assert (table.caption, table.unit, table.shape) == ("表1 保费收入", "单位：万元", (3, 3))
    assert table.text == "项目\t2023年\t2024年\n寿险\t1,200\t1,300\n健康险\t800\t950"
    assert header_rows(table) == 1
    assert [b.text for b in body(document) if not isinstance(b, Table)] == [
        "下表列示各年度保费收入的情况，供参考。",
        "数据未经审计。",
    ]


def test_a_table_over_two_pages_is_one(read):
    head = ["险种", "费率", "备注"]

    def page(cells):
        return lambda canvas: ruled(canvas, 72, 100, (150, 100, 150), cells)

    first = page([head, *[[f"险种{n}", f"{n}.5", "无"] for n in range(1, 5)]])
    second = page([head, *[[f"险种{n}", f"{n}.5", "无"] for n in range(5, 8)]])
    document = read(first, second)
    (table,) = body(document, Table)
    assert table.shape == (8, 3)
    assert [cell.text for cell in table.cells if cell.col == 0] == ["险种", *[f"险种{n}" for n in range(1, 8)]]
    assert [place.page for place in table.provenance] == [1, 2]
    assert document.report.dropped_chars == {"repeated_table_header": 6}


def test_tables_of_other_columns_stay_apart(read):
    one = [["险种", "费率", "备注"], ["寿险", "1.5", "无"]]
    document = read(
        lambda canvas: ruled(canvas, 72, 100, (150, 100, 150), one), lambda canvas: ruled(canvas, 72, 100, (100, 150, 150), one)
    )
    assert len(body(document, Table)) == 2


def test_a_frame_is_not_a_table(read, write):
    def page(canvas):
        canvas.rect(60, HEIGHT - 200, 400, 120)
        write((72, 110, "重要提示", 14), (72, 140, "请您仔细阅读条款，特别是责任免除。"))(canvas)

    document = read(page)
    assert not body(document, Table)
    assert texts(document) == ["重要提示", "请您仔细阅读条款，特别是责任免除。"]


def test_figure_captions(read, write):
    document = read(write(*rows(72, 100, LOREM), (72, 300, "图2 理赔流程"), *rows(72, 360, LOREM)))
    assert texts(document, Caption) == ["图2 理赔流程"]


def test_bookmarks_make_headings(read, write):
    def page(canvas):
        for title, level in (("Preliminaries of this", 0), ("On the scope", 1), ("On the parties", 1)):
            canvas.bookmarkPage(title)
            canvas.addOutlineEntry(title, title, level=level)
        lines = ["Preliminaries of this", LOREM[3], "On the scope", LOREM[3], "On the parties", LOREM[3]]
        write(*rows(72, 100, lines, pitch=40))(canvas)

    found = [(h.text, h.level) for h in body(read(page), Heading)]
    assert found == [("Preliminaries of this", 1), ("On the scope", 2), ("On the parties", 2)]
