"""The army lists: what each offers, what a model and a unit of it cost (2.21, section 4.4)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache

from msgspec import Struct, convert, field

from app.systems.celtos.book import table

COST = table("costs")["cost"]
FIGURES = ("mv", "in", "ds", "as", "fu", "rs", "hr", "mn", "tm")
"""The characteristics by their short names, in their order (CEL-PRO-09)."""


ROLES = ("leader", "standard", "musician")
"""Command models, in the order in which they stand in their Unit (CEL-PRO-15)."""


class Option(Struct, frozen=True):
    """What may be bought for an entry: an ability, or a weapon, be it instead of another."""

    id: str
    ability: str = ""
    weapon: str = ""
    instead: str = ""

    @property
    def once(self) -> bool:
        """Whether a Unit pays for it once, not for each model."""
        return bool(self.ability) and is_once(self.ability)


class Entry(Struct, frozen=True, kw_only=True):
    """A line of a list: an Individual, or a Unit of ``min`` to ``max`` models (CEL-PRO-13, CEL-PRO-14).

    ``printed``: points of the whole where they were printed, with the
    command models in ``has``.  ``shared``: weapons that the whole Unit serves, paid once.
    """

    id: str
    name: str
    profile: str
    weapons: tuple[str, ...]
    clause: str
    name_es: str = ""
    individual: bool = False
    min: int = 1
    max: int = 1
    abilities: dict[str, int] = field(default_factory=dict)
    options: tuple[Option, ...] = ()
    command: tuple[str, ...] = ()
    shared: tuple[str, ...] = ()
    has: tuple[str, ...] = ()
    printed: int = 0
    changed: dict[str, int] = field(default_factory=dict)
    """Characteristics that a profile of a host's own gives it."""
    priced: int | None = None
    """Points of a model by such a profile, of the whole where they were printed."""

    def option(self, id: str) -> Option | None:
        """The option of this id, if the entry lists it."""
        return next((o for o in self.options if o.id == id), None)


class Trait(Struct, frozen=True):
    """What a whole list has; it touches some of its units only."""

    id: str
    name: str
    name_es: str = ""


class List(Struct, frozen=True, kw_only=True):
    """An army list.  ``hired``: its entries stand beside those of any other (CEL-ARM-03)."""

    name: str
    clause: str
    entries: tuple[Entry, ...]
    name_es: str = ""
    trait: Trait | None = None
    hired: bool = False


LISTS: dict[str, List] = convert(table("lists"), dict[str, List])
HIRED = next(key for key, army in LISTS.items() if army.hired)
HIRELINGS = frozenset(entry.id for entry in LISTS[HIRED].entries)


def armies() -> tuple[str, ...]:
    """The lists of which a band may be, those for demonstration last (CEL-ARM-03)."""
    return tuple(key for key, army in LISTS.items() if not army.hired)


@cache
def entries(army: str) -> dict[str, Entry]:
    """What a band of this list may buy, mercenaries last (CEL-ARM-03)."""
    return {e.id: e for key in (army, HIRED) for e in LISTS[key].entries}


def is_hired(entry: Entry) -> bool:
    """Whether an entry is a mercenary (CEL-ARM-03)."""
    return entry.id in HIRELINGS


def figures_of(entry: Entry) -> dict[str, int]:
    """The characteristics of an entry (CEL-PRO-09)."""
    profile = table("profiles")[entry.profile]
    return {key: entry.changed.get(key, profile[key]) for key in FIGURES}


def home_of(army: str, entry: Entry) -> str:
    """The list an entry stands in."""
    return HIRED if is_hired(entry) else army


def traits_of(army: str, entry: Entry) -> tuple[str, ...]:
    """The trait of its list where it touches this entry: Gallop the Mounted, every other one Units (CEL-ARM-03)."""
    trait = LISTS[army].trait
    if trait is None or is_hired(entry):
        return ()
    touched = "mounted" in entry.abilities if trait.id == "gallop" else not entry.individual
    return (trait.id,) if touched else ()


# -- points ---------------------------------------------------------------------


def base_cost(profile: Mapping[str, int]) -> int:
    """What a profile costs without weapons and abilities (CEL-ARM-04).

    >>> base_cost({"mv": 10, "in": 4, "ds": 3, "as": 3, "fu": 4, "rs": 4, "hr": 1, "mn": 3})
    7
    """
    plain = sum(profile[k] for k in ("in", "ds", "as", "fu", "mn"))
    figures = profile["mv"] // COST["movement"] + plain + COST["resistance"] * profile["rs"] - COST["off"]
    return int(max(COST["least"], figures) + COST["wound"] * (profile["hr"] - 1))


def ability_cost(ability: str, level: int, individual: bool) -> int:
    """What an ability of this figure costs a model, or the whole where it is bought once (section ABL)."""
    row = table("abilities")[ability]
    price = row["cost"]
    each = price.get("individual", 0) if individual and "individual" in price else price.get("model", 0)
    times = {"figure": level, "extra": level - 1}.get(row.get("times", ""), 1)
    return int((each + price.get("unit", 0)) * times)


def is_once(ability: str) -> bool:
    """Whether an ability is bought once for a whole Unit."""
    return "unit" in table("abilities")[ability]["cost"]


def model_cost(entry: Entry) -> int:
    """What the formula makes of one model with its listed gear (CEL-ARM-04); an Individual's all included.

    A profile of a host's own may say otherwise.
    """
    if entry.priced is not None:
        return entry.priced
    gear = sum(table("weapons")[w]["cost"] for w in entry.weapons)
    skills = sum(ability_cost(a, n, entry.individual) for a, n in entry.abilities.items()
                 if entry.individual or not is_once(a))  # fmt: skip
    return base_cost(figures_of(entry)) + int(gear) + skills


def option_cost(entry: Entry, option: Option) -> int:
    """What the formula makes of an option: its ability, or its weapon less the one it replaces (CEL-ARM-04)."""
    if option.ability:
        return ability_cost(option.ability, 1, entry.individual)
    weapons = table("weapons")
    return int(weapons[option.weapon]["cost"] - (weapons[option.instead]["cost"] if option.instead else 0))


def command_cost(roles: tuple[str, ...]) -> int:
    """What command models add, flat for a Unit (CEL-ARM-09)."""
    return sum(int(table("abilities")[role]["cost"]["unit"]) for role in roles if role in ROLES)


def unit_cost(entry: Entry, models: int, options: tuple[str, ...], command: tuple[str, ...]) -> int:
    """What so many models of an entry cost with these options and command models (CEL-ARM-04, CEL-ARM-09).

    Of a printed cost, that of the whole, it is the share of those who are left (CEL-CAM-08).
    """
    if entry.printed:
        return (entry.printed if entry.priced is None else entry.priced) * models // entry.max
    bought = [o for o in entry.options if o.id in options]
    each = model_cost(entry) + sum(option_cost(entry, o) for o in bought if not o.once)
    whole = sum(option_cost(entry, o) for o in bought if o.once) + sum(
        int(table("weapons")[w]["cost"]) for w in entry.shared
    )
    return int(each * models + whole + command_cost(command))


# -- names ----------------------------------------------------------------------


def names() -> Iterator[tuple[str, str]]:
    """The names of lists, their traits and entries by sentence key."""
    for key, army in LISTS.items():
        yield f"faction.{key}", army.name
        if army.trait:
            yield f"word.{army.trait.id}", army.trait.name
        for entry in army.entries:
            yield f"entry.{key}.{entry.id}", entry.name
