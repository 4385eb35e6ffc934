"""Members of a warband as units of a roster, and units of a roster as members (section CAM)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec import UNSET
from msgspec.structs import replace

from app.engine.asks import Json
from app.engine.campaigns import Band, Member
from app.engine.profiles import Own, Profile, kind, of
from app.engine.refusals import Refusal
from app.systems.celtos.bands.builder import free_code
from app.systems.celtos.bands.lists import Entry, entries
from app.systems.celtos.bands.muster import LIMITS, Terms, refuse_band
from app.systems.celtos.bands.own import changed
from app.systems.celtos.bands.roster import Enlisted, Roster, Veteran, figures_of, make, sentence_of
from app.systems.celtos.bands.roster import entry_of as listed
from app.systems.celtos.campaign.figures import RULES

LARGEST = max(LIMITS)
"""Points of the largest battle, which a band never outgrows (CEL-ARM-02)."""


def member_of(roster: Roster, unit: Enlisted, id: str, name: str) -> Member:
    """A new member that is this unit, its command models named."""
    entry = listed(roster, unit)
    line = {"code": unit.code, "entry": unit.entry, "options": list(unit.options),
            "command": list(unit.command or entry.has)}  # fmt: skip
    line |= {"own": msgspec.to_builtins(unit.own)} if unit.changed else {}
    return Member(
        id=id, kind=kind(unit.own, sentence_of(roster.list, entry)), line=line, cost=make(roster, unit).cost, name=name,
        models=unit.models, full=unit.models,
    )  # fmt: skip


def army_of(band: Band) -> str:
    """The list a band is of."""
    return str(band.head["list"])


def entry_of(band: Band, member: Member) -> Entry | None:
    """The line of the list a member was bought from; ``None`` if the band's list does not have it."""
    entry = entries(army_of(band)).get(str(member.line["entry"]))
    return changed(entry, of(own_of(member))) if entry else None


def own_of(member: Member) -> Own:
    """The profile of a host's own that a member has."""
    return msgspec.convert(member.line["own"], Profile) if "own" in member.line else UNSET


def unit_of(member: Member) -> Enlisted:
    """A member as a unit of a roster, with all that it has gained and suffered."""
    line: dict[str, Any] = member.line
    return Enlisted(
        code=line["code"], entry=line["entry"], models=member.models, options=tuple(line["options"]),
        command=tuple(line["command"]), name=member.name, own=own_of(member),
        veteran=Veteran(member.id, changes_of(member)),
    )  # fmt: skip


def changes_of(member: Member) -> dict[str, int]:
    """What experience and injuries add to its characteristics; those they leave alone are not named."""
    gained, lost = Counter(member.gained), Counter(member.injuries)
    up, down = RULES["advances"]["adds"], RULES["injury"]["takes"]
    adds = {key: up * gained[key] - down * lost[key] for key in RULES["advances"]["raises"]}
    return {key: number for key, number in adds.items() if number}


def figure(band: Band, member: Member, key: str) -> int:
    """A characteristic of a member as it is now."""
    entry = entry_of(band, member)
    return figures_of(entry, unit_of(member))[key] if entry else 0


def roster_of(band: Band, members: Sequence[Member], *more: Enlisted) -> Roster:
    """A roster of these members, and of units that are none; who has the code of another gets a new one."""
    roster = Roster(name=band.head["name"], list=army_of(band))
    for unit in (*map(unit_of, members), *more):
        taken = any(u.code == unit.code for u in roster.units)
        told = replace(unit, code=free_code(roster, unit.code)) if taken else unit
        roster = replace(roster, units=(*roster.units, told))
    return roster


def against(roster: Roster, limit: int = LARGEST) -> tuple[Refusal, ...]:
    """All that stands against a band of a campaign at this limit (CEL-ARM-10, CEL-CAM-08)."""
    return refuse_band(written(roster), Terms(limit, veterans=True))


def written(value: Roster | Member) -> Json:
    """A roster or a member as JSON."""
    return msgspec.json.decode(msgspec.json.encode(value))


def worth(band: Band, member: Member, models: int, command: Sequence[str]) -> int:
    """What a member costs with so many models and these command models (CEL-CAM-08)."""
    unit = replace(unit_of(member), models=models, command=tuple(command))
    return make(roster_of(band, ()), unit).cost if entry_of(band, member) and models else 0
