"""Rosters kept with profiles that their host has since taken out or changed: told unit by unit, and mended."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from app.engine.asks import Json
from app.engine.drafts import Draft, Unit
from app.engine.profiles import FIELD, LONGEST, Profile, carried, same
from app.engine.refusals import Refusal, refuse
from app.games.carried import stranger
from app.games.sentences import SEATED

Build = Callable[[Json, int, Mapping[str, str]], Draft]
ODD = "zz"
"""Stands behind the name of a strange profile while its units are looked for."""


def told(build: Build, draft: Draft, ours: Sequence[Profile] | None) -> Draft:
    """The draft with what stands against units whose profiles are none of ``ours`` (``None``: of these rules)."""
    known = {same(one) for one in ours or ()}
    odd = [msgspec.convert(one, Profile) for one in carried(draft.roster) if ours is not None and stranger(one, known)]
    if not odd:
        return draft
    marked = build(swapped(draft.roster, lambda one: with_mark(one) if stranger(one, known) else one), draft.limit, {})
    by_name = {one.shown: against(one, ours or ()) for one in odd}
    units = zip(draft.units, marked.units, strict=True)
    return replace(draft, units=tuple(refused(unit, other, by_name) for unit, other in units))


def refused(unit: Unit, marked: Unit, by_name: Mapping[str, Refusal]) -> Unit:
    """The unit with what stands against its profile, where that is called otherwise once the strange ones are."""
    no = by_name.get(unit.about) if unit.about != marked.about else None
    return replace(unit, refusals=(*unit.refusals, no)) if no else unit


def against(one: Profile, ours: Sequence[Profile]) -> Refusal:
    """Why a profile that a roster was kept with may not be brought."""
    if now(one, ours):
        return refuse("changed.otherwise", SEATED, profile=one.shown)
    return refuse("changed.gone", SEATED, profile=one.shown)


def now(one: Profile, ours: Sequence[Profile]) -> Profile | None:
    """The profile of the same name and of the same printed one, as the host has it."""
    return next((other for other in ours if (other.key, other.based_on) == (one.key, one.based_on)), None)


def with_mark(one: Json) -> Json:
    """A profile under another name."""
    return {**one, "name": one["name"][: LONGEST - len(ODD)] + ODD}


def renewed(roster: Json, ours: Sequence[Profile]) -> Json:
    """The roster with every profile that its host has otherwise as he has it now."""
    known = {same(one) for one in ours}

    def renew(one: Json) -> Json:
        found = now(msgspec.convert(one, Profile), ours) if stranger(one, known) else None
        return msgspec.to_builtins(found) if found else one

    return swapped(roster, renew)


def swapped(raw: Json, swap: Callable[[Any], Json]) -> Json:
    """A roster with all that it carries as profiles swapped."""
    if isinstance(raw, dict):
        return {key: swap(one) if key == FIELD and one is not None else swapped(one, swap) for key, one in raw.items()}
    return [swapped(one, swap) for one in raw] if isinstance(raw, list | tuple) else raw
