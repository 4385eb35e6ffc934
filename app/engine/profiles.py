"""Profiles of a host's own: a printed profile with some of what it says changed, within bounds its system declares.

A roster carries the whole of it with the unit that has it, so that a game needs nothing else to be played again.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from difflib import get_close_matches
from itertools import islice
from typing import Annotated, Any, Protocol

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType, field
from msgspec.structs import replace

from app.engine.asks import Json
from app.engine.refusals import Clause, Fact, Refusal, refuse

MARK = "⌂"
"""What stands before the name of what is of this house, and of nothing else."""
FIELD, ADD = "own", "own:"
"""Under which name a roster carries a profile; how an offer of one begins."""
NAME = re.compile(r"[^\W\d_](?:[\w'’.-]| (?! ))*(?<! )")
LONGEST, SHOWN, NEAR = 30, 40, 3
TOLD = 8
"""So many things are told of all that is wrong with one, or with those that are brought."""
Key = Annotated[str, Meta(min_length=1, max_length=40)]
Words = Annotated[tuple[Key, ...], Meta(max_length=12)]
Whole = Annotated[int, Meta(ge=-9_999, le=99_999)]
Changes = Annotated[dict[Key, Words], Meta(max_length=8)]


class Profile(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A printed profile changed.  ``based_on``: its key; ``figures``: numbers, and words where a profile has one of
    many; ``add``, ``take``: words of its lists.  ``points``: its own; ``most``: so many units of a roster may have it.
    """

    name: Annotated[str, Meta(min_length=1, max_length=LONGEST)]
    based_on: Key
    figures: Annotated[dict[Key, Whole | Key], Meta(max_length=16)] = {}
    add: Changes = {}
    take: Changes = {}
    points: Whole | None = None
    most: Annotated[int, Meta(ge=1, le=99)] | None = None

    def __hash__(self) -> int:
        return hash(same(self))

    @property
    def shown(self) -> str:
        """Its name as it is met everywhere."""
        return f"{MARK} {self.name}"

    @property
    def key(self) -> str:
        """What tells it from the others of its house."""
        return "-".join(self.name.casefold().split())

    def number(self, figure: str, printed: int) -> int:
        """A figure of this profile, by what is printed of it."""
        found = self.figures.get(figure, printed)
        return found if isinstance(found, int) else printed

    def word(self, figure: str, printed: str) -> str:
        """The word that stands for a figure, by what is printed."""
        found = self.figures.get(figure, printed)
        return found if isinstance(found, str) else printed

    def words(self, name: str, printed: Iterable[str]) -> tuple[str, ...]:
        """A list of this profile, by what is printed of it."""
        taken = self.take.get(name, ())
        return tuple(dict.fromkeys((*(word for word in printed if word not in taken), *self.add.get(name, ()))))


Own = Profile | UnsetType
"""What a unit of a roster carries of its own profile: mostly nothing."""


class Number(Struct, frozen=True, tag=True):
    """A figure that may be from ``least`` to ``most``."""

    least: int
    most: int
    clause: str


class Word(Struct, frozen=True, tag=True):
    """A figure that is one word of these."""

    known: tuple[str, ...]
    clause: str


class List(Struct, frozen=True):
    """Words that may be added; ``least``: so many must be left."""

    known: tuple[str, ...]
    clause: str
    least: int = 0


class Base(Struct, frozen=True, kw_only=True):
    """A printed profile that may be changed: the sentence of its name, its figures, its lists, and what it costs."""

    about: str
    figures: Mapping[str, int | str]
    lists: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    points: int = 0


class Bounds(Struct, frozen=True, kw_only=True):
    """What may be changed in a system, and how far.  ``ruled``: without points of its own the rules reckon them."""

    clause: Clause
    bases: Mapping[str, Base]
    figures: Mapping[str, Number | Word]
    lists: Mapping[str, List]
    points: Number
    ruled: bool = False


class Changeable(Protocol):
    """A system whose profiles may be changed."""

    profiles: Bounds


