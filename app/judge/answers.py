"""Answers in words, as case files write them, made into the JSON of the wire."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, get_args

from app.engine.allots import Allot, Assign, Ranking
from app.engine.amend import Change, Deed
from app.engine.asks import Domain, Json
from app.engine.domains import Menu, Pick, Place, Split, Walk
from app.engine.groups import Layout, Moves
from app.engine.manoeuvre import Manoeuvre
from app.engine.staging import Row, read_length, read_number, read_spot


def raw_answer(domain: Domain[Any], row: Row, words: Sequence[str], unit: int, *, partial: bool = False) -> Json:
    """The JSON these words stand for.  ``partial`` allows a menu path that stops before its end."""
    if words and words[0][:1] in '{["':
        return json.loads(" ".join(words))
    match domain:
        case Menu():
            return menu_answer(domain, row, words, unit, partial)
        case Pick():
            return None if partial and not words else one(row, words)
        case Walk():
            return None if partial and not words else [[*read_spot(row, w, unit)] for w in words]
        case Place():
            return spot_answer(row, words, unit)
        case Split():
            return {key: read_number(row, value) for key, value in pairs(row, words)}
        case Assign():
            return dict(pairs(row, words))
        case Allot() | Moves() | Layout() | Manoeuvre() if list(words) == ["offered"]:
            return domain.describe()["offered"]
        case Allot():
            return dict(pairs(row, words))
        case Manoeuvre():
            return [step(row, *pair, unit, domain.way or 0) for pair in pairs(row, words)]
        case Moves():
            return moves_answer(domain, row, words, unit)
        case Layout():
            return {key: [*read_spot(row, at, unit)] for key, at in pairs(row, words)}
        case Ranking():
            return list(words)
    raise row.fail(f"answers to {type(domain).__name__} are given as JSON")


def menu_answer(domain: Menu, row: Row, words: Sequence[str], unit: int, partial: bool) -> Json:
    """The option named first, and below it the rest."""
    if not words:
        if partial:
            return None
        raise row.fail(f"which option? {', '.join(domain.options)}")
    option = domain.options.get(words[0])
    if option is None or option.then is None or option.is_shut(bool(words[1:])):
        if option is not None and option.no is None and len(words) > 1:
            raise row.fail(f"'{words[0]}' takes no further words")
        return words[0]
    return {"pick": words[0], "then": raw_answer(option.then(), row, words[1:], unit, partial=partial)}


def moves_answer(domain: Moves, row: Row, words: Sequence[str], unit: int) -> Json:
    """``NAME=x,y>x,y …``; ``shift=dx,dy`` moves all that are not named straight by so much."""
    found: dict[str, Json] = {}
    for key, way in pairs(row, words):
        corners = [[*read_spot(row, word, unit)] for word in way.split(">")]
        if key == "shift":
            (dx, dy), *_ = corners
            found = {m.piece: [[m.start.x + dx, m.start.y + dy]] for m in domain.movers} | found
        else:
            found[key] = corners
    return found


TURNS = {"right": 9_000, "left": -9_000, "about": 18_000}


def step(row: Row, do: str, word: str, unit: int, way: int = 0) -> Json:
    """``forward=8``, ``back=2``, ``wheel=15`` (degrees), ``turn=right|left|about``, ``files=3``, ``face=90``;
    ``slide=8`` along the bearing that is asked for, ``slide=8@45`` along another."""
    if do == "slide":
        far, at, bearing = word.partition("@")
        return [do, read_length(row, far, unit), read_length(row, bearing, 100) if at else way]
    if do == "turn" and word in TURNS:
        return [do, TURNS[word]]
    return [do, read_number(row, word) if do == "files" else read_length(row, word, unit if do in LENGTHS else 100)]


LENGTHS = ("forward", "back")


def spot_answer(row: Row, words: Sequence[str], unit: int) -> Json:
    """``x,y`` and perhaps ``@degrees``."""
    if not words or len(words) > 2:
        raise row.fail("a spot is x,y and perhaps @degrees")
    facing = [read_length(row, words[1].removeprefix("@"), 100)] if len(words) == 2 else []
    return [*read_spot(row, words[0], unit), *facing]


def one(row: Row, words: Sequence[str]) -> str:
    """The single word."""
    if len(words) != 1:
        raise row.fail(f"one word is asked for, got: {' '.join(words) or 'none'}")
    return words[0]


def pairs(row: Row, words: Sequence[str]) -> list[tuple[str, str]]:
    """``key=value`` words."""
    found = [word.partition("=") for word in words]
    if any(not equals for _, equals, _ in found):
        raise row.fail("give key=value, such as attack=2 defence=1")
    return [(key, value) for key, _, value in found]


def changes(row: Row, words: Sequence[str], unit: int) -> list[Change]:
    """An umpire's edit: ``NAME place at=x,y facing=90``, ``NAME remove``, ``NAME set hits=2``; parted by ``and``."""
    found: list[list[str]] = [[]]
    for word in words:
        if word == "and":
            found.append([])
        else:
            found[-1].append(word)
    return [change(row, one, unit) for one in found]


def change(row: Row, words: Sequence[str], unit: int) -> Change:
    """One change of an edit; a facing is in degrees."""
    if len(words) < 2 or words[1] not in (deeds := get_args(Deed)):
        raise row.fail(f"who, and what becomes of it? known are: {', '.join(get_args(Deed))}")
    id, deed = words[0], deeds[deeds.index(words[1])]
    given = dict(pairs(row, words[2:]))
    if deed == "set":
        field, value = next(iter(given.items()), ("", ""))
        return Change(id=id, deed=deed, field=field, value=read_number(row, value) if value else None)
    at, facing = given.get("at"), given.get("facing")
    return Change(
        id=id, deed=deed, at=read_spot(row, at, unit) if at else None,
        facing=read_length(row, facing, 100) if facing else None,
    )  # fmt: skip


def parts(row: Row) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The words before and after the colon that stands alone."""
    if ":" not in row.words:
        return row.words, ()
    at = row.words.index(":")
    return row.words[:at], row.words[at + 1 :]
