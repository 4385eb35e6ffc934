"""What an army is made of: units, leaders, clans, and the side as a whole.  Values only."""

from __future__ import annotations

from functools import cached_property
from typing import NewType

from msgspec import Struct

from app.engine.events import Seat
from app.engine.formations import Formation, footprint
from app.engine.geometry import Box, Point, Polygon, box

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
    own: str = ""
    """The profile of a host's own that it has, by its name."""
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

    @cached_property
    def frame(self) -> Box:
        """The box around its footprint."""
        return box(self.outline)

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
