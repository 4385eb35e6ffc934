"""Ki tests, and what lets a failed roll be made again: the luck of some creatures, an inspiring presence (KEN-STA-35).

A Tanuki rolls its own failed dice again of itself; one die of a unit is rolled again for a Geisha in it whom all have
seen, if her owner wants it and her Ki roll passes, once a turn.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from app.engine.asks import Ask
from app.engine.dice import Dice, Faces
from app.engine.domains import yes_no
from app.engine.flow import Game, decide, roll
from app.engine.modifiers import Line
from app.engine.refusals import Clause, Fact
from app.systems.kensei.armies.lists import ABILITIES
from app.systems.kensei.army import Unit
from app.systems.kensei.book import c
from app.systems.kensei.state import State
from app.systems.kensei.stats.events import RolledAgain
from app.systems.kensei.stats.ki import ki_lines
from app.systems.kensei.stats.rolls import d10, test

LUCK, INSPIRE = "tanukis_luck", "inspire"
AGAIN = c("KEN-STA-35")
SIDES = 10
ATTRIBUTES = ("attack", "defence", "ability", "resist", "meditation", "taisho-ability", "cast", "honour")
"""Rolls against an attribute; those of Damage and Charges are none."""
Good = Callable[[int], bool]


async def ki_test(game: Game[State], unit_id: str, why: str, clause: Clause, more: tuple[Line, ...] = ()) -> bool:
    """Whether a unit or character passes a Ki test (KEN-STA-28), a failed one perhaps rolled again."""

    async def rolled() -> bool:
        found = (*ki_lines(game.state, game.state.units[unit_id]), *more)
        return await test(game, unit_id, "ki", found, why, clause)

    return await rolled() or (await another(game, unit_id, why) and await rolled())


async def another(game: Game[State], unit_id: str, why: str) -> bool:
    """Whether a failed roll of a unit or character is made again."""
    state = game.state
    unit = state.units[unit_id]
    if LUCK in unit.abilities:
        game.emit(RolledAgain(clause=AGAIN, unit=unit_id, by=LUCK, used=False))
        return True
    muse = inspiring(state, unit) if why in ATTRIBUTES else None
    return muse is not None and await inspired(game, unit_id, muse, why)


def inspiring(state: State, unit: Unit) -> Unit | None:
    """The revealed character in a unit who may inspire it, once a turn."""
    if unit.host or INSPIRE in unit.used:
        return None
    return next((one for one in state.inside(unit.id) if INSPIRE in one.abilities and not one.concealed), None)


async def inspired(game: Game[State], unit_id: str, muse: Unit, why: str) -> bool:
    """Whether her owner asks her, and her Ki roll passes (section 4.7)."""
    facts = {"unit": unit_id, "by": INSPIRE, "why": why, "muse": muse.id}
    clause = c(ABILITIES[INSPIRE].clause)
    if await decide(Ask(muse.seat, "ability.inspire", yes_no(), clause, "no", facts=facts)) != "yes":
        return False
    game.emit(RolledAgain(clause=clause, unit=unit_id, by=INSPIRE, used=True))
    return await test(game, muse.id, "ki", ki_lines(game.state, muse), "ability", clause)


async def better(game: Game[State], unit_id: str, faces: Faces, good: Good | Sequence[Good], why: str,
                 clause: Clause) -> Faces:  # fmt: skip
    """The dice of a unit, those that failed rolled again where something lets them: all of one with luck, one of a
    unit that is inspired.  ``good``: what is asked of every die, or of each."""
    unit = game.state.units.get(unit_id)
    asked = good if isinstance(good, Sequence) else (good,) * len(faces)
    failed = [n for n, face in enumerate(faces) if not asked[n](face)]
    if unit is None or not failed or not await another(game, unit_id, why):
        return faces
    again = failed if LUCK in unit.abilities else [min(failed, key=lambda n: (faces[n], n))]
    fresh = await roll(Dice(len(again), SIDES), why, clause, by=unit.seat)
    found = dict(zip(again, fresh, strict=True))
    return tuple(found.get(n, face) for n, face in enumerate(faces))


async def better_die(game: Game[State], unit_id: str, face: int, good: Good, why: str, clause: Clause) -> int:
    """The same for one die."""
    return (await better(game, unit_id, (face,), good, why, clause))[0]


async def wished(game: Game[State], unit_id: str, face: int, why: str, clause: Clause) -> int:
    """One die that neither fails nor passes: rolled again if one with luck wishes it so."""
    unit = game.state.units[unit_id]
    if LUCK not in unit.abilities:
        return face
    facts: dict[str, Fact] = {"unit": unit_id, "by": LUCK, "why": why, "face": face}
    if await decide(Ask(unit.seat, "ability.luck", yes_no(), AGAIN, "no", facts=facts)) != "yes":
        return face
    game.emit(RolledAgain(clause=AGAIN, unit=unit_id, by=LUCK, used=False))
    return await d10(why, clause, unit.seat)
