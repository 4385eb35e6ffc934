"""Profiles of a host's own: Units, creatures and characters changed, and how far they may be (a house rule).

Onmyouiji have theirs by school and level, and are not changed.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from app.engine.profiles import Base, Bounds, Profile, declared
from app.systems.kensei.armies.lists import CHARACTERS, STATS, TROOPS, Character, Entry
from app.systems.kensei.armies.lists import Profile as Stats
from app.systems.kensei.book import c, table

NONE = "none"
"""The word for no ranged weapon."""
PEOPLE = {key: row for key, row in CHARACTERS.items() if not row.schools}


def bounds() -> Bounds:
    """What may be changed of the profiles of Kensei."""
    rows: tuple[Entry | Character, ...] = (*TROOPS.values(), *PEOPLE.values())
    bought = (key for row in PEOPLE.values() for key in row.options if key != "mounted")
    shot = dict.fromkeys((*(row.ranged for row in rows if row.ranged), *bought))
    known = {
        "armour": table("armour"), "ranged": (NONE, *shot), "options": (),
        "melee": dict.fromkeys(key for row in rows for key in row.melee),
        "abilities": dict.fromkeys(key for row in rows for key in row.abilities),
    }  # fmt: skip
    return declared(table("bounds"), c("KEN-ARM-07"), dict(based()), known)


def based() -> Iterator[tuple[str, Base]]:
    """Units, creatures and characters by their keys."""
    for key, entry in TROOPS.items():
        lists = {"melee": entry.melee, "abilities": entry.abilities}
        yield key, Base(about=f"entry.{key}", figures=figures(entry, entry), lists=lists, points=entry.cost)
    for key, row in PEOPLE.items():
        lists = {"melee": row.melee, "abilities": row.abilities, "options": tuple(row.options)}
        stats = next(iter(row.profiles.values()))
        yield key, Base(about=f"entry.{key}", figures=figures(stats, row), lists=lists, points=row.cost)


def figures(stats: Stats | Entry, row: Entry | Character) -> dict[str, int | str]:
    """The stats of a model, what it wears and shoots with."""
    return {**{key: getattr(stats, key) for key in STATS}, "armour": row.armour, "ranged": row.ranged or NONE}


def changed_entry(entry: Entry, own: Profile | None) -> Entry:
    """A line of the army lists as its profile changes it."""
    if own is None:
        return entry
    stats = {key: own.number(key, getattr(entry, key)) for key in STATS}
    return replace(entry, **stats, **gear(entry, own))


def changed_character(row: Character, own: Profile | None) -> Character:
    """A character as his profile changes him, in every caste alike."""
    if own is None:
        return row
    stats = {caste: changed_stats(one, own) for caste, one in row.profiles.items()}
    options = {key: cost for key, cost in row.options.items() if key not in own.take.get("options", ())}
    return replace(row, profiles=stats, options=options, **gear(row, own))


def changed_stats(stats: Stats, own: Profile) -> Stats:
    """Stats with those that a profile has otherwise."""
    return replace(stats, **{key: own.number(key, getattr(stats, key)) for key in STATS})


def gear(row: Entry | Character, own: Profile) -> dict[str, object]:
    """What a profile carries, knows and costs."""
    shot = own.word("ranged", row.ranged or NONE)
    return {
        "armour": own.word("armour", row.armour), "ranged": "" if shot == NONE else shot,
        "melee": own.words("melee", row.melee), "abilities": own.words("abilities", row.abilities),
        "cost": row.cost if own.points is None else own.points,
    }  # fmt: skip


BOUNDS = bounds()
