"""What one round of a Combat, or blows at a Construction, may bring."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from app.engine.asks import Json
from app.engine.events import Event, Seat
from app.engine.prospects import Asked, Deed, Outcome, Prospect
from app.engine.views import Note
from app.systems.kensei.combat.fights import fights_left
from app.systems.kensei.combat.flow import RESULT, fight
from app.systems.kensei.ground.events import WallStruck
from app.systems.kensei.ground.walls import NONE, battered
from app.systems.kensei.odds.alone import unveiled
from app.systems.kensei.odds.shots import WOUNDS, lost
from app.systems.kensei.resolution.events import CombatFought
from app.systems.kensei.state import State

BOUTS = (Outcome("odds.lost", 1), Outcome("odds.even", 0), Outcome("odds.won", 3, wanted=True))

WALLS = (*WOUNDS, Outcome("odds.wall-falls", 4, wanted=True))


def fought(seat: Seat, events: Sequence[Event]) -> str:
    """Who won the Combat."""
    winner = next((e.winner for e in events if isinstance(e, CombatFought)), None)
    return "odds.won" if winner == seat else "odds.lost" if winner else "odds.even"


def of_combat(state: State, asked: Asked, raw: Json) -> Deed[State] | None:
    """One of the Combats, when nobody uses an ability or challenges anybody."""
    seen = unveiled(state, asked.seat)
    units = next((units for units in fights_left(seen) if units[0].id == raw), None)
    if units is None:
        return None
    return Deed(
        play=lambda game: fight(game, units), tell=lambda events: fought(asked.seat, events), outcomes=BOUTS,
        notes=(Note("odds.this-round", {}, RESULT),), worlds=((Fraction(1), seen),),
    )  # fmt: skip


def battered_down(events: Sequence[Event]) -> str:
    """How many Wounds a Construction lost, or that it fell."""
    struck = next((e for e in events if isinstance(e, WallStruck)), None)
    return "odds.wall-falls" if struck is not None and not struck.left else lost(struck.wounds if struck else 0)


def of_wall(state: State, asked: Asked, raw: Json) -> Deed[State] | None:
    """Blows at a Construction (KEN-TER-45)."""
    if raw == NONE:
        return None
    seen = unveiled(state, asked.seat)
    unit = seen.units[str(asked.facts["unit"])]
    return Deed(play=lambda game: battered(game, unit, raw), tell=battered_down, outcomes=WALLS,
                worlds=((Fraction(1), seen),))  # fmt: skip


PROSPECTS: tuple[Prospect[State], ...] = (
    Prospect("combat.next", (), of_combat), Prospect("combat.wall", (), of_wall),
)  # fmt: skip
