"""The state of a battle: values only, changed by folding events."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Any, NamedTuple

from msgspec import Struct, field
from msgspec.structs import replace

from app.engine.battles import Battle
from app.engine.events import Seat
from app.engine.geometry import Point, Polygon
from app.engine.system import Outcome
from app.systems.kensei.army import Side, Unit, UnitId

LASTING = ("ground", "bases", "parts", "wood")
"""What ``State.places`` holds that other units' moves do not change."""
LAID: set[str] = {"units", "table", "works", "setup"}
"""Fields on which rests what ``State.places`` holds."""


class Contact(Struct, frozen=True, kw_only=True):
    """Two enemy units in base contact: ``by`` came upon ``on`` and holds one of its zones (KEN-CHG-20).

    ``zone``: front, left, right, rear of ``on``, or empty inside a Construction; ``mirror``: the zone of ``by`` at
    which ``on`` stands.  ``own``: ``by`` came by a charge, counter-charge or chase of its own (KEN-DEF-02).
    ``across``: the obstacle they fight across.  ``climb``: the turn in which the wall between them is climbed
    (KEN-TER-88).
    """

    by: UnitId
    on: UnitId
    zone: str
    oblique: bool = False
    mirror: str = "front"
    own: bool = True
    turn: int = 0
    across: str = ""
    climb: int = 0


class Card(Struct, frozen=True, kw_only=True):
    """A Deployment Card on the table (KEN-DEP-13): all see where it lies, only its owner what it says."""

    id: str
    seat: Seat
    unit: UnitId
    at: Point
    facing: int
    width: int
    depth: int
    building: str = ""
    """The Construction it lies in (KEN-DEP-22)."""


class Fought(Struct, frozen=True, kw_only=True):
    """The result of a combat of this turn, kept for the Resolution (KEN-RES-01).

    ``winner``: a seat, or empty for a draw.  ``losers`` are to be checked; ``units``: all that fought.
    """

    units: tuple[UnitId, ...]
    winner: str = ""
    difference: int = 0
    value: int = 0
    losers: tuple[UnitId, ...] = ()
    done: bool = False


class Earlier(NamedTuple):
    """Who saw whom before some units moved; ``there``: what they covered then and cover now; ``older``: before that."""

    found: dict[tuple[str, str], tuple[bool, Polygon | None]]
    moved: frozenset[str]
    there: tuple[Polygon, ...]
    older: Earlier | None

    def cut(self, depth: int) -> Earlier | None:
        """The same no further back than so many moves."""
        return self._replace(older=self.older and self.older.cut(depth - 1)) if depth > 0 else None


class Sights:
    """Who sees whom, as far as anybody has asked: for two units whether, and the room between them once it is needed.

    ``origin``: a state in which only the units named stood elsewhere; ``earlier``: what is left to take over from it,
    once anybody has asked.  Only ``sight`` does that.
    """

    __slots__ = ("earlier", "found", "origin")

    def __init__(self, origin: tuple[State, tuple[str, ...]] | None = None) -> None:
        self.found: dict[tuple[str, str], tuple[bool, Polygon | None]] = {}
        self.origin = origin
        self.earlier: Earlier | None = None


