"""House lists: rosters that a host offers to all on his server, by the page or as TOML files in ``lists`` of its data.

They pass the checks of every roster, and stand marked wherever they are met.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from app.aside import aside
from app.engine.asks import Json
from app.engine.drafts import Draft
from app.engine.profiles import Profile, bounds_of, carried
from app.games.rosters import Kept
from app.games.seats import Guest, clean_name, new_id
from app.web.page.deps import Site
from app.web.page.errors import Bad
from app.web.page.once import changed, once
from app.web.page.words import gettext, language
from app.web.rosters import profiles
from app.web.rosters.drafts import MARK, Building, as_text, builders, building, own
from app.web.rosters.files import Known, Sheet, read_file, read_sheet, refusals, single
from app.web.rosters.folder import LARGEST, MOST, Fault, Faults, id_of, line_of, no_toml, taken_away, texts, toml
from app.web.rosters.profiles import HouseProfile

SETTING, FOLDER = "lists", "lists"
LONGEST = 38
"""So many characters of the name of a house list stay behind its mark."""
KNOWN = ("system", "name", "points", "text", "roster")
PLACE = re.compile(r"roster((?:\.\w+|\[\d+\])+)")


class HouseList(Struct, frozen=True):
    """A house list; ``file``: of the folder, empty for one that was added by the page."""

    id: str
    system: str
    name: str
    points: int
    roster: Any
    file: str = ""

    @property
    def kept(self) -> Kept:
        """The same as a roster that is kept, under its name with the mark."""
        return Kept(self.id, self.system, marked(self.name), self.points, self.roster)


def marked(name: str) -> str:
    """The name of a house list as it is met."""
    return f"{MARK} {name.removeprefix(MARK).strip()[:LONGEST]}"


# -- all of them -----------------------------------------------------------------------


async def every(here: Site) -> tuple[tuple[HouseList, ...], tuple[Fault, ...]]:
    """All house lists that can be played, those of files after those of the page, and what is wrong with the others."""
    return (await at_hand(here))[1:]


async def at_hand(
    here: Site,
) -> tuple[tuple[HouseProfile, ...], tuple[HouseList, ...], tuple[Fault, ...]]:
    """The profiles of this house, its lists, and what is wrong with the other lists."""

    async def read() -> tuple[tuple[HouseProfile, ...], tuple[HouseList, ...], tuple[Fault, ...]]:
        rows, (own, _) = await here.house.get(SETTING) or (), await profiles.every(here)
        return (own, *await aside(lambda: sorted_out(here, rows, own)))

    return await once((SETTING, language.get()), read)


def sorted_out(
    here: Site, rows: Sequence[Any], own: tuple[HouseProfile, ...] = ()
) -> tuple[tuple[HouseList, ...], tuple[Fault, ...]]:
    """The same of those that the page has added and of the files: this reads and judges all of them."""
    found, faults = [msgspec.convert(row, HouseList) for row in rows], list[Fault]()
    for file, text in texts(here.settings.folder / FOLDER):
        read = (text,) if isinstance(text, Fault) else judged(here, language.get(), file, text, own)
        if isinstance(read, HouseList):
            found.append(read)
        else:
            faults += read
    return tuple(one for one in found if one.system in here.games.systems), tuple(faults)


async def profiles_of(here: Site, system: str) -> tuple[Profile, ...]:
    """The profiles that rosters of a system may carry here, those that its house lists carry behind the others."""
    return tuple((await known(here)).get(system, ()))


async def known(here: Site) -> Known:
    """The same of all systems."""
    own, lists, _ = await at_hand(here)
    return {key: of_system(key, own, lists) for key, system in here.games.systems.items() if bounds_of(system)}


async def known_for(here: Site, every: Iterable[Kept]) -> Known:
    """The same where one of these rosters carries any; nothing is looked up where none does."""
    return await known(here) if any(True for kept in every for _ in carried(kept.roster)) else {}


def of_system(key: str, own: Sequence[HouseProfile], lists: Sequence[HouseList]) -> tuple[Profile, ...]:
    """The profiles of a system, those of lists last."""
    listed = [one for found in lists if found.system == key for one in listed_in(found)]
    return tuple(dict.fromkeys((*(one.profile for one in own if one.system == key), *listed)))


def listed_in(one: HouseList) -> list[Profile]:
    """The profiles that a house list carries."""
    return [msgspec.convert(raw, Profile) for raw in carried(one.roster)]


async def dressed(here: Site, key: str) -> Building:
    """A system that builds rosters, with the profiles of this house to choose from: one of each name."""
    by = building(here, key)
    if bounds_of(here.games.systems[by.key]) is None:
        return by
    ours = await profiles_of(here, by.key)
    return replace(building(here, by.key, single(ours)), ours=ours)


async def of(here: Site, system: str) -> list[dict[str, Any]]:
    """The house lists of a system for a list to choose from."""
    return (await by_system(here)).get(system, [])


async def by_system(here: Site) -> dict[str, list[dict[str, Any]]]:
    """The same of every system that has any."""
    found = dict[str, list[dict[str, Any]]]()
    for one in (await every(here))[0]:
        found.setdefault(one.system, []).append({"id": one.id, "name": marked(one.name), "points": one.points})
    return found


async def found(here: Site, id: str) -> HouseList:
    """The house list of this id, or a 404."""
    one = next((one for one in (await every(here))[0] if one.id == id), None)
    if one is None:
        raise Bad(404, gettext("There is no such house list."))
    return one


async def at_table(here: Site, id: str) -> Any:
    """The roster of a house list, under its marked name."""
    return laid(here, await found(here, id))


def laid(here: Site, one: HouseList) -> Any:
    """The same of a list that is at hand."""
    return building(here, one.system).draft(one.roster, one.points, marked(one.name)).roster


async def honest(here: Site, system: str, roster: Json) -> Json:
    """A roster that somebody brings as it is: under a name with the mark only where it is a house list."""
    name = roster.get("name") if isinstance(roster, dict) else None
    if not isinstance(name, str) or MARK not in name:
        return roster
    theirs = [laid(here, one) for one in (await every(here))[0] if one.system == system]
    return roster if same(roster) in map(same, theirs) else {**roster, "name": name.replace(MARK, "").strip()}


def same(roster: Json) -> bytes:
    """Equal for rosters that are the same."""
    return msgspec.json.encode(roster, order="deterministic")


async def chosen_band(here: Site, who: Guest | None, given: str) -> Json:
    """The roster a form names: ``roster:`` and an id of one's own, ``house:`` and a house list's, or a ready one."""
    kind, _, id = given.rpartition(":")
    if kind == "house":
        return await at_table(here, id)
    if kind != "roster":
        return {"sample": id}
    mine = await own(here, who, id)
    return await honest(here, mine.system, mine.roster)


# -- reading one -----------------------------------------------------------------------


@lru_cache(maxsize=512)
def judged(
    here: Site, _lang: str, file: str, text: str, own: tuple[HouseProfile, ...] = ()
) -> HouseList | tuple[Fault, ...]:
    """The house list of a file, or all that is wrong with it, worded for the reader."""
    if len(text) > LARGEST:
        return (Fault(file, 0, gettext("This is longer than {n} characters: a roster is not.").format(n=LARGEST)),)
    try:
        read = of_toml(here, text, own)
    except RecursionError as no:
        read = no_toml(0, no)
    if isinstance(read[0], Building):
        by, draft = read
        return HouseList(id_of(file), by.key, draft.name, draft.limit, draft.roster, file)  # type: ignore[union-attr]
    return tuple(Fault(file, line, why) for line, why in read)  # type: ignore[misc]


def of_toml(here: Site, text: str, own: Sequence[HouseProfile]) -> tuple[Building, Draft] | Faults:
    """What a TOML file holds: system, name and points, and the units as text or as JSON would have them."""
    told = toml(text)
    if not isinstance(told, dict):
        return told
    if odd := [key for key in told if key not in KNOWN]:
        said = gettext("“{key}” is not known here; known are: {known}.")
        return [(line_of(text, odd[0]), said.format(key=odd[0][:40], known=", ".join(KNOWN)))]
    if type(told.get("points", 0)) is not int:
        return [(line_of(text, "points"), gettext("The points are a whole number: points = 200."))]
    if ("text" in told) == ("roster" in told):
        return [(0, gettext("Say who is in it: either in words under “text”, or under “roster”."))]
    return of_words(here, text, told, own) if "text" in told else of_rows(here, text, told)


def of_words(
    here: Site, text: str, told: Mapping[str, Any], own: Sequence[HouseProfile]
) -> tuple[Building, Draft] | Faults:
    """The units written in words; a line that cannot be read is told by its number in the file."""
    if told.get("system") not in [system.key for system in builders(here)]:
        return checked(here, text, Sheet(str(told.get("system", "")), "", None))
    written, first = str(told["text"]), line_of(text, "text")
    if '"""\n' in text or "'''\n" in text:
        first += 1
    read = read_file(here, str(told["system"]), "\n" * (first - 1) + written, by_key(own), strange=True)
    if not isinstance(read[0], Building):
        return [(0, str(why)) for why in read]
    by, draft = read
    assert isinstance(draft, Draft)
    name = str(told.get("name", "")) or draft.name
    plain = msgspec.json.decode(msgspec.json.encode(draft.roster))
    return checked(here, text, Sheet(by.key, name, plain, told.get("points", 0) or draft.limit))


