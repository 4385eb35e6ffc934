"""Attacks of Opportunity: conditions of Warning Orders are looked at whenever the enemy does something (KEN-WRN-15)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from app.engine.asks import Ask
from app.engine.domains import Choice, Menu, Option, Pick
from app.engine.events import Seat
from app.engine.flow import Game, ask
from app.engine.refusals import Refusal, refuse
from app.systems.kensei import interruptions
from app.systems.kensei.army import Model, Unit, Warning
from app.systems.kensei.book import c, table
from app.systems.kensei.charging.rules import refuse_charge
from app.systems.kensei.measure import distance
from app.systems.kensei.orders.spending import pay
from app.systems.kensei.shooting.rules import armed
from app.systems.kensei.sight.following import looked_at, watches, way_of
from app.systems.kensei.sight.rules import sees
from app.systems.kensei.state import State
from app.systems.kensei.warnings.events import OpportunityOffered, OpportunityPassed, OpportunityTaken, WarningLapsed
from app.systems.kensei.warnings.rules import Deed, holds

AP, ONE, STANDS, OWN_SIGHT, INTERRUPTS, LOADED, FIXED, NO_CHANCE = (
    c("KEN-WRN-07"), c("KEN-WRN-13"), c("KEN-WRN-14"), c("KEN-WRN-16"), c("KEN-WRN-04"), c("KEN-RNG-04"),
    c("KEN-WRN-15"), c("KEN-ARM-05"),
)  # fmt: skip
COST = table("warnings")["opportunity"]
Sprung = dict[str, tuple[Unit, ...]]
Touched = dict[str, tuple[str, ...]]


async def watch(
    game: Game[State], what: str, unit: str = "", target: str = "", piece: str = "", before: State | None = None,
) -> bool:  # fmt: skip
    """Whether the action at hand of ``unit`` goes on: the other side was offered what its Warning Orders allow.

    ``what``: a deed (``warnings.DEEDS``), or moved and event, which compare ``before`` with what is now.
    """
    expire(game)
    state = game.state
    seat = watcher(state)
    if seat is None:
        return True
    found = open_to(state, sprung(before, state, seat, Deed(what, unit, target, piece)))
    if not found:
        return True
    game.emit(OpportunityOffered(clause=FIXED, seat=seat))
    answer = await ask(question(state, seat, found))
    if answer.key == "pass":
        game.emit(OpportunityPassed(clause=INTERRUPTS, seat=seat))
        return True
    await respond(game, answer.key, answer.then or found[answer.key][0].id)
    return goes_on(game.state, state, unit)


def watcher(state: State) -> Seat | None:
    """Whose Warning Orders are looked at: the side whose Actions it is not, if it may still react this turn
    (KEN-WRN-05, KEN-WRN-13)."""
    if state.go is None or state.outcome is not None:
        return None
    seat = state.other(state.go)
    barred = state.side(seat).opportunity == state.turn or not any(waiting(state, seat))
    return None if barred else seat


def waiting(state: State, seat: Seat) -> Iterator[tuple[Unit, Warning]]:
    """Units of a seat with a Warning Order."""
    return ((u, u.warning) for u in state.fielded(seat) if u.warning is not None)


def expire(game: Game[State]) -> None:
    """Warning Orders of units that flee, fight or are gone are over (KEN-WRN-14)."""
    for unit in tuple(game.state.units.values()):
        if unit.warning is not None and (not unit.on_table or unit.fleeing or game.state.fighting(unit.id)):
            game.emit(WarningLapsed(clause=STANDS, unit=unit.id))


def sprung(
    before: State | None, state: State, seat: Seat, deed: Deed, only: Touched | None = None,
) -> Sprung:  # fmt: skip
    """For each unit whose condition has come true the enemies that made it so, as its order names them (KEN-WRN-08).

    ``only``: for each unit the enemies to be looked at, nobody for others; all where it is left out.
    """
    found: Sprung = {}
    for unit, warning in waiting(state, seat):
        foes = [
            foe
            for foe in state.enemies_of(seat)
            if (only is None or foe.id in only.get(unit.id, ())) and holds(before, state, unit, warning, foe, deed)
        ]
        if foes:
            found[unit.id] = chosen(state, unit, warning, foes)
    return found


def chosen(state: State, unit: Unit, warning: Warning, foes: list[Unit]) -> tuple[Unit, ...]:
    """Those of some enemies at which the order is directed: the first, the nearest, or any."""
    if warning.which == "nearest":
        return (min(foes, key=lambda foe: distance(state, unit, foe)),)
    return tuple(foes) if warning.which == "any" else (foes[0],)


def open_to(state: State, found: Sprung) -> Sprung:
    """The same without responses that cannot be made."""
    able = {id: tuple(foe for foe in foes if refuse_response(state, state.units[id], foe) is None)
            for id, foes in found.items()}  # fmt: skip
    return {id: foes for id, foes in able.items() if foes}


def refuse_response(state: State, unit: Unit, foe: Unit) -> Refusal | None:
    """Why a unit cannot answer an enemy as its Warning Order says: it answers nobody, combat, sight, the charge."""
    assert unit.warning is not None
    kind = unit.warning.response
    if (no := refuse_ready(state, unit)) is not None:
        return no
    if kind == "shoot" and state.fighting(foe.id):
        return refuse("in_combat", c("KEN-RNG-05"), unit=foe.id)
    if not sees(state, unit, foe):
        return refuse("no_los", OWN_SIGHT, unit=unit.id, target=foe.id)
    if kind == "shoot":
        return None
    return refuse_charge(state, unit, foe, unit.warning.mode if kind == "move_then_charge" else "")


def refuse_ready(state: State, unit: Unit) -> Refusal | None:
    """Why a unit can answer nobody as its Warning Order says, wherever they stand: AP, combat, weapon."""
    assert unit.warning is not None
    kind = unit.warning.response
    if unit.ap < COST[kind]:
        return refuse("no_ap", AP, unit=unit.id, ap=unit.ap, needed=COST[kind])
    if unit.under("no_opportunity"):
        return refuse("already_used", NO_CHANCE, unit=unit.id)
    if state.fighting(unit.id) or unit.fleeing:
        return refuse("in_combat", STANDS, unit=unit.id)
    if kind == "shoot" and not any(model.loaded and not model.wet for model in shooters(state, unit)):
        return refuse("not_loaded", LOADED, unit=unit.id)
    return refuse("acted_last", c("KEN-CHG-05"), unit=unit.id) if unit.acted_last else None


def shooters(state: State, unit: Unit) -> Iterator[Model]:
    """The models of a unit that fire when it does, the Bushi in it with the same weapon too."""
    return (model for one in armed(state, unit) if one.ranged for model in one.models)


def question(state: State, seat: Seat, found: Sprung) -> Ask[Choice]:
    """Whether and with which unit to make an Attack of Opportunity."""
    options = {id: option(id, response(state, id), foes) for id, foes in found.items()}
    return Ask(seat, "opportunity.use", Menu({**options, "pass": Option()}), INTERRUPTS, Choice("pass"))


def option(id: str, kind: str, foes: tuple[Unit, ...]) -> Option:
    """To use one unit, at one of its enemies where there are several."""
    ids = [foe.id for foe in foes]
    then = (lambda: Pick(dict.fromkeys(ids), dict(zip(ids, ids, strict=True)))) if len(ids) > 1 else None
    return Option(then=then, piece=id, about=f"opportunity.{kind}", facts={"unit": id, "foe": ids[0]})


def response(state: State, id: str) -> str:
    """What a unit's Warning Order lets it do."""
    warning = state.units[id].warning
    return warning.response if warning else ""


