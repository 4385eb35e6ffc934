"""Rosters: an army as its player writes it, made into units and leaders with their costs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated

from msgspec import UNSET, Meta, Struct, field
from msgspec.structs import replace

from app.engine.asks import Json
from app.engine.profiles import Own, called, is_sound, of, unmarked
from app.engine.refusals import Refusal
from app.engine.rosters import roster_of
from app.systems.daimyo.armies.lists import (
    ENTRY,
    HQ,
    PROFILES,
    QUALITIES,
    Profile,
    leader_cost,
    ready,
    said,
    stand_size,
    unit_cost,
    weight_of,
)
from app.systems.daimyo.armies.own import BOUNDS, changed

MOST = 99
Count = Annotated[int, Meta(ge=0, le=MOST)]


class UnitLine(Struct, frozen=True):
    """A unit as its roster writes it.  What is left out is as its profile usually is; ``files``: stands abreast."""

    profile: str
    quality: str = ""
    stands: Count = 0
    files: Count = 0
    name: str = ""
    own: Own = UNSET
    """The profile of a host's own that it has."""


class GeneralLine(Struct, frozen=True):
    """The General as his roster writes him."""

    name: str = ""
    cr: int = 0
    mounted: bool = True


class ClanLine(Struct, frozen=True):
    """A clan as its roster writes it.  ``guns``: artillery that forms a clan of its own and has no Daimyo."""

    name: str = ""
    daimyo: str = ""
    cr: int = 0
    mounted: bool = True
    units: tuple[UnitLine, ...] = ()
    id: str = ""
    guns: bool = False


class Roster(Struct, frozen=True):
    """An army as its player writes it; ``sample`` names a ready one instead.  ``hq``: whether it has one.

    ``members``: of an army on campaign, who each unit and leader is there, by its code.
    """

    name: str = ""
    sample: str = ""
    general: GeneralLine | None = None
    hq: bool | Count = False
    household: tuple[UnitLine, ...] = ()
    clans: tuple[ClanLine, ...] = ()
    members: dict[str, str] = field(default_factory=dict)


class MadeUnit(Struct, frozen=True, kw_only=True):
    """A unit with all that its profile says of it.  ``clan`` is empty for the household.

    ``name``: its own, or the sentence key of one the data gives.  A stand in 1/100 mm.
    """

    code: str
    name: str
    clan: str
    profile: str
    kind: str
    troop_class: str
    mounted: bool
    armour: str
    arm: str
    missile: str
    quality: str
    stands: int
    files: int
    stand_width: int
    stand_depth: int
    cost: int
    weight: int
    own: str = ""
    """The profile of a host's own that it has, by its name."""


class MadeLeader(Struct, frozen=True, kw_only=True):
    """The General (``clan`` is empty) or a Daimyo."""

    clan: str
    code: str
    name: str
    rating: int
    mounted: bool
    cost: int


class MadeClan(Struct, frozen=True, kw_only=True):
    """A clan; guns that form their own have no Daimyo (DAI-ART-15)."""

    id: str
    name: str
    daimyo: MadeLeader | None


class Army(Struct, frozen=True, kw_only=True):
    """An army ready for the table: its units in list order, the household's first, an HQ before all (DAI-ORG-34)."""

    name: str
    sample: str
    general: MadeLeader
    clans: tuple[MadeClan, ...]
    units: tuple[MadeUnit, ...]

    @property
    def points(self) -> int:
        """What it costs (section ARM)."""
        led = sum(clan.daimyo.cost for clan in self.clans if clan.daimyo)
        return self.general.cost + led + sum(unit.cost for unit in self.units)

    @property
    def weight(self) -> int:
        """What its units count together when losses are reckoned (DAI-SCN-01)."""
        return sum(unit.weight for unit in self.units)

    @property
    def stands(self) -> int:
        """How many stands its units have, its HQ not counted."""
        return sum(unit.stands for unit in self.units if unit.kind != "hq")


# -- reading and making -------------------------------------------------------------


def read_roster(raw: Json) -> Roster | Refusal:
    """The roster this JSON stands for, a ready army filled in, or why it cannot be read."""
    return roster_of(raw, Roster, ready(), ENTRY)


