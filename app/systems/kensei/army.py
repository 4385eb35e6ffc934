"""What an army is made of: units and characters, the orders they have, and the side as a whole.  Values only.

A character is a unit of one model.  While he is in another unit (``host``) he has a place in its formation; alone he
acts as a unit himself (KEN-MOV-09, KEN-CNF-02).
"""

from __future__ import annotations

from functools import cached_property
from typing import Any, NewType

from msgspec import Struct, field

from app.engine.events import Audience, Seat
from app.engine.geometry import Point

UnitId = NewType("UnitId", str)
NOWHERE = Point(0, 0)
RANKS = ("daimyo", "shirei_kan", "busho", "samurai_daisho", "ashigaru_daisho")
"""Bushi, the highest first (KEN-RNG-25)."""


class Model(Struct, frozen=True):
    """One living model: the Wounds it has left, where it stands if in loose order, and its weapon."""

    wounds: int
    at: Point = NOWHERE
    loaded: bool = True
    wet: bool = False


class Timed(Struct, frozen=True, kw_only=True):
    """An effect on a unit that ends at the start of turn ``until`` (KEN-TRN-05).

    ``key``: the ability, spell or cause it comes from.  ``stat``: what it adds to (attack, defence, honour, ki,
    initiative, armour, damage, dice, movement in 1/100 mm, charge …), or the name of a rule it switches on.
    ``kept``: it lasts as long as its caster keeps the spell (``by``), whatever ``until`` says.
    """

    key: str
    stat: str
    add: int = 0
    until: int = 0
    clause: str = ""
    by: str = ""
    kept: bool = False


class Order(Struct, frozen=True, kw_only=True):
    """One declared action (KEN-ORD-11).

    ``do``: move, occupy, exit, load, shoot, cast, keep, ability, charge, join, leave.  ``mode``: march, run, back (of
    a charge: empty, march, run).  ``bearing`` in 1/100 degree.  ``special``: empty, facing, pivot.  ``target``: unit,
    terrain piece, or empty.  ``spot``: a place or line aimed at.  ``cost`` in AP.  ``leave``: a Strategic Order stands
    behind it.  ``state``: empty while to be carried out, else done, lapsed, given-up.
    """

    do: str
    mode: str = ""
    bearing: int = 0
    special: str = ""
    target: str = ""
    spot: tuple[Point, ...] = ()
    key: str = ""
    """The spell or ability."""
    precision: bool = False
    concentrate: int = 0
    meditate: bool = False
    cost: int = 1
    leave: bool = False
    block: bool = False
    """The enemy has announced that he will try to Block it (KEN-SPI-02)."""
    state: str = ""


class Warning(Struct, frozen=True, kw_only=True):
    """A Warning Order (KEN-WRN-08).  ``trigger`` and ``filter`` are sealed; ``response`` is told (KEN-WRN-19)."""

    trigger: dict[str, Any]
    filter: dict[str, Any] = field(default_factory=dict)
    which: str = "first"
    response: str = "shoot"
    bearing: int = 0
    mode: str = "march"
    comment: str = ""
    turn: int = 0


class Kept(Struct, frozen=True, kw_only=True):
    """A Variable spell that is kept up: its key, on whom, and its active turns so far (KEN-SPI-19)."""

    spell: str
    target: str = ""
    turns: int = 1
    cast: int = 0
    """The turn in which it was cast."""


class Written(Struct, frozen=True, kw_only=True):
    """The sealed spot where a unit will appear, and in which turn (KEN-DEP-15)."""

    spots: tuple[Point, ...]
    facing: int = 0
    turn: int = 1


