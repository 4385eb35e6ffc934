"""A unit turns to a facing of its player's choice, for free (KEN-SPO-15, KEN-RES-17)."""

from __future__ import annotations

from functools import cache, partial

from msgspec.structs import replace

from app.engine.asks import Ask
from app.engine.domains import Choice, Menu, Option
from app.engine.flow import Game, decide
from app.engine.formations import Formation, after, footprint
from app.engine.manoeuvre import Manoeuvre, Steps
from app.engine.refusals import Clause, Refusal, refuse
from app.engine.views import Mark, Preview
from app.systems.kensei.army import Unit
from app.systems.kensei.book import c
from app.systems.kensei.flight.way import has_room
from app.systems.kensei.ideas import proposals
from app.systems.kensei.measure import formation
from app.systems.kensei.special.events import Faced
from app.systems.kensei.state import State

KEEP, FACE = "keep", "face"
ROOM, EDGE = c("KEN-MOV-48"), c("KEN-MOV-45")


async def face(game: Game[State], unit_id: str, clause: Clause) -> None:
    """The unit has any facing its player likes, if there is room for it; loose models look all around as it is."""
    unit = game.state.units[unit_id]
    if not unit.on_table or not unit.ranked or unit.building or game.state.outcome is not None:
        return
    menu = Menu({KEEP: Option(), FACE: option(game.state, unit)})
    facts = {"unit": unit_id}
    said = await decide(Ask(unit.seat, "face.unit", menu, clause, default=Choice(KEEP), facts=facts))
    if said.key == FACE:
        body = turned(game.state, unit, said.then)
        game.emit(Faced(clause=clause, unit=unit_id, at=body.at, facing=body.facing))


def option(state: State, unit: Unit) -> Option:
    """Another facing: the one about always has room."""
    sure = cache(partial(proposals.quarter_turns, unit.facing, partial(refuse_steps, state, unit)))

    def then() -> Manoeuvre:
        return Manoeuvre(
            piece=unit.id, start=formation(state, unit), allowance=0, steps={"face": 0},
            test=partial(refuse_steps, state, unit), propose=proposals.any_facing, sure=sure,
            look=partial(look, state, unit),
        )  # fmt: skip

    return Option(None, then, about="option.face", facts={"unit": unit.id}, piece=unit.id)


def turned(state: State, unit: Unit, steps: Steps) -> Formation:
    """How the unit stands after these steps."""
    body = formation(state, unit)
    for step in steps:
        body = after(body, step)
    return body


def refuse_steps(state: State, unit: Unit, steps: Steps) -> Refusal | None:
    """Why a unit may not face so: something stands or lies where it would turn to, or the table ends."""
    body = turned(state, unit, steps)
    if any(not (0 <= p.x <= state.table.width and 0 <= p.y <= state.table.depth) for p in footprint(body)):
        return refuse("face.off-table", EDGE, unit=unit.id)
    if not has_room(state, replace(unit, at=body.at, facing=body.facing)):
        return refuse("face.no-room", ROOM, unit=unit.id)
    return None


def look(state: State, unit: Unit, steps: Steps) -> Preview:
    """Where it would stand."""
    return Preview(marks=(Mark(kind="ghost", points=footprint(turned(state, unit, steps))),))
