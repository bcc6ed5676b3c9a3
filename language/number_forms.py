"""The forms that numbers at the start of a line take: a table of patterns, read from the top, first match wins."""

from __future__ import annotations

import re
from collections.abc import Callable
from enum import StrEnum
from typing import NamedTuple

from language.numerals import HAN_NUMERAL_CHARS, read_numeral


class NumberKind(StrEnum):
    """The form of a number."""

    PART = "part"
    CHAPTER = "chapter"
    SECTION = "section"
    CLAUSE = "clause"
    PARAGRAPH = "paragraph"
    ITEM = "item"
    APPENDIX = "appendix"
    DECIMAL = "decimal"
    HAN = "han"
    HAN_PAREN = "han_paren"
    DIGIT_PAREN = "digit_paren"
    CIRCLED = "circled"
    LETTER = "letter"
    ROMAN = "roman"
    ARTICLE = "article"


UNIT_KINDS = {
    **dict.fromkeys(("编", "編", "篇", "部分", "卷"), NumberKind.PART),
    "章": NumberKind.CHAPTER,
    **dict.fromkeys(("节", "節"), NumberKind.SECTION),
    **dict.fromkeys(("条", "條"), NumberKind.CLAUSE),
    "款": NumberKind.PARAGRAPH,
    **dict.fromkeys(("项", "項", "目"), NumberKind.ITEM),
}
"""What is counted between 第 and the unit."""

BLANKS = "[ \u3000\t]*"
_D = "[0-9０-９]"
HAN_NUMERAL = f"[{HAN_NUMERAL_CHARS}](?:[ \u3000]?[{HAN_NUMERAL_CHARS}]){{0,11}}"
ARABIC = f"{_D}(?:[ \u3000]?{_D}){{0,3}}"
DOTTED = f"{ARABIC}(?:[ ]?[.．-][ ]?{ARABIC}){{0,5}}"
NUMERAL = f"(?:{HAN_NUMERAL}|{DOTTED})"
"""What stands between 第 and 条: 二十, its letter-spaced form, 12, 3.2."""

LETTER_OR_ROMAN = r"(?:[IVX]{1,5}|[A-ZＡ-Ｚ]|[Ⅰ-Ⅻ])(?![A-Za-z])"

_SPEAKS_OF = (
    "(?!规定|規定|约定|約定|所[述列称稱指约約载載规規定]|之|的|中(?:[所的，,]|规定|約定|约定)|以及|[，,]|第|款(?![项項])|[项項](?!目)|内(?!容)|除外"
    f"|[)）]|[至到和及与與或、]{BLANKS}(?:第|附|{NUMERAL}))"
)
"""What follows a number in running text that speaks of the clause rather than opening it: 第五条规定, 第三条至第七条."""

_PAREN_SPEAKS_OF = f"(?![至到和及与與或、]{BLANKS}[(（第]|[项項款](?![目项項])|[%％])"
_ENGLISH_SPEAKS_OF = f"(?![ ]?[a-z,(]|[.．-]?{_D})"
_WHOLE = f"(?![.．-]?{_D}|[{HAN_NUMERAL_CHARS}])"

_MEASURE_WORDS = (
    "个(?![人别案体]) 個(?![人別案體]) 年(?![度报報金龄齡]) 月(?![度报報]) 日(?![常期志]) 天(?![气氣然]) 元 倍 岁 歲 "
    "[十百千]?[万萬] [亿億] 次(?![数數要]) 人(?![员員民身力寿壽数數]) 名(?![称稱词詞义義]) 份(?!额|額) 种(?![类植]) "
    "期(?![限间間货貨权權]) 级(?!别) 周(?![期边转]) 小时 小時 分钟 分鐘 秒 米 克 吨 公[斤里顷分] 千[米克瓦元] 百元 "
    "页(?![面眉码]) 美元 港元 % ％ ‰ ℃ million billion thousand percent times years months days kg km cm mm "
    "January February March April May June July August September October November December"
)
_NOT_A_QUANTITY = f"(?!{BLANKS}(?:{'|'.join(_MEASURE_WORDS.split())}))"

ReadNumber = Callable[[re.Match[str]], tuple[int, ...]]


class Form(NamedTuple):
    """One way of writing a number. Groups: `label`; `n`, the numeral; `unit` where `kind` is None; `tail`, of 第十条之一."""

    pattern: re.Pattern[str]
    kind: NumberKind | None
    read: ReadNumber


def read_number(text: str) -> tuple[int, ...]:
    """Return the parts of a printed number such as 3.2, 十二 or A; raises ValueError."""
    return tuple(read_numeral(part) for part in re.split(r"[.．-]", text) if part.strip())


def _numeral(match: re.Match[str]) -> tuple[int, ...]:
    groups = match.groupdict()
    return read_number(groups["n"] or "") + read_number(groups.get("tail") or "")


def _from_sign(first: int) -> ReadNumber:
    return lambda match: (ord(match["n"]) - first + 1,)


_CIRCLED_RUNS = ((0x2460, 0x2473, 1), (0x3251, 0x325F, 21), (0x32B1, 0x32BF, 36), (0x2776, 0x277F, 1))


def _circled(match: re.Match[str]) -> tuple[int, ...]:
    code = ord(match["n"])
    return next((code - first + number,) for first, last, number in _CIRCLED_RUNS if first <= code <= last)


