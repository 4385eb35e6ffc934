"""Rosters: an army as its player writes it, made into Units and characters with their figures and costs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import isqrt
from typing import Annotated

from msgspec import UNSET, Meta, Struct

from app.engine.asks import Json
from app.engine.profiles import Own, called, is_sound, of
from app.engine.refusals import Refusal
from app.engine.rosters import roster_of
from app.systems.kensei.armies.lists import (
    CASTES,
    CHARACTERS,
    LEVELS,
    RANKS,
    STATS,
    TROOPS,
    Character,
    Entry,
    Profile,
    command_points_of,
    level_of,
    spells_of,
)
from app.systems.kensei.armies.own import BOUNDS, changed_character, changed_entry
from app.systems.kensei.book import c, cm, table
from app.systems.kensei.combat.armoury import ARMOUR

LISTED = c("KEN-ARM-07")
MARCH = table("movement")["march"]
STANDARD: dict[str, int] = LEVELS["roster"]["standard"]
MOST = 99
Count = Annotated[int, Meta(ge=0, le=MOST)]
BETTER = {"attack": -1, "defence": 1, "ki": 1, "honour": 1, "initiative": 1}
"""What makes a stat better by one, for those that campaigns change: low Attack is good (KEN-STA-10)."""
READY = {key: {**row, "sample": key} for key, row in table("samples").items()}
"""The ready armies by key (section 4.10)."""
LETTERS = "abcdefghijklmnopqrstuvwxyz"


# -- as it is written -----------------------------------------------------------------


class Line(Struct, frozen=True, kw_only=True):
    """What a campaign adds to a line: which member of its warband it is, and the stats that are for good better
    (``raised``) or worse (``hurt``) by 1.  Outside campaigns a line has none of it."""

    member: str = ""
    raised: tuple[str, ...] = ()
    hurt: tuple[str, ...] = ()
    own: Own = UNSET
    """The profile of a host's own that it has."""


class UnitLine(Line, frozen=True):
    """A Unit as its roster writes it; ``models`` and ``files`` left out are as is usual."""

    id: str
    entry: str
    models: Count = 0
    files: Count = 0
    standard: bool = False
    name: str = ""


class CharacterLine(Line, frozen=True):
    """A character as his roster writes him.  ``unit``: the id of the Unit he is in, empty if he is alone.

    ``ranged`` and ``melee``: the weapons chosen among his options; ``school`` and ``level`` of an Onmyouiji.
    """

    entry: str
    taisho: bool = False
    unit: str = ""
    mounted: bool = False
    ranged: str = ""
    melee: str = ""
    name: str = ""
    school: str = ""
    level: Count = 0


class Roster(Struct, frozen=True):
    """An army as its player writes it; ``sample`` names a ready one instead.  ``abilities``: those of its Taisho."""

    name: str = ""
    sample: str = ""
    caste: str = ""
    abilities: tuple[str, ...] = ()
    units: tuple[UnitLine, ...] = ()
    characters: tuple[CharacterLine, ...] = ()


# -- as it is fielded -------------------------------------------------------------------


class Made(Struct, frozen=True, kw_only=True):
    """What Units and characters have in common.  ``cost``: Koku of a model; lengths in 1/100 mm.

    ``name``: its own, or the sentence key of its entry's.  ``troop``: infantry, cavalry or creature.
    """

    code: str
    entry: str
    name: str
    troop: str
    mounted: bool
    traits: tuple[str, ...]
    attack: int
    defence: int
    wounds: int
    ki: int
    honour: int
    initiative: int
    armour: int
    melee: tuple[str, ...]
    ranged: str
    cost: int
    abilities: tuple[str, ...]
    movement: int
    base_width: int
    base_depth: int
    school: str = ""
    level: int = 0
    own: str = ""
    """The profile of a host's own that it has, by its name."""


class MadeUnit(Made, frozen=True, kw_only=True):
    """A Unit with all that its list says of it.

    ``loose``: Harassers, and a model by itself (KEN-TYP-25).  ``files`` count the characters in it (KEN-TYP-40); of a
    loose Unit they are those of its card (KEN-DEP-25).
    """

    id: str
    category: str
    loose: bool
    size: str
    models: int
    files: int
    standard: bool

    @property
    def points(self) -> int:
        """What it costs, its standard included (KEN-ARM-07, KEN-ARM-09)."""
        return self.cost * self.models + (STANDARD["cost"] if self.standard else 0)


class MadeCharacter(Made, frozen=True, kw_only=True):
    """A character with all that his list says of him.  ``unit``: the code of the Unit he is in, or nothing.

    ``kind``: bushi, special or spiritual; ``rank``: a Bushi's.  ``command_points`` a turn if he is the Taisho.
    """

    kind: str
    rank: str
    taisho: bool = False
    unit: str = ""
    spells: tuple[str, ...] = ()
    command_points: int = 0