async def respond(game: Game[State], id: str, foe: str) -> None:
    """The Attack of Opportunity of a unit is made, and its AP are spent (KEN-WRN-07)."""
    unit = game.state.units[id]
    warning = unit.warning
    assert warning is not None
    game.emit(OpportunityTaken(clause=FIXED, seat=unit.seat, unit=id, foe=foe, warning=warning))
    pay(game, id, COST[warning.response], warning.response, AP)
    await interruptions.respond(game, id, foe, warning)


def goes_on(now: State, then: State, id: str) -> bool:
    """Whether a unit may finish what it was doing: it is there, does not flee and has not been met (KEN-WRN-18)."""
    if not id:
        return True
    unit = now.units[id]
    body = now.body(unit) if unit.on_table else unit
    met = now.fighting(body.id) and not then.fighting(body.id)
    return unit.on_table and not body.fleeing and not met


def first_spring(state: State, id: str, stations: Sequence[Unit]) -> int | None:
    """The first of the positions a moving unit takes at which an enemy's condition comes true and can be answered."""
    seat = watcher(state)
    if seat is None or state.units[id].seat == seat:
        return None
    ready = [(unit, warning) for unit, warning in waiting(state, seat) if refuse_ready(state, unit) is None]
    deed, way = Deed("moved", id), way_of(id, (state, *state.at_each(stations)))
    watching = watches(way, ready)
    for number, (before, now) in enumerate(pairwise(way.there)):
        if open_to(now, sprung(before, now, seat, deed, looked_at(way, watching, number + 1))):
            return number
    return None
