"""Breaks where the meaning turns: for long flat prose."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

import numpy as np

from chunkers.compose import Bundle
from chunkers.draft import Border, Draft, Part, Role
from chunkers.job import Job
from chunkers.registry import CHUNKERS
from chunkers.structure import StructureChunker, drafts_of
from models.embedder.base import Embedder

MOST_FLOOR = 8
"""A row of fewer sentences has no percentile worth the name; it is cut as structure cuts it."""


@CHUNKERS.register("semantic")
class SemanticChunker(StructureChunker):
    """Embeds the sentences of running text and breaks where neighbours are farther apart than the preset's percentile.

    A group below the minimum size runs on. What is not running text (clauses, tables, code) is cut as structure cuts it. After
    G. Kamradt, "5 Levels of Text Splitting" (2024).
    """

    def drafts(self, job: Job) -> list[Draft]:
        """Return the drafts in reading order."""
        embedder = job.context.breakpoint_embedder or job.context.embedder
        out: list[Draft] = []
        for bundle in self.bundles(job):
            cut = semantic_breaks(bundle, embedder, job.preset.breakpoint_percentile) if bundle.running_text else bundle
            out += drafts_of(cut)
        return out


def semantic_breaks(bundle: Bundle, embedder: Embedder, percentile: float) -> Bundle:
    """Return the bundle with a topic border wherever the distance is above the percentile and the group is large enough."""
    sentences = [i for i, part in enumerate(bundle.parts) if part.role is not Role.HEADING]
    if len(sentences) < MOST_FLOOR:
        return bundle
    distances = neighbour_distances([bundle.parts[i] for i in sentences], embedder)
    threshold = float(np.percentile(distances, percentile))
    far = {sentences[i + 1] for i, distance in enumerate(distances) if distance > threshold}
    return replace(bundle, parts=tuple(_with_topics(bundle, far)))


def neighbour_distances(parts: Sequence[Part], embedder: Embedder) -> list[float]:
    """Return 1 - cosine between each part and the next; rounded, so that no last bit of a sum decides a border."""
    vectors = embedder.embed([part.index for part in parts])
    return [round(float(1.0 - a @ b), 6) for a, b in pairwise(vectors)]


def _with_topics(bundle: Bundle, far: set[int]) -> list[Part]:
    parts: list[Part] = []
    size = 0
    for i, part in enumerate(bundle.parts):
        if i in far and part.border is not Border.KEEP and size >= bundle.limits.min_size:
            part = part.bordered(Border.TOPIC)
            size = 0
        size += bundle.limits.cost(part).units
        parts.append(part)
    return parts
