import itertools

from hypothesis import given
from hypothesis import strategies as st

from language.edits import apply_edits, compose, run_passes
from schemas.document import Edit, Paragraph


@st.composite
def edits_of(draw: st.DrawFn, length: int) -> tuple[Edit, ...]:
    """Sorted, disjoint edits of a text of some length; deletions, insertions and replacements."""
    borders = sorted(draw(st.lists(st.integers(0, length), max_size=8)))
    pairs = zip(borders[::2], borders[1::2], strict=False)
    out: list[Edit] = []
    for start, end in pairs:
        if out and start == end == out[-1].end:
            continue
        out.append(Edit(start=start, end=end, text=draw(st.text("xyz", max_size=3))))
    return tuple(out)


@given(st.data())
def test_composed_edits_do_what_both_passes_do(data: st.DataObject) -> None:
    text = data.draw(st.text("abcdef", max_size=20))
    first = data.draw(edits_of(len(text)))
    between = apply_edits(text, first)
    second = data.draw(edits_of(len(between)))
    composed = compose(text, first, second)
    assert apply_edits(text, composed) == apply_edits(between, second)
    assert all(before.end <= after.start for before, after in itertools.pairwise(composed))
    assert all(edit.start <= edit.end <= len(text) for edit in composed)


@given(st.data())
def test_slices_of_norm_join_to_norm(data: st.DataObject) -> None:
    text = data.draw(st.text("abcdef", min_size=1, max_size=20))
    edits = tuple(e for e in data.draw(edits_of(len(text))) if e.start < e.end)
    block = Paragraph(text=text, norm=apply_edits(text, edits), edits=edits)
    cuts = sorted({0, len(text), *data.draw(st.lists(st.integers(0, len(text)), max_size=4))})
    pieces = [block.norm_slice(a, b) for a, b in itertools.pairwise(cuts)]
    assert "".join(pieces) == block.norm


def test_edits_that_only_touch_stay_apart() -> None:
    first = (Edit(start=0, end=1, text="甲"),)
    second = (Edit(start=1, end=2, text="乙"),)
    assert compose("ab", first, second) == (*first, *second)


def test_an_edit_undone_is_no_edit() -> None:
    assert compose("a", (Edit(start=0, end=1, text="b"),), (Edit(start=0, end=1, text="a"),)) == ()


def test_passes_read_what_the_one_before_left() -> None:
    double = lambda text: [Edit(start=i, end=i + 1, text="bb") for i, c in enumerate(text) if c == "a"]  # noqa: E731
    upper = lambda text: [Edit(start=i, end=i + 1, text="B") for i, c in enumerate(text) if c == "b"]  # noqa: E731
    assert run_passes("xa", [double, upper]) == ("xBB", (Edit(start=1, end=2, text="BB"),))
