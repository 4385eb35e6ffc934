"""How far the dice of a charge carry, and whether a chase reaches those who ran."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from app.engine.asks import Json
from app.engine.dice import Dice
from app.engine.events import Event
from app.engine.flow import Game, roll
from app.engine.modifiers import total
from app.engine.prospects import Asked, Deed, Outcome, Prospect, saying
from app.engine.views import Note
from app.systems.kensei.book import c
from app.systems.kensei.charging.events import ChargeRolled
from app.systems.kensei.charging.rules import clause_of, dice_of, roll_lines
from app.systems.kensei.duels.events import PursuerMoved
from app.systems.kensei.duels.leaving import pursued
from app.systems.kensei.flight.chase import CHASES, follow
from app.systems.kensei.flight.events import Chased
from app.systems.kensei.flight.way import Flight
from app.systems.kensei.odds.alone import alone, unveiled
from app.systems.kensei.odds.shots import shot
from app.systems.kensei.state import State

MEASURED = c("KEN-STA-37")
CARRIES = (
    Outcome("odds.carries-less", 0), Outcome("odds.carries-10", 1, wanted=True),
    Outcome("odds.carries-15", 2, wanted=True), Outcome("odds.carries-20", 3, wanted=True),
)  # fmt: skip
BANDS = (10, 15, 20)
"""From how many cm on the endings are told apart."""
CHASED = (Outcome("odds.gets-away", 0), Outcome("odds.runs-into", 1), Outcome("odds.caught", 3, wanted=True))


def carried(events: Sequence[Event]) -> str:
    """How far the dice carry."""
    came = next(e.total for e in events if isinstance(e, ChargeRolled))
    return CARRIES[sum(came >= band for band in BANDS)].key


def onrush(state: State, asked: Asked, id: str) -> Deed[State] | None:
    """The dice of a charge; what they must come to is measured once it is made (KEN-STA-37)."""
    bare = alone(state, asked.seat, id)
    if id not in bare.units:
        return None
    unit = bare.units[id]
    dice, lines, clause = dice_of(unit), roll_lines(unit), clause_of(unit)

    async def play(game: Game[State]) -> None:
        faces = await roll(Dice(dice, 10), "charge", clause, by=unit.seat)
        came = max(0, sum(faces) + total(lines))
        game.emit(ChargeRolled(clause=clause, unit=unit.id, target="", faces=faces, lines=lines, total=came, needed=0,
                               reached=True))  # fmt: skip

    return Deed(
        play=play, tell=carried, outcomes=CARRIES, lines=lines, sums=frozenset({"charge"}), later=True,
        needs=Note("odds.carry", {"cm": BANDS[0], "dice": dice}, clause), worlds=((Fraction(1), bare),),
        notes=(Note("odds.measured-later", {}, MEASURED),),
    )  # fmt: skip


def of_target(state: State, asked: Asked, _: Json) -> Deed[State] | None:
    """A charge that would be declared."""
    return onrush(state, asked, asked.at[0])


def of_declared(state: State, asked: Asked, raw: Json) -> Deed[State] | None:
    """A charge that was declared, and would be made now."""
    orders = state.units[raw].orders if raw in state.units else ()
    return onrush(state, asked, raw) if any(one.do == "charge" and not one.state for one in orders) else None


def of_chance(state: State, asked: Asked, raw: Json) -> Deed[State] | None:
    """An Attack of Opportunity (KEN-WRN-03)."""
    id, foe = (asked.at[0], raw) if asked.at else (raw, "")
    unit = state.units.get(id)
    if unit is None or unit.warning is None:
        return None
    if unit.warning.response != "shoot":
        return onrush(state, asked, id)
    return shot(state, asked, id, foe, precision=False) if foe else None


# -- after those who ran ---------------------------------------------------------------------


def came_up(events: Sequence[Event]) -> str:
    """Whether the chase reached them."""
    found = next(e for e in events if isinstance(e, Chased))
    return "odds.runs-into" if found.met else "odds.caught" if found.reached else "odds.gets-away"


def of_chase(_: State, asked: Asked, raw: Json) -> Deed[State] | None:
    """A chase of those whose flight was seen (KEN-RUN-15)."""
    fled = asked.last("kensei.unit-fled")
    if raw != "yes" or fled is None or fled["unit"] != asked.facts["target"]:
        return None
    unit = str(asked.facts["unit"])
    flight = Flight(fled["unit"], True, int(asked.facts["distance"]), fled["bearing"], fled["stopped"])
    return Deed(
        play=lambda game: follow(game, unit, flight), tell=came_up, outcomes=CHASED, sums=frozenset({"chase"}),
        needs=Note("odds.after", {"cm": flight.distance}, CHASES),
    )  # fmt: skip


def ran_up(events: Sequence[Event]) -> str:
    """Whether the pursuer reached him."""
    moved = next((e for e in events if isinstance(e, PursuerMoved)), None)
    return "odds.caught" if moved is not None and moved.contact is not None else "odds.gets-away"


def of_pursuit(state: State, asked: Asked, raw: Json) -> Deed[State] | None:
    """A character who runs after one that broke away (KEN-CNF-09)."""
    if raw != "yes":
        return None
    him, prey = str(asked.facts["unit"]), str(asked.facts["target"])
    return Deed(play=lambda game: pursued(game, him, prey), tell=ran_up, outcomes=(CHASED[0], CHASED[-1]),
                answers=saying({asked.about: raw}), worlds=((Fraction(1), unveiled(state, asked.seat)),))  # fmt: skip


PROSPECTS: tuple[Prospect[State], ...] = (
    *(Prospect("orders.declare", ("*", how), of_target) for how in ("charge", "march_charge", "run_charge")),
    Prospect("act.charges", (), of_declared), Prospect("opportunity.use", (), of_chance),
    Prospect("opportunity.use", ("*",), of_chance), Prospect("chase.unit", (), of_chase),
    Prospect("leave.pursue", (), of_pursuit),
)  # fmt: skip
