from pathlib import Path

import pytest
import yaml

from normalizers.text import INSURANCE, default_dictionary, dictionary_for
from schemas.settings import NormalizeSettings


@pytest.mark.parametrize(
    ("text", "norm"),
    [
        ("保额", "保险金额"), ("基本保额", "基本保险金额"), ("保费", "保险费"), ("冷静期", "犹豫期"), ("观察期", "等待期"), ("自负额", "免赔额"),
        ("保单贷款", "保险单贷款"), ("首期保费", "首期保险费"), ("重疾险", "重大疾病保险"), ("被保人", "被保险人"),
        ("保险金额", "保险金额"), ("重大病症", "重大病症"), ("严重疾病", "严重疾病"), ("财产保全", "财产保全"), ("保单号码", "保单号码"),
        ("如实告知义务", "如实告知义务"), ("部分保险费", "部分保险费"), ("交强险", "机动车交通事故责任强制保险"),
    ],
)  # fmt: skip
def test_terms(text: str, norm: str) -> None:
    assert default_dictionary().apply(text) == norm


def test_a_collection_may_name_its_own(tmp_path: Path) -> None:
    file = tmp_path / "words.yaml"
    file.write_text("terms:\n  - {term: 甲, variants: [乙]}\n", encoding="utf-8")
    settings = NormalizeSettings(dictionaries={"claims": str(file)})
    assert dictionary_for("claims", settings).apply("乙，保额") == "甲，保额"
    assert dictionary_for("default", settings) is default_dictionary()


def test_no_term_changes_another() -> None:
    content = yaml.safe_load(INSURANCE.read_text(encoding="utf-8"))
    words = default_dictionary()
    assert len(content["terms"]) >= 60
    for entry in content["terms"]:
        assert words.apply(entry["term"]) == entry["term"]
        for variant in entry["variants"]:
            assert words.apply(variant) == entry["term"]
