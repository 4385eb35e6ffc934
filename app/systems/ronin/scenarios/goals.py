"""Minor goals: whether each is met (RON-SCN-05)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from app.engine.events import Seat
from app.systems.ronin.book import table
from app.systems.ronin.measure import is_lost
from app.systems.ronin.state import Model, State


def met(state: State, seat: Seat, goal: str) -> bool:
    """Whether a side has met this goal as things stand."""
    row = next(r for r in table("common")["minor_goals"] if r["id"] == goal)
    return TESTS[goal](state, seat, row)


def own(state: State, seat: Seat) -> list[Model]:
    """The models a side started with; a civilian is none of them (RON-SCN-45)."""
    return [m for m in state.models.values() if m.seat == seat and not m.civilian]


def kill_leader(state: State, seat: Seat, _: dict[str, Any]) -> bool:
    """The enemy Leader is dead."""
    return any(m.leader and m.fate == "dead" for m in own(state, state.other(seat)))


def capture_elite(state: State, seat: Seat, row: dict[str, Any]) -> bool:
    """An enemy of Rank 3 or more is captured; of Rank 2 or more if the enemy never had one."""
    foes = own(state, state.other(seat))
    least = row["rank"] if any(m.rank >= row["rank"] for m in foes) else row["rank_if_none"]
    return any(m.rank >= least and m.fate == "captured" for m in foes)


def lose_few(state: State, seat: Seat, row: dict[str, Any]) -> bool:
    """No more than a quarter of the models it started with are lost."""
    lost = sum(is_lost(state, m) for m in own(state, seat))
    return lost * int(row["share"]["den"]) <= state.side(seat).start * int(row["share"]["num"])


def kill_most(state: State, seat: Seat, row: dict[str, Any]) -> bool:
    """At least three quarters of the enemy's models are dead."""
    enemy = state.other(seat)
    dead = sum(m.fate == "dead" for m in own(state, enemy))
    return dead * int(row["share"]["den"]) >= state.side(enemy).start * int(row["share"]["num"])


def quarters(state: State, seat: Seat, row: dict[str, Any]) -> bool:
    """More models than the enemy, by base centre, in at least three of the four quarters."""
    counts = [0, 0, 0, 0]
    for m in state.standing():
        at = 2 * (2 * m.at.y > state.table.depth) + (2 * m.at.x > state.table.width)
        counts[at] += 1 if m.seat == seat else -1
    return sum(n > 0 for n in counts) >= int(row["quarters"])


TESTS: dict[str, Callable[[State, Seat, dict[str, Any]], bool]] = {
    "kill-leader": kill_leader, "capture-elite": capture_elite, "lose-few": lose_few, "kill-most": kill_most,
    "quarters": quarters,
}  # fmt: skip
