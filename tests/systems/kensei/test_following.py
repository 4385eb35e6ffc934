"""What is found of sight along a whole way is what looking afresh at each station would find."""

from __future__ import annotations

from random import Random

import pytest
from msgspec.structs import replace

from app.conformance import draw_setup
from app.engine.formations import spot
from app.engine.session import Checkpoint, Session
from app.systems import system_of
from app.systems.kensei.army import Unit, Warning
from app.systems.kensei.following import looked_at, watches, way_of
from app.systems.kensei.measure import placed
from app.systems.kensei.sight import sees
from app.systems.kensei.state import State
from tests.systems.kensei.battles import asked

KENSEI = system_of("kensei")
SEEN = Warning(trigger={"type": "enemy_seen"})
CLOSE = Warning(trigger={"type": "any_of", "list": [{"type": "enemy_in_reach", "cm": 30}, {"type": "enemy_casts"}]})
LEFT_OUT = Warning(trigger={"type": "all_of", "list": [{"type": "enemy_seen"}, {"type": "enemy_shoots"}]})


def ahead(unit: Unit) -> list[Unit]:
    """Eight stations straight ahead, then one turned about."""
    straight = [placed(unit, spot(unit.at, unit.facing, 0, 2_500 * n), unit.facing) for n in range(1, 9)]
    return [*straight, placed(straight[-1], straight[-1].at, unit.facing + 9_000)]


def compared(state: State, mover: Unit, watcher: Unit) -> tuple[int, int]:
    """How often what was found of sight on the way of a unit agrees with a fresh look: who was seen, and who not."""
    way, found = way_of(mover.id, (state, *state.at_each(ahead(mover)))), [0, 0]
    watching = watches(way, [(watcher, SEEN), (watcher, CLOSE), (watcher, LEFT_OUT)])
    assert [one.reach for one in watching] == [None, 30_000]
    for number, one in enumerate(way.there[1:], 1):
        looked_at(way, watching, number)
        fresh = replace(one)
        for (a, b), (seen, _) in one.sights.found.items():
            assert seen == sees(fresh, fresh.units[a], fresh.units[b]), f"{a} and {b} at station {number} of {mover.id}"
            found[not seen] += 1
    return found[0], found[1]


def undisturbed(state: State, mover: Unit, watcher: Unit) -> None:
    """Between two stations the sight changes on nobody but those who are named."""
    way = way_of(mover.id, (state, *state.at_each(ahead(mover))))
    watching = watches(way, [(watcher, SEEN)])
    for number in range(1, len(way.there)):
        named = looked_at(way, watching, number)[str(watcher.id)]
        before, now = replace(way.there[number - 1]), replace(way.there[number])
        for foe in state.enemies_of(watcher.seat):
            if foe.id not in named:
                assert sees(before, watcher, before.units[foe.id]) == sees(now, watcher, now.units[foe.id])


@pytest.mark.parametrize("seed", [3, 5])
def test_sight_along_a_way_is_what_a_fresh_look_finds(seed: int) -> None:
    rng, seen, hidden = Random(seed), 0, 0
    state: State = KENSEI.begin(draw_setup(KENSEI, rng))
    while (phase := KENSEI.next_phase(state)) is not None and state.turn < 3:
        session = Session(KENSEI, Checkpoint(phase, state))
        for now in asked(session, rng):
            if now.turn and rng.random() < 0.15:
                mover = rng.choice([u for u in now.fielded() if u.ranked and not u.building] or [*now.fielded()])
                watchers = [*now.enemies_of(mover.seat)]
                if mover.ranked and not mover.building and watchers:
                    more = compared(now, mover, watcher := rng.choice(watchers))
                    seen, hidden = seen + more[0], hidden + more[1]
                    undisturbed(now, mover, watcher)
        state = session.state
    assert min(seen, hidden) > 5
