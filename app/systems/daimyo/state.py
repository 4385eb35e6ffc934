"""The state of a battle: values only, changed by folding events."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import Any

from msgspec import Struct, field
from msgspec.structs import replace

from app.engine.battles import Battle
from app.engine.events import Seat
from app.engine.geometry import Polygon
from app.engine.system import Outcome
from app.systems.daimyo.army import NOWHERE as NOWHERE
from app.systems.daimyo.army import QUALITIES as QUALITIES
from app.systems.daimyo.army import Charge as Charge
from app.systems.daimyo.army import Clan as Clan
from app.systems.daimyo.army import ClanId as ClanId
from app.systems.daimyo.army import Leader as Leader
from app.systems.daimyo.army import LeaderId as LeaderId
from app.systems.daimyo.army import Leg as Leg
from app.systems.daimyo.army import Side as Side
from app.systems.daimyo.army import Unit as Unit
from app.systems.daimyo.army import UnitId as UnitId

PLACED = {"at", "facing", "files", "stands", "building", "fate", "clan"}
"""Fields of a unit on which rests whom it touches; with its side everybody else's answer is another."""
LAID = {"setup", "table", "units", "clans"}
"""Fields of a state on which rests who touches whom."""


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


def credit_key(who: str) -> str:
    """The note that counts what a unit or leader has brought down."""
    return f"felled:{who}"


class State(Battle[Side], frozen=True, kw_only=True, dict=True):
    """A battle.  Units, leaders and clans stand in seat order, then in the order of their lists."""

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

    def general_of(self, seat: Seat) -> Leader:
        """The General of a side, dead or alive."""
        return self.leaders[self.side(seat).general]

    def daimyo_of(self, unit: Unit) -> Leader | None:
        """Who commands a unit: its clan's Daimyo, the General for his household (DAI-OBE-04); none for some guns."""
        if not unit.clan:
            return self.general_of(unit.seat)
        return self.leaders.get(self.clans[unit.clan].daimyo)

    @cached_property
    def _fielded(self) -> tuple[Unit, ...]:
        return tuple(u for u in self.units.values() if not u.fate)

    @cached_property
    def _enemies(self) -> dict[Seat, tuple[Unit, ...]]:
        known = [u for u in self._fielded if not self.neutral(u)]
        return {seat: tuple(u for u in known if u.seat != seat) for seat in self.seats}

    @cached_property
    def memo(self) -> dict[Any, Any]:
        """What has been worked out about exactly this state; only pure questions write in it."""
        return {}

    @cached_property
    def touched(self) -> dict[str, tuple[str, ...]]:
        """The enemies each unit is in contact with, as far as anybody has asked; handed on to states in which nothing
        has moved.  Only ``measure`` writes in it."""
        return {}

    @cached_property
    def _active(self) -> tuple[Unit, ...]:
        kind, _, seat = self.active.partition(":")
        if kind == "general":
            return tuple(self.units_of("", Seat(seat)))
        return tuple(u for u in self._fielded if u.clan == self.active)

    @cached_property
    def active_ids(self) -> frozenset[str]:
        """The ids of the units on the table that belong to what is active."""
        return frozenset(u.id for u in self.active_units())

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
        return iter(self._enemies[seat])

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
        return self._active if self.active else ()

    # -- folding -------------------------------------------------------------

    def with_unit(self, id: str, **changes: object) -> State:
        """The state with one unit changed; leaders attached to it keep at its centre."""
        unit = replace(self.units[id], **changes)
        state = replace(self, units={**self.units, id: unit})
        if "seat" not in changes:
            state.__dict__["touched"] = self._apart_from(id) if PLACED & changes.keys() else self.touched
        held = self.leaders_with(id)
        if not held or not ({"at", "facing", "files", "stands"} & changes.keys()):
            return state
        where = unit.formation.centre
        moved: dict[str, Leader] = {m.id: replace(m, at=where) for m in held}
        return state.with_(leaders={**state.leaders, **moved})

    def _apart_from(self, id: str) -> dict[str, tuple[str, ...]]:
        """Who touches whom of those on whom it does not bear that a unit is moved: the others of its side."""
        seat = self.units[id].seat
        return {one: foes for one, foes in self.touched.items() if one != id and self.units[one].seat == seat}

    def with_(self, **changes: object) -> State:
        """The state with these fields changed."""
        made = replace(self, **changes)
        if not LAID & changes.keys():
            made.__dict__["touched"] = self.touched
        return made

    def with_leader(self, id: str, **changes: object) -> State:
        """The state with one leader changed."""
        return self.with_(leaders={**self.leaders, id: replace(self.leaders[id], **changes)})

    def with_clan(self, id: str, **changes: object) -> State:
        """The state with one clan changed."""
        made = replace(self, clans={**self.clans, id: replace(self.clans[id], **changes)})
        if "allegiance" not in changes:
            made.__dict__["touched"] = self.touched
        return made

    def with_pair(self, a: str, b: str, **changes: object) -> State:
        """The state with the count of two opposing units changed."""
        key = pair_key(a, b)
        pairs: dict[str, Pair] = {**self.pairs, key: replace(self.pairs.get(key, Pair()), **changes)}
        return self.with_(pairs=pairs)

    def with_credit(self, who: str, count: int) -> State:
        """The state in which a unit or leader has brought down so many more, if a campaign wants to know."""
        if self.options.get("campaign") is not True:
            return self
        key = credit_key(who)
        return self.with_(notes={**self.notes, key: self.notes.get(key, 0) + count})

    def without_pair(self, a: str, b: str) -> State:
        """The state with the melee of two units over."""
        return self.with_(pairs={key: pair for key, pair in self.pairs.items() if key != pair_key(a, b)})


def outline_of(unit: Unit) -> Polygon:
    """The footprint of a unit, its building left aside (see ``measure.ground_of``)."""
    return unit.outline
