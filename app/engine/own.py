"""Scenarios of one's own: a printed scenario with some of the parts changed that its system lets be changed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from copy import deepcopy
from functools import lru_cache
from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct, convert, field

from app.engine import zones
from app.engine.asks import Json
from app.engine.refusals import Clause, Refusal, refuse
from app.engine.system import Setup

OPTION = "own"
"""The option of a set-up that holds what is changed, as text."""
LONGEST, SIDES = 24_000, 4
Row = dict[str, Any]
Name = Annotated[str, Meta(min_length=1, max_length=40)]


class Own(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What a set-up says of its own scenario; ``forces``: for each side the roster it must bring, if it must."""

    name: Name
    changes: dict[str, Any] = {}
    forces: Annotated[list[dict[str, Any] | None], Meta(max_length=SIDES)] = []


class Choice(Struct, frozen=True):
    """One way in which a part may be; ``sets``: rows of the scenario, ``needs``: the row that one of many rests on."""

    id: str
    name: str
    name_es: str
    sets: Row = field(default_factory=dict)
    needs: str = ""


class Part(Struct, frozen=True, kw_only=True):
    """What may be changed: a choice, a flag, a number between two limits, many of its options, or zones.

    ``path``: where it stands in a scenario.  ``of``: the printed scenarios that have it; empty: all.  Of zones
    each side has ``most``, ``least`` wide and deep, ``apart`` from an enemy's, with room ``times`` its bases' ground.
    """

    key: str
    form: str
    name: str
    name_es: str
    clause: str
    path: tuple[str, ...] = ()
    least: int = 0
    most: int = 0
    apart: int = 0
    times: int = 0
    upto: str = ""
    """The part whose number this one may not pass, where a scenario has it."""
    options: tuple[Choice, ...] = ()
    of: tuple[str, ...] = ()


Parts = Mapping[str, Part]
EMPTY = {"flag": False, zones.FORM: {}}
"""What a part is of which a scenario says nothing."""


def word(*keys: str) -> str:
    """The word that names a part, or an option of one."""
    return "-".join(("part", *keys))


def names(every: Parts) -> Iterator[tuple[str, str]]:
    """The English names of parts and their options, by the keys of their sentences."""
    for part in every.values():
        yield f"word.{word(part.key)}", part.name
        yield from ((f"word.{word(part.key, option.id)}", option.name) for option in part.options)


def parts(rows: Mapping[str, Row]) -> dict[str, Part]:
    """The parts of a table of them; one without a path stands under its own key."""
    return {key: convert({"key": key, "path": [key], **row}, Part) for key, row in rows.items()}


@lru_cache(maxsize=256)
def read(text: str) -> Own | None:
    """What the option says; nothing where it cannot be read."""
    try:
        return msgspec.json.decode(text, type=Own) if len(text) <= LONGEST else None
    except msgspec.MsgspecError:
        return None


def sound(every: Parts, changes: Mapping[str, Any]) -> dict[str, Any]:
    """Those of some changes that parts may have."""
    return {key: value for key, value in changes.items() if refuse_value(every, key, value, Clause("")) is None}


def told(setup: Mapping[str, Any]) -> Own | None:
    """What a stored set-up says of its own scenario, without its forces; nothing where it plays a printed one."""
    text = setup.get("options", {}).get(OPTION)
    said = read(text) if isinstance(text, str) else None
    return Own(said.name, said.changes) if said else None


def written(own: Own) -> str:
    """The same as the option holds it."""
    return msgspec.json.encode(own, order="deterministic").decode()


def text_of(setup: Setup) -> str:
    """The text of a set-up's own scenario; empty where it plays a printed one."""
    found = setup.options.get(OPTION, "")
    return found if isinstance(found, str) else ""


# -- laying it over what is printed --------------------------------------------------


def over(row: Mapping[str, Any], every: Parts, changes: Mapping[str, Any]) -> Row:
    """The printed scenario with these changes, which fit it: choices first, for they make room for the others."""
    found = deepcopy(dict(row))
    chosen = [(every[key], value) for key, value in changes.items()]
    for part, value in chosen:
        if part.form == "choice":
            found |= deepcopy(next(option.sets for option in part.options if option.id == value))
    for part, value in chosen:
        if part.form != "choice" and (place := at(found, part.path)) is not None:
            place[part.path[-1]] = value
    return found


def at(row: Row, path: tuple[str, ...]) -> Row | None:
    """The row in which the last word of a path stands; nothing where there is none."""
    found: Any = row
    for word in path[:-1]:
        found = found.get(word) if isinstance(found, dict) else None
    return found if isinstance(found, dict) else None


def as_printed(row: Mapping[str, Any], part: Part) -> Any:  # noqa: ANN401 - as the part is written
    """What a scenario says of a part; nothing where it has no place in it."""
    if part.form == "choice":
        found = [
            o.id for how in (same, alike) for o in part.options if all(how(row.get(k), v) for k, v in o.sets.items())
        ]
        return next(iter(found), None)
    place = at(dict(row), part.path)
    if part.form == "number":
        return place.get(part.path[-1]) if place else None
    return None if place is None else place.get(part.path[-1], EMPTY.get(part.form, []))


def same(one: Any, other: Any) -> bool:  # noqa: ANN401 - of any form
    """Whether two rows are the same; what is empty may be left out."""
    return (one or None) == (other or None)


