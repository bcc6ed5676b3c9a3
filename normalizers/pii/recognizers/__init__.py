"""The recognisers: one small file for each kind of personal data, entered in this table."""

from __future__ import annotations

from normalizers.pii.recognizers.bank_card import BankCard
from normalizers.pii.recognizers.base import Recognizer, Span
from normalizers.pii.recognizers.email import Email
from normalizers.pii.recognizers.id_card import IdCard
from normalizers.pii.recognizers.mobile import Mobile

RECOGNIZERS: tuple[Recognizer, ...] = (IdCard(), BankCard(), Mobile(), Email())
"""All that are known. Where two find the same characters with the same score, the earlier one wins."""

__all__ = ["RECOGNIZERS", "Recognizer", "Span"]
