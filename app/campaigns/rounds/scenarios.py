"""The scenarios of a campaign: printed ones by their id, its own as ``printed~id`` (CPN-PAI-09, CPN-PAI-11)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from app.campaigns.book import c, table
from app.campaigns.model import Settings
from app.engine.digest import canonical
from app.engine.refusals import Refusal, refuse
from app.engine.system import RuleSystem
from app.games import worlds
from app.games.worlds import World

OWN = c("CPN-PAI-11")
FIGURES: Mapping[str, Any] = table("rounds")["own"]
MARK = "~"
IN_WORDS = (worlds.NO_BASE, worlds.NO_ROSTERS, worlds.NO_TABLE)
"""What the page of scenarios says in words of its own; here one sentence stands for them."""


def key_of(base: str, id: str) -> str:
    """The key of an own scenario that begins from this printed one."""
    return f"{base}{MARK}{id}"


def base_of(key: str) -> str:
    """The printed scenario that a battle is, or begins from."""
    return key.partition(MARK)[0]


def world_of(settings: Settings, key: str) -> World | None:
    """The campaign's own scenario of this key; nothing where it is a printed one."""
    return worlds.parsed(settings.worlds[key]) if key in settings.worlds else None


def standing_for(settings: Settings, printed: str) -> str:
    """What is played where a story or a map says this printed one: the first of the campaign's own that begin from it,
    unless the campaign names the printed one too (CPN-PAI-11)."""
    if printed in settings.scenarios:
        return printed
    return next((key for key in settings.scenarios if key in settings.worlds and base_of(key) == printed), printed)


def options_of(settings: Settings, key: str, system: RuleSystem[Any]) -> dict[str, Any]:
    """What a battle of this scenario has in its options besides: what is changed of the printed one, without ground."""
    world = world_of(settings, key)
    return worlds.options(system, replace(world, ground=None)) if world else {}


def tidy(settings: Settings) -> Settings:
    """The settings with those own scenarios alone that they name, without forces and points: warbands have theirs."""
    kept = {key: worlds.told(bare(one)) for key in settings.scenarios if (one := world_of(settings, key))}
    return replace(settings, worlds=kept)


def bare(world: World) -> World:
    """A scenario as a campaign plays it."""
    return replace(world, forces=[], points=0)


def refuse_worlds(settings: Settings, printed: Sequence[str], system: RuleSystem[Any] | None) -> Refusal | None:
    """Why a campaign of this system cannot have these scenarios of its own (CPN-PAI-11)."""
    most, got = int(FIGURES["most"]), len(settings.worlds)
    if got > most:
        return refuse("rounds.own-many", OWN, most=most, got=got)
    return next(against(settings, printed, system), None)


def against(settings: Settings, printed: Sequence[str], system: RuleSystem[Any] | None) -> Iterator[Refusal]:
    """All that stands against the own scenarios of these settings."""
    most = int(FIGURES["letters"])
    for key, raw in settings.worlds.items():
        size = len(canonical(raw))
        if size > most:
            yield refuse("rounds.own-long", OWN, most=most, got=size)
        elif (world := readable(raw)) is None or system is None or key != key_of(world.base, key.partition(MARK)[2]):
            yield refuse("rounds.own-form", OWN, got=key[:40])
        elif world.system != system.key or world.base not in printed:
            yield refuse("rounds.own-base", OWN, got=world.base[:40], known=", ".join(printed))
        else:
            yield from (said(world, no) for no in worlds.faults(system, bare(world)))


def readable(raw: Any) -> World | None:
    """The scenario that a setting holds, if it is one."""
    try:
        return worlds.parsed(raw)
    except msgspec.ValidationError:
        return None


def said(world: World, no: Refusal) -> Refusal:
    """Why a scenario cannot be played, as a campaign says it."""
    return refuse("rounds.own-faulty", OWN, name=world.name) if no.code in IN_WORDS else no
