"""How a case's words are compared with values: numbers, lengths, points, lists, structs."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

import msgspec

from app.engine.events import Event
from app.engine.geometry import Point
from app.engine.refusals import Refusal
from app.engine.table import Table


def fields(thing: Any) -> dict[str, Any]:
    """The fields of a struct by name."""
    return {name: getattr(thing, name) for name in thing.__struct_fields__}


def found_in(state: Any, name: str) -> tuple[Any, ...]:
    """The structs inside a state whose id, seat or rider this is: in its mappings, its tuples and on its table."""
    found: list[Any] = []
    for whole in fields(state).values():
        value = whole.pieces if isinstance(whole, Table) else whole
        rows = value.values() if isinstance(value, dict) else value if isinstance(value, tuple) else ()
        for thing in rows:
            if isinstance(thing, msgspec.Struct) and name in (getattr(thing, k, None) for k in ("id", "seat", "rider")):
                found.append(thing)
    return tuple(found)


def same(got: Any, said: str, unit: int) -> bool:
    """Whether a value is what a case says: a word, number, length ``6.3in``, angle ``90deg``, point ``x,y``, list."""
    if isinstance(got, bool):
        return said == ("yes" if got else "no")
    if got is None or got == "":
        return said in ("none", "")
    if isinstance(got, Point):
        x, _, y = said.partition(",")
        return near(got.x, x, unit) and near(got.y, y, unit)
    if isinstance(got, int):
        if said.endswith("deg"):
            return near(got, said[:-3], 100)
        return near(got, said.rstrip("cimn"), unit) if said[-1:].isalpha() else said.lstrip("+") == str(got)
    if isinstance(got, dict):
        return said.startswith("{") and bool(msgspec.to_builtins(got) == json.loads(said))
    if isinstance(got, tuple | list):
        return listed(got, said, unit)
    return said == worded(got, unit)


def listed(got: tuple[Any, ...] | list[Any], said: str, unit: int) -> bool:
    """Whether a list is ``a+b+c``, or ``none`` when empty."""
    words = [] if said in ("none", "") else said.split("+")
    return len(words) == len(got) and all(same(g, w, unit) for g, w in zip(got, words, strict=True))


def near(got: int, said: str, unit: int) -> bool:
    """Whether a length is the one said: to half of its last digit, and to 0.005 units at least."""
    try:
        value = Fraction(said)
    except (ValueError, ZeroDivisionError):
        return False
    digits = max(2, len(said.partition(".")[2]))
    return abs(Fraction(got, unit) - value) <= Fraction(51, 100 * 10**digits)


def worded(value: Any, unit: int) -> str:
    """A value as a case would say it."""
    if isinstance(value, Point):
        return f"{decimal(value.x, unit)},{decimal(value.y, unit)}"
    if isinstance(value, tuple | list):
        return "+".join(worded(v, unit) for v in value) or "none"
    if isinstance(value, msgspec.Struct):
        return "/".join(worded(v, unit) for v in fields(value).values())
    return str(value)


def decimal(length: int, unit: int) -> str:
    """A length in units with at most two decimals."""
    hundredths = round(Fraction(length * 100, unit))
    return f"{hundredths // 100}.{hundredths % 100:02d}".rstrip("0").rstrip(".")


def shown(no: Refusal, unit: int) -> str:
    """A refusal as a case would say it."""
    return " ".join([no.code, *(f"{k}={worded(v, unit)}" for k, v in no.facts.items()), no.clause])


def told(event: Event, unit: int) -> str:
    """An event as a case would say it."""
    facts = {k: v for k, v in fields(event).items() if k not in ("clause", "seen_by")}
    return " ".join([event.kind, *(f"{k}={worded(v, unit)}" for k, v in facts.items()), event.clause])
