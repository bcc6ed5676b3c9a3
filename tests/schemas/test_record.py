from __future__ import annotations

import pytest
from pydantic import ValidationError

from schemas.document import Cell, Document, Heading, Kind, Paragraph, Reference, RouteDecision, SourceFile, Table
from schemas.record import Opaque, Record, map_strings


class Inner(Record):
    words: str
    rule: Opaque = "rule"


class Outer(Record):
    title: str
    inner: tuple[Inner, ...] = ()
    notes: dict[str, str] = {}
    maybe: str | None = None
    kind: Kind = Kind.TEXT


def masked(text: str) -> str:
    return text.replace("1", "*")


def test_every_plain_string_is_reached_and_opaque_ones_are_not() -> None:
    outer = Outer(title="a1", inner=(Inner(words="b1", rule="r1"),), notes={"k1": "v1"}, maybe="m1")
    assert map_strings(outer, masked) == Outer(
        title="a*", inner=(Inner(words="b*", rule="r1"),), notes={"k*": "v*"}, maybe="m*"
    )


def test_a_record_without_a_change_is_the_same_object() -> None:
    outer = Outer(title="a", inner=(Inner(words="b"),))
    assert map_strings(outer, masked) is outer


def test_a_document_is_reached_everywhere() -> None:
    document = Document(
        source=SourceFile(uri="/a1", name="a1", sha256="1", size=1),
        route=RouteDecision(kind=Kind.TEXT, parser="text", reasons=("1 line",)),
        title="t1",
        blocks=(
            Heading(id="b1", text="h1", level=1),
            Paragraph(id="b2", text="p1", section_path=("h1",)),
            Table(id="b3", cells=(Cell(row=0, col=0, text="c1"),), caption="k1", unit="u1"),
        ),
        references=(Reference(block_id="b2", span=(0, 1), raw="r1", rule="x1"),),
        attributes={"author": "n1"},
    )
    changed = map_strings(document, masked).model_dump_json(exclude={"source": {"sha256"}})
    for word in ("/a1", "t1", "h1", "p1", "c1", "k1", "u1", "r1", "n1"):
        assert f'"{word}"' not in changed
    assert '"b1"' in changed
    assert '"x1"' in changed


def test_records_are_frozen_and_refuse_the_unknown() -> None:
    with pytest.raises(ValidationError):
        Outer(title="a", colour="red")  # type: ignore[call-arg]
    with pytest.raises(ValidationError):
        Outer(title="a").title = "b"  # type: ignore[misc]
