from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parsers.code import block_pieces, python_pieces

PYTHON = '''"""Doc."""
import os

# about f
@wraps
def f(x):
    return x


class A:
    def m(self): ...

y = 1
'''


def test_python_by_its_tree(read):
    document = read("a.py", PYTHON)
    assert [(b.name, b.provenance[0].line, b.language, b.role) for b in document.blocks] == [
        ("", 1, "python", "source"), ("f", 4, "python", "source"), ("A", 10, "python", "source"), ("", 13, "python", "source"),
    ]  # fmt: skip
    assert document.blocks[1].text == "# about f\n@wraps\ndef f(x):\n    return x"


def test_broken_python_is_still_read(read):
    assert "def f(" in read("a.py", "def f(:\n  pass\n").blocks[0].text


def test_braces_keep_a_function_together(read):
    body = "\n".join(f"  let v{i} = {i};\n" for i in range(12))
    document = read("a.js", f"function one() {{\n{body}\n}}\n\nfunction two() {{\n  return 2;\n}}\n")
    assert [b.name for b in document.blocks] == ["one", "two"]
    assert document.blocks[0].text.startswith("function one()")
    assert document.blocks[0].text.endswith("}")


def test_long_configuration_is_cut_at_the_border():
    assert len(block_pieces([f"key{i}: {i}" for i in range(200)])) > 2


@pytest.mark.parametrize("text", ["", "x = 1", PYTHON])
def test_python_pieces_cover_all_lines(text):
    pieces = python_pieces(text)
    assert pieces is not None
    covered = [line for start, end, _ in pieces for line in range(start, end)]
    assert covered == list(range(len(text.split("\n"))))


@given(st.lists(st.sampled_from(["", "x", "  y", "{", "}", "def f():", "class A {"]), max_size=150))
def test_pieces_cover_every_line_once(lines):
    covered = [line for start, end, _ in block_pieces(lines) for line in range(start, end)]
    assert covered == list(range(len(lines)))
