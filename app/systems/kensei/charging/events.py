"""What happens in a charge: declared, dared or not, answered, diced, moved, met or failed."""

from __future__ import annotations

from typing import ClassVar

from msgspec.structs import replace

from app.engine.dice import Faces
from app.engine.geometry import Point, Polygon
from app.engine.modifiers import Line
from app.engine.refusals import Fact
from app.engine.system import Telling
from app.systems.kensei.army import Unit, UnitId
from app.systems.kensei.event import KenseiEvent
from app.systems.kensei.state import Contact, State


class ChargeEvent(KenseiEvent, frozen=True, kw_only=True):
    """Something between a unit that charges and its target, a unit or a Construction."""

    story: ClassVar[str] = "charge"

    unit: str
    target: str

    def told(self, about: str, **more: Fact) -> Telling:
        """A sentence about the two, both bodies drawn."""
        facts: dict[str, Fact] = {"unit": self.unit, "target": self.target, **more}
        return Telling(about=about, facts=facts, pieces=(self.unit, self.target))

    def tell(self) -> Telling:
        """Who and whom."""
        return self.told(self.kind)


class ChargeDeclared(ChargeEvent, frozen=True, kw_only=True, tag="kensei.charge-declared"):
    """A unit charges: nothing else can be done with it this turn (KEN-CHG-05).

    ``with_move``: march, run or empty; ``pivot``: the Charge is Indirect (KEN-CHG-32).
    """

    story: ClassVar[str] = "charge+"
    reveals: ClassVar[bool] = True
    """From here on distances are known: nobody goes back behind that (KEN-STA-38)."""

    with_move: str = ""
    pivot: bool = False
    opportunity: bool = False

    def fold(self, state: State) -> State:
        """It has charged; a March or Run And Charge uses up its Movement (KEN-CHG-54)."""
        moved = self.with_move or state.units[self.unit].moved
        return state.with_unit(self.unit, charged=UnitId(self.target), acted_last=True, moved=moved)

    def tell(self) -> Telling:
        """Whom, and how."""
        about = f"{self.kind}{'.' + self.with_move if self.with_move else ''}"
        return self.told(about, how="indirect" if self.pivot else "direct")


class ReactionChosen(ChargeEvent, frozen=True, kw_only=True, tag="kensei.reaction-chosen"):
    """The ``target`` of a charge answers it: withstand, shoot, counter, run, or an ability (KEN-CHG-37)."""

    answer: str
    turn: int

    def fold(self, state: State) -> State:
        """Whoever shoots may take no Defensive Position (KEN-CBT-05); whoever runs does so once a turn (KEN-RUN-07)."""
        if self.answer == "shoot":
            return state.with_unit(self.target, stood_and_shot=True)
        return state.with_unit(self.target, fled_charge=self.turn) if self.answer == "run" else state

    def tell(self) -> Telling:
        """Its answer."""
        return self.told(f"{self.kind}.{self.answer}")


class ChargeRolled(ChargeEvent, frozen=True, kw_only=True, tag="kensei.charge-rolled"):
    """The Charge dice fell: ``total`` in cm, ``needed`` for the rest of the way in 1/100 mm (KEN-CHG-13)."""

    faces: Faces
    lines: tuple[Line, ...]
    total: int
    needed: int
    reached: bool

    def tell(self) -> Telling:
        """Dice, and what was needed."""
        said = self.told(f"{self.kind}.{'reached' if self.reached else 'short'}", cm=self.total, needed=self.needed)
        return replace(said, faces=(self.faces,), lines=self.lines, total=self.total, weight="roll")


class ChargeMoved(ChargeEvent, frozen=True, kw_only=True, tag="kensei.charge-moved"):
    """A body moved in a charge (KEN-CHG-13): straight on, turned or squared up.

    ``how``: move (its March or Run), charge, pivot, square, form, counter.  ``spots``: of a loose body every model;
    ``cost`` in 1/100 mm; ``way``: what it covered before, for drawing.
    """

    how: str
    at: Point
    facing: int
    files: int
    formed: bool = False
    spots: tuple[Point, ...] = ()
    length: int = 0
    cost: int = 0
    way: tuple[Polygon, ...] = ()

    def fold(self, state: State) -> State:
        """It stands there."""
        return state.with_units({self.unit: self.body(state.units[self.unit])})

    def body(self, unit: Unit) -> Unit:
        """The unit as it stands then."""
        models = unit.models
        if self.spots:
            models = tuple(replace(model, at=at) for model, at in zip(models, self.spots, strict=True))
        return replace(unit, at=self.at, facing=self.facing, files=self.files, formed=self.formed, models=models)

    def tell(self) -> Telling:
        """How far, in what way."""
        return self.told(f"{self.kind}.{self.how}", length=self.length, cost=self.cost)