class Army(Struct, frozen=True, kw_only=True):
    """An army ready for the table, Units and characters in list order.  ``level`` of the battle, 0 if not said."""

    name: str
    sample: str
    caste: str
    level: int
    abilities: tuple[str, ...]
    units: tuple[MadeUnit, ...]
    characters: tuple[MadeCharacter, ...]

    @property
    def points(self) -> int:
        """What it costs in Koku (KEN-ARM-07)."""
        return sum(unit.points for unit in self.units) + sum(one.cost for one in self.characters)

    @property
    def standards(self) -> int:
        """How many Hata-Jirushi it flies (KEN-ARM-09)."""
        return sum(unit.standard for unit in self.units)


# -- reading and making -------------------------------------------------------------------


def read_roster(raw: Json) -> Roster | Refusal:
    """The roster this JSON stands for, a ready army filled in, or why it cannot be read (KEN-ARM-07)."""
    return roster_of(raw, Roster, READY, LISTED)


def made(raw: Json, limit: int) -> Army | Refusal:
    """The army of a roster as JSON brings it, for a game of so many Koku, or why it cannot be read."""
    roster = read_roster(raw)
    return roster if isinstance(roster, Refusal) else army_of(roster, limit)


def army_of(roster: Roster, limit: int) -> Army:
    """The army of a roster for a game of so many Koku; what no list knows is left out (KEN-ARM-05, KEN-ARM-07)."""
    codes = {line.id: str(n) for n, line in enumerate(roster.units, 1)}
    level = level_of(limit)
    return Army(
        name=roster.name, sample=roster.sample, caste=roster.caste, level=level.level if level else 0,
        abilities=roster.abilities, units=tuple(units_of(roster)),
        characters=tuple(
            make_character(line, code, roster.caste, codes)
            for code, line in lettered(roster.characters) if is_character(line)
        ),
    )  # fmt: skip


def lettered(lines: Sequence[CharacterLine]) -> Iterator[tuple[str, CharacterLine]]:
    """Each character with his code: a letter, with a number from the 27th on."""
    for n, line in enumerate(lines):
        times, letter = divmod(n, len(LETTERS))
        yield LETTERS[letter] + (str(times + 1) if times else ""), line


def is_unit(line: UnitLine) -> bool:
    """Whether the lists have this Unit, so changed."""
    return line.entry in TROOPS and is_sound(line.own, BOUNDS, line.entry)


def entry_of(line: UnitLine) -> Entry:
    """The line of the lists of a Unit, as its own profile changes it."""
    return changed_entry(TROOPS[line.entry], of(line.own))


def row_of(line: CharacterLine) -> Character:
    """What the lists say of a character, as his own profile changes him."""
    return changed_character(CHARACTERS[line.entry], of(line.own))


def is_character(line: CharacterLine) -> bool:
    """Whether the lists have this character, so changed; an Onmyouiji in this school and level."""
    return is_listed(line) and is_sound(line.own, BOUNDS, line.entry)


def is_listed(line: CharacterLine) -> bool:
    """Whether the lists have this character, an Onmyouiji in this school and level."""
    row = CHARACTERS.get(line.entry)
    if row is None or not row.schools:
        return row is not None
    return line.school in row.schools and 1 <= line.level <= len(row.schools[line.school].levels)


def units_of(roster: Roster) -> Iterator[MadeUnit]:
    """The Units that the lists know, in roster order."""
    for n, line in enumerate(roster.units, 1):
        if is_unit(line):
            joined = sum(one.unit == line.id for one in roster.characters)
            yield make_unit(line, str(n), roster.caste, joined)


def make_unit(line: UnitLine, code: str, caste: str, joined: int = 0) -> MadeUnit:
    """A Unit with all that its list says, so many characters in its ranks (KEN-TYP-40)."""
    entry = entry_of(line)
    models = line.models or entry.least
    loose = entry.loose or models == 1
    width, depth = base_of(entry.size or entry.troop)
    return MadeUnit(
        code=code, id=line.id, entry=line.entry, name=called(line.name, line.own, f"entry.{line.entry}"),
        category=entry.category,
        troop=entry.troop, loose=loose, mounted=entry.mounted, size=entry.size, traits=gained(entry.traits, caste),
        armour=ARMOUR[entry.armour], melee=entry.melee, ranged=entry.ranged, models=models,
        files=files_of(line, entry, models + joined), cost=entry.cost, standard=line.standard,
        abilities=entry.abilities, movement=cm(MARCH[pace_of(entry)]), base_width=width, base_depth=depth,
        school=entry.school, level=entry.level, own=name_of_own(line), **lasting(stats_of(entry, caste), line),
    )  # fmt: skip


def stats_of(entry: Entry, caste: str) -> dict[str, int]:
    """The six stats of an entry, Honour with what its caste adds (KEN-ARM-05)."""
    return {**{key: getattr(entry, key) for key in STATS}, "honour": entry.honour + honour_of(entry.traits, caste)}


