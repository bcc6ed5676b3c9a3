"""The metadata contract."""

from __future__ import annotations

import uuid
from datetime import date

import pytest

from chunkers import chunk
from schemas.chunk import ChunkMetadata, PlacedBox
from schemas.document import Heading, Layer, Paragraph, Provenance, Reference
from schemas.errors import WrongUse
from schemas.version import DocStatus, chunk_id, content_hash
from tests.chunkers.making import context, document, paragraphs, sentences, table


def traced(text: str, page: int, top: float, confidence: float = 1.0) -> Paragraph:
    """Return a paragraph with a place."""
    trace = Provenance(page=page, bbox=(10.0, top, 90.0, top + 10), line=page * 10, engine="test", confidence=confidence)
    return Paragraph(text=text, provenance=(trace,))


def test_every_name_of_the_contract() -> None:
    doc = document([traced("甲" * 30, 2, 50, 0.5), traced("乙" * 10, 1, 20.123), traced("丙" * 20, 2, 80)])
    [only] = chunk(
        doc, context(doc_type="report", product_code="P1", business_line="寿险", update_time="2026-02-03", fingerprint="f")
    ).chunks
    meta = only.metadata
    assert only.chunk_id == chunk_id(doc.version.version_id, "text", "b00001", 0, content_hash(only.text))  # type: ignore[union-attr]
    assert uuid.UUID(only.chunk_id).version == 5
    assert meta == ChunkMetadata(
        collection="default",
        business_line="寿险",
        doc_id="22222222-2222-5222-8222-222222222222",
        doc_name="示例文件",
        doc_type="report",
        product_code="P1",
        source_file="example.docx",
        version_id="11111111-1111-5111-8111-111111111111",
        version="v1",
        doc_status=DocStatus.PENDING,
        effective_from=date(2026, 1, 1),
        update_time="2026-02-03",
        chunk_type=meta.chunk_type,
        chunk_index=0,
        page_numbers=(1, 2),
        bbox=(PlacedBox(page=1, x0=10, top=20.12, x1=90, bottom=30.12), PlacedBox(page=2, x0=10, top=50, x1=90, bottom=90)),
        line_start=20,
        token_count=meta.token_count,
        char_count=len(only.text),
        parse_confidence=0.75,
        language="zh",
        content_hash=content_hash(only.text),
        pipeline_fingerprint="f",
    )


def test_a_document_without_a_version_is_refused() -> None:
    with pytest.raises(WrongUse, match="DocumentVersion"):
        chunk(document([Paragraph(text="甲")]).model_copy(update={"version": None}), context())


@pytest.mark.parametrize(
    ("heading", "expected"),
    [
        ("第七条 责任免除", True),
        ("第五条 保险责任", True),
        ("第三条 等待期", True),
        ("第九条 合同解除", True),
        ("第二条 投保年龄", False),
    ],
)
def test_key_clauses(heading: str, expected: bool) -> None:
    doc = document([Heading(text=heading, level=1), Paragraph(text="正文。")])
    assert chunk(doc, context("clause")).chunks[0].metadata.is_key_clause is expected


def test_references_name_the_chunks_that_hold_their_target() -> None:
    blocks = [
        Heading(text="第一条 甲", level=1),
        Paragraph(text="见第二条、附件九和表1。"),
        Heading(text="第二条 乙", level=1),
        *paragraphs(20),
        Heading(text="第三条 丙", level=1),
        table([["a", "b"], ["1", "2"]]),
        Paragraph(text="目录", layer=Layer.TOC),
    ]
    found = [("第二条", (1, 4), "b00003"), ("附件九", (5, 8), None), ("表1", (9, 11), "b00025")]
    references = tuple(
        Reference(block_id="b00002", span=span, raw=raw, target_block_id=target, rule="test") for raw, span, target in found
    )
    first, *rest = chunk(document(blocks, references=references), context()).chunks
    second = tuple(c.chunk_id for c in rest if c.metadata.section_title == "第二条 乙")
    assert len(second) > 1
    assert first.metadata.ref_map == {"第二条": second, "附件九": (), "表1": (rest[-1].chunk_id,)}
    assert all(c.metadata.ref_map == {} for c in rest)


def test_ids_do_not_depend_on_the_neighbours() -> None:
    clauses = [b for n in "一二三" for b in (Heading(text=f"第{n}条", level=1), Paragraph(text=f"条款{n}。"))]
    before = chunk(document(clauses), context()).chunks
    after = chunk(document([*clauses[:-1], Paragraph(text="改了。")]), context()).chunks
    assert [a.chunk_id == b.chunk_id for a, b in zip(before, after, strict=True)] == [True, True, False]


def test_the_line_is_that_of_the_first_block() -> None:
    doc = document([traced(sentences(40), 3, 0)])
    assert {c.metadata.line_start for c in chunk(doc, context()).chunks} == {30}
