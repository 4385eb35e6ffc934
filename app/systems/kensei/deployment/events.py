"""What happens before the first turn: terrain, victory, sides and zones, Deployment Cards, written spots."""

from __future__ import annotations

from typing import ClassVar

from msgspec.structs import replace

from app.engine.events import Seat
from app.engine.geometry import Point
from app.engine.system import Telling
from app.engine.table import Terrain
from app.engine.told import StageEvent
from app.systems.kensei.army import Model, Unit, UnitId, Written
from app.systems.kensei.event import KenseiEvent
from app.systems.kensei.state import Card, State


class StageDone(StageEvent, KenseiEvent, frozen=True, kw_only=True, tag="kensei.stage-done"):
    """A step of the set-up is finished (KEN-DEP-01 to KEN-DEP-16)."""


class TerrainPlaced(KenseiEvent, frozen=True, kw_only=True, tag="kensei.terrain-placed"):
    """A player has placed a piece of terrain (KEN-DEP-03)."""

    seat: Seat
    piece: Terrain

    def fold(self, state: State) -> State:
        """It lies there."""
        return state.with_(table=replace(state.table, pieces=(*state.table.pieces, self.piece)))

    def tell(self) -> Telling:
        """Whose piece, and what."""
        return Telling(about=self.kind, facts={"seat": self.seat, "kind": self.piece.kind}, pieces=(self.piece.id,))


class TerrainDeclined(KenseiEvent, frozen=True, kw_only=True, tag="kensei.terrain-declined"):
    """A player places no more terrain (KEN-DEP-06)."""

    seat: Seat


class EdgeTaken(KenseiEvent, frozen=True, kw_only=True, tag="kensei.edge-taken"):
    """A player has a side of the table, and his troops face the other (KEN-DEP-10)."""

    seat: Seat
    edge: str
    facing: int

    def fold(self, state: State) -> State:
        """The edge is his."""
        mine = {id: replace(unit, facing=self.facing) for id, unit in state.units.items() if unit.seat == self.seat}
        return state.with_units(mine).with_side(self.seat, edge=self.edge)


class ZoneSettled(KenseiEvent, frozen=True, kw_only=True, tag="kensei.zone-settled"):
    """How deep a player may deploy, in 1/100 mm; ``starts``: he places the first card (KEN-DEP-12, KEN-DEP-14)."""

    seat: Seat
    depth: int
    starts: bool

    def fold(self, state: State) -> State:
        """His zone is known."""
        state = state.with_side(self.seat, depth=self.depth)
        return state.with_(first=self.seat, go=self.seat) if self.starts else state

    def tell(self) -> Telling:
        """How deep."""
        about = f"{self.kind}.first" if self.starts else self.kind
        return Telling(about=about, facts={"seat": self.seat, "depth": self.depth})


class CardPlaced(KenseiEvent, frozen=True, kw_only=True, tag="kensei.card-placed"):
    """A Deployment Card lies on the table; what it says is another event (KEN-DEP-13, KEN-DEP-19).

    ``next``: who places the next card; nobody once all lie.
    """

    seat: Seat
    card: str
    at: Point
    facing: int
    width: int
    depth: int
    building: str = ""
    next: Seat | None = None

    def fold(self, state: State) -> State:
        """It lies there."""
        laid = Card(
            id=self.card, seat=self.seat, unit=UnitId(""), at=self.at, facing=self.facing, width=self.width,
            depth=self.depth, building=self.building,
        )  # fmt: skip
        return state.with_(cards=(*state.cards, laid), go=self.next)

    def tell(self) -> Telling:
        """Whose card."""
        return Telling(about=self.kind, facts={"seat": self.seat, "card": self.card}, pieces=(self.card,))


class CardWritten(KenseiEvent, frozen=True, kw_only=True, tag="kensei.card-written"):
    """What a Deployment Card says, known to its owner alone (KEN-DEP-13)."""

    card: str
    unit: UnitId
    files: int

    def fold(self, state: State) -> State:
        """The card stands for this unit."""
        cards = tuple(replace(card, unit=self.unit) if card.id == self.card else card for card in state.cards)
        return state.with_(cards=cards).with_unit(self.unit, files=self.files)

    def tell(self) -> Telling:
        """Card and unit."""
        return Telling(about=self.kind, facts={"card": self.card, "unit": self.unit}, weight="quiet")


class CardsLeft(KenseiEvent, frozen=True, kw_only=True, tag="kensei.cards-left"):
    """A player has the rest of his cards laid as proposed (KEN-DEP-21)."""

    seat: Seat

    def fold(self, state: State) -> State:
        """He is not asked any more."""
        return state.with_(notes={**state.notes, f"auto:{self.seat}": 1})

    def tell(self) -> Telling:
        """A quiet line."""
        return Telling(about=self.kind, facts={"seat": self.seat}, weight="quiet")


class SpotWritten(KenseiEvent, frozen=True, kw_only=True, tag="kensei.spot-written"):
    """The spot where a unit will appear has been written down in secret (KEN-DEP-15, KEN-DEP-24).

    ``ability``: the Taisho ability used for it.
    """

    seat: Seat
    unit: UnitId
    written: Written
    ability: str = ""

    def fold(self, state: State) -> State:
        """It waits off the table until its turn."""
        if self.ability:
            state = state.with_side(self.seat, spent=(*state.side(self.seat).spent, self.ability))
        return state.with_unit(self.unit, written=self.written)

    def tell(self) -> Telling:
        """Which unit, which turn."""
        return Telling(about=self.kind, facts={"unit": self.unit, "turn": self.written.turn})


