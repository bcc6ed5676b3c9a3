"""References as written in running text: 第五条第二款, 第3.2节, 附录A, 表4, Section 3.2; a table of patterns."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from language.number_forms import ARABIC, BLANKS, DOTTED, HAN_NUMERAL, LETTER_OR_ROMAN, NUMERAL, read_number

Key = tuple[str, tuple[int, ...]]
"""What a numbered block is known by: the word it is counted with, in one spelling, and its number."""


class Mention(NamedTuple):
    """A reference in a text: its span, the form's name, the keys its target may have, and the 款 and 项 inside the target."""

    start: int
    end: int
    form: str
    keys: tuple[Key, ...] = ()
    paragraph: int | None = None
    item: int | None = None
    other_document: bool = False


class _Form(NamedTuple):
    """A pattern with group `n` (none: relative to where it stands) and the words its target may be counted with."""

    name: str
    pattern: str
    words: tuple[str, ...]


_ENGLISH_ENDS = r"(?![A-Za-z0-9])"
_CAPTION_NUMBER = f"(?![0０]){ARABIC}(?:[.．-]{ARABIC}){{0,3}}"
_DECIMAL = r"[1-9][0-9]?(?:\.[1-9][0-9]?){1,4}"
_NOT_COPIES = "(?![份个個页頁张張式])"
_PARTS = (
    f"(?:{BLANKS}第{BLANKS}(?P<paragraph>{HAN_NUMERAL}|{ARABIC}){BLANKS}款)?"
    f"(?:{BLANKS}第?{BLANKS}[(（]?(?P<item>{HAN_NUMERAL}|{ARABIC})[)）]?{BLANKS}(?P<item_unit>[项項目])(?!目))?"
)

_RELATIVE = (
    "(?<![目之以此当當])前(?:款(?!项)|[条條](?!件)|[项項](?!目))|[上前]述[条條]款|本[条條]第[^，。；第]{1,6}[款项項]"
    "|本款第[^，。；第]{1,6}[项項]|(?<!以)[上下][表图圖](?=[所中列示，。、）)]|$)"
)

_FORMS = (
    _Form("relative", _RELATIVE, ()),
    _Form("part", f"第{BLANKS}(?P<n>{NUMERAL}){BLANKS}(?:编|編|篇|部分)", ("编",)),
    _Form("chapter", f"第{BLANKS}(?P<n>{NUMERAL}){BLANKS}章(?!程)", ("章", "chapter", "heading")),
    _Form("section", f"第{BLANKS}(?P<n>{NUMERAL}){BLANKS}[节節](?!目)", ("节", "decimal", "section")),
    _Form(
        "clause",
        f"第{BLANKS}(?P<n>{NUMERAL}){BLANKS}[条條](?![件形])(?:{BLANKS}之{BLANKS}(?P<tail>{HAN_NUMERAL}|{ARABIC}))?{_PARTS}",
        ("条", "decimal", "article", "clause"),
    ),
    _Form("decimal", f"(?:(?<=[见見照])|(?<=[见見照][ \u3000]))(?P<n>{_DECIMAL})(?![0-9A-Za-z.%％])", ("decimal", "节", "条")),
    _Form("annex", f"附{BLANKS}件{BLANKS}(?P<n>{LETTER_OR_ROMAN}|{NUMERAL}){_NOT_COPIES}", ("附件", "annex")),
    _Form(
        "appendix",
        rf"附{BLANKS}[录錄]{BLANKS}(?P<n>{LETTER_OR_ROMAN}(?:\.{ARABIC})*|{NUMERAL}){_NOT_COPIES}",
        ("附录", "appendix"),
    ),
    _Form("schedule", f"附{BLANKS}表{BLANKS}(?P<n>{LETTER_OR_ROMAN}|{NUMERAL}){_NOT_COPIES}", ("附表", "表", "schedule")),
    _Form("annex", f"(?<=[见見])附{BLANKS}件(?P<n>)(?![0-9])", ("附件",)),
    _Form("schedule", f"(?<=[见見])附{BLANKS}表(?P<n>)(?![0-9])", ("附表",)),
    _Form("table", f"(?<![代报報图圖附列填发年量手仪钟])表{BLANKS}(?P<n>{_CAPTION_NUMBER})(?![0-9A-Za-z])", ("表", "table")),
    _Form("table", f"(?<=[见見如照和及与、（(])表(?P<n>{HAN_NUMERAL})", ("表",)),
    _Form("figure", f"(?<![地插附])[图圖]{BLANKS}(?P<n>{_CAPTION_NUMBER})(?![0-9A-Za-z])", ("图", "figure")),
    _Form("section", rf"(?:[Ss]ections?|§)[ ]?(?P<n>{DOTTED}){_ENGLISH_ENDS}", ("section", "decimal", "节")),
    _Form("article", rf"[Aa]rticles?[ ](?P<n>{DOTTED}|[IVX]{{1,5}}){_ENGLISH_ENDS}", ("article", "条", "decimal")),
    _Form("clause", rf"[Cc]lauses?[ ](?P<n>{DOTTED}){_ENGLISH_ENDS}", ("clause", "decimal", "条")),
    _Form("chapter", rf"[Cc]hapters?[ ](?P<n>{DOTTED}|[IVX]{{1,5}}){_ENGLISH_ENDS}", ("chapter", "章", "heading")),
    _Form("appendix", rf"[Aa]ppendix[ ](?P<n>[A-Z]|{DOTTED}|[IVX]{{1,5}}){_ENGLISH_ENDS}", ("appendix", "附录")),
    _Form("annex", rf"Annex[ ](?P<n>[A-Z]|{DOTTED}|[IVX]{{1,5}}){_ENGLISH_ENDS}", ("annex", "附件", "附录")),
    _Form("exhibit", rf"Exhibit[ ](?P<n>[A-Z]|{DOTTED}|[IVX]{{1,5}}){_ENGLISH_ENDS}", ("exhibit", "附件")),
    _Form("schedule", rf"Schedule[ ](?P<n>[A-Z]|{DOTTED}|[IVX]{{1,5}}){_ENGLISH_ENDS}", ("schedule", "附表")),
    _Form("table", rf"Table[ ](?P<n>{DOTTED}){_ENGLISH_ENDS}", ("table", "表")),
    _Form("figure", rf"(?:Figure|Fig\.)[ ](?P<n>{DOTTED}){_ENGLISH_ENDS}", ("figure", "图")),
)
_COMPILED = tuple((form, re.compile(form.pattern)) for form in _FORMS)
_MAY_REFER = re.compile(
    "[第见見照附表图圖前上下本§]|[Ss]ection|[Aa]rticle|[Cc]lause|[Cc]hapter|[Aa]ppendix|Annex|Exhibit|Schedule|Table|Fig"
)