class ContactMade(ChargeEvent, frozen=True, kw_only=True, tag="kensei.contact-made"):
    """Two units are in contact, ``unit`` on a zone of ``target`` (KEN-CHG-20).

    ``bonus``: it has its Charge bonuses (KEN-CHG-14); ``dice``: more Attack Dice (KEN-CHG-46, KEN-CHG-47);
    ``moved_zone``: the zone it came to was full (KEN-CHG-27).
    """

    contact: Contact
    bonus: bool = True
    dice: int = 0
    moved_zone: str = ""

    def fold(self, state: State) -> State:
        """They are; the orders of neither are touched."""
        state = state.with_contact(self.contact)
        unit = state.units[self.unit]
        return state.with_unit(
            self.unit, charge_bonus=unit.charge_bonus or self.bonus, charge_dice=unit.charge_dice + self.dice,
            climbing=self.contact.across if self.contact.climb else unit.climbing,
        )  # fmt: skip

    def tell(self) -> Telling:
        """Which zone, whether on an Oblique or across an obstacle."""
        zone = self.contact.zone or "inside"
        how = "climb" if self.contact.climb else "across" if self.contact.across else ""
        how = how or ("oblique" if self.contact.oblique else "")
        about = f"{self.kind}{'.' + how if how else ''}"
        return self.told(about, zone=f"zone.{zone}", piece=self.contact.across)


class ChargeFailed(ChargeEvent, frozen=True, kw_only=True, tag="kensei.charge-failed"):
    """A charge did not reach (KEN-CHG-16): no Run next turn (KEN-CHG-15).

    ``why``: short, fled, gone, zone, halted.
    """

    why: str
    turn: int
    left: int = 0

    def fold(self, state: State) -> State:
        """It has failed one, and fights without its bonuses."""
        return state.with_unit(self.unit, failed_charge=self.turn, charge_bonus=False)

    def tell(self) -> Telling:
        """Why, and how far off it stands."""
        return self.told(f"{self.kind}.{self.why}", left=self.left)


class ChargeBrokenOff(ChargeEvent, frozen=True, kw_only=True, tag="kensei.charge-broken-off"):
    """A charge (KEN-CHG-13) that an Attack of Opportunity broke into is not gone on with (KEN-WRN-18)."""


class CounterCharged(ChargeEvent, frozen=True, kw_only=True, tag="kensei.counter-charged"):
    """A unit whose enemy failed to reach it charges in turn (KEN-CHG-45)."""

    allowed: int
    needed: int

    def fold(self, state: State) -> State:
        """It has charged: nothing else is done with it this turn."""
        return state.with_unit(self.unit, charged=UnitId(self.target), acted_last=True)

    def tell(self) -> Telling:
        """How far it may go, how far it is."""
        return self.told(self.kind, allowed=self.allowed, needed=self.needed)


class CounterTooLate(ChargeEvent, frozen=True, kw_only=True, tag="kensei.counter-too-late"):
    """A unit meant to counter-charge, but the enemy (``target``) came home: he has more dice (KEN-CHG-47)."""

    dice: int

    def tell(self) -> Telling:
        """How many."""
        return self.told(self.kind, dice=self.dice)


class FledReached(ChargeEvent, frozen=True, kw_only=True, tag="kensei.fled-reached"):
    """A charger caught a unit that ran from it: a free attack (KEN-CHG-51)."""


class FormedUp(KenseiEvent, frozen=True, kw_only=True, tag="kensei.formed-up"):
    """A unit that met an enemy, or was met, stands flat against it: loose ones in ranks (KEN-CHG-29, KEN-CHG-56)."""

    unit: str
    target: str
    at: Point
    facing: int
    files: int
    formed: bool

    def fold(self, state: State) -> State:
        """It stands so."""
        return state.with_unit(self.unit, at=self.at, facing=self.facing, files=self.files, formed=self.formed)

    def tell(self) -> Telling:
        """A quiet line."""
        return Telling(about=self.kind, facts={"unit": self.unit, "target": self.target}, weight="quiet")
