"""The index form of documents and queries under one collection's dictionary: the same function on both sides."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from schemas.document import Document
from schemas.settings import NormalizeSettings

if TYPE_CHECKING:
    from language.terms import TermDictionary


@dataclass(frozen=True)
class IndexForm:
    """A dictionary and whether Traditional characters are folded."""

    dictionary: TermDictionary
    fold_traditional: bool

    @classmethod
    def of(cls, settings: NormalizeSettings, collection: str) -> IndexForm:
        """Return the index form of a collection: with its own dictionary where the settings name one, else docmill's."""
        from normalizers import dictionary_for

        return cls(dictionary_for(collection, settings), settings.fold_traditional)

    def document(self, document: Document) -> Document:
        """Return the document with its index forms and references."""
        from normalizers import link, normalize

        return link(normalize(document, self.dictionary, fold_traditional=self.fold_traditional))

    def query(self, text: str) -> str:
        """Return the index form of a query."""
        from normalizers import normalize_text

        return normalize_text(text, self.dictionary, fold_traditional=self.fold_traditional)
