from __future__ import annotations

import pytest

from parsers.joining import are_wrapped, join_lines, width


@pytest.mark.parametrize(
    ("text", "joined"),
    [
        ("保险\n责任", "保险责任"),
        ("保险，\n  责任", "保险，责任"),
        ("two\nwords", "two words"),
        ("等待期 90\n天", "等待期 90 天"),
        ("no break", "no break"),
    ],
)
def test_lines_of_one_paragraph(text, joined):
    assert join_lines(text) == joined


def test_width_counts_wide_characters_twice():
    assert width("ab保") == 4


def test_only_full_lines_are_wrapped():
    assert are_wrapped(["x" * 70, "short"], 72)
    assert not are_wrapped(["short", "x" * 70], 72)
    assert not are_wrapped(["x" * 400, "y"], 400)
