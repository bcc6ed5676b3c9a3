"""Our recognisers inside Microsoft Presidio's analyzer, which runs them without any language model."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from typing import Any

from normalizers.pii.recognizers import Recognizer

LANGUAGE = "zh"
"""The one language name that Presidio knows here; our recognisers read Chinese and English alike."""


def build_analyzer(recognizers: Sequence[Recognizer]) -> Any:
    """Return a presidio AnalyzerEngine that holds exactly these recognisers and an explicit engine without a model.

    Importing Presidio takes seconds, so it happens here and not at the top.
    """
    logging.getLogger("presidio-analyzer").setLevel(logging.ERROR)
    from presidio_analyzer import AnalyzerEngine, RecognizerRegistry
    from presidio_analyzer.nlp_engine import NoOpNlpEngine

    return AnalyzerEngine(
        registry=RecognizerRegistry(recognizers=[_adapt(r) for r in recognizers], supported_languages=[LANGUAGE]),
        nlp_engine=NoOpNlpEngine(models=[{"lang_code": LANGUAGE, "model_name": "none"}]),
        supported_languages=[LANGUAGE],
    )


def _adapt(recognizer: Recognizer) -> Any:
    """Return a Presidio recogniser that finds what `recognizer` finds.

    Not a PatternRecognizer: that one never tries overlapping groups of digits, folds case, and drops a pattern that ran long.
    """
    from presidio_analyzer import EntityRecognizer, RecognizerResult

    name = type(recognizer).__name__

    class Adapted(EntityRecognizer):
        """A docmill recogniser under Presidio's protocol."""

        def load(self) -> None:
            pass

        def analyze(self, text: str, entities: list[str], nlp_artifacts: Any = None) -> list[Any]:
            return [
                RecognizerResult(recognizer.entity, span.start, span.end, span.score, recognition_metadata=self._metadata())
                for span in recognizer.find(text)
            ]

        def _metadata(self) -> dict[str, str]:
            return {
                RecognizerResult.RECOGNIZER_NAME_KEY: name,
                RecognizerResult.RECOGNIZER_IDENTIFIER_KEY: self.id,
            }

    return Adapted(supported_entities=[recognizer.entity], name=name, supported_language=LANGUAGE)
