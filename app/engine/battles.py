"""What the states of all systems have in common: a set-up, a table, sides in seat order."""

from __future__ import annotations

from typing import Any, Generic, Protocol, Self, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from app.engine.events import Seat
from app.engine.system import Setup
from app.engine.table import Table


class Sided(Protocol):
    """Whatever a system keeps of a side."""

    @property
    def seat(self) -> Seat:
        """Whose side it is."""
        ...


SideT = TypeVar("SideT", bound=Sided)


class Battle(Struct, Generic[SideT], frozen=True, kw_only=True, dict=True):
    """A game's state: a value; what happens makes another of it.  Systems add what they keep besides."""

    setup: Setup
    table: Table
    sides: tuple[SideT, ...]

    @property
    def options(self) -> dict[str, Any]:
        """The table rules agreed."""
        return self.setup.options

    @property
    def seats(self) -> tuple[Seat, ...]:
        """All seats in seat order."""
        return tuple(side.seat for side in self.sides)

    def side(self, seat: Seat) -> SideT:
        """The side of this seat; ``KeyError`` if there is none."""
        for side in self.sides:
            if side.seat == seat:
                return side
        raise KeyError(seat)

    def other(self, seat: Seat) -> Seat:
        """The seat across the table, of two; of more the first other one."""
        return next(side.seat for side in self.sides if side.seat != seat)

    def with_side(self, seat: Seat, **changes: object) -> Self:
        """The state with one side changed."""
        changed = (replace(s, **changes) if s.seat == seat else s for s in self.sides)  # type: ignore[type-var]
        return self.with_(sides=tuple(changed))

    def with_(self, **changes: object) -> Self:
        """The state with these fields changed."""
        return replace(self, **changes)
