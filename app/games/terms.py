"""What whoever sits down consents to: who sees more of a table than its players do, and when."""

from __future__ import annotations

import hashlib

import msgspec

from app.games.agreed import UMPIRES, Agreed

SHOWN = (UMPIRES, "commentators", "watch")
"""The options that say it."""
SIGNS = 16
CHANGED = "table.terms"
"""The refusal of who has read other terms."""


def terms_of(options: Agreed) -> str:
    """A digest of 16 signs of them: two tables have the same where the same people see the same of them."""
    said = {key: options.stored[key] for key in SHOWN if options.stored.get(key)}
    return hashlib.sha256(msgspec.json.encode(said, order="deterministic")).hexdigest()[:SIGNS]
