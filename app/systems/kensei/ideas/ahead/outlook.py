"""Who is likely to win: how far each side is ahead by its own victory condition, and how much time is left to change
that."""

from __future__ import annotations

from math import exp

from app.engine.events import Seat
from app.engine.judgement import hundredths
from app.engine.modifiers import total
from app.systems.kensei.book import table
from app.systems.kensei.scenarios.figures import victory_of
from app.systems.kensei.scenarios.rules import scoring
from app.systems.kensei.scenarios.victory import COUNTS, MET, decided, head
from app.systems.kensei.state import State

OUTLOOK = hundredths(table("worth")["outlook"])
QUARTERS = 4


def turns_left(state: State) -> int:
    """How many turns are left after this one."""
    return max(0, (state.turns or 6) - state.turn)


def urgency(state: State) -> float:
    """How near the end is, from about nought to 1."""
    return 1 / (1 + turns_left(state) / 2)


def verdict(state: State, seat: Seat) -> float:
    """Who has won, beside which nothing counts; else how much likelier a side is to meet its victory condition than the
    enemy is to meet his (KEN-SCN-01)."""
    said = state.outcome
    if said is not None:
        return 0.0 if said.winner is None else OUTLOOK["decided"] * (1 if said.winner == seat else -1)
    if state.phase in ("", "setup"):
        return 0.0
    return likely(state, seat) - likely(state, state.other(seat))


def likely(state: State, seat: Seat) -> float:
    """About how likely a side has more than the enemy of what it counts when the last turn is over: the surer the
    nearer that is (KEN-SCN-09); nought where nothing is counted."""
    if settled := decided(state, seat):
        return float(settled == MET)
    if victory_of(state, seat).key == "assassination":
        return 0.0
    wide = OUTLOOK["spread"] * (turns_left(state) + OUTLOOK["last"])
    return 1 / (1 + exp(max(-50.0, min(50.0, (OUTLOOK["least"] - ahead(state, seat)) / wide))))


def ahead(state: State, seat: Seat) -> float:
    """By what part of all that its victory condition counts a side is ahead."""
    key = victory_of(state, seat).key
    count = COUNTS[key]
    return (total(count(state, seat)) - total(count(state, state.other(seat)))) / most(state, seat, key)


def most(state: State, seat: Seat, key: str) -> int:
    """All that a side might have of what its victory condition counts."""
    name = ("most", seat, key)
    if name not in state.memo:
        foes = [u for u in state.units.values() if u.seat == (seat if key in OWN else state.other(seat))]
        state.memo[name] = max(1, {
            "territorial_control": QUARTERS, "building_control": sum(p.kind.points for p in scoring(state)),
            "head_hunt": sum(head(u) * u.start_models for u in foes),
        }.get(key, sum(u.cost * u.start_models for u in foes)))  # fmt: skip
    found: int = state.memo[name]
    return found


OWN = ("command_post", "bridge_at_dawn")
"""Conditions by which a side counts what is its own, not what the enemy has lost."""
