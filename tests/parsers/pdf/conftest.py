from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from reportlab.lib.pagesizes import A4
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.cidfonts import UnicodeCIDFont
from reportlab.pdfgen.canvas import Canvas

from parsers.pdf.parser import PdfParser
from schemas.document import Document, Kind, RouteDecision, SourceFile
from schemas.settings import Settings

pdfmetrics.registerFont(UnicodeCIDFont("STSong-Light"))

Draw = Callable[[Canvas], None]


@pytest.fixture
def parse_file() -> Callable[..., Document]:
    def parse(path: Path, settings: Settings | None = None) -> Document:
        source = SourceFile(uri=str(path), name=path.name, sha256="0" * 64, size=path.stat().st_size)
        return PdfParser(settings or Settings()).parse(source, RouteDecision(kind=Kind.PDF, parser="pdf"))

    return parse


@pytest.fixture
def drawn(tmp_path: Path) -> Callable[..., Path]:
    def draw(*pages: Draw, **options: Any) -> Path:
        path = tmp_path / "drawn.pdf"
        canvas = Canvas(str(path), pagesize=options.pop("pagesize", A4), invariant=1, **options)
        for page in pages:
            page(canvas)
            canvas.showPage()
        canvas.save()
        return path

    return draw


@pytest.fixture
def read(drawn: Callable[..., Path], parse_file: Callable[..., Document]) -> Callable[..., Document]:
    return lambda *pages, **options: parse_file(drawn(*pages, **options))


@pytest.fixture
def write() -> Callable[..., Draw]:
    """Make a page of lines: (x, y from the top, text[, size[, font]])."""

    def page(*lines: tuple[Any, ...]) -> Draw:
        def draw(canvas: Canvas) -> None:
            height = canvas._pagesize[1]
            for x, y, text, *style in lines:
                canvas.setFont(style[1] if len(style) > 1 else "STSong-Light", style[0] if style else 12)
                canvas.drawString(x, height - y, text)

        return draw

    return page