_LAW = "法|法典|条例|條例|办法|辦法|细则|細則|规定|規定|准则|準則|规则|規則|解释|解釋|通知|标准|標準|章程"
_LINK = f"(?:的|之|中)?{BLANKS}$"
_THIS_BEFORE = re.compile(f"本[^，。；：、\\s本依据據按根照]{{0,6}}(?:{_LAW}){_LINK}")
_LAW_BEFORE = re.compile(f"(?:{_LAW}){_LINK}")
_TITLE_BEFORE = re.compile(rf"《(?P<title>[^《》]{{1,60}})》(?:[（(][^（）()]{{0,20}}[)）])?{_LINK}")
_LAW_AFTER = re.compile(r"[ ]of the (?:[A-Z][\w'’-]*[ ]){0,6}(?:Act|Law|Code|Regulations?|Rules|Directive|Constitution)\b")


def find_mentions(text: str, own_title: str = "") -> tuple[Mention, ...]:
    """Return the references in a text, sorted and disjoint, the longest at each place.

    `own_title` is the title of the document: what follows it in 《》 is a reference to this document.
    """
    if not _MAY_REFER.search(text):
        return ()
    found = sorted(_all_mentions(text, own_title), key=lambda mention: (mention.start, -mention.end))
    kept: list[Mention] = []
    for mention in found:
        if not kept or mention.start >= kept[-1].end:
            kept.append(mention)
    return tuple(kept)


def _all_mentions(text: str, own_title: str) -> Iterator[Mention]:
    for form, pattern in _COMPILED:
        for match in pattern.finditer(text):
            groups = match.groupdict()
            if not form.words:
                yield Mention(match.start(), match.end(), form.name)
                continue
            try:
                number = read_number(groups["n"] or "") + read_number(groups.get("tail") or "")
                paragraph, item = _parts(groups)
            except ValueError:
                continue
            keys = tuple((word, number) for word in form.words)
            yield Mention(match.start(), match.end(), form.name, keys, paragraph, item, _of_another(text, match, own_title))


def _parts(groups: Mapping[str, str | None]) -> tuple[int | None, int | None]:
    """Return the numbers of paragraph and item. Below 條, Taiwan counts paragraphs as 項, where the mainland has 款 and 项."""
    paragraph, item = (read_number(numeral)[0] if numeral else None for numeral in map(groups.get, ("paragraph", "item")))
    if groups.get("item_unit") == "項" and paragraph is None:
        return item, None
    return paragraph, item


def _of_another(text: str, match: re.Match[str], own_title: str) -> bool:
    """Return whether the words around name another document: 《保险法》第十六条, 保险法第十六条, Section 3 of the Bills Act."""
    before = text[max(0, match.start() - 90) : match.start()]
    title = _TITLE_BEFORE.search(before)
    if title is not None:
        return not own_title or (title["title"] not in own_title and own_title not in title["title"])
    if _LAW_BEFORE.search(before) and not _THIS_BEFORE.search(before):
        return True
    return _LAW_AFTER.match(text, match.end()) is not None
