"""Profiles of a host's own: entries of the lists changed, and how far they may be (a house rule).

Without points of its own such an entry costs what the formula makes of it (CEL-ARM-04).
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from app.engine.profiles import Base, Bounds, Profile, declared
from app.systems.celtos.bands.lists import LISTS, ROLES, Entry, Option, figures_of, model_cost
from app.systems.celtos.book import c, table

FIGURES = tuple(row["id"] for row in table("bounds")["figures"])
FIXED = ("mounted", "shield", *ROLES)
"""Abilities that are more than an ability: a mount, gear, command models."""


def bounds() -> Bounds:
    """What may be changed of the profiles of Celtos."""
    every = [entry for army in LISTS.values() for entry in army.entries]
    known = {
        "weapons": table("weapons"), "options": (), "command": ROLES,
        "abilities": [key for key in table("abilities") if key not in FIXED and any(key in e.abilities for e in every)],
    }  # fmt: skip
    return declared(table("bounds"), c("CEL-ARM-10"), dict(based()), known, ruled=True)


def based() -> Iterator[tuple[str, Base]]:
    """The entries of every list by list and entry."""
    for key, army in LISTS.items():
        for entry in army.entries:
            yield f"{key}.{entry.id}", base(f"entry.{key}.{entry.id}", entry)


def base(about: str, entry: Entry) -> Base:
    """An entry as it may be changed; one that stands alone has no command models."""
    lists = {
        "weapons": tuple(dict.fromkeys((*entry.shared, *entry.weapons))),
        "abilities": tuple(key for key in entry.abilities if key not in FIXED),
        "options": tuple(option.id for option in entry.options),
    }  # fmt: skip
    command = {} if entry.individual or entry.printed else {"command": entry.command}
    printed = figures_of(entry)
    return Base(
        about=about, figures={key: printed[key] for key in FIGURES}, lists={**lists, **command},
        points=entry.printed or model_cost(entry),
    )  # fmt: skip


def changed(entry: Entry, own: Profile | None) -> Entry:
    """An entry as its profile changes it; an option for a weapon that was taken goes with it."""
    if own is None:
        return entry
    taken = own.take.get("weapons", ())
    added = tuple(w for w in own.add.get("weapons", ()) if w not in entry.shared)
    skills = own.words("abilities", entry.abilities)
    return replace(
        entry, changed={key: own.number(key, 0) for key in FIGURES if key in own.figures}, priced=own.points,
        weapons=(*(w for w in entry.weapons if w not in taken), *added),
        shared=tuple(w for w in entry.shared if w not in taken),
        abilities={key: entry.abilities.get(key, 1) for key in skills},
        options=tuple(option for option in entry.options if is_left(option, own)),
        command=own.words("command", entry.command),
    )  # fmt: skip


def is_left(option: Option, own: Profile) -> bool:
    """Whether an option may still be bought: a weapon or ability that is there already is not."""
    new = (*own.add.get("weapons", ()), *own.add.get("abilities", ()))
    gone = option.id in own.take.get("options", ()) or option.instead in own.take.get("weapons", ())
    return not gone and option.weapon not in new and option.ability not in new


BOUNDS = bounds()
