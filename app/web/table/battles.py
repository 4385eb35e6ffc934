"""The battle of a campaign as its table is shown: under the names and emblems of its warbands, and for what stake."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from app.engine.views import View
from app.games.results import GameInfo
from app.web.page.words import gettext, language


def flown(info: GameInfo, view: View | None) -> View | None:
    """The sides of a battle under the names and emblems of their warbands."""
    bands = info.options.campaign.bands if info.options.campaign else {}
    if view is None or not bands:
        return view
    sides = [
        replace(side, name=bands[side.seat].name, emblem=bands[side.seat].emblem) if side.seat in bands else side
        for side in view.sides
    ]
    return replace(view, sides=tuple(sides))


def campaign_line(info: GameInfo) -> str:
    """Of which campaign and round a battle is, and what is at stake; empty for any other game."""
    battle = info.options.campaign
    if battle is None or not battle.name:
        return ""
    place = (battle.place_es if language.get() == "es" else "") or battle.place
    stake = gettext("for {place}").format(place=place) if place else ""
    worth = gettext("{n} points for a victory").format(n=battle.worth)
    return " · ".join((battle.name, gettext("Round {n}").format(n=battle.round), stake or worth))


def battle_path(info: GameInfo) -> str:
    """The page of a battle in its campaign; empty for any other game."""
    battle = info.options.campaign
    return f"/campaign/{battle.id}/battle/{battle.fixture}" if battle and battle.name else ""


def houses(info: GameInfo) -> list[dict[str, Any]]:
    """The warbands of a battle with their emblems and colours, in the order of the seats; none of any other game."""
    bands = info.options.campaign.bands if info.options.campaign else {}
    found = [bands[seat.seat] for seat in info.seats if seat.seat in bands]
    return [{"name": one.name, "emblem": one.emblem, "hue": one.hue} for one in found]


def between(info: GameInfo) -> str:
    """Which warbands meet in a battle; empty where they are not known."""
    names = [one["name"] for one in houses(info)]
    return gettext("{a} against {b}").format(a=names[0], b=names[1]) if len(names) == 2 else " · ".join(names)
