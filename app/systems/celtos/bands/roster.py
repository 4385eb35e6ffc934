"""Rosters: what a band is made of, its models with their figures, what each unit costs."""

from __future__ import annotations

from typing import Annotated

from msgspec import UNSET, Meta, Struct, UnsetType, field

from app.engine.asks import Json
from app.engine.profiles import Own, Profile, called, is_sound, of
from app.engine.refusals import Refusal
from app.engine.rosters import roster_of
from app.systems.celtos.bands.lists import (
    FIGURES,
    LISTS,
    ROLES,
    Entry,
    entries,
    home_of,
    is_hired,
    traits_of,
    unit_cost,
)
from app.systems.celtos.bands.lists import figures_of as printed
from app.systems.celtos.bands.own import BOUNDS, changed
from app.systems.celtos.book import c, table

ILLEGAL = c("CEL-ARM-10")
MOST_MODELS = 99
Count = Annotated[int, Meta(ge=0, le=MOST_MODELS)]


class Veteran(Struct, frozen=True):
    """What a campaign has made of a unit.  ``who``: the member of its warband that it is.

    ``changes``: what experience and injuries add to its characteristics, by short name (CEL-CAM-03, CEL-CAM-04).
    """

    who: str = ""
    changes: dict[str, int] = field(default_factory=dict)


class Enlisted(Struct, frozen=True):
    """A unit as its roster writes it: so many models of an entry, options and command models bought.

    ``veteran``: only in a campaign; the command models of such a unit are those named, whatever its entry has.
    """

    code: str
    entry: str
    models: Count = 1
    options: tuple[str, ...] = ()
    command: tuple[str, ...] = ()
    name: str = ""
    veteran: Veteran | UnsetType = UNSET
    own: Own = UNSET

    @property
    def changed(self) -> Profile | None:
        """The profile of a host's own that it has."""
        return of(self.own)

    @property
    def past(self) -> Veteran:
        """What it has behind it; nothing outside a campaign."""
        return Veteran() if self.veteran is UNSET else self.veteran


class Roster(Struct, frozen=True):
    """A band as a player writes it; ``sample`` names a ready one instead."""

    name: str = ""
    list: str = ""
    units: tuple[Enlisted, ...] = ()
    sample: str = ""


class MadeModel(Struct, frozen=True, kw_only=True):
    """One model of a unit after its gear and abilities: its figures by short name, ``mv`` in cm (CEL-PRO-09)."""

    role: str
    figures: dict[str, int]
    weapons: tuple[str, ...]
    abilities: dict[str, int]


class MadeUnit(Struct, frozen=True, kw_only=True):
    """A unit with all that its list says of it.  ``name``: its own, or the sentence key of its entry's.

    ``own``: the name of the profile of a host's own that it has.
    """

    code: str
    entry: str
    name: str
    individual: bool
    hired: bool
    models: tuple[MadeModel, ...]
    traits: tuple[str, ...]
    cost: int
    own: str = ""


def read_roster(raw: Json) -> Roster | Refusal:
    """The roster this JSON stands for, a sample filled in, or why it cannot be read (CEL-ARM-10)."""
    return roster_of(raw, Roster, table("samples"), ILLEGAL)


def is_known(roster: Roster, unit: Enlisted) -> bool:
    """Whether the band's list or the mercenaries have this entry, so changed."""
    return is_listed(roster, unit) and is_sound(unit.own, BOUNDS, base_of(roster, unit))


def is_listed(roster: Roster, unit: Enlisted) -> bool:
    """Whether the band's list or the mercenaries have this entry."""
    return is_army(roster.list) and unit.entry in entries(roster.list)


def base_of(roster: Roster, unit: Enlisted) -> str:
    """The printed profile of a unit, by its key."""
    return f"{home_of(roster.list, entries(roster.list)[unit.entry])}.{unit.entry}"


def entry_of(roster: Roster, unit: Enlisted) -> Entry:
    """The line of the list a unit is bought from, as its own profile changes it."""
    return changed(entries(roster.list)[unit.entry], unit.changed)


def is_army(key: str) -> bool:
    """Whether a band may be of this list (CEL-ARM-03)."""
    return key in LISTS and not LISTS[key].hired


def made(roster: Roster) -> tuple[MadeUnit, ...]:
    """Every unit that the lists know, in roster order."""
    return tuple(make(roster, unit) for unit in roster.units if is_known(roster, unit))


def make(roster: Roster, unit: Enlisted) -> MadeUnit:
    """A unit with the figures of its list."""
    entry = entry_of(roster, unit)
    return MadeUnit(
        code=unit.code, entry=entry.id, name=called(unit.name, unit.own, sentence_of(roster.list, entry)),
        individual=entry.individual, hired=is_hired(entry), models=models_of(entry, unit),
        traits=traits_of(roster.list, entry), cost=unit_cost(entry, unit.models, unit.options, unit.command),
        own=unit.changed.name if unit.changed else "",
    )  # fmt: skip


def sentence_of(army: str, entry: Entry) -> str:
    """The sentence key of an entry's name."""
    return f"entry.{home_of(army, entry)}.{entry.id}"


def models_of(entry: Entry, unit: Enlisted) -> tuple[MadeModel, ...]:
    """The models of a unit, its command models first (CEL-PRO-16)."""
    named = unit.command if unit.veteran is not UNSET else entry.has or unit.command
    roles = [role for role in ROLES if role in named]
    figures, weapons, abilities = figures_of(entry, unit), weapons_of(entry, unit), abilities_of(entry, unit)
    return tuple(
        MadeModel(role=roles[n] if n < len(roles) else "", figures=figures, weapons=weapons, abilities=abilities)
        for n in range(unit.models)
    )


def figures_of(entry: Entry, unit: Enlisted) -> dict[str, int]:
    """The characteristics all models of a unit have, a shield's and what a campaign made of them included.

    CEL-PRO-13, CEL-ARM-06, CEL-CAM-03, CEL-CAM-04.
    """
    profile = printed(entry)
    shield = "shield" in abilities_of(entry, unit) and not entry.printed
    adds = table("abilities")["shield"]["resistance"] if shield else 0
    return {key: profile[key] + (adds if key == "rs" else 0) + unit.past.changes.get(key, 0) for key in FIGURES}


def abilities_of(entry: Entry, unit: Enlisted) -> dict[str, int]:
    """Abilities by name with their figures, those bought included."""
    bought = {o.ability: 1 for o in entry.options if o.ability and o.id in unit.options}
    return {**entry.abilities, **bought}


def weapons_of(entry: Entry, unit: Enlisted) -> tuple[str, ...]:
    """The weapons each model carries: listed, shared and bought, those replaced left out."""
    bought = [o for o in entry.options if o.weapon and o.id in unit.options]
    replaced = [o.instead for o in bought]
    kept = [w for w in (*entry.shared, *entry.weapons) if w not in replaced]
    return (*kept, *(o.weapon for o in bought))
