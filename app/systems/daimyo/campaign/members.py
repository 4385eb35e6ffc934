"""Members of an army on campaign: leaders and units with their ids, their clans, what they cost now (section CAM)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec import UNSET, convert, to_builtins

from app.engine.campaigns import Band, Member
from app.engine.events import Seat
from app.engine.profiles import Own, kind, of
from app.engine.profiles import Profile as Changed
from app.systems.daimyo.armies.lists import HQ, PROFILES, Profile, leader_cost, said, unit_cost
from app.systems.daimyo.armies.own import changed
from app.systems.daimyo.armies.roster import Army, ClanLine, GeneralLine, Roster, UnitLine, lines_of, made
from app.systems.daimyo.armies.roster import profile_of as profile_of_line

GENERAL, DAIMYO = "general", "daimyo"
"""Ranks of leaders; a member that has none is a unit."""


# -- what they are ----------------------------------------------------------------------


def rank(member: Member) -> str:
    """general, daimyo, or empty for a unit."""
    return str(member.line.get("rank", ""))


def profile_of(member: Member) -> Profile:
    """The line of the troop table of a unit."""
    return changed(PROFILES[member.line["profile"]], of(own_of(member)))


def own_of(member: Member) -> Own:
    """The profile of a host's own that a member has."""
    return convert(member.line["own"], Changed) if "own" in member.line else UNSET


def price(member: Member, models: int, quality: str = "") -> int:
    """What a unit of so many stands costs, at its quality if no other is said (DAI-ARM-01)."""
    return unit_cost(profile_of(member), quality or member.line["quality"], models)


def led(id: str, line: GeneralLine | ClanLine, clan: str = "") -> Member:
    """A leader as he joins: the General, or the Daimyo of a clan."""
    which, name = (DAIMYO, line.daimyo or line.name) if isinstance(line, ClanLine) else (GENERAL, line.name)
    written = {"rank": which, "clan": clan, "cr": line.cr, "mounted": line.mounted}
    return Member(id=id, kind=f"build.{which}", line=written, cost=leader_cost(which, line.cr), name=name)


def unit(id: str, line: UnitLine, clan: str) -> Member:
    """A unit as it joins a clan, the household where that is empty; what its line leaves out is as usual."""
    profile = profile_of_line(line)
    quality, stands = line.quality or profile.quality, line.stands or profile.stands
    written = {"profile": line.profile, "quality": quality, "files": line.files or (stands + 1) // 2, "clan": clan}
    written |= {"own": to_builtins(line.own)} if of(line.own) else {}
    return Member(
        id=id, kind=kind(line.own, f"profile.{line.profile}"), line=written, name=line.name,
        cost=unit_cost(profile, quality, stands), models=stands, full=stands,
    )  # fmt: skip


def enrolled(roster: Roster, army: Army) -> Iterator[Member]:
    """All members of a roster: the General, the Daimyo in order, then the units; ids are the codes of the list."""
    yield led("G", roster.general or GeneralLine())
    for clan, line in zip(army.clans, roster.clans, strict=True):
        if clan.daimyo:
            yield led(clan.daimyo.code, line, clan.id)
    lines = (*((UnitLine(HQ),) if roster.hq else ()), *lines_of(roster))
    for row, written in zip(army.units, lines, strict=True):
        yield unit(row.code, written, row.clan)


# -- where they belong ------------------------------------------------------------------


def clan_rows(band: Band) -> list[dict[str, Any]]:
    """The clans of an army, those with nobody left too."""
    return list(band.head["clans"])


def home(band: Band, member: Member) -> str:
    """The clan of a unit, empty for the household; one that came from elsewhere goes to the first clan that fits."""
    wanted, profile = member.line["clan"], profile_of(member)
    if profile.troop_class in ("hatamoto", "hq"):
        return ""
    fitting = [row["id"] for row in clan_rows(band) if profile.kind == "gun" or not row["guns"]]
    return str(wanted if wanted in fitting else next(iter(fitting), ""))


def holder(band: Band, which: str, clan: str = "") -> Member | None:
    """The living General, or the living Daimyo of a clan."""
    return next((m for m in band.living() if rank(m) == which and m.line["clan"] == clan), None)


def units_in(band: Band, clan: str) -> list[Member]:
    """The living units of a clan."""
    return [m for m in band.living() if not rank(m) and home(band, m) == clan]


def clan_name(row: dict[str, Any]) -> str:
    """What a clan is called: the key of its sentence, or its own name."""
    return said(row["name"]) or ("build.battery" if row["guns"] else "build.clan")


def free_id(band: Band, wanted: str) -> str:
    """An id that no member ever had, as near to this as can be."""
    tries = (wanted, *(f"{wanted}-{n}" for n in range(2, len(band.members) + 3)))
    return next(id for id in tries if id not in band.members)


# -- on the table -----------------------------------------------------------------------


def placed(roster: Roster, seat: Seat) -> Iterator[tuple[str, str]]:
    """Members of a roster with the id of their unit or leader in the state of the battle."""
    army = made(roster)
    leaders = [(0, army.general), *((n, clan.daimyo) for n, clan in enumerate(army.clans, 1))]
    pairs = [(leader.code, f"{seat}-L{n}") for n, leader in leaders if leader]
    pairs += [(row.code, f"{seat}-{n}") for n, row in enumerate(army.units, 1)]
    yield from ((roster.members[code], id) for code, id in pairs if code in roster.members)
