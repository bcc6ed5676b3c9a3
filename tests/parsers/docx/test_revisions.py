from __future__ import annotations

import pytest

from schemas.document import Layer
from schemas.settings import DocxSettings, Settings

WHO = 'w:id="1" w:author="A" w:date="2024-01-02T00:00:00Z"'
TEXT = (
    "<w:p><w:r><w:t>甲方</w:t></w:r>"
    f"<w:ins {WHO}><w:r><w:t>应当</w:t></w:r><w:del {WHO}><w:r><w:delText>立即</w:delText></w:r></w:del></w:ins>"
    f"<w:del {WHO}><w:r><w:delText>可以</w:delText></w:r></w:del><w:r><w:t>付款。</w:t></w:r></w:p>"
    f"<w:p><w:moveFrom {WHO}><w:r><w:t>被移动。</w:t></w:r></w:moveFrom></w:p>"
    f"<w:p><w:moveTo {WHO}><w:r><w:t>被移动。</w:t></w:r></w:moveTo></w:p>"
)


def read_with(read, data, policy):
    return read("a.docx", data, Settings(docx=DocxSettings(revisions=policy))).blocks


@pytest.mark.parametrize(
    ("policy", "body", "aside"),
    [
        ("accepted", ["甲方应当付款。", "被移动。"], [("revision_deleted", "立即可以"), ("revision_moved_from", "被移动。")]),
        (
            "original",
            ["甲方可以付款。", "被移动。"],
            [("revision_inserted", "应当立即"), ("revision_moved_to", "被移动。")],
        ),
        ("all", ["甲方应当立即可以付款。", "被移动。"], [("revision_moved_from", "被移动。")]),
    ],
)
def test_policies(read, docx, policy, body, aside):
    blocks = read_with(read, docx(TEXT), policy)
    assert [b.text for b in blocks if b.layer is Layer.BODY] == body
    assert [(b.rule, b.text) for b in blocks if b.layer is Layer.HIDDEN] == aside


def test_author_and_date_are_kept(read, docx):
    blocks = read_with(read, docx(TEXT), "accepted")
    assert (blocks[0].revision.kind, blocks[0].revision.author, blocks[0].revision.date) == (
        "inserted",
        "A",
        "2024-01-02T00:00:00Z",
    )
    assert blocks[1].revision.kind == "deleted"


def test_a_deleted_paragraph_end_joins_what_follows(read, docx):
    body = (
        f"<w:p><w:pPr><w:rPr><w:del {WHO}/></w:rPr></w:pPr><w:r><w:t>前半</w:t></w:r></w:p>"
        "<w:p><w:r><w:t>后半。</w:t></w:r></w:p>"
    )
    assert [b.text for b in read_with(read, docx(body), "accepted")] == ["前半后半。"]
    assert [b.text for b in read_with(read, docx(body), "original")] == ["前半", "后半。"]


def test_a_deleted_row_leaves_the_table(read, docx):
    def row(text, mark=""):
        return f"<w:tr>{mark}<w:tc><w:p><w:r><w:t>{text}</w:t></w:r></w:p></w:tc><w:tc><w:p><w:r><w:t>1</w:t></w:r></w:p></w:tc></w:tr>"

    table = f"<w:tbl>{row('留')}{row('删', f'<w:trPr><w:del {WHO}/></w:trPr>')}{row('终')}</w:tbl>"
    accepted = read_with(read, docx(table), "accepted")
    assert [c.text for c in accepted[0].cells] == ["留", "1", "终", "1"]
    assert [(b.rule, b.text) for b in accepted[1:]] == [("revision_deleted", "删"), ("revision_deleted", "1")]
    assert [c.text for c in read_with(read, docx(table), "original")[0].cells] == ["留", "1", "删", "1", "终", "1"]