def alike(one: Any, other: Any) -> bool:  # noqa: ANN401 - of any form
    """Whether two rows differ in their numbers at most."""
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(alike(one[key], other[key]) for key in one)
    return (type(one) is int and type(other) is int) or same(one, other)


def belongs(part: Part, base: str, row: Mapping[str, Any]) -> bool:
    """Whether a part has a place in a scenario that begins from ``base`` and now reads so."""
    return base in (part.of or (base,)) and as_printed(row, part) is not None


# -- what stands against it ----------------------------------------------------------


def refuse_own(setup: Setup, rows: Mapping[str, Row], every: Parts, clause: Clause) -> Iterator[Refusal]:
    """All that stands against the scenario of its own that a set-up plays; ``rows``: those printed."""
    if OPTION not in setup.options:
        return
    said = read(text_of(setup))
    if said is None:
        yield refuse("own.unreadable", clause, most=LONGEST)
        return
    if not said.name.isprintable() or said.name != " ".join(said.name.split()):
        yield refuse("own.name", clause)
    found = [no for key, value in said.changes.items() if (no := refuse_value(every, key, value, clause))]
    yield from found or refuse_apart(rows[setup.scenario], every, setup.scenario, said)
    for side, force in zip(setup.sides, said.forces, strict=False):
        if force is not None and side.roster != force:
            yield refuse("own.force", clause, seat=side.seat)


def refuse_value(every: Parts, key: str, value: Any, clause: Clause) -> Refusal | None:  # noqa: ANN401 - JSON
    """Why a part cannot be so."""
    if key not in every:
        return refuse("own.no-part", clause, part=key[:40], known=", ".join(every))
    part, shown = every[key], str(value)[:40]
    ids = [option.id for option in part.options]
    if part.form == "number" and (type(value) is not int or not part.least <= value <= part.most):
        return refuse("own.number", Clause(part.clause), part=word(key), value=shown, least=part.least, most=part.most)
    if part.form == "flag" and not isinstance(value, bool):
        return refuse("own.flag", Clause(part.clause), part=word(key), value=shown)
    if part.form == "choice" and value not in ids:
        return refuse("own.choice", Clause(part.clause), part=word(key), value=shown, known=", ".join(ids))
    if part.form == zones.FORM:
        return zones.refuse_form(word(key), Clause(part.clause), part.most, value)
    many = part.form == "many"
    if many and not (isinstance(value, list) and all(n in ids for n in value) and len({*value}) == len(value)):
        return refuse("own.choice", Clause(part.clause), part=word(key), value=shown, known=", ".join(ids))
    return None


def refuse_apart(row: Row, every: Parts, base: str, said: Own) -> Iterator[Refusal]:
    """Parts that have no place in this scenario."""
    choices = {k: v for k, v in said.changes.items() if every[k].form == "choice"}
    now = over(row, every, choices)
    for key in said.changes:
        part = every[key]
        if base not in (part.of or (base,)) or (key not in choices and not belongs(part, base, now)):
            yield refuse("own.apart", Clause(part.clause), part=word(key), scenario=base)
            return
    yield from refuse_needs(over(row, every, said.changes), every)


def refuse_needs(now: Row, every: Parts) -> Iterator[Refusal]:
    """What counts though nothing of the kind is in the scenario; nothing that counts at all; turns after the last."""
    yield from refuse_past(now, every)
    for part in every.values():
        if part.form != "many" or (chosen := as_printed(now, part)) is None:
            continue
        for option in part.options:
            if option.id in chosen and option.needs and not now.get(option.needs):
                yield refuse("own.needs", Clause(part.clause), part=word(part.key), option=word(part.key, option.id))
        if chosen == []:
            yield refuse("own.none", Clause(part.clause), part=word(part.key))


def refuse_past(now: Row, every: Parts) -> Iterator[Refusal]:
    """Numbers that pass that of the part by which they are bound, such as a turn after the last."""
    for part in every.values():
        value, most = as_printed(now, part), as_printed(now, every[part.upto]) if part.upto else None
        if type(value) is int and type(most) is int and value > most:
            yield refuse(
                "own.past", Clause(part.clause), part=word(part.key), value=value, other=word(part.upto), most=most
            )


# -- as pages and files have it ------------------------------------------------------


def shown(base: str, row: Mapping[str, Any], every: Parts) -> list[Json]:
    """The parts of a printed scenario with what each is there, as the catalogue tells them.

    ``value`` is ``None`` for a number that has no place until a choice makes room for it; ``room``: by the options of
    which part, and what it is then.
    """
    here = {key: part for key, part in every.items() if base in (part.of or (base,))}
    found = [
        {**msgspec.to_builtins(part), "path": [*part.path], "of": [*part.of],
         "options": [named(option) for option in part.options],
         "value": as_printed(row, part), "room": room(part, here)}
        for part in here.values()
    ]  # fmt: skip
    return [part for part in found if part["value"] is not None or part["room"]]


def room(part: Part, every: Parts) -> Json:
    """The options of a part that make room for this one; empty where none does."""
    for one in every.values() if part.form == "number" else ():
        given = {o.id: n for o in one.options if (n := as_printed(o.sets, part)) is not None}
        if given:
            return {"part": one.key, "options": given}
    return {}


def named(option: Choice) -> Json:
    """An option by its id and names."""
    return {"id": option.id, "name": option.name, "name_es": option.name_es}