def bounds_of(system: object) -> Bounds | None:
    """What of a system's profiles may be changed; nothing where it says nothing of it."""
    found = getattr(system, "profiles", None)
    return found if isinstance(found, Bounds) else None


def same(profile: Profile) -> bytes:
    """Equal for profiles that are the same."""
    return msgspec.json.encode(profile, order="deterministic")


def declared(
    said: Mapping[str, Any], clause: Clause, bases: Mapping[str, Base], known: Mapping[str, Iterable[str]],
    *, ruled: bool = False,
) -> Bounds:  # fmt: skip
    """The bounds of a table of them: rows of ``figures`` and ``lists`` by ``id``, and the ``points``.

    ``known``: the words of each list, and of each figure that is a word.
    """
    figures: dict[str, Number | Word] = {
        row["id"]: Word(tuple(known[row["id"]]), row["clause"]) if row["id"] in known
        else Number(row["least"], row["most"], row["clause"])
        for row in said["figures"]
    }  # fmt: skip
    lists = {row["id"]: List(tuple(known[row["id"]]), row["clause"], row["least"]) for row in said["lists"]}
    points = msgspec.convert(said["points"], Number)
    return Bounds(clause=clause, bases=bases, figures=figures, lists=lists, points=points, ruled=ruled)


# -- what stands against one -----------------------------------------------------------


def read(raw: Json, bounds: Bounds) -> Profile | tuple[Refusal, ...]:
    """The profile this JSON stands for, or all that is wrong with it; ``place``: where."""
    try:
        found = msgspec.convert(raw, Profile)
    except msgspec.ValidationError as error:
        why, _, at = str(error).partition(" - at `$")
        return (refuse("changed.unreadable", bounds.clause, why=why, place=at.strip(".`").partition("[")[0]),)
    return tuple(islice(against(found, bounds), TOLD)) or found


def against(one: Profile, bounds: Bounds) -> Iterator[Refusal]:
    """All that stands against a profile."""
    if not NAME.fullmatch(one.name):
        yield refuse("changed.name", bounds.clause, name=one.name, place="name")
    base = bounds.bases.get(one.based_on)
    if base is None:
        near = get_close_matches(one.based_on, bounds.bases, NEAR, 0.4) or list(bounds.bases)[:NEAR]
        yield refuse("changed.no-base", bounds.clause, base=one.based_on, known=", ".join(near), place="based_on")
        return
    yield from of_figures(one, base, bounds)
    yield from of_lists(one, base, bounds)
    yield from of_points(one, bounds)


def of_figures(one: Profile, base: Base, bounds: Bounds) -> Iterator[Refusal]:
    """Figures that the profile has not, or that are out of bounds."""
    open_ = [key for key in base.figures if key in bounds.figures]
    for key, value in one.figures.items():
        place = f"figures.{key}"
        if key not in open_:
            yield refuse("changed.no-figure", bounds.clause, figure=key, base=one.based_on, known=", ".join(open_),
                         place=place)  # fmt: skip
            continue
        row = bounds.figures[key]
        if isinstance(row, Number) and not (isinstance(value, int) and row.least <= value <= row.most):
            yield refuse("changed.number", Clause(row.clause), figure=key, value=str(value), least=row.least,
                         most=row.most, place=place)  # fmt: skip
        elif isinstance(row, Word) and value not in row.known:
            yield refuse("changed.word", Clause(row.clause), figure=key, value=str(value), known=", ".join(row.known),
                         place=place)  # fmt: skip


