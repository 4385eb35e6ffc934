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
from app.engine.system import Outcome
from app.engine.views import Piece
from app.systems.ronin.book import FOOT, HORSE, MOUNTED, OBJECT

ModelId = NewType("ModelId", str)
NOWHERE = Point(0, 0)


class Model(Struct, frozen=True, kw_only=True, dict=True):
    """One model: what its roster says, how it stands, what it did this turn.

    ``fate``: empty while on the table, else reserve, dead, captured, fled or
    exited.  ``moved``: none, normal, run, gallop, ride-by or withdraw.
    ``heads`` holds the Rank of each head carried; ``objects`` ids of objects.
    """

    id: ModelId
    seat: Seat
    code: str
    title: str
    rank: int
    pool: int
    initiative: int
    fight: int
    shoot: int
    armour: str = "none"
    weapons: tuple[str, ...] = ()
    attributes: tuple[str, ...] = ()
    points: int = 0
    leader: bool = False
    banner: bool = False
    civilian: bool = False
    hire: bool = False
    own: str = ""
    """The profile of a host's own that it has, by its name."""
    rider: bool = False
    """Has a warhorse, mounted or not."""

    fate: str = "reserve"
    at: Point = NOWHERE
    mounted: bool = False
    stunned: int = 0
    light: int = 0
    grievous: int = 0
    loaded: bool = True
    loot: int = 0
    heads: tuple[int, ...] = ()
    objects: tuple[str, ...] = ()

    activated: bool = False
    acted: bool = False
    moved: str = "none"
    shots: int = 0
    rested: bool = False
    free_attack: bool = False
    bujutsu_used: bool = False
    shot_reroll_used: bool = False
    guarded: bool = False
    weapon: str = ""
    touched: tuple[ModelId, ...] = ()
    """Enemies touched in this turn's Combat Phase (RON-WPN-09)."""
    touched_before: tuple[ModelId, ...] = ()
    """Enemies touched in the Combat Phase of the turn before."""
    kills: int = 0
    """Enemies it killed in this game (RON-CAM-05)."""
    captures: int = 0
    """Enemies it captured in this game (RON-CAM-05)."""

    @property
    def radius(self) -> int:
        """Of its base, in 1/100 mm (RON-SET-06)."""
        return MOUNTED if self.mounted else FOOT

    @cached_property
    def base(self) -> Base:
        """Its base where it stands."""
        return Base(self.at, self.radius)

    @property
    def on_table(self) -> bool:
        """Whether it stands on the table."""
        return self.fate == ""

    def has(self, attribute: str) -> bool:
        """Whether its roster names this attribute (RON-ATT-15)."""
        return attribute in self.attributes


class Side(Struct, frozen=True, kw_only=True):
    """One Buntai as a whole.  ``morale``: steady, wavering or routing; ``edge``: its own (RON-MOR-30)."""

    seat: Seat
    name: str
    faction: str
    rating: int
    start: int
    morale: str = "steady"
    role: str = ""
    edge: str = ""
    killed_now: int = 0
    killed_before: int = 0
    leader_killed_now: bool = False
    leader_killed_before: bool = False
    score: int = 0
    goal: str = ""
    """The minor goal: secret until scored (RON-SET-13)."""
    goal_scored: bool = False
    arriving: int = 0
    """Reserves that may still come on this turn (RON-SCN-72)."""
    bonus: int = 0
    """Victory Points given on the spot and part of ``score`` for good (RON-SCN-81)."""
    leader_taken: bool = False
    """Has been given the Victory Points for the enemy Leader (RON-SCN-81)."""


class Body(Struct, frozen=True):
    """A body marker where a model fell (RON-WND-07)."""

    id: str
    model: ModelId
    at: Point
    radius: int
    loot: bool = True
    head: bool = True


class Item(Struct, frozen=True):
    """An objective object; ``carrier`` is empty while it lies on the table."""

    id: str
    kind: str
    at: Point
    carrier: str = ""

    @property
    def base(self) -> Base:
        """Its marker (RON-ACT-18)."""
        return Base(self.at, OBJECT)


class Horse(Struct, frozen=True):
    """A riderless horse, a marker that does not block (RON-ACT-14)."""

    rider: ModelId
    at: Point

    @property
    def base(self) -> Base:
        """Its marker (RON-ACT-18)."""
        return Base(self.at, HORSE)


