"""What a player may answer at one press in a turn."""

from __future__ import annotations

from app.engine.bulks import Bulk, silence

BULKS = (
    Bulk(key="same-weapon", covers=frozenset({"combat.weapon"}), same=True),
    Bulk(key="no-enhance", covers=frozenset({"combat.enhance-attack", "combat.enhance-defence"}), answer=silence),
    Bulk(key="no-reroll", covers=frozenset({"combat.reroll"}), answer=silence),
)
"""Questions that are put of each fighter, or of each blow, of a combat."""
