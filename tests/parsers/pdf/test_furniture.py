from __future__ import annotations

from parsers.pdf.furniture import Sheet, find_furniture, masked
from parsers.pdf.layout import Segment

WORDS = ("保险责任", "责任免除", "如何申领", "保险金额", "合同解除", "争议处理")


def line(text, base, row, x=72.0, size=10.0, light=0.0):
    return Segment(text, x, base - 9, x + size * len(text), base + 1, base, size, False, "F", row, 0, light=light)


def sheets(*pages):
    """Make pages of lines (text, base[, x[, size[, light]]])."""
    made = []
    for number, page in enumerate(pages, start=1):
        rows = sorted({entry[1] for entry in page})
        segments = tuple(line(e[0], e[1], rows.index(e[1]), *e[2:]) for e in page)
        made.append(Sheet(number, 595, 842, segments))
    return made


def rules(pages):
    found = find_furniture(pages)
    return [{page.segments[i].text: rule for i, rule in marks.items()} for page, marks in zip(pages, found, strict=True)]


def body(n):
    return [(f"{WORDS[n % 6]}的正文第一行", 120), (f"{WORDS[(n + 1) % 6]}的正文第二行", 140)]


def test_masked():
    assert masked("第 12 页 共 iv 页") == masked("第 3 页 共 x 页")
    assert masked("Section vivid") == "Sectionvivid"


def test_headers_and_footers_repeat_at_one_height():
    found = rules(sheets(*[[("年度报告", 40), *body(n), ("公司地址见封底", 800)] for n in range(4)]))
    assert found == [{"年度报告": "running_header", "公司地址见封底": "running_footer"}] * 4


def test_a_header_with_numbers_that_change():
    found = rules(sheets(*[[(f"年度报告 第{n}页", 40), *body(n)] for n in range(1, 5)]))
    assert [list(page.values()) for page in found] == [["running_header"]] * 4


def test_the_chapters_name_in_the_header_changes_with_the_chapter():
    names = ["第三章", "第三章", "第四章", "第四章", "第五章", "第五章"]
    found = rules(sheets(*[[(name, 40, 72, 8), *body(n)] for n, name in enumerate(names)]))
    assert [list(page.values()) for page in found] == [["running_header"]] * 6


def test_first_lines_that_only_share_their_height_stay():
    assert rules(sheets(*[body(n) for n in range(6)])) == [{}] * 6


def test_page_numbers_run_with_the_pages():
    found = rules(sheets(*[[*body(n), (str(n + 4), 800, 290)] for n in range(4)]))
    assert found == [{str(n + 4): "page_number"} for n in range(4)]


def test_numbers_that_do_not_run_stay():
    assert rules(sheets(*[[*body(n), (number, 800, 290)] for n, number in enumerate(["9", "4", "40", "7"])])) == [{}] * 4


def test_a_clause_number_at_the_top_is_no_page_number():
    pages = sheets(*[[(str(n), 100, 72), (f"{WORDS[n]}应符合规定", 100, 90), *body(n)] for n in range(1, 5)])
    assert rules(pages) == [{}] * 4


def test_copies_of_one_page_keep_their_body():
    page = [(f"{word}，正文的一行，没有页眉也没有页脚", 100 + 14 * n) for n, word in enumerate(WORDS * 2)]
    assert rules(sheets(*[page] * 4)) == [{}] * 4


def test_two_pages_ask_for_the_outermost_rows():
    found = rules(sheets(*[[("保险条款", 40), *body(n)] for n in range(2)]))
    assert found == [{"保险条款": "running_header"}] * 2


def test_watermarks_are_faint_large_and_in_one_place():
    found = rules(sheets(*[[*body(n), ("内部资料", 400, 200, 40, 0.8)] for n in range(3)]))
    assert found == [{"内部资料": "watermark"}] * 3
    assert rules(sheets(*[[*body(n), ("内部资料", 400, 200, 40, 0.0)] for n in range(3)])) == [{}] * 3


def test_single_characters_down_the_margin_are_a_strip():
    pages = sheets([*body(1), *[(char, 300 + 14 * n, 10) for n, char in enumerate("密封线内不得答题")]])
    assert set(rules(pages)[0].values()) == {"margin_text"}
