from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parsers.pdf.turn import turn_back, turn_box

SIDE = st.floats(0, 500)


@pytest.mark.parametrize(
    ("turn", "moved"), [(0, (10, 20, 30, 40)), (90, (20, 70, 40, 90)), (180, (70, 160, 90, 180)), (270, (160, 10, 180, 30))]
)
def test_turn_box_on_a_page_of_100_by_200(turn, moved):
    assert turn_box((10, 20, 30, 40), turn, 100, 200) == moved


@given(SIDE, SIDE, SIDE, SIDE, st.sampled_from([0, 90, 180, 270]))
def test_turning_back_undoes_it(x0, top, width, height, turn):
    box = (x0, top, x0 + width, top + height)
    assert turn_back(turn_box(box, turn, 1000, 1200), turn, 1000, 1200) == pytest.approx(box)
