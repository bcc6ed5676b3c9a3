from collections.abc import Callable

import pytest

from normalizers.pii.recognizers import Recognizer
from normalizers.pii.recognizers.bank_card import BankCard, passes_luhn

# Invented numbers whose last digit is worked out by Luhn; 4111111111111111 is the networks' test number.


@pytest.mark.parametrize(
    ("digits", "holds"), [("4111111111111111", True), ("4111111111111112", False), ("6222021234567890128", True), ("18", True)]
)
def test_luhn(digits: str, holds: bool) -> None:
    assert passes_luhn(digits) is holds


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("4111111111111111", ["4111111111111111"]),
        ("卡6222021234567890128号", ["6222021234567890128"]),
        ("6222 0212 3456 7890 128", ["6222 0212 3456 7890 128"]),
        ("4111-1111-1111-1111", ["4111-1111-1111-1111"]),
        ("６２２８４８００１２３４５６７１", ["６２２８４８００１２３４５６７１"]),
        ("622202 1234567890128", ["622202 1234567890128"]),
        ("银行账号：62220212 34567890 128", ["62220212 34567890 128"]),
        ("9558800100012345672", ["9558800100012345672"]),
        # not cards
        ("6222021234567890127", []),
        ("16222021234567890128", []),
        ("62220212 34567890 128", []),
        ("保单号 2023138123456789012", []),
        ("订单号：6222021234567890128", []),
        ("order no. 4111111111111111", []),
        ("合同编号（4111111111111111）", []),
        ("41111111-1111-1111-1111-111111111111", []),
        ("0000000000000000", []),
        ("622202*********0128", []),
        ("20241231235959123456", []),
    ],
)
def test_finds(find: Callable[[Recognizer, str], list[str]], text: str, values: list[str]) -> None:
    assert find(BankCard(), text) == values