def lasting(stats: dict[str, int], line: Line) -> dict[str, int]:
    """The stats with what campaigns have made better or worse for good."""
    return {key: n + BETTER.get(key, 0) * (line.raised.count(key) - line.hurt.count(key)) for key, n in stats.items()}


def pace_of(entry: Entry) -> str:
    """How an entry moves: large models and cavalry faster than the rest (KEN-MOV-05 to KEN-MOV-07, KEN-MOV-46)."""
    return "large" if entry.size == "large" else entry.troop


def base_of(kind: str) -> tuple[int, int]:
    """Width and depth of a base in 1/100 mm: infantry, cavalry, or a size of creature (KEN-TYP-37, KEN-TYP-38)."""
    row = table("troops")["bases"][kind]
    return cm(row["width"]), cm(row["depth"])


def files_of(line: UnitLine, entry: Entry, models: int) -> int:
    """How many stand abreast: as written, else as few even ranks as the front allows (KEN-TYP-19, KEN-TYP-23)."""
    if entry.loose:
        return isqrt(models - 1) + 1
    ranks = -(-models // int(formation_of(entry)["files"]))
    return line.files or -(-models // ranks)


def formation_of(entry: Entry) -> dict[str, int]:
    """The limits of a formation of this entry: least, files, ranks, most (KEN-TYP-19 to KEN-TYP-24)."""
    row: dict[str, int] = table("troops")["formation"][entry.troop]
    return row


def gained(traits: tuple[str, ...], caste: str) -> tuple[str, ...]:
    """Traits with what a caste gives those it favours: Otokodate Samurai are Ronin too (KEN-ARM-05)."""
    benefit = CASTES[caste].benefit if caste in CASTES else {}
    new = benefit.get("gains", "")
    return (*traits, new) if new and benefit["who"] in traits and new not in traits else traits


def honour_of(traits: tuple[str, ...], caste: str) -> int:
    """What a caste adds to the Honour of those it favours (KEN-ARM-05)."""
    benefit = CASTES[caste].benefit if caste in CASTES else {}
    return int(benefit.get("honour", 0)) if benefit.get("who") in traits else 0


# -- characters -----------------------------------------------------------------------------


def make_character(line: CharacterLine, code: str, caste: str, codes: dict[str, str]) -> MadeCharacter:
    """A character with all that his list says, in the Unit of this code (KEN-TYP-02, KEN-TYP-10, KEN-TYP-13)."""
    row, profile = row_of(line), profile_of(line, caste)
    troop = "cavalry" if line.mounted else "infantry"
    width, depth = base_of(troop)
    traits = (*row.traits, *(row.taisho_traits if line.taisho else ()))
    rank = line.entry if line.entry in RANKS else ""
    stats = {key: getattr(profile, key) for key in STATS}
    stats["honour"] += honour_of(traits, caste)
    return MadeCharacter(
        code=code, entry=line.entry, name=name_of(line), kind=row.kind, rank=rank, troop=troop, mounted=line.mounted,
        traits=gained(traits, caste), **lasting(stats, line), armour=ARMOUR[armour_of(line)], melee=melee_of(line),
        ranged=line.ranged or row.ranged, cost=cost_of(line), abilities=row.abilities, movement=cm(MARCH[troop]),
        base_width=width, base_depth=depth, taisho=line.taisho, unit=codes.get(line.unit, ""),
        school=line.school if row.schools else "", level=line.level if row.schools else 0,
        spells=spells_of(line.school, line.level) if row.schools else (),
        command_points=command_points_of(rank), own=name_of_own(line),
    )  # fmt: skip


def profile_of(line: CharacterLine, caste: str) -> Profile:
    """His stats: by caste, or by school and level."""
    row = row_of(line)
    if row.schools:
        return row.schools[line.school].levels[line.level - 1]
    return row.profile(caste)


def name_of_own(line: Line) -> str:
    """The name of the profile of a host's own that it has, or nothing."""
    own = of(line.own)
    return own.name if own else ""


def name_of(line: CharacterLine) -> str:
    """His own name, or the sentence key of his entry or his school."""
    printed = f"school.{line.school}" if CHARACTERS[line.entry].schools else f"entry.{line.entry}"
    return called(line.name, line.own, printed)


def armour_of(line: CharacterLine) -> str:
    """What he wears, by key."""
    row = row_of(line)
    return row.schools[line.school].armour if row.schools else row.armour


def melee_of(line: CharacterLine) -> tuple[str, ...]:
    """What he strikes with: what he always carries and the one he chose, the first if he named none."""
    row = row_of(line)
    if row.schools:
        return row.schools[line.school].melee
    return (*row.melee, *((line.melee,) if line.melee in row.melee_choice else row.melee_choice[:1]))


def cost_of(line: CharacterLine) -> int:
    """What he costs in Koku with his options (KEN-ARM-07)."""
    row: Character = row_of(line)
    if row.schools:
        return row.schools[line.school].levels[line.level - 1].cost
    return row.cost + row.options.get("mounted", 0) * line.mounted + row.options.get(line.ranged, 0)
