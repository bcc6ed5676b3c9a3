"""What holds for every document and every preset."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pydantic import ValidationError

from chunkers import chunk, uncovered
from chunkers.presets import PRESETS
from schemas.chunk import ChunkSet, ChunkType
from schemas.document import (
    Block,
    Caption,
    Cell,
    Code,
    Document,
    Edit,
    Figure,
    Footnote,
    Formula,
    Furniture,
    Heading,
    Layer,
    ListItem,
    Paragraph,
    Seal,
    Table,
)
from schemas.settings import ChunkPreset
from tests.chunkers.making import context, document, hashing, searched, sentences, table, texts

EMOJI = "👩‍👩‍👧‍👦🏳️‍🌈👍🏽🇨🇳é"

PHRASES = st.sampled_from(
    [
        "第一条 总则",
        "第二十条 保险责任。在本合同有效期内，我们承担下列责任：",
        "（一）身故保险金；",
        "1. 投保年龄",
        "2.3 责任免除",
        "问：等待期多久？\n答：90天。",
        "客服：您好。\n用户：我要退保。",
        "下列情形之一的，我们不承担责任：",
        "The waiting period is 90 days. It starts on the effective date, e.g. 1 January.",
        "单位：元",
        "如下表所示：",
        "```\n# not a heading\n```",
        EMOJI,
        "a|b\\|c",
        "没有标点" * 30,
        "word" * 40,
        " ",
        "\n\n",
        "。",
        "见第二条、附件一。",
    ]
)
TEXT = st.builds(
    lambda parts, more: "".join(parts) + sentences(more), st.lists(PHRASES, min_size=1, max_size=4), st.integers(0, 25)
)


def _with_edit(block: Paragraph) -> Paragraph:
    at = block.text.find("句子")
    edits = (Edit(start=at, end=at + 2, text="句"),) if at >= 0 else ()
    norm = block.text.replace("句子", "句", 1)
    return block.model_copy(update={"norm": norm, "edits": edits})


def _grid(rows: int, cols: int, fill: list[str], head: int, merged: bool) -> Table:
    cells = [
        Cell(row=r, col=c, text=fill[(r * cols + c) % len(fill)], header=r < head) for r in range(rows) for c in range(cols)
    ]
    if merged and cols > 1:
        cells = [c.model_copy(update={"colspan": cols}) if (c.row, c.col) == (0, 0) else c for c in cells if c.row or not c.col]
    return Table(cells=tuple(cells), caption="表1 费率", unit="元")


BLOCKS: st.SearchStrategy[Block] = st.one_of(
    st.builds(lambda t, lv: Heading(text=t, level=lv), TEXT, st.integers(1, 6)),
    st.builds(lambda t: _with_edit(Paragraph(text=t)), TEXT),
    st.builds(lambda t, d, o: ListItem(text=t, depth=d, ordered=o), TEXT, st.integers(0, 2), st.booleans()),
    st.builds(
        lambda t, r: Code(text=t, role=r, name="get /policies"),
        TEXT,
        st.sampled_from(["fence", "source", "operation", "schema"]),
    ),
    st.builds(lambda t: Figure(text=t), st.one_of(st.just(""), TEXT)),
    st.builds(lambda t: Caption(text=t), TEXT),
    st.builds(lambda t, layer: Footnote(text=t, marker="[1]", layer=layer), TEXT, st.sampled_from([Layer.BODY, Layer.NOTE])),
    st.builds(lambda t: Formula(text=t), TEXT),
    st.builds(lambda t: Seal(text=t), TEXT),
    st.builds(lambda t: Furniture(text=t, rule="running_header"), TEXT),
    st.builds(lambda t: Paragraph(text=t, layer=Layer.TOC, rule="toc"), TEXT),
    st.builds(
        _grid,
        st.integers(1, 8),
        st.integers(1, 6),
        st.lists(st.one_of(st.just(""), st.text("甲乙丙12.|\n\t ", max_size=8), TEXT), min_size=1, max_size=5),
        st.integers(0, 2),
        st.booleans(),
    ),
)
DOCUMENTS = st.lists(BLOCKS, max_size=12).map(document)


def check(doc: Document, chunk_set: ChunkSet, window: int = 512) -> None:
    """Assert everything that always holds."""
    count = hashing().count_tokens
    assert uncovered(doc, chunk_set) == []
    ids = [c.chunk_id for c in chunk_set.chunks]
    assert len(ids) == len(set(ids))
    assert set(chunk_set.spans) == set(ids)
    for index, c in enumerate(chunk_set.chunks):
        assert c.metadata.chunk_index == index
        assert c.text.strip()
        assert c.metadata.char_count == len(c.text)
        assert c.metadata.token_count == count(c.index_text)
        assert chunk_set.spans[c.chunk_id]
        if c.metadata.chunk_type is ChunkType.PARENT:
            assert c.metadata.prev_chunk_id is c.metadata.next_chunk_id is None
        else:
            assert count(c.index_text) <= window
    found = searched(chunk_set)
    assert [c.metadata.prev_chunk_id for c in found] == [None, *(c.chunk_id for c in found[:-1])][: len(found)]
    assert [c.metadata.next_chunk_id for c in found] == [*(c.chunk_id for c in found[1:]), None][: len(found)]
    parents = {c.chunk_id for c in chunk_set.chunks if c.metadata.chunk_type is ChunkType.PARENT}
    assert {c.metadata.parent_id for c in found} - {None} == parents
    once = Counter(
        (span.block_id, at) for c in found for span in chunk_set.spans[c.chunk_id] for at in range(span.start, span.end)
    )
    assert not once or max(once.values()) == 1, "a source character is carried twice"


@settings(max_examples=120, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(DOCUMENTS, st.sampled_from(sorted(PRESETS)))
def test_nothing_is_lost_and_every_chunk_fits(doc: Document, preset: str) -> None:
    first = chunk(doc, context(preset))
    check(doc, first)
    assert chunk(doc, context(preset)) == first


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    DOCUMENTS,
    st.sampled_from(sorted(PRESETS)),
    st.integers(16, 600),
    st.integers(0, 400),
    st.integers(0, 600),
    st.sampled_from(["tokens", "chars"]),
)
def test_any_size_holds(doc: Document, name: str, size: int, overlap: int, least: int, unit: str) -> None:
    sized = ChunkPreset(
        chunker=PRESETS[name].chunker, size=size, overlap=min(overlap, size - 1), min_size=least, unit=unit,
        parent_size=max(16, size * 2), table_whole_tokens=max(16, size // 2),
    )  # fmt: skip
    check(doc, chunk(doc, context("mine", presets={"mine": sized})))


@settings(max_examples=40, deadline=None)
@given(DOCUMENTS)
def test_chunks_come_in_reading_order(doc: Document) -> None:
    order = {block.id: i for i, block in enumerate(doc.blocks)}
    doc = doc.model_copy(update={"blocks": tuple(b for b in doc.blocks if not isinstance(b, Caption | Footnote))})
    chunk_set = chunk(doc, context("structure"))
    firsts = [min((order[s.block_id], s.start) for s in chunk_set.spans[c.chunk_id]) for c in searched(chunk_set)]
    assert [f[0] for f in firsts] == sorted(f[0] for f in firsts)


HOSTILE = {
    "empty": [],
    "white space": [Paragraph(text=" \n "), Heading(text="\t", level=1)],
    "5,000 characters without punctuation": [Paragraph(text="保险" * 2500)],
    "5,000 letters in one word": [Paragraph(text="x" * 5000)],
    "headings 40 deep": [*(Heading(text=f"{i} " + "层级标题" * 10, level=i) for i in range(1, 41)), Paragraph(text="正文。")],
    "only headings": [Heading(text=f"第{i}章 标题", level=1 + i % 3) for i in range(1, 200)],
    "a heading of 5,000 characters": [Heading(text="标题" * 2500, level=1), Paragraph(text="正文。")],
    "20,000 characters in a cell": [table([["项目", "内容"], ["说明", "条文内容，" * 4000], ["其他", "短"]])],
    "20,000 characters in a header cell": [table([["项目" * 10000, "内容"], ["说明", "一"], ["其他", "二"]])],
    "20,000 characters in the only cell": [table([["条文内容。" * 4000]], head=0)],
    "1,000 columns": [table([[f"列{c}" for c in range(1000)], *([f"{r}.{c}" for c in range(1000)] for r in range(3))])],
    "1,000 empty columns": [table([["名称", *[""] * 999], ["甲", *[""] * 998, "乙"]])],
    "a caption of 3,000 characters": [table([["a", "b"], ["1", "2"]], caption="标题" * 1500, unit="元" * 300)],
    "emoji": [Paragraph(text=EMOJI * 400)],
    "two cells in one place": [Table(cells=(Cell(row=0, col=0, text="上"), Cell(row=0, col=0, text="下"), Cell(row=1, col=0, text="底")))],
    "code longer than the window": [Code(text="\n".join(f"def f{i}(): return {i} * 2" for i in range(400)), role="source", name="m.py")],
    "code on one line": [Code(text='{"a":' * 3000, role="schema", name="Deep")],
    "one list of 300": [Paragraph(text="包括下列各项："), *(ListItem(text=f"（{i}）" + "项目" * 12) for i in range(300))],
    "a lead-in of 800": [Paragraph(text="条件" * 400 + "："), *(ListItem(text="项目" * 30) for _ in range(20))],
}  # fmt: skip


@pytest.mark.parametrize("preset", sorted(PRESETS))
@pytest.mark.parametrize("case", HOSTILE)
def test_hostile_documents(case: str, preset: str) -> None:
    doc = document(HOSTILE[case])
    check(doc, chunk(doc, context(preset)))


def test_an_empty_document_has_no_chunks() -> None:
    assert chunk(document([]), context()).chunks == ()


def test_layers_outside_body_and_notes_are_dropped_by_their_rule() -> None:
    doc = document(
        [Furniture(text="页眉", rule="running_header"), Paragraph(text="目录 1", layer=Layer.TOC), Paragraph(text="正文。")]
    )
    chunk_set = chunk(doc, context())
    assert texts(chunk_set) == ["正文。"]
    assert [(d.span.block_id, d.rule) for d in chunk_set.drops] == [("b00001", "running_header"), ("b00002", "toc")]


def test_overlap_that_never_advances_is_refused() -> None:
    with pytest.raises(ValidationError, match="smaller than size"):
        ChunkPreset(size=100, overlap=100)
    with pytest.raises(ValidationError, match="smaller than size"):
        ChunkPreset(size=100, overlap=150)
