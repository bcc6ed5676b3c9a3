from __future__ import annotations

import pytest

from parsers.read import parse
from schemas.errors import Damaged, EmptyFile, EmptyResult, SourceUnreadable
from schemas.settings import Settings


def test_progress_is_told_before_parsing_and_errors_name_file_and_stage(source):
    told: list[int] = []
    parse(source("a.txt", "一段话。"), Settings(), told.append)
    assert told == [1]
    with pytest.raises(EmptyFile) as caught:
        parse(source("b.txt", "  \n"), Settings(), told.append)
    assert (caught.value.document, caught.value.stage) == ("b.txt", "sniff")


def test_a_page_without_text_is_a_failure(read):
    with pytest.raises(EmptyResult):
        read("a.html", "<html><body><script>x()</script></body></html>")


def test_a_missing_file_may_be_tried_again(source):
    gone = source("a.txt", "x").model_copy(update={"uri": "/no/such/file"})
    with pytest.raises(SourceUnreadable):
        parse(gone, Settings(), lambda pages: None)


def test_a_word_package_without_its_parts_is_damaged(read, tmp_path):
    import zipfile

    path = tmp_path / "x.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("word/document.xml", "<x")
    with pytest.raises(Damaged):
        read("a.docx", path.read_bytes())


def test_same_bytes_same_document(read):
    text = "# 一\n\n甲乙丙。\n\n- 丁\n"
    assert read("a.md", text) == read("a.md", text)


def test_the_language_is_found(read):
    assert read("a.md", "# 总则\n\n本合同自签字之日起生效。\n").language == "zh"
    assert read("b.md", "# General\n\nThis contract takes effect when it is signed by both parties.\n").language == "en"
