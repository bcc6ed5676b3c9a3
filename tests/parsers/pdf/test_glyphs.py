from __future__ import annotations

import pytest

from parsers.pdf.glyphs import direction, is_bold, luminance, own_base, plain_font, plain_text
from parsers.pdf.layout import CLOCKWISE, COUNTER_CLOCKWISE, OBLIQUE, UPRIGHT, UPSIDE_DOWN


@pytest.mark.parametrize(
    ("raw", "font", "text"),
    [
        ("\ufb01", "", "fi"),
        ("\ufb03", "", "ffi"),
        ("\u2f00", "", "一"),
        ("\uf900", "", "豈"),
        ("\u00a0", "", " "),
        ("\x00", "", ""),
        ("\u200b", "", ""),
        ("\u00ad", "", "-"),
        ("\uf0b7", "Symbol", "•"),
        ("\uf0a3", "SymbolMT", "≤"),
        ("\uf0a3", "Wingdings2", "□"),
        ("\uf052", "Wingdings2", "☑"),
        ("\ue123", "", "\ue123"),
        ("①", "", "①"),
        ("，", "", "，"),
    ],
)
def test_plain_text(raw, font, text):
    assert plain_text(raw, font) == text


@pytest.mark.parametrize(
    ("name", "plain", "bold"),
    [
        ("ABCDEF+SimHei", "SimHei", True),
        ("Helvetica-Bold", "Helvetica-Bold", True),
        ("ABCDEF+SimSun", "SimSun", False),
        ("\u9ed1\u4f53".encode("gb18030"), "黑体", True),
        ("CMBX-Semibold", "CMBX-Semibold", True),
        ("STSong-Light", "STSong-Light", False),
    ],
)
def test_fonts(name, plain, bold):
    assert plain_font(name) == plain
    assert is_bold(plain) is bold


@pytest.mark.parametrize(
    ("a", "b", "turn"),
    [(1, 0, UPRIGHT), (0, 1, COUNTER_CLOCKWISE), (-1, 0, UPSIDE_DOWN), (0, -1, CLOCKWISE), (1, 1, OBLIQUE), (10, 1, UPRIGHT)],
)
def test_direction(a, b, turn):
    assert direction(a, b) == turn


def test_the_baseline_is_measured_in_the_glyphs_own_frame():
    assert own_base(30, 40, UPRIGHT, 100, 200) == 40
    assert own_base(30, 40, CLOCKWISE, 100, 200) == 70
    assert own_base(30, 40, COUNTER_CLOCKWISE, 100, 200) == 30
    assert own_base(30, 40, UPSIDE_DOWN, 100, 200) == 160


@pytest.mark.parametrize(
    ("colour", "space", "light"),
    [
        (0, "DeviceGray", 0),
        ((1,), "DeviceGray", 1),
        ((1.0,), "Separation", 0),
        ((1, 1, 1), "DeviceRGB", 1),
        ((0, 0, 0, 1), "DeviceCMYK", 0),
        ((0, 0, 0, 0), "DeviceCMYK", 1),
        (None, "Pattern", 0),
    ],
)
def test_luminance(colour, space, light):
    assert luminance(colour, space) == pytest.approx(light)
