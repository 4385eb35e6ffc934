"""Members of a warband and models of a roster, each made of the other."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from app.engine.asks import Json
from app.engine.campaigns import Band, Member
from app.engine.profiles import kind as kind_of
from app.systems.ronin.campaign.figures import RULES
from app.systems.ronin.warband.roster import Made, Past, Recruit, Roster, is_known, make

RISEN, LIGHT = "risen", "light-wound"
"""Words of what a member has gained and suffered, beside its skills and attributes."""


def member(roster: Roster, id: str, one: Made) -> Member:
    """A model of a roster as a new member."""
    recruit = one.recruit
    return Member(id=id, kind=kind(roster, recruit), line=line_of(recruit), cost=one.points, name=recruit.name)


def kind(roster: Roster, recruit: Recruit) -> str:
    """The sentence key of what a model is."""
    return kind_of(recruit.own, f"hire.{recruit.hired}" if recruit.hired else f"title.{roster.faction}.{recruit.title}")


def line_of(recruit: Recruit) -> dict[str, Any]:
    """What the roster says of a model, its past left out."""
    line: dict[str, Any] = plain(recruit)
    del line["past"]
    return line


def plain(value: Any) -> Json:  # noqa: ANN401 - any struct
    """A value as JSON holds it."""
    return msgspec.json.decode(msgspec.json.encode(value))


def recruit_of(member: Member) -> Recruit:
    """The member as its roster writes it, with all it has gained and suffered (RON-CAM-06, RON-CAM-07)."""
    skills = RULES["advances"]["raises"]
    past = Past(
        member=member.id, raised=tuple(word for word in member.gained if word in skills),
        learned=tuple(word for word in member.gained if word not in (*skills, RISEN)),
        risen=member.gained.count(RISEN), light=member.injuries.count(LIGHT),
    )  # fmt: skip
    return replace(msgspec.convert(member.line, Recruit), name=member.name, past=past)


def roster_of(band: Band, members: Sequence[Member]) -> Roster:
    """These members as a roster."""
    return replace(msgspec.convert(band.head, Roster), models=tuple(recruit_of(m) for m in members))


def made_of(band: Band, member: Member) -> Made | None:
    """The member with the figures of its list; none if the list of its warband does not know it."""
    roster, recruit = roster_of(band, ()), recruit_of(member)
    return make(roster, recruit) if is_known(roster, recruit) else None
