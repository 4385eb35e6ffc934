"""The scenarios of a campaign: printed ones by their id, its own as ``printed~id`` (CPN-PAI-09, CPN-PAI-11)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from app.campaigns.book import c, table
from app.campaigns.model import Settings
from app.engine.digest import canonical
from app.engine.refusals import Clause, Refusal, refuse
from app.engine.system import RuleSystem
from app.games import worlds
from app.games.seats import clean_name
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
    return settings.worlds.get(key)


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
    """The settings with those own scenarios alone that they name, as a campaign plays them; names can be shown."""
    kept = {key: bare(one) for key in settings.scenarios if (one := world_of(settings, key))}
    grounds = {key: replace(one, name=clean_name(one.name)) for key, one in settings.grounds.items()}
    return replace(settings, worlds=kept, grounds=grounds)


def bare(world: World) -> World:
    """A scenario as a campaign plays it: without forces and points, for warbands have theirs."""
    return replace(world, name=clean_name(world.name), about=shown(world.about), forces=[], points=0)


def shown(text: str) -> str:
    """A text without signs that cannot be seen."""
    return "".join(sign for sign in text if sign.isprintable()).strip()


def refuse_worlds(settings: Settings, printed: Sequence[str], system: RuleSystem[Any] | None) -> Refusal | None:
    """Why a campaign of this system cannot have these scenarios of its own (CPN-PAI-11)."""
    return crowded("own", settings.worlds, FIGURES, OWN) or next(against(settings, printed, system), None)


def crowded(what: str, rows: Mapping[str, Struct], figures: Mapping[str, Any], clause: Clause) -> Refusal | None:
    """Why these are too many, or too long together."""
    size = len(canonical(msgspec.to_builtins(rows)).decode())
    for kind, got in (("many", len(rows)), ("long", size)):
        most = int(figures[kind])
        if got > most:
            return refuse(f"rounds.{what}-{kind}", clause, most=most, got=got)
    return None


def against(settings: Settings, printed: Sequence[str], system: RuleSystem[Any] | None) -> Iterator[Refusal]:
    """All that stands against the own scenarios of these settings."""
    for key, world in settings.worlds.items():
        if system is None or not world.name or base_of(key) != world.base:
            yield refuse("rounds.own-form", OWN, got=key[:40])
        elif world.system != system.key or world.base not in printed:
            yield refuse("rounds.own-base", OWN, got=world.base[:40], known=", ".join(printed))
        else:
            yield from (said(world, no) for no in worlds.faults(system, world))


def said(world: World, no: Refusal) -> Refusal:
    """Why a scenario cannot be played, as a campaign says it."""
    return refuse("rounds.own-faulty", OWN, name=world.name) if no.code in IN_WORDS else no
