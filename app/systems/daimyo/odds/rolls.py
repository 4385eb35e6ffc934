"""What an activation, a rally and a volley may bring."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import partial

from app.engine.asks import Json
from app.engine.events import Event
from app.engine.modifiers import Line, total
from app.engine.prospects import Asked, Deed, Outcome, Prospect
from app.engine.refusals import Clause
from app.engine.views import Note
from app.systems.daimyo.activation.events import ActivationRolled
from app.systems.daimyo.activation.phase import INTENT, NEEDED, ROLLED, card_of, roll_for
from app.systems.daimyo.activation.rules import lines
from app.systems.daimyo.fire.events import StandFired
from app.systems.daimyo.fire.factors import DEFENSIVE, OWN
from app.systems.daimyo.fire.flow import HIT, volley
from app.systems.daimyo.fire.rules import shots
from app.systems.daimyo.fire.volley import volley_of
from app.systems.daimyo.morale.events import FrenzyEnded
from app.systems.daimyo.morale.rules import lines as morale_lines
from app.systems.daimyo.morale.rules import needed
from app.systems.daimyo.organisation.events import UnitLost
from app.systems.daimyo.rallying.events import Rallied
from app.systems.daimyo.rallying.phase import TRIES, attempt, why
from app.systems.daimyo.scenarios.events import IntentDeclared
from app.systems.daimyo.scenarios.figures import declares_intent
from app.systems.daimyo.state import State, Unit, UnitId

ACTIVE = (Outcome("odds.idle", 0), Outcome("odds.active", 3, wanted=True))
RALLIES = (Outcome("odds.dispersed", 4), Outcome("odds.runs-on", 0), Outcome("odds.rallies", 2, wanted=True))
HITS = (
    Outcome("odds.no-hit", 0), Outcome("odds.one-hit", 1, wanted=True), Outcome("odds.two-hits", 2, wanted=True),
    Outcome("odds.more-hits", 3, wanted=True),
)  # fmt: skip


def on_two(need: int, lines: tuple[Line, ...], clause: Clause) -> Note:
    """What two dice must show."""
    return Note(
        "odds.on-two", {"dice": min(13, max(2, need - total(lines))), "needed": need, "adds": total(lines)}, clause
    )


# -- activation ------------------------------------------------------------------------------


def activated(events: Sequence[Event]) -> str:
    """Whether the roll made the clan active."""
    return "odds.active" if next(e.active for e in events if isinstance(e, ActivationRolled)) else "odds.idle"


def of_clan(state: State, asked: Asked, raw: Json) -> Deed[State] | None:
    """The activation roll of a clan or a household; one that must say what it means to do does, or means to hold."""
    key, means = (asked.at[0], raw) if asked.at else (raw, "hold")
    if key in ("general", "decline"):
        return None
    card = card_of(asked.seat, key)
    if key in state.clans and declares_intent(state, state.clans[key]):
        state = IntentDeclared(clause=INTENT, clan=state.clans[key].id, moves=means == "move").fold(state)
    added = lines(state, card)
    return Deed(
        play=lambda game: roll_for(game, asked.seat, card), tell=activated, outcomes=ACTIVE,
        needs=on_two(NEEDED, added, ROLLED), lines=added, sums=frozenset({"activation"}),
        worlds=((Fraction(1), state),),
    )  # fmt: skip


# -- rallying --------------------------------------------------------------------------------


def rallied(unit: str, events: Sequence[Event]) -> str:
    """What became of the attempt."""
    if any(isinstance(e, Rallied | FrenzyEnded) and e.unit == unit for e in events):
        return "odds.rallies"
    return "odds.dispersed" if any(isinstance(e, UnitLost) and e.unit == unit for e in events) else "odds.runs-on"


def of_upset(state: State, _: Asked, raw: Json) -> Deed[State] | None:
    """An attempt to rally."""
    if raw == "done":
        return None
    unit = state.units[raw]
    added = morale_lines(state, unit, why(unit))
    return Deed(
        play=lambda game: attempt(game, UnitId(raw)), tell=partial(rallied, raw), outcomes=RALLIES,
        needs=on_two(needed(unit), added, TRIES), lines=added, sums=frozenset({"rally"}),
    )  # fmt: skip


# -- fire ------------------------------------------------------------------------------------


def hits(unit: str, events: Sequence[Event]) -> str:
    """How often a volley hit."""
    number = sum(e.hit for e in events if isinstance(e, StandFired) and e.unit == unit)
    return HITS[min(number, 3)].key


def fired(state: State, unit: Unit, how: str) -> Deed[State]:
    """A volley of all stands at what is nearest."""
    sure = volley_of(state, unit, how).sure
    found = shots(state, unit, how, sure)
    alike = len({shot.lines for shot in found}) == 1
    return Deed(
        play=lambda game: volley(game, unit.id, how, sure), tell=partial(hits, unit.id), outcomes=HITS,
        needs=Note("odds.stands", {"number": len(found)}, HIT), lines=found[0].lines if alike else (),
    )  # fmt: skip


def of_shooter(state: State, _: Asked, raw: Json) -> Deed[State] | None:
    """The volley of a unit of the active clan."""
    return None if raw == "done" else fired(state, state.units[raw], OWN)


def of_defender(state: State, asked: Asked, raw: Json) -> Deed[State] | None:
    """The volley of a unit that was charged."""
    return fired(state, state.units[str(asked.facts["unit"])], DEFENSIVE) if raw == "fire" else None


PROSPECTS: tuple[Prospect[State], ...] = (
    Prospect("clan.choose", (), of_clan), Prospect("clan.choose", ("*",), of_clan),
    Prospect("rally.unit", (), of_upset), Prospect("fire.unit", (), of_shooter),
    Prospect("fire.defend", (), of_defender),
)  # fmt: skip