class CardsSwapped(KenseiEvent, frozen=True, kw_only=True, tag="kensei.cards-swapped"):
    """Two cards of a player (KEN-DEP-13) have changed places (Expert Strategist, KEN-ARM-05)."""

    seat: Seat
    cards: tuple[str, str]

    def fold(self, state: State) -> State:
        """Each lies where the other lay."""
        one, other = (next(card for card in state.cards if card.id == id) for id in self.cards)
        laid = {one.id: replace(one, at=other.at, facing=other.facing, building=other.building),
                other.id: replace(other, at=one.at, facing=one.facing, building=one.building)}  # fmt: skip
        return state.with_(cards=tuple(laid.get(card.id, card) for card in state.cards))

    def tell(self) -> Telling:
        """Whose cards."""
        return Telling(about=self.kind, facts={"seat": self.seat}, pieces=self.cards)


class UnitDeployed(KenseiEvent, frozen=True, kw_only=True, tag="kensei.unit-deployed"):
    """A card has been turned and its unit stands there, its characters with it (KEN-DEP-16 to KEN-DEP-18).

    ``spots``: the places of loose models.  ``inside``: the characters in it that all may see.
    """

    reveals: ClassVar[bool] = True
    seat: Seat
    unit: UnitId
    at: Point
    facing: int
    files: int
    spots: tuple[Point, ...] = ()
    building: str = ""
    inside: tuple[UnitId, ...] = ()

    def fold(self, state: State) -> State:
        """It is on the table, the card is gone; who stands alone hides in no unit (KEN-ARM-23)."""
        state = state.with_unit(self.unit, at=self.at, facing=self.facing, files=self.files, fate="", concealed=False,
                                models=_placed(state.units[self.unit], self.spots), building=self.building)  # fmt: skip
        return _with_inside(state, self.inside).with_(cards=tuple(c for c in state.cards if c.unit != self.unit))

    def tell(self) -> Telling:
        """Which unit."""
        return Telling(about=self.kind, facts={"seat": self.seat, "unit": self.unit}, pieces=(self.unit,))


class HiddenDeployed(KenseiEvent, frozen=True, kw_only=True, tag="kensei.hidden-deployed"):
    """A Hidden character is in a unit on the table (KEN-DEP-23), known to his own side alone (KEN-ARM-23)."""

    unit: UnitId

    def fold(self, state: State) -> State:
        """He is on the table."""
        return _with_inside(state, (self.unit,))

    def tell(self) -> Telling:
        """A quiet line."""
        return Telling(about=self.kind, facts={"unit": self.unit}, weight="quiet")


class CardsTurned(KenseiEvent, frozen=True, kw_only=True, tag="kensei.cards-turned"):
    """All Deployment Cards have been turned (KEN-DEP-16)."""

    def fold(self, state: State) -> State:
        """From here on all is open but Hidden characters and written spots."""
        return state.with_(revealed=True, cards=())


class UnitShifted(KenseiEvent, frozen=True, kw_only=True, tag="kensei.unit-shifted"):
    """A unit was moved between reveal (KEN-DEP-16) and first turn (Second Thoughts); the ability is spent."""

    seat: Seat
    unit: UnitId
    at: Point
    spots: tuple[Point, ...] = ()

    def fold(self, state: State) -> State:
        """It stands there."""
        side = state.side(self.seat)
        state = state.with_side(self.seat, spent=(*side.spent, "second_thoughts"))
        return state.with_unit(self.unit, at=self.at, models=_placed(state.units[self.unit], self.spots))

    def tell(self) -> Telling:
        """Which unit."""
        return Telling(about=self.kind, facts={"unit": self.unit}, pieces=(self.unit,))


class UnitAppeared(KenseiEvent, frozen=True, kw_only=True, tag="kensei.unit-appeared"):
    """A unit that had been set aside has come on, with so many AP (KEN-DEP-24, KEN-DEP-27)."""

    reveals: ClassVar[bool] = True
    unit: UnitId
    at: Point
    facing: int
    spots: tuple[Point, ...]
    ap: int

    def fold(self, state: State) -> State:
        """It is on the table, for all to see (KEN-ARM-23)."""
        return state.with_unit(self.unit, at=self.at, facing=self.facing, fate="", written=None, ap=self.ap,
                               concealed=False, models=_placed(state.units[self.unit], self.spots))  # fmt: skip

    def tell(self) -> Telling:
        """Which unit."""
        return Telling(about=self.kind, facts={"unit": self.unit}, pieces=(self.unit,))


def _placed(unit: Unit, spots: tuple[Point, ...]) -> tuple[Model, ...]:
    if not spots:
        return unit.models
    return tuple(replace(model, at=at) for model, at in zip(unit.models, spots, strict=True))


def _with_inside(state: State, inside: tuple[UnitId, ...]) -> State:
    return state.with_units({id: replace(state.units[id], fate="") for id in inside})
