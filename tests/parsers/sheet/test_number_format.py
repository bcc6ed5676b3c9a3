from __future__ import annotations

from datetime import date, datetime, time, timedelta

import pytest

from parsers.sheet.number_format import show

DAY = datetime(2024, 1, 5, 14, 7, 9)


@pytest.mark.parametrize(
    ("value", "number_format", "text"),
    [
        (None, "General", ""),
        ("甲", "General", "甲"),
        (True, "General", "TRUE"),
        (12, "General", "12"),
        (0.1 + 0.2, "General", "0.3"),
        (1e20, "General", "1e+20"),
        (1234567.891, "#,##0.00", "1,234,567.89"),
        (1234.5, "#,##0", "1,235"),
        (0.05, "0%", "5%"),
        (0.0525, "0.00%", "5.25%"),
        (-3, "0.0", "-3.0"),
        (-1234, "#,##0;(#,##0)", "(1,234)"),
        (0, '#,##0;-#,##0;"—"', "—"),
        (5, "000", "005"),
        (1.5, "0.##", "1.5"),
        (2, "0.##", "2"),
        (30, '0"天"', "30天"),
        (88, '"¥"#,##0.00', "¥88.00"),
        (88, "[$￥-804]#,##0.00", "￥88.00"),
        (12345, "0.00E+00", "1.23E+04"),
        (1500000, '#,##0,"千"', "1,500千"),
        (-0.001, "0.00", "0.00"),
        (DAY, "yyyy-mm-dd", "2024-01-05"),
        (DAY, 'yyyy"年"m"月"d"日"', "2024年1月5日"),
        (DAY, "m/d/yy h:mm", "1/5/24 14:07"),
        (DAY, "h:mm:ss AM/PM", "2:07:09 PM"),
        (DAY, "d-mmm-yy", "5-Jan-24"),
        (DAY, "General", "2024-01-05 14:07:09"),
        (date(2024, 1, 5), "[$-804]yyyy/m/d;@", "2024/1/5"),
        (time(8, 5), "h:mm", "8:05"),
        (timedelta(hours=30, minutes=1), "[h]:mm:ss", "30:01:00"),
    ],
)
def test_values_as_shown(value, number_format, text):
    assert show(value, number_format) == text
