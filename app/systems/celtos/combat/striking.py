"""Who strikes in close combat, when, at whom, with what: weapon speed, attacks, lines (2.16, 2.22)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from msgspec import Struct

from app.engine.modifiers import Line, Modifiers
from app.engine.refusals import Clause
from app.systems.celtos.book import c, cm, table
from app.systems.celtos.damage.flow import Hit
from app.systems.celtos.ground.cover import defends_in_cover, in_area_cover
from app.systems.celtos.measure import in_contact, touched_by, within
from app.systems.celtos.state import Model, State, Unit, UnitId

HIT = c("CEL-WPN-08")
REACH = cm(table("combat")["reach"]["within"])
SHORT_BLADE, BARE = "tanto", "fists"
FIRST_STRIKE = 0
"""The step before all weapon speeds (CEL-CBT-05)."""


class Arm(Struct, frozen=True, kw_only=True):
    """A weapon as it is used in contact (CEL-WPN-01).  ``first``, ``later``: its speed in a first round and after it.

    ``damage`` is added to FU, unless there is a ``strength`` of its own; ``big`` models take ``big_adds`` more.
    """

    id: str
    first: int
    hit: int
    later: int = 0
    damage: int = 0
    strength: int = 0
    penetrating: int = 0
    parry: int = 0
    big: int = 0
    big_adds: int = 0
    reach: bool = False
    phalanx: bool = False
    first_only: bool = False


def arm(id: str, row: Mapping[str, Any], rows: Mapping[str, Any]) -> Arm | None:
    """The weapon of a row of the data as it is used in contact; ``None``: it cannot be (CEL-CBT-17, CEL-RNG-02)."""
    if row["kind"] != "melee":
        row = rows[row["combat"]] if "combat" in row else row.get("close", {})
    if not row:
        return None
    big = row.get("vs_big", {"size": 0, "adds": 0})
    known = {key: row[key] for key in Arm.__struct_fields__ if key in row and key != "id"}
    return Arm(id=id, big=big["size"], big_adds=big["adds"], **known)


WEAPONS = table("weapons")
ARMS: dict[str, Arm] = {id: made for id, row in WEAPONS.items() if (made := arm(id, row, WEAPONS)) is not None}


class Fight(Struct, frozen=True, kw_only=True):
    """One combat: the active unit against the enemy units that touch it (CEL-CBT-01).

    ``charged``, ``countered``: who came into this contact in this activation by a charge or counter-charge;
    ``caught``: who was charged while not in contact; ``weapons``: what models use instead of their hand weapon.
    """

    unit: UnitId
    foes: tuple[UnitId, ...] = ()
    charged: tuple[UnitId, ...] = ()
    countered: tuple[UnitId, ...] = ()
    caught: tuple[UnitId, ...] = ()
    weapons: dict[str, str] = {}

    @property
    def is_first(self) -> bool:
        """Whether this is a first round: somebody charged or counter-charged into this contact (CEL-WPN-02)."""
        return bool(self.charged or self.countered)

    def against(self, unit: str) -> tuple[UnitId, ...]:
        """The units a unit of this combat strikes at: the enemies of the active unit only at it (CEL-CBT-01)."""
        return self.foes if unit == self.unit else (self.unit,)


class Blow(Struct, frozen=True, kw_only=True):
    """One attack of a model on an enemy model, with what it strikes with."""

    state: State
    fight: Fight
    me: Model
    target: Model

    @property
    def arm(self) -> Arm:
        """Its weapon."""
        return arm_of(self.fight, self.me)

    @property
    def unit(self) -> Unit:
        """The striking unit."""
        return self.state.unit(self.me.unit)


# -- weapons --------------------------------------------------------------------------


def hand_of(me: Model) -> str:
    """The hand weapon a model has in use; an archer or gunner without one has a short blade (CEL-WPN-06)."""
    held = next((w for w in me.weapons if WEAPONS[w]["kind"] == "melee"), None)
    return held or (SHORT_BLADE if me.weapons else BARE)


def weapons_of(fight: Fight, me: Model) -> tuple[str, ...]:
    """What a model may fight with, its hand weapon first, then shooting weapons with a CaC entry (CEL-CBT-17)."""
    others = (w for w in me.weapons if WEAPONS[w]["kind"] != "melee" and w in ARMS)
    return (hand_of(me), *(w for w in others if fight.is_first or not ARMS[w].first_only))


def arm_of(fight: Fight, me: Model) -> Arm:
    """What a model strikes with in this combat."""
    return ARMS[fight.weapons.get(me.id) or hand_of(me)]


# -- when -----------------------------------------------------------------------------


def strikes_first(fight: Fight, me: Model) -> bool:
    """Whether a model has First Strike now, its own or by Phalanx (CEL-ABL-10, CEL-ABL-14)."""
    ranks = (arm_of(fight, me).phalanx or me.has("phalanx")) and me.unit in fight.caught
    return fight.is_first and (me.has("first-strike") or ranks)


def step_of(fight: Fight, me: Model) -> int:
    """The step in which a model strikes: ``FIRST_STRIKE`` or its weapon speed (CEL-CBT-05, CEL-WPN-02)."""
    if strikes_first(fight, me):
        return FIRST_STRIKE
    it = arm_of(fight, me)
    return it.first if fight.is_first else it.later


def steps(state: State, fight: Fight) -> tuple[int, ...]:
    """The steps of this combat in their order: First Strike, then speeds from high to low (CEL-CBT-05)."""
    found = dict.fromkeys(step_of(fight, m) for unit in (fight.unit, *fight.foes) for m in state.living(unit))
    return tuple(sorted(found, key=lambda step: (step != FIRST_STRIKE, -step)))


def attacks_of(me: Model) -> int:
    """How many attacks a model makes (CEL-CBT-02, CEL-ABL-18)."""
    return max(1, me.level("extra-attacks"))


# -- at whom --------------------------------------------------------------------------


def opponents(state: State, fight: Fight, me: Model) -> tuple[Model, ...]:
    """The enemies a model may strike: those it touches, or by Reach those a friend beside it touches (CEL-CBT-02)."""
    units = fight.against(me.unit)
    mine = tuple(foe for foe in touched_by(state, me) if foe.unit in units)
    if mine or not arm_of(fight, me).reach:
        return mine
    mates = [m for m in state.comrades_of(me) if within(me.base, m.base, REACH)]
    return tuple(
        foe for unit in units for foe in state.living(unit)
        if any(in_contact(state, m.base, foe.base) for m in mates)
    )  # fmt: skip


# -- with what modifiers ----------------------------------------------------------------


def is_defending(blow: Blow) -> bool:
    """Whether the striking unit did not come into this contact by charging or counter-charging (CEL-CBT-12)."""
    me, foe = blow.unit, blow.target.unit
    return me.id not in (*blow.fight.charged, *blow.fight.countered) and foe not in me.charged_into


def in_cover(blow: Blow) -> bool:
    """Whether the striking model defends in cover: in an area, or across an obstacle (CEL-CBT-09, CEL-CBT-12)."""
    if not is_defending(blow):
        return False
    if in_contact(blow.state, blow.me.base, blow.target.base):
        return defends_in_cover(blow.state, blow.me, blow.target) is not None
    return in_area_cover(blow.state, blow.me) is not None


def parries(blow: Blow) -> int:
    """How much the struck model parries, by itself and with what it holds (CEL-ABL-11)."""
    return blow.target.level("parry") + arm_of(blow.fight, blow.target).parry


TESTS: Mapping[str, Callable[[Blow], int]] = {
    "the striking unit is in Panic": lambda b: b.unit.panic,
    "the striking unit has charged or counter-charged": lambda b: b.unit.id in (*b.fight.charged, *b.fight.countered),
    "the striking unit has charged with Fury": lambda b: b.me.has("fury") and b.unit.id in b.fight.charged,
    "the striking model defends in cover": in_cover,
    "the opponent is in Panic": lambda b: b.state.unit(b.target.unit).panic,
    "the struck model parries": parries,
}
STRIKE = Modifiers.read(table("combat")["strike"], TESTS)


def strike_lines(blow: Blow) -> tuple[Line, ...]:
    """All that is added to the die of an attack (CEL-CBT-11, CEL-WPN-08)."""
    held = (Line(blow.arm.id, blow.arm.hit, Clause(HIT)),) if blow.arm.hit else ()
    return (*held, *STRIKE.lines(blow))


def hit_of(blow: Blow) -> Hit:
    """What a blow that hits does: FU and the weapon's bonus, or the weapon's own strength (CEL-DMG-03, CEL-WPN-05)."""
    it, big = blow.arm, bool(blow.arm.big) and blow.target.size >= blow.arm.big
    strength = it.strength or blow.me.strength + it.damage + (it.big_adds if big else 0)
    return Hit(by=blow.me.id, target=blow.target.id, strength=strength,
               penetrating=it.penetrating + blow.me.level("penetrating"))  # fmt: skip
