"""What happens to orders and Action Points."""

from __future__ import annotations

from typing import ClassVar

from msgspec import field
from msgspec.structs import replace

from app.engine.events import Seat
from app.engine.refusals import Fact
from app.engine.system import Telling
from app.systems.kensei.army import Order
from app.systems.kensei.event import KenseiEvent
from app.systems.kensei.state import State


class ApSpent(KenseiEvent, frozen=True, kw_only=True, tag="kensei.ap-spent"):
    """A unit or character paid, or lost, Action Points (KEN-ORD-08)."""

    unit: str
    ap: int
    why: str

    def fold(self, state: State) -> State:
        """It has so many fewer, never below none."""
        return state.with_unit(self.unit, ap=max(0, state.units[self.unit].ap - self.ap))

    def tell(self) -> Telling:
        """How many, for what."""
        facts: dict[str, Fact] = {"unit": self.unit, "ap": self.ap, "why": self.why}
        return Telling(about=self.kind, facts=facts, weight="quiet")


class OrderDeclared(KenseiEvent, frozen=True, kw_only=True, tag="kensei.order-declared"):
    """An action was declared; the enemy sees it when the declaration is closed (KEN-ORD-16)."""

    unit: str
    order: Order

    def fold(self, state: State) -> State:
        """It stands after those declared before."""
        return state.with_unit(self.unit, orders=(*state.units[self.unit].orders, self.order))

    def tell(self) -> Telling:
        """Unit and kind of action."""
        facts: dict[str, Fact] = {"unit": self.unit, "order": self.order.do, "target": self.order.target}
        return Telling(about=f"{self.kind}.{self.order.do}", facts=facts, weight="quiet")


class OrderSettled(KenseiEvent, frozen=True, kw_only=True, tag="kensei.order-settled"):
    """A declared action was carried out, given up, or lapsed (KEN-ORD-13, KEN-ORD-17)."""

    story: ClassVar[str] = "-"

    unit: str
    number: int
    how: str
    order: str = ""
    """The kind of action."""

    def fold(self, state: State) -> State:
        """It is not to be carried out any more."""
        orders = state.units[self.unit].orders
        at = self.number
        changed = replace(orders[at], state=self.how)
        return state.with_unit(self.unit, orders=(*orders[:at], changed, *orders[at + 1 :]))

    def tell(self) -> Telling:
        """Worth a line only where nothing was done."""
        facts: dict[str, Fact] = {"unit": self.unit}
        weight = "quiet" if self.how == "done" else "deed"
        return Telling(about=f"{self.kind}.{self.how}", facts=facts, weight=weight, pieces=(self.unit,))


class OrderBarred(KenseiEvent, frozen=True, kw_only=True, tag="kensei.order-barred"):
    """Why an action that is given up, or lapses, could not have been carried out (KEN-ORD-13, KEN-ORD-17)."""

    story: ClassVar[str] = "-"

    unit: str
    order: str = ""
    """The kind of action."""
    code: str = ""
    told: dict[str, Fact] = field(default_factory=dict)

    def tell(self) -> Telling:
        """In the words in which it is refused."""
        facts: dict[str, Fact] = {"unit": self.unit, **self.told}
        return Telling(about=self.code or self.kind, facts=facts, pieces=(self.unit,))


class OrdersCleared(KenseiEvent, frozen=True, kw_only=True, tag="kensei.orders-cleared"):
    """The declared actions of a unit were taken back before the declaration was closed (KEN-ORD-11)."""

    unit: str

    def fold(self, state: State) -> State:
        """It has none."""
        return state.with_unit(self.unit, orders=())


class OrdersClosed(KenseiEvent, frozen=True, kw_only=True, tag="kensei.orders-closed"):
    """A player's declaration is closed: all see what every unit is to do (KEN-ORD-16), and his Actions begin."""

    seat: Seat
    told: tuple[tuple[str, str, str], ...] = ()
    """Each declared action: unit, kind and target."""

    def fold(self, state: State) -> State:
        """All may see it; losses from shooting are counted from here (KEN-RUN-11)."""
        fresh = {
            id: replace(u, shot_start=u.wounds_left, shot_lost=0, shot_tested=False) for id, u in state.units.items()
        }
        return state.with_(closed=True).with_units(fresh)

    def tell(self) -> Telling:
        """How many actions were declared; the board lists them by unit."""
        return Telling(about=self.kind, facts={"seat": self.seat, "actions": len(self.told)})


class OrderTold(KenseiEvent, frozen=True, kw_only=True, tag="kensei.order-told"):
    """A declared action as all may read it once the declaration is closed (KEN-ORD-16)."""

    unit: str
    order: str
    mode: str = ""
    target: str = ""
    key: str = ""

    def tell(self) -> Telling:
        """Unit, action and target."""
        facts: dict[str, Fact] = {"unit": self.unit, "target": self.target, "key": self.key}
        kind = f"{self.order}.{self.mode}" if self.mode else self.order
        return Telling(about=f"{self.kind}.{kind}{'.at' if self.target else ''}", facts=facts)
