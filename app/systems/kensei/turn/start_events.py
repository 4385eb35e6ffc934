"""What happens at the start of a turn: what was of the last turn is gone, AP and Command Points refill (KEN-TRN-04)."""

from __future__ import annotations

from msgspec.structs import replace

from app.engine.events import Seat
from app.engine.system import Telling
from app.systems.kensei.army import Unit, UnitId
from app.systems.kensei.event import KenseiEvent
from app.systems.kensei.state import State

FRESH: dict[str, object] = {
    "orders": (), "leaves": (), "moved": "", "occupied": False, "passed": False, "shots": 0, "charged": UnitId(""),
    "charge_bonus": False, "acted_last": False, "charge_dice": 0, "stood_and_shot": False, "fled_now": False,
    "shot_start": 0, "shot_lost": 0, "shot_tested": False, "defensive": False, "weapon": "", "used": (), "magic": "",
    "meditated": False,
}  # fmt: skip
"""What holds of a unit for one turn only."""


class TurnBegan(KenseiEvent, frozen=True, kw_only=True, tag="kensei.turn-began"):
    """A turn begins: AP are full, ``formation`` for units in ranks, ``alone`` for all others (KEN-ORD-09, KEN-ORD-10);
    effects that end with this turn have lapsed (KEN-TRN-05)."""

    turn: int
    formation: int
    alone: int

    def fold(self, state: State) -> State:
        """Nothing of the last turn is left."""
        units = {id: self._fresh(unit) for id, unit in state.units.items()}
        sides = tuple(replace(side, abilities_used=0, regrouping=False) for side in state.sides)
        return state.with_(turn=self.turn, units=units, sides=sides, fought=(), first=None, go=None, closed=False)

    def _fresh(self, unit: Unit) -> Unit:
        timed = tuple(one for one in unit.timed if one.kept or not one.until or one.until > self.turn)
        ap = self.alone if has_more(unit) else self.formation
        return replace(unit, ap=ap, timed=timed, **FRESH)

    def tell(self) -> Telling:
        """Which turn."""
        return Telling(about=self.kind, facts={"turn": self.turn}, weight="turn")


class PoolFilled(KenseiEvent, frozen=True, kw_only=True, tag="kensei.pool-filled"):
    """A player has so many Command Points this turn (KEN-STA-06, KEN-STA-40)."""

    seat: Seat
    pool: int

    def fold(self, state: State) -> State:
        """They are his."""
        return state.with_side(self.seat, pool=self.pool)

    def tell(self) -> Telling:
        """How many."""
        return Telling(about=self.kind, facts={"seat": self.seat, "pool": self.pool}, weight="quiet")


class FirstTaken(KenseiEvent, frozen=True, kw_only=True, tag="kensei.first-taken"):
    """A player has the Initiative this turn (KEN-TRN-02)."""

    seat: Seat

    def fold(self, state: State) -> State:
        """It is his."""
        return state.with_(first=self.seat)


def has_more(unit: Unit) -> bool:
    """Whether it has the AP of Harassers, lone models, characters and Large Creatures (KEN-ORD-10)."""
    return unit.loose or unit.is_character or unit.large
