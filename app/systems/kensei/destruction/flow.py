"""From Wounds to models to units lost (KEN-RNG-34 to KEN-RNG-36, KEN-CNF-02, KEN-DEF-06)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from app.engine.asks import Ask
from app.engine.events import Audience
from app.engine.flow import Game, decide
from app.engine.formations import spot
from app.engine.geometry import Point
from app.engine.refusals import Clause
from app.systems.kensei.army import Unit, UnitId
from app.systems.kensei.book import c
from app.systems.kensei.destruction.events import UnitLost
from app.systems.kensei.duels.events import LeftAlone
from app.systems.kensei.measure import bases, middle
from app.systems.kensei.shooting.events import WoundsTaken
from app.systems.kensei.shooting.packets import Given, are_alike, ask_given, counters, given_out, struck, worth
from app.systems.kensei.state import Contact, State

OWNER, ALONE = c("KEN-RNG-34"), c("KEN-CNF-02")


async def allocate(
    game: Game[State], unit_id: str, packets: Sequence[int], clause: Clause, by: str = "", *,
    shots: bool = False, spill: bool = False,
) -> int:  # fmt: skip
    """The Wounds really removed: each packet fell on one living model chosen by the unit's owner, the rest of it is
    lost (KEN-RNG-36).  A unit without models left is gone, and the characters in it are alone (KEN-CNF-02).

    Blows struck in melee are packets of 1 each.  ``spill``: what one model cannot take goes on to others.
    """
    unit = game.state.units[unit_id]
    sized = tuple(size for size in packets if size > 0)
    if not sized or not unit.on_table or not unit.models:
        return 0
    alike = are_alike(unit, sized)
    given = given_out(unit, sized, spill=spill) if alike else await chosen(game, unit, sized, by, spill=spill)
    before = game.state
    event = wounds_taken(before.units[unit_id], sized, given, clause, by, shots=shots, spill=spill)
    game.emit(event)
    if not event.models:
        fall(game, before, unit_id, clause, by)
    return event.wounds


async def chosen(game: Game[State], unit: Unit, packets: tuple[int, ...], by: str, *, spill: bool) -> Given:
    """The model on which each packet falls, as the owner says, numbered from 0."""
    ahead = len(game.state.inside(unit.id)) if unit.ranked else 0
    question: Ask[Mapping[str, str]] = ask_given(unit, packets, by, OWNER, ahead=ahead, spill=spill)
    said = await decide(question)
    places = counters(unit, ahead)
    return tuple(places.index(said[f"hit-{n}"]) for n in range(1, len(packets) + 1))


def wounds_taken(unit: Unit, packets: tuple[int, ...], given: Given, clause: Clause, by: str, *,
                 shots: bool = False, spill: bool = False) -> WoundsTaken:  # fmt: skip
    """What is left of a unit after these packets."""
    left = [model.wounds for model in unit.models]
    taken = 0
    for size, model in zip(packets, given, strict=False):
        taken += struck(left, size, model, spill=spill)
    return WoundsTaken(
        clause=clause, unit=unit.id, seat=unit.seat, by=by, packets=packets, given=tuple(n + 1 for n in given),
        wounds=taken, fallen=left.count(0), models=worth(unit, left), koku=unit.cost * left.count(0), shots=shots,
    )  # fmt: skip


def hurt_model(game: Game[State], unit_id: str, model: int, packets: int, clause: Clause, by: str = "") -> int:
    """So many Wounds fell on one model, numbered from 0, as in a duel; those really removed."""
    before = game.state
    unit = before.units[unit_id]
    taken = min(packets, unit.models[model].wounds)
    event = wounds_taken(unit, (1,) * taken, (model,) * taken, clause, by)
    game.emit(event)
    if not event.models:
        fall(game, before, unit_id, clause, by)
    return event.wounds


def fall(game: Game[State], before: State, unit_id: str, clause: Clause, by: str = "") -> None:
    """A unit whose last model has fallen is off the table; the characters in it stand alone where they stood."""
    leave_alone(game, before, unit_id)
    lose(game, unit_id, "slain", clause, by)


def destroy(game: Game[State], unit_id: str, how: str, clause: Clause, by: str = "") -> None:
    """A unit is destroyed with all its models and the characters in it (KEN-DEF-06).

    ``how``: pincer, chase, left, building, …; ``left`` for one that ran off the table.
    """
    unit = game.state.units[unit_id]
    if not unit.on_table:
        return
    for one in game.state.inside(unit_id):
        lose(game, one.id, how, clause, by)
    lose(game, unit_id, how, clause, by)


def lose(game: Game[State], unit_id: str, how: str, clause: Clause, by: str = "", seen_by: Audience = None) -> None:
    """One unit or character is off the table, with the Koku of the models it still had and its standard."""
    state = game.state
    unit = state.units[unit_id]
    is_taisho = state.side(unit.seat).taisho == unit.id
    game.emit(UnitLost(
        clause=clause, unit=unit.id, seat=unit.seat, how=how, by=by, koku=unit.cost * len(unit.models),
        standards=int(unit.standard), taisho=max(1, state.turn) if is_taisho else 0, seen_by=seen_by,
    ))  # fmt: skip


def leave_alone(game: Game[State], before: State, unit_id: str) -> None:
    """Every character in a unit is a unit of his own, where he stood ``before`` the last loss (KEN-CNF-02)."""
    host = before.units[unit_id]
    for one in game.state.inside(unit_id):
        at, front = place_of(before, one)
        contacts = tuple(taken_over(contact, host.id, one.id) for contact in before.contacts_of(host.id))
        game.emit(LeftAlone(clause=ALONE, unit=one.id, host=host.id, at=at, front=front, facing=host.facing,
                            contacts=contacts))  # fmt: skip


def place_of(state: State, one: Unit) -> tuple[Point, Point]:
    """The middle of the base of a character in a unit, and of its front edge."""
    at = middle(bases(state, one)[0])
    return at, spot(at, state.body(one).facing, 0, one.base_depth // 2)


def taken_over(contact: Contact, host: str, one: str) -> Contact:
    """A contact with a character in the place of the unit he was in."""
    return replace(contact, **{end: UnitId(one) for end in ("by", "on") if getattr(contact, end) == host})
