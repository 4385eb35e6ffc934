"""The state of a battle: values only, changed by folding events."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import Any, NewType

from msgspec import Struct, field
from msgspec.structs import replace

from app.engine.battles import Battle
from app.engine.events import Seat
from app.engine.geometry import Base, Point
from app.engine.paths import Path
from app.engine.system import Outcome
from app.engine.table import Table
from app.systems.celtos.book import cm, table

ModelId = NewType("ModelId", str)
UnitId = NewType("UnitId", str)
NOWHERE = Point(0, 0)
RADII = {size: cm(row["across"]) // 2 for row in table("dice")["base"] for size in row["sizes"]}
"""Of round bases by size, in 1/100 mm (CEL-PRO-19)."""


class Model(Struct, frozen=True, kw_only=True, dict=True):
    """One miniature with its profile.  ``movement`` is in 1/100 mm; ``wounds`` are those left.

    ``role``: empty for an ordinary model, else leader, standard or musician.
    ``abilities`` maps a name to its figure (1 where it has none).
    ``fate``: empty while on the table, else reserve (not yet on it), dead, defeated or left.
    """

    id: ModelId
    unit: UnitId
    seat: Seat
    code: str
    movement: int
    initiative: int
    shooting: int
    assault: int
    strength: int
    resistance: int
    wounds: int
    command: int
    size: int
    start_wounds: int
    weapons: tuple[str, ...] = ()
    abilities: dict[str, int] = field(default_factory=dict)
    role: str = ""
    fate: str = "reserve"
    at: Point = NOWHERE
    slain_by: str = ""
    """The enemy unit whose die took its last wound, while it has none left."""

    @property
    def radius(self) -> int:
        """Of its base (CEL-PRO-19)."""
        return RADII[self.size]

    @cached_property
    def base(self) -> Base:
        """Its base where it stands."""
        return Base(self.at, self.radius)

    @cached_property
    def walked(self) -> list[tuple[Path, Table, int]]:
        """The way that was last reckoned for it, on which table, and what it uses; only ``moving`` writes in it."""
        return []

    @property
    def on_table(self) -> bool:
        """Whether it stands on the table."""
        return self.fate == ""

    def has(self, ability: str) -> bool:
        """Whether it has this ability."""
        return ability in self.abilities

    def level(self, ability: str) -> int:
        """The figure of an ability, 0 without it."""
        return self.abilities.get(ability, 0)


class Unit(Struct, frozen=True, kw_only=True):
    """A playing piece: a Unit of models or an Individual.  ``models`` in the order of the list.

    ``traits`` are those of its list that touch it (discipline, fervour, gallop, home-ground).
    ``fate``: empty while it plays (reserve and waiting units too), else destroyed, defeated or left.
    ``waiting``: it stays off the table and enters by a Movement order (CEL-ACT-11).
    ``felled_by``: the player to whom its loss is counted (CEL-VIC-05).
    """

    id: UnitId
    seat: Seat
    code: str
    entry: str
    name: str
    individual: bool
    models: tuple[ModelId, ...]
    own: str = ""
    """The profile of a host's own that it has, by its name."""
    cost: int = 0
    traits: tuple[str, ...] = ()

    activated: bool = False
    moved: bool = False
    reaction: bool = False
    responded: bool = False
    charged: bool = False
    panic: bool = False
    fate: str = ""
    waiting: bool = False
    felled_by: str = ""
    bested_by: str = ""
    """The enemy unit that last took a wound of it, or won a combat against it: its loss is that unit's deed."""

    charged_into: tuple[UnitId, ...] = ()
    """Enemy units whose contact it reached by charging or counter-charging (CEL-CBT-12)."""
    orders: tuple[str, ...] = ()
    """Orders given in the activation at hand: move, run, reaction, shoot, assault (CEL-ORD-02)."""


class Side(Struct, frozen=True, kw_only=True):
    """One army as a whole.  ``score``: the scenario's own battle points; ``dearest``: the Individual named as such."""

    seat: Seat
    name: str
    list: str
    role: str = ""
    edge: str = ""
    score: int = 0
    dearest: str = ""
    vetoed: bool = False


class Token(Struct, frozen=True, kw_only=True):
    """A scenario token or granary.  ``held_by`` is a seat, ``carrier`` a unit; ``mark`` is what its scenario counts."""

    id: str
    kind: str
    at: Point
    held_by: str = ""
    carrier: str = ""
    mark: int = 0
    alight: bool = False


