"""The metrics on hand-worked collections of a few chunks."""

from __future__ import annotations

import pytest

from reports import measures
from reports.facts import Tally
from schemas.chunk import ChunkType
from schemas.version import doc_id


def test_freshness_counts_the_seventh_day_and_not_the_eighth(make_chunk, weigh):
    times = ("2024-05-06", "2024-04-29T23:59:59", "2024-04-28", "")
    chunks = [make_chunk(f"c{i}", update_time=t) for i, t in enumerate(times)]
    assert measures.freshness(weigh(*chunks)).value == 0.5


def test_freshness_shows_the_oldest_first(make_chunk, weigh):
    chunks = [make_chunk(f"c{i}", update_time=t) for i, t in enumerate(("2024-05-01", "2023-05-06"))]
    assert [e.note for e in measures.freshness(weigh(*chunks)).examples] == ["366 days old", "5 days old"]


def test_coverage_by_line_with_lines_that_hold_nothing(make_chunk, weigh):
    chunks = [
        make_chunk("c1"),
        make_chunk("c2"),
        make_chunk("c3", business_line=None),
        make_chunk("c4", chunk_type=ChunkType.PARENT),
    ]
    assert measures.coverage(weigh(*chunks, business_lines=("motor",))).value == {"health": 2, "motor": 0, "unassigned": 1}


def test_fragmentation_leaves_clauses_faq_and_children_out_of_both_sides(make_chunk, weigh):
    kinds = [
        {"token_count": 50},
        {"token_count": 400},
        {"token_count": 400},
        {"token_count": 128},
        {"token_count": 50, "chunk_type": ChunkType.CLAUSE},
        {"token_count": 50, "chunk_type": ChunkType.FAQ},
        {"token_count": 50, "parent_id": "p"},
    ]
    chunks = [make_chunk(f"c{i}", f"第{i}句。", **k) for i, k in enumerate(kinds)]
    assert measures.fragmentation(weigh(*chunks)).value == 0.25


def test_conflict_names_both_sides(make_chunk, weigh):
    one = make_chunk("c1", "等待期为三十日。", doc="甲.md", section_path=("等待期",))
    two = make_chunk("c2", "Cover starts at midnight.", doc="乙.md", section_path=("等待期",))
    measure = measures.conflict(weigh(one, two))
    assert measure.value == 1
    assert {measure.examples[0].source_file, measure.examples[0].note.split()[1].rstrip(",")} == {"甲.md", "乙.md"}


def test_version_conflicts_from_chunks_and_catalog_count_once(make_chunk, weigh):
    chunks = [make_chunk("c1"), make_chunk("c2", version_id="another")]
    told = (doc_id("demo", "条款.pdf"), "费率表")
    assert measures.version_conflicts(weigh(*chunks, version_conflicts=told)).value == 2


@pytest.mark.parametrize(
    ("metric", "fields", "value"),
    [
        (measures.oversize, {"token_count": 600}, 1),
        (measures.empty, {"text": " "}, 1),
        (measures.tables_without_header, {"text": "| 1 | 2 |", "chunk_type": ChunkType.TABLE}, 1),
        (measures.heading_only, {"text": "第c9节"}, 0.5),
        (measures.mid_sentence, {"text": "，接上。"}, 0.5),
        (measures.low_confidence, {"parse_confidence": 0.79}, 0.5),
        (measures.low_confidence, {"parse_confidence": 0.8}, 0.0),
        (measures.duplicates, {"text": "本公司按照合同约定给付保险金。"}, 0.5),
    ],
)
def test_one_faulty_chunk_beside_a_good_one(metric, fields, value, make_chunk, weigh):
    measure = metric(weigh(make_chunk("c1"), make_chunk("c9", **{"text": "别的话。", **fields})))
    assert measure.value == value
    assert [e.chunk_id for e in measure.examples] == (["c9"] if value else [])


@pytest.mark.parametrize(
    ("metric", "told", "value"),
    [
        (measures.unresolved_references, {"references": 8, "references_unresolved": 2}, 0.25),
        (measures.unresolved_references, {}, None),
        (measures.pii, {"pii_counts": {"MOBILE_PHONE": 2, "EMAIL": 1}}, {"EMAIL": 1, "MOBILE_PHONE": 2}),
        (measures.index_agreement, {"missing": 1, "orphaned": 2}, {"missing": 1, "orphaned": 2}),
        (measures.needs_ocr, {"pages": {"text": 3, "needs_ocr": 4}}, 4),
        (measures.failed_pages, {"pages": {"failed": 1}}, 1),
        (measures.failed_files, {"failed": (Tally(reason="Encrypted", count=2, examples=("a.pdf",)),)}, 2),
        (measures.skipped_files, {}, 0),
        (measures.oversize, {"window": None}, None),
        (measures.freshness, {}, None),
        (measures.chunk_count, {}, 0),
    ],
)
def test_what_only_the_store_knows_or_nothing_at_all(metric, told, value, weigh):
    assert metric(weigh(**told)).value == value
