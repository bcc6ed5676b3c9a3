"""The page holds each thing once, escapes everything, and loads nothing."""

from __future__ import annotations

import re
from datetime import date
from html.parser import HTMLParser

import pytest

from reports.facts import Tally
from reports.page.render import render
from reports.queries import Query
from reports.report import make_report
from reports.retrieval import evaluate
from schemas.chunk import ChunkType
from schemas.settings import Thresholds

AS_OF = date(2024, 5, 6)
EVIL = "<script>alert('x')</script><img src=x onerror=y>"
VOID = {"meta", "br", "img", "input", "link", "hr"}


class Nesting(HTMLParser):
    """Collects elements and whether they close in the right order."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: list[tuple[str, dict[str, str | None]]] = []
        self.broken: list[str] = []

    def handle_starttag(self, tag, attrs):
        self.seen.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.seen.append((tag, dict(attrs)))

    def handle_endtag(self, tag):
        if not self.open or self.open.pop() != tag:
            self.broken.append(tag)


def parsed(page: str) -> Nesting:
    nesting = Nesting()
    nesting.feed(page)
    assert nesting.broken == []
    assert nesting.open == []
    return nesting


@pytest.fixture
def build(make_chunk, facts):
    def make(evil=EVIL, short=4):
        chunks = [make_chunk(f"c{i}", f"第{i}句。", token_count=20 if i < short else 300) for i in range(14)]
        chunks.append(
            make_chunk(
                "c90", f"{evil} 坏", doc=f"{evil}.md", section_path=(evil,), business_line=evil, version=evil, token_count=9
            )
        )
        chunks.append(make_chunk("c91", "| 1 | 2 |", chunk_type=ChunkType.TABLE))
        queries = [
            Query(query=f"{evil}?", relevant_chunk_ids=("none",), category=evil),
            Query(query="q", relevant_chunk_ids=("c1",)),
        ]
        told = facts.model_copy(
            update={
                "collection": evil,
                "failed": (Tally(reason="Encrypted", count=1, examples=(evil,)),),
                "skipped": (Tally(reason="link_farm", count=2, examples=("x.html",)),),
                "renditions": ("条款.docx",),
                "pii_counts": {"MOBILE_PHONE": 7},
                "dropped_chars": {"running_header": 120},
                "total_chars": 1000,
                "pages": {"text": 9, "needs_ocr": 1},
                "outcomes": {"parsed": 3, "failed": 1},
                "orphaned": 2,
            }
        )
        retrieval = evaluate(queries, lambda q, m, k: chunks[:k])
        return make_report(chunks, told, Thresholds(), AS_OF, retrieval=retrieval, run_id="run-1")

    return make


def test_well_formed_with_each_section_once(build):
    nesting = parsed(render(build()))
    ids = [attrs["id"] for _, attrs in nesting.seen if "id" in attrs]
    assert ids == ["top", "alerts", "health", "shape", "worst", "retrieval", "files"]
    assert len([attrs for _, attrs in nesting.seen if "data-chunk" in attrs]) == 10


def test_nothing_that_a_document_says_becomes_markup(build):
    page = render(build())
    assert "<script" not in page
    assert "<img" not in page
    assert "&lt;script&gt;" in page
    tags = {tag for tag, _ in parsed(page).seen}
    assert not tags & {"script", "img", "iframe", "link", "object", "embed", "form"}
    assert not any(name.startswith("on") for _, attrs in parsed(page).seen for name in attrs)


def test_nothing_comes_from_elsewhere(build):
    page = render(build(evil="Demo"))
    assert not re.search(r"https?://|url\(|@import|src=|href=", page)
    assert "default-src 'none'" in page


@pytest.mark.parametrize(
    "words",
    [
        "Histogram of chunk lengths", "By type", "By document", "Last changed", "By business line", "The ten worst chunks",
        "is a table piece without its header", "Index agreement", "orphaned: 2", "Encrypted", "link_farm", "条款.docx",
        "MOBILE_PHONE", "running_header", "12 %", "recall@5", "ndcg@10", "Queries that no mode answered", "run-1",
        "Pages that need OCR", "at most 15 %",
    ],
)  # fmt: skip
def test_the_page_says(words, build):
    assert words in render(build(evil="Demo"))


def test_difference_to_the_last_run(build):
    page = render(build(evil="Demo", short=4), build(evil="Demo", short=8))
    assert "Last time" in page
    assert "better" in page
    assert "Last time" not in render(build(evil="Demo"))


def test_an_empty_collection_still_has_a_page(facts):
    page = render(make_report([], facts, Thresholds(), AS_OF))
    parsed(page)
    assert "No chunk at all." in page


def test_the_same_report_gives_the_same_bytes(build):
    assert render(build()) == render(build())
