"""Profiles of a host's own: printed ones changed, by the page or as TOML files in ``profiles`` of his data folder."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from app.aside import aside
from app.engine.profiles import Profile, bounds_of
from app.engine.profiles import read as read_profile
from app.games.seats import new_id
from app.web.page.deps import Site
from app.web.page.errors import Bad
from app.web.page.once import changed, once
from app.web.page.words import gettext, language
from app.web.rosters.folder import MOST, Fault, Faults, id_of, line_of, taken_away, texts, toml
from app.web.table import seen as tables

SETTING, FOLDER = "profiles", "profiles"
LONGEST = 8_000
"""Characters of one."""
KNOWN = ("system", *Profile.__struct_fields__)


class HouseProfile(Struct, frozen=True):
    """A profile of this house; ``file``: of the folder, empty for one that was added by the page."""

    id: str
    system: str
    profile: Profile
    file: str = ""


async def every(here: Site) -> tuple[tuple[HouseProfile, ...], tuple[Fault, ...]]:
    """All profiles that can be taken, those of files after those of the page, and what is wrong with the others."""

    async def read() -> tuple[tuple[HouseProfile, ...], tuple[Fault, ...]]:
        rows = await here.house.get(SETTING) or ()
        return await aside(lambda: sorted_out(here, rows))

    return await once((SETTING, language.get()), read)


def sorted_out(here: Site, rows: Sequence[Any]) -> tuple[tuple[HouseProfile, ...], tuple[Fault, ...]]:
    """The same of those that the page has added and of the files: this reads and judges all of them."""
    found, faults = list[HouseProfile](), list[Fault]()
    for row in rows:
        sort(found, faults, str(row["profile"]["name"]), kept(here, row), row["id"])
    for file, text in texts(here.settings.folder / FOLDER):
        sort(found, faults, file, (text,) if isinstance(text, Fault) else judged(here, language.get(), file, text))
    return tuple(found), tuple(faults)


def sort(
    found: list[HouseProfile], faults: list[Fault], file: str, read: HouseProfile | Sequence[Fault], id: str = ""
) -> None:  # fmt: skip
    """One is taken, if it is none and no other has its name, or what is wrong with it is told."""
    if not isinstance(read, HouseProfile):
        faults += read
    elif is_taken(found, read.system, read.profile):
        said = gettext("There is a profile {name} of these rules already.")
        faults.append(Fault(file, 0, said.format(name=read.profile.shown), id))
    else:
        found.append(read)


def is_taken(found: Sequence[HouseProfile], system: str, one: Profile) -> bool:
    """Whether a profile of these rules is called so already."""
    return any((other.system, other.profile.key) == (system, one.key) for other in found)


def kept(here: Site, row: Any) -> HouseProfile | Sequence[Fault]:
    """One that the page has added, or what stands against it now that its rules are others."""
    read = read_by(here, row["system"], row["profile"])
    if isinstance(read, Profile):
        return HouseProfile(row["id"], row["system"], read)
    return [Fault(str(row["profile"]["name"]), 0, why, row["id"]) for _, why in read]


async def of(here: Site, system: str) -> tuple[Profile, ...]:
    """The profiles of a system."""
    return tuple(one.profile for one in (await every(here))[0] if one.system == system)


# -- reading one -----------------------------------------------------------------------


@lru_cache(maxsize=512)
def judged(here: Site, _lang: str, file: str, text: str) -> HouseProfile | tuple[Fault, ...]:
    """The profile of a file, or all that is wrong with it, worded for the reader."""
    read = of_text(here, text)
    if isinstance(read, HouseProfile):
        return replace(read, id=id_of(file), file=file)
    return tuple(Fault(file, line, why) for line, why in read)


def of_text(here: Site, text: str) -> HouseProfile | Faults:
    """The profile of a text of TOML or JSON, or the lines and what is wrong there."""
    if len(text) > LONGEST:
        return [(0, gettext("This is longer than {n} characters: a profile is not.").format(n=LONGEST))]
    told = of_json(text) if text.lstrip("\ufeff \r\n\t").startswith("{") else toml(text)
    if not isinstance(told, dict):
        return told
    if odd := [key for key in told if key not in KNOWN]:
        said = gettext("“{key}” is not known here; known are: {known}.")
        return [(line_of(text, odd[0]), said.format(key=odd[0][:40], known=", ".join(KNOWN)))]
    system = told.pop("system", "")
    read = read_by(here, system, told)
    if isinstance(read, Profile):
        return HouseProfile("", system, read)
    return [(place_of(text, place), why) for place, why in read]


def of_json(text: str) -> dict[str, Any] | Faults:
    """What a text of JSON says, or why it is none."""
    try:
        return msgspec.json.decode(text.lstrip("\ufeff"), type=dict[str, Any])
    except (msgspec.DecodeError, UnicodeEncodeError, RecursionError) as no:
        return [(0, gettext("The JSON cannot be read: {why}.").format(why=str(no).rstrip(".")))]


def read_by(here: Site, system: Any, told: Mapping[str, Any]) -> Profile | list[tuple[str, str]]:
    """The profile of these rules that something says, or the places and what is wrong there."""
    rules = here.games.system(system) if isinstance(system, str) else None
    bounds = bounds_of(rules)
    if rules is None or bounds is None:
        known = ", ".join(key for key, one in here.games.systems.items() if bounds_of(one))
        said = gettext("There is no rule system “{system}” whose profiles may be changed; known are: {known}.")
        return [("system", said.format(system=str(system)[:40], known=known))]
    read = read_profile(told, bounds)
    if isinstance(read, Profile):
        return read
    words = tables.words_of(rules, None, None)
    return [(str(no.facts.get("place", "")), f"{words.says(no.code, no.facts)} ({no.clause})") for no in read]


def place_of(text: str, place: str) -> int:
    """The line at which the place stands, as ``figures.fight``: that of its table where it has none of its own."""
    table, _, key = place.partition(".")
    begins = line_of(text, table)
    below = "\n".join(text.split("\n")[begins:])
    found = line_of(below, key) if begins and key else 0
    return begins + found if found else begins


def as_toml(one: HouseProfile) -> str:
    """A profile as a file of the folder."""
    return "".join(written(one))


def written(one: HouseProfile) -> Iterator[str]:
    """The same, line by line."""
    told = msgspec.to_builtins(one.profile)
    for key, value in {"system": one.system, **told}.items():
        if not isinstance(value, dict):
            yield f"{key} = {quoted(value)}\n"
    for key, table in told.items():
        if isinstance(table, dict):
            yield f"\n[{key}]\n"
            yield from (f"{name} = {quoted(value)}\n" for name, value in table.items())


def quoted(value: Any) -> str:
    """A number, a text or a list of texts."""
    return json.dumps(value, ensure_ascii=False)


# -- by the page -----------------------------------------------------------------------


async def add(here: Site, system: str, profile: Profile) -> HouseProfile:
    """The profile is offered from now on; a 409 where there are too many, or one of its name."""
    one = HouseProfile(new_id(), system, profile)
    taken = Bad(409, gettext("There is a profile {name} of these rules already.").format(name=profile.shown))
    if is_taken((await every(here))[0], system, profile):
        raise taken
    full = Bad(409, gettext("There are {n} profiles already: remove one first.").format(n=MOST))

    def longer(rows: list[Any] | None) -> list[Any]:
        if len(rows or ()) >= MOST:
            raise full
        sound = [read for row in rows or () if isinstance(read := kept(here, row), HouseProfile)]
        if is_taken(sound, system, profile):
            raise taken
        return [*(rows or ()), msgspec.to_builtins(one)]

    await here.house.change(SETTING, longer)
    changed()
    return one


async def remove(here: Site, id: str) -> None:
    """The profile is offered no more; a 404 where the page has added none such."""
    none = Bad(404, gettext("There is no such profile, or it is a file: take that out of the folder."))
    await taken_away(here, SETTING, id, none)


async def found(here: Site, id: str) -> HouseProfile:
    """The profile of this id, or a 404."""
    one = next((one for one in (await every(here))[0] if one.id == id), None)
    if one is None:
        raise Bad(404, gettext("There is no such profile."))
    return one
