from __future__ import annotations

import pytest

from schemas.document import Layer


def r(text, properties=""):
    return f"<w:r><w:rPr>{properties}</w:rPr><w:t xml:space='preserve'>{text}</w:t></w:r>"


def p(inner, properties=""):
    return f"<w:p><w:pPr>{properties}</w:pPr>{inner}</w:p>"


def style(style_id, name, more="", kind="paragraph"):
    return f'<w:style w:type="{kind}" w:styleId="{style_id}"><w:name w:val="{name}"/>{more}</w:style>'


def field(code, result):
    return (
        f'<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText>{code}</w:instrText></w:r>'
        f'<w:r><w:fldChar w:fldCharType="separate"/></w:r>{result}<w:r><w:fldChar w:fldCharType="end"/></w:r>'
    )


def body_texts(document):
    return [b.text for b in document.blocks if b.layer is Layer.BODY]


CASES = [
    ("content control around a block", f"<w:sdt><w:sdtContent>{p(r('甲'))}</w:sdtContent></w:sdt>", ["甲"]),
    ("content control around a run", p(f"<w:sdt><w:sdtContent>{r('甲')}</w:sdtContent></w:sdt>{r('乙')}"), ["甲乙"]),
    ("nested content controls", f"<w:sdt><w:sdtContent><w:sdt><w:sdtContent>{p(r('甲'))}</w:sdtContent></w:sdt></w:sdtContent></w:sdt>", ["甲"]),
    ("smart tags", p(f"<w:smartTag><w:smartTag>{r('甲')}</w:smartTag></w:smartTag>"), ["甲"]),
    ("hyperlinks and simple fields", p(f"<w:hyperlink>{r('甲')}</w:hyperlink><w:fldSimple>{r('乙')}</w:fldSimple>"), ["甲乙"]),
    ("a field shows its result, not its code", p(r("见") + field(" REF _Ref1 ", r("第三条"))), ["见第三条"]),
    ("tabs, breaks and symbols", p('<w:r><w:t>a</w:t><w:tab/><w:t>b</w:t><w:br/><w:t>c</w:t><w:sym w:font="Wingdings" w:char="F0FE"/></w:r>'), ["a\tb\nc☑"]),
    ("a page break is no text", p('<w:r><w:t>a</w:t><w:br w:type="page"/></w:r>'), ["a"]),
    ("alternative content once", p("<w:r><mc:AlternateContent><mc:Choice Requires='x'><w:t>甲</w:t></mc:Choice><mc:Fallback><w:t>甲</w:t></mc:Fallback></mc:AlternateContent></w:r>"), ["甲"]),
    ("ruby guides follow their base", p("<w:r><w:ruby><w:rt><w:r><w:t>hao</w:t></w:r></w:rt><w:rubyBase><w:r><w:t>好</w:t></w:r></w:rubyBase></w:ruby></w:r>"), ["好(hao)"]),
    ("formulas on one line", p("<m:oMath><m:f><m:num><m:r><m:t>a+b</m:t></m:r></m:num><m:den><m:r><m:t>2</m:t></m:r></m:den></m:f></m:oMath>"), ["(a+b)/2"]),
]  # fmt: skip


@pytest.mark.parametrize(("body", "texts"), [case[1:] for case in CASES], ids=[case[0] for case in CASES])
def test_running_text(read, docx, body, texts):
    assert body_texts(read("a.docx", docx(body))) == texts


def test_text_boxes_once_after_their_anchor(read, docx):
    box = f"<w:txbxContent>{p(r('框内'))}</w:txbxContent>"
    drawing = f"<w:drawing><wp:inline><wp:docPr id='1' name='x'/><a:graphic><wps:wsp><wps:txbx>{box}</wps:txbx></wps:wsp></a:graphic></wp:inline></w:drawing>"
    picture = f"<w:pict><v:shape><v:textbox>{box}</v:textbox></v:shape></w:pict>"
    run = f"<w:r><mc:AlternateContent><mc:Choice Requires='wps'>{drawing}</mc:Choice><mc:Fallback>{picture}</mc:Fallback></mc:AlternateContent></w:r>"
    assert body_texts(read("a.docx", docx(p(r("锚点") + run) + p(r("之后"))))) == ["锚点", "框内", "之后"]
    assert body_texts(read("b.docx", docx(p(f"<w:r>{picture}</w:r>")))) == ["框内"]


