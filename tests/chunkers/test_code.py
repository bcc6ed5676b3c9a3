"""Code is never cut inside, unless no window can hold it."""

from __future__ import annotations

from chunkers import chunk
from schemas.chunk import ChunkType
from schemas.document import Code, Heading, Kind, Paragraph
from tests.chunkers.making import context, document, paragraphs, texts

OPERATION = Code(text="GET /policies/{id}\n\nReturns a policy.\n\n- id: string", role="operation", name="GET /policies/{id}")


def test_each_operation_and_schema_is_one_chunk() -> None:
    schema = Code(text='{"Policy": {"type": "object"}}', role="schema", name="Policy")
    doc = document([Heading(text="API", level=1), Paragraph(text="说明。"), OPERATION, schema], kind=Kind.OPENAPI)
    chunks = chunk(doc, context()).chunks
    assert [c.metadata.chunk_type for c in chunks] == [ChunkType.TEXT, ChunkType.API, ChunkType.API]
    assert [c.metadata.doc_type for c in chunks] == ["api"] * 3
    assert chunks[1].text == OPERATION.text


def test_a_fence_stays_with_its_text_and_keeps_its_comment() -> None:
    doc = document(
        [
            Heading(text="安装", level=1),
            Paragraph(text="运行："),
            Code(text="# not a heading\npip install x", language="sh"),
            *paragraphs(2),
        ]
    )
    [only] = chunk(doc, context()).chunks
    assert only.text.startswith("安装\n运行：\n```sh\n# not a heading\npip install x\n```\n第0个")
    assert only.metadata.section_path == ("安装",)
    assert "```" not in only.index_text


def test_code_larger_than_the_size_but_not_than_the_window_is_whole() -> None:
    code = Code(text="\n\n".join(f"value_{i} = {i}" for i in range(70)), role="source")
    assert texts(chunk(document([code]), context("code"))) == [code.text]


def test_code_larger_than_the_window_carries_its_name() -> None:
    code = Code(text="\n\n".join(f"def f{i}():\n    return {i} * {i}" for i in range(200)), role="source", name="module.py")
    found = texts(chunk(document([code]), context("code")))
    assert len(found) > 2
    assert all(t.startswith("module.py\n") for t in found[1:])
    assert all("\ndef f" in "\n" + t for t in found)
    assert not any(t.rstrip().endswith("():") for t in found)
