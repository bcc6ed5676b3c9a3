"""How many tokens a text costs and how many a chunk may hold, by the embedder's own tokenizer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal, NamedTuple

from chunkers.draft import Part, draft_path, index_of
from chunkers.title_path import TitleLine, TitlePath
from models.embedder.base import Embedder

TITLE_SHARE = 4
"""The title line may take one part in four of the window."""
MARGIN_TOKENS = 4
"""Kept free because the tokens of a joined text are not quite the sum of its pieces' tokens."""


class Cost(NamedTuple):
    """What a part costs: in the preset's unit, and in the embedder's tokens."""

    units: int
    tokens: int


class Budget:
    """Counts each distinct string once. Counts leave out the specials, which a chunk pays only once."""

    def __init__(self, embedder: Embedder) -> None:
        self._embedder = embedder
        self._counted: dict[str, int] = {}
        self.window = embedder.info.window
        self.specials = min(embedder.count_tokens(""), self.window - 1)
        self.titles = TitlePath("", self.window // TITLE_SHARE, self.tokens, {})

    def titled(self, title: str, forms: dict[str, str]) -> Budget:
        """Return the budget with the title lines of a document."""
        self.titles = TitlePath(title, self.window // TITLE_SHARE, self.tokens, forms)
        return self

    def count(self, text: str) -> int:
        """Return the tokens of a whole string, specials included."""
        known = self._counted.get(text)
        if known is None:
            known = self._counted[text] = self._embedder.count_tokens(text)
        return known

    def tokens(self, text: str) -> int:
        """Return the tokens that a string adds to a chunk."""
        return max(self.count(text) - self.specials, 1 if text.strip() else 0)

    def title(self, path: tuple[str, ...]) -> TitleLine:
        """Return the title line of a section."""
        return self.titles.line(path)

    def capacity(self, path: tuple[str, ...]) -> int:
        """Return how many tokens of text fit under the title line of a section."""
        return max(self.window - self.specials - self.title(path).cost - MARGIN_TOKENS, 1)

    def index_text(self, parts: Sequence[Part]) -> str:
        """Return the string that is embedded: title line, then the parts; headings that the line shows are not said twice."""
        line, _, shown = self.title(draft_path(parts))
        first = next((i for i, part in enumerate(parts) if not (part.role == "heading" and part.text in shown)), len(parts))
        body = index_of(parts[first:])
        return "\n".join(piece for piece in (line, body) if piece)

    def fits(self, parts: Sequence[Part]) -> bool:
        """Return whether a chunk of these parts stays inside the window."""
        return self.count(self.index_text(parts)) <= self.window


@dataclass(frozen=True)
class Limits:
    """How large a chunk may get. `windowed` is off for parents, which are never embedded."""

    budget: Budget
    size: int
    min_size: int = 0
    overlap: int = 0
    unit: Literal["tokens", "chars"] = "tokens"
    windowed: bool = True
    turns: int = 0

    def cost(self, part: Part) -> Cost:
        """Return what a part costs, the break before it included."""
        tokens = self.budget.tokens(part.index) + 1
        return Cost(tokens if self.unit == "tokens" else len(part.text), tokens)

    def text_cost(self, text: str) -> Cost:
        """Return what a string costs that is shown as it is indexed."""
        tokens = self.budget.tokens(text) + 1
        return Cost(tokens if self.unit == "tokens" else len(text), tokens)

    def room(self, path: tuple[str, ...]) -> Cost:
        """Return the most that a chunk of this section may cost."""
        tokens = self.hard(path)
        return Cost(min(self.size, tokens) if self.unit == "tokens" else self.size, tokens)

    def hard(self, path: tuple[str, ...]) -> int:
        """Return the most tokens that the window holds under the title line of a section."""
        return self.budget.capacity(path) if self.windowed else 1 << 60

    def share(self, path: tuple[str, ...], numerator: int, denominator: int) -> Cost:
        """Return a part of the room."""
        room = self.room(path)
        return Cost(max(room.units * numerator // denominator, 1), max(room.tokens * numerator // denominator, 1))

    def with_size(self, size: int) -> Limits:
        """Return the limits for another size in tokens, without overlap."""
        return replace(self, size=size, overlap=0, min_size=0, unit="tokens")


def within(cost: Cost, room: Cost) -> bool:
    """Return whether a cost stays within the room in both measures."""
    return cost.units <= room.units and cost.tokens <= room.tokens


def total(costs: Sequence[Cost]) -> Cost:
    """Return the sum of costs."""
    return Cost(sum(cost.units for cost in costs), sum(cost.tokens for cost in costs))
