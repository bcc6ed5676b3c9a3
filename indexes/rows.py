"""Chunks as rows of columns, and back. Every metadata name of the contract is a column of its own, so that any can filter."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from indexes.base import Row, Vector
from schemas.chunk import Chunk, ChunkMetadata, ChunkType

if TYPE_CHECKING:
    import pyarrow as pa

LISTS = frozenset({"section_path", "page_numbers"})
"""Metadata stored as lists: a filter on them means `contains`."""
AS_JSON = frozenset({"bbox", "ref_map"})
"""Metadata stored as JSON text: read back whole, never filtered on."""
DATES = frozenset({"effective_from", "effective_to"})
INTEGERS = frozenset({"section_level", "chunk_index", "line_start", "token_count", "char_count"})
BOOLEANS = frozenset({"is_key_clause", "has_table"})
FLOATS = frozenset({"parse_confidence"})


def table_schema(dimension: int) -> pa.Schema:
    """Return the columns of both tables for vectors of this dimension."""
    import pyarrow as pa

    fields = [pa.field("chunk_id", pa.string()), pa.field("text", pa.string()), pa.field("index_text", pa.string())]
    fields += [pa.field(name, _column_type(name)) for name in ChunkMetadata.model_fields]
    fields += [
        pa.field("searchable", pa.bool_()),
        pa.field("tokens", pa.string()),
        pa.field("vector", pa.list_(pa.float32(), dimension)),
    ]
    return pa.schema(fields)


def to_table(rows: Sequence[Row], dimension: int) -> pa.Table:
    """Return the rows as an Arrow table with `table_schema(dimension)`."""
    import pyarrow as pa

    return pa.Table.from_pylist([_record(row) for row in rows], schema=table_schema(dimension))


def to_chunk(record: dict[str, Any]) -> Chunk:
    """Return the chunk that a stored row holds."""
    values = {name: record[name] for name in ChunkMetadata.model_fields}
    for name in AS_JSON:
        values[name] = json.loads(values[name])
    return Chunk(
        chunk_id=record["chunk_id"],
        text=record["text"],
        index_text=record["index_text"],
        metadata=ChunkMetadata.model_validate(values),
    )


def columns() -> list[str]:
    """Return the columns that `to_chunk` needs, without vectors and tokens."""
    return ["chunk_id", "text", "index_text", *ChunkMetadata.model_fields]


def is_searchable(chunk: Chunk) -> bool:
    """Return whether a chunk is found by search: parents are stored for reading only."""
    return chunk.metadata.chunk_type is not ChunkType.PARENT


def write_rows(path: str, rows: Sequence[Row], dimension: int) -> None:
    """Write rows as an Arrow file, flushed to disk before it gets its name."""
    import os

    import pyarrow as pa

    table = to_table(rows, dimension)
    part = f"{path}.{os.getpid()}.part"
    with open(part, "wb") as sink:  # noqa: PTH123
        with pa.ipc.new_file(sink, table.schema) as writer:
            writer.write_table(table)
        sink.flush()
        os.fsync(sink.fileno())
    os.replace(part, path)  # noqa: PTH105


def read_rows(path: str) -> pa.Table:
    """Return the Arrow table that `write_rows` wrote."""
    import pyarrow as pa

    with pa.OSFile(path, "rb") as source:
        return pa.ipc.open_file(source).read_all()


def _record(row: Row) -> dict[str, Any]:
    values = row.chunk.metadata.model_dump(mode="python")
    for name in AS_JSON:
        values[name] = json.dumps(row.chunk.metadata.model_dump(mode="json")[name], ensure_ascii=False, sort_keys=True)
    vector: Vector | None = row.vector
    return {
        "chunk_id": row.chunk.chunk_id,
        "text": row.chunk.text,
        "index_text": row.chunk.index_text,
        **values,
        "searchable": is_searchable(row.chunk),
        "tokens": " ".join(row.tokens),
        "vector": None if vector is None else vector.tolist(),
    }


def _column_type(name: str) -> pa.DataType:
    import pyarrow as pa

    if name == "section_path":
        return pa.list_(pa.string())
    if name == "page_numbers":
        return pa.list_(pa.int32())
    kinds = ((DATES, pa.date32()), (INTEGERS, pa.int32()), (BOOLEANS, pa.bool_()), (FLOATS, pa.float64()))
    return next((kind for names, kind in kinds if name in names), pa.string())
