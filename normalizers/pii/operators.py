"""What stands in a value's place: a mask that keeps agreed characters, a stable pseudonym, or the name of its kind."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Callable

from schemas.errors import SettingsError
from schemas.settings import PiiSettings

Operator = Callable[[str], str]
"""Takes a value without the blanks inside, gives what stands in its place. Its result holds no personal data to find again."""

KEPT = {"CN_ID_CARD": (6, 4), "BANK_CARD": (6, 4), "MOBILE_PHONE": (3, 4)}
"""How many characters a mask keeps at the front and at the back; kinds not listed keep none."""


def mask(entity: str, value: str) -> str:
    """Return 110101********2315 for an identity number, 138****5678 for a mobile, z***@example.com for an address."""
    if "@" in value:
        local, domain = value.rsplit("@", 1)
        return f"{local[:1]}***@{domain}" if len(local) > 1 else f"***@{domain}"
    front, back = KEPT.get(entity, (0, 0))
    if len(value) <= front + back:
        return "*" * len(value)
    return value[:front] + "*" * (len(value) - front - back) + value[len(value) - back :]


def pseudonym(entity: str, value: str, key: str) -> str:
    """Return a name that is the same for the same value and key, and says nothing about it: <BANK_CARD:bhdkf...>."""
    digest = hmac.new(key.encode(), f"{entity}\x1f{value}".encode(), hashlib.sha256).digest()
    letters = "".join("abcdefghijklmnop"[byte % 16] for byte in digest[:12])
    return f"<{entity}:{letters}>"


def operator_for(entity: str, settings: PiiSettings) -> Operator:
    """Return the operator that the settings name for this kind (mask where they are silent); raises SettingsError."""
    known: dict[str, Operator] = {
        "mask": lambda value: mask(entity, value),
        "pseudonym": lambda value: pseudonym(entity, value, settings.pseudonym_key),
        "tag": lambda _: f"<{entity}>",
    }
    name = settings.operators.get(entity, "mask")
    if name not in known:
        raise SettingsError(f"[pii] operators.{entity} is {name!r}; choose one of {', '.join(known)}")
    return known[name]
