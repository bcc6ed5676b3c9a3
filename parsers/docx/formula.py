"""Formulas of Office Math (ECMA-376 part 1, 22.1) written on one line."""

from __future__ import annotations

from collections.abc import Callable

from parsers.docx.names import M_NS, Node, local


def linear(node: Node) -> str:
    """Return a formula as one line: (a)/(b), x^2, a_i, √(x). No symbol is lost."""
    name = local(node)
    if name in {"t", "delText"}:
        return node.text or ""
    shape = _SHAPES.get(name)
    if shape is not None:
        return shape(node)
    return "".join(linear(child) for child in node if not local(child).endswith("Pr"))


def _part(node: Node, name: str) -> str:
    child = node.find(f"{{{M_NS}}}{name}")
    return "" if child is None else linear(child)


def _grouped(text: str) -> str:
    return text if len(text) <= 1 or text.isalnum() else f"({text})"


def _sign(node: Node, properties: str, default: str) -> str:
    found = node.find(f"{{{M_NS}}}{properties}/{{{M_NS}}}chr")
    return default if found is None else found.get(f"{{{M_NS}}}val") or default


def _scripts(node: Node) -> str:
    low, high = _part(node, "sub"), _part(node, "sup")
    return (f"_{_grouped(low)}" if low else "") + (f"^{_grouped(high)}" if high else "")


def _radical(node: Node) -> str:
    return f"{_part(node, 'deg')}√{_grouped(_part(node, 'e'))}"


def _delimited(node: Node) -> str:
    inner = ",".join(linear(child) for child in node if local(child) == "e")
    marks = []
    for name, default in (("begChr", "("), ("endChr", ")")):
        found = node.find(f"{{{M_NS}}}dPr/{{{M_NS}}}{name}")
        marks.append(default if found is None else found.get(f"{{{M_NS}}}val") or "")
    return f"{marks[0]}{inner}{marks[1]}"


def _matrix(node: Node) -> str:
    rows = [" ".join(linear(cell) for cell in row if local(cell) == "e") for row in node if local(row) == "mr"]
    return "[" + "; ".join(rows) + "]"


_SHAPES: dict[str, Callable[[Node], str]] = {
    "f": lambda node: f"{_grouped(_part(node, 'num'))}/{_grouped(_part(node, 'den'))}",
    "sSup": lambda node: _part(node, "e") + _scripts(node),
    "sSub": lambda node: _part(node, "e") + _scripts(node),
    "sSubSup": lambda node: _part(node, "e") + _scripts(node),
    "sPre": lambda node: _scripts(node) + _part(node, "e"),
    "rad": _radical,
    "nary": lambda node: _sign(node, "naryPr", "∫") + _scripts(node) + _part(node, "e"),
    "d": _delimited,
    "m": _matrix,
    "limLow": lambda node: f"{_part(node, 'e')}_{_grouped(_part(node, 'lim'))}",
    "limUpp": lambda node: f"{_part(node, 'e')}^{_grouped(_part(node, 'lim'))}",
    "eqArr": lambda node: "; ".join(linear(child) for child in node if local(child) == "e"),
}
