"""Names of WordprocessingML (ECMA-376 part 1) and small readers of its attributes."""

from __future__ import annotations

from typing import Any

W_NS = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
R_NS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
A_NS = "http://schemas.openxmlformats.org/drawingml/2006/main"
MC_NS = "http://schemas.openxmlformats.org/markup-compatibility/2006"
M_NS = "http://schemas.openxmlformats.org/officeDocument/2006/math"
WP_NS = "http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing"
V_NS = "urn:schemas-microsoft-com:vml"
DGM_NS = "http://schemas.openxmlformats.org/drawingml/2006/diagram"

Node = Any
"""An lxml element. Its stubs cannot express the custom classes that python-docx hangs on them."""

_OFF = frozenset({"0", "false", "off", "none"})


def w(name: str) -> str:
    """Return a tag or attribute of the main namespace in Clark notation."""
    return f"{{{W_NS}}}{name}"


def local(node: Node) -> str:
    """Return a tag's name without its namespace; nothing for comments and processing instructions."""
    tag = node.tag
    return tag.rsplit("}", 1)[-1] if isinstance(tag, str) else ""


def find(node: Node | None, *path: str) -> Node | None:
    """Return the element at a path of main-namespace names below `node`, or None at the first gap."""
    for name in path:
        if node is None:
            return None
        node = node.find(w(name))
    return node


def value(node: Node | None, *path: str, attribute: str = "val") -> str | None:
    """Return an attribute of the element at a path, or None."""
    found = find(node, *path)
    return None if found is None else found.get(w(attribute))


def number(node: Node | None, *path: str) -> int | None:
    """Return the value at a path as an integer, or None where it is absent or no number."""
    text = value(node, *path)
    try:
        return None if text is None else int(text)
    except ValueError:
        return None


def switch(node: Node | None, *path: str) -> bool | None:
    """Return an on/off property (present means on unless its value says off), or None where it is absent."""
    found = find(node, *path)
    return None if found is None else (found.get(w("val")) or "on").lower() not in _OFF
