from __future__ import annotations

from parsers.pdf.layout import Line
from parsers.pdf.toc import mark_toc


def lines(*texts, pieces=1):
    return [Line(text, (0, 0, 1, 1), 0, 10, False, "F", 0, 1, 1, pieces=pieces) for text in texts]


def marked(found):
    return [line.text for line in found if line.rule == "toc"]


ENTRIES = ("第一章 总则........1", "第二章 责任······12", "Chapter 3 ……… iv")


def test_entries_and_their_title():
    assert marked(mark_toc(lines("目录", *ENTRIES, "正文"), runs_on=False)) == ["目录", *ENTRIES]


def test_a_wrapped_title_between_entries_belongs_to_them():
    texts = (ENTRIES[0], "一个很长很长的标题", *ENTRIES[1:])
    assert marked(mark_toc(lines(*texts), runs_on=False)) == list(texts)


def test_two_entries_are_no_table_unless_it_runs_on():
    assert marked(mark_toc(lines(*ENTRIES[:2]), runs_on=False)) == []
    assert marked(mark_toc(lines(*ENTRIES[:2]), runs_on=True)) == list(ENTRIES[:2])


def test_entries_without_dots_need_the_title():
    texts = ("第一章 1", "第二章 5", "第三章 9")
    assert marked(mark_toc(lines("目 录", *texts, pieces=2), runs_on=False)) == ["目 录", *texts]
    assert marked(mark_toc(lines(*texts, pieces=2), runs_on=False)) == []


def test_dots_in_a_sentence_are_no_leader():
    assert marked(mark_toc(lines("他说......然后走了。", "还有……等等。", "最后......结束。"), runs_on=False)) == []
