"""What a shot may bring, given that it is in range."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from app.engine.asks import Json
from app.engine.events import Event
from app.engine.flow import Game
from app.engine.modifiers import total
from app.engine.prospects import Asked, Deed, Outcome, Prospect
from app.engine.views import Note
from app.systems.kensei.odds.alone import alone
from app.systems.kensei.shooting.events import ShotsHurt
from app.systems.kensei.shooting.flow import FAR, HIT, hurt, hurts, parried, rolled
from app.systems.kensei.shooting.rules import Aim, attack_lines, crews, lowered, of_band
from app.systems.kensei.state import State
from app.systems.kensei.stats.rolls import hits

WOUNDS = (
    Outcome("odds.no-wound", 0), Outcome("odds.few-wounds", 1, wanted=True),
    Outcome("odds.some-wounds", 2, wanted=True), Outcome("odds.many-wounds", 3, wanted=True),
)  # fmt: skip
FEW, SOME = 2, 5
BAND = "medium"


def wounds(events: Sequence[Event]) -> str:
    """How many Wounds a volley made."""
    return lost(sum(sum(e.packets) for e in events if isinstance(e, ShotsHurt)))


def lost(made: int) -> str:
    """What so many Wounds are called."""
    return WOUNDS[(made > 0) + (made > FEW) + (made > SOME)].key


def shot(state: State, asked: Asked, id: str, target: str, *, precision: bool) -> Deed[State] | None:
    """The dice of a shot, as if it were made at medium range in the open."""
    bare = alone(state, asked.seat, id, target)
    if id not in bare.units or target not in bare.units:
        return None
    unit, it = bare.units[id], bare.units[target]
    crew = crews(bare, unit)
    found = [(one, attack_lines(bare, bare.units[one.unit], unit, it, Aim(0, BAND), precision=precision,
                                second=unit.shots > 0)) for one in crew]  # fmt: skip
    if not found:
        return None

    async def play(game: Game[State]) -> None:
        landed = await rolled(game, found, it)
        through = await parried(game, it, landed) if landed and hurts(unit, it) else []
        if through:
            await hurt(game, unit, it, through)

    needed, single = total(found[0][1]), len(found) == 1
    bands = [(band, total(of_band(band))) for band in ("short", "long")]
    return Deed(
        play=play, tell=wounds, outcomes=WOUNDS,
        needs=Note("odds.shots", {"number": sum(one.dice for one in crew)}, HIT),
        notes=(Note("odds.in-range", {}, FAR), *(Note(f"odds.at-{band}", {"adds": n}, HIT) for band, n in bands if n)),
        lines=found[0][1] if single else (),
        faces={"attack": lambda face: (hits(face, needed), lowered(face))} if single else {},
        worlds=((Fraction(1), bare),), later=True,
    )  # fmt: skip


def of_target(state: State, asked: Asked, raw: Json) -> Deed[State] | None:
    """A shot that would be declared at an enemy."""
    return shot(state, asked, asked.at[0], raw, precision=asked.at[1] == "precise")


def of_declared(state: State, asked: Asked, raw: Json) -> Deed[State] | None:
    """A shot that was declared, and would be made now."""
    unit = state.units.get(raw)
    order = next((one for one in unit.orders if not one.state and one.do in ("shoot", "load")), None) if unit else None
    if unit is None or order is None or order.do != "shoot":
        return None
    return shot(state, asked, unit.id, order.target, precision=order.precision)


PROSPECTS: tuple[Prospect[State], ...] = (
    Prospect("orders.declare", ("*", "shoot"), of_target), Prospect("orders.declare", ("*", "precise"), of_target),
    Prospect("act.shooting", (), of_declared),
)  # fmt: skip
