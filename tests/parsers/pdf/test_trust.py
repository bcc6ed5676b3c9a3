from __future__ import annotations

import pytest

from parsers.pdf.layout import Glyph, Picture, RawPage
from parsers.pdf.trust import judge, plausibility
from schemas.document import PageOutcome

CLEAN = "保险人应当按照合同的约定在收到索赔请求后三十日内作出核定并将结果通知被保险人"


def page(texts, pictures=(), paths=0):
    glyphs = tuple(
        Glyph(text, 10 * n, 100, 10 * n + 10, 110, 109, 10, "F", False, 0, False, 0.0) for n, text in enumerate(texts)
    )
    return RawPage(1, 600, 800, glyphs, pictures=pictures, paths=paths)


@pytest.mark.parametrize(
    ("texts", "reason"),
    [
        (CLEAN, ""),
        ("The insurer pays the sum insured within thirty days of the claim.", ""),
        ("Où l'élève a-t-il été? À l'école, où il répète l'été.", ""),
        ("合计 1,200.00 (3.5%) 2023-01-01 第3页", ""),
        (["(cid:12)"] * 30, "undecoded"),
        ([*CLEAN, "\ue001"], ""),
        (["\ufffd"] * 10 + list("abc"), "undecoded"),
        ("ÖÐ¹ú±£ÏÕ¹«Ë¾²¨¶¯", "mojibake"),
        ("犐犆犛３５牨犵犲犗犳犎犪狏犲犠犺犻犮犺犜犺犲狊犲", "rare_characters"),
        ("!\"#$%&'()*+,-./01!\"#$%&'()*+<=>?@;:" * 2, "implausible_characters"),
    ],
)
def test_garbage_needs_ocr(texts, reason):
    verdict = judge(page(texts), scan=False)
    assert verdict.reason == reason
    assert verdict.trusted is not bool(reason)
    assert verdict.outcome is (PageOutcome.NEEDS_OCR if reason else PageOutcome.TEXT)


def test_recognition_errors_count_only_under_a_picture():
    text = CLEAN + " ZOq5年 20I5年 l2月 3O日 O8号 2O16"
    assert judge(page(text), scan=True).reason == "recognition_errors"
    assert judge(page(text), scan=False).reason == ""
    assert judge(page(CLEAN), scan=True).reason == "ocr_layer"


PICTURE = (Picture((0, 0, 600, 800), 0),)


@pytest.mark.parametrize(
    ("raw", "outcome", "trusted"),
    [
        (page(""), PageOutcome.BLANK, True),
        (page("", PICTURE), PageOutcome.NEEDS_OCR, True),
        (page("", paths=500), PageOutcome.NEEDS_OCR, True),
        (page("标题", PICTURE), PageOutcome.NEEDS_OCR, True),
        (page(CLEAN, PICTURE), PageOutcome.TEXT, True),
    ],
)
def test_pages_with_little_or_no_text(raw, outcome, trusted):
    verdict = judge(raw, scan=False)
    assert (verdict.outcome, verdict.trusted) == (outcome, trusted)


def test_plausibility_prefers_the_right_reading():
    assert plausibility("关于红军作战的原则") > plausibility("¹ØÓÚºì¾ü×÷Õ½µÄÔ\xad")
    assert plausibility("黎荣") > plausibility("哾㦓")
