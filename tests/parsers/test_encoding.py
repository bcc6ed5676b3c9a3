from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parsers.encoding import declared_charset, decode

TEXT = "本合同自双方签字盖章之日起生效，未尽事宜由双方协商解决。保险责任与责任免除见第三条。"
TRADITIONAL = "被保險人於本契約有效期間內身故者，本公司依約定給付身故保險金。"


@pytest.mark.parametrize(
    ("data", "text", "encoding"),
    [
        (TEXT.encode(), TEXT, "utf-8"),
        (b"\xef\xbb\xbf" + TEXT.encode(), TEXT, "utf-8-sig"),
        (TEXT.encode("utf-16"), TEXT, "utf-16"),
        (TEXT.encode("utf-32"), TEXT, "utf-32"),
        ("plain ASCII line\n".encode("utf-16-le"), "plain ASCII line\n", "utf-16-le"),
        (TEXT.encode("gbk"), TEXT, "gb18030"),
        (TRADITIONAL.encode("big5"), TRADITIONAL, "big5hkscs"),
        (b'<meta charset="gb2312">' + "朱镕基，㐂".encode("gb18030"), '<meta charset="gb2312">朱镕基，㐂', "gb18030"),
        (
            b'<?xml version="1.0" encoding="GBK"?>' + TEXT.encode("gbk"),
            '<?xml version="1.0" encoding="GBK"?>' + TEXT,
            "gb18030",
        ),
        (b'<meta charset="utf-8">' + TEXT.encode("gbk"), '<meta charset="utf-8">' + TEXT, "gb18030"),
    ],
)
def test_order_of_evidence(data, text, encoding):
    decoded = decode(data)
    assert (decoded.text, decoded.encoding, decoded.replaced) == (text, encoding, 0)


@pytest.mark.parametrize("encoding", ["utf-8", "gbk"])
def test_one_bad_byte_never_loses_a_file(encoding):
    decoded = decode((TEXT * 10).encode(encoding) + b"\xff\n" + TEXT.encode(encoding))
    assert decoded.replaced == 1
    assert decoded.text.count(TEXT) == 11
    assert "undecodable:1" in decoded.remarks


def test_markup_in_front_does_not_hide_the_charset_of_the_text():
    data = b"<p class='x'>" * 2000 + TEXT.encode("gbk") * 5
    assert TEXT in decode(data).text


def test_unknown_declarations_are_passed_over():
    assert declared_charset(b'<meta charset="x-nonsense"><meta charset="big5">') == "big5hkscs"
    assert declared_charset(b"no declaration") is None


@given(st.binary(max_size=200))
def test_anything_is_decoded(data):
    assert isinstance(decode(data).text, str)


@given(st.text(max_size=100).filter(lambda t: "\0" not in t and "\ufeff" not in t))
def test_utf8_comes_back_as_it_was(text):
    assert decode(text.encode("utf-8", "replace")).text == text.encode("utf-8", "replace").decode()
