import pytest

from normalizers.pii.operators import mask, operator_for, pseudonym
from schemas.errors import SettingsError
from schemas.settings import PiiSettings


@pytest.mark.parametrize(
    ("entity", "value", "masked"),
    [
        ("CN_ID_CARD", "110101199003052315", "110101********2315"),
        ("CN_ID_CARD", "11010519491231002X", "110105********002X"),
        ("CN_ID_CARD", "110105491231002", "110105*****1002"),
        ("BANK_CARD", "6222021234567890128", "622202*********0128"),
        ("BANK_CARD", "4111111111111111", "411111******1111"),
        ("MOBILE_PHONE", "13812345678", "138****5678"),
        ("EMAIL_ADDRESS", "zhang@example.com", "z***@example.com"),
        ("EMAIL_ADDRESS", "z@example.com", "***@example.com"),
        ("SOMETHING", "abc", "***"),
    ],
)
def test_mask_keeps_the_agreed_characters(entity: str, value: str, masked: str) -> None:
    assert mask(entity, value) == masked


def test_a_pseudonym_is_stable_and_depends_on_the_key() -> None:
    one = pseudonym("MOBILE_PHONE", "13812345678", "key")
    assert one == pseudonym("MOBILE_PHONE", "13812345678", "key")
    assert one != pseudonym("MOBILE_PHONE", "13812345678", "other")
    assert one != pseudonym("MOBILE_PHONE", "13812345679", "key")
    assert not any(c.isdigit() for c in one)


def test_settings_choose_the_operator() -> None:
    settings = PiiSettings(operators={"BANK_CARD": "tag"})
    assert operator_for("BANK_CARD", settings)("4111111111111111") == "<BANK_CARD>"
    assert operator_for("MOBILE_PHONE", settings)("13812345678") == "138****5678"
    with pytest.raises(SettingsError, match="choose one of mask, pseudonym, tag"):
        operator_for("BANK_CARD", PiiSettings(operators={"BANK_CARD": "shred"}))
