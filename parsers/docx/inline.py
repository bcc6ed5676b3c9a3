"""The inside of a paragraph: its visible text, what is set aside, and what is anchored in it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field

from parsers.docx.formula import linear
from parsers.docx.names import A_NS, DGM_NS, MC_NS, R_NS, V_NS, WP_NS, Node, find, local, switch, value, w
from parsers.docx.revisions import KINDS, Policy, revision_of, rule_of
from parsers.docx.styles import StyleSheet
from schemas.document import Revision

SYMBOLS = {
    "F0A8": "☐", "F06F": "☐", "F071": "☐", "F0FE": "☑", "F052": "☑", "F0FD": "☒", "F0FC": "✓", "F0FB": "✗", "F0B7": "•",
    "F06C": "●", "F06E": "■", "F0D8": "➢", "F0E0": "→", "F0B4": "×", "F0B0": "°", "F0B1": "±", "F0A3": "≤", "F0B3": "≥",
}  # fmt: skip
"""Signs of the Symbol and Wingdings fonts, which have no Unicode of their own in the file."""

CHARACTERS = {"tab": "\t", "ptab": "\t", "cr": "\n", "noBreakHyphen": "-", "softHyphen": ""}
IGNORED = frozenset(
    {"pPr", "rPr", "sdtPr", "sdtEndPr", "smartTagPr", "customXmlPr", "instrText", "delInstrText", "bookmarkStart"}
)


@dataclass(frozen=True)
class Aside:
    """Text of a paragraph that does not show, the rule that says why, and the change that it belongs to."""

    text: str
    rule: str
    revision: Revision | None = None


@dataclass
class Inline:
    """What a paragraph holds: visible text in pieces, text set aside, and anchors in order of their place."""

    pieces: list[str] = field(default_factory=list)
    asides: list[Aside] = field(default_factory=list)
    notes: list[tuple[str, str, str]] = field(default_factory=list)
    comments: list[str] = field(default_factory=list)
    boxes: list[Node] = field(default_factory=list)
    pictures: list[str] = field(default_factory=list)
    diagrams: list[str] = field(default_factory=list)
    revision: Revision | None = None
    formula_chars: int = 0
    bold_chars: int = 0

    @property
    def text(self) -> str:
        """The visible text as printed, without blanks at its ends."""
        return "".join(self.pieces).strip()

    def absorb(self, later: Inline) -> None:
        """Append what follows when this paragraph runs on into the next."""
        for name in ("pieces", "asides", "notes", "comments", "boxes", "pictures", "diagrams"):
            getattr(self, name).extend(getattr(later, name))
        self.revision = self.revision or later.revision
        self.formula_chars += later.formula_chars
        self.bold_chars += later.bold_chars


@dataclass
class FieldState:
    """The open complex fields of a story; they may span paragraphs. Each is [instruction, whether its result has begun]."""

    stack: list[tuple[list[str], list[bool]]] = field(default_factory=list)

    @property
    def in_instruction(self) -> bool:
        """Whether text here is part of a field's code, not of its result."""
        return any(not begun[0] for _, begun in self.stack)

    @property
    def in_contents(self) -> bool:
        """Whether a table of contents (or of figures) is open."""
        return any("".join(code).strip().upper().startswith("TOC") for code, _ in self.stack)

    def see(self, node: Node) -> None:
        """Follow a `w:fldChar`."""
        kind = node.get(w("fldCharType"))
        if kind == "begin":
            self.stack.append(([], [False]))
        elif kind == "separate" and self.stack:
            self.stack[-1][1][0] = True
        elif kind == "end" and self.stack:
            self.stack.pop()


class InlineReader:
    """Reads the children of paragraphs. One reader serves one story (body, a header, a note), as fields span paragraphs."""

    def __init__(self, policy: Policy, styles: StyleSheet, note_counter: Counter[str]) -> None:
        self._policy = policy
        self._styles = styles
        self.fields = FieldState()
        self._note_counter = note_counter
        self._style_hides = False
        self._handlers: dict[str, Callable[[Node, Inline, Node | None], None]] = {
            "r": self._run,
            "oMath": self._formula,
            "oMathPara": self._formula,
            "AlternateContent": self._alternate,
            **dict.fromkeys(KINDS, self._change),
        }

    def read(self, paragraph: Node, hidden: bool = False) -> Inline:
        """Return the content of a `w:p`; `hidden` is what its style says of visibility."""
        out = Inline()
        self._style_hides = hidden
        self._children(paragraph, out, None)
        return out

    def _children(self, node: Node, out: Inline, gone: Node | None) -> None:
        for child in node:
            name = local(child)
            if not name or name in IGNORED:
                continue
            handler = self._handlers.get(name, self._children)
            handler(child, out, gone)

    def _change(self, node: Node, out: Inline, gone: Node | None) -> None:
        if self._policy.hides(local(node)):
            self._children(node, out, gone if gone is not None else node)
            return
        before = len(out.pieces)
        self._children(node, out, gone)
        if len(out.pieces) > before and out.revision is None:
            out.revision = revision_of(node)

    def _alternate(self, node: Node, out: Inline, gone: Node | None) -> None:
        """Of alternative contents only one is shown: the first choice that holds text, else the first alternative."""
        options = [child for child in node if local(child) in {"Choice", "Fallback"}]
        chosen = next(
            (option for option in options if next(option.iter(w("t")), None) is not None), options[0] if options else None
        )
        if chosen is not None:
            self._children(chosen, out, gone)

    def _formula(self, node: Node, out: Inline, gone: Node | None) -> None:
        text = linear(node)
        if not text.strip():
            return
        if gone is not None:
            out.asides.append(Aside(text, rule_of(gone), revision_of(gone)))
            return
        out.pieces.append(text)
        out.formula_chars += len(text.replace(" ", ""))

    def _run(self, run: Node, out: Inline, gone: Node | None) -> None:
        properties = find(run, "rPr")
        vanish = switch(properties, "vanish")
        if vanish is None:
            vanish = self._styles.hides(properties)
        hidden = self._style_hides if vanish is None else vanish
        text = _Run(self, out, gone, custom_mark=_has_custom_mark(run)).read(run)
        if not text:
            return
        if gone is not None:
            out.asides.append(Aside(text, rule_of(gone), revision_of(gone)))
        elif hidden:
            out.asides.append(Aside(text, "vanish"))
        else:
            out.pieces.append(text)
            if switch(properties, "b"):
                out.bold_chars += len(text.strip())

    def note_number(self, kind: str) -> int:
        """Return the next number of automatically numbered foot- or endnotes."""
        self._note_counter[kind] += 1
        return self._note_counter[kind]