class Unit(Struct, frozen=True, kw_only=True, dict=True):
    """A unit, or a character.  Lengths in 1/100 mm, facings in 1/100 degree clockwise from north.

    ``troop``: infantry, cavalry, creature (of a character: infantry or cavalry).  ``loose``: a Harasser unit or a
    character.  ``role``: empty for troops, else bushi, special, spiritual.  ``rank``: one of ``RANKS`` for a Bushi.
    ``at`` is the middle of the front edge while in ranks.  ``models``: the living, of a formation front rank first.
    ``fate``: empty while on the table, else reserve, destroyed, left.
    """

    id: UnitId
    seat: Seat
    code: str
    name: str
    entry: str
    troop: str = "infantry"
    loose: bool = False
    mounted: bool = False
    size: str = ""
    role: str = ""
    rank: str = ""
    traits: tuple[str, ...] = ()
    attack: int = 7
    defence: int = 3
    wounds: int = 1
    ki: int = 3
    honour: int = 3
    initiative: int = 2
    armour: int = 3
    melee: tuple[str, ...] = ()
    ranged: str = ""
    movement: int = 10_000
    base_width: int = 2_500
    base_depth: int = 2_500
    cost: int = 0
    """Koku of one model."""
    abilities: tuple[str, ...] = ()
    own: str = ""
    """The profile of a host's own that it has, by its name."""
    level: int = 0
    school: str = ""
    spells: tuple[str, ...] = ()
    standard: bool = False
    taisho: bool = False
    start_models: int = 1

    models: tuple[Model, ...] = ()
    at: Point = NOWHERE
    facing: int = 0
    files: int = 1
    formed: bool = False
    """A Harasser unit or a lone character in ranks for a combat (KEN-CHG-29, KEN-CHG-56)."""
    host: UnitId = UnitId("")
    """The unit a character is in."""
    concealed: bool = False
    """A Hidden model that nobody has seen yet (KEN-ARM-23)."""
    building: str = ""
    """The Construction it occupies."""
    written: Written | None = None
    fate: str = "reserve"
    lost_by: str = ""

    ap: int = 0
    orders: tuple[Order, ...] = ()
    warning: Warning | None = None
    leaves: tuple[tuple[str, str], ...] = ()
    """What Strategic Orders allow it this turn: shoot or charge, and at whom (KEN-SPO-30)."""
    moved: str = ""
    """march, run or back, once it has moved this turn (KEN-MOV-01)."""
    occupied: bool = False
    """It has entered or left a Construction this turn."""
    passed: bool = False
    """It passed through friends or was passed through this turn (KEN-MOV-14)."""
    shots: int = 0
    """Times it has fired this turn."""
    fired_inside: int = 0
    """The turn in which it last shot from inside a Construction (KEN-TER-42)."""

    charged: UnitId = UnitId("")
    """The unit it charged or counter-charged this turn."""
    charge_bonus: bool = False
    """Its charge of this turn made contact (KEN-CHG-14)."""
    acted_last: bool = False
    """It declared a charge this turn: no other action follows (KEN-CHG-05)."""
    charge_dice: int = 0
    """More Attack Dice from a counter-charge, its own or the enemy's, in the combat of this turn (KEN-CHG-47)."""
    failed_charge: int = 0
    """The turn in which it last failed a charge (KEN-CHG-15)."""
    stood_and_shot: bool = False
    """Withstood And Shot this turn (KEN-CBT-05)."""
    fled_charge: int = 0
    """The turn in which it last fled from a charge (KEN-RUN-07)."""
    climbing: str = ""
    """The Very High wall it is climbing (KEN-TER-87)."""

    fleeing: bool = False
    locked: bool = False
    """Ran into an enemy while Running Away (KEN-RUN-31)."""
    fled_now: bool = False
    """Ran away or regrouped this turn."""
    shot_start: int = 0
    """Its Wounds, characters left out, when the enemy's Actions began (KEN-RUN-11)."""
    shot_lost: int = 0
    shot_tested: bool = False

    defensive: bool = False
    """In Defensive Position in the combat at hand or of this turn (KEN-CBT-04)."""
    weapon: str = ""
    """The melee weapon chosen for the combat of this turn."""
    timed: tuple[Timed, ...] = ()
    spent: tuple[str, ...] = ()
    """Abilities used that may be used once a battle."""
    used: tuple[str, ...] = ()
    """Abilities used this turn."""

    gives: bool = True
    """A character who gives his bonuses to his unit (KEN-CNF-18, KEN-CNF-23)."""
    magic: str = ""
    """What a Spiritual Character did this turn: cast, block or attack (KEN-TYP-14)."""
    kept: tuple[Kept, ...] = ()
    meditated: bool = False
    duelled: int = 0
    """The turn of his last Confrontation (KEN-CNF-31)."""
    challenged: int = 0
    """The turn in which he was last challenged (KEN-CNF-20)."""

    @property
    def on_table(self) -> bool:
        """Whether it is in play, by itself or in another unit."""
        return self.fate == ""

    @property
    def known_to(self) -> Audience:
        """Who is told of what becomes of it: of a character who is Hidden still his own side alone (KEN-ARM-23)."""
        return (self.seat,) if self.concealed else None

    @property
    def is_character(self) -> bool:
        """Whether it is a character."""
        return self.role != ""

    @property
    def ranked(self) -> bool:
        """Whether it stands in ranks and files now."""
        return not self.loose or self.formed

    @property
    def large(self) -> bool:
        """Whether it is a Large Creature."""
        return self.size == "large"

    @cached_property
    def wounds_left(self) -> int:
        """The Wounds of its own models."""
        return sum(model.wounds for model in self.models)

    def has(self, trait: str) -> bool:
        """Whether it bears a trait."""
        return trait in self.traits

    def under(self, rule: str) -> bool:
        """Whether an effect in force switches a rule on."""
        return any(effect.stat == rule for effect in self.timed)


class Side(Struct, frozen=True, kw_only=True):
    """A player and his army.  ``edge``: his table edge; ``depth`` of his Deployment Zone in 1/100 mm."""

    seat: Seat
    name: str = ""
    caste: str = ""
    level: int = 1
    points: int = 0
    taisho: UnitId = UnitId("")
    taisho_fell: int = 0
    """The turn in which the Taisho died; 0: he lives."""
    abilities: tuple[str, ...] = ()
    """Taisho abilities this army has."""
    abilities_used: int = 0
    """How many were tried this turn (KEN-SPO-07, KEN-SPO-08)."""
    spent: tuple[str, ...] = ()
    """Those once a battle that are used up."""
    pool: int = 0
    """Command Points left this turn."""
    opportunity: int = 0
    """The turn in which it last made an Attack of Opportunity (KEN-WRN-13)."""
    edge: str = ""
    depth: int = 0
    order: int = 0
    """The total of its Commandment roll this turn."""
    fallen: int = 0
    """Koku of its models slain, destroyed or gone."""
    standards_lost: int = 0
    regrouping: bool = False
    """It is in the Regroup step or beyond it in its Special Orders."""
    victory: str = ""
    """The scenario whose victory condition is its own (KEN-SCN-01); empty: that of the game."""