def of_lists(one: Profile, base: Base, bounds: Bounds) -> Iterator[Refusal]:
    """Words added that there are not or that it has, taken that it has not, and lists with too little left."""
    for deed, changes in (("add", one.add), ("take", one.take)):
        for key, words in changes.items():
            place = f"{deed}.{key}"
            if key not in base.lists:
                yield refuse("changed.no-list", bounds.clause, list=key, base=one.based_on, known=", ".join(base.lists),
                             place=place)  # fmt: skip
                continue
            known = bounds.lists[key].known if deed == "add" else base.lists[key]
            yield from of_words(deed, words, known, base.lists[key], {"list": key, "place": place}, bounds.lists[key])
    for key, had in base.lists.items():
        if had and len(one.words(key, had)) < bounds.lists[key].least:
            yield refuse("changed.bare", Clause(bounds.lists[key].clause), list=key, least=bounds.lists[key].least,
                         place=f"take.{key}")  # fmt: skip


def of_words(
    deed: str, words: Sequence[str], known: Sequence[str], had: Sequence[str], facts: dict[str, Fact], row: List
) -> Iterator[Refusal]:
    """What is wrong with words that are added to a list or taken from it."""
    for n, word in enumerate(words):
        told = {**facts, "word": word}
        if word not in known:
            near = get_close_matches(word, known, NEAR, 0.4) or list(known)
            yield refuse(f"changed.{deed}-unknown", Clause(row.clause), **told, known=", ".join(near) or "-")
        elif word in words[:n] or (deed == "add" and word in had):
            yield refuse("changed.twice", Clause(row.clause), **told)


def of_points(one: Profile, bounds: Bounds) -> Iterator[Refusal]:
    """Points out of bounds; and a profile that changes nothing."""
    row = bounds.points
    if one.points is not None and not row.least <= one.points <= row.most:
        yield refuse("changed.points", Clause(row.clause), value=one.points, least=row.least, most=row.most,
                     place="points")  # fmt: skip
    if not (one.figures or one.add or one.take) and one.points is None:
        yield refuse("changed.nothing", bounds.clause, place="figures")


# -- in a roster -----------------------------------------------------------------------


def of(own: Own) -> Profile | None:
    """The profile a unit carries, if any."""
    return None if own is UNSET else own


def is_sound(own: Own, bounds: Bounds, base: str) -> bool:
    """Whether a unit carries no profile, or one that changes this printed one as it may be changed."""
    return own is UNSET or (own.based_on == base and not any(against(own, bounds)))


def unsound(own: Own, bounds: Bounds, base: str, who: str) -> Iterator[Refusal]:
    """What stands against the profile that a unit carries."""
    if own is UNSET:
        return
    for no in islice(against(own, bounds), TOLD):
        yield replace(no, facts={**no.facts, "who": who})
    if own.based_on != base:
        yield refuse("changed.other-base", bounds.clause, who=who, profile=own.shown, base=own.based_on, printed=base)


def too_many(every: Sequence[Own], clause: Clause) -> Iterator[Refusal]:
    """Profiles of which more units of a roster have one than may."""
    carried = [one for one in every if one is not UNSET]
    for one in dict.fromkeys(carried):
        if one.most is not None and carried.count(one) > one.most:
            yield refuse("changed.many", clause, profile=one.shown, units=carried.count(one), most=one.most)


def called(name: str, own: Own, printed: str) -> str:
    """What a unit is called: by its own name, else by its profile's, else by the sentence of the printed one."""
    mine = unmarked(name)
    if own is UNSET:
        return mine or printed
    return f"{MARK} {mine}" if mine else own.shown


def unmarked(name: str) -> str:
    """A name without the mark, which nobody gives himself."""
    return name.replace(MARK, "").strip() if MARK in name else name


def kind(own: Own, printed: str) -> str:
    """What a unit is: its profile's name, else the sentence of the printed one."""
    return printed if own is UNSET else own.shown


def offered(id: str, every: Sequence[Profile]) -> Profile | None:
    """The profile that an offer of this id is about."""
    return next((one for one in every if id == ADD + one.key), None)


def carried(raw: Json) -> Iterator[Json]:
    """All that is carried in a roster as a profile, whatever it is."""
    left = [raw]
    while left:
        one = left.pop()
        if isinstance(one, dict):
            if one.get(FIELD) is not None:
                yield one[FIELD]
            left += one.values()
        elif isinstance(one, list | tuple):
            left += one
