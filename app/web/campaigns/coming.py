"""The battle a warband fights next, as a picture: its table once that is laid, before that its place on the map."""

from __future__ import annotations

from typing import Any

from app.campaigns.battles.fixtures import due_of, is_bye, is_challenge
from app.campaigns.model import Fixture, Warband
from app.games.eyes import watching
from app.games.results import GameId
from app.web.campaigns.battle import ways_of
from app.web.campaigns.land import land_of
from app.web.campaigns.shared import Room
from app.web.campaigns.words import pair
from app.web.table import seen as tables

AROUND = 150
"""How much of the map is seen on either side of a battle, in map units."""
LAST = 1 << 62
"""Later than every date."""
FLAT = 0.6
"""How high the picture is, by how wide."""


async def coming(at: Room, band: Warband) -> dict[str, Any] | None:
    """Against whom it goes next, where, until when, and the picture of it; nothing where nothing is ahead."""
    every = (one for one in at.now.fixtures.values() if band.id in one.sides and not one.is_over)
    ahead = [one for one in every if not is_bye(one) and not is_challenge(one)]
    one = min(ahead, key=lambda one: (one.round, one.when or due_of(at.now, one) or LAST), default=None)
    if one is None:
        return None
    number = next((n for n, other in enumerate(at.now.fights(one.round), 1) if other.id == one.id), 1)
    return {
        "laid": bool(one.game), "round": one.round, "pair": pair(at.words, at.now, one, number, at.id),
        "table": (picture := await laid(at, one, band)), "scene": None if picture else scene(at, one),
    }  # fmt: skip


async def laid(at: Room, one: Fixture, band: Warband) -> str:
    """Where the picture of its table is, as it stands now for this reader; nowhere while there is none for him."""
    info = await at.here.games.info(GameId(one.game)) if one.game else None
    if info is None:
        return ""
    mine = bool(at.id) and band.guest == at.id
    path, _, key = ways_of(at, info, mine, mine or at.id in one.chairs)["replay"].partition("?")
    seat = next((s.seat for s in info.seats if mine and s.guest == at.id), None)
    table = await tables.seen(at.here.games, str(info.id), seat or watching(info)) if path else None
    return f"{path}/moment.svg{f'?{key}' if key else ''}" if table and table.view else ""


def scene(at: Room, one: Fixture) -> dict[str, Any] | None:
    """The part of the map about its place, and the box of it that is seen; nothing without a map."""
    land = land_of(at) if one.place else None
    spot = next((mark for mark in land["places"] if mark["id"] == one.place), None) if land else None
    if land is None or spot is None:
        return None
    wide, high = min(2 * AROUND, land["width"]), min(2 * AROUND * FLAT, land["height"])
    x = max(0, min(spot["x"] - wide / 2, land["width"] - wide))
    y = max(0, min(spot["y"] - high / 2, land["height"] - high))
    return {"map": land, "box": " ".join(f"{n:g}" for n in (x, y, wide, high))}
