"""The drawn tables of a campaign: its battles take them in turn, where they fit (CPN-PAI-12)."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any

from msgspec.structs import replace

from app.campaigns.battles.fixtures import is_bye, is_challenge
from app.campaigns.book import c, table
from app.campaigns.model import VOID, Campaign, Fixture, Settings
from app.campaigns.rounds.scenarios import base_of, crowded, world_of
from app.engine.refusals import Refusal, refuse
from app.engine.system import RuleSystem, Setup
from app.games import surveying
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
    own, pool = ground_of(now, one), [kept.body for kept in now.settings.grounds.values()]
    if own or not pool:
        return [own] if own else []
    turn = [other.id for other in now.fixtures.values() if takes_turn(now, other) or other is one].index(one.id)
    at = turn % len(pool)
    return [*pool[at:], *pool[:at]]


def ground_of(now: Campaign, one: Fixture) -> Body | None:
    """The ground of a battle's own scenario."""
    world = world_of(now.settings, one.scenario)
    return world.ground if world else None


def takes_turn(now: Campaign, one: Fixture) -> bool:
    """Whether a battle is fought, and not on a ground of its own."""
    return one.state != VOID and not is_bye(one) and not is_challenge(one) and ground_of(now, one) is None


def refuse_grounds(settings: Settings, system: RuleSystem[Any] | None) -> Refusal | None:
    """Why a campaign of this system cannot have these drawn tables (CPN-PAI-12)."""
    return crowded("grounds", settings.grounds, FIGURES, POOL) or next(against(settings, system), None)


def against(settings: Settings, system: RuleSystem[Any] | None) -> Iterator[Refusal]:
    """All that stands against the drawn tables of these settings."""
    named = set[str]() if settings.pairing == "story" else {base_of(key) for key in settings.scenarios}
    for one in settings.grounds.values():
        width, depth = one.body.table
        if not one.name:
            yield refuse("rounds.ground-form", POOL)
        elif system is None or not fits(system, one.body, named):
            yield refuse("rounds.ground-fits", POOL, name=one.name, width=width, depth=depth)


def fits(system: RuleSystem[Any], body: Body, named: Collection[str]) -> bool:
    """Whether a scenario that is named, or any where none is, can be played on a drawn table."""
    found = {frame.scenario for frame in surveying.playable(system, surveying.survey(system), body)}
    return bool(found & {*named} if named else found)
