from collections.abc import Callable

import pytest

from normalizers.pii import Scrubber
from normalizers.pii.recognizers import Recognizer
from normalizers.pii.view import folded_view
from schemas.settings import PiiSettings

Find = Callable[[Recognizer, str], list[str]]


@pytest.fixture(scope="session")
def scrubber() -> Scrubber:
    return Scrubber(PiiSettings())


@pytest.fixture(scope="session")
def find() -> Find:
    """The values found, as the text prints them, where the cheap look lets them through; the longest of those that overlap."""

    def values(recognizer: Recognizer, text: str) -> list[str]:
        spans = list(recognizer.find(folded_view(text)))
        assert recognizer.may_match(text) or not spans
        best = [s for s in spans if not any(o.start <= s.start and s.end <= o.end and o != s for o in spans)]
        return [text[span.start : span.end] for span in best]

    return values
