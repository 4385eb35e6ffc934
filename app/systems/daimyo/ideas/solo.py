"""The automatic side: what its clans mean to do, and how it answers what it is asked (DAI-ACT-17)."""

from __future__ import annotations

from collections.abc import Generator
from operator import itemgetter
from types import coroutine
from typing import Any

from app.engine.asks import Ask, Json
from app.engine.domains import Menu, Pick
from app.engine.events import Seat
from app.engine.flow import Effect, Game
from app.engine.formations import course, footprint
from app.engine.manoeuvre import Manoeuvre, Steps
from app.engine.modifiers import Line
from app.engine.refusals import Clause
from app.engine.shapes import gap
from app.engine.system import Phase
from app.systems.daimyo.activation.ordering import DONE
from app.systems.daimyo.activation.rules import is_household, owner
from app.systems.daimyo.book import c, cm, table
from app.systems.daimyo.ideas.places import TRIED, ways
from app.systems.daimyo.measure import distance, ground_of, is_within, nearest
from app.systems.daimyo.state import State, Unit

SOLO = c("DAI-ACT-17")
BOOK = table("activation")["solo"]
WITHIN = cm(BOOK["within"])
RANGES = {row["id"]: cm(row["effective"]) for row in table("fire")["range"]}
STANCES = ("hold", "advance", "attack")
ADVANCE, ATTACK = 1, 2
BOLD = {"rout.after": ("pursue", "advance"), "melee.after": ("follow",)}
"""What the winner of a melee does if he may, best first."""


def automatic_seat(state: State) -> Seat | None:
    """The side that plays by itself: the second, where that was agreed."""
    return state.seats[1] if state.options.get("solo") else None


def by_itself(phase: Phase[State]) -> Phase[State]:
    """The phase in which nobody asks the automatic side: it answers at once."""

    async def run(game: Game[State]) -> None:
        await _answering(game, phase)

    return run


@coroutine
def _answering(game: Game[State], phase: Phase[State]) -> Generator[Effect, Any, None]:
    inner, reply = phase(game), None
    try:
        while True:
            effect = inner.send(reply)
            mine = isinstance(effect, Ask) and effect.seat == automatic_seat(game.state)
            reply = answer(game.state, effect) if isinstance(effect, Ask) and mine else (yield effect)
    except StopIteration:
        return
    finally:
        inner.close()


# -- what a clan means to do ------------------------------------------------------------


def stance_lines(state: State, card: str) -> tuple[Line, ...]:
    """What is added to the die of a clan's stance: a unit lost, more stands than the enemy near it (DAI-ACT-17)."""
    seat, clan = owner(state, card), "" if is_household(card) else card
    lost = any(u.lost_by == seat for u in state.units.values() if u.clan == clan and u.seat == seat)
    mine = tuple(state.units_of(clan, seat))
    near = [foe for foe in state.enemies_of(seat) if any(is_within(state, foe, unit, WITHIN) for unit in mine)]
    more = bool(near) and sum(u.stands for u in mine) > sum(u.stands for u in near)
    found = [Line("unit-lost", BOOK["unit_lost"], Clause(SOLO))] if lost else []
    return (*found, Line("outnumbers", BOOK["outnumbers"], Clause(SOLO))) if more else tuple(found)


def stance_of(total: int) -> str:
    """hold, advance or attack (DAI-ACT-17)."""
    if total <= BOOK["hold"]:
        return "hold"
    return "advance" if total <= BOOK["advance"] else "attack"


# -- its answers ------------------------------------------------------------------------------


def answer(state: State, question: Ask[Any]) -> Any:  # noqa: ANN401 - whatever the question takes
    """What the automatic side answers."""
    raw: Json = None
    if question.about == "move.unit" and isinstance(question.domain, Menu):
        raw = order(state, question.domain)
    elif question.about in ("rally.unit", "fire.unit") and isinstance(question.domain, Menu):
        raw = first_open(question.domain)
    elif question.about in BOLD and isinstance(question.domain, Pick):
        raw = next((key for key in BOLD[question.about] if key in question.domain.open()), None)
    return question.default if raw is None else question.domain.read(raw)


def first_open(menu: Menu) -> str:
    """The first unit that may, else to be done."""
    return next((key for key, option in menu.options.items() if key != DONE and option.no is None), DONE)


def order(state: State, menu: Menu) -> Json:
    """The next order of an active clan, by its stance; the unit nearest to the enemy first (DAI-ACT-17)."""
    stance = state.notes.get("stance", 0)
    open_units = [state.units[key] for key, option in menu.options.items() if key in state.units and option.no is None]
    able = [unit for unit in open_units if stance == ATTACK or (stance == ADVANCE and unit.missile)]
    for unit in sorted(able, key=lambda u: to_enemy(state, u)):
        below = menu.options[unit.id].then
        if below is not None:
            return {"pick": unit.id, "then": told(state, unit, below(), stance)}
    return DONE


def to_enemy(state: State, unit: Unit) -> int:
    """How far the nearest enemy is, in 1/100 mm."""
    return min((distance(state, unit, foe) for foe in state.enemies_of(unit.seat)), default=0)


def told(state: State, unit: Unit, menu: Any, stance: int) -> Json:  # noqa: ANN401 - a menu of orders
    """A charge if it attacks and one is legal; else as far forward as suits its arms; else to stay."""
    charge = menu.options.get("charge") if stance == ATTACK else None
    if charge is not None and charge.no is None and charge.then is not None and not unit.missile:
        raw = charged(charge.then())
        if raw is not None:
            return {"pick": "charge", "then": raw}
    move = menu.options.get("move")
    if move is not None and move.no is None and move.then is not None:
        return {"pick": "move", "then": advance(state, unit, move.then())}
    return first_open(menu)


def charged(menu: Any) -> Json:  # noqa: ANN401 - a menu of targets
    """The first legal charge."""
    for key, option in menu.options.items():
        if option.no is None and option.then is not None:
            way: Manoeuvre = option.then()
            return {"pick": key, "then": way.write(way.proposed() or way.certain()[0])}
    return None


def advance(state: State, unit: Unit, way: Manoeuvre) -> Json:
    """The way that brings it nearest to where it wants to be: effective range, or the enemy; to stay if none does."""
    foe = nearest(state, unit, state.enemies_of(unit.seat))
    if foe is None:
        return []
    wanted, goal = RANGES.get(unit.missile, 0), ground_of(state, foe)

    def off(steps: Steps) -> int:
        return abs(gap(footprint(course(unit.formation, steps)[-1]), goal) - wanted)

    now = off(())
    tried = [(off(steps), steps) for steps in ways(unit.formation, way.allowance, now)]
    ranked = sorted(tried, key=itemgetter(0))
    better = (steps for left, steps in ranked[:TRIED] if left < now)
    return way.write(next((steps for steps in better if way.refuse(steps) is None), ()))
