"""How far the dice of a charge carry, and whether a chase reaches those who ran."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import NamedTuple

from app.engine.asks import Json
from app.engine.dice import Dice
from app.engine.events import Event, Seat
from app.engine.flow import Game, roll
from app.engine.modifiers import total
from app.engine.prospects import Asked, Deed, Outcome, Prospect, saying
from app.engine.views import Note
from app.systems.kensei.book import c, table
from app.systems.kensei.charging.declaring import planned
from app.systems.kensei.charging.events import ChargeRolled
from app.systems.kensei.charging.rules import clause_of, dice_of, roll_lines
from app.systems.kensei.charging.way.zones import must_turn
from app.systems.kensei.duels.events import PursuerMoved
from app.systems.kensei.duels.leaving import pursued
from app.systems.kensei.flight.chase import CHASES, follow
from app.systems.kensei.flight.events import Chased
from app.systems.kensei.flight.way import Flight
from app.systems.kensei.odds.alone import alone, unveiled
from app.systems.kensei.odds.shots import shot
from app.systems.kensei.state import State

MEASURED, ALONE, TURNS = c("KEN-STA-37"), c("KEN-CHG-10"), c("KEN-CHG-55")
LAST: int = table("charging")["indirect"]["needed"]
MODES = {"charge": "", "march_charge": "march", "run_charge": "run"}
BANDS = (3, 5, 8, 10, 15, 20)
"""From how many cm on the endings are told apart."""
CHASED = (Outcome("odds.gets-away", 0), Outcome("odds.runs-into", 1), Outcome("odds.caught", 3, wanted=True))


def carries(far: int) -> tuple[Outcome, ...]:
    """How far the dice may carry; ``far``: what is asked of them."""
    found = [Outcome("odds.carries-less", 0)]
    for cm in BANDS:
        found.append(Outcome(f"odds.carries-{cm}", min(3, max(0, 1 + BANDS.index(cm) - BANDS.index(far))), cm >= far))
    return tuple(found)


def carried(events: Sequence[Event]) -> str:
    """How far the dice carry."""
    came = next(e.total for e in events if isinstance(e, ChargeRolled))
    reached = [cm for cm in BANDS if came >= cm]
    return f"odds.carries-{reached[-1]}" if reached else "odds.carries-less"


class Way(NamedTuple):
    """How a charge is made: with a March or Run before it, and whether it is plain that it must turn."""

    mode: str = ""
    turns: bool = False


def wants(way: Way, dice: int) -> tuple[int, str]:
    """From how far off the chance to arrive is told, and in which words: the last 5 cm of who turns, else about the
    half of what the dice may come to.  Nothing is measured (KEN-STA-37)."""
    if way.turns:
        return LAST, "odds.if-left-turns" if way.mode else "odds.if-turns"
    return min(BANDS[-1], LAST * dice), "odds.if-left" if way.mode else "odds.if-away"


def onrush(state: State, asked: Asked, id: str, way: Way) -> Deed[State] | None:
    """The dice of a charge; what they must come to is measured once it is made (KEN-STA-37)."""
    bare = alone(state, asked.seat, id)
    if id not in bare.units:
        return None
    unit = bare.units[id]
    dice, lines, clause = dice_of(unit), roll_lines(unit), clause_of(unit)
    far, words = wants(way, dice)

    async def play(game: Game[State]) -> None:
        faces = await roll(Dice(dice, 10), "charge", clause, by=unit.seat)
        came = max(0, sum(faces) + total(lines))
        game.emit(ChargeRolled(clause=clause, unit=unit.id, target="", faces=faces, lines=lines, total=came, needed=0,
                               reached=True))  # fmt: skip

    return Deed(
        play=play, tell=carried, outcomes=carries(far), lines=lines, sums=frozenset({"charge"}), later=True,
        needs=Note(words, {"cm": far}, TURNS if way.turns else clause), worlds=((Fraction(1), bare),),
        notes=tuple(told(way, dice, total(lines))),
    )  # fmt: skip


def told(way: Way, dice: int, adds: int) -> Iterator[Note]:
    """From which distances it arrives how likely, when it needs no dice, and what may keep it from arriving."""
    falls = tuple(Dice(dice, 10).totals())
    for cm in () if way.turns else BANDS:
        share = sum((part for score, part in falls if score + adds >= cm), Fraction(0))
        if 0 < share < 1:
            yield Note("odds.arrives-from", {"cm": cm, "percent": max(1, round(100 * share))}, MEASURED)
    if not way.turns:
        yield Note("odds.no-dice", {}, ALONE) if way.mode else Note("odds.may-turn", {"cm": LAST}, TURNS)
    yield Note("odds.measured-later", {}, MEASURED)


def way_of(state: State, seat: Seat, id: str, target: str, mode: str) -> Way:
    """How a unit would charge; who moves before it may face otherwise by then, and in loose order nobody turns."""
    seen = unveiled(state, seat).units
    unit, foe = seen.get(id), seen.get(target)
    if unit is None or foe is None:
        return Way(mode)
    return Way(mode, must_turn(unit, foe) and not planned(unit, "move"))


def of_target(state: State, asked: Asked, raw: Json) -> Deed[State] | None:
    """A charge that would be declared."""
    id, how = asked.at
    return onrush(state, asked, id, way_of(state, asked.seat, id, str(raw), MODES[how]))


def of_declared(state: State, asked: Asked, raw: Json) -> Deed[State] | None:
    """A charge that was declared, and would be made now."""
    orders = state.units[raw].orders if raw in state.units else ()
    order = next((one for one in orders if one.do == "charge" and not one.state), None)
    if order is None:
        return None
    return onrush(state, asked, raw, way_of(state, asked.seat, raw, order.target, order.mode))


def of_chance(state: State, asked: Asked, raw: Json) -> Deed[State] | None:
    """An Attack of Opportunity (KEN-WRN-03)."""
    id, foe = (asked.at[0], raw) if asked.at else (raw, "")
    unit = state.units.get(id)
    if unit is None or unit.warning is None:
        return None
    if unit.warning.response != "shoot":
        return onrush(state, asked, id, Way())
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
    *(Prospect("orders.declare", ("*", how), of_target) for how in MODES),
    Prospect("act.charges", (), of_declared), Prospect("opportunity.use", (), of_chance),
    Prospect("opportunity.use", ("*",), of_chance), Prospect("chase.unit", (), of_chase),
    Prospect("leave.pursue", (), of_pursuit),
)  # fmt: skip
