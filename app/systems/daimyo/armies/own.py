"""Profiles of a host's own: troops of the table changed, and how far they may be (a house rule).

Without points of its own a stand costs what the table of points makes of it (DAI-ARM-01).
"""

from __future__ import annotations

from msgspec.structs import replace

from app.engine.profiles import Base, Bounds, declared
from app.engine.profiles import Profile as Own
from app.systems.daimyo.armies.lists import COST, PROFILES, QUALITIES, Profile
from app.systems.daimyo.book import c, table

NONE = "none"
"""The word for troops that do not shoot."""
WORDS = ("quality", "armour", "arm", "missile")


def bounds() -> Bounds:
    """What may be changed of the profiles of Daimyo: those of troops; guns and HQ are as printed."""
    row = COST["stand"]
    known = {
        "quality": QUALITIES, "qualities": QUALITIES, "armour": row["armour"], "arm": row["arm"],
        "missile": (NONE, *row["missile"]),
    }  # fmt: skip
    bases = {key: base(key, profile) for key, profile in PROFILES.items() if profile.kind == "troops"}
    return declared(table("bounds"), c("DAI-ARM-06"), bases, known, ruled=True)


def base(key: str, profile: Profile) -> Base:
    """Troops as they may be changed."""
    figures: dict[str, int | str] = {word: getattr(profile, word) or NONE for word in WORDS}
    lists = {"qualities": profile.qualities}
    return Base(about=f"profile.{key}", figures=figures, lists=lists, points=profile.points)


def changed(profile: Profile, own: Own | None) -> Profile:
    """Troops as their profile changes them; the usual quality is one that they may have."""
    if own is None:
        return profile
    said = {word: own.word(word, getattr(profile, word) or NONE) for word in WORDS}
    open_ = {*own.words("qualities", profile.qualities), said["quality"]}
    return replace(
        profile, **{**said, "missile": "" if said["missile"] == NONE else said["missile"]},
        qualities=tuple(key for key in reversed(QUALITIES) if key in open_), priced=own.points,
    )  # fmt: skip


BOUNDS = bounds()
