"""Rosters as files: the JSON that this site writes and reads, and whatever a reader pastes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Literal

import msgspec
from msgspec import Struct

from app.engine.asks import Json
from app.engine.drafts import Draft
from app.engine.profiles import TOLD, Profile, bounds_of
from app.engine.profiles import read as read_profile
from app.engine.system import Setup
from app.games import offers
from app.games.carried import strangers
from app.games.rosters import Kept
from app.web.page.deps import Site
from app.web.page.problems import RefusalTold
from app.web.page.words import gettext
from app.web.rosters.drafts import Building, builders, building, of_ones_own
from app.web.rosters.reading import Reading
from app.web.rosters.text import Row, head, parted, systems_by_name

LARGEST = 60000
"""Characters of a file; the server takes forms that hold as many, however they are written."""
MOST_PROFILES = 40
"""So many profiles a text may carry: no roster has more units."""
UNREADABLE = ("roster.unreadable", "roster.no-sample")
Known = Mapping[str, Sequence[Profile]]
"""Profiles of this house by system."""
NONE: Known = {}
Problems = tuple[str, ...]
"""Sentences: what is wrong, and where."""


class Sheet(Struct, frozen=True, forbid_unknown_fields=True):
    """A roster as a file has it.  ``points``: the limit it is built for; nought: the usual one."""

    system: str
    name: str
    roster: Json
    points: int = 0
    gunbai: Literal["roster"] = "roster"


def as_json(kept: Kept) -> bytes:
    """A kept roster as a file, the same bytes for the same roster."""
    told = {"gunbai": "roster", "system": kept.system, "name": kept.name, "points": kept.points, "roster": kept.roster}
    return msgspec.json.format(msgspec.json.encode(told), indent=2) + b"\n"


def read_file(
    here: Site, key: str, text: str, own: Known = NONE, *, strange: bool = False
) -> tuple[Building, Draft] | Problems:
    """What a file or a pasted text holds, or all that keeps it from being read; ``key``: the rules if it names none.

    ``own``: profiles that a text may name and carry; ``strange``: it may carry others too.
    """
    if len(text) > LARGEST:
        return (gettext("This is longer than {n} characters: a roster is not.").format(n=LARGEST),)
    if not text.strip():
        return (gettext("There is nothing in it: paste a roster, or choose a file."),)
    if text.lstrip("\ufeff \r\n\t").startswith("{"):
        return read_json(here, text)
    return read_text(here, key, text, own, strange=strange)


def read_json(here: Site, text: str) -> tuple[Building, Draft] | Problems:
    """What the JSON of a file holds."""
    try:
        sheet = msgspec.json.decode(text.lstrip("\ufeff"), type=Sheet)
    except (msgspec.DecodeError, UnicodeEncodeError, RecursionError) as error:
        return (gettext("The JSON cannot be read: {why}.").format(why=str(error).rstrip(".")),)
    return read_sheet(here, sheet)


def read_sheet(here: Site, sheet: Sheet) -> tuple[Building, Draft] | Problems:
    """The draft of a sheet; nothing in it is dropped unsaid."""
    known = [system.key for system in builders(here)]
    if sheet.system not in known:
        said = gettext("There is no rule system “{system}” that builds rosters; known are: {known}.")
        return (said.format(system=sheet.system[:40], known=", ".join(known)),)
    by, name = building(here, sheet.system), of_ones_own(sheet.name)
    if not name:
        return (gettext("Give the roster a name, so that you find it again."),)
    if sheet.points and not by.fewest <= sheet.points <= by.most:
        said = gettext("The points must be from {fewest} to {most}, not {points}.")
        return (said.format(fewest=by.fewest, most=by.most, points=sheet.points),)
    if broken := unreadable(here, by, sheet.roster):
        return broken
    draft = by.draft(sheet.roster, sheet.points, name)
    plain = msgspec.json.decode(msgspec.json.encode(draft.roster))
    where = [] if is_ready(by, sheet.roster) else list(lost(sheet.roster, plain))
    said = gettext("The lists cannot read what stands at {where}.")
    return tuple(said.format(where=place) for place in where[:8]) or (by, draft)


def unreadable(here: Site, by: Building, roster: Json) -> Problems:
    """Why the rules cannot read a roster at all."""
    setup = Setup(by.book["scenarios"][0]["id"], offers.laid(2, (roster, roster)), {})
    found = [no for no in here.games.systems[by.key].refuse_setup(setup) if no.code in UNREADABLE]
    return tuple(by.words.says(no.code, no.facts) for no in found[:1])


def is_ready(by: Building, roster: Json) -> bool:
    """Whether a roster only names a ready one of its system."""
    ready = [row["id"] for row in by.book["samples"]]
    return isinstance(roster, dict) and roster.get("sample") in ready and set(roster) <= {"sample", "name"}


def lost(given: Json, kept: Json, at: str = "roster") -> Iterator[str]:
    """Where something was given that is not kept as it was given."""
    if isinstance(given, dict) and isinstance(kept, dict):
        for key, value in given.items():
            if key in kept:
                yield from lost(value, kept[key], f"{at}.{key}") if (at, key) != ("roster", "name") else ()
            else:
                yield f"{at}.{key[:40]}"
    elif isinstance(given, list) and isinstance(kept, list):
        yield from lost_of(given, kept, at)
    elif given != kept and (given or not isinstance(given, str | int | bool | list | None)):
        yield at


def lost_of(given: list[Json], kept: list[Json], at: str) -> Iterator[str]:
    """Where in a list something is lost: in its things, or whole things that are not there any more."""
    if len(given) == len(kept):
        for n, (before, after) in enumerate(zip(given, kept, strict=True)):
            yield from lost(before, after, f"{at}[{n}]")
    else:
        yield from (f"{at}[{n}]" for n, one in enumerate(given) if all(list(lost(one, other)) for other in kept))


def read_text(
    here: Site, key: str, text: str, own: Known = NONE, *, strange: bool = False
) -> tuple[Building, Draft] | Problems:
    """The draft of a text that people write."""
    text, rows = parted(text)
    top = head(text, systems_by_name(builders(here)))
    by = building(here, top.system or key)
    known = own.get(by.key, ())
    carried, troubles = profiles_of(here, by, rows, None if strange else known)
    if troubles:
        return tuple(troubles)
    by = building(here, by.key, single((*carried, *known)))
    if top.points and not by.fewest <= top.points <= by.most:
        said = gettext("The points must be from {fewest} to {most}, not {points}.")
        return (said.format(fewest=by.fewest, most=by.most, points=top.points),)
    reading = Reading(by.builder, by.words, top, by.limit(top.points))
    draft = reading.read()
    if not reading.troubles and not draft.units:
        return (gettext("No unit was found in it."),)
    return tuple(str(trouble) for trouble in reading.troubles) or (by, draft)


def profiles_of(
    here: Site, by: Building, rows: Sequence[Row], known: Sequence[Profile] | None
) -> tuple[list[Profile], list[str]]:
    """The profiles that rows of a text carry, and what is wrong with the others; ``known``: no other may be carried."""
    if len(rows) > MOST_PROFILES:
        said = gettext("There are {n} profiles in it; {most} are the most that a roster may carry.")
        return [], [said.format(n=len(rows), most=MOST_PROFILES)]
    found, troubles = list[Profile](), list[str]()
    for row in {row.text: row for row in rows}.values():
        read = profile_in(here, by, row)
        if isinstance(read, Profile):
            found.append(read)
        else:
            troubles += [gettext("Line {n}: {why}").format(n=row.number, why=why) for why in read]
        if len(troubles) >= TOLD:
            return [], troubles[:TOLD]
    strange = () if known is None else strangers(map(msgspec.to_builtins, found), known)
    return found, [*troubles, *(by.words.says(no.code, no.facts) for no in strange)]


def profile_in(here: Site, by: Building, row: Row) -> Profile | list[str]:
    """The profile of a row, or all that is wrong with it."""
    bounds = bounds_of(here.games.systems[by.key])
    try:
        read = read_profile(msgspec.json.decode(row.text), bounds) if bounds else ()
    except (msgspec.DecodeError, UnicodeEncodeError, RecursionError) as error:
        return [str(error)]
    return read if isinstance(read, Profile) else [f"{by.words.says(no.code, no.facts)} ({no.clause})" for no in read]


def single(every: Sequence[Profile]) -> tuple[Profile, ...]:
    """The first of each key, so that an offer means one."""
    return tuple({one.key: one for one in reversed(every)}.values())[::-1]


class UnitRefusal(RefusalTold):
    """What stands against a draft; ``unit``: which unit, by its place in the list, empty for the whole."""

    unit: str


def refusals(by: Building, draft: Draft) -> list[UnitRefusal]:
    """All that stands against a draft, each with its sentence and the unit it is about (none: the whole)."""
    every = [("", no) for no in draft.refusals] + [(u.id, no) for u in draft.units for no in u.refusals]
    return [
        {"unit": unit, "code": no.code, "clause": no.clause, "facts": no.facts,
         "sentence": by.words.says(no.code, no.facts)}
        for unit, no in every
    ]  # fmt: skip
