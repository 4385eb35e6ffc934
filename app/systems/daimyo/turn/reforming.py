"""Getting back into order: who may, and the facing and formation its player then chooses (DAI-DIS-09, DAI-END-05)."""

from __future__ import annotations

from functools import cache, partial

from app.engine.asks import Ask
from app.engine.domains import Choice
from app.engine.flow import Game, decide
from app.engine.formations import Formation, after, footprint
from app.engine.manoeuvre import Manoeuvre, Steps
from app.engine.orders import Order, Orders
from app.engine.refusals import Refusal, refuse
from app.engine.views import Mark, Preview
from app.systems.daimyo.book import c
from app.systems.daimyo.disorder.events import UnitReformed
from app.systems.daimyo.ideas.places import other_ways, propose
from app.systems.daimyo.measure import in_melee
from app.systems.daimyo.moving.ground.terrain import refuse_place
from app.systems.daimyo.state import State, Unit, UnitId

FACES = c("DAI-END-05")


def reforms(state: State, unit: Unit) -> bool:
    """Whether a unit loses its marker now: rallied and not moved since, or a full turn at rest (DAI-RAL-07, DIS-09)."""
    if not unit.disordered or unit.routing or unit.kind == "hq":
        return False
    if unit.rallied:
        return not unit.moved
    busy = unit.moved or unit.fired or unit.melee_this_turn or unit.hit_by_fire
    return not busy and unit.disordered_since < max(1, state.turn) and not in_melee(state, unit)


async def ask_formation(game: Game[State], unit_id: UnitId) -> None:
    """The unit has any facing and formation its player likes, if there is room for it (DAI-END-05)."""
    unit = game.state.units[unit_id]
    if not unit.troops or unit.building:
        return
    question = Ask(unit.seat, "reform.unit", ORDERS.menu(game.state, unit), FACES, default=Choice("keep"),
                   facts={"unit": unit.id})  # fmt: skip
    await ORDERS.carry_out(game, unit, await decide(question))


def formations(state: State, unit: Unit) -> Manoeuvre:
    """Another facing or formation."""
    return Manoeuvre(
        piece=unit.id, start=unit.formation, allowance=0, steps={"face": 0, "files": unit.stands},
        test=partial(refuse_steps, state, unit), propose=partial(propose, unit),
        sure=cache(partial(sure_steps, state, unit)), look=partial(look, state, unit),
    )  # fmt: skip


def no_room(_: State, unit: Unit, formed: Manoeuvre) -> Refusal | None:
    """Why it cannot stand otherwise."""
    return None if formed.certain() else refuse("reform.no-room", FACES, unit=unit.id)


def stand(game: Game[State], unit: Unit, steps: Steps) -> None:
    """The unit stands as ordered."""
    body = course_of(unit, steps)
    game.emit(UnitReformed(clause=FACES, unit=unit.id, at=body.at, facing=body.facing, files=body.files))


def course_of(unit: Unit, steps: Steps) -> Formation:
    """How the unit stands after these steps."""
    body = unit.formation
    for step in steps:
        body = after(body, step)
    return body


def refuse_steps(state: State, unit: Unit, steps: Steps) -> Refusal | None:
    """Why a unit may not stand so: too wide, no room, too near an enemy (DAI-END-05)."""
    if any(step.do == "files" and step.by > unit.stands for step in steps):
        return refuse("reform.too-wide", FACES, unit=unit.id, stands=unit.stands)
    no = refuse_place(state, unit, course_of(unit, steps))
    return refuse(no.code, FACES, **no.facts) if no else None


def sure_steps(state: State, unit: Unit) -> tuple[Steps, ...]:
    """Some other ways to stand for which there is room."""
    return tuple(steps for steps in other_ways(unit) if refuse_steps(state, unit, steps) is None)


def look(state: State, unit: Unit, steps: Steps) -> Preview:
    """Where it would stand."""
    ghost = Mark(kind="ghost", points=footprint(course_of(unit, steps)))
    return Preview(no=refuse_steps(state, unit, steps), marks=(ghost,))


ORDERS: Orders[State, Unit] = Orders(
    Order(key="keep", clause=FACES, bare=True, do=lambda *_: None),
    Order(key="reform", about="option.reform", facts=lambda _, unit: {"unit": unit.id}, piece=lambda _, unit: unit.id,
          clause=FACES, bare=True, below=formations,
          nothing=no_room, firm=True, gesture="drag", do=stand),
)  # fmt: skip
"""What may be ordered of a unit that is back in order."""
