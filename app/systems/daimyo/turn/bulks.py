"""What a player may answer at one press in a turn."""

from __future__ import annotations

from app.engine.asks import AnyAsk
from app.engine.bulks import Bulk, second

HOLDING = ("move.unit", "fire.unit", "end.leader")
"""Questions of many units or leaders, of which silence orders none."""
PASSING = ("move.unit", "fire.unit")
"""Questions whose end gives up what units could still do."""
GIVES_UP = second("decline")
BULKS = (
    Bulk(key="as-last-turn", covers=frozenset({"start.first", "clan.choose", "move.unit", "fire.unit"})),
    Bulk(key="no-more-clans", covers=frozenset({"clan.choose"}), answer=GIVES_UP,
         beside=lambda asked: GIVES_UP(asked) is not None),
)  # fmt: skip


def holds(question: AnyAsk) -> bool:
    """Whether silence to this question means that whoever has no order yet gets none."""
    return question.about in HOLDING
