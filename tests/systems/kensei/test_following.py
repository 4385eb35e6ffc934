"""What is found of sight along a whole way is what looking afresh at each station would find."""

from __future__ import annotations

from random import Random

import pytest
from msgspec.structs import replace

from app.conformance import by_chance, draw_setup, phases
from app.engine.formations import spot
from app.engine.geometry import Point
from app.systems import system_of
from app.systems.kensei.army import Unit, Warning
from app.systems.kensei.charging.way.straight import shifted
from app.systems.kensei.measure import placed, spread
from app.systems.kensei.sight.following import Way, looked_at, watches, way_of
from app.systems.kensei.sight.rules import sees
from app.systems.kensei.state import State

KENSEI = system_of("kensei")
SEEN = Warning(trigger={"type": "enemy_seen"})
CLOSE = Warning(trigger={"type": "any_of", "list": [{"type": "enemy_in_reach", "cm": 30}, {"type": "enemy_casts"}]})
LEFT_OUT = Warning(trigger={"type": "all_of", "list": [{"type": "enemy_seen"}, {"type": "enemy_shoots"}]})


def stations(unit: Unit, rng: Random) -> list[Unit]:
    """Eight places along some bearing; then a unit in ranks is turned, in loose order it spreads out."""
    start, bearing = Point(0, 0), unit.facing + rng.choice((0, 0, 4_500, 9_000, 18_000, 31_500))
    line = [shifted(unit, *spot(start, bearing, 0, 2_500 * n)) for n in range(1, 9)]
    last = line[-1]
    if unit.ranked:
        return [*line, placed(last, last.at, unit.facing + rng.choice((-4_500, 9_000, 18_000)))]
    return [*line, spread(last, (Point(m.at.x + 700 * n, m.at.y - 400 * n) for n, m in enumerate(last.models)))]


def compared(state: State, mover: Unit, way: Way, watcher: Unit) -> tuple[int, int]:
    """How often what was found of sight on the way of a unit agrees with a fresh look: who was seen, and who not."""
    found = [0, 0]
    watching = watches(way, [(watcher, SEEN), (watcher, CLOSE), (watcher, LEFT_OUT)])
    assert [one.reach for one in watching] == [None, 30_000]
    for number, one in enumerate(way.there[1:], 1):
        looked_at(way, watching, number)
        fresh = replace(one)
        for (a, b), (seen, _) in one.sights.found.items():
            assert seen == sees(fresh, fresh.units[a], fresh.units[b]), f"{a} and {b} at station {number} of {mover.id}"
            found[not seen] += 1
    return found[0], found[1]


def undisturbed(state: State, way: Way, watcher: Unit) -> None:
    """Between two stations the sight changes on nobody but those who are named."""
    watching = watches(way, [(watcher, SEEN)])
    for number in range(1, len(way.there)):
        named = looked_at(way, watching, number)[str(watcher.id)]
        before, now = replace(way.there[number - 1]), replace(way.there[number])
        for foe in state.enemies_of(watcher.seat):
            if foe.id not in named:
                assert sees(before, watcher, before.units[foe.id]) == sees(now, watcher, now.units[foe.id])


@pytest.mark.parametrize("seed", [3, 9])
@pytest.mark.parametrize(("ranked", "often"), [(True, 0.15), (False, 0.7)])
def test_sight_along_a_way_is_what_a_fresh_look_finds(seed: int, ranked: bool, often: float) -> None:
    rng, seen, hidden = Random(seed), 0, 0
    for session in phases(KENSEI, KENSEI.begin(draw_setup(KENSEI, rng))):
        if session.start.state.turn >= 3:
            break
        for _ in by_chance(session, rng):
            now: State = session.state
            movers = [u for u in now.fielded() if u.ranked == ranked and not u.building and not u.host]
            if now.turn and rng.random() < often and movers:
                mover = rng.choice(movers)
                way = way_of(mover.id, (now, *now.at_each(stations(mover, rng))))
                for watcher in rng.sample(foes := [*now.enemies_of(mover.seat)], min(1, len(foes))):
                    more = compared(now, mover, way, watcher)
                    seen, hidden = seen + more[0], hidden + more[1]
                    undisturbed(now, way, watcher)
    assert min(seen, hidden) > 5
