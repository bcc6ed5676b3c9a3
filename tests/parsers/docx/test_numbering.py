from __future__ import annotations

import pytest


def level(ilvl, fmt, text, start=1, more=""):
    return (
        f'<w:lvl w:ilvl="{ilvl}"><w:start w:val="{start}"/><w:numFmt w:val="{fmt}"/>{more}<w:lvlText w:val="{text}"/></w:lvl>'
    )


def numbering(*levels, nums="", abstract_id=0):
    return f'<w:abstractNum w:abstractNumId="{abstract_id}">{"".join(levels)}</w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num>{nums}'


def item(text, num=1, ilvl=0, more=""):
    return (
        f'<w:p><w:pPr><w:numPr><w:ilvl w:val="{ilvl}"/><w:numId w:val="{num}"/></w:numPr>{more}</w:pPr>'
        f"<w:r><w:t>{text}</w:t></w:r></w:p>"
    )


RESTART = '<w:num w:numId="2"><w:abstractNumId w:val="0"/><w:lvlOverride w:ilvl="0"><w:startOverride w:val="1"/></w:lvlOverride></w:num>'
DECIMAL = [level(0, "decimal", "%1."), level(1, "decimal", "%1.%2")]

CASES = [
    (
        "clauses counted in Chinese",
        numbering(level(0, "chineseCounting", "第%1条", start=5)),
        item("保险责任") + item("责任免除"),
        ["第五条 保险责任", "第六条 责任免除"],
    ),
    (
        "levels restart under a new parent",
        numbering(*DECIMAL),
        item("a") + item("b", ilvl=1) + item("c", ilvl=1) + item("d") + item("e", ilvl=1),
        ["1. a", "1.1 b", "1.2 c", "2. d", "2.1 e"],
    ),
    (
        "a level that nothing has started counts as its first",
        numbering(*DECIMAL),
        item("a", ilvl=1),
        ["1.1 a"],
    ),
    (
        "two lists of one definition go on, a start override restarts",
        numbering(*DECIMAL, nums=RESTART + '<w:num w:numId="3"><w:abstractNumId w:val="0"/></w:num>'),
        item("a") + item("b", num=3) + item("c", num=2) + item("d", num=2),
        ["1. a", "2. b", "1. c", "2. d"],
    ),
    (
        "legal numbering writes digits",
        numbering(level(0, "chineseCounting", "%1、"), level(1, "decimal", "%1.%2", more="<w:isLgl/>")),
        item("甲") + item("乙", ilvl=1),
        ["一、甲", "1.1 乙"],
    ),
    (
        "no restart where the level says so",
        numbering(level(0, "decimal", "%1."), level(1, "decimal", "(%2)", more='<w:lvlRestart w:val="0"/>')),
        item("a") + item("b", ilvl=1) + item("c") + item("d", ilvl=1),
        ["1. a", "(1) b", "2. c", "(2) d"],
    ),
    (
        "nothing between label and text where the level says so",
        numbering(level(0, "decimal", "（%1）", more='<w:suff w:val="nothing"/>')),
        item("a"),
        ["（1）a"],
    ),
    (
        "an empty paragraph counts but is no block",
        numbering(*DECIMAL),
        item("a") + item("") + item("c"),
        ["1. a", "3. c"],
    ),
    ("bullets are no text", numbering(level(0, "bullet", "●")), item("a"), ["a"]),
    ("numId 0 is no list", numbering(*DECIMAL), item("a", num=0), ["a"]),
    ("a format of none writes no number", numbering(level(0, "none", "%1")), item("a"), ["a"]),
]


@pytest.mark.parametrize(("definition", "body", "texts"), [case[1:] for case in CASES], ids=[case[0] for case in CASES])
def test_labels(read, docx, definition, body, texts):
    assert [b.text for b in read("a.docx", docx(body, numbering=definition)).blocks] == texts


def test_clauses_are_headings_or_text_and_other_numbers_are_items(read, docx):
    definition = numbering(level(0, "chineseCounting", "第%1条"), level(1, "decimal", "（%2）"))
    body = item("保险责任") + item("甲方应当按照约定的时间和方式支付款项。") + item("身故", ilvl=1)
    blocks = read("a.docx", docx(body, numbering=definition)).blocks
    assert [b.kind for b in blocks] == ["heading", "paragraph", "list_item"]
    assert (blocks[2].depth, blocks[2].ordered) == (1, True)


def test_a_style_brings_its_list_and_level(read, docx):
    styles = '<w:style w:type="paragraph" w:styleId="C2"><w:name w:val="clause 2"/><w:pPr><w:numPr><w:numId w:val="1"/></w:numPr></w:pPr></w:style>'
    definition = numbering(level(0, "decimal", "%1."), level(1, "decimal", "%1.%2", more='<w:pStyle w:val="C2"/>'))
    body = '<w:p><w:pPr><w:pStyle w:val="C2"/></w:pPr><w:r><w:t>x</w:t></w:r></w:p>'
    assert read("a.docx", docx(body, styles=styles, numbering=definition)).blocks[0].text == "1.1 x"
