"""A volley from its targets to its last casualty (DAI-FIR-02, -04, -28)."""

from __future__ import annotations

from collections.abc import Mapping

from app.engine.dice import Dice, Faces
from app.engine.flow import Game, roll
from app.engine.modifiers import total
from app.systems.daimyo.book import c
from app.systems.daimyo.fire.events import StandFired, VolleyFired
from app.systems.daimyo.fire.factors import OWN
from app.systems.daimyo.fire.rules import NEEDED, Shot, shots
from app.systems.daimyo.organisation.losses import take_hits
from app.systems.daimyo.state import State, UnitId

VOLLEY, HIT, HITS = c("DAI-FIR-28"), c("DAI-FIR-02"), c("DAI-FIR-15")
DEFENDS = c("DAI-FIR-04")
PAIR = 2


async def volley(game: Game[State], unit_id: UnitId, how: str, given: Mapping[str, str]) -> None:
    """All stands of a unit that can have fired, and their hits have taken effect (DAI-FIR-02, DAI-FIR-04).

    At least one can.  ``how``: own or defensive; ``given``: the targets its owner chose, by stand.
    """
    state = game.state
    unit = state.units[unit_id]
    found = shots(state, unit, how, given)
    game.emit(fired(state, unit_id, how, found))
    faces = await roll(Dice(PAIR * len(found)), "fire", HIT, by=unit.seat)
    hits = {shot.target: 0 for shot in found}
    for n, shot in enumerate(found):
        event = stand_fired(unit_id, shot, faces[PAIR * n : PAIR * n + PAIR])
        game.emit(event)
        hits[shot.target] += event.hit
    for target, number in hits.items():
        await take_hits(game, target, number, unit_id, HITS, how="fire")


def fired(state: State, unit_id: UnitId, how: str, found: tuple[Shot, ...]) -> VolleyFired:
    """The volley before its dice."""
    unit = state.units[unit_id]
    numbers = tuple(sorted((*unit.fired, *(shot.stand for shot in found))))
    return VolleyFired(
        clause=VOLLEY if how == OWN else DEFENDS, unit=unit_id, how=how, shooters=len(found), fired=numbers,
        targets=tuple(dict.fromkeys(shot.target for shot in found)), first=not unit.first_volley_spent,
        pursuing_until=0 if how == OWN else unit.pursuing_until,
    )  # fmt: skip


def stand_fired(unit_id: UnitId, shot: Shot, faces: Faces) -> StandFired:
    """What the two dice of one stand say (DAI-FIR-02)."""
    score = sum(faces) + total(shot.lines)
    return StandFired(
        clause=HIT, unit=unit_id, stand=shot.stand, target=shot.target, distance=shot.distance, band=shot.band,
        faces=faces, lines=shot.lines, total=score, needed=NEEDED, hit=score >= NEEDED,
    )  # fmt: skip
