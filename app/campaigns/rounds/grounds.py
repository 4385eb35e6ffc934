"""The drawn tables of a campaign: its battles take them in turn, where they fit (CPN-PAI-12)."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any

import msgspec
from msgspec.structs import replace

from app.campaigns.book import c, table
from app.campaigns.model import Campaign, Fixture, Settings
from app.campaigns.rounds.scenarios import base_of, world_of
from app.engine.digest import canonical
from app.engine.refusals import Refusal, refuse
from app.engine.system import RuleSystem, Setup
from app.games import grounds, surveying
from app.games.grounds import Body

POOL = c("CPN-PAI-12")
FIGURES: Mapping[str, Any] = table("rounds")["grounds"]
LANDED = ("terrain", "table")
"""Options that say what a battle is fought on."""


def laid(now: Campaign, one: Fixture, bare: Setup, system: RuleSystem[Any]) -> Setup:
    """The set-up on the ground of its own scenario, else on the drawn table whose turn it is, of those on which it is
    lawful; as it was where none is, or where the place or the story says its ground."""
    if any(key in bare.options for key in LANDED):
        return bare
    for body in bodies(now, one):
        land = surveying.rules(surveying.survey(system), bare.scenario, body)
        at = replace(bare, options={**bare.options, **land})
        if surveying.size_of(system, at) == body.table:
            return at
    return bare


def bodies(now: Campaign, one: Fixture) -> list[Body]:
    """The grounds a battle may have, that whose turn it is first."""
    world = world_of(now.settings, one.scenario)
    if world and world.ground:
        return [world.ground]
    pool = [body for raw in now.settings.grounds.values() if (body := readable(raw))]
    turn = list(now.fixtures).index(one.id) % len(pool) if pool else 0
    return [*pool[turn:], *pool[:turn]]


def refuse_grounds(settings: Settings, system: RuleSystem[Any] | None) -> Refusal | None:
    """Why a campaign of this system cannot have these drawn tables (CPN-PAI-12)."""
    most, got = int(FIGURES["most"]), len(settings.grounds)
    if got > most:
        return refuse("rounds.grounds-many", POOL, most=most, got=got)
    return next(against(settings, system), None)


def against(settings: Settings, system: RuleSystem[Any] | None) -> Iterator[Refusal]:
    """All that stands against the drawn tables of these settings."""
    most, named = int(FIGURES["letters"]), {base_of(key) for key in settings.scenarios}
    for raw in settings.grounds.values():
        size, body = len(canonical(raw)), readable(raw)
        if size > most:
            yield refuse("rounds.ground-long", POOL, most=most, got=size)
        elif body is None or system is None or not name_of(raw):
            yield refuse("rounds.ground-form", POOL)
        elif not fits(system, body, named):
            width, depth = body.table
            yield refuse("rounds.ground-fits", POOL, name=name_of(raw), width=width, depth=depth)


def fits(system: RuleSystem[Any], body: Body, named: Collection[str]) -> bool:
    """Whether a scenario that is named, or any where none is, can be played on a drawn table."""
    found = {frame.scenario for frame in surveying.playable(system, surveying.survey(system), body)}
    return bool(found & {*named} if named else found)


def name_of(raw: Any) -> str:
    """What a drawn table is called."""
    name = raw.get("name") if isinstance(raw, dict) else None
    return name[:40] if isinstance(name, str) else ""


def readable(raw: Any) -> Body | None:
    """The drawn table that a setting holds, if it is one."""
    try:
        return grounds.parsed(raw["body"]) if isinstance(raw, dict) and {*raw} == {"name", "body"} else None
    except msgspec.ValidationError:
        return None
