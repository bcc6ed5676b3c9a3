from __future__ import annotations

import pytest

from parsers.pdf.layout import Glyph, Picture, RawPage
from parsers.pdf.textlayer import clean, drop_fake_bold

INK = Glyph("字", 100, 100, 112, 112, 110, 12, "SimSun", False, 0, False, 0.0)


def page(*glyphs, pictures=(), fills=()):
    return RawPage(1, 600, 800, tuple(glyphs), pictures=tuple(pictures), fills=tuple(fills))


@pytest.mark.parametrize(
    ("dx", "dy", "text", "dropped"),
    [(0, 0, "字", 1), (0.9, 0, "字", 1), (0.5, 0.5, "字", 1), (12, 0, "字", 0), (0, 0, "学", 0), (3, 0, "字", 0)],
)
def test_drop_fake_bold(dx, dy, text, dropped):
    twin = INK._replace(text=text, x0=INK.x0 + dx, x1=INK.x1 + dx, top=INK.top + dy, bottom=INK.bottom + dy)
    kept, count = drop_fake_bold([INK, twin])
    assert count == dropped
    assert kept[0].bold is bool(dropped)


def test_narrow_doublings_are_real():
    narrow = INK._replace(text="l", x1=101.1)
    assert drop_fake_bold([narrow, narrow._replace(x0=101.1, x1=102.2)])[1] == 0


@pytest.mark.parametrize(
    ("glyph", "fills", "rule"),
    [
        (INK, (), None),
        (INK._replace(hidden=True), (), "invisible_text"),
        (INK._replace(light=1.0), (), "invisible_text"),
        (INK._replace(light=1.0), [(90, 90, 200, 120)], None),
        (INK._replace(size=1.0), (), "invisible_text"),
        (INK._replace(x0=700, x1=712), (), "outside_page"),
    ],
)
def test_what_hides_a_glyph(glyph, fills, rule):
    layer = clean(page(INK._replace(x0=10, x1=22), glyph, fills=fills))
    assert list(layer.hidden) == ([rule] if rule else [])
    assert len(layer.page.glyphs) == (1 if rule else 2)


def test_invisible_text_under_a_picture_that_covers_the_page_is_its_text():
    layer = clean(page(INK._replace(hidden=True), pictures=[Picture((0, 0, 600, 800), 0)]))
    assert layer.scan
    assert len(layer.page.glyphs) == 1


def test_text_painted_over_a_background_picture_is_no_scan():
    assert not clean(page(INK, pictures=[Picture((0, 0, 600, 800), 0)])).scan
    assert clean(page(INK, pictures=[Picture((0, 0, 600, 800), 1)])).scan
