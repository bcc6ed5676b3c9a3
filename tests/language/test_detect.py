import pytest

from language.detect import language_of


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("本合同自签发之日起生效。", "zh"),
        ("本公司與要保人約定", "zh"),
        ("甲方应按照 API Gateway Service Level Agreement 的约定付款", "zh"),
        ("The insurer shall pay the benefit.", "en"),
        (
            "The policy is issued to the insured by the company and it is in force from the date on which the premium was paid",
            "en",
        ),
        ("これは日本語の文章です", "und"),
        ("보험금을 지급합니다", "und"),
        (
            "Le contrat est conclu entre les parties pour une durée de cinq ans et prend effet à la date de signature du contrat",
            "und",
        ),
        ("12345 % 。", "und"),
        ("", "und"),
    ],
)
def test_language(text: str, language: str) -> None:
    assert language_of(text) == language