def by_key(own: Sequence[HouseProfile]) -> Known:
    """Profiles of this house by system."""
    return {key: tuple(one.profile for one in own if one.system == key) for key in {one.system for one in own}}


def of_rows(here: Site, text: str, told: Mapping[str, Any]) -> tuple[Building, Draft] | Faults:
    """The units as JSON would have them."""
    system, name = (str(told.get(key, "")) for key in ("system", "name"))
    return checked(here, text, Sheet(system, name, told["roster"], told.get("points", 0)))


def checked(here: Site, text: str, sheet: Sheet) -> tuple[Building, Draft] | Faults:
    """The draft of a sheet, or what is wrong with it: of a place of the roster with the line where that stands."""
    read = read_sheet(here, sheet)
    if not isinstance(read[0], Building):
        return [(place_of(text, str(why)), str(why)) for why in read]
    by, draft = read
    assert isinstance(draft, Draft)
    against = [(line_of(text, "text") or line_of(text, "roster"), f"{no['sentence']} ({no['clause']})")
               for no in refusals(by, draft)]  # fmt: skip
    return against or (by, draft)


def place_of(text: str, why: str) -> int:
    """The line at which the place stands that a sentence names, as ``roster.models[2].armour``: that of its table."""
    place = PLACE.search(why)
    if not place:
        return line_of(text, next((key for key in ("points", "system", "name") if key in why), "system"))
    parts = re.findall(r"\.(\w+)|\[(\d+)\]", place[1])
    table, number = parts[0][0], next((int(n) for _, n in parts[1:2] if n), 0)
    heads = [
        n for n, line in enumerate(text.split("\n"), 1) if re.match(rf"\s*\[\[roster\.{re.escape(table)}\]\]", line)
    ]
    return heads[number] if number < len(heads) else line_of(text, table) or line_of(text, "roster")


