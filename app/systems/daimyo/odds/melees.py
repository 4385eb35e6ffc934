"""What a melee, a charge and the answer to one may bring."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from app.engine.asks import Json
from app.engine.domains import Choice
from app.engine.events import Event
from app.engine.flow import Game
from app.engine.prospects import Asked, Deed, Outcome, Prospect
from app.engine.views import Note
from app.systems.daimyo.charging.events import ChargeAnswered, ChargeStruck
from app.systems.daimyo.charging.flow import ANSWERS, Onset, answer_moves, charge_home
from app.systems.daimyo.charging.impact import Impact, impact
from app.systems.daimyo.charging.rules import charge_way
from app.systems.daimyo.fire.factors import DEFENSIVE
from app.systems.daimyo.fire.phase import defensive
from app.systems.daimyo.fire.rules import refuse_fire
from app.systems.daimyo.melee.events import MeleeDecided
from app.systems.daimyo.melee.flow import fight
from app.systems.daimyo.melee.groups import groups
from app.systems.daimyo.morale.events import Routed
from app.systems.daimyo.moving.orders import ORDERS
from app.systems.daimyo.odds.silence import silence
from app.systems.daimyo.organisation.events import UnitLost
from app.systems.daimyo.state import State, Unit, UnitId

BOUTS = (
    Outcome("odds.routs-us", 4), Outcome("odds.lost", 1), Outcome("odds.short", 0), Outcome("odds.even", 0),
    Outcome("odds.won", 2, wanted=True), Outcome("odds.routs-them", 3, wanted=True),
)  # fmt: skip
MET = tuple(Outcome(row.key, row.rank, row.wanted or row.key == "odds.short") for row in BOUTS)
HOME = (
    Outcome("odds.stays", 0), Outcome("odds.short", 0), Outcome("odds.contact", 2, wanted=True),
    Outcome("odds.routs-them", 3, wanted=True),
)  # fmt: skip


def broken(state: State, events: Sequence[Event], unit: Unit, *, mine: bool) -> bool:
    """Whether a unit of this one's side, or of the other, routed or was lost."""
    gone = [e.unit for e in events if isinstance(e, Routed | UnitLost)]
    return any((state.units[id].seat == unit.seat) == mine for id in gone)


def bout(state: State, unit: Unit, events: Sequence[Event]) -> str:
    """What came of a melee for this unit's side."""
    if broken(state, events, unit, mine=True):
        return "odds.routs-us"
    if broken(state, events, unit, mine=False):
        return "odds.routs-them"
    decided = next((e for e in events if isinstance(e, MeleeDecided)), None)
    if decided is None:
        return "odds.short"
    mine = "active" if state.units[decided.active[0]].seat == unit.seat else "foes"
    return "odds.even" if decided.lost in ("none", "both") else "odds.lost" if decided.lost == mine else "odds.won"


def of_group(state: State, _: Asked, raw: Json) -> Deed[State] | None:
    """The round of one combat group."""
    group = next(group for group in groups(state) if group.active[0] == raw)
    return Deed(play=lambda game: fight(game, group), tell=partial(bout, state, state.units[raw]), outcomes=BOUTS,
                answers=silence)  # fmt: skip


# -- charges ---------------------------------------------------------------------------------


def home(state: State, unit: Unit, events: Sequence[Event]) -> str:
    """Whether a charge came to its target."""
    if any(isinstance(e, ChargeStruck) and e.unit == unit.id for e in events):
        return "odds.contact"
    if broken(state, events, unit, mine=False):
        return "odds.routs-them"
    return "odds.short" if any(isinstance(e, ChargeAnswered) for e in events) else "odds.stays"


def of_foe(state: State, asked: Asked, raw: Json) -> Deed[State] | None:
    """A charge at a unit that stands, if it can."""
    unit = state.units[asked.at[0]]
    way = next(iter(charge_way(state, unit, state.units[raw]).some(1)), None)
    if way is None:
        return None
    order = Choice("charge", Choice(raw, way))
    return Deed(play=lambda game: ORDERS.carry_out(game, game.state.units[unit.id], order),
                tell=partial(home, state, unit), outcomes=HOME, answers=silence)  # fmt: skip


def of_answer(state: State, asked: Asked, raw: Json) -> Deed[State] | None:
    """How a charge is met: the rest of it, the fire at it and the first round of melee."""
    unit, enemy = state.units[str(asked.facts["unit"])], state.units[str(asked.facts["enemy"])]
    declared = asked.last("daimyo.charge-declared")
    found = impact(state, enemy, unit, declared["wheel"]) if declared else None
    if not isinstance(found, Impact):
        return None
    onset = Onset(found, int(asked.facts["distance"]), True)

    async def play(game: Game[State]) -> None:
        game.emit(ChargeAnswered(clause=ANSWERS, unit=enemy.id, target=unit.id, zone=found.zone,
                                 distance=onset.distance, answer=raw, in_sight=onset.in_sight))  # fmt: skip
        await answer_moves(game, enemy.id, unit.id, onset, raw)
        if game.state.outcome is None and game.state.units[enemy.id].on_table:
            await charge_home(game, enemy.id, unit.id, onset, raw)
        await met(game, unit.id)

    return Deed(play=play, tell=partial(bout, state, unit), outcomes=MET, later=True, answers=silence,
                notes=(Note("odds.with-fire", {}, ANSWERS),))  # fmt: skip


async def met(game: Game[State], id: UnitId) -> None:
    """The charged unit has fired if it can, and fought one round if it is in a melee."""
    unit = game.state.units[id]
    if unit.on_table and unit.charges and refuse_fire(game.state, unit, DEFENSIVE) is None:
        await defensive(game, id)
    group = next((group for group in groups(game.state) if id in group.foes), None)
    if group is not None and game.state.outcome is None:
        await fight(game, group)


PROSPECTS: tuple[Prospect[State], ...] = (
    Prospect("melee.group", (), of_group), Prospect("move.unit", ("*", "charge"), of_foe),
    Prospect("charge.answer", (), of_answer),
)  # fmt: skip
