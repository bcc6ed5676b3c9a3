import pytest
from hypothesis import HealthCheck, given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from normalizers.pii import PiiAudit, Scrubber
from normalizers.pii.recognizers import RECOGNIZERS
from normalizers.pii.view import folded_view
from schemas.document import (
    Cell,
    Code,
    Document,
    Footnote,
    Heading,
    Kind,
    Paragraph,
    Revision,
    RevisionKind,
    RouteDecision,
    SourceFile,
    Table,
)
from schemas.errors import SettingsError
from schemas.settings import PiiSettings

ID, CARD, PHONE, MAIL = "110101199003052315", "6222021234567890128", "13812345678", "zhang@example.com"


@pytest.mark.parametrize(
    ("text", "scrubbed"),
    [
        (
            f"身份证{ID}，卡号{CARD}，手机{PHONE}，邮箱{MAIL}。",
            "身份证110101********2315，卡号622202*********0128，手机138****5678，邮箱z***@example.com。",
        ),
        ("110101 19900305 2315", "110101********2315"),
        ("１１０１０５１９４９１２３１００２ｘ", "110105********002X"),
        ("保单号 2023138123456789012 合同编号 HT-13812345678", "保单号 2023138123456789012 合同编号 HT-13812345678"),
        ("GUID 110bcd25-a55d-453a-8046-1297901ea002", "GUID 110bcd25-a55d-453a-8046-1297901ea002"),
        ("第三条 保险金额1,000,000.00元", "第三条 保险金额1,000,000.00元"),
        ("", ""),
    ],
)
def test_text(scrubber: Scrubber, text: str, scrubbed: str) -> None:
    assert scrubber.text(text) == scrubbed
    assert scrubber.text(scrubbed) == scrubbed


def document() -> Document:
    return Document(
        source=SourceFile(uri=f"/in/{PHONE}.txt", name=f"{PHONE}.txt", sha256="0" * 64, size=1),
        route=RouteDecision(kind=Kind.TEXT, parser="text"),
        title=f"给{MAIL}的信",
        attributes={"author": MAIL, "pages": "3"},
        blocks=(
            Heading(id="b00001", text=f"联系人{PHONE}", level=1),
            Paragraph(id="b00002", text=f"身份证{ID}", section_path=(f"联系人{PHONE}",)),
            Table(id="b00003", cells=(Cell(row=0, col=0, text=PHONE), Cell(row=0, col=1, text=CARD)), caption=f"{ID}的表"),
            Code(id="b00004", text=f"to = '{MAIL}'", language=PHONE, revision=Revision(kind=RevisionKind.INSERTED, date=PHONE)),
            Footnote(id="b00005", text="没有什么", marker=PHONE),
        ),
    )


def test_every_string_of_a_document(scrubber: Scrubber) -> None:
    scrubbed, audit = scrubber.document(document())
    whole = scrubbed.model_dump_json()
    for value in (ID, CARD, PHONE, MAIL):
        assert value not in whole
        assert value not in audit.model_dump_json()
    assert scrubbed.source.name == "138****5678.txt"
    assert scrubbed.source.sha256 == "0" * 64
    assert scrubbed.blocks[1].section_path == ("联系人138****5678",)
    assert scrubbed.report.pii_counts == audit.counts


def test_the_audit_counts_each_place_once(scrubber: Scrubber) -> None:
    _, audit = scrubber.document(document())
    assert audit.counts == {"BANK_CARD": 1, "CN_ID_CARD": 2, "EMAIL_ADDRESS": 3, "MOBILE_PHONE": 7}
    assert [(p.entity, p.place, p.count) for p in audit.places if p.entity == "MOBILE_PHONE"] == [
        ("MOBILE_PHONE", "b00001", 1),
        ("MOBILE_PHONE", "b00003", 1),
        ("MOBILE_PHONE", "b00004", 2),
        ("MOBILE_PHONE", "b00005", 1),
        ("MOBILE_PHONE", "document", 2),
    ]


def test_a_document_without_personal_data_is_the_same(scrubber: Scrubber) -> None:
    clean = document().model_copy(
        update={
            "source": SourceFile(uri="/a", name="a", sha256="", size=1),
            "title": "",
            "attributes": {},
            "blocks": (Paragraph(text="甲"),),
        }
    )
    scrubbed, audit = scrubber.document(clean)
    assert scrubbed == clean
    assert audit == PiiAudit()


def test_settings_choose_entities_and_exceptions() -> None:
    chosen = Scrubber(PiiSettings(entities=("MOBILE_PHONE",), allow_list=("138 0000 0000",), operators={"MOBILE_PHONE": "tag"}))
    assert chosen.text(f"{MAIL} {PHONE} 13800000000") == f"{MAIL} <MOBILE_PHONE> 13800000000"


@pytest.mark.parametrize("settings", [PiiSettings(entities=("PHONE",)), PiiSettings(operators={"PHONE": "tag"})])
def test_unknown_entities_are_refused(settings: PiiSettings) -> None:
    with pytest.raises(SettingsError, match="known are CN_ID_CARD, BANK_CARD, MOBILE_PHONE, EMAIL_ADDRESS"):
        Scrubber(settings)


PIECES = st.sampled_from(
    [ID, CARD, PHONE, MAIL, " ", "-", "，", "0", "X", "a", "号", "\n", "１", "8613812345678", "\u200b", "."]
)


@given(st.lists(PIECES, max_size=8).map("".join))
@hypothesis_settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None, max_examples=200)
def test_spans_are_sorted_disjoint_and_within(scrubber: Scrubber, text: str) -> None:
    spans = scrubber.find(text)
    borders = [border for found in spans for border in (found.start, found.end)]
    assert borders == sorted(borders)
    assert all(0 <= found.start < found.end <= len(text) for found in spans)
    scrubbed = scrubber.text(text)
    assert (scrubbed == text) == (not spans)


@given(st.lists(PIECES, max_size=8).map("".join))
def test_the_cheap_look_loses_nothing(text: str) -> None:
    for recognizer in RECOGNIZERS:
        if next(iter(recognizer.find(folded_view(text))), None) is not None:
            assert recognizer.may_match(text)
