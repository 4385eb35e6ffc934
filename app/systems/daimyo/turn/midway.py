"""Questions that are put in the middle of a deed: who answers them begins no go of his own."""

from __future__ import annotations

MIDWAY = frozenset({
    "card.put-back", "challenge.answer", "challenge.offer", "charge.answer", "event.assassin", "event.guide",
    "event.hero", "event.late", "event.short", "fire.defend", "melee.after", "melee.foe", "morale.flank",
    "rout.after", "start.first",
})  # fmt: skip
"""What a charge, a volley, a melee or a card asks of either side; who is to begin a turn has not begun it yet."""
