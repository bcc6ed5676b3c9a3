"""The inside of a paragraph: its visible text, what is set aside, and what is anchored in it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from parsers.docx.content import Aside, Inline
from parsers.docx.fields import FieldState
from parsers.docx.formula import linear
from parsers.docx.names import Node, find, local, switch
from parsers.docx.revisions import KINDS, Policy, revision_of, rule_of
from parsers.docx.run import RunReader, alternative
from parsers.docx.styles import StyleSheet

IGNORED = frozenset({"pPr", "rPr", "sdtPr", "sdtEndPr", "smartTagPr", "customXmlPr", "instrText", "delInstrText"})


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
        """Read the one of several alternative contents that is shown."""
        chosen = alternative(node)
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
        text = RunReader(self.fields, self._note_counter, out, gone).read(run)
        if not text:
            return
        if gone is not None:
            out.asides.append(Aside(text, rule_of(gone), revision_of(gone)))
        elif hidden:
            out.asides.append(Aside(text, "vanish"))
        else:
            out.pieces.append(text)
