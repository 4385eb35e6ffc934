"""What a player may answer at one press in a turn."""

from __future__ import annotations

from app.engine.bulks import Bulk, as_offered, has_ways, silence

SPECIAL = frozenset({"special.taisho", "special.strategic", "special.warning"})
"""The steps of the Special Orders but for regrouping, which is asked where somebody flees (KEN-SPO-01)."""
BULKS = (
    Bulk(key="no-special", covers=SPECIAL, answer=silence),
    Bulk(key="as-last-turn", covers=frozenset({"orders.declare"})),
    Bulk(key="as-told", covers=frozenset({"act.movement"}), answer=as_offered, beside=has_ways),
)
PASSING = ("orders.declare", "act.movement", "act.shooting", "act.spirits", "act.abilities", "act.charges")
"""Questions whose end gives up what units could still do."""
