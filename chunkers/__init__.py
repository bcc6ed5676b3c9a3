"""Documents to chunks: by headings, clauses, lists, tables, code, questions, turns or meaning, and nothing lost on the way."""

from chunkers.context import ChunkContext
from chunkers.coverage import uncovered
from chunkers.dispatch import chunk
from chunkers.registry import CHUNKERS

STAGE_VERSION = "1"

__all__ = ["CHUNKERS", "STAGE_VERSION", "ChunkContext", "chunk", "uncovered"]
