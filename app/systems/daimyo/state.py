"""The state of a battle: values only, changed by folding events."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import Any, NewType

from msgspec import Struct, field
from msgspec.structs import replace

from app.engine.events import Seat
from app.engine.formations import Formation, footprint
from app.engine.geometry import Point, Polygon
from app.engine.system import Outcome, Setup
from app.engine.table import Table

UnitId = NewType("UnitId", str)
LeaderId = NewType("LeaderId", str)
ClanId = NewType("ClanId", str)
NOWHERE = Point(0, 0)
QUALITIES = ("elite", "veteran", "seasoned", "raw")
"""Best first (DAI-ORG-09)."""


class Charge(Struct, frozen=True, kw_only=True):
    """A charge that a unit received: by whom, into which edge, from how far (1/100 mm), and whether it was in sight."""

    by: UnitId
    zone: str
    distance: int
    answer: str = ""
    in_sight: bool = True


class Leg(Struct, frozen=True, kw_only=True):
    """One rout move of this turn: the footprint where it began and where it ended (empty: off the table)."""

    start: Polygon
    end: Polygon


class Unit(Struct, frozen=True, kw_only=True, dict=True):
    """Stands of one kind; a gun and a headquarters are units of one.

    ``kind``: troops, gun or hq.  ``clan`` is ``""`` for the General's household.  ``troop_class``: samurai, hatamoto,
    ashigaru, peasants, ronin, monks, hq.  ``armour``: heavy, medium, light.  ``arm``: spear, pole-arm, improvised,
    lance, swords.  ``missile``: bow, arquebus, light-gun, heavy-gun or empty.  ``stand_*`` and ``at`` in 1/100 mm,
    ``facing`` in 1/100 degree; ``at`` is the middle of the front edge.
    ``fate``: empty while on the table, else reserve (may still come), destroyed, dispersed, captured, left, saved.
    """

    id: UnitId
    seat: Seat
    clan: ClanId
    code: str
    name: str
    profile: str
    troop_class: str
    mounted: bool
    armour: str
    arm: str
    missile: str
    quality: str
    start_stands: int
    stands: int
    files: int
    kind: str = "troops"
    stand_width: int = 4_000
    stand_depth: int = 1_500
    cost: int = 0
    weight: int = 1
    at: Point = NOWHERE
    facing: int = 0
    building: str = ""
    """The terrain piece it occupies."""
    fate: str = "reserve"
    lost_by: str = ""
    """The seat that has lost it, once it has been lost."""
    hits: int = 0

    disordered: bool = False
    disordered_since: int = 0
    routing: bool = False
    routing_since: int = 0
    routs: int = 0
    rout_moves: int = 0
    rally_tried: bool = False
    rallied: bool = False
    """Rallied this turn and still where it stood (DAI-RAL-07)."""
    frenzied_since: int = 0
    """The turn in which it became frenzied; 0: it is not."""
    pursuing_until: int = 0
    """The last turn in which it counts as pursuing (DAI-MOR-27); 0: it does not."""
    halted_until: int = 0
    """The last turn of a halt (DAI-MOR-19); 0: none."""
    first_volley_spent: bool = False
    held_until: int = 0
    """The last turn in which it may not fire (an event); 0: none."""
    guided_until: int = 0
    """The last turn in which difficult ground is good to it (an event); 0: none."""

    activated: bool = False
    """Has acted this turn in an activation (DAI-ACT-08)."""
    ordered: bool = False
    """Has had its order of B3 in the activation at hand."""
    obedience: str = ""
    """passed or failed, in the activation at hand."""
    moved: bool = False
    charged: bool = False
    """Charged or counter-charged this turn."""
    charged_into: tuple[UnitId, ...] = ()
    pursued_into: tuple[UnitId, ...] = ()
    """Enemies it met fresh while pursuing; it has +2 in their first round (DAI-PUR-09)."""
    charges: tuple[Charge, ...] = ()
    """Charges received in the activation at hand."""
    tested: tuple[int, ...] = ()
    """Reasons of being-charged tests taken in the activation at hand (DAI-CHG-12)."""
    fired: tuple[int, ...] = ()
    fought: tuple[int, ...] = ()
    """Stands (numbers from 0, front rank first) that fired and that fought this turn."""
    shot_at: bool = False
    hit_by_fire: bool = False
    melee_this_turn: bool = False
    lost_this_turn: int = 0
    passed_through: bool = False
    """Routers went through it this turn (reason 7)."""
    legs: tuple[Leg, ...] = ()
    tested_at_end: bool = False
    abandoned: bool = False
    """A gun without a crew (DAI-ART-08)."""
    idle_activation: bool = False
    """Worked at a palisade in the activation at hand: neither moved nor fired nor fought."""

    @cached_property
    def formation(self) -> Formation:
        """How its stands stand."""
        return Formation(self.at, self.facing, self.files, max(1, self.stands), self.stand_width, self.stand_depth)

    @cached_property
    def outline(self) -> Polygon:
        """The footprint, front left corner first, its building left aside (see ``measure.ground_of``)."""
        return footprint(self.formation)

    @property
    def on_table(self) -> bool:
        """Whether it stands on the table."""
        return self.fate == ""

    @property
    def frenzied(self) -> bool:
        """Whether it is frenzied."""
        return self.frenzied_since > 0

    @property
    def good_order(self) -> bool:
        """No disorder marker and not routing (DAI-DIS-17)."""
        return not self.disordered and not self.routing

    @property
    def troops(self) -> bool:
        """Neither gun nor headquarters."""
        return self.kind == "troops"


class Leader(Struct, frozen=True, kw_only=True):
    """The General of a side or the Daimyo of a clan.

    ``attached`` is the unit he is with; ``at`` is then kept at that unit's centre.  ``fate``: empty while in play, else
    reserve or dead.
    """

    id: LeaderId
    seat: Seat
    clan: ClanId
    """Empty for the General."""
    name: str
    code: str
    rating: int
    mounted: bool = True
    at: Point = NOWHERE
    attached: UnitId = UnitId("")
    fate: str = "reserve"
    seated: bool = False
    """A General who has sat down (DAI-LDR-05); whether that holds is asked of the rules."""
    incapacitated_until: int = 0
    activated: bool = False
    moved: bool = False
    ran_with: tuple[UnitId, ...] = ()
    """The units with which he ran this turn (reason 5)."""

    @property
    def general(self) -> bool:
        """Whether he leads the whole side."""
        return not self.clan

    @property
    def on_table(self) -> bool:
        """Whether he is in play."""
        return self.fate == ""


class Clan(Struct, frozen=True, kw_only=True):
    """A Daimyo and his units; ``household`` marks the General's own (its id is the seat's, see ``household_of``).

    ``tried``: it has had its attempt this turn.  ``enters``: where and from which turn it comes on, if it does.
    """

    id: ClanId
    seat: Seat
    name: str
    daimyo: LeaderId
    key: str = ""
    """Its id in the list of the army, by which scenarios name it."""
    tried: bool = False
    barred_until: int = 0
    """The last turn in which it cannot be activated (an event, a scenario)."""
    waiting: bool = False
    """Off the table, to come as reinforcements (DAI-SCN-09)."""
    allegiance: str = "own"
    """own, or undecided (it belongs to nobody yet)."""
    holding: bool = False
    """Its player said that it will neither move nor charge this turn (a scenario)."""


class Side(Struct, frozen=True, kw_only=True):
    """One army.  ``edge`` is its base edge; ``weight`` and ``lost`` are counted by DAI-SCN-01."""

    seat: Seat
    name: str
    sample: str
    general: LeaderId
    edge: str = ""
    role: str = ""
    deployed: bool = False
    weight: int = 0
    lost: int = 0
    units_lost: int = 0
    """For initiative every unit counts 1 (DAI-INI-08)."""
    initiative: int = 0
    killed: tuple[tuple[LeaderId, Point], ...] = ()
    """Leaders killed this turn and where."""
    seated_off_until: int = 0
    activation_bonus: int = 0
    activation_bonus_until: int = 0
    late_arrivals: bool = False
    score: int = 0


class Pair(Struct, frozen=True, kw_only=True):
    """Two opposing units in melee: rounds and turns fought so far, and who follows up (DAI-MEL-21)."""

    rounds: int = 0
    turns: int = 0
    last_turn: int = 0
    following: UnitId = UnitId("")
    attacker: UnitId = UnitId("")
    """Who charged the other into this contact; empty where neither or both did (DAI-MEL-30)."""


def pair_key(a: str, b: str) -> str:
    """The key of two units, whichever comes first."""
    return f"{min(a, b)}|{max(a, b)}"


class State(Struct, frozen=True, kw_only=True, dict=True):
    """A battle.  Units, leaders and clans stand in seat order, then in the order of their lists."""

    setup: Setup
    table: Table
    sides: tuple[Side, ...]
    units: dict[str, Unit]
    leaders: dict[str, Leader]
    clans: dict[str, Clan]
    pairs: dict[str, Pair] = field(default_factory=dict)
    rules: int = 1
    turn: int = 0
    turns: int | None = None
    phase: str = ""
    stage: str = ""
    """The last stage of the set-up that is finished."""
    weather: str = "fine"
    season: str = ""
    squall: int = 0
    """The turn in which all arquebus fire is at -1 (an event)."""
    initiative: Seat | None = None
    """Who has the initiative this turn (DAI-INI-02)."""
    go: Seat | None = None
    """Whose go it is to try an activation, or to act."""
    active: str = ""
    """The clan that is active: its id, ``general:<seat>`` for the General and his household, or empty."""
    deck: tuple[str, ...] = ()
    """Cards still to be drawn this turn (DAI-ACT-16), top first."""
    put_back: bool = False
    gaps: dict[str, tuple[tuple[int, int], ...]] = field(default_factory=dict)
    """Gaps made in palisades: by piece, from and to along its line in 1/100 mm (DAI-MOV-32)."""
    zones: dict[str, Any] = field(default_factory=dict)
    notes: dict[str, int] = field(default_factory=dict)
    """What a scenario counts or remembers, by name."""
    secrets: dict[str, int] = field(default_factory=dict)
    """What a scenario remembers and nobody may see yet, by name."""
    outcome: Outcome | None = None

    @property
    def options(self) -> dict[str, Any]:
        """The table rules agreed."""
        return self.setup.options

    @property
    def seats(self) -> tuple[Seat, ...]:
        """Both seats, side One first."""
        return tuple(side.seat for side in self.sides)

    def side(self, seat: Seat) -> Side:
        """The side of this seat."""
        return next(side for side in self.sides if side.seat == seat)

    def other(self, seat: Seat) -> Seat:
        """The seat of the enemy."""
        return self.sides[1].seat if seat == self.sides[0].seat else self.sides[0].seat

    def general_of(self, seat: Seat) -> Leader:
        """The General of a side, dead or alive."""
        return self.leaders[self.side(seat).general]

    def daimyo_of(self, unit: Unit) -> Leader | None:
        """Who commands a unit: its clan's Daimyo, the General for his household; none for guns without a Daimyo."""
        if not unit.clan:
            return self.general_of(unit.seat)
        return self.leaders.get(self.clans[unit.clan].daimyo)

    @cached_property
    def _fielded(self) -> tuple[Unit, ...]:
        return tuple(u for u in self.units.values() if u.on_table)

    @cached_property
    def memo(self) -> dict[Any, Any]:
        """What has been worked out about exactly this state; only ``measure`` writes in it."""
        return {}

    @cached_property
    def _attached(self) -> dict[str, tuple[Leader, ...]]:
        found: dict[str, tuple[Leader, ...]] = {}
        for leader in self.leaders.values():
            if leader.on_table and leader.attached:
                found[leader.attached] = (*found.get(leader.attached, ()), leader)
        return found

    def fielded(self, seat: Seat | None = None) -> Iterator[Unit]:
        """Units on the table, of one seat or of all, in seat and list order."""
        return (u for u in self._fielded if seat in (None, u.seat))

    def enemies_of(self, seat: Seat) -> Iterator[Unit]:
        """Enemy units on the table, those of a clan that belongs to nobody left out."""
        return (u for u in self._fielded if u.seat != seat and not self.neutral(u))

    def neutral(self, unit: Unit) -> bool:
        """Whether its clan belongs to nobody yet."""
        return bool(unit.clan) and self.clans[unit.clan].allegiance == "undecided"

    def leaders_with(self, unit: str) -> tuple[Leader, ...]:
        """Leaders attached to a unit."""
        return self._attached.get(unit, ())

    def units_of(self, clan: str, seat: Seat) -> Iterator[Unit]:
        """Units of a clan on the table; of the household where ``clan`` is empty."""
        return (u for u in self._fielded if u.clan == clan and u.seat == seat)

    def active_units(self) -> tuple[Unit, ...]:
        """Units on the table that belong to what is active, in list order (none if nothing is)."""
        if not self.active:
            return ()
        kind, _, seat = self.active.partition(":")
        if kind == "general":
            return tuple(self.units_of("", Seat(seat)))
        return tuple(u for u in self._fielded if u.clan == self.active)

    # -- folding -------------------------------------------------------------

    def with_unit(self, id: str, **changes: object) -> State:
        """The state with one unit changed; leaders attached to it keep at its centre."""
        unit = replace(self.units[id], **changes)
        state = replace(self, units={**self.units, id: unit})
        held = self.leaders_with(id)
        if not held or not ({"at", "facing", "files", "stands"} & changes.keys()):
            return state
        where = unit.formation.centre
        return replace(state, leaders={**state.leaders, **{m.id: replace(m, at=where) for m in held}})

    def with_leader(self, id: str, **changes: object) -> State:
        """The state with one leader changed."""
        return replace(self, leaders={**self.leaders, id: replace(self.leaders[id], **changes)})

    def with_clan(self, id: str, **changes: object) -> State:
        """The state with one clan changed."""
        return replace(self, clans={**self.clans, id: replace(self.clans[id], **changes)})

    def with_side(self, seat: Seat, **changes: object) -> State:
        """The state with one side changed."""
        return replace(self, sides=tuple(replace(s, **changes) if s.seat == seat else s for s in self.sides))

    def with_pair(self, a: str, b: str, **changes: object) -> State:
        """The state with the count of two opposing units changed."""
        key = pair_key(a, b)
        return replace(self, pairs={**self.pairs, key: replace(self.pairs.get(key, Pair()), **changes)})

    def without_pair(self, a: str, b: str) -> State:
        """The state with the melee of two units over."""
        return replace(self, pairs={key: pair for key, pair in self.pairs.items() if key != pair_key(a, b)})

    def with_(self, **changes: object) -> State:
        """The state with these fields changed."""
        return replace(self, **changes)


def outline_of(unit: Unit) -> Polygon:
    """The footprint of a unit, its building left aside (see ``measure.ground_of``)."""
    return unit.outline
