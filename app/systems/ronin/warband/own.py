"""Profiles of a host's own: titles and swords-for-hire changed, and how far they may be (a house rule)."""

from __future__ import annotations

from functools import cache
from typing import Any

from app.engine.profiles import Base, Bounds, Profile, declared
from app.systems.ronin.book import WEAPONS, c, table

SKILLS = ("pool", "initiative", "fight", "shoot")
FIGURES, OPTIONS, HIRE = ("rank", *SKILLS), ("warhorse", "banner"), "hire"
Row = dict[str, Any]


def bounds() -> Bounds:
    """What may be changed of the profiles of Ronin."""
    known = {
        "armour": table("armour"), "weapons": [key for key in WEAPONS if key != "weaponless"],
        "attributes": [key for key in table("attributes") if key != "commander"], "options": OPTIONS,
    }  # fmt: skip
    return declared(table("bounds"), c("RON-ARM-16"), {**dict(titled()), **dict(hired())}, known)


def titled() -> list[tuple[str, Base]]:
    """The titles of every faction by faction and title."""
    return [
        (f"{faction}.{row['id']}", base(f"title.{faction}.{row['id']}", row, profile(row["rank"])))
        for faction, every in table("factions").items() for row in every["titles"]
    ]  # fmt: skip


def hired() -> list[tuple[str, Base]]:
    """The swords-for-hire."""
    return [(f"{HIRE}.{key}", base(f"{HIRE}.{key}", row, row)) for key, row in table("hires").items()]


def base(about: str, row: Row, figures: Row) -> Base:
    """A printed profile as it may be changed."""
    armour = row["armour"] if isinstance(row["armour"], list) else [row["armour"]]
    flags = tuple(flag for flag in OPTIONS if row.get(flag))
    lists = {"armour": tuple(armour), "weapons": listed(row), "attributes": tuple(row.get("attributes", ()))}
    return Base(
        about=about, figures={key: row["rank"] if key == "rank" else figures[key] for key in FIGURES},
        lists=lists if about.startswith(HIRE) else {**lists, "options": flags}, points=figures["cost"],
    )  # fmt: skip


def listed(row: Row) -> tuple[str, ...]:
    """All weapons that a title may have, and those of a sword-for-hire."""
    groups = [row.get("weapons", ()), row.get("required", ()), *row.get("required_one_of", ()), *row.get("one_of", ())]
    return tuple(dict.fromkeys(weapon for group in groups for weapon in group))


@cache
def profile(rank: int) -> Row:
    """The characteristics of a Rank (RON-ARM-01)."""
    return {row["rank"]: dict(row) for row in table("profiles")["rank"]}[rank]


def changed(row: Row, own: Profile | None, *, hire: bool) -> Row:
    """What the lists say of a title or a sword-for-hire, as its profile changes it."""
    if own is None:
        return row
    return changed_hire(row, own) if hire else changed_title(row, own)


def changed_hire(row: Row, own: Profile) -> Row:
    """A sword-for-hire has all his lists say, and of his armour the last."""
    armour = own.words("armour", (row["armour"],))
    figures = {key: own.number(key, row[key]) for key in FIGURES}
    cost = row["cost"] if own.points is None else own.points
    return {
        **row, **figures, "armour": armour[-1], "weapons": list(own.words("weapons", row["weapons"])),
        "attributes": list(own.words("attributes", row["attributes"])), "cost": cost,
    }  # fmt: skip


def changed_title(row: Row, own: Profile) -> Row:
    """A title may have each weapon added, and has each attribute."""
    taken = own.take.get("weapons", ())
    groups = {
        key: [left for group in row[key] if (left := [weapon for weapon in group if weapon not in taken])]
        for key in ("required_one_of", "one_of")
    }  # fmt: skip
    had = tuple(flag for flag in OPTIONS if row[flag])
    flags = {flag: flag in own.words("options", had) for flag in OPTIONS}
    groups["one_of"] += [[weapon] for weapon in own.add.get("weapons", ())]
    return {
        **row, **flags, **groups, "rank": own.number("rank", row["rank"]),
        "armour": list(own.words("armour", row["armour"])),
        "required": [weapon for weapon in row["required"] if weapon not in taken],
    }  # fmt: skip


def skills_of(rank: int, own: Profile | None, risen: int) -> Row:
    """The skills of a Rank so many above its own, each as much better or worse as its profile makes it."""
    printed = profile(rank)
    if own is None:
        return printed
    before = profile(rank - risen)
    return {**printed, **{key: printed[key] + own.number(key, before[key]) - before[key] for key in SKILLS}}


def dearer(rank: int, own: Profile | None) -> int:
    """How much more than its Rank a profile of this Rank costs by its own points."""
    return 0 if own is None or own.points is None else own.points - int(profile(rank)["cost"])


BOUNDS = bounds()
