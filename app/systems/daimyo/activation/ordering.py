"""The orders of B3: what each unit of the active clan and its leader may be told to do (DAI-ACT-08)."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from app.engine.domains import Menu, Option
from app.engine.formations import PI, Formation
from app.engine.formations import STEPS as STEPS_KNOWN
from app.engine.manoeuvre import Manoeuvre, Steps
from app.engine.options import Once
from app.engine.refusals import Refusal, refuse
from app.engine.table import Terrain
from app.systems.daimyo.activation.rules import is_household, owner
from app.systems.daimyo.book import c
from app.systems.daimyo.charging.rules import charge_targets, refuse_charger
from app.systems.daimyo.ideas.proposals import propose, sure
from app.systems.daimyo.leaders.flow import is_put_out
from app.systems.daimyo.leaders.moves import is_idle, leader_menu
from app.systems.daimyo.moving.buildings import (
    door_cost,
    entries,
    judge_entry,
    judge_exit,
    near_buildings,
    refuse_building,
    refuse_side,
    ways_out,
)
from app.systems.daimyo.moving.costs import BACK, allowance, turn_cost, turns_only, wheel_times
from app.systems.daimyo.moving.judging import Judged, judge, refuse_order
from app.systems.daimyo.moving.palisades import palisades, refuse_work
from app.systems.daimyo.page.moves_look import look
from app.systems.daimyo.scenarios.entering import refuse_exit
from app.systems.daimyo.scenarios.figures import scenario
from app.systems.daimyo.state import Leader, State, Unit

MOVES, CHARGES, DOORS, WORKS, LEADS, STEPS = (
    c("DAI-MOV-19"), c("DAI-CHG-07"), c("DAI-MOV-31"), c("DAI-MOV-32"), c("DAI-LDR-08"), c("DAI-ACT-07"),
)  # fmt: skip
DONE = "done"
Judge = Callable[[Steps], Judged]


def orders(state: State) -> Menu:
    """Every unit with what it may be told or why it takes no orders, the active leader, and to be done (D8 to D10)."""
    mine = (unit for unit in state.fielded(owner(state, state.active)) if not state.neutral(unit))
    found = {str(unit.id): unit_option(state, unit) for unit in mine}
    led = {str(leader.id): leader_option(state, leader) for leader in leaders(state)}
    return Menu({**found, **led, DONE: Option(about="option.move-done", clause=STEPS)})


def leaders(state: State) -> tuple[Leader, ...]:
    """Whose move it is besides the units: the active Daimyo, or a General who can act (DAI-ACT-18, DAI-LDR-14)."""
    if is_household(state.active):
        general = state.general_of(owner(state, state.active))
        leader = None if is_put_out(state, general) else general
    else:
        leader = state.leaders.get(state.clans[state.active].daimyo)
    return (leader,) if leader is not None and leader.on_table else ()


def leader_option(state: State, leader: Leader) -> Option:
    """A leader with what he may do."""
    menu = Once(lambda: leader_menu(state, leader))

    def idle() -> Refusal | None:
        return menu().options["go"].no if is_idle(menu()) else None

    return Option(idle, menu, "option.order-leader", {"leader": leader.id}, leader.id, LEADS)


def unit_option(state: State, unit: Unit) -> Option:
    """A unit with what it may be told."""
    return Option(partial(refuse_order, state, unit), lambda: unit_orders(state, unit), "option.order-unit",
                  {"unit": unit.id}, unit.id)  # fmt: skip


def unit_orders(state: State, unit: Unit) -> Menu:
    """What one unit may be told: move, charge, go in or out, work; what does not concern it is left out."""
    options = {"move": move_option(state, unit), "charge": charge_option(state, unit)}
    if unit.building:
        options["leave"] = leave_option(state, unit)
    elif near := near_buildings(state, unit):
        options["enter"] = enter_option(state, unit, near)
    if scenario(state).leaves:
        options["exit"] = Option(partial(refuse_exit, state, unit), about="option.order-exit", facts={"unit": unit.id})
    if palisades(state, unit):
        options["work"] = Option(partial(refuse_work, state, unit), about="option.order-work", facts={"unit": unit.id},
                                 clause=WORKS)  # fmt: skip
    return Menu(options)


# -- moving -----------------------------------------------------------------------------------


def move_option(state: State, unit: Unit) -> Option:
    """To move or manoeuvre."""
    no = refuse("move.indoors", DOORS, unit=unit.id) if unit.building else None
    return Option(no, lambda: manoeuvre(state, unit), "option.order-move", {"unit": unit.id}, clause=MOVES, weight=3)


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


def charge_option(state: State, unit: Unit) -> Option:
    """To charge somebody; one that names its enemy is told what stands against charging that one."""
    return Option(partial(refuse_charger, state, unit), lambda: charge_targets(state, unit), "option.order-charge",
                  {"unit": unit.id}, clause=CHARGES, nothing=partial(refuse_charging, state, unit),
                  weight=2)  # fmt: skip


def refuse_charging(state: State, unit: Unit) -> Refusal | None:
    """Why a unit can charge nobody: no enemy can be reached."""
    reasons = [option.no for option in charge_targets(state, unit).options.values()]
    if any(no is None for no in reasons):
        return None
    return reasons[0] if len(reasons) == 1 else refuse("charge.nobody", CHARGES, unit=unit.id)


# -- buildings ------------------------------------------------------------------------------------


def enter_option(state: State, unit: Unit, near: tuple[Terrain, ...]) -> Option:
    """To go into a building near by."""
    menu = Menu({piece.id: building_option(state, unit, piece) for piece in near})
    reasons = [option.no for option in menu.options.values()]
    shut = None if any(no is None for no in reasons) else reasons[0]
    return Option(shut, lambda: menu, "option.order-enter", {"unit": unit.id}, clause=DOORS)


def building_option(state: State, unit: Unit, piece: Terrain) -> Option:
    """One building: the steps up to it."""
    ways = entries(state, unit, piece)
    no = refuse_building(state, unit, piece) or (None if ways else judge_entry(state, unit, piece, ()).no)
    return Option(no, lambda: entering(state, unit, piece, ways), "option.order-building",
                  {"unit": unit.id, "piece": piece.id}, clause=DOORS)  # fmt: skip


def entering(state: State, unit: Unit, piece: Terrain, ways: tuple[Steps, ...]) -> Manoeuvre:
    """Steps up to a building, half of the move left for going in."""
    return _half(state, unit, unit.formation, ways, lambda steps: judge_entry(state, unit, piece, steps))


def leave_option(state: State, unit: Unit) -> Option:
    """To come out of a building on one of its sides."""
    sides = ways_out(state, unit)
    menu = Menu({side: side_option(state, unit, side, start) for side, start in sides.items()})
    reasons = [option.no for option in menu.options.values()]
    shut = None if any(no is None for no in reasons) else reasons[0]
    return Option(shut, lambda: menu, "option.order-leave", {"unit": unit.id}, clause=DOORS)


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
