"""What a unit may be told in B3, each order declared once; it is done by who obeys (DAI-ACT-08, DAI-OBE-03)."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from app.engine.domains import Choice, Menu, Option
from app.engine.flow import Game
from app.engine.formations import PI, Formation
from app.engine.formations import STEPS as STEPS_KNOWN
from app.engine.manoeuvre import Manoeuvre, Steps
from app.engine.orders import Order, Orders, any_open, reasons
from app.engine.refusals import Fact, Refusal, refuse
from app.engine.shapes import SLACK
from app.engine.table import Terrain
from app.systems.daimyo.activation.events import OrderGiven
from app.systems.daimyo.book import c
from app.systems.daimyo.charging.flow import charge
from app.systems.daimyo.charging.rules import charge_targets, refuse_charger, wheel_of
from app.systems.daimyo.command.flow import obeys
from app.systems.daimyo.ideas.proposals import propose, sure
from app.systems.daimyo.measure import distance, nearest
from app.systems.daimyo.moving.costs import BACK, allowance, turn_cost, turns_only, wheel_times
from app.systems.daimyo.moving.events import BuildingEntered, PalisadeWorked
from app.systems.daimyo.moving.flow import settle
from app.systems.daimyo.moving.ground.buildings import (
    door_cost,
    entries,
    housed,
    judge_entry,
    judge_exit,
    near_buildings,
    refuse_building,
    refuse_side,
    ways_out,
)
from app.systems.daimyo.moving.ground.palisades import palisades, refuse_work
from app.systems.daimyo.moving.judging import Judged, judge
from app.systems.daimyo.page.looks.moves import look
from app.systems.daimyo.scenarios.entering import leave as leave_table
from app.systems.daimyo.scenarios.entering import refuse_exit
from app.systems.daimyo.scenarios.figures import scenario
from app.systems.daimyo.state import State, Unit, UnitId

GIVEN, MOVED, MOVES, CHARGES, REACH, DOORS, WORKS, LEAVES = (
    c("DAI-ACT-08"), c("DAI-MOV-01"), c("DAI-MOV-19"), c("DAI-CHG-07"), c("DAI-CHG-01"), c("DAI-MOV-31"),
    c("DAI-MOV-32"), c("DAI-SCN-09"),
)  # fmt: skip
Judge = Callable[[Steps], Judged]
Deed = Callable[[Game[State], Unit, Any], Awaitable[None]]


def named(_: State, unit: Unit) -> Mapping[str, Fact]:
    """What the sentence of an order names."""
    return {"unit": unit.id}


def reaching(how: str) -> Callable[[State, Unit], Mapping[str, Fact]]:
    """The same, and how far it leads."""
    return lambda state, unit: {"unit": unit.id, "reach": allowance(state, unit, how)}


# -- telling and obeying --------------------------------------------------------------------


def told(game: Game[State], unit: Unit, order: str, target: str = "") -> None:
    """The unit has been told what to do (DAI-OBE-02)."""
    game.emit(OrderGiven(clause=GIVEN, unit=unit.id, order=order, target=target))


def obeying(order: str, deed: Deed, aims: bool = False) -> Deed:
    """A deed that is done if the unit obeys (DAI-OBE-08); ``aims``: it names what it is done at."""

    async def do(game: Game[State], unit: Unit, answer: Any) -> None:  # noqa: ANN401 - what the order asks for
        told(game, unit, order, answer.key if aims else "")
        if await obeys(game, unit.id):
            await deed(game, unit, answer)

    return do


# -- moving -----------------------------------------------------------------------------------


def refuse_indoors(_: State, unit: Unit) -> Refusal | None:
    """Why a unit in a building may not move as on open ground."""
    return refuse("move.indoors", DOORS, unit=unit.id) if unit.building else None


async def move(game: Game[State], unit: Unit, steps: Steps) -> None:
    """The unit has done these steps, if it obeys; to stay where it is needs no obedience (DAI-MOV-19)."""
    if steps:
        await obeying("move", march)(game, unit, steps)
    else:
        told(game, unit, "stay")


async def march(game: Game[State], unit: Unit, steps: Steps) -> None:
    """The unit has done these steps."""
    await done(game, unit.id, "move", judge(game.state, game.state.units[unit.id], steps))


def manoeuvre(state: State, unit: Unit) -> Manoeuvre:
    """The steps a unit may take, all of its normal move for them."""
    return Manoeuvre(
        piece=unit.id, start=unit.formation, allowance=allowance(state, unit, "column"), steps=open_steps(state, unit),
        test=lambda steps: judge(state, unit, steps).no, propose=lambda rng: propose(state, unit, rng),
        sure=lambda: sure(state, unit), look=lambda steps: look(state, unit, judge(state, unit, steps)),
        rates=rates(state, unit), offered=lambda: sure(state, unit)[0], judged=STEPS_KNOWN,
    )  # fmt: skip


def open_steps(state: State, unit: Unit) -> dict[str, int]:
    """The kinds of steps it may take, with what each may come to at most."""
    if unit.kind == "gun":
        return {"face": 0} if turns_only(state) else {"forward": 2 * allowance(state, unit), "face": 0}
    return {"forward": 0, "back": 0, "wheel": 0, "turn": 0, "files": unit.stands}


def rates(state: State, unit: Unit) -> dict[str, tuple[int, int]]:
    """What each kind of step costs on open ground, for drawing while a hand moves."""
    turn = turn_cost(state, unit)
    if unit.kind == "gun":
        return {"forward": (1, 1), "face": (turn, 1)}
    wheel = unit.formation.width * wheel_times(unit) * PI[0], 18_000 * PI[1]
    return {"forward": (1, 1), "back": (BACK, 1), "wheel": wheel, "turn": (turn, 1), "files": (turn, 1)}


# -- charging -----------------------------------------------------------------------------------


def refuse_nobody(state: State, unit: Unit, targets: Menu) -> Refusal | None:
    """Why a unit can charge nobody: how far off the nearest enemy is, or what stands against charging that one."""
    if any_open(targets):
        return None
    foe = nearest(state, unit, (state.units[UnitId(id)] for id in targets.options))
    if foe is None:
        return refuse("charge.no-enemies", CHARGES, unit=unit.id)
    far, allowed = distance(state, unit, foe), allowance(state, unit, "charge")
    if far > allowed + SLACK:
        return refuse("charge.nobody", REACH, unit=unit.id, target=foe.id, distance=far, allowed=allowed)
    return reasons(targets)[list(targets.options).index(foe.id)]


async def charge_at(game: Game[State], unit: Unit, way: Choice) -> None:
    """The unit has charged this enemy."""
    await charge(game, unit.id, UnitId(way.key), wheel_of(way.then))


# -- buildings ------------------------------------------------------------------------------------


def all_closed(_: State, __: Unit, below: Menu) -> Refusal | None:
    """The first reason where no building, or no side, is open."""
    return None if any_open(below) else reasons(below)[0]


def is_near_a_building(state: State, unit: Unit) -> bool:
    """Whether there is a building it might go into."""
    return not unit.building and bool(near_buildings(state, unit))


def buildings(state: State, unit: Unit) -> Menu:
    """The buildings near by."""
    return Menu({piece.id: building_option(state, unit, piece) for piece in near_buildings(state, unit)})


def building_option(state: State, unit: Unit, piece: Terrain) -> Option:
    """One building: the steps up to it."""
    ways = entries(state, unit, piece)
    no = refuse_building(state, unit, piece) or (None if ways else judge_entry(state, unit, piece, ()).no)
    return Option(no, lambda: entering(state, unit, piece, ways), "option.order-building",
                  {"unit": unit.id, "piece": piece.id}, clause=DOORS)  # fmt: skip


def entering(state: State, unit: Unit, piece: Terrain, ways: tuple[Steps, ...]) -> Manoeuvre:
    """Steps up to a building, half of the move left for going in."""
    return _half(state, unit, unit.formation, ways, lambda steps: judge_entry(state, unit, piece, steps))


def sides(state: State, unit: Unit) -> Menu:
    """The sides on which it may come out of its building."""
    return Menu({side: side_option(state, unit, side, start) for side, start in ways_out(state, unit).items()})


def side_option(state: State, unit: Unit, side: str, start: Formation) -> Option:
    """One side, and the steps from there."""
    return Option(refuse_side(state, unit, start), lambda: leaving(state, unit, start), "option.order-side",
                  {"unit": unit.id, "edge": side}, clause=DOORS)  # fmt: skip


def leaving(state: State, unit: Unit, start: Formation) -> Manoeuvre:
    """Steps from before a wall, half of the move used by coming out."""
    return _half(state, unit, start, ((),), lambda steps: judge_exit(state, unit, start, steps))


def _half(state: State, unit: Unit, start: Formation, ways: tuple[Steps, ...], judged: Judge) -> Manoeuvre:
    """Steps of which going in or coming out has used half of the move."""
    return Manoeuvre(
        piece=unit.id, start=start, allowance=allowance(state, unit) - door_cost(state, unit),
        steps=open_steps(state, unit), test=lambda steps: judged(steps).no, propose=lambda rng: rng.choice(ways),
        sure=ways, look=lambda steps: look(state, unit, judged(steps)), rates=rates(state, unit),
        offered=ways[0] if ways else (),
    )  # fmt: skip


async def done(game: Game[State], unit_id: UnitId, how: str, found: Judged) -> None:
    """The unit stands where a judged manoeuvre leads, with all that this does."""
    await settle(game, unit_id, found.body, how, MOVED, used=found.used, allowed=found.allowed, through=found.through,
                 crossed=found.crossed, stations=found.stations)  # fmt: skip


# -- doing ------------------------------------------------------------------------------------


async def enter(game: Game[State], unit: Unit, way: Choice) -> None:
    """The unit has gone up to a building and in (DAI-MOV-31)."""
    state, unit_id = game.state, unit.id
    piece = next(piece for piece in state.table.pieces if piece.id == way.key)
    found = judge_entry(state, state.units[unit_id], piece, way.then)
    if way.then:
        await done(game, unit_id, "move", found)
    inside: Formation = housed(piece, game.state.units[unit_id].formation)
    game.emit(BuildingEntered(clause=DOORS, unit=unit_id, building=way.key, at=inside.at, used=found.used,
                              allowed=found.allowed))  # fmt: skip


async def leave(game: Game[State], unit: Unit, way: Choice) -> None:
    """The unit has come out of its building on one side and gone on from there (DAI-MOV-31)."""
    state, now = game.state, game.state.units[unit.id]
    found = judge_exit(state, now, ways_out(state, now)[way.key], way.then)
    await done(game, unit.id, "leave", found)


def work(game: Game[State], unit: Unit, _: None) -> None:
    """The unit spends this activation at a palisade (DAI-MOV-32)."""
    told(game, unit, "work")
    piece = palisades(game.state, game.state.units[unit.id])[0]
    game.emit(PalisadeWorked(clause=WORKS, unit=unit.id, piece=piece.id))


async def go_off(game: Game[State], unit: Unit, _: None) -> None:
    """The unit has left the table."""
    leave_table(game, unit.id)


ORDERS: Orders[State, Unit] = Orders(
    Order(key="move", about="option.order-move", facts=reaching("column"), clause=MOVES, barred=refuse_indoors,
          below=manoeuvre, gesture="drag", weight=3, do=move),
    Order(key="charge", about="option.order-charge", facts=reaching("charge"), clause=CHARGES, barred=refuse_charger,
          below=charge_targets, nothing=refuse_nobody, gesture="onto", weight=2,
          do=obeying("charge", charge_at, aims=True)),
    Order(key="leave", about="option.order-leave", facts=named, clause=DOORS, below=sides, gesture="drag",
          concerns=lambda _, unit: bool(unit.building), nothing=all_closed, firm=True,
          do=obeying("leave", leave)),
    Order(key="enter", about="option.order-enter", facts=named, clause=DOORS, below=buildings, gesture="onto",
          concerns=is_near_a_building, nothing=all_closed, firm=True,
          do=obeying("enter", enter, aims=True)),
    Order(key="exit", about="option.order-exit", facts=named, clause=LEAVES, bare=True, barred=refuse_exit,
          gesture="self", concerns=lambda state, _: bool(scenario(state).leaves), do=obeying("exit", go_off)),
    Order(key="work", about="option.order-work", facts=named, clause=WORKS, barred=refuse_work, gesture="self",
          concerns=lambda state, unit: bool(palisades(state, unit)), do=work),
)  # fmt: skip
"""What does not concern a unit is left out."""
