"""Conditions of Warning Orders: read from the vocabulary, judged, and looked at as the enemy acts (KEN-WRN-15)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from msgspec import Struct

from app.engine.asks import Json
from app.engine.geometry import Point, segments_cross
from app.engine.refusals import Refusal, refuse
from app.engine.shapes import within
from app.systems.kensei.army import Unit, Warning
from app.systems.kensei.book import c
from app.systems.kensei.measure import bases, is_within, middle, parts, piece_of
from app.systems.kensei.page.view import knows
from app.systems.kensei.sight.rules import sees
from app.systems.kensei.state import State

DEFINITE, STORED = c("KEN-WRN-09"), c("KEN-WRN-15")
LONGEST = 200
"""No number of centimetres in a condition is larger."""
MOST_TERMS = 4
SIDES = ("from_north", "from_south", "from_east", "from_west")
CLASSES = ("infantry", "cavalry", "harasser", "creature", "character", "any")
TRAITS = (
    "heinin", "samurai", "sohei", "ronin", "projectiles", "undead", "fear", "terror", "flying", "ethereal", "legendary",
    "duelist", "assassin", "loner", "ninjutsu",
)  # fmt: skip
WHICH = ("first", "nearest", "any")
RESPONSES = ("shoot", "charge", "move_then_charge")
DEEDS = {
    "enemy_declares_charge": "declares_charge", "enemy_shoots": "shoots", "enemy_casts": "casts",
    "enemy_leaves_building": "leaves_building", "enemy_occupies_building": "occupies", "enemy_regroups": "regroups",
}  # fmt: skip
"""Triggers that are deeds, and what ``watch`` is told of them."""
TRIGGERS = ("enemy_enters_area", "enemy_crosses_line", "enemy_within", "enemy_in_reach", "enemy_seen", *DEEDS)
JOINS = ("all_of", "any_of")
PLACES = {"enemy_enters_area": ("terrain", "centre", "polygon"), "enemy_crosses_line": ("terrain", "line")}
"""The fields that name a place, of which a condition has one."""
VICTIMS = ("units", "against", "at")
"""The fields that say against which units a deed must be; the plain one and those of the single triggers."""
CM = 1_000


class Deed(Struct, frozen=True):
    """What an enemy unit is about to do: ``what`` as in ``DEEDS``, at whom, with which building."""

    what: str = ""
    unit: str = ""
    target: str = ""
    piece: str = ""


def vague(field: str, got: Json) -> Refusal:
    """The refusal of a condition that is not definite (KEN-WRN-09)."""
    return refuse("no_definite_condition", DEFINITE, field=field, got=repr(got)[:60])


# -- reading ----------------------------------------------------------------------


def read_warning(state: State, unit: Unit, raw: Mapping[str, Any]) -> Warning | Refusal:
    """The Warning Order a record stands for, every field from the vocabulary, or which field is not (KEN-WRN-09)."""
    trigger, sieve, response = raw.get("trigger"), raw.get("filter") or {}, raw.get("response")
    no = misread_trigger(state, trigger) or misread_filter(state, unit, sieve)
    if no is not None or not isinstance(trigger, dict):
        return no or vague("trigger", trigger)
    if (no := misnamed(state, unit, trigger, sieve)) is not None:
        return no
    if not isinstance(response, dict) or response.get("kind") not in RESPONSES:
        return vague("response", response)
    which = raw.get("which", "first")
    if which not in WHICH:
        return vague("which", which)
    bearing, mode = response.get("bearing", unit.facing), response.get("mode", "march")
    if type(bearing) is not int or not 0 <= bearing < 36_000 or mode not in ("march", "run"):
        return vague("response", response)
    return Warning(trigger=in_words(trigger), filter=dict(sieve), which=which, response=response["kind"],
                   bearing=bearing, mode=mode, comment=str(raw.get("comment", ""))[:200], turn=state.turn)  # fmt: skip


def misread_trigger(state: State, trigger: Json, deep: bool = False) -> Refusal | None:
    """What is not definite about a trigger, or nothing."""
    kind = str(trigger.get("type")) if isinstance(trigger, dict) else ""
    if kind in JOINS and not deep:
        rows = trigger.get("list")
        if not isinstance(rows, list) or not 1 <= len(rows) <= MOST_TERMS:
            return vague("trigger.list", rows)
        return next((no for row in rows if (no := misread_trigger(state, row, deep=True))), None)
    if kind not in TRIGGERS:
        return vague("trigger.type", trigger)
    if len(places := [key for key in PLACES.get(kind, ()) if key in trigger]) > 1:
        return vague(f"trigger.{places[1]}", trigger[places[1]])
    reader = READERS.get(kind)
    return reader(state, trigger) if reader else None


def _area(state: State, trigger: Mapping[str, Any]) -> Refusal | None:
    if "terrain" in trigger:
        return _terrain(state, trigger)
    if "centre" in trigger:
        good = _is_spot(trigger["centre"]) and _is_number(trigger.get("radius"))
        return None if good else vague("trigger.centre", trigger.get("centre"))
    rows = trigger.get("polygon")
    good = isinstance(rows, list) and 3 <= len(rows) <= 12 and all(map(_is_spot, rows))
    return None if good else vague("trigger.polygon", rows)


def _line(state: State, trigger: Mapping[str, Any]) -> Refusal | None:
    if trigger.get("side") not in SIDES:
        return vague("trigger.side", trigger.get("side"))
    if "terrain" in trigger and (no := _terrain(state, trigger)):
        return no
    ends = line_of(state, trigger)
    if ends is None or ends[0] == ends[1]:
        return vague("trigger.line", trigger.get("line", trigger.get("terrain")))
    along = 0 if trigger["side"] in SIDES[:2] else 1
    return vague("trigger.side", trigger["side"]) if ends[0][along] == ends[1][along] else None


def _within(state: State, trigger: Mapping[str, Any]) -> Refusal | None:
    of = trigger.get("of", "self")
    known = (isinstance(of, str) and (of == "self" or of in state.units)) or _is_spot(of)
    if not known:
        return vague("trigger.of", of)
    return None if _is_number(trigger.get("cm")) else vague("trigger.cm", trigger.get("cm"))


def _reach(_: State, trigger: Mapping[str, Any]) -> Refusal | None:
    return None if _is_number(trigger.get("cm")) else vague("trigger.cm", trigger.get("cm"))


def victims(trigger: Mapping[str, Any]) -> Any:  # noqa: ANN401 - a list of units or any
    """Against which units a deed must be for a trigger."""
    return next((trigger[key] for key in VICTIMS if key in trigger), "any")


def _victims(state: State, trigger: Mapping[str, Any]) -> Refusal | None:
    rows = victims(trigger)
    known = isinstance(rows, list) and rows and all(isinstance(id, str) and id in state.units for id in rows)
    good = rows == "any" or known
    return None if good else vague("trigger.units", rows)


def _terrain(state: State, trigger: Mapping[str, Any]) -> Refusal | None:
    known = any(piece.id == trigger.get("terrain") for piece in state.table.pieces)
    return None if known else vague("trigger.terrain", trigger.get("terrain"))


READERS: dict[str, Callable[[State, Mapping[str, Any]], Refusal | None]] = {
    "enemy_enters_area": _area, "enemy_crosses_line": _line, "enemy_within": _within, "enemy_in_reach": _reach,
    "enemy_declares_charge": _victims, "enemy_shoots": _victims, "enemy_leaves_building": _terrain,
    "enemy_occupies_building": _terrain,
}  # fmt: skip


WORDS: dict[str, tuple[str, ...]] = {
    "enemy_enters_area": ("terrain", "centre", "radius", "polygon"), "enemy_crosses_line": ("terrain", "line", "side"),
    "enemy_within": ("cm", "of"), "enemy_in_reach": ("cm",), "enemy_declares_charge": VICTIMS, "enemy_shoots": VICTIMS,
    "enemy_leaves_building": ("terrain",), "enemy_occupies_building": ("terrain",),
}  # fmt: skip
"""The fields of each trigger; others are no part of it."""


def in_words(trigger: Mapping[str, Any]) -> dict[str, Any]:
    """A trigger that was read, without fields that are none of its own."""
    kind = trigger["type"]
    if kind in JOINS:
        return {"type": kind, "list": [in_words(row) for row in trigger["list"]]}
    return {"type": kind, **{key: trigger[key] for key in WORDS.get(kind, ()) if key in trigger}}


def misnamed(state: State, unit: Unit, trigger: Mapping[str, Any], sieve: Mapping[str, Any]) -> Refusal | None:
    """A unit that is named and of which the owner of the order cannot know: it is as good as none (KEN-ARM-23)."""
    rows = [in_words(row) for row in trigger.get("list", ())] if trigger["type"] in JOINS else [in_words(trigger)]
    names = [("trigger.of", row.get("of")) for row in rows]
    names += [("trigger.units", id) for row in rows for id in victims(row) if victims(row) != "any"]
    names += [("filter.unit_ids", id) for id in sieve.get("unit_ids", ())]
    found = ((field, state.units.get(id)) for field, id in names if isinstance(id, str))
    return next((vague(field, one.id) for field, one in found if one and not knows(state, unit.seat, one)), None)


def misread_filter(state: State, unit: Unit, sieve: Json) -> Refusal | None:
    """What is not definite about a filter, or nothing."""
    if not isinstance(sieve, dict):
        return vague("filter", sieve)
    lists = {"class": CLASSES, "traits_any": TRAITS, "entry": (), "unit_ids": ()}
    for key, value in sieve.items():
        if key == "min_models":
            if type(value) is not int or not 1 <= value <= 20:
                return vague("filter.min_models", value)
            continue
        if key not in lists or not isinstance(value, list) or not all(isinstance(one, str) for one in value):
            return vague(f"filter.{key}"[:40], value)
        if lists[key] and any(one not in lists[key] for one in value):
            return vague(f"filter.{key}", value)
        if key == "unit_ids" and not {foe.id for foe in state.enemies_of(unit.seat) if not foe.concealed} >= set(value):
            return vague("filter.unit_ids", value)
    return None


def _is_number(raw: Json) -> bool:
    return type(raw) is int and 1 <= raw <= LONGEST


def _is_spot(raw: Json) -> bool:
    return isinstance(raw, list) and len(raw) == 2 and all(type(n) is int and abs(n) < 10_000_000 for n in raw)


# -- looking ----------------------------------------------------------------------


def line_of(state: State, trigger: Mapping[str, Any]) -> tuple[Point, Point] | None:
    """The two ends of the line a trigger names, by itself or as a piece of terrain."""
    if "terrain" in trigger:
        outline = piece_of(state, trigger["terrain"]).outline
        return outline[0], outline[-1]
    rows = trigger.get("line")
    if not (isinstance(rows, list) and len(rows) == 2 and all(map(_is_spot, rows))):
        return None
    return Point(*rows[0]), Point(*rows[1])


def lets(state: State, sieve: Mapping[str, Any], foe: Unit) -> bool:
    """Whether a filter lets an enemy unit through."""
    group = (foe, *state.inside(foe.id))
    classes = sieve.get("class") or ["any"]
    traits, entries, ids = sieve.get("traits_any"), sieve.get("entry"), sieve.get("unit_ids")
    return (
        ("any" in classes or class_of(foe) in classes)
        and (not traits or any(foe.has(one) for one in traits))
        and (not entries or foe.entry in entries)
        and (not ids or any(one.id in ids for one in group))
        and len(foe.models) + len(group) - 1 >= sieve.get("min_models", 1)
    )


def class_of(unit: Unit) -> str:
    """Its class as filters name it."""
    if unit.is_character:
        return "character"
    if unit.troop == "creature":
        return "creature"
    return "harasser" if unit.loose else unit.troop


def holds(before: State | None, state: State, unit: Unit, warning: Warning, foe: Unit, deed: Deed) -> bool:
    """Whether a condition becomes true of an enemy unit: by its deed, or between two positions (``before`` and now)."""
    if not lets(state, warning.filter, foe):
        return False
    return _true(before, state, unit, warning.trigger, foe, deed)


def _true(before: State | None, state: State, unit: Unit, trigger: Mapping[str, Any], foe: Unit, deed: Deed) -> bool:
    kind = trigger["type"]
    if kind == "any_of":
        return any(_true(before, state, unit, row, foe, deed) for row in trigger["list"])
    if kind == "all_of":
        rows = trigger["list"]
        now = all(_stands(before, state, unit, row, foe, deed) for row in rows)
        return now and any(_true(before, state, unit, row, foe, deed) for row in rows)
    if not _stands(before, state, unit, trigger, foe, deed):
        return False
    if kind in DEEDS or kind == "enemy_crosses_line":
        return True
    return before is not None and not _stands(None, before, unit, trigger, before.units[foe.id], Deed())


def _stands(before: State | None, state: State, unit: Unit, trigger: Mapping[str, Any], foe: Unit, deed: Deed) -> bool:
    kind = trigger["type"]
    if kind in DEEDS:
        return deed.what == DEEDS[kind] and deed.unit == foe.id and _aimed(trigger, deed)
    if not foe.on_table or foe.host:
        return False
    if kind == "enemy_crosses_line":
        return before is not None and _crossed(before, state, trigger, foe)
    return LOOKS[kind](state, state.units[unit.id], trigger, foe)


def _aimed(trigger: Mapping[str, Any], deed: Deed) -> bool:
    if "terrain" in trigger:
        return bool(trigger["terrain"] == deed.piece)
    rows = victims(trigger)
    return rows == "any" or deed.target in rows


def _in_area(state: State, _: Unit, trigger: Mapping[str, Any], foe: Unit) -> bool:
    if "centre" in trigger:
        at = Point(*trigger["centre"])
        return any(within(base, (at, at), trigger["radius"] * CM) for base in parts(state, foe))
    rows = trigger.get("polygon")
    area = tuple(Point(*row) for row in rows) if rows else piece_of(state, trigger["terrain"]).outline
    return any(within(base, area, 0) for base in parts(state, foe))


def _near(state: State, unit: Unit, trigger: Mapping[str, Any], foe: Unit) -> bool:
    of = trigger.get("of", "self")
    if isinstance(of, list):
        at = Point(*of)
        return any(within(base, (at, at), trigger["cm"] * CM) for base in parts(state, foe))
    other = state.units[unit.id if of == "self" else of]
    return other.on_table and is_within(state, other, foe, trigger["cm"] * CM)


def _in_reach(state: State, unit: Unit, trigger: Mapping[str, Any], foe: Unit) -> bool:
    return is_within(state, unit, foe, trigger["cm"] * CM) and sees(state, unit, foe)


def _seen(state: State, unit: Unit, _: Mapping[str, Any], foe: Unit) -> bool:
    return sees(state, unit, foe)


LOOKS: dict[str, Callable[[State, Unit, Mapping[str, Any], Unit], bool]] = {
    "enemy_enters_area": _in_area, "enemy_within": _near, "enemy_in_reach": _in_reach, "enemy_seen": _seen,
}  # fmt: skip


def _crossed(before: State, state: State, trigger: Mapping[str, Any], foe: Unit) -> bool:
    ends, was = line_of(state, trigger), before.units[foe.id]
    if ends is None or not was.on_table or was.host or not foe.on_table:
        return False
    starts, stops = bases(before, was), bases(state, foe)
    ways = [(middle(a), middle(b)) for a, b in zip(starts, stops, strict=False)]
    return any(a != b and segments_cross(a, b, *ends) and comes(a, ends, trigger["side"]) for a, b in ways)


def comes(start: Point, ends: tuple[Point, Point], side: str) -> bool:
    """Whether a place lies on the side of a line that is named: north is the low y side of the table."""
    (ax, ay), (bx, by) = ends
    probe = {"from_north": (0, -1), "from_south": (0, 1), "from_east": (1, 0), "from_west": (-1, 0)}[side]
    there = (bx - ax) * (start[1] - ay) - (by - ay) * (start[0] - ax)
    wanted = (bx - ax) * probe[1] - (by - ay) * probe[0]
    return there * wanted > 0
