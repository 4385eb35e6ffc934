"""Reinforcements by turn in scenarios of one's own: whole battles of each system, by chance and between bots."""

from __future__ import annotations

from time import process_time
from typing import Any

import pytest

from app.bots.league import play
from app.conformance import RandomGame
from app.engine.session import Session
from app.engine.system import Setup
from app.games import worlds
from app.games.worlds import World
from app.systems import system_of
from app.systems.daimyo.scenarios.figures import to_hold_back
from app.systems.daimyo.system import SYSTEM as DAIMYO

LATE: dict[str, tuple[str, dict[str, Any], int]] = {
    "celtos": ("vanguards", {"late": "half-own"}, 2),
    "daimyo": ("meeting", {"late": "half", "late_turn": 2, "turns": 4}, 2),
    "kensei": ("pitched_battle", {"late": "half", "late_turn": 3}, 3),
}
"""By system: scenario, changes, from which turn somebody comes on."""


LEAST = {"daimyo": 300}
"""Points of a small battle, where the usual one is long."""


def laid(key: str, base: str, changes: dict[str, Any]) -> Setup:
    """A lawful table of such a scenario."""
    found = worlds.trial(system_of(key), World(key, base, "Own", changes=changes, points=LEAST.get(key, 0)))
    assert isinstance(found, Setup), [(no.code, no.facts) for no in found]
    return found


@pytest.mark.parametrize("key", LATE)
def test_a_random_battle_with_reinforcements_ends(key: str) -> None:
    base, changes, _ = LATE[key]
    RandomGame(system_of(key), 11, laid(key, base, changes)).play()


@pytest.mark.parametrize("key", LATE)
def test_bots_hold_some_back_and_bring_them_on_in_their_turn(key: str) -> None:
    """After the set-up some of both sides are off the table, all of them until their turn; then they come on."""
    base, changes, turn = LATE[key]
    held: list[tuple[int, set[str]]] = []

    def watch(session: Session[Any]) -> None:
        if session.state.phase not in ("", "setup"):
            held.append((session.state.turn, off_table(session.state)))

    setup = laid(key, base, changes)
    told = play(system_of(key), setup, 0, ("novice", "novice"), "late/0", process_time, watch)
    late, left = held[0][1], held[-1][1]
    assert told.reason != "unended"
    assert {id.partition("-")[0] for id in late} == {side.seat for side in setup.sides}
    assert all(off == late for at, off in held if at < turn)
    assert {id.partition("-")[0] for id in late - left} == {side.seat for side in setup.sides}


def off_table(state: Any) -> set[str]:
    """The units that wait off the table to come on."""
    clans = getattr(state, "clans", {})
    return {
        id for id, unit in state.units.items()
        if (getattr(unit, "waiting", False) or getattr(unit, "written", None) is not None
            or (unit.fate == "reserve" and getattr(unit, "clan", "") and clans[unit.clan].waiting))
    }  # fmt: skip


def test_a_side_of_daimyo_never_holds_all_its_clans_back() -> None:
    state = DAIMYO.begin(laid("daimyo", "meeting", {"late": "half"}))
    seat = state.seats[0]
    mine = [clan for clan in state.clans.values() if clan.seat == seat]
    assert to_hold_back(state, seat) == max(1, len(mine) // 2)
    assert to_hold_back(state.with_(clans={str(mine[0].id): mine[0]}), seat) == 0
