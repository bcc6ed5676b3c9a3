import json
from collections import Counter
from pathlib import Path

from tests.gates.conftest import DAY, Library

FLOORS = json.loads((Path(__file__).parent / "retrieval.json").read_text(encoding="utf-8"))


def test_hybrid_search_answers_the_fixture_questions(library: Library) -> None:
    questions = library.truth / "questions.jsonl"
    categories = Counter(json.loads(line)["category"] for line in questions.read_text(encoding="utf-8").splitlines())
    assert sum(categories.values()) == 40
    assert categories["paraphrase"] >= FLOORS["paraphrases_at_least"]

    code, report = library.run("report", "--queries", questions, "--as-of", DAY, "--out", library.folder / "report.html")
    assert code == 0
    recall = {mode: report["retrieval"][mode]["recall@5"]["value"] for mode in ("vector", "bm25", "hybrid")}
    assert recall["hybrid"] >= FLOORS["hybrid_recall_at_5"]
    trail = max(recall["vector"], recall["bm25"]) - recall["hybrid"]
    assert trail <= FLOORS["hybrid_may_trail_the_better_single_mode_by"]
