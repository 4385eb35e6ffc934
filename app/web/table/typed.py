"""Answers typed into plain fields: which fields a question has, and the answer that what stands in them makes.

Lengths are typed in the unit of the game, angles in degrees; a place is ``x y``, a path one place a line.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from decimal import Decimal, InvalidOperation
from typing import Any

from msgspec import Struct
from starlette.datastructures import FormData

from app.engine.asks import Json
from app.engine.formations import STRAIGHT
from app.web.page.fields import Row
from app.web.page.forms import texts, typed
from app.web.page.prompts import Prompt
from app.web.page.words import Words, gettext

BETWEEN = re.compile(r"[\s;]+")
DEGREE = 100
MOST = 100_000
"""Units that a number may come to; whatever is farther off is on no table."""


class Entry(Struct, frozen=True, kw_only=True):
    """A field.  ``way``: line, lines, number, one (of the options) or many; ``value``: what stands in it at first."""

    name: str
    label: str
    way: str
    value: str = ""
    options: Sequence[tuple[str, str]] = ()
    hint: str = ""


class Unread(ValueError):
    """What was typed cannot be read; it says where and what would be right."""


# -- the fields of a question ------------------------------------------------------------


def entries(words: Words, panel: Prompt) -> list[Entry]:
    """The fields in which the question at this level is answered; none for a list of options."""
    make = FIELDS.get(panel.kind)
    return make(words, panel) if make else []


def of_walk(words: Words, panel: Prompt) -> list[Entry]:
    domain = panel.domain
    hint = gettext("From {at}, at most {far}. One place a line: x y.").format(
        at=place(words, domain["start"]), far=words.length(domain["allowance"])
    )
    return [Entry(name="path", label=gettext("Path"), way="lines", hint=hint)]


def of_place(words: Words, panel: Prompt) -> list[Entry]:
    hint = gettext("x y, and the facing in degrees") if panel.domain["turns"] else gettext("x y")
    value = place(words, panel.domain["offered"]) if panel.domain["offered"] else ""
    return [Entry(name="spot", label=gettext("Place"), way="line", value=value, hint=hint)]


def of_split(_: Words, panel: Prompt) -> list[Entry]:
    least, limits = panel.domain.get("least") or {}, panel.domain["limits"]
    return [Entry(name=f"of.{key}", label=label, way="number", value=str(least.get(key, 0)),
                  hint=gettext("at most %(n)s") % {"n": limits[key]})
            for key, label in panel.items]  # fmt: skip


def of_order(_: Words, panel: Prompt) -> list[Entry]:
    return [Entry(name=f"of.{key}", label=label, way="number", value=str(n), hint=gettext("its place in the order"))
            for n, (key, label) in enumerate(panel.items, 1)]  # fmt: skip


def of_assign(_: Words, panel: Prompt) -> list[Entry]:
    return [Entry(name=f"of.{key}", label=label, way="one", options=panel.values, value=panel.values[0][0])
            for key, label in panel.items]  # fmt: skip


def of_allot(_: Words, panel: Prompt) -> list[Entry]:
    called, offered = dict(panel.values), panel.domain["offered"]
    takes = {row["key"]: row["values"] for row in panel.domain["items"]}
    return [Entry(name=f"of.{key}", label=label, way="one", value=offered.get(key, ""),
                  options=[(value, called.get(value, value)) for value in takes[key]])
            for key, label, _ in panel.chips]  # fmt: skip


def of_moves(words: Words, panel: Prompt) -> list[Entry]:
    found = []
    for row in panel.domain["movers"]:
        hint = gettext("From {at}, at most {far}. One place a line: x y.").format(
            at=place(words, row["start"]), far=words.length(row["allowance"])
        )
        value = "\n".join(place(words, point) for point in (panel.domain["offered"] or {}).get(row["piece"], ()))
        found.append(Entry(name=f"of.{row['piece']}", label=called(words, row), way="lines", value=value, hint=hint))
    return found


def of_layout(words: Words, panel: Prompt) -> list[Entry]:
    return [Entry(name=f"of.{row['piece']}", label=called(words, row), way="line", hint=gettext("x y"),
                  value=place(words, panel.domain["offered"][row["piece"]]))
            for row in panel.domain["movers"]]  # fmt: skip


def of_manoeuvre(words: Words, panel: Prompt) -> list[Entry]:
    hint = gettext("One step a line: {steps}; lengths in {unit}, angles in degrees.").format(
        steps=", ".join(panel.domain["steps"]), unit=words.word(words.unit_name)
    )
    value = "\n".join(step(words, row) for row in panel.domain["offered"])
    return [Entry(name="steps", label=gettext("Steps"), way="lines", value=value, hint=hint)]


def of_form(words: Words, panel: Prompt) -> list[Entry]:
    return [record_entry(words, n, row) for n, row in enumerate(rows_of(panel))]


def rows_of(panel: Prompt) -> list[Row]:
    """The fields of a record; several may stand at one path of it, each asked in another case."""
    return [row for part in panel.parts for row in part.rows]


def record_entry(words: Words, n: int, row: Row) -> Entry:
    """The field of a record as one that is typed."""
    options = [
        *([("", "–")] if row.blank and row.type == "pick" else []),
        *((one.key, one.label) for one in row.options),
    ]
    ways = {"pick": "one", "picks": "many", "number": "number", "bearing": "number", "spots": "lines"}
    hints = {"spot": gettext("x y"), "spots": gettext("One place a line: x y."), "bearing": gettext("degrees")}
    return Entry(name=f"in.{n}", label=row.label, way=ways.get(row.type, "line"), options=options,
                 value=shown(words, row), hint=hints.get(row.type, ""))  # fmt: skip


def shown(words: Words, row: Row) -> str:
    """What a field of a record begins with, as it is typed."""
    if row.value is None:
        return ""
    match row.type:
        case "spot":
            return place(words, row.value)
        case "spots":
            return "\n".join(place(words, point) for point in row.value)
        case "picks":
            return " ".join(row.value)
        case "bearing":
            return str(row.value // DEGREE)
    return str(row.value)


def called(words: Words, row: Json) -> str:
    """One of a group that moves."""
    return words.models.get(row["piece"], row["piece"])


def place(words: Words, point: Sequence[int]) -> str:
    """A place in the unit of the game, with its facing in degrees where it has one."""
    x, y, *facing = point
    return " ".join([number(x, words.unit), number(y, words.unit), *(number(one, DEGREE) for one in facing)])


def step(words: Words, row: Sequence[Any]) -> str:
    """A step of a manoeuvre."""
    do, by, *way = row
    return " ".join([do, scaled(words, do, by), *(number(one, DEGREE) for one in way)])


def scaled(words: Words, do: str, by: int) -> str:
    """How far a step goes: a length, an angle, or so many files."""
    return str(by) if do == "files" else number(by, words.unit if do in STRAIGHT else DEGREE)


def number(hundredths: int, one: int) -> str:
    """A whole number of hundredths as a decimal of units, exact enough to be read back as the same."""
    return f"{(Decimal(hundredths) / one).quantize(Decimal('0.00001')):f}".rstrip("0").rstrip(".")


# -- the answer that stands in them ---------------------------------------------------------


def answer(words: Words, panel: Prompt, form: FormData) -> Json:
    """The answer that was typed; ``Unread`` says what cannot be read."""
    return READ[panel.kind](words, panel, form)


def whole(text: str, one: int) -> int:
    """A number of units as whole hundredths, to the nearest."""
    try:
        found = Decimal(text.replace(",", "."))
    except InvalidOperation:
        found = Decimal("nan")
    if not found.is_finite() or abs(found) > MOST:
        raise Unread(gettext("{what} is no number.").format(what=repr(text[:20])))
    return int((found * one).to_integral_value())


def count(text: str) -> int:
    """A whole number; 0 where nothing stands."""
    if text.strip() and not text.strip().removeprefix("-").isdecimal():
        raise Unread(gettext("{what} is no whole number.").format(what=repr(text[:20])))
    return int(text.strip()[:9] or 0)


def point(words: Words, text: str, turns: bool = False) -> list[int]:
    """A place that was typed; with its facing where it may have one."""
    parts = BETWEEN.split(text.strip())
    if not 2 <= len(parts) <= 2 + turns:
        raise Unread(gettext("{what} is no place: type two numbers, x y.").format(what=repr(text.strip()[:30])))
    return [
        whole(parts[0], words.unit),
        whole(parts[1], words.unit),
        *(whole(one, DEGREE) % 36_000 for one in parts[2:]),
    ]


def points(words: Words, text: str) -> list[list[int]]:
    """A place of each line."""
    return [point(words, line) for line in text.splitlines() if line.strip()]


def each(form: FormData, keys: Sequence[str]) -> dict[str, str]:
    """What stands in the field of each."""
    return {key: typed(form, f"of.{key}") for key in keys}


def steps(words: Words, text: str) -> list[list[Json]]:
    """A step of each line."""
    found: list[list[Json]] = []
    for line in filter(str.strip, text.splitlines()):
        do, *rest = BETWEEN.split(line.strip())
        if not rest:
            raise Unread(gettext("{what} is no step: type its name and a number.").format(what=repr(line[:30])))
        by = count(rest[0]) if do == "files" else whole(rest[0], words.unit if do in STRAIGHT else DEGREE)
        found.append([do, by, *(whole(one, DEGREE) % 36_000 for one in rest[1:])])
    return found


def record(words: Words, panel: Prompt, form: FormData) -> Json:
    """The record of a form: fields that stand empty, and those that others make unasked, are left out."""
    found: dict[str, Json] = {}
    known: dict[str, Json] = {}
    for n, row in enumerate(rows_of(panel)):
        value = field(words, row, form, f"in.{n}")
        if value not in (None, "", []) and all(known.get(path) in allowed for path, allowed in row.only.items()):
            known[row.path] = value
            put(found, row.path.split("."), value)
    return listed(found)


def field(words: Words, row: Row, form: FormData, name: str) -> Json:
    """What was typed into a field of a record."""
    text = typed(form, name)
    if row.type == "picks":
        return [key for key in texts(form, name) if key]
    if not text.strip():
        return None
    match row.type:
        case "number":
            return count(text)
        case "bearing":
            return whole(text, DEGREE) % 36_000
        case "spot":
            return list(point(words, text))
        case "spots":
            return list(points(words, text))
    return text


def put(into: dict[str, Json], path: Sequence[str], value: Json) -> None:
    """The value stands at the path."""
    for name in path[:-1]:
        into = into.setdefault(name, {})
    into[path[-1]] = value


def listed(value: Json) -> Json:
    """Records whose names are numbers are lists."""
    if not isinstance(value, dict):
        return value
    found = {key: listed(part) for key, part in value.items()}
    return [found[key] for key in sorted(found, key=int)] if found and all(map(str.isdecimal, found)) else found


Fields = Callable[[Words, Prompt], list[Entry]]
FIELDS: Mapping[str, Fields] = {
    "walk": of_walk, "place": of_place, "split": of_split, "order": of_order, "assign": of_assign, "allot": of_allot,
    "moves": of_moves, "layout": of_layout, "manoeuvre": of_manoeuvre, "form": of_form,
}  # fmt: skip
"""The fields of each kind of question that is no list of options."""
READ: Mapping[str, Callable[[Words, Prompt, FormData], Json]] = {
    "walk": lambda words, _, form: points(words, typed(form, "path")),
    "place": lambda words, panel, form: point(words, typed(form, "spot"), panel.domain["turns"]),
    "split": lambda _, panel, form: {key: count(text) for key, text in each(form, keys(panel)).items()},
    "order": lambda _, panel, form: sorted(keys(panel), key=lambda key: count(typed(form, f"of.{key}"))),
    "assign": lambda _, panel, form: each(form, keys(panel)),
    "allot": lambda _, panel, form: each(form, [key for key, _, _ in panel.chips]),
    "moves": lambda words, panel, form: {
        id: points(words, text) for id, text in each(form, movers(panel)).items() if text.strip()
    },
    "layout": lambda words, panel, form: {id: point(words, text) for id, text in each(form, movers(panel)).items()},
    "manoeuvre": lambda words, _, form: steps(words, typed(form, "steps")),
    "form": record,
}
"""The answer of each kind."""


def keys(panel: Prompt) -> list[str]:
    """The things of a question."""
    return [key for key, _ in panel.items]


def movers(panel: Prompt) -> list[str]:
    """The bodies of a group."""
    return [row["piece"] for row in panel.domain["movers"]]
