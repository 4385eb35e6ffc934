"""What a volley or an assault may bring, and the answers to them."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator, Sequence
from functools import partial

from app.engine.asks import Json
from app.engine.domains import Choice
from app.engine.events import Event
from app.engine.flow import Game
from app.engine.modifiers import total
from app.engine.prospects import Asked, Deed, Outcome, Prospect, saying
from app.engine.views import Note
from app.systems.celtos.activation.events import UnitActivated
from app.systems.celtos.activation.orders import ORDERS
from app.systems.celtos.activation.phase import TURNS
from app.systems.celtos.assault.events import AssaultFellShort
from app.systems.celtos.assault.flow import assault, charges
from app.systems.celtos.checks.flow import lines_of
from app.systems.celtos.checks.score import D10, passes, ways
from app.systems.celtos.combat.events import CombatEnded
from app.systems.celtos.damage.events import Casualties, DamageRolled
from app.systems.celtos.measure import in_combat
from app.systems.celtos.morale.events import Defeated, Panicked
from app.systems.celtos.odds.checks import needs, passed
from app.systems.celtos.reactions.flow import (
    COUNTER,
    EVADE,
    FIRE,
    MOVES,
    NONE,
    assault_ask,
    respond_to_assault,
    return_fire,
)
from app.systems.celtos.shooting.flow import DICE, shoot
from app.systems.celtos.shooting.rules import Aim, aims
from app.systems.celtos.state import State, Unit, UnitId

Played = Callable[[Game[State]], Awaitable[object]]
HURTS = (
    Outcome("odds.unhurt", 0), Outcome("odds.hurt", 1), Outcome("odds.fallen", 2, wanted=True),
    Outcome("odds.shaken", 3, wanted=True), Outcome("odds.gone", 4, wanted=True),
)  # fmt: skip
BOUTS = (
    Outcome("odds.beaten", 4), Outcome("odds.lost", 1), Outcome("odds.apart", 0), Outcome("odds.drawn", 0),
    Outcome("odds.won", 2, wanted=True), Outcome("odds.broken", 3, wanted=True),
)  # fmt: skip
FLIGHTS = (Outcome("odds.stays", 1), Outcome("odds.caught", 2), Outcome("odds.gets-away", 0, wanted=True))
MET = tuple(Outcome(row.key, row.rank, row.wanted or row.key == "odds.apart") for row in BOUTS)
"""The same for who is assaulted: to get away is as good."""


# -- volleys ------------------------------------------------------------------------------


def hurt(state: State, unit: Unit, events: Sequence[Event]) -> str:
    """What became of a unit that was shot at."""
    fallen = [id for e in events if isinstance(e, Casualties) for id in e.models]
    if is_gone(unit, events):
        return "odds.gone"
    if any(isinstance(e, Panicked) and e.unit == unit.id for e in events):
        return "odds.shaken"
    if any(id in unit.models for id in fallen):
        return "odds.fallen"
    struck = [e for e in events if isinstance(e, DamageRolled) and e.target in unit.models]
    return "odds.hurt" if any(e.wounds < state.model(e.target).wounds for e in struck) else "odds.unhurt"


def is_gone(unit: Unit, events: Sequence[Event]) -> bool:
    """Whether the unit was destroyed or defeated."""
    dead = any(isinstance(e, Casualties) and unit.id in e.units for e in events)
    return dead or any(isinstance(e, Defeated) and e.unit == unit.id for e in events)


def volley(state: State, unit: Unit, target: UnitId, how: str, play: Played) -> Deed[State]:
    """Shots of one unit at another, and what they need."""
    it = state.unit(target)
    dice = aims(state, unit, it, how)
    same = len({(aim.needed, total(aim.lines), aim.weapon.id, aim.strength) for aim in dice}) == 1
    return Deed(
        play=play, tell=partial(hurt, state, it), outcomes=HURTS, needs=Note("odds.dice", {"number": len(dice)}, DICE),
        lines=dice[0].lines if same else (), faces={"hit": partial(hits, dice[0])} if same else {},
    )  # fmt: skip


def hits(aim: Aim, face: int) -> bool:
    """Whether this face hits."""
    return passes(face, face + total(aim.lines), aim.needed)


def acting(state: State, asked: Asked) -> Unit:
    """The unit that is given an order."""
    return state.unit(UnitId(asked.at[0] if asked.about == "activation.unit" else str(asked.facts["unit"])))


def ordering(asked: Asked, unit: Unit, order: Choice) -> Played:
    """The order carried out, after the unit is activated if it has yet to be."""

    async def play(game: Game[State]) -> None:
        if asked.about == "activation.unit":
            game.emit(UnitActivated(clause=TURNS, unit=unit.id, seat=asked.seat))
        await ORDERS.carry_out(game, game.state.unit(unit.id), order)

    return play


def of_target(state: State, asked: Asked, raw: Json) -> Deed[State] | None:
    """A Shooting order at a unit."""
    unit = acting(state, asked)
    return volley(state, unit, UnitId(raw), "order", ordering(asked, unit, Choice("shoot", raw)))


def of_return(state: State, asked: Asked, raw: Json) -> Deed[State] | None:
    """Return fire: the check, and then the volley (CEL-REA-11)."""
    if raw != "yes":
        return None
    unit, enemy = state.unit(UnitId(str(asked.facts["unit"]))), UnitId(str(asked.facts["enemy"]))
    deed = volley(state, unit, enemy, "return", lambda game: return_fire(game, enemy, unit.id))
    return Deed(
        play=deed.play, tell=deed.tell, outcomes=deed.outcomes, needs=needs(state, unit, "reaction", FIRE),
        lines=deed.lines, faces=deed.faces, answers=saying({"response.return-fire": "yes"}),
    )  # fmt: skip


# -- assaults -----------------------------------------------------------------------------


def bout(state: State, unit: Unit, events: Sequence[Event]) -> str:
    """What came of an assault for this unit's side."""
    ended = next((e for e in events if isinstance(e, CombatEnded)), None)
    if is_gone(unit, events):
        return "odds.beaten"
    if any(is_gone(foe, events) for foe in state.units.values() if foe.seat != unit.seat):
        return "odds.broken"
    if ended is None:
        return "odds.apart"
    mine = "active" if state.unit(ended.unit).seat == unit.seat else "enemies"
    return "odds.drawn" if ended.lost in ("", "both") else "odds.lost" if ended.lost == mine else "odds.won"


