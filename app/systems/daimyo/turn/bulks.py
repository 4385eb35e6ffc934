"""What a player may answer at one press in a turn."""

from __future__ import annotations

from app.engine.asks import AnyAsk
from app.engine.bulks import Bulk

HOLDING = ("move.unit", "fire.unit", "end.leader")
"""Questions of many units or leaders, of which silence orders none."""
PASSING = ("move.unit", "fire.unit")
"""Questions whose end gives up what units could still do."""
BULKS = (Bulk(key="as-last-turn", covers=frozenset({"move.unit"})),)


def holds(question: AnyAsk) -> bool:
    """Whether silence to this question means that whoever has no order yet gets none."""
    return question.about in HOLDING
