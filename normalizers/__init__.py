"""What happens to a parsed document before it is cut: personal data out (pii), index forms in (text), references linked."""

from __future__ import annotations

from normalizers.references import link
from normalizers.text import STAGE_VERSION, default_dictionary, dictionary_for, normalize, normalize_text

__all__ = ["STAGE_VERSION", "default_dictionary", "dictionary_for", "link", "normalize", "normalize_text"]