class Counters(Struct, frozen=True):
    """Counters a side still has in a combat."""

    attack: int = 0
    defence: int = 0

    @property
    def total(self) -> int:
        """Both colours together."""
        return self.attack + self.defence


class Combat(Struct, frozen=True, kw_only=True):
    """A connected group of fighters (RON-CBT-19).  ``counters`` are secret until ``shown``."""

    id: str
    members: tuple[ModelId, ...]
    fought: bool = False
    begun: bool = False
    shown: bool = False
    counters: dict[str, Counters] = field(default_factory=dict)
    brought: dict[str, int] = field(default_factory=dict)
    order: tuple[ModelId, ...] = ()
    current: str = ""
    cycle: int = 0
    passes: int = 0


class State(Battle[Side], frozen=True, kw_only=True, dict=True):
    """A battle.  Models in roster order: first seat, then second (RON-PRI-12)."""

    models: dict[str, Model]
    rules: int = 1
    turn: int = 0
    phase: str = ""
    stage: str = ""
    """The last stage of the set-up that is finished."""
    priority: Seat | None = None
    go: Seat | None = None
    """Whose go it is to activate in this phase; none: the player with Priority."""
    turns: int | None = None
    """The last turn, once it is known."""
    weather: str = ""
    time_of_day: str = ""
    flow: str = ""
    """Where the river flows: an edge."""
    zones: dict[str, Any] = field(default_factory=dict)
    bodies: tuple[Body, ...] = ()
    items: tuple[Item, ...] = ()
    horses: tuple[Horse, ...] = ()
    combats: tuple[Combat, ...] = ()
    bound: bool = False
    """In a Duel: all but the Leaders are still held back (RON-SCN-80)."""
    outcome: Outcome | None = None

    def model(self, id: str) -> Model:
        """The model of this id."""
        return self.models[id]

    @cached_property
    def _standing(self) -> tuple[Model, ...]:
        return tuple(m for m in self.models.values() if not m.fate)

    @cached_property
    def _standing_of(self) -> dict[Seat, tuple[Model, ...]]:
        return {side.seat: tuple(m for m in self._standing if m.seat == side.seat) for side in self.sides}

    @cached_property
    def _foes_of(self) -> dict[Seat, tuple[Model, ...]]:
        return {side.seat: tuple(m for m in self._standing if m.seat != side.seat) for side in self.sides}

    @cached_property
    def engaged(self) -> dict[str, bool]:
        """Which models of exactly this state were found engaged or not; only ``measure`` writes in it."""
        return {}

    @cached_property
    def shown(self) -> list[tuple[Seat | None, dict[str, Piece]]]:
        """Whose go it is and the counters of exactly this state, once drawn; only ``page.view`` writes in it."""
        return []

    def standing(self, seat: Seat | None = None) -> Iterator[Model]:
        """Models on the table, of one seat or of all, in roster order."""
        return iter(self._standing if seat is None else self._standing_of.get(seat, ()))

    def foes_of(self, me: Model) -> Iterator[Model]:
        """Enemies of this model on the table."""
        return iter(self._foes_of[me.seat])

    def friends_of(self, me: Model) -> Iterator[Model]:
        """Its own side's other models on the table."""
        return (m for m in self.standing(me.seat) if m.id != me.id)

    def by_priority(self) -> tuple[Seat, ...]:
        """Both seats, the one with Priority first (the first seat while nobody has it)."""
        first = self.priority or self.sides[0].seat
        return (first, self.other(first))

    def in_roster_order(self, ids: Iterator[str] | tuple[str, ...]) -> tuple[ModelId, ...]:
        """These models in the order of dice: the side with Priority first (RON-PRI-12)."""
        wanted = set(ids)
        return tuple(
            m.id for seat in self.by_priority() for m in self.models.values() if m.seat == seat and m.id in wanted
        )

    # -- folding -------------------------------------------------------------

    def with_model(self, id: str, **changes: object) -> State:
        """The state with one model changed."""
        return replace(self, models={**self.models, id: replace(self.models[id], **changes)})

    def with_combat(self, id: str, **changes: object) -> State:
        """The state with one combat changed."""
        return replace(self, combats=tuple(replace(x, **changes) if x.id == id else x for x in self.combats))
