"""Runs: text, signs, breaks, and what is anchored in them (notes, comments, text boxes, pictures)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from parsers.docx.content import Inline
from parsers.docx.fields import FieldState
from parsers.docx.names import A_NS, DGM_NS, MC_NS, R_NS, V_NS, WP_NS, Node, find, local, switch, w

SYMBOLS = {
    "F0A8": "☐", "F06F": "☐", "F071": "☐", "F0FE": "☑", "F052": "☑", "F0FD": "☒", "F0FC": "✓", "F0FB": "✗", "F0B7": "•",
    "F06C": "●", "F06E": "■", "F0D8": "➢", "F0E0": "→", "F0B4": "×", "F0B0": "°", "F0B1": "±", "F0A3": "≤", "F0B3": "≥",
}  # fmt: skip
"""Signs of the Symbol and Wingdings fonts, which have no Unicode of their own in the file."""

CHARACTERS = {"tab": "\t", "ptab": "\t", "cr": "\n", "noBreakHyphen": "-", "softHyphen": ""}


class RunReader:
    """Reads one `w:r`: its text is returned, what is anchored in it goes to `out`. `gone` is the change that removes it."""

    def __init__(self, fields: FieldState, note_counter: Counter[str], out: Inline, gone: Node | None) -> None:
        self._fields = fields
        self._note_counter = note_counter
        self._out = out
        self._gone = gone

    def read(self, run: Node) -> str:
        """Return the run's text, as far as it is no field's code."""
        return "".join(self._piece(child, local(child)) for child in run)

    def _piece(self, child: Node, name: str) -> str:
        if name == "fldChar":
            self._fields.see(child)
            return _checkbox(child)
        if name == "instrText":
            self._fields.add_code(child.text or "")
            return ""
        if self._fields.in_instruction:
            return ""
        if name in {"t", "delText"}:
            return child.text or ""
        if name in CHARACTERS:
            return CHARACTERS[name]
        special = _SPECIAL.get(name)
        return special(self, child) if special else ""

    def _br(self, child: Node) -> str:
        return "" if child.get(w("type")) in {"page", "column"} else "\n"

    def _sym(self, child: Node) -> str:
        code = (child.get(w("char")) or "").upper()
        if code in SYMBOLS:
            return SYMBOLS[code]
        point = int(code, 16) if code and all(digit in "0123456789ABCDEF" for digit in code) else 0
        if 0xF020 <= point <= 0xF07E and (child.get(w("font")) or "") == "Symbol":
            return chr(point - 0xF000)
        return chr(point) if 0x20 <= point < 0xE000 else ""

    def _note(self, child: Node, kind: str) -> str:
        identity = child.get(w("id")) or ""
        if _is_custom(child):
            marker = "".join(t.text or "" for t in child.getparent().iter(w("t"))).strip()
            self._out.notes.append((kind, identity, marker))
            return ""
        if self._gone is not None:
            self._out.notes.append((kind, identity, ""))
            return ""
        self._note_counter[kind] += 1
        marker = f"[^{'e' if kind == 'endnote' else ''}{self._note_counter[kind]}]"
        self._out.notes.append((kind, identity, marker))
        return marker

    def _footnote(self, child: Node) -> str:
        return self._note(child, "footnote")

    def _endnote(self, child: Node) -> str:
        return self._note(child, "endnote")

    def _comment(self, child: Node) -> str:
        self._out.comments.append(child.get(w("id")) or "")
        return ""

    def _ruby(self, child: Node) -> str:
        found = (find(child, name) for name in ("rubyBase", "rt"))
        texts = ["".join(t.text or "" for t in part.iter(w("t"))) for part in found if part is not None]
        return "".join(text if index == 0 else f"({text})" for index, text in enumerate(texts) if text)

    def _alternate(self, child: Node) -> str:
        chosen = alternative(child)
        return "" if chosen is None else "".join(self._piece(node, local(node)) for node in chosen)

    def _drawing(self, child: Node) -> str:
        self._boxes(child)
        self._out.diagrams.extend(node.get(f"{{{R_NS}}}dm") or "" for node in child.iter(f"{{{DGM_NS}}}relIds"))
        pictured = next(child.iter(f"{{{A_NS}}}blip"), None) is not None
        for properties in child.iter(f"{{{WP_NS}}}docPr"):
            alternative = (properties.get("descr") or properties.get("title") or "").strip()
            if pictured or alternative:
                self._out.pictures.append(alternative)
        return ""

    def _pict(self, child: Node) -> str:
        self._boxes(child)
        for image in child.iter(f"{{{V_NS}}}imagedata"):
            shape = image.getparent()
            self._out.pictures.append((shape.get("alt") or "").strip() if shape is not None else "")
        self._out.pictures.extend(path.get("string") or "" for path in child.iter(f"{{{V_NS}}}textpath"))
        return ""

    def _boxes(self, holder: Node) -> None:
        for box in _outermost(holder, w("txbxContent")):
            self._out.boxes.append(box)


_SPECIAL: dict[str, Callable[[RunReader, Node], str]] = {
    "br": RunReader._br,
    "sym": RunReader._sym,
    "ruby": RunReader._ruby,
    "AlternateContent": RunReader._alternate,
    "drawing": RunReader._drawing,
    "pict": RunReader._pict,
    "object": RunReader._pict,
    "footnoteReference": RunReader._footnote,
    "endnoteReference": RunReader._endnote,
    "commentReference": RunReader._comment,
}


def _outermost(node: Node, tag: str) -> list[Node]:
    """Return the elements of a tag that lie in no other one of it, and in no second alternative of the same content."""
    found: list[Node] = []
    pending = [node]
    while pending:
        current = pending.pop()
        if current.tag == tag:
            found.append(current)
            continue
        children = list(current)
        if current.tag == f"{{{MC_NS}}}AlternateContent":
            children = [chosen] if (chosen := alternative(current)) is not None else []
        pending.extend(reversed(children))
    return found


def alternative(node: Node) -> Node | None:
    """Return the alternative content that is shown: the first that holds text, else the first; None where there is none."""
    options = [child for child in node if local(child) in {"Choice", "Fallback"}]
    return next((option for option in options if next(option.iter(w("t")), None) is not None), options[0] if options else None)


def _checkbox(field_mark: Node) -> str:
    """Return the sign of a check box form field at its begin mark, else nothing."""
    box = find(field_mark, "ffData", "checkBox")
    if box is None:
        return ""
    state = switch(box, "checked")
    return "☑" if (switch(box, "default") if state is None else state) else "☐"


def _is_custom(reference: Node) -> bool:
    """Return whether a note's mark is typed text of its own, not a number."""
    return (reference.get(w("customMarkFollows")) or "0") in {"1", "true", "on"}
