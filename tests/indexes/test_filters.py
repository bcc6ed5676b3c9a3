import pytest

from indexes.base import Condition
from indexes.filters import parse_condition, quoted, sql_where
from schemas.errors import WrongUse

CASES = [
    ("version=v2022", "version IN ('v2022')"),
    ("doc_type=clause|contract", "doc_type IN ('clause', 'contract')"),
    ("page_numbers=3", "(array_has(page_numbers, 3))"),
    ("section_path=第一章", "(array_has(section_path, '第一章'))"),
    ("has_table=yes", "has_table IN (true)"),
    ("token_count=12", "token_count IN (12)"),
    ("effective_from=2024-01-01", "effective_from IN (date '2024-01-01')"),
    ("product_code=", "product_code IS NULL"),
    ("doc_name=O'Neill", "doc_name IN ('O''Neill')"),
    ("doc_name=a=b", "doc_name IN ('a=b')"),
]


@pytest.mark.parametrize(("text", "sql"), CASES, ids=[c[0] for c in CASES])
def test_condition_becomes_sql(text: str, sql: str) -> None:
    assert sql_where([parse_condition(text)]) == sql


@pytest.mark.parametrize(
    "text",
    [
        "version",
        "colour=red",
        "bbox=1",
        "page_numbers=one",
        "has_table=maybe",
        "effective_from=soon",
        "token_count=2147483648",
        "parse_confidence=nan",
        "parse_confidence=1e39",
        "version=\udcff",
    ],
)
def test_bad_filter_is_wrong_use(text: str) -> None:
    with pytest.raises(WrongUse):
        parse_condition(text)


def test_no_values_match_nothing() -> None:
    assert sql_where([Condition("version_id", ())]) == "false"
    assert quoted([]) == "(NULL)"


def test_searchable_rows_only() -> None:
    assert sql_where([], searchable=True) == "searchable = true"
