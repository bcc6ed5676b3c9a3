from __future__ import annotations

import pytest

from parsers.html.tree import parse_html
from parsers.html.walker import Walker, read_fragment
from schemas.errors import TooLarge


def shape(markup):
    return [(b.kind, b.text) for b in read_fragment(markup, "test", 1)]


CASES = [
    ("blocks and loose text", "<div>前<p>中</p>后</div>", [("paragraph", "前"), ("paragraph", "中"), ("paragraph", "后")]),
    ("white space as shown", "<p>保险\n  责任 and\n  more&nbsp; text</p>", [("paragraph", "保险责任 and more text")]),
    ("breaks are lines", "<p>甲<br>乙</p>", [("paragraph", "甲\n乙")]),
    ("lists with depth and printed numbers", "<ul><li><span>a</span><ol start='3'><li>b<li>c</ol></ul>",
     [("list_item", "a"), ("list_item", "3. b"), ("list_item", "4. c")]),
    ("headings with what is in them", "<h2>第一章 <em>总则</em></h2>", [("heading", "第一章 总则")]),
    ("preformatted text as it is", "<pre>  a\n    b</pre>", [("code", "  a\n    b")]),
    ("scripts and forms are no text", "<p>x</p><script>y</script><select><option>z</select><style>q</style>tail", [("paragraph", "x"), ("paragraph", "tail")]),
    ("hidden markup is kept aside", "<p>x</p><div hidden>y</div>", [("paragraph", "x"), ("paragraph", "y")]),
    ("pictures by their alternative text", "<img alt='图一'><p>见<img alt='图'></p>", [("figure", "图一"), ("paragraph", "见图")]),
    ("captions of figures", "<figure><img><figcaption>说明</figcaption></figure>", [("caption", "说明")]),
    ("definition lists", "<dl><dt>等待期</dt><dd>九十天</dd></dl>", [("paragraph", "等待期"), ("list_item", "九十天")]),
    ("text behind an early end of the page", "<html><body>a</body></html><div>b</div>", [("paragraph", "a"), ("paragraph", "b")]),
]  # fmt: skip


@pytest.mark.parametrize(("markup", "blocks"), [case[1:] for case in CASES], ids=[case[0] for case in CASES])
def test_blocks(markup, blocks):
    assert shape(markup) == blocks


def test_list_depth_levels_and_lines():
    blocks = list(read_fragment("<h3>x</h3>\n<ul><li>a\n<ul><li>b</ul></ul>", "test", 10))
    assert blocks[0].level == 3
    assert [b.depth for b in blocks[1:]] == [0, 1]
    assert [b.provenance[0].line for b in blocks] == [10, 11, 12]


def test_code_language_from_its_class():
    (block,) = read_fragment("<pre><code class='language-python'>x</code></pre>", "test")
    assert block.language == "python"


def test_deep_nesting_does_not_end_reading():
    assert [text for _, text in shape("<div>" * 1500 + "inside" + "</div>" * 1500)] == ["inside"]
    with pytest.raises(TooLarge):
        shape("<div>" * 3000 + "inside" + "</div>" * 3000)


def test_links_are_kept_with_their_block():
    root = parse_html("<p>见<a href='/a'>附录</a></p><p><a href='#x'>顶部</a></p>")
    found = Walker("test").walk(root)
    assert [f.links for f in found] == [(("附录", "/a"),), ()]
    assert [round(f.link_share, 2) for f in found] == [0.67, 1.0]
