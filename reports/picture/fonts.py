"""A font that can write Chinese, where the machine has one."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from PIL.ImageFont import FreeTypeFont, ImageFont

    Font = FreeTypeFont | ImageFont

CJK_FONTS = (
    "/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc",
    "/usr/share/fonts/noto-cjk/NotoSansCJK-Regular.ttc",
    "/usr/share/fonts/google-noto-cjk/NotoSansCJK-Regular.ttc",
    "/usr/share/fonts/truetype/wqy/wqy-microhei.ttc",
    "/usr/share/fonts/truetype/wqy/wqy-zenhei.ttc",
    "/usr/share/fonts/truetype/arphic/uming.ttc",
    "/System/Library/Fonts/PingFang.ttc",
    "/System/Library/Fonts/STHeiti Light.ttc",
    "C:/Windows/Fonts/msyh.ttc",
    "C:/Windows/Fonts/simsun.ttc",
)
"""Well-known places; the first that exists is taken."""
CJK_FACE = 2
"""The face of a Noto collection that draws Simplified Chinese forms."""


@cache
def font(size: int) -> tuple[Font, bool]:
    """Return a font of `size` pixels and whether it can write Chinese."""
    from PIL import ImageFont

    for path in CJK_FONTS:
        if Path(path).exists():
            return ImageFont.truetype(path, size, index=CJK_FACE if "Noto" in path else 0), True
    return ImageFont.load_default(size), False


def writable(text: str, chinese: bool) -> str:
    """Return the text as the font can write it: without a Chinese font, other characters than Latin become a middle dot."""
    return text if chinese else "".join(ch if ord(ch) < 0x250 else "·" for ch in text)