def _form(pattern: str, kind: NumberKind | None, read: ReadNumber = _numeral) -> Form:
    return Form(re.compile(rf"[\s\ufeff]*(?P<label>{pattern})"), kind, read)


_COUNTED = f"第{BLANKS}(?P<n>{NUMERAL}){BLANKS}"
_AFTER_COUNT = f"(?:{BLANKS}之{BLANKS}(?P<tail>{HAN_NUMERAL}|{ARABIC}))?"
_APPENDIX_WORD = f"附{BLANKS}(?:件|录|錄|表)"
_ONE_TO_99 = f"[1-9１-９]{_D}?"
_LEVEL = f"(?:0|[1-9１-９]{_D}{{0,2}})"

FORMS = (
    # 第三条, 第十条之一; 第一款 only where it stands alone
    _form(f"{_COUNTED}(?P<unit>编|編|篇|部分|卷|章|节|節|条|條){_AFTER_COUNT}{_SPEAKS_OF}", None),
    _form(rf"{_COUNTED}(?P<unit>款|项|項|目)(?=[\s:：、.．]|$)", None),
    # 附件一, 附录 A.1, 附表2-1, 附件：, Appendix A
    _form(
        f"{_APPENDIX_WORD}{BLANKS}(?P<n>{LETTER_OR_ROMAN}(?:[.．]{ARABIC})*|{NUMERAL}){_WHOLE}{_SPEAKS_OF}", NumberKind.APPENDIX
    ),
    _form(f"(?P<n>){_APPENDIX_WORD}(?={BLANKS}(?:[:：]|$))", NumberKind.APPENDIX),
    _form(
        rf"(?i:appendix|annex|exhibit|schedule)[ ](?P<n>{LETTER_OR_ROMAN}(?:\.{ARABIC})*|{DOTTED}){_ENGLISH_SPEAKS_OF}",
        NumberKind.APPENDIX,
    ),
    # A.1, as headings below 附录A are numbered
    _form(rf"(?P<n>[A-Z](?:\.{_D}{{1,2}}){{1,4}})(?=[ \u3000]*[^\W\d_a-z]|$)", NumberKind.APPENDIX),
    # Article 5, Section 3.2 Definitions, § 3
    _form(
        rf"(?P<unit>(?i:article|section|chapter|part|clause))[ ](?P<n>{DOTTED}|[IVX]{{1,5}}(?![A-Za-z])){_ENGLISH_SPEAKS_OF}",
        NumberKind.ARTICLE,
    ),
    _form(f"(?P<unit>§){BLANKS}(?P<n>{DOTTED}){_ENGLISH_SPEAKS_OF}", NumberKind.ARTICLE),
    # 1.1, 1.1.1
    _form(
        rf"(?P<n>(?:0|{_ONE_TO_99})(?:[.．]{_LEVEL})+)[.．、]?(?![0-9０-９A-Za-z.．,，%:：/\-~～]){_NOT_A_QUANTITY}",
        NumberKind.DECIMAL,
    ),
    # 1. 1、 1．
    _form(rf"(?P<n>{_ONE_TO_99}{_D}?)(?:{BLANKS}、|[.．](?![0-9０-９])(?=\s|$|[^\x00-\x7f]|[A-Z]))", NumberKind.DECIMAL),
    # 1 总则
    _form(rf"(?P<n>0|{_ONE_TO_99})(?=[ \u3000\t]+[^\W\d_a-z]){_NOT_A_QUANTITY}", NumberKind.DECIMAL),
    _form("(?P<n>[\u2488-\u249b])", NumberKind.DECIMAL, _from_sign(0x2488)),
    # 一、 （一） (1) 1) ①
    _form(rf"(?P<n>{HAN_NUMERAL}){BLANKS}(?:、|[.．](?!{_D}))", NumberKind.HAN),
    _form(f"[(（〔]{BLANKS}(?P<n>{HAN_NUMERAL}){BLANKS}[)）〕]{_PAREN_SPEAKS_OF}", NumberKind.HAN_PAREN),
    _form("(?P<n>[\u3220-\u3229])", NumberKind.HAN_PAREN, _from_sign(0x3220)),
    _form(f"[(（]?{BLANKS}(?P<n>{_ONE_TO_99}){BLANKS}[)）]{_PAREN_SPEAKS_OF}", NumberKind.DIGIT_PAREN),
    _form("(?P<n>[\u2474-\u2487])", NumberKind.DIGIT_PAREN, _from_sign(0x2474)),
    _form("(?P<n>[\u2460-\u2473\u3251-\u325f\u32b1-\u32bf\u2776-\u277f])", NumberKind.CIRCLED, _circled),
    # (iv) IV. (a) a) A.
    _form("[(（](?P<n>[ivx]{1,5})[)）]", NumberKind.ROMAN),
    _form(r"(?P<n>[IVX]{1,5}|[Ⅰ-Ⅻ])(?:[.．](?=\s|$|[^\x00-\x7f])|、)", NumberKind.ROMAN),
    _form(r"[(（]?(?P<n>[A-Za-z])(?:[)）]|[.．](?=\s+[^\W\d_])|、)", NumberKind.LETTER),
)
