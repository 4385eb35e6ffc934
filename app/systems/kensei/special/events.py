"""What happens in the Special Orders."""

from __future__ import annotations

from msgspec.structs import replace

from app.engine.events import Seat
from app.engine.refusals import Fact
from app.engine.system import Telling
from app.systems.kensei.event import KenseiEvent
from app.systems.kensei.state import State


class CommandSpent(KenseiEvent, frozen=True, kw_only=True, tag="kensei.command-spent"):
    """A side spent Command Points (KEN-STA-04)."""

    seat: Seat
    points: int
    why: str

    def fold(self, state: State) -> State:
        """It has so many fewer."""
        return state.with_side(self.seat, pool=state.side(self.seat).pool - self.points)

    def tell(self) -> Telling:
        """How many, for what."""
        return Telling(about=self.kind, facts={"seat": self.seat, "points": self.points, "why": self.why},
                       weight="quiet")  # fmt: skip


class SpecialStep(KenseiEvent, frozen=True, kw_only=True, tag="kensei.special-step"):
    """A step of the Special Orders begins (KEN-SPO-02)."""

    seat: Seat
    step: str

    def fold(self, state: State) -> State:
        """From the Regroup step on no earlier one comes back (KEN-SPO-06)."""
        return state.with_side(self.seat, regrouping=self.step != "taisho")

    def tell(self) -> Telling:
        """Its name."""
        return Telling(about=f"{self.kind}.{self.step}", facts={"seat": self.seat}, weight="quiet")


class AbilityAnnounced(KenseiEvent, frozen=True, kw_only=True, tag="kensei.ability-announced"):
    """A player said which Taisho ability he will use, and on whom (KEN-SPO-04)."""

    seat: Seat
    ability: str
    target: str = ""

    def tell(self) -> Telling:
        """Its name and its target."""
        facts: dict[str, Fact] = {"seat": self.seat, "ability": self.ability, "target": self.target}
        return Telling(about=f"{self.kind}{'.target' if self.target else ''}", facts=facts)


class StrategicAnnounced(KenseiEvent, frozen=True, kw_only=True, tag="kensei.strategic-announced"):
    """A player said which unit he orders against an enemy it does not see (KEN-SPO-04)."""

    unit: str
    order: str
    target: str

    def tell(self) -> Telling:
        """Unit, order and target."""
        facts: dict[str, Fact] = {"unit": self.unit, "target": self.target}
        return Telling(about=f"{self.kind}.{self.order}", facts=facts)


class StrategicGiven(KenseiEvent, frozen=True, kw_only=True, tag="kensei.strategic-given"):
    """A Strategic Order stands, paid for: the unit may do this in the step of its kind (KEN-SPO-30)."""

    unit: str
    order: str
    target: str

    def fold(self, state: State) -> State:
        """The unit has this leave."""
        leaves = (*state.units[self.unit].leaves, (self.order, self.target))
        return state.with_unit(self.unit, leaves=leaves)


class OrdersCleared(KenseiEvent, frozen=True, kw_only=True, tag="kensei.orders-cleared"):
    """The declared actions of a unit were taken back before the declaration was closed."""

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


class BlockAnnounced(KenseiEvent, frozen=True, kw_only=True, tag="kensei.block-announced"):
    """The enemy will try to Block a declared spell (KEN-SPI-02)."""

    unit: str
    number: int
    key: str

    def fold(self, state: State) -> State:
        """The order of the spell says so."""
        orders = state.units[self.unit].orders
        changed = replace(orders[self.number], block=True)
        return state.with_unit(self.unit, orders=(*orders[: self.number], changed, *orders[self.number + 1 :]))

    def tell(self) -> Telling:
        """Which spell."""
        return Telling(about=self.kind, facts={"unit": self.unit, "key": self.key})
