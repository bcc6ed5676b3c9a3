from hypothesis import given
from hypothesis import strategies as st

from normalizers.pii.view import folded_view


def test_one_width_one_kind_of_digit() -> None:
    assert folded_view("１３８　１２３４－５６７８Ｘａ＠．\xa0٣") == "138 1234-5678Xa@. 3"


@given(st.text(max_size=40))
def test_offsets_are_those_of_the_text(text: str) -> None:
    assert len(folded_view(text)) == len(text)
