"""What was played before, acted out over its picture: the table as it was, then what came of it, beat by beat."""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

import msgspec
from msgspec import Struct

from app.engine.asks import Json
from app.engine.system import RuleSystem
from app.engine.views import View
from app.games.results import GameId, GameInfo
from app.lessons.library import folder_of
from app.web.page import systems
from app.web.page.deps import Site
from app.web.page.shapes import units
from app.web.page.words import Words, gettext, language
from app.web.table.board.drawn import drawn
from app.web.table.board.formed import folded
from app.web.table.seen import words_of

log = logging.getLogger("gunbai")
FILE = "battle.film"
"""How the battle of the front page is called beside the lessons of its system; ``python -m tests.film`` makes it."""
ACTORS = ("model", "leader", "horse", "stand")
"""Kinds of counters that act."""
LARGE = 1.25
"""How much larger than they are counters are drawn where a whole table is small."""
HALF = 18_000
AROUND, LEAST = 7000, 30_000
"""How much of the table is shown around all that acts, and how much at least, in 1/100 mm."""
SLIM = (3, 4)
"""How narrow a part of a table may be for its length."""
Place = tuple[int, int, int]
"""Where something stands, and in 1/100 degree how it is turned."""
Moved = tuple[str, int, int, int]


class Beat(Struct, frozen=True, omit_defaults=True):
    """What is shown at a time.  ``moved``: who stands elsewhere then; ``about`` and ``facts``: what is told."""

    turn: int
    moved: tuple[Moved, ...] = ()
    gone: tuple[str, ...] = ()
    about: str = ""
    facts: dict[str, Json] = {}


class Film(Struct, frozen=True):
    """A battle from where all are set up to its end, as everybody sees it."""

    scenario: str
    view: View
    beats: tuple[Beat, ...]


@lru_cache
def film_of(system: RuleSystem[Any]) -> Film | None:
    """The battle of a system, if it has one."""
    path = folder_of(system) / FILE
    return msgspec.json.decode(path.read_bytes(), type=Film) if path.is_file() else None


def shown(here: Site) -> dict[str, Any] | None:
    """The battle of the first system that has one, in the reader's language."""
    return next((row for system in here.games.systems.values() if (row := worded(system, language.get()))), None)  # type: ignore[arg-type]


@lru_cache
def worded(system: RuleSystem[Any], _language: str) -> dict[str, Any] | None:
    """The battle of a system, if it has one that can be shown."""
    try:
        film = film_of(system)  # type: ignore[arg-type]  # one object a system
        return acted(system, film) if film else None
    except Exception:  # a package's file, and its words: no page fails of it
        log.exception("the battle of %s is not shown", system.key)
        return None


def acted(system: RuleSystem[Any], film: Film) -> dict[str, Any]:
    """What is drawn of a battle, and its beats as the page plays them."""
    words, stood = words_of(system, None, film.view), places(film.view)
    info = GameInfo(id=GameId(""), system=system.key, scenario=film.scenario, status="over", version=0, seats=())
    name, scenario = systems.name(system), words.says(f"scenario.{film.scenario}")
    return {
        "label": gettext("A battle of {system}, seen from above: {name}").format(system=name, name=scenario),
        "view": drawn(words, film.view, info, ()), "box": None, "key": "film", "large": LARGE,
        "beats": [played(words, beat, stood) for beat in film.beats], "title": f"{name} · {scenario}", "auto": True,
        "says": gettext("two bots fought it; every throw and every move is as it was"),
    }  # fmt: skip


def played(words: Words, beat: Beat, stood: Mapping[str, Place]) -> dict[str, Any]:
    """A beat in drawing units and in words; ``stood``: where all were at first."""
    said = words.says(beat.about, beat.facts) if beat.about else ""
    went = [in_units(one, stood) for one in beat.moved if one[0] in stood]
    return {"turn": beat.turn, "moved": went, "gone": beat.gone, "says": said}


def in_units(moved: Moved, stood: Mapping[str, Place]) -> tuple[str, float, float, float]:
    """The same in drawing units, and by how many degrees it is turned from where it stood at first."""
    id, x, y, turn = moved
    return id, float(units(x)), float(units(y)), ((turn - stood[id][2] + HALF) % (2 * HALF) - HALF) / 100


def places(view: View) -> dict[str, Place]:
    """Where every counter and every formation stands that acts."""
    inside = folded(view)
    found = {p.id: (p.x, p.y, 0) for p in view.pieces if p.kind in ACTORS and p.id not in inside}
    for group in {g.id: g for g in inside.values() if not g.gone}.values():
        x, y = (sum(xs) // len(group.outline) for xs in zip(*group.outline, strict=True))
        found[group.id] = (x, y, group.facing)
    return found


def moved(before: Mapping[str, Place], now: Mapping[str, Place]) -> tuple[Moved, ...]:
    """Who stands elsewhere now."""
    return tuple((id, *at) for id, at in now.items() if before.get(id, at) != at)


def part_around(spots: Sequence[Place], table: tuple[int, int]) -> tuple[int, int, int, int]:
    """The part of a table where all of this is: as x, y, width and depth."""
    (x, w), (y, h) = _spans(spots, table, (LEAST, LEAST))
    least = (h * SLIM[0] // SLIM[1], w * SLIM[0] // SLIM[1])
    (x, w), (y, h) = _spans(spots, table, (max(LEAST, least[0]), max(LEAST, least[1])))
    return x, y, w, h


def _spans(spots: Sequence[Place], table: tuple[int, int], least: tuple[int, int]) -> list[tuple[int, int]]:
    return [span([spot[axis] for spot in spots], long, least[axis]) for axis, long in enumerate(table)]


def span(places: Sequence[int], whole: int, least: int) -> tuple[int, int]:
    """Where a part of a table begins that holds these places and what is around them, and how long it is."""
    low, high = min(places, default=0) - AROUND, max(places, default=whole) + AROUND
    more = max(0, least - (high - low)) // 2
    low, high = max(0, low - more), min(whole, high + more)
    return low, high - low
