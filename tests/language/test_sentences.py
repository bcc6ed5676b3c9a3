import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from language.sentences import sentence_spans


def sentences(text: str) -> list[str]:
    return [text[start:end] for start, end in sentence_spans(text)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", []),
        ("没有句号", ["没有句号"]),
        ("第一句。第二句！第三句？第四句；完", ["第一句。", "第二句！", "第三句？", "第四句；", "完"]),
        ("他说：“好。”然后走了。", ["他说：“好。”", "然后走了。"]),
        ("“ 好。 ”他走了。（见附件。 ） 完", ["“ 好。 ”", "他走了。", "（见附件。 ） ", "完"]),
        ("甲。\n”乙", ["甲。\n", "”乙"]),
        ("（见附件。）下一句。", ["（见附件。）", "下一句。"]),
        ('他说："好。"你呢？', ['他说："好。"', "你呢？"]),
        ('甲。"乙。"丙', ["甲。", '"乙。"', "丙"]),
        ("真的？！是。", ["真的？！", "是。"]),
        ("Dr. Smith paid 3.5 dollars. He left.", ["Dr. Smith paid 3.5 dollars. ", "He left."]),
        ("See Fig. 3 and No. 5. Is it? Yes!", ["See Fig. 3 and No. 5. ", "Is it? ", "Yes!"]),
        ("The answer is no. Then stop.", ["The answer is no. ", "Then stop."]),
        ("Cars, boats etc. are covered. Acme Inc. The end.", ["Cars, boats etc. are covered. ", "Acme Inc. ", "The end."]),
        ("1. Introduction to it. It ends.", ["1. Introduction to it. ", "It ends."]),
        ("It was in 2024. It ended.", ["It was in 2024. ", "It ended."]),
        ("J. Smith left. (He did.) Yes.", ["J. Smith left. ", "(He did.) ", "Yes."]),
        ("a\nb\n\n", ["a\n", "b\n\n"]),
        (" \n 开头。\n", [" \n 开头。\n"]),
        ("www.example.com 是网址。", ["www.example.com 是网址。"]),
    ],
)
def test_cuts(text: str, expected: list[str]) -> None:
    assert sentences(text) == expected


@given(st.text(alphabet="甲乙。！；”）\"' \n.A1a!?(（", max_size=60))
def test_spans_cover_the_text_exactly(text: str) -> None:
    spans = sentence_spans(text)
    assert "".join(text[a:b] for a, b in spans) == text
    assert all(a < b for a, b in spans)
    assert all(before[1] == after[0] for before, after in itertools.pairwise(spans))
