from __future__ import annotations

import pytest

from parsers.html.judge import judge
from parsers.html.tree import parse_html
from parsers.html.walker import Walker
from schemas.document import Layer
from schemas.errors import EmptyResult, Skipped

PROSE = "保险人应当自收到给付保险金的请求和有关证明、资料之日起六十日内，根据已有证明和资料可以确定的数额先予支付。"
NAV = "<div class='nav'><ul>" + "".join(f"<li><a href='/{i}'>栏目{i}</a></li>" for i in range(8)) + "</ul></div>"
ARTICLE = f"<h1>理赔须知</h1><p>{PROSE}</p><h2>材料</h2><ul><li><span>身份证明</span></li></ul><p>{PROSE[::-1]}</p>"


def body(document):
    return [b.text for b in document.blocks if b.layer is Layer.BODY]


def page(inner):
    return f"<html><head><title>理赔须知</title></head><body>{inner}</body></html>"


def test_the_article_is_body_and_what_stands_around_is_kept_as_furniture(read):
    document = read("a.html", page(f"{NAV}<div>{ARTICLE}</div><div class='footer'>版权所有 违者必究</div>"))
    assert body(document) == ["理赔须知", PROSE, "材料", "身份证明", PROSE[::-1]]
    assert document.title == "理赔须知"
    aside = [b for b in document.blocks if b.layer is Layer.FURNITURE]
    assert {b.rule for b in aside} <= {"page_boilerplate", "outside_main_text"}
    assert "栏目0" in [b.text for b in aside]
    assert document.blocks[-1].section_path == ()


def test_gbk_pages(read):
    assert PROSE in body(read("a.html", page(f"<div>{ARTICLE}</div>").encode("gbk")))


def test_link_farms_are_skipped(read):
    links = "".join(f"<li><a href='/{i}'>第{i}条新闻的标题在这里</a></li>" for i in range(60))
    with pytest.raises(Skipped) as caught:
        read("a.html", page(f"<ul>{links}</ul>"))
    assert caught.value.rule == "link_farm"


def test_a_poor_answer_is_replaced():
    found = Walker("test").walk(parse_html(page(f"{NAV}<div>{ARTICLE}</div>")))
    verdict = judge(found, "栏目1")
    assert verdict.reader == "blocks"
    assert [f.block.text for f, keep in zip(found, verdict.keeps, strict=True) if keep] == [
        "理赔须知",
        PROSE,
        "材料",
        "身份证明",
        PROSE[::-1],
    ]


def test_lost_lists_and_tables_between_kept_text_come_back():
    table = "<table><tr><th>年龄<th>费率<tr><td>18<td>41.60</table>"
    found = Walker("test").walk(
        parse_html(page(f"{NAV}<div><p>{PROSE}</p><ul><li>甲类<li>乙类</ul>{table}<p>{PROSE[::-1]}</p></div>"))
    )
    verdict = judge(found, PROSE + "\n" + PROSE[::-1])
    assert verdict.reader == "trafilatura"
    assert [f.block.kind for f, keep in zip(found, verdict.keeps, strict=True) if keep] == [
        "paragraph",
        "list_item",
        "list_item",
        "table",
        "paragraph",
    ]


def test_a_page_that_is_no_part_of_a_site_is_taken_whole(read):
    document = read("a.html", page("<p>短。</p><table><tr><th>年龄<th>费率<tr><td>18<td>41.60</table><p>完</p>"))
    assert [b.kind for b in document.blocks] == ["paragraph", "table", "paragraph"]
    assert "main_text:whole_page" in document.report.remarks


def test_a_page_of_scripts_gives_nothing(read):
    with pytest.raises(EmptyResult):
        read("a.html", "<html><body><script>1</script><img></body></html>")


def test_links_of_the_text_are_attributes(read):
    document = read("a.html", page(f"{NAV}<div><p>{PROSE}详见<a href='/fl'>附录</a>。</p><p>{PROSE[::-1]}</p></div>"))
    assert document.attributes["links"] == "附录 </fl>"