def of_foe(state: State, asked: Asked, raw: Json) -> Deed[State] | None:
    """An Assault on a unit, given that it stands; what else it may do is said."""
    unit = acting(state, asked)
    ways_out = tuple(answers_of(state, unit, UnitId(raw)))
    return Deed(
        play=ordering(asked, unit, Choice("assault", raw)), tell=partial(bout, state, unit), outcomes=BOUTS,
        needs=Note("odds.if-stand", {}, COUNTER) if ways_out else None, notes=ways_out,
    )  # fmt: skip


def answers_of(state: State, unit: Unit, target: UnitId) -> Iterator[Note]:
    """How the named unit may meet an Assault, and how likely its check passes (CEL-REA-12, CEL-REA-14)."""
    question = assault_ask(state, unit.id, target, ())
    passing = 100 * ways(int(question.facts["adds"]), int(question.facts["needed"])) // D10
    for key, (_, clause) in MOVES.items():
        if question.domain.refuse(key) is None:
            yield Note(f"odds.may.{key}", {"percent": passing}, clause)


def of_order(state: State, asked: Asked, raw: Json) -> Deed[State] | None:
    """An Assault from contact, which names nobody."""
    unit = acting(state, asked)
    if raw != "assault" or not in_combat(state, unit):
        return None
    return Deed(play=ordering(asked, unit, Choice("assault")), tell=partial(bout, state, unit), outcomes=BOUTS)


def of_response(state: State, asked: Asked, raw: Json) -> Deed[State] | None:
    """How a unit meets an Assault: by a counter-charge, by evading, or standing (CEL-REA-12, CEL-REA-14)."""
    unit, enemy = state.unit(UnitId(str(asked.facts["unit"]))), UnitId(str(asked.facts["enemy"]))
    if raw == "evade":
        return evasion(state, unit, enemy)

    async def play(game: Game[State]) -> None:
        met = await respond_to_assault(game, enemy, unit.id, ())
        await assault(game, enemy, unit.id, "order", countered=met == "counter-charge")

    return Deed(
        play=play, tell=partial(bout, state, unit), outcomes=MET, answers=saying({"response.assault": raw}),
        needs=None if raw == NONE else needs(state, unit, "reaction", COUNTER),
        notes=() if raw == NONE else (Note("odds.as-offered", {}, COUNTER),),
    )  # fmt: skip


def fled(events: Sequence[Event]) -> str:
    """Whether one that would evade got away."""
    if passed(events) == "odds.fails":
        return "odds.stays"
    return "odds.gets-away" if any(isinstance(e, AssaultFellShort) for e in events) else "odds.caught"


def evasion(state: State, unit: Unit, enemy: UnitId) -> Deed[State]:
    """The check of one that would evade, and whether the enemy reaches it then; what it would fight is not in it."""

    async def play(game: Game[State]) -> None:
        await respond_to_assault(game, enemy, unit.id, ())
        await charges(game, enemy, unit.id, "order")

    return Deed(
        play=play, tell=fled, outcomes=FLIGHTS, answers=saying({"response.assault": "evade"}),
        needs=needs(state, unit, "reaction", EVADE), lines=lines_of(state, unit, "reaction"),
        notes=(Note("odds.as-offered", {}, EVADE),),
    )  # fmt: skip


def of_act(state: State, asked: Asked, raw: Json) -> Deed[State] | None:
    """What a unit does that passed the check of its marker (CEL-REA-08)."""
    unit, enemy = state.unit(UnitId(str(asked.facts["unit"]))), UnitId(str(asked.facts["enemy"]))
    if raw == "shoot":
        return volley(state, unit, enemy, "reaction", lambda game: shoot(game, unit.id, enemy, "reaction"))
    if raw != "assault":
        return None
    return Deed(play=lambda game: assault(game, unit.id, enemy, "reaction"), tell=partial(bout, state, unit),
                outcomes=BOUTS)  # fmt: skip


PROSPECTS: tuple[Prospect[State], ...] = (
    Prospect("activation.unit", ("*", "shoot"), of_target), Prospect("activation.order", ("shoot",), of_target),
    Prospect("activation.unit", ("*", "assault"), of_foe), Prospect("activation.order", ("assault",), of_foe),
    Prospect("activation.unit", ("*",), of_order), Prospect("activation.order", (), of_order),
    Prospect("response.return-fire", (), of_return), Prospect("response.assault", (), of_response),
    Prospect("reaction.act", (), of_act),
)  # fmt: skip
