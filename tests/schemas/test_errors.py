import inspect
import re

from schemas import errors


def test_the_drawn_tree_names_every_error_and_its_retry() -> None:
    drawn = dict(re.findall(r"[├└]── (\w+)(?:\s+\((Terminal|Transient)\))?", errors.__doc__ or ""))
    known = {name: cls for name, cls in errors.error_types().items() if cls.__module__ == "schemas.errors"}
    assert set(drawn) == set(known) - {"DocmillError"}
    for name, cls in known.items():
        kinds = [mixin.__name__ for mixin in (errors.Terminal, errors.Transient) if issubclass(cls, mixin)]
        assert kinds == ([drawn[name]] if drawn.get(name) else []), name


def test_an_error_says_where() -> None:
    error = errors.Damaged("expected a table; save it again", document="a.pdf", stage="parse", page=3)
    assert str(error) == "a.pdf, parse, page 3: expected a table; save it again"
    assert str(errors.Damaged("broken")) == "broken"


def test_every_error_has_a_docstring() -> None:
    assert all(inspect.getdoc(cls) for cls in errors.error_types().values())
