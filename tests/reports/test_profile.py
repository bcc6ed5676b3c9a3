"""What the charts count, and which chunks are worst."""

from __future__ import annotations

from datetime import date

from reports.profile import profile
from schemas.chunk import ChunkType
from schemas.settings import Thresholds

AS_OF = date(2024, 5, 6)


def test_counts(make_chunk, facts):
    chunks = [
        make_chunk("c1", token_count=7, update_time="2024-05-06"),
        make_chunk("c2", "二。", token_count=8, update_time="2024-04-29", doc="b.md", chunk_type=ChunkType.CLAUSE),
        make_chunk("c3", "三。", token_count=255, update_time="2020-01-01", doc="b.md"),
        make_chunk("c4", "四。", token_count=900, update_time="", doc="b.md", chunk_type=ChunkType.PARENT),
        make_chunk("c5", "五。", token_count=16, update_time="", language="zh"),
    ]
    result = profile(chunks, facts, Thresholds(), AS_OF)
    assert (result.chunks, result.tokens, result.median_tokens, result.document_count) == (4, 286, 8, 2)
    assert [(b.low, b.high, b.count) for b in result.lengths if b.count] == [(0, 8, 1), (8, 16, 1), (16, 24, 1), (248, 256, 1)]
    assert {r.label: r.count for r in result.types} == {"text": 3, "clause": 1, "parent": 1}
    assert [r.count for r in result.ages] == [1, 1, 0, 0, 0, 1, 1]
    assert {r.label: r.count for r in result.documents} == {"条款": 2, "b": 2}
    assert {r.label: r.count for r in result.languages} == {"und": 3, "zh": 1}


def test_more_documents_than_fit_are_counted(make_chunk, facts):
    chunks = [make_chunk(f"c{i}", f"{i}。", doc=f"{i:02}.md") for i in range(15)]
    result = profile(chunks, facts, Thresholds(), AS_OF)
    assert (len(result.documents), result.more_documents, result.document_count) == (12, 3, 15)


def test_the_ten_worst_by_weight_then_by_length(make_chunk, facts):
    good = [make_chunk(f"c{i}", f"第{i}句。", token_count=200 + i) for i in range(12)]
    bad = [make_chunk("c20", " "), make_chunk("c21", "短。", token_count=5)]
    worst = profile([*good, *bad], facts, Thresholds(), AS_OF).worst
    assert [w.chunk_id for w in worst] == ["c20", "c21", "c0", "c1", "c2", "c3", "c4", "c5", "c6", "c7"]
    assert [w.score for w in worst][:3] == [6, 3, 0]
    assert worst[1].faults == ("tiny", "fragment")


def test_nothing_at_all(facts):
    result = profile([], facts, Thresholds(), AS_OF)
    assert (result.chunks, result.lengths, result.worst, result.median_tokens) == (0, (), (), 0)
