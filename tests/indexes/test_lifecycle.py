from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from indexes.lifecycle import Lifespan, active, statuses, superseded_by_order
from schemas.version import DocStatus

A, P, S, E, W = DocStatus.ACTIVE, DocStatus.PENDING, DocStatus.SUPERSEDED, DocStatus.EXPIRED, DocStatus.WITHDRAWN


def day(text: str) -> date:
    return date.fromisoformat(text)


def span(label: str, begins: str, seq: int, ends: str | None = None, withdrawn: str | None = None) -> Lifespan:
    return Lifespan(label, day(begins), day(ends) if ends else None, seq, day(withdrawn) if withdrawn else None)


V2022, V2024 = span("v2022", "2022-01-01", 1), span("v2024", "2024-01-01", 2)
LATE = span("v2023", "2023-01-01", 3)
FUTURE = span("v2027", "2027-01-01", 4)

CASES = [
    ("one version, on its first day", [V2022], "2022-01-01", {"v2022": A}),
    ("one version, the day before", [V2022], "2021-12-31", {"v2022": P}),
    ("newer supersedes older", [V2022, V2024], "2024-06-01", {"v2022": S, "v2024": A}),
    ("before the newer one's day", [V2022, V2024], "2023-06-01", {"v2022": A, "v2024": P}),
    ("ingested late, does not unseat", [V2022, V2024, LATE], "2024-06-01", {"v2022": S, "v2024": A, "v2023": S}),
    ("a future one waits", [V2024, FUTURE], "2026-12-31", {"v2024": A, "v2027": P}),
    ("and comes alive on its day", [V2024, FUTURE], "2027-01-01", {"v2024": S, "v2027": A}),
    (
        "same day: the later ingest wins",
        [span("a", "2024-01-01", 1), span("b", "2024-01-01", 2)],
        "2024-01-01",
        {"a": S, "b": A},
    ),
    ("last day inclusive", [span("a", "2024-01-01", 1, ends="2024-12-31")], "2024-12-31", {"a": A}),
    ("expired without successor", [span("a", "2024-01-01", 1, ends="2024-12-31")], "2025-01-01", {"a": E}),
    ("expiry revives none", [V2022, span("a", "2024-01-01", 2, ends="2024-12-31")], "2025-01-01", {"v2022": S, "a": E}),
    (
        "withdrawal revives none",
        [V2022, span("v2024", "2024-01-01", 2, withdrawn="2024-05-01")],
        "2024-06-01",
        {"v2022": S, "v2024": W},
    ),
    (
        "before it was withdrawn",
        [V2022, span("v2024", "2024-01-01", 2, withdrawn="2024-05-01")],
        "2024-04-30",
        {"v2022": S, "v2024": A},
    ),
    (
        "a successor after withdrawal",
        [span("a", "2024-01-01", 1, withdrawn="2024-05-01"), FUTURE],
        "2027-02-01",
        {"a": W, "v2027": A},
    ),
]


@pytest.mark.parametrize(("versions", "on", "expected"), [c[1:] for c in CASES], ids=[c[0] for c in CASES])
def test_status_on_a_day(versions: list[Lifespan], on: str, expected: dict[str, DocStatus]) -> None:
    assert statuses(versions, day(on)) == expected


def test_versions_supersede_the_one_before_in_time_not_in_order_of_ingest() -> None:
    assert superseded_by_order([V2022, V2024, LATE]) == {"v2022": None, "v2023": "v2022", "v2024": "v2023"}


lifespans = st.lists(
    st.builds(
        Lifespan,
        st.uuids().map(str),
        st.dates(date(2020, 1, 1), date(2030, 1, 1)),
        st.none() | st.dates(date(2020, 1, 1), date(2030, 1, 1)),
        st.integers(1, 1000),
        st.none() | st.dates(date(2020, 1, 1), date(2030, 1, 1)),
    ),
    max_size=8,
    unique_by=(lambda v: v.version_id, lambda v: v.seq),
)


@given(lifespans, st.dates(date(2020, 1, 1), date(2030, 1, 1)))
def test_at_most_one_is_active_and_order_does_not_matter(versions: list[Lifespan], on: date) -> None:
    found = statuses(versions, on)
    assert sum(status is A for status in found.values()) <= 1
    assert statuses(reversed(versions), on) == found
    chosen = active(found)
    if chosen is not None:
        best = next(v for v in versions if v.version_id == chosen)
        assert all((v.effective_from, v.seq) <= (best.effective_from, best.seq) for v in versions if v.effective_from <= on)