class _Run:
    """Reads one `w:r`."""

    def __init__(self, reader: InlineReader, out: Inline, gone: Node | None, custom_mark: bool) -> None:
        self.reader = reader
        self.out = out
        self.gone = gone
        self.custom_mark = custom_mark

    def read(self, run: Node) -> str:
        """Return the run's text; what is anchored in it goes to `out`."""
        return "".join(self._piece(child, local(child)) for child in run)

    def _piece(self, child: Node, name: str) -> str:
        fields = self.reader.fields
        if name == "fldChar":
            fields.see(child)
            return _checkbox(child)
        if name == "instrText":
            if fields.stack:
                fields.stack[-1][0].append(child.text or "")
            return ""
        if fields.in_instruction:
            return ""
        if name in {"t", "delText"}:
            return child.text or ""
        if name in CHARACTERS:
            return CHARACTERS[name]
        special = getattr(self, f"_{name}", None)
        return special(child) if special and name in _SPECIAL else ""

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
        if self.custom_mark:
            marker = "".join(t.text or "" for t in child.getparent().iter(w("t"))).strip()
            self.out.notes.append((kind, identity, marker))
            return ""
        if self.gone is not None:
            self.out.notes.append((kind, identity, ""))
            return ""
        marker = f"[^{self.reader.note_number(kind)}]" if kind == "footnote" else f"[^e{self.reader.note_number(kind)}]"
        self.out.notes.append((kind, identity, marker))
        return marker

    def _footnoteReference(self, child: Node) -> str:  # noqa: N802
        return self._note(child, "footnote")

    def _endnoteReference(self, child: Node) -> str:  # noqa: N802
        return self._note(child, "endnote")

    def _commentReference(self, child: Node) -> str:  # noqa: N802
        self.out.comments.append(child.get(w("id")) or "")
        return ""

    def _ruby(self, child: Node) -> str:
        found = (find(child, name) for name in ("rubyBase", "rt"))
        texts = ["".join(t.text or "" for t in part.iter(w("t"))) for part in found if part is not None]
        return "".join(text if index == 0 else f"({text})" for index, text in enumerate(texts) if text)

    def _AlternateContent(self, child: Node) -> str:  # noqa: N802
        chosen = _alternative(child)
        return "" if chosen is None else "".join(self._piece(node, local(node)) for node in chosen)

    def _drawing(self, child: Node) -> str:
        self._boxes(child)
        self.out.diagrams.extend(node.get(f"{{{R_NS}}}dm") or "" for node in child.iter(f"{{{DGM_NS}}}relIds"))
        pictured = next(child.iter(f"{{{A_NS}}}blip"), None) is not None
        for properties in child.iter(f"{{{WP_NS}}}docPr"):
            alternative = (properties.get("descr") or properties.get("title") or "").strip()
            if pictured or alternative:
                self.out.pictures.append(alternative)
        return ""

    def _pict(self, child: Node) -> str:
        self._boxes(child)
        for image in child.iter(f"{{{V_NS}}}imagedata"):
            shape = image.getparent()
            self.out.pictures.append((shape.get("alt") or "").strip() if shape is not None else "")
        self.out.pictures.extend(path.get("string") or "" for path in child.iter(f"{{{V_NS}}}textpath"))
        return ""

    _object = _pict

    def _boxes(self, holder: Node) -> None:
        for box in _outermost(holder, w("txbxContent")):
            self.out.boxes.append(box)


_NOTES = ("footnoteReference", "endnoteReference", "commentReference")
_SPECIAL = frozenset({"br", "sym", "ruby", "AlternateContent", "drawing", "pict", "object", *_NOTES})


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
            children = [chosen] if (chosen := _alternative(current)) is not None else []
        pending.extend(reversed(children))
    return found


def _alternative(node: Node) -> Node | None:
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


def _has_custom_mark(run: Node) -> bool:
    return any(
        (value(run, name, attribute="customMarkFollows") or "0") in {"1", "true", "on"}
        for name in ("footnoteReference", "endnoteReference")
    )
