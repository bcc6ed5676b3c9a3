from collections.abc import Callable

import pytest

from normalizers.pii.recognizers import Recognizer
from normalizers.pii.recognizers.email import Email


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("我的邮箱是bwgjs2019@163.com和wzy82cn@163.com", ["bwgjs2019@163.com", "wzy82cn@163.com"]),
        ("邮箱a.b-c+d@mail.example.com.cn。", ["a.b-c+d@mail.example.com.cn"]),
        ("ａｂｃ＠１６３．ｃｏｍ", ["ａｂｃ＠１６３．ｃｏｍ"]),
        ("<mailto:li@example.org>", ["li@example.org"]),
        ("请联系 li@example.org.", ["li@example.org"]),
        # not addresses
        ("logo@2x.png", []),
        ("user@host", []),
        ("@example.com", []),
        ("a@@b.com", []),
        ("z***@163.com", []),
        ("单价@5元", []),
    ],
)
def test_finds(find: Callable[[Recognizer, str], list[str]], text: str, values: list[str]) -> None:
    assert find(Email(), text) == values
