"""Odds before the deed: what is shown is what the game does, and tells nothing that is not known."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec
import pytest

from app.conformance import by_chance, draw_setup, phases
from app.engine.dice import Dice
from app.engine.digest import canonical
from app.engine.events import Seat
from app.engine.odds import WHOLE
from app.engine.prospects import Asked, Chance, chance, foretold, prospects_of
from app.engine.session import Checkpoint, Session
from app.engine.system import RuleSystem
from app.games.odds import Position, position_of
from app.systems import system_of
from app.systems.daimyo.melee.groups import groups
from app.systems.kensei.combat.fights import fights_left
from app.systems.ronin.ideas.imagine import believable
from bench.odds import levels, positions, weighed
from tests.systems.kensei.fields import BLUE, field, hero
from tests.systems.kensei.test_combat import charge_met
from tests.systems.kensei.test_fire import archers, enemy
from tests.systems.kensei.test_no_measuring import KENSEI, farther, sight
from tests.systems.kensei.test_no_measuring import positions as beginnings

DAIMYO = system_of("daimyo")
KINDS = {
    "ronin": ((1,), "activate.action/*/shoot combat.go/attack combat.enhance-attack combat.reroll withdraw.answer"),
    "celtos": ((0, 1), "activation.unit/*/shoot activation.unit/*/assault activation.order/shoot reaction.use"),
    "daimyo": ((4,), "fire.unit fire.defend move.unit/*/charge rally.unit"),
}
"""Random games of each system, and the options that turn up in it."""
TIMES = 12


@pytest.mark.parametrize("key", KINDS)
def test_every_play_ends_as_its_deed_says_and_as_often_as_is_shown(key: str) -> None:
    system, rng, kinds = system_of(key), Random(1), set[str]()
    seeds, wanted = KINDS[key]
    for here in positions(system, iter(seeds), 1):
        shown, faults, _ = weighed(system, here, TIMES, rng)
        assert faults == []
        if shown is not None:
            kinds.add(here.kind)
    assert set(wanted.split()) <= kinds


def test_active_on_eight_or_more_is_what_two_dice_say() -> None:
    here = next(p for p in positions(DAIMYO, iter([3]), 1) if p.kind == "clan.choose")
    shown = chance(DAIMYO, here.state, here.deed)
    assert shown is not None
    assert shown.exact
    assert shown.needs is not None
    needed = int(shown.needs.facts["dice"])
    share = sum(part for score, part in Dice(2).totals() if score >= needed)
    assert shown.wanted == round(WHOLE * share)


def test_a_spell_is_cast_as_often_as_its_die_says() -> None:
    spells = [p for p in positions(KENSEI, iter(range(3)), 4, later=True) if p.kind == "orders.declare/*/cast"]
    assert spells
    for here in spells:
        shown = chance(KENSEI, here.state, here.deed)
        assert shown is not None
        assert shown.exact
        assert shown.needs is not None
        assert shown.wanted == WHOLE // 10 * (11 - int(shown.needs.facts["dice"]))


def test_a_melee_of_daimyo_may_end_in_every_way_that_has_a_name() -> None:
    for state in standing(DAIMYO, range(3)):
        if found := groups(state):
            unit = state.units[found[0].active[0]]
            shown = foretold(DAIMYO, state, Asked(unit.seat, "melee.group", {}), str(unit.id), lambda: False)
            assert shown is not None
            assert sum(share.parts for share in shown.shares) > WHOLE - 10
            return
    raise AssertionError("nobody fought")


def test_a_combat_of_kensei_may_end_in_every_way_that_has_a_name() -> None:
    state = charge_met()
    shown = foretold(KENSEI, state, Asked(Seat("one"), "combat.next", {}), fights_left(state)[0][0].id)
    assert shown is not None
    assert not shown.exact
    assert sum(share.parts for share in shown.shares) > WHOLE - 10
    assert 0 < shown.wanted < WHOLE


def standing(system: RuleSystem[Any], seeds: range) -> Iterator[Any]:
    """The states between the phases of random games."""
    for seed in seeds:
        rng = Random(seed)
        for session in phases(system, system.begin(draw_setup(system, rng))):
            for _ in by_chance(session, rng):
                pass
            yield session.state


# -- what is not known does not show -----------------------------------------------------------


def weighed_in(system: RuleSystem[Any], position: Position) -> list[Chance | None]:
    """All that would be shown of a position."""
    state = msgspec.msgpack.decode(position.task.state, type=system.state_type)
    return [foretold(system, state, position.task.asked, raw) for raw in position.task.raws]


def apart(system: RuleSystem[Any], state: Any, seat: Seat) -> tuple[Any, Any]:
    """Two states that this seat cannot tell apart."""
    if system.key == "kensei":
        return state, system.imagine(state, seat, Random(9))
    foe = state.other(seat)
    goals = believable(state, foe)
    return state.with_side(foe, goal=goals[0]), state.with_side(foe, goal=goals[-1])


@pytest.mark.parametrize("key", ["ronin", "kensei"])
def test_two_states_that_a_seat_cannot_tell_apart_have_the_same_odds_to_the_byte(key: str) -> None:
    system, compared, others = system_of(key), 0, 0
    for here in positions(system, iter(range(3)), 4, 3, later=True):
        seat = here.question.seat
        states = apart(system, here.session.state, seat)
        views = [canonical(system.view(state, seat)) for state in states]
        assert views[0] == views[1]
        level = Asked(seat, here.question.about, dict(here.question.facts), here.at)
        shown = [foretold(system, system.imagine(state, seat, Random(0)), level, here.raw) for state in states]
        assert msgspec.json.encode(shown[0]) == msgspec.json.encode(shown[1])
        compared, others = compared + 1, others + (states[0] != states[1])
    assert compared > 8
    assert others


def test_in_kensei_no_byte_of_the_odds_of_an_order_differs_with_distance() -> None:
    compared = 0
    for phase, state in beginnings(1):
        here = odds_at(phase, state)
        if not here:
            continue
        seen = sight(state)
        for foe in tuple(state.enemies_of(Seat(str(state.go)))):
            for by in (2_000, 9_000):
                there = farther(state, foe, by)
                if there is None or state.fighting(foe.id) or sight(there) != seen:
                    continue
                assert odds_at(phase, there) == here
                compared += 1
        if compared > 5:
            break
    assert compared > 5


def test_a_shot_in_kensei_has_the_same_odds_at_any_distance_with_any_leader_near() -> None:
    """Short, medium, long, out of range; a leader beside the shooters, whom the rules let help from near, and far."""
    found = set[bytes]()
    for away in (74, 60, 40, 10):
        for leader in (82, 110):
            state = field(archers(), enemy(away), hero("t", BLUE, 60, leader, rank="taisho"))
            level = Asked(BLUE, "orders.declare", {}, ("a", "shoot"))
            found.add(msgspec.json.encode(foretold(KENSEI, state, level, "b")))
    assert len(found) == 1
    assert b"null" not in found


def odds_at(phase: str, state: Any) -> list[bytes]:
    """What is shown of every level of the question that begins a phase, a few levels of it."""
    session = Session(KENSEI, Checkpoint(phase, state))  # type: ignore[arg-type]
    found: list[bytes] = []
    for question in session.questions():
        for prospect in prospects_of(KENSEI, question.about):
            for way, _ in list(levels(question, prospect))[:6]:
                position = position_of(session, question.seat, question, way)
                assert position is not None
                found += map(msgspec.json.encode, weighed_in(KENSEI, position))
    return found