class Stand:
    """What follows from where models stand, found as it is asked for.

    A state hands it on to the next while neither a model nor the table changes.  ``living`` and ``touched`` (the units
    that enemies of are in contact with) go by unit, ``foes`` by seat, ``eyes`` by who looks, at whom and how far one
    sees; only ``measure`` and ``ground.sight`` write in the last two.
    """

    __slots__ = ("all", "eyes", "foes", "living", "touched")

    def __init__(self, all: tuple[Model, ...]) -> None:
        self.all = all
        self.living, self.foes = dict[str, tuple[Model, ...]](), dict[Seat, tuple[Model, ...]]()
        self.touched, self.eyes = dict[str, tuple[str, ...]](), dict[tuple[str, str, int | None], Any]()


class State(Battle[Side], frozen=True, kw_only=True, dict=True):
    """A battle.  Units and models stand in seat order, then in the order of their lists."""

    units: dict[str, Unit]
    models: dict[str, Model]
    tokens: tuple[Token, ...] = ()
    rules: int = 1
    turn: int = 0
    turns: int = 6
    phase: str = ""
    stage: str = ""
    """The last stage of the set-up that is finished."""
    first: Seat | None = None
    """Who goes first this turn (CEL-INI-02)."""
    go: Seat | None = None
    """Whose go it is to activate; none: the player who goes first."""
    active: UnitId | None = None
    """The unit being activated."""
    marks: int = 0
    """Rite marks made in the sacrifice (CEL-SCN-05)."""
    zones: dict[str, Any] = field(default_factory=dict)
    outcome: Outcome | None = None

    def unit(self, id: str) -> Unit:
        """The unit of this id."""
        return self.units[id]

    def model(self, id: str) -> Model:
        """The model of this id."""
        return self.models[id]

    def seats_from(self, first: Seat) -> tuple[Seat, ...]:
        """All seats in seat order, beginning with this one (CEL-INI-05)."""
        at = self.seats.index(first)
        return self.seats[at:] + self.seats[:at]

    @cached_property
    def stand(self) -> Stand:
        """What follows from where its models stand."""
        return Stand(tuple(m for m in self.models.values() if not m.fate))

    @cached_property
    def kept(self) -> dict[str, Any]:
        """What was made of exactly this state, by what it is; only ``page.view`` writes in it."""
        return {}

    @cached_property
    def dearest(self) -> dict[Seat, Unit | None]:
        """The dearest Individual of a side, once he was looked for; only ``scenarios.victory`` writes in it."""
        return {}

    def living(self, unit: Unit | str) -> tuple[Model, ...]:
        """The models of a unit that stand on the table, in the order of the list."""
        id, known = unit if isinstance(unit, str) else unit.id, self.stand.living
        found = known.get(id)
        if found is None:
            models = [self.models[m] for m in self.units[id].models]
            found = known[id] = tuple([m for m in models if not m.fate])
        return found

    def standing(self, seat: Seat | None = None) -> Iterator[Model]:
        """Models on the table, of one seat or of all."""
        all = self.stand.all
        return iter(all) if seat is None else (m for m in all if m.seat == seat)

    def fielded(self, seat: Seat | None = None) -> Iterator[Unit]:
        """Units with a model on the table, of one seat or of all, in seat and list order."""
        return (u for u in self.units.values() if seat in (None, u.seat) and self.living(u))

    def foes_of(self, seat: Seat) -> tuple[Model, ...]:
        """Models of every other player on the table (CEL-SET-09)."""
        known = self.stand.foes
        if seat not in known:
            known[seat] = tuple([m for m in self.stand.all if m.seat != seat])
        return known[seat]

    def enemies_of(self, seat: Seat) -> Iterator[Unit]:
        """Units of every other player with a model on the table."""
        return (u for u in self.units.values() if u.seat != seat and self.living(u))

    def comrades_of(self, me: Model) -> tuple[Model, ...]:
        """The other models of its unit on the table."""
        return tuple(m for m in self.living(me.unit) if m.id != me.id)

    # -- folding -------------------------------------------------------------

    def with_(self, **changes: object) -> State:
        """The state with these fields changed."""
        new = replace(self, **changes)
        if new.models is self.models and new.table is self.table and (stand := self.__dict__.get("stand")):
            new.__dict__["stand"] = stand
        return new

    def with_model(self, id: str, **changes: object) -> State:
        """The state with one model changed."""
        return self.with_(models={**self.models, id: replace(self.models[id], **changes)})

    def with_places(self, places: dict[str, Point]) -> State:
        """The state with these models standing there, on the table."""
        moved = {id: replace(self.models[id], at=at, fate="") for id, at in places.items()}
        return self.with_(models={**self.models, **moved})

    def with_unit(self, id: str, **changes: object) -> State:
        """The state with one unit changed."""
        return self.with_(units={**self.units, id: replace(self.units[id], **changes)})

    def with_token(self, id: str, **changes: object) -> State:
        """The state with one token changed."""
        return self.with_(tokens=tuple(replace(t, **changes) if t.id == id else t for t in self.tokens))
