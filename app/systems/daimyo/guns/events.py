"""What happens to guns: crews that leave, crews that take over."""

from __future__ import annotations

from app.engine.events import Seat
from app.engine.system import Telling
from app.systems.daimyo.event import DaimyoEvent
from app.systems.daimyo.state import ClanId, State, UnitId


class GunAbandoned(DaimyoEvent, frozen=True, kw_only=True, tag="daimyo.gun-abandoned"):
    """The crew left a piece; it stays where it stands (DAI-ART-08)."""

    unit: UnitId

    def fold(self, state: State) -> State:
        """Nobody serves it."""
        return state.with_unit(self.unit, abandoned=True, routing=False, disordered=False)

    def tell(self) -> Telling:
        """Which piece."""
        return Telling(about=self.kind, facts=self.facts(), pieces=(self.unit,))


class GunTaken(DaimyoEvent, frozen=True, kw_only=True, tag="daimyo.gun-taken"):
    """A piece has a new crew, of the unit ``by`` and its clan (DAI-ART-08, DAI-ART-09).

    ``seat`` is its owner now, ``old`` he who had it.  ``weight`` and ``number`` are added to what the old one has lost
    (DAI-ART-14); both are 0 for a piece its own side took over.
    """

    unit: UnitId
    by: UnitId
    seat: Seat
    old: Seat
    clan: ClanId
    turn: int
    weight: int
    number: int

    def fold(self, state: State) -> State:
        """It belongs to the new clan and does nothing more this turn."""
        lost_by = self.old if self.number else state.units[self.unit].lost_by
        state = state.with_unit(
            self.unit, seat=self.seat, clan=self.clan, abandoned=False, routing=False, disordered=False,
            activated=True, held_until=self.turn, lost_by=lost_by, charges=(), tested=(),
        )  # fmt: skip
        side = state.side(self.old)
        return state.with_side(self.old, lost=side.lost + self.weight, units_lost=side.units_lost + self.number)

    def tell(self) -> Telling:
        """Which piece, and whose it is now."""
        about = f"{self.kind}.{'captured' if self.seat != self.old else 'crewed'}"
        return Telling(about=about, facts=self.facts(), pieces=(self.unit, self.by))
