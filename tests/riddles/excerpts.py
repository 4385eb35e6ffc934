"""A part of a battle as the rows of a case: those who stand near each other, named anew, and the ground about them.

What a row leaves out is quiet: an excerpt is a position of its own, no copy of the battle.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import hypot
from random import Random
from typing import Any

from app.engine.geometry import Point
from app.engine.staging import Row
from app.engine.system import RuleSystem
from app.systems.kensei.measure import formation

NAMES = {
    "red": ("Aki", "Jun", "Rei", "Sen", "Ken", "Mori", "Taka", "Yuki"),
    "blue": ("Goro", "Kai", "Kuma", "Nobu", "Hei", "Sumi", "Tetsu", "Wada"),
}
MOST = {"ronin": (3, 3), "celtos": (3, 3), "daimyo": (3, 3), "kensei": (3, 3)}
"""How many of each side stand in an excerpt."""
REACH = {"ronin": 12, "celtos": 30, "daimyo": 35, "kensei": 35}
"""How far off the nearest enemy may be."""
MODELS = 4
"""So many of a unit of Celtos stand there at most."""
DRAWN_UP = {"kensei": (9, 32)}
"""Of battles in which quick answers bring nobody near: how far off the nearest enemy is put, straight towards whom it
is about."""
SIZES = {"ronin": (24, 24), "celtos": (90, 60), "daimyo": (120, 90), "kensei": (120, 90)}
"""The table of an excerpt, in units of length."""


@dataclass
class Cut:
    """An excerpt as it is being written: who is called what, and by how much all is moved."""

    system: RuleSystem[Any]
    state: Any
    names: dict[str, str]
    seats: Mapping[str, str]
    shift: Point
    rows: list[str] = field(default_factory=list)

    @property
    def unit(self) -> int:
        """One unit of length."""
        return int(self.system.staging.unit)

    def read(self, row: str) -> Any:
        """What a row by itself is read as."""
        return self.system.staging.whole(rows_of([row]))

    def spot(self, at: Point) -> str:
        """A point as a case writes it."""
        return f"{length(at.x - self.shift.x, self.unit)},{length(at.y - self.shift.y, self.unit)}"

    def traits(self, one: Any, base: Any, leave: Sequence[str] = ()) -> list[str]:
        """What differs of a record from another, as traits; numbers, words, truths and lists of them alone."""
        found = []
        for key in one.__struct_fields__:
            value = getattr(one, key)
            if key in leave or key in ("id", "seat", "at") or value == getattr(base, key):
                continue
            if isinstance(value, bool):
                found.append(key if value else f"{key}=no")
            elif isinstance(value, int | str) and " " not in str(value) and value != "":
                found.append(f"{key}={value}")
            elif isinstance(value, tuple) and all(isinstance(each, int | str) for each in value):
                found.append(f"{key}={','.join(map(str, value)) or 'none'}")
        return found


def length(hundredths: int, unit: int) -> str:
    """A length in its unit, exact to 1/100 mm."""
    return f"{float(Fraction(hundredths, unit)):.4f}".rstrip("0").rstrip(".") or "0"


@dataclass(frozen=True)
class Near:
    """A unit that may be taken into an excerpt."""

    id: str
    seat: str
    at: Point


def ronin_units(state: Any) -> Iterator[Near]:
    return (Near(m.id, m.seat, m.at) for m in state.models.values() if not m.fate)


def celtos_units(state: Any) -> Iterator[Near]:
    for unit in state.units.values():
        there = [state.models[id] for id in unit.models if not state.models[id].fate]
        if there and not unit.fate:
            yield Near(unit.id, unit.seat, there[0].at)


def daimyo_units(state: Any) -> Iterator[Near]:
    return (Near(u.id, u.seat, u.at) for u in state.units.values() if not u.fate and u.kind != "hq" and not u.building)


def kensei_units(state: Any) -> Iterator[Near]:
    for u in state.units.values():
        if not u.fate and u.models and not u.role and not u.building and not u.concealed:
            yield Near(u.id, u.seat, u.models[0].at if u.loose and not u.formed else u.at)


def ronin_row(cut: Cut, id: str) -> None:
    model = cut.state.models[id]
    name, seat = cut.names[id], cut.seats[model.seat]
    leave = ("code", "activated", "acted", "fate", "touched", "touched_before", "objects", "heads", "kills",
             "captures", "loot", "points", "goal", "rank", "loaded", "rider")  # fmt: skip
    base = cut.read(f"model {name} {seat} at=1,1 rank={model.rank}").models[name]
    more = cut.traits(model, base, leave)
    more += [] if model.loaded else ["unloaded"]
    cut.rows.append(f"model {name} {seat} at={cut.spot(model.at)} rank={model.rank} {' '.join(more)}")


FIGURES = {"mv": "movement", "in": "initiative", "ds": "shooting", "as": "assault", "fu": "strength",
           "rs": "resistance", "hr": "wounds", "mn": "command", "tm": "size"}  # fmt: skip


def celtos_row(cut: Cut, id: str) -> None:
    unit = cut.state.units[id]
    there = [cut.state.models[one] for one in unit.models if not cut.state.models[one].fate][:MODELS]
    first, name, seat = there[0], cut.names[id], cut.seats[unit.seat]
    figures = [f"{key}={length(getattr(first, at), cut.unit) if key == 'mv' else getattr(first, at)}"
               for key, at in FIGURES.items()]  # fmt: skip
    abilities = ",".join(f"{key}:{n}" for key, n in first.abilities.items()) or "none"
    told = [key for key in ("reaction", "panic") if getattr(unit, key)]
    roles = [f"{m.role}={n}" for n, m in enumerate(there, 1) if m.role in ("leader", "standard", "musician")]
    cut.rows.append(" ".join([
        f"unit {name} {seat}", *(["individual"] if unit.individual else []), *roles,
        "at=" + "+".join(cut.spot(m.at) for m in there), f"weapons={','.join(first.weapons) or 'none'}",
        *figures, f"abilities={abilities}", *([f"traits={','.join(unit.traits)}"] if unit.traits else []), *told,
    ]))  # fmt: skip


def daimyo_row(cut: Cut, id: str) -> None:
    unit = cut.state.units[id]
    name, seat = cut.names[id], cut.seats[unit.seat]
    clan = "Mori" if seat == "red" else "Date"
    base = cut.read(f"unit {name} {seat} profile={unit.profile} stands={unit.stands} files={unit.files} at=1,1")
    leave = ("clan", "code", "name", "profile", "stands", "files", "facing", "lost_by", "building", "cost",
             "charged_into", "pursued_into", "start_stands", "weight", "activated", "ordered", "obedience",
             "moved", "tested")  # fmt: skip
    more = cut.traits(unit, base.units[name], leave)
    cut.rows.append(" ".join([
        f"unit {name} {seat} profile={unit.profile} stands={unit.stands} start={unit.start_stands} files={unit.files}",
        f"at={cut.spot(unit.at)} facing={length(unit.facing, 100)} clan={clan}", *more,
    ]))  # fmt: skip


def kensei_row(cut: Cut, id: str) -> None:
    unit = cut.state.units[id]
    name, seat = cut.names[id], cut.seats[unit.seat]
    words = [f"unit {name} {seat} entry={unit.entry} models={len(unit.models)} files={unit.files}"]
    if unit.loose and not unit.formed:
        words.append("spots=" + "+".join(cut.spot(m.at) for m in unit.models))
    else:
        words.append(f"at={cut.spot(formation(cut.state, unit).centre)}")
    words.append(f"facing={length(unit.facing, 100)}")
    words += ["standard"] if unit.standard else []
    if any(m.wounds != unit.wounds for m in unit.models):
        words.append("wounds=" + ",".join(str(m.wounds) for m in unit.models))
    words += [f"unloaded={n}"] if unit.ranged and (n := sum(not m.loaded for m in unit.models)) else []
    words += [key for key in ("fleeing", "defensive") if getattr(unit, key, False)]
    cut.rows.append(" ".join(words))


UNITS: Mapping[str, Callable[[Any], Iterator[Near]]] = {
    "ronin": ronin_units, "celtos": celtos_units, "daimyo": daimyo_units, "kensei": kensei_units,
}  # fmt: skip
ROWS = {"ronin": ronin_row, "celtos": celtos_row, "daimyo": daimyo_row, "kensei": kensei_row}


def excerpt(system: RuleSystem[Any], state: Any, phase: str, luck: Random) -> list[str]:
    """A part of a battle about somebody drawn, as rows; empty where no two sides stand near."""
    units = list(UNITS[system.key](state))
    if not units:
        return []
    middle = luck.choice(units)
    mine = str(middle.seat)
    moves = brought_near(system, units, middle, luck)
    units = [Near(u.id, u.seat, u.at if u.seat == mine else moved(u.at, moves)) for u in units]
    taken = list[Near]()
    for own, most in zip((True, False), MOST[system.key], strict=True):
        near = sorted((u for u in units if (u.seat == mine) is own), key=lambda u: far(u, middle))
        taken += near[: luck.randint(2, most)]
    wide, deep = (n * system.staging.unit for n in SIZES[system.key])
    xs, ys = [u.at.x for u in taken], [u.at.y for u in taken]
    foes, unit = [far(u, middle) for u in taken if str(u.seat) != mine], int(system.staging.unit)
    is_wide = max(xs) - min(xs) > wide * 0.8 or max(ys) - min(ys) > deep * 0.8
    if not foes or min(foes) > REACH[system.key] * unit or is_wide:
        return []
    shift = Point((max(xs) + min(xs) - wide) // 2, (max(ys) + min(ys) - deep) // 2)
    seats = {str(u.seat): "red" if u.seat == mine else "blue" for u in taken}
    names = dict[str, str]()
    for seat in ("red", "blue"):
        band = [u.id for u in taken if seats[u.seat] == seat]
        names |= dict(zip(band, luck.sample(NAMES[seat], len(band)), strict=True))
    cut = Cut(system, state, names, seats, shift)
    width, depth = SIZES[system.key]
    cut.rows += [f"system {system.key}", f"table {width}x{depth}", f"phase {phase}"]
    cut.rows += [
        f"side {seat} name={name}{side_of(cut, seat)}" for seat, name in (("red", "Hanada"), ("blue", "Kuroda"))
    ]
    cut.rows += BEFORE.get(system.key, [])
    cut.rows += ground(cut, wide, deep)
    for one in sorted(taken, key=lambda u: seats[u.seat] != "red"):
        cut.shift = shift if one.seat == mine else Point(shift.x - moves.x, shift.y - moves.y)
        ROWS[system.key](cut, one.id)
    cut.rows += between(cut)
    return cut.rows


BEFORE = {
    "daimyo": [
        "clan Mori red",
        "clan Date blue",
        "leader Hanada red rating=1 at=5,85",
        "leader Kuroda blue rating=1 at=5,4",
    ]
}


def brought_near(system: RuleSystem[Any], units: Sequence[Near], middle: Near, luck: Random) -> Point:
    """By how much all enemies are moved so that the nearest is as near as is drawn; 0 where battles do."""
    foes = [u for u in units if u.seat != middle.seat]
    if not foes or system.key not in DRAWN_UP:
        return Point(0, 0)
    near = min(foes, key=lambda u: far(u, middle))
    off, unit = far(near, middle), int(system.staging.unit)
    part = 1 - luck.randint(*DRAWN_UP[system.key]) * unit / max(off, unit)
    return Point(round((middle.at.x - near.at.x) * part), round((middle.at.y - near.at.y) * part))


def moved(at: Point, by: Point) -> Point:
    """A point that far on."""
    return Point(at.x + by.x, at.y + by.y)


def side_of(cut: Cut, seat: str) -> str:
    """What has to be known of a side before its units."""
    if cut.system.key != "kensei":
        return ""
    side = next(one for one in cut.state.sides if cut.seats.get(one.seat) == seat)
    return f" caste={side.caste}"


def ground(cut: Cut, wide: int, deep: int) -> list[str]:
    """The pieces of ground that lie whole on the table."""
    found, count = [], 0
    for piece in cut.state.table.pieces:
        spots = [Point(p.x - cut.shift.x, p.y - cut.shift.y) for p in piece.outline]
        if all(0 <= p.x <= wide and 0 <= p.y <= deep for p in spots):
            count += 1
            doors = f" doors={'+'.join(map(cut.spot, piece.doors))}" if piece.doors else ""
            found.append(f"terrain {piece.kind} t{count} {' '.join(map(cut.spot, piece.outline))}{doors}")
    return found


def between(cut: Cut) -> list[str]:
    """What stands between units that are both there: contacts, and melees that have gone on."""
    found = []
    if cut.system.key == "kensei":
        for one in cut.state.contacts:
            if one.by in cut.names and one.on in cut.names:
                found.append(f"contact {cut.names[one.by]} {cut.names[one.on]} zone={one.zone} mirror={one.mirror}")
    return found


def far(one: Near, other: Near) -> float:
    """How far two stand from each other."""
    return hypot(one.at.x - other.at.x, one.at.y - other.at.y)


def rows_of(lines: Sequence[str]) -> list[Row]:
    """Lines as rows."""
    return [Row(n, words[0], tuple(words[1:])) for n, line in enumerate(lines, 1) if (words := line.split())]
