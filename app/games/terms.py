"""What whoever sits down consents to: who sees more of a table than its players do, and when."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import Any

import msgspec

from app.games.motions import UMPIRES

SHOWN = (UMPIRES, "commentators", "watch")
"""The options that say it."""
SIGNS = 16
CHANGED = "table.terms"
"""The refusal of who has read other terms."""


def terms_of(options: Mapping[str, Any]) -> str:
    """A digest of 16 signs of them: two tables have the same where the same people see the same of them."""
    said = {key: options[key] for key in SHOWN if options.get(key)}
    return hashlib.sha256(msgspec.json.encode(said, order="deterministic")).hexdigest()[:SIGNS]