def as_toml(here: Site, one: HouseList) -> str:
    """A house list as a file of the folder."""

    def quoted(value: str) -> str:
        return json.dumps(value, ensure_ascii=False)

    words = as_text(here, one.kept).replace("\\", "\\\\").replace('"', '\\"')
    return f'system = {quoted(one.system)}\nname = {quoted(one.name)}\npoints = {one.points}\ntext = """\n{words}"""\n'


# -- by the page -----------------------------------------------------------------------


def read_any(
    here: Site, system: str, text: str, own: tuple[HouseProfile, ...] = ()
) -> tuple[Building, Draft] | tuple[str, ...]:
    """What was pasted, as a file of the folder or as any roster is; or all that is wrong with it."""
    if re.search(r"^\s*system\s*=", text, re.MULTILINE):
        return of_toml_pasted(here, text, own)
    read = read_file(here, system, text, by_key(own), strange=True)
    if not isinstance(read[0], Building):
        return tuple(str(why) for why in read)
    by, draft = read
    assert isinstance(draft, Draft)
    return tuple(f"{no['sentence']} ({no['clause']})" for no in refusals(by, draft)) or (by, draft)


def of_toml_pasted(here: Site, text: str, own: tuple[HouseProfile, ...]) -> tuple[Building, Draft] | tuple[str, ...]:
    """The same of what is a file of the folder."""
    found = judged(here, language.get(), gettext("What was pasted"), text, own)
    if not isinstance(found, HouseList):
        return tuple(map(str, found))
    by = building(here, found.system)
    return by, by.draft(found.roster, found.points, found.name)


async def add(here: Site, by: Building, draft: Draft) -> HouseList:
    """The list is offered from now on; a 409 where there are too many."""
    full = Bad(409, gettext("There are {n} house lists already: remove one first.").format(n=MOST))
    name = clean_name(draft.name.removeprefix(MARK))
    if not name:
        raise Bad(422, gettext("Give the roster a name, so that you find it again."))
    one = HouseList(new_id(), by.key, name, draft.limit, draft.roster)

    def longer(rows: list[Any] | None) -> list[Any]:
        if len(rows or ()) >= MOST:
            raise full
        return [*(rows or ()), msgspec.to_builtins(one)]

    await here.house.change(SETTING, longer)
    changed()
    return one


async def remove(here: Site, id: str) -> None:
    """The list is offered no more; a 404 where the page has added none such."""
    none = Bad(404, gettext("There is no such house list, or it is a file: take that out of the folder."))
    await taken_away(here, SETTING, id, none)
