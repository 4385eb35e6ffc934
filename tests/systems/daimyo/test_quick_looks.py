"""What Daimyo finds quickly by boxes is what its rules say: places, ways in, who may be joined, who may fire."""

from __future__ import annotations

from functools import cache
from itertools import islice
from random import Random

from msgspec.structs import replace

from app.conformance import by_chance, draw_setup, phases
from app.engine.domains import Spot
from app.engine.geometry import Point
from app.systems.daimyo.fire.factors import OWN
from app.systems.daimyo.fire.rules import anybody_near, refuse_fire, refuse_to_fire, search
from app.systems.daimyo.ideas.places import beside, over, rows, ways_ahead
from app.systems.daimyo.leaders.flow import refuse_detach
from app.systems.daimyo.leaders.moves import joining, refuse_join
from app.systems.daimyo.moving.costs import allowance
from app.systems.daimyo.scenarios.entering import refuse_entry, spots, start_of
from app.systems.daimyo.scenarios.figures import entry_of, to_come
from app.systems.daimyo.scenarios.setup.deploy import zone_of
from app.systems.daimyo.scenarios.setup.places import (
    body_of,
    facing_of,
    leader_places,
    places,
    refuse_in_zone,
    refuse_unit,
    units_for,
    zone_of_leader,
)
from app.systems.daimyo.state import State
from app.systems.daimyo.system import SYSTEM

ANSWERS = 400
"""So many answers of a random game are given."""


@cache
def states(seed: int) -> list[State]:
    """What a random game comes to, from answer to answer."""
    rng = Random(seed)
    game = phases(SYSTEM, SYSTEM.begin(draw_setup(SYSTEM, rng)))
    return list(islice((session.state for session in game for _ in by_chance(session, rng)), ANSWERS))


def test_places_to_set_up_are_those_that_the_rules_leave_free() -> None:
    rng, free, shut = Random(1), 0, 0
    for seed in range(4):
        setting_up = [state for state in states(seed) if state.phase in ("", "setup")]
        for state in rng.sample(setting_up, min(6, len(setting_up))):
            waits = [u for u in state.units.values() if not u.on_table and u.kind != "hq" and zone_of(state, u)]
            for unit in rng.sample(waits, min(2, len(waits))):
                zone = zone_of(state, unit)
                assert zone is not None
                first = body_of(unit, Point(0, 0), facing_of(state, unit, zone))
                tried = list(rows(zone.outline, first, back=False))[::3]
                plain = [at for at in tried if not refuse_unit(state, unit, first._replace(at=at), zone)]
                quick = {spot.at for spot in places(state, unit, zone)}
                assert [at for at in tried if at in quick] == plain
                free, shut = free + len(plain), shut + len(tried) - len(plain)
    assert free > 100
    assert shut > 100


def test_places_for_leaders_are_those_that_the_rules_leave_free() -> None:
    found = none = 0
    for seed in range(4):
        for state in [one for one in states(seed) if one.phase in ("", "setup")][::4]:
            for leader in state.leaders.values():
                zone = zone_of_leader(state, leader)
                behind = [u.formation.centre for u in units_for(state, leader)]
                every = (*behind, *(over(zone.outline) if zone else ()))
                plain = [Spot(at) for at in every if refuse_in_zone(state, leader, zone, at) is None]
                assert list(leader_places(state, leader)) == plain
                found, none = found + bool(plain), none + (not plain)
    assert found > 5
    assert none > 5


def test_ways_in_are_those_that_the_rules_leave_free() -> None:
    found = 0
    for seed in range(8):
        for state in [one for one in states(seed) if one.active][::40]:
            for unit in [u for clan in state.clans for u in to_come(state, clan, state.clans[clan].seat)][:2]:
                _, first, last = entry_of(state, unit)
                starts = (start_of(state, unit, unit.files, along) for along in beside(first, last))
                most = allowance(state, unit, "normal")
                tried = ([*ways_ahead(start, most)] for start in starts)
                legal = (
                    next((at for at in row if not refuse_entry(state, unit, unit.files, at)), None) for row in tried
                )
                plain = list(islice((at for at in legal if at is not None), 3))
                assert list(spots(state, unit, unit.files)) == plain
                found += len(plain)
    assert found > 10


def test_whom_a_leader_may_join_is_whom_the_rules_let_him() -> None:
    may = cannot = 0
    for seed in range(3):
        for state in [one for one in states(seed) if one.active][::10]:
            for leader in (one for one in state.leaders.values() if one.on_table):
                for him in (leader, replace(leader, moved=True)):
                    is_open = any(no is None for no in joining(state, him).options.values())
                    plain = refuse_detach(state, him) is None and is_open
                    assert (refuse_join(state, him) is None) is plain
                    may, cannot = may + plain, cannot + (not plain)
    assert may > 20
    assert cannot > 20


def test_who_may_fire_is_whom_the_rules_let() -> None:
    near = far = 0
    for seed in range(3):
        for state in [one for one in states(seed) if one.active][::10]:
            for unit in (one for one in state.active_units() if not refuse_to_fire(state, one)):
                found = search(state, unit, OWN)
                plain = None if any(one.aims for one in found) else max(found, key=lambda one: one.stage).no
                assert refuse_fire(state, unit) == plain
                near, far = near + anybody_near(state, unit), far + (not anybody_near(state, unit))
    assert near > 5
    assert far > 5
