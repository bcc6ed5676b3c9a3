"""Personal data: found by recognisers, masked by operators, counted by an audit that never holds a value."""

from __future__ import annotations

from normalizers.pii.audit import PiiAudit
from normalizers.pii.engine import Scrubber, check_settings

STAGE_VERSION = "2"
"""Raise with every change of what is found or how it is masked: parsing then runs again, as only scrubbed text is kept."""

__all__ = ["STAGE_VERSION", "PiiAudit", "Scrubber", "check_settings"]