class State(Battle[Side], frozen=True, kw_only=True, dict=True):
    """A battle.  Units stand in seat order, then in the order of their lists, characters after the units."""

    units: dict[str, Unit]
    contacts: tuple[Contact, ...] = ()
    cards: tuple[Card, ...] = ()
    revealed: bool = False
    """Whether the Deployment Cards have been turned (KEN-DEP-16)."""
    rules: int = 1
    turn: int = 0
    turns: int | None = None
    phase: str = ""
    stage: str = ""
    """The last stage of the set-up that is finished."""
    first: Seat | None = None
    """Who has the Initiative this turn (KEN-TRN-02)."""
    go: Seat | None = None
    """Whose Orders or Actions it is."""
    closed: bool = False
    """Whether the declaration of ``go`` is closed, so that all may see it (KEN-ORD-16)."""
    works: dict[str, int] = field(default_factory=dict)
    """Wounds left of Constructions; 0: destroyed."""
    fought: tuple[Fought, ...] = ()
    """The combats of this turn that are over, in order."""
    confrontation: int = 0
    """The turn of the last Confrontation (KEN-CNF-14)."""
    zones: dict[str, Any] = field(default_factory=dict)
    notes: dict[str, int] = field(default_factory=dict)
    """What a scenario counts or remembers, by name."""
    outcome: Outcome | None = None

    def hides(self, seat: Seat) -> bool:
        """Whether a seat has one on the table who is hidden still (KEN-ARM-23)."""
        return any(u.concealed and u.on_table for u in self.units.values() if u.seat == seat)

    def taisho_of(self, seat: Seat) -> Unit | None:
        """The living Taisho of a side."""
        found = self.units.get(self.side(seat).taisho)
        return found if found is not None and found.on_table else None

    @cached_property
    def memo(self) -> dict[Any, Any]:
        """What has been worked out about exactly this state; only pure questions write in it."""
        return {}

    @cached_property
    def places(self) -> dict[Any, Any]:
        """What has been worked out about where everything stands; handed on to states in which nothing has moved."""
        return {}

    @cached_property
    def sights(self) -> Sights:
        """Who sees whom; only ``sight`` writes in it."""
        return Sights()

    @cached_property
    def _fielded(self) -> tuple[Unit, ...]:
        return tuple(u for u in self.units.values() if not u.fate and not u.host)

    @cached_property
    def _inside(self) -> dict[str, tuple[Unit, ...]]:
        found: dict[str, tuple[Unit, ...]] = {}
        for unit in self.units.values():
            if unit.host and not unit.fate:
                found[unit.host] = (*found.get(unit.host, ()), unit)
        return found

    def fielded(self, seat: Seat | None = None) -> Iterator[Unit]:
        """Units on the table, lone characters among them, of one seat or of all, in seat and list order."""
        return (u for u in self._fielded if seat in (None, u.seat))

    def enemies_of(self, seat: Seat) -> Iterator[Unit]:
        """Enemy units on the table."""
        return (u for u in self._fielded if u.seat != seat)

    def inside(self, unit: str) -> tuple[Unit, ...]:
        """The characters in a unit, in list order."""
        return self._inside.get(unit, ())

    def body(self, unit: Unit) -> Unit:
        """The unit a character is in, or the unit itself."""
        return self.units[unit.host] if unit.host else unit

    def contacts_of(self, unit: str) -> tuple[Contact, ...]:
        """The contacts in which a unit stands, on either end."""
        return tuple(contact for contact in self.contacts if unit in (contact.by, contact.on))

    def foes_of(self, unit: str) -> tuple[Unit, ...]:
        """The enemy units with which a unit is in Combat (KEN-CBT-01), in list order."""
        ids = {contact.on if contact.by == unit else contact.by: None for contact in self.contacts_of(unit)}
        return tuple(u for u in self._fielded if u.id in ids)

    def fighting(self, unit: str) -> bool:
        """Whether a unit is in Combat."""
        return bool(self.contacts_of(unit))

    def card_of(self, unit: str) -> Card | None:
        """The Deployment Card of a unit, while it lies."""
        return next((card for card in self.cards if card.unit == unit), None)

    # -- folding -------------------------------------------------------------

    def with_unit(self, id: str, **changes: object) -> State:
        """The state with one unit changed."""
        return self.with_units({id: replace(self.units[id], **changes)})

    def with_units(self, changed: dict[str, Unit]) -> State:
        """The state with several units changed."""
        made = replace(self, units={**self.units, **changed})
        gone = tuple(id for id, unit in changed.items()
                     if id not in self.units or not stands_still(self.units[id], unit))  # fmt: skip
        if not gone:
            return self._handed(made)
        known, origin = self.sights.found, self.sights.origin
        made.__dict__["sights"] = Sights((origin[0], (*origin[1], *gone)) if origin and not known else (self, gone))
        made.__dict__["places"] = self._apart_from(gone, made)
        return made

    def _apart_from(self, gone: tuple[str, ...], made: State) -> dict[Any, Any]:
        """What is known of the ground under units that have not moved, nor what they are in, nor anybody in them."""
        both = (self, made)
        theirs = {one.id for state in both for id in gone for one in state.inside(id)}
        stirred = {*gone, *theirs, *(state.units[id].host for state in both for id in gone if id in state.units)}
        return {key: known for key, known in self.places.items() if key[0] in LASTING and stirred.isdisjoint(key)}

    def at_once(self, unit: Unit) -> State:
        """The state with one unit elsewhere for a moment: nothing is taken over of who sees whom."""
        made = self.with_units({unit.id: unit})
        made.__dict__["sights"] = Sights()
        return made

    def at_each(self, stations: Sequence[Unit]) -> Iterator[State]:
        """The same for one unit at each of several places; what these do not change is found once for all of them."""
        known = self._apart_from(tuple({unit.id: None for unit in stations}), self)
        for unit in stations:
            made = replace(self, units={**self.units, unit.id: unit})
            made.__dict__["places"] = dict(known)
            yield made

    def _handed(self, made: State) -> State:
        made.__dict__["places"] = self.places
        made.__dict__["sights"] = self.sights
        return made

    def with_contact(self, contact: Contact) -> State:
        """The state with two units in contact, whatever stood between the two before."""
        return self.with_(contacts=(*_apart(self.contacts, contact.by, contact.on), contact))

    def without_contact(self, a: str, b: str = "") -> State:
        """The state with two units, or one and all others, no longer in contact."""
        return self.with_(contacts=_apart(self.contacts, a, b))

    def with_(self, **changes: object) -> State:
        """The state with these fields changed."""
        made = replace(self, **changes)
        return made if LAID & changes.keys() else self._handed(made)


def stands_still(was: Unit, now: Unit) -> bool:
    """Whether a unit covers and sees from the same ground as before."""
    return (
        (was.at, was.facing, was.files, was.formed, was.host, was.building, was.fate)
        == (now.at, now.facing, now.files, now.formed, now.host, now.building, now.fate)
        and [model.at for model in was.models] == [model.at for model in now.models]
    )  # fmt: skip


def _apart(contacts: tuple[Contact, ...], a: str, b: str) -> tuple[Contact, ...]:
    return tuple(c for c in contacts if not (a in (c.by, c.on) and (not b or b in (c.by, c.on))))
