"""A scenario of one's own in words: its parts as a form shows them, what stands against it, what programs are told."""

from __future__ import annotations

from typing import Any, TypedDict

import msgspec

from app.engine.asks import Json
from app.engine.refusals import Refusal
from app.engine.system import RuleSystem
from app.games import worlds
from app.games.grounds import Body
from app.games.seats import Guest, clean_name
from app.games.surveying import survey
from app.games.worlds import MOST, MOST_OF_ACCOUNT, Kept, World
from app.web.page.deps import Site
from app.web.page.errors import Bad
from app.web.page.problems import RefusalTold
from app.web.page.words import Words, gettext, language
from app.web.table import seen as tables

LARGEST = 60000
"""Characters of a file."""


class WorldTold(TypedDict):
    """A kept scenario as programs read it."""

    id: str
    changed: str
    link: str
    scenario: World


class Judged(TypedDict):
    """What stands against a scenario; nothing where it can be played."""

    refusals: list[RefusalTold]


def makers(here: Site) -> list[RuleSystem[Any]]:
    """The systems whose scenarios may be changed."""
    return [system for system in here.games.systems.values() if worlds.bases(system)]


def chosen(here: Site, key: str) -> RuleSystem[Any]:
    """The system of this key, where none is named the first whose scenarios may be changed; a 422 if it is none."""
    every = {system.key: system for system in makers(here)}
    system = every.get(key) if key else next(iter(every.values()), None)
    if system is None:
        raise Bad(422, gettext("These rules know no scenarios of one's own."))
    return system


def base_of(system: RuleSystem[Any], base: str) -> Json:
    """The printed scenario of this id, the first where none is named; a 422 if there is none."""
    row = worlds.row_of(system, base) if base else worlds.bases(system)[0]
    if row is None:
        raise Bad(422, gettext("There is no printed scenario of that name: {base}.").format(base=base[:40]))
    return row


def read(here: Site, text: str) -> World:
    """The scenario of a file or a pasted text; a 422 says what is wrong with it, and where."""
    if len(text) > LARGEST:
        raise Bad(422, gettext("This is longer than {n} characters: a scenario is not.").format(n=LARGEST))
    try:
        found = msgspec.json.decode(text.lstrip("\ufeff"), type=World)
    except (msgspec.MsgspecError, UnicodeEncodeError, RecursionError) as error:
        raise Bad(422, gettext("The scenario cannot be read: {why}.").format(why=str(error).rstrip("."))) from None
    base_of(chosen(here, found.system), found.base)
    return found


def as_file(world: World) -> bytes:
    """A scenario as a file, the same bytes for the same scenario."""
    return msgspec.json.format(msgspec.json.encode(world), indent=2) + b"\n"


def most(who: Guest) -> int:
    """How many scenarios somebody may keep."""
    return MOST_OF_ACCOUNT if who.account else MOST


async def keep(here: Site, who: Guest, world: World, id: str = "") -> str:
    """The id under which it is kept; a 404 if it is not the caller's, a 409 if the caller keeps too many, a 422 for one
    that begins from nothing or has no name."""
    base_of(chosen(here, world.system), world.base)
    if not clean_name(world.name):
        raise Bad(422, gettext("Give the scenario a name, so that you find it again."))
    new = await here.worlds.keep(who.id, world, id, most(who))
    if new is None and id:
        raise Bad(404, gettext("There is no such scenario of yours."))
    if new is None:
        raise Bad(409, gettext("You keep {n} scenarios already: forget one first.").format(n=most(who)))
    return new


async def found(here: Site, who: Guest | None, id: str, key: str = "") -> Kept:
    """A scenario of the caller's own, or one whose link the caller has; else a 404."""
    kept = await here.worlds.read(id) if len(id) <= 32 else None
    if kept is None or not ((who and who.id == kept.guest) or here.is_signed(key, "world", id)):
        raise Bad(404, gettext("There is no such scenario of yours."))
    return kept


def share(here: Site, id: str) -> str:
    """The path by which anybody may look at a scenario and take a copy."""
    return f"/scenarios/{id}?key={here.sign('world', id)}"


def told(here: Site, kept: Kept) -> WorldTold:
    """A kept scenario as programs read it."""
    return {"id": kept.id, "changed": kept.changed, "link": share(here, kept.id), "scenario": kept.world}


# -- in words ----------------------------------------------------------------------


def words_of(system: RuleSystem[Any]) -> Words:
    """The words of a system, with its unit of length."""
    words, of = tables.words_of(system, None, None), survey(system)
    return Words(words.sentences, of.unit_length, of.unit) if of.unit else words


def says(words: Words, no: Refusal) -> str:
    """What stands against a scenario, in words."""
    if no.code == worlds.NO_BASE:
        return gettext("There is no printed scenario of that name: {base}.").format(**no.facts)
    if no.code == worlds.NO_TABLE:
        said = gettext("This scenario is not played on a table of {table}. There are tables of {known}.")
        return said.format(**no.facts)
    if no.code == worlds.NO_ROSTERS:
        return gettext("No ready rosters fit {points} points: give each side its own, or change the points.").format(
            **no.facts
        )
    return words.says(no.code, no.facts)


def judged(system: RuleSystem[Any], world: World) -> Judged:
    """What stands against a scenario, as programs read it."""
    words = words_of(system)
    return {
        "refusals": [
            {"code": no.code, "clause": no.clause, "facts": no.facts, "sentence": says(words, no)}
            for no in worlds.faults(system, world)
        ]
    }


def named(row: Json) -> str:
    """A name in the reader's language."""
    return str(row.get("name_es") if language.get() == "es" else row["name"])


def parts(row: Json, world: World) -> list[dict[str, Any]]:
    """The parts that have a place in the scenario, each with what it is and what is printed."""
    now = worlds.values(row, world.changes)
    return [
        {
            "id": part["key"], "form": part["form"], "name": named(part), "clause": part["clause"],
            "least": part["least"], "most": part["most"], "value": fit(part["form"], now[part["key"]]),
            "options": [{"id": option["id"], "name": named(option)} for option in part["options"]],
            "changed": part["key"] in world.changes,
        }
        for part in row["own"] if part["key"] in now
    ]  # fmt: skip


def fit(form: str, value: Any) -> Any:
    """A value as its field takes it; of many none where it is no list."""
    return value if form != "many" or isinstance(value, list) else []


def size(body: Body | None) -> str:
    """The size of a drawn table; empty where there is none."""
    return f"{body.table[0]} × {body.table[1]}" if body else ""
