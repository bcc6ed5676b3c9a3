"""The form of text that the indexes hold, with every step from the printed text kept as an edit."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

from language.edits import Pass, run_passes
from language.terms import TermDictionary
from language.width import space_edits, traditional_edits, width_edits
from normalizers.numbers import number_edits
from schemas.document import Block, Code, Document, Edit, Table, TextBlock
from schemas.settings import NormalizeSettings

STAGE_VERSION = "1"
"""Raise with every change of what `normalize` or `link` returns."""

INSURANCE = Path(__file__).parent / "dictionaries" / "insurance.yaml"


@lru_cache(maxsize=1)
def default_dictionary() -> TermDictionary:
    """Return the insurance dictionary that comes with docmill."""
    return TermDictionary.load(INSURANCE)


def dictionary_for(collection: str, settings: NormalizeSettings) -> TermDictionary:
    """Return the dictionary that the settings name for a collection, or docmill's own; raises SettingsError."""
    named = settings.dictionaries.get(collection)
    return TermDictionary.load(Path(named)) if named else default_dictionary()


def normalize(document: Document, dictionary: TermDictionary, *, fold_traditional: bool = True) -> Document:
    """Return the document with `norm` and `edits` of its text blocks and `norm` of its cells; `text` stays as printed.

    Code keeps no index form of its own: its text must not change.
    """
    passes = _passes(dictionary, fold_traditional)
    return document.model_copy(update={"blocks": tuple(_normalize_block(block, passes) for block in document.blocks)})


def normalize_text(text: str, dictionary: TermDictionary, *, fold_traditional: bool = True) -> str:
    """Return the index form of a text; what `normalize` does to blocks, for queries."""
    return run_passes(text, _passes(dictionary, fold_traditional))[0]


def normal_form(text: str, dictionary: TermDictionary, *, fold_traditional: bool = True) -> tuple[str, tuple[Edit, ...]]:
    """Return the index form of a text and the edits that lead to it."""
    return run_passes(text, _passes(dictionary, fold_traditional))


def _passes(dictionary: TermDictionary, fold_traditional: bool) -> Sequence[Pass]:
    """Return the passes in order: each reads what the one before left."""
    folding: tuple[Pass, ...] = (traditional_edits,) if fold_traditional else ()
    return (width_edits, space_edits, *folding, number_edits, dictionary.edits)


def _normalize_block(block: Block, passes: Sequence[Pass]) -> Block:
    if isinstance(block, Table):
        cells = tuple(cell.model_copy(update={"norm": run_passes(cell.text, passes)[0]}) for cell in block.cells)
        return block.model_copy(update={"cells": cells})
    if isinstance(block, Code) or not isinstance(block, TextBlock):
        return block
    norm, edits = run_passes(block.text, passes)
    return block.model_copy(update={"norm": norm, "edits": edits})
