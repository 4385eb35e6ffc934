"""What a player may answer at one press in a turn."""

from __future__ import annotations

from app.engine.asks import AnyAsk, Json
from app.engine.bulks import Bulk, second, silence

HOLDING = ("move.unit", "fire.unit", "end.leader")
"""Questions of many units or leaders, of which silence orders none."""
PASSING = ("move.unit", "fire.unit")
"""Questions whose end gives up what units could still do."""
GIVES_UP = second("decline")


def let_be(asked: AnyAsk) -> Json | None:
    """No clan is tried, nobody is ordered anything; the General is asked for where nothing else is left."""
    return GIVES_UP(asked) if asked.about == "clan.choose" else silence(asked)


def can_let_be(asked: AnyAsk) -> bool:
    """Whether there is somebody to be let be."""
    return asked.about != "end.leader" and let_be(asked) is not None


def holds(question: AnyAsk) -> bool:
    """Whether silence to this question means that whoever has no order yet gets none."""
    return question.about in HOLDING


BULKS = (
    Bulk(key="as-last-turn", covers=frozenset({"start.first", "clan.choose", *HOLDING})),
    Bulk(key="nobody-else", covers=frozenset({"clan.choose", *HOLDING}), answer=let_be, beside=can_let_be),
)
