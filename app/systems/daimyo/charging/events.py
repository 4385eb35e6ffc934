"""What happens in a charge: it is declared, answered, and strikes or falls short."""

from __future__ import annotations

from app.engine.refusals import Fact
from app.engine.system import Telling
from app.systems.daimyo.event import DaimyoEvent
from app.systems.daimyo.state import Charge, State, UnitId


class ChargeEvent(DaimyoEvent, frozen=True, kw_only=True):
    """Something between a unit that charges and its target."""

    unit: UnitId
    target: UnitId

    def tell(self) -> Telling:
        """Who and whom."""
        return Telling(about=self.kind, facts=self.facts(), pieces=(self.unit, self.target))


class ChargeDeclared(ChargeEvent, frozen=True, kw_only=True, tag="daimyo.charge-declared"):
    """A unit goes for an enemy (DAI-CHG-10).

    ``wheel`` in 1/100 degree; ``zone`` of the target in which it starts, ``distance`` from it, ``used`` of ``allowed``
    by the way it means to take, in 1/100 mm.
    """

    wheel: int
    zone: str
    distance: int
    used: int
    allowed: int

    def tell(self) -> Telling:
        """Whom, from which side, from how far."""
        facts: dict[str, Fact] = {**self.facts(), "zone": f"edge.{self.zone}"}
        return Telling(about=self.kind, facts=facts, pieces=(self.unit, self.target))


class ChargeCalledOff(ChargeEvent, frozen=True, kw_only=True, tag="daimyo.charge-called-off"):
    """A unit did not dare to charge (DAI-CHG-02, DAI-CHG-25).  ``result`` is that of its test."""

    result: str


class ChargeAnswered(ChargeEvent, frozen=True, kw_only=True, tag="daimyo.charge-answered"):
    """What the ``target`` of a charge does: stand, face, retire, counter, retreat or rout (DAI-CHG-04, DAI-CHG-10).

    ``zone`` and ``distance`` (1/100 mm) are those at declaration; ``in_sight``: it sees the charger all the way.
    """

    zone: str
    distance: int
    answer: str
    in_sight: bool

    def fold(self, state: State) -> State:
        """It has been charged."""
        unit = state.units[self.target]
        made = Charge(by=self.unit, zone=self.zone, distance=self.distance, answer=self.answer, in_sight=self.in_sight)
        return state.with_unit(self.target, charges=(*unit.charges, made))

    def tell(self) -> Telling:
        """Its answer."""
        return Telling(about=f"{self.kind}.{self.answer}", facts=self.facts(), pieces=(self.target, self.unit))


class ChargeStruck(ChargeEvent, frozen=True, kw_only=True, tag="daimyo.charge-struck"):
    """A charge made contact (DAI-CHG-19).

    ``edge`` of the target that is hit: front, left, right, rear, or side where it has none of these; ``slid`` how far
    the charger slid along it.  ``met`` are all enemies it is now in contact with; ``countered``: the target came too.
    """

    edge: str
    slid: int
    met: tuple[UnitId, ...]
    countered: bool = False

    def fold(self, state: State) -> State:
        """It has charged into them, and the target into it if it came to meet it (DAI-MEL-20)."""
        state = charged(state, self.unit, self.met)
        return charged(state, self.target, (self.unit,)) if self.countered else state

    def tell(self) -> Telling:
        """Which edge."""
        facts: dict[str, Fact] = {"unit": self.unit, "target": self.target, "slid": abs(self.slid)}
        return Telling(about=f"{self.kind}.{self.edge}", facts=facts, pieces=(self.unit, self.target))


class ChargeFellShort(ChargeEvent, frozen=True, kw_only=True, tag="daimyo.charge-fell-short"):
    """A charge made no contact with its target (DAI-CHG-17); ``met`` are other enemies whom it touches."""

    met: tuple[UnitId, ...] = ()
    countered: bool = False

    def fold(self, state: State) -> State:
        """It has charged all the same (DAI-CHG-20)."""
        state = charged(state, self.unit, self.met)
        return charged(state, self.target, ()) if self.countered else state


def charged(state: State, unit: UnitId, met: tuple[UnitId, ...]) -> State:
    """The state with a unit having charged into these; its pursuit is over (DAI-MOR-27)."""
    before = state.units[unit].charged_into
    into = (*before, *(foe for foe in met if foe not in before))
    return state.with_unit(unit, charged=True, charged_into=into, pursuing_until=0)
