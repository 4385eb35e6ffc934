"""What a player may answer at one press in a turn."""

from __future__ import annotations

from app.engine.bulks import Bulk, as_offered, has_offer, silence

DECLARE, MOVE = "orders.declare", "act.movement"
SPECIAL = frozenset({"special.taisho", "special.strategic", "special.warning"})
"""The steps of the Special Orders but for regrouping, which is asked where somebody flees (KEN-SPO-01)."""
BULKS = (
    Bulk(key="no-special", covers=SPECIAL, answer=silence),
    Bulk(key="as-told", covers=frozenset({MOVE}), answer=as_offered, beside=has_offer),
    Bulk(key="as-last-turn", covers=SPECIAL | {DECLARE, MOVE}, wait=frozenset({DECLARE})),
)
"""What was declared is closed by its player alone (KEN-ORD-11)."""
PASSING = (DECLARE, MOVE, "act.shooting", "act.spirits", "act.abilities", "act.charges")
"""Questions whose end gives up what units could still do."""
