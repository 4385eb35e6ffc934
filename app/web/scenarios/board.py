"""The zones of a scenario as its page draws them and as they are typed: one thing in two forms."""

from __future__ import annotations

from collections.abc import Hashable
from functools import lru_cache
from typing import Any, cast

import msgspec
from msgspec.structs import replace

from app.engine import zones
from app.engine.geometry import box as bounds
from app.engine.system import RuleSystem, Setup
from app.engine.zones import Box, Ground, Zoning
from app.games import worlds
from app.games.worlds import World
from app.web.page.shapes import units
from app.web.page.words import Words, gettext
from app.web.terrain import drawing

HUNDREDTHS = 100
"""Lengths are drawn as exactly."""
SIDES = "abcd"
"""The colours of those who set up, in their order."""


def board(system: RuleSystem[Any], world: World, words: Words) -> dict[str, Any] | None:
    """The board of a scenario whose zones may be drawn: table, ground, fields, zones; nothing for others."""
    of = worlds.zoning(system, world)
    row = worlds.row_of(system, world.base)
    if of is None or row is None:
        return None
    part = next(part for part in row["own"] if part["form"] == zones.FORM)
    given = world.changes.get(part["key"], {})
    circles = {one.who for one in of.near if one.reach and not one.part}
    bare = replace(world, name="-", about="", changes={}, forces=[])
    return {
        "id": part["key"], "clause": part["clause"], "name": words.word(f"part-{part['key']}"), "most": part["most"],
        "changed": bool(given), "wide": of.table[0], "deep": of.table[1], "south": of.from_south, "least": of.least,
        "scale": float(units(of.unit * HUNDREDTHS)) / HUNDREDTHS,
        "unit": words.word(words.unit_name), "land": land(cast("Hashable", system), msgspec.json.encode(bare)),
        "whose": [whose(of, who, given, words, n) for n, who in enumerate(of.printed)],
        "plots": [plot(of, who, n, one, words) for who in of.printed if who not in circles
                  for n, one in enumerate(of.homes[who])],
        "grounds": grounds(of, words),
    }  # fmt: skip


@lru_cache(maxsize=64)
def land(system: Any, bare: bytes) -> str:
    """The ground of a scenario, drawn; empty where it comes of dice."""
    found = worlds.trial(system, msgspec.json.decode(bare, type=World))
    return drawing.laid_out(system.view(system.begin(found), None).terrain) if isinstance(found, Setup) else ""


def whose(of: Zoning, who: str, given: Any, words: Words, n: int) -> dict[str, Any]:
    """One who sets up: the name, what was typed for him, and what is printed."""
    return {
        "id": who, "name": words.word(who), "colour": SIDES[n % len(SIDES)], "free": who not in of.fixed,
        "text": zones.typed(given.get(who) if isinstance(given, dict) else given),
        "printed": zones.text_of(of.printed[who]),
    }  # fmt: skip


def plot(of: Zoning, who: str, n: int, found: Box, words: Words) -> dict[str, Any]:
    """A zone as it is drawn: where, how large, whose, and in words."""
    west, north, _, _ = bounds(of.outline(found))
    wide, deep = found[2] - found[0], found[3] - found[1]
    text, name = zones.text_of([found]), words.word(who)
    size = f"{words.length(wide * of.unit)} × {words.length(deep * of.unit)}"
    return {
        "who": who, "n": n, "name": name, "own": who in of.drawn, "free": who not in of.fixed,
        "colour": SIDES[list(of.printed).index(who) % len(SIDES)], "x": west // of.unit, "y": north // of.unit,
        "wide": wide, "deep": deep, "size": size, "text": text, "corners": corners(of, found),
        "said": gettext("{who}: zone {zone}, {size}").format(who=name, zone=text, size=size),
    }  # fmt: skip


def grounds(of: Zoning, words: Words) -> list[dict[str, Any]]:
    """Ground that stays as it is printed, whatever is drawn: what lies on one place is one."""
    found = dict[tuple[str, Box, int], list[Ground]]()
    for one in of.near:
        if one.who in of.printed:
            found.setdefault((one.who, one.box, one.reach), []).append(one)
    return [ground(of, same, words) for same in found.values()]


def ground(of: Zoning, same: list[Ground], words: Words) -> dict[str, Any]:
    """Ground of a headquarters, of a clan; a circle as it is round."""
    one = same[0]
    west, north, east, south = (n // of.unit for n in bounds(of.outline(one.around)))
    parts = [gettext(words.word(each.part)) if each.part else "" for each in same]
    return {
        "name": ", ".join(part or words.word(one.who) for part in parts),
        "said": "; ".join(stays(words.word(one.who), part) for part in parts),
        "colour": SIDES[list(of.printed).index(one.who) % len(SIDES)], "x": west, "y": north,
        "wide": east - west, "deep": south - north, "reach": one.reach,
    }  # fmt: skip


def stays(who: str, part: str) -> str:
    """That an army, or a part of it, sets up there whatever is drawn."""
    if part:
        return gettext("{who}: {part} sets up there as printed").format(who=who, part=part)
    return gettext("{who} sets up there as printed").format(who=who)


def corners(of: Zoning, found: Box) -> list[dict[str, Any]]:
    """The corners of a zone as they are dragged, north-west first: where they are drawn and where files have them."""
    west, low, east, high = found
    north, south = (high, low) if of.from_south else (low, high)
    top, bottom = (of.table[1] - high, of.table[1] - low) if of.from_south else (low, high)
    rows = (
        ("nw", west, north, top),
        ("ne", east, north, top),
        ("se", east, south, bottom),
        ("sw", west, south, bottom),
    )
    return [{"id": id, "x": x, "y": y, "at": at} for id, x, y, at in rows]
