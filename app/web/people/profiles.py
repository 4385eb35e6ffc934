"""What somebody has played: games and ratings by system, campaigns, warbands."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from app.accounts.bonds import Profile
from app.accounts.ratings import UNSURE
from app.campaigns.model import Campaign
from app.campaigns.people.eyes import may_read
from app.games import lobby
from app.games.seats import Guest
from app.web.lobby import cards
from app.web.page import systems
from app.web.page.camps import line
from app.web.page.deps import Site
from app.web.page.errors import Bad
from app.web.page.words import gettext

GAMES, CAMPAIGNS = 10, 12
"""So many of each are shown at most."""


async def known_as(here: Site, handle: str) -> Profile:
    """The account of this handle, or a 404."""
    found = await here.bonds.profile(handle)
    if found is None:
        raise Bad(404, gettext("There is nobody of that name."))
    return found


async def played_by(here: Site, who: Guest | None, other: Profile) -> dict[str, Any]:
    """What the page of an account says of its games and campaigns."""
    rated = {one.system: one for one in await here.ratings.of(other.id)}
    names = {key: systems.name(system) for key, system in here.games.systems.items()}
    scores = [
        {"name": names.get(s.system, s.system), "played": s.played, "won": s.won, "rating": rated.get(s.system)}
        for s in await here.bonds.scores(other.id)
    ]
    games = await lobby.fought_by(here.games, other.id, GAMES)
    return {
        "scores": scores, "unsure": UNSURE,
        "games": [cards.line(here, info) for info in games if info.system in here.games.systems],
        "camps": [camp(here, row, now, other) for now, row in await read_by(here, who, other)],
    }  # fmt: skip


async def read_by(here: Site, who: Guest | None, other: Profile) -> list[tuple[Campaign, Mapping[str, Any]]]:
    """The campaigns that somebody is in and the reader may read, with their rows."""
    found: list[tuple[Campaign, Mapping[str, Any]]] = []
    for row in await here.campaigns.read_with(other.id, who.id if who else "", CAMPAIGNS):
        now = await here.campaigns.read(row["id"])
        player = now.players.get(other.id) if now else None
        if now and player and player.state == "in" and may_read(now, who.id if who else ""):
            found.append((now, row))
    return found


def camp(here: Site, row: Mapping[str, Any], now: Campaign, other: Profile) -> dict[str, Any]:
    """A campaign as the page of somebody shows it, with the warbands that he leads there."""
    bands = [
        {"name": one.name, "emblem": one.emblem, "hue": one.hue, "href": f"/campaign/{now.id}/warband/{one.id}"}
        for one in now.of_guest(other.id)
    ]
    return {**line(here, row), "bands": bands}
