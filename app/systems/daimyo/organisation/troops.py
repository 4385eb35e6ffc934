"""What the troop profiles make of a unit: class, arms, armour, size of its stands (section PROFILES of the data)."""

from __future__ import annotations

from functools import cache
from typing import Any

from app.systems.daimyo.armies.lists import weight_of
from app.systems.daimyo.book import cm, table

STAND = table("organisation")["stand"]
HQ = table("organisation")["hq"]


@cache
def traits_of(profile: str) -> dict[str, Any]:
    """The fields of a unit that its profile fixes; ``quality`` is the usual one.

    Sizes are in 1/100 mm (DAI-ORG-03, DAI-ORG-05, DAI-ORG-06).
    """
    row = table("profiles")[profile]
    wide, deep = size(row["kind"], row["mount"])
    return {
        "profile": profile, "kind": row["kind"], "troop_class": row["class"],
        "mounted": row["mount"] == "cavalry", "armour": row["armour"], "arm": row["arm"], "missile": row["missile"],
        "quality": row["quality"], "stand_width": wide, "stand_depth": deep,
        "weight": weight_of(row["class"]),
    }  # fmt: skip


def size(kind: str, mount: str) -> tuple[int, int]:
    """Width and depth of one stand, a gun or a headquarters in 1/100 mm."""
    if kind == "hq":
        return cm(HQ["width"]), cm(HQ["depth"])
    if kind == "gun":
        return cm(STAND["artillery"]["width"]), cm(STAND["artillery"]["depth"])
    return cm(STAND["width"]), cm(STAND[mount])
