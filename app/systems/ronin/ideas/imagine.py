"""Games as one seat may believe them: what it cannot know is drawn anew."""

from __future__ import annotations

from app.engine.events import Seat
from app.engine.luck import Luck
from app.systems.ronin.book import table
from app.systems.ronin.scenarios.goals import met
from app.systems.ronin.state import Counters, State


def imagine(state: State, seat: Seat, luck: Luck) -> State:
    """A state that agrees with all this seat knows: the other's minor goal and hidden counters drawn anew."""
    for side in state.sides:
        if side.seat != seat and side.goal and not side.goal_scored:
            state = state.with_side(side.seat, goal=luck.choice(believable(state, side.seat)))
    for fight in state.combats:
        if not fight.shown and fight.counters:
            held = {s: n if s == seat else reshuffled(n, luck) for s, n in fight.counters.items()}
            state = state.with_combat(fight.id, counters=held)
    return state


def believable(state: State, seat: Seat) -> tuple[str, ...]:
    """The goals a side may have: not one that would have been scored and shown by now (RON-SCN-13)."""
    rows = table("common")["minor_goals"]
    return tuple(r["id"] for r in rows if r["scored"] == "end" or not met(state, seat, r["id"]))


def reshuffled(counters: Counters, luck: Luck) -> Counters:
    """As many counters, of any colours."""
    attack = luck.randrange(0, counters.total + 1)
    return Counters(attack, counters.total - attack)