def test_headings_from_styles_outline_levels_and_titles(read, docx):
    styles = (
        style("H1", "heading 1") + style("X", "条标题", '<w:basedOn w:val="H1"/>') + style("T", "Title")
        + style("O", "大纲", '<w:pPr><w:outlineLvl w:val="2"/></w:pPr>')
    )  # fmt: skip
    body = "".join(
        [p(r("标题"), '<w:pStyle w:val="T"/>'), p(r("一级"), '<w:pStyle w:val="H1"/>'), p(r("派生"), '<w:pStyle w:val="X"/>'),
         p(r("三级"), '<w:pStyle w:val="O"/>'), p(r("直接"), '<w:outlineLvl w:val="1"/>'), p(r("正文"), '<w:pStyle w:val="H1"/><w:outlineLvl w:val="9"/>')]
    )  # fmt: skip
    blocks = read("a.docx", docx(body, styles=styles)).blocks
    assert [(b.kind, getattr(b, "level", 0)) for b in blocks] == [
        ("heading", 1), ("heading", 1), ("heading", 1), ("heading", 3), ("heading", 2), ("paragraph", 0),
    ]  # fmt: skip


def test_a_whole_clause_in_a_heading_style_is_text(read, docx):
    text = "甲方应当按照本合同约定的时间、方式和金额向乙方支付全部款项，并承担由此产生的一切税费和手续费用。"
    (block,) = read("a.docx", docx(p(r(text), '<w:outlineLvl w:val="0"/>'))).blocks
    assert block.kind == "paragraph"


def test_notes_follow_their_paragraph_with_a_mark_at_the_anchor(read, docx):
    body = p(r("正文") + '<w:r><w:footnoteReference w:id="2"/></w:r>' + r("续。")) + p(
        r("后") + '<w:r><w:endnoteReference w:id="1"/></w:r>'
    )
    notes = f'<w:footnote w:type="separator" w:id="0">{p(r("-"))}</w:footnote><w:footnote w:id="2">{p(r("脚注"))}</w:footnote>'
    document = read("a.docx", docx(body, footnotes=notes, endnotes=f'<w:endnote w:id="1">{p(r("尾注"))}</w:endnote>'))
    assert [(b.kind, b.layer.value, b.text, getattr(b, "marker", "")) for b in document.blocks] == [
        ("paragraph", "body", "正文[^1]续。", ""), ("footnote", "note", "脚注", "[^1]"),
        ("paragraph", "body", "后[^e1]", ""), ("footnote", "note", "尾注", "[^e1]"),
    ]  # fmt: skip


def test_what_is_not_body_text_is_kept_under_its_rule(read, docx):
    body = p(r("显示") + r("隐藏", "<w:vanish/>") + '<w:r><w:commentReference w:id="0"/></w:r>')
    document = read("a.docx", docx(
        body,
        comments=f'<w:comment w:id="0">{p(r("批注"))}</w:comment>',
        header=p(r("页眉")),
        footer=p(r("页脚")),
        footnotes=f'<w:footnote w:id="9">{p(r("无锚"))}</w:footnote>',
    ))  # fmt: skip
    assert [(b.text, b.layer.value, b.rule) for b in document.blocks] == [
        ("显示", "body", None), ("批注", "hidden", "comment"), ("隐藏", "hidden", "vanish"), ("无锚", "hidden", "unreferenced_note"),
        ("页眉", "furniture", "header_footer"), ("页脚", "furniture", "header_footer"),
    ]  # fmt: skip
    assert document.report.dropped_chars == {"comment": 2, "vanish": 2, "unreferenced_note": 2, "header_footer": 4}


def test_contents_by_field_style_and_gallery(read, docx):
    toc = (
        '<w:p><w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText> TOC \\o </w:instrText></w:r>'
        f'<w:r><w:fldChar w:fldCharType="separate"/></w:r>{r("第一章 1")}</w:p>{p(r("第二章 2"))}'
        '<w:p><w:r><w:fldChar w:fldCharType="end"/></w:r></w:p>'
    )
    gallery = (
        '<w:sdt><w:sdtPr><w:docPartObj><w:docPartGallery w:val="Table of Contents"/></w:docPartObj></w:sdtPr><w:sdtContent>'
    )
    body = toc + p(r("样式"), '<w:pStyle w:val="toc1"/>') + f"{gallery}{p(r('图库'))}</w:sdtContent></w:sdt>" + p(r("正文。"))
    document = read("a.docx", docx(body, styles=style("toc1", "toc 1")))
    assert [(b.text, b.layer.value) for b in document.blocks] == [
        ("第一章 1", "toc"), ("第二章 2", "toc"), ("样式", "toc"), ("图库", "toc"), ("正文。", "body"),
    ]  # fmt: skip


def test_program_text_is_one_block(read, docx):
    line = '<w:pStyle w:val="code"/>'
    blocks = read("a.docx", docx(p(r("a = 1"), line) + p(r("b = 2"), line), styles=style("code", "Source Code"))).blocks
    assert [(b.kind, b.text) for b in blocks] == [("code", "a = 1\nb = 2")]