def made(roster: Roster) -> Army:
    """The army of a roster, units of profiles that do not exist left out (DAI-ARM-01, DAI-SCN-01)."""
    general = roster.general or GeneralLine()
    clans = tuple(clan_of(clan, n) for n, clan in enumerate(roster.clans, 1))
    lines = [("", UnitLine(HQ))] if roster.hq else []
    lines += [("", line) for line in roster.household]
    lines += [(made.id, line) for made, clan in zip(clans, roster.clans, strict=True) for line in clan.units]
    return Army(
        name=roster.name, sample=roster.sample, clans=clans, units=tuple(units_of(lines)),
        general=MadeLeader(clan="", code="G", name=unmarked(general.name) or "build.general", rating=general.cr,
                           mounted=general.mounted, cost=leader_cost("general", general.cr)),
    )  # fmt: skip


def clan_of(clan: ClanLine, number: int) -> MadeClan:
    """The clan of this number, its Daimyo with his cost."""
    id = clan.id or f"clan-{number}"
    if clan.guns:
        return MadeClan(id=id, name=said(unmarked(clan.name)) or "build.battery", daimyo=None)
    daimyo = MadeLeader(
        clan=id, code=f"D{number}", name=said(unmarked(clan.daimyo or clan.name)) or "build.daimyo", rating=clan.cr,
        mounted=clan.mounted, cost=leader_cost("daimyo", clan.cr),
    )  # fmt: skip
    return MadeClan(id=id, name=said(unmarked(clan.name or clan.daimyo)) or "build.clan", daimyo=daimyo)


def units_of(lines: Sequence[tuple[str, UnitLine]]) -> Iterator[MadeUnit]:
    """Units of these lines of clans, those left out that no profile knows."""
    for (clan, _), (code, line) in zip(lines, numbered([line for _, line in lines]), strict=True):
        if is_known(line):
            yield make(clan, line, code)


def numbered(lines: Sequence[UnitLine]) -> Iterator[tuple[str, UnitLine]]:
    """Each unit with its code: its profile, and a number from the second of a kind on."""
    seen: dict[str, int] = {}
    for line in lines:
        number = seen[line.profile] = seen.get(line.profile, 0) + 1
        yield line.profile + (str(number) if number > 1 else ""), line


def is_known(line: UnitLine) -> bool:
    """Whether the table has the profile of a unit, so changed."""
    return line.profile in PROFILES and is_sound(line.own, BOUNDS, line.profile)


def profile_of(line: UnitLine) -> Profile:
    """The line of the troop table of a unit, as its own profile changes it."""
    return changed(PROFILES[line.profile], of(line.own))


def make(clan: str, line: UnitLine, code: str) -> MadeUnit:
    """A unit with all that its profile says; a quality that is not one counts as the usual."""
    profile, own = profile_of(line), of(line.own)
    quality = line.quality if line.quality in QUALITIES else profile.quality
    stands = line.stands or profile.stands
    width, depth = stand_size(profile)
    return MadeUnit(
        code=code, name=called(said(line.name), line.own, f"profile.{line.profile}"), clan=clan, profile=line.profile,
        kind=profile.kind, troop_class=profile.troop_class, mounted=profile.mounted, armour=profile.armour,
        arm=profile.arm, missile=profile.missile, quality=quality, stands=stands, files=files_of(line, stands),
        stand_width=width, stand_depth=depth, cost=unit_cost(profile, quality, stands),
        weight=weight_of(profile.troop_class), own=own.name if own else "",
    )  # fmt: skip


def files_of(line: UnitLine, stands: int) -> int:
    """How many stands abreast: as written, else two ranks (DAI-MOV-09)."""
    return line.files or (stands + 1) // 2


def lines_of(roster: Roster) -> tuple[UnitLine, ...]:
    """Every unit a roster writes, the household's first; an HQ is none of them."""
    return (*roster.household, *(line for clan in roster.clans for line in clan.units))


def worn(roster: Roster, stands: Mapping[str, int]) -> Roster:
    """The roster with so many stands left in units by code; those with none left are gone, empty clans too."""
    left = iter([depleted(line, stands.get(code)) for code, line in numbered(lines_of(roster))])
    household = tuple(line for _ in roster.household if (line := next(left)))
    clans = tuple(replace(clan, units=tuple(line for _ in clan.units if (line := next(left)))) for clan in roster.clans)
    return replace(roster, sample="", household=household, clans=tuple(clan for clan in clans if clan.units))


def depleted(line: UnitLine, stands: int | None) -> UnitLine | None:
    """A unit with so many stands left, in as many files as they can make; whole if that is not said."""
    if stands is None:
        return line
    return replace(line, stands=stands, files=min(line.files, stands)) if stands else None
