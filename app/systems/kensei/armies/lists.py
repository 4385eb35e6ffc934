"""The army lists: units, creatures, characters, abilities, spells, castes and levels (sections 4.4 to 4.9)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec import Struct, convert, field

from app.engine.refusals import Clause
from app.engine.views import Note
from app.systems.kensei.book import cm, table

LEVELS = table("levels")
STATS = ("attack", "defence", "wounds", "ki", "honour", "initiative")
"""The order in which the lists print a profile."""


# -- troops -------------------------------------------------------------------------


class Profile(Struct, frozen=True, kw_only=True):
    """The six stats of a model (KEN-STA-10 to KEN-STA-22), and what it costs where that goes with them."""

    attack: int
    defence: int
    wounds: int
    ki: int
    honour: int
    initiative: int
    cost: int = 0


class Entry(Struct, frozen=True, kw_only=True):
    """A line of the army lists: troops or creatures (section 4.7, 4.8).  ``cost`` in Koku of one model.

    ``category``: basic, special, elite or creature.  ``castes``: whose armies may have it, all where it is empty.
    ``loose``: Harassers.  ``least``, ``most``: models, characters left out (KEN-TYP-40).
    """

    name: str
    category: str
    troop: str
    loose: bool
    traits: tuple[str, ...]
    attack: int
    defence: int
    wounds: int
    ki: int
    honour: int
    initiative: int
    armour: str
    melee: tuple[str, ...]
    ranged: str
    cost: int
    least: int
    most: int
    standard: bool
    abilities: tuple[str, ...]
    clause: str
    name_es: str = ""
    castes: tuple[str, ...] = ()
    school: str = ""
    level: int = 0
    size: str = ""
    clauses: dict[str, str] = field(default_factory=dict)

    @property
    def mounted(self) -> bool:
        """Whether it rides (KEN-TYP-22)."""
        return self.troop == "cavalry"

    def open_to(self, caste: str) -> bool:
        """Whether an army of this caste may have it (KEN-ARM-05)."""
        return not self.castes or caste in self.castes


class School(Struct, frozen=True, kw_only=True):
    """A school of Onmyouiji; the first of ``levels`` is level 1 (KEN-TYP-13)."""

    name: str
    book: str
    armour: str
    melee: tuple[str, ...]
    levels: tuple[Profile, ...]
    clause: str
    name_es: str = ""
    book_es: str = ""


class Character(Struct, frozen=True, kw_only=True):
    """A character of the lists (section 4.7).  ``options``: Koku of a mount or a ranged weapon.

    ``melee``: what he carries, ``melee_choice``: one more for nothing.  ``profiles`` by caste, or ``all``.
    """

    name: str
    kind: str
    clause: str
    name_es: str = ""
    cost: int = 0
    armour: str = "none"
    least_level: int = 0
    traits: tuple[str, ...] = ()
    taisho_traits: tuple[str, ...] = ()
    always_taisho: bool = False
    melee: tuple[str, ...] = ()
    melee_choice: tuple[str, ...] = ()
    ranged: str = ""
    abilities: tuple[str, ...] = ()
    options: dict[str, int] = field(default_factory=dict)
    profiles: dict[str, Profile] = field(default_factory=dict)
    schools: dict[str, School] = field(default_factory=dict)
    clauses: dict[str, str] = field(default_factory=dict)

    def profile(self, caste: str) -> Profile:
        """His stats in an army of this caste."""
        return self.profiles.get(caste) or next(iter(self.profiles.values()))


UNITS: dict[str, Entry] = convert(table("units"), dict[str, Entry])
CREATURES: dict[str, Entry] = convert(table("creatures"), dict[str, Entry])
TROOPS: dict[str, Entry] = {**UNITS, **CREATURES}
"""Every entry a Unit may be bought from, creatures last."""
CHARACTERS: dict[str, Character] = convert(table("characters"), dict[str, Character])
RANKS: tuple[str, ...] = tuple(row["id"] for row in table("troops")["rank"])
"""Bushi, the highest first (KEN-RNG-25)."""


# -- abilities, spells, castes --------------------------------------------------------


class Effect(Struct, frozen=True, kw_only=True):
    """One effect of an ability or spell: ``add`` to a stat, ``to_value`` it becomes; or a ``rule`` of its own.

    ``when``: only shooting, shot_at, melee, duel or fights_samurai.  ``on``: whom else it concerns.  ``to``: a kind of
    Cover.  ``test``: the stat that wards it off.  ``per``: for every failure, or for so many ``of`` a trait.  The rest
    are figures of a rule: ``ap`` and ``scatter`` dice on return, ``attacks``, ``dice``, ``sides``, ``turn``, ``cards``.
    """

    stat: str = ""
    add: int = 0
    to_value: int = 0
    rule: str = ""
    when: str = ""
    on: str = ""
    to: str = ""
    test: str = ""
    trait: str = ""
    school: str = ""
    per: int | str = 0
    of: str = ""
    ap: int = 0
    scatter: int = 0
    attacks: int = 0
    dice: int = 0
    sides: int = 0
    turn: int = 0
    cards: int = 0


class Ability(Struct, frozen=True, kw_only=True):
    """An ability (KEN-ABI-01, sections 4.5 to 4.8).  ``range`` in cm, 0 anywhere; ``turns``: 0 done at once.

    ``kind``: taisho, caste, action, combat or passive.  ``moment``: when it is used, ``also`` a second one.  ``once``:
    turn or battle.  ``opposed``: the stat rolled against each other.  ``only``, ``without``: the trait or entry its
    target must have or lack.  ``resist``: how many resist rolls, against ``number`` (KEN-SPI-25).
    """

    name: str
    kind: str
    moment: str
    needs_ki: bool
    target: str
    turns: int
    text: str
    text_es: str
    clause: str
    name_es: str = ""
    also: str = ""
    once: str = ""
    opposed: str = ""
    only: str = ""
    without: str = ""
    range: int = 0
    sight: bool = False
    apart: int = 0
    weapon: str = ""
    magic_dice: int = 0
    resist: str = ""
    number: int = 0
    effect: tuple[Effect, ...] = ()
    clauses: dict[str, str] = field(default_factory=dict)

    @property
    def reach(self) -> int:
        """How far it reaches in 1/100 mm; 0: anywhere."""
        return cm(self.range)


class Spell(Struct, frozen=True, kw_only=True):
    """A spell (section 4.8).  ``range`` in cm, 0 the whole table; ``variable``: it may be kept up (KEN-SPI-16).

    ``magic_dice`` and ``resist``: a number, or ``model`` for one a model of the target, ``most`` at most.
    """

    name: str
    school: str
    level: int
    variable: bool
    range: int
    target: str
    text: str
    text_es: str
    clause: str
    name_es: str = ""
    only: str = ""
    opposed: str = ""
    magic_dice: int | str = 0
    resist: int | str = 0
    most: int = 0
    effect: tuple[Effect, ...] = ()
    clauses: dict[str, str] = field(default_factory=dict)

    @property
    def reach(self) -> int:
        """How far it reaches in 1/100 mm; 0: the whole table."""
        return cm(self.range)

    @property
    def difficulty(self) -> int:
        """What its Ki result must exceed, by its level (KEN-SPI-14)."""
        return int(DIFFICULTY["base"]) + int(DIFFICULTY["level"]) * self.level


DIFFICULTY = table("magic")["difficulty"]


class Caste(Struct, frozen=True, kw_only=True):
    """A caste (section 4.5): what every army of it has, and what its Taisho may choose."""

    name: str
    benefit: dict[str, Any]
    abilities: tuple[str, ...]
    text: str
    text_es: str
    clause: str
    name_es: str = ""
    without: tuple[str, ...] = ()


ABILITIES: dict[str, Ability] = convert(table("abilities"), dict[str, Ability])
SPELLS: dict[str, Spell] = convert(table("spells"), dict[str, Spell])
CASTES: dict[str, Caste] = convert(table("castes"), dict[str, Caste])
GENERIC: tuple[str, ...] = tuple(key for key, row in ABILITIES.items() if row.kind == "taisho")
"""The Taisho abilities open to every caste (section 4.6)."""


def spells_of(school: str, level: int) -> tuple[str, ...]:
    """What an Onmyouiji of this school and level may cast: one level above his own at most (KEN-SPI-03)."""
    above = int(table("magic")["reach"]["above"])
    return tuple(key for key, row in SPELLS.items() if row.school == school and row.level <= level + above)


# -- levels ---------------------------------------------------------------------------


class Level(Struct, frozen=True, kw_only=True):
    """A battle level (KEN-ARM-01): games of ``least`` to ``koku`` Koku and what an army of it needs and may have."""

    level: int
    least: int
    koku: int
    basic: int
    samurai_daisho: int
    special: int
    elite: int
    creatures: int
    spiritual: int
    clause: str
    clauses: dict[str, str] = field(default_factory=dict)


class General(Struct, frozen=True, kw_only=True):
    """What a rank brings as Taisho: Command Points a turn, and how many abilities (section 4.4)."""

    command_points: int
    generic: int
    caste: int


BATTLES: tuple[Level, ...] = convert(LEVELS["levels"], tuple[Level, ...])
GENERALS: dict[str, General] = {
    rank: convert(LEVELS["generals"][rank], General) for rank in RANKS if rank in LEVELS["generals"]
}
LIMITS: tuple[int, ...] = tuple(LEVELS["limits"]["usual"])


def command_points_of(rank: str) -> int:
    """The printed Command Points of a General of this rank (KEN-STA-06); none where no General has it."""
    return GENERALS[rank].command_points if rank in GENERALS else 0


def level_of(limit: int) -> Level | None:
    """The battle level of a game of so many Koku, if it is played (KEN-ARM-01).

    >>> [found.level if (found := level_of(n)) else 0 for n in (500, 700, 3000, 3500, 6000, 6001)]
    [1, 0, 6, 7, 7, 0]
    """
    return next((row for row in BATTLES if row.least <= limit <= row.koku), None)


# -- names ----------------------------------------------------------------------------


NAMED = ("weapons", "traits", "castes", "units", "creatures", "characters", "abilities", "spells", "terrain")
"""Data files whose rows have a name."""
BOUGHT = ("units", "creatures", "characters")
"""Those whose rows are the entries of an army list."""


def names() -> Iterator[tuple[str, str]]:
    """Every name in the data as ``word.KEY``, of what is bought as ``entry.KEY`` too; its text as ``FILE.KEY.line``."""
    for file in NAMED:
        for key, row in table(file).items():
            yield f"word.{key}", row["name"]
            if file in BOUGHT:
                yield f"entry.{key}", row["name"]
            if "text" in row:
                yield f"{file}.{key}.line", row["text"]
    yield from school_names()
    for key, row in table("armour").items():
        yield f"armour.{key}", row["name"]
    for key, row in table("samples").items():
        yield f"army.{key}", row["name"]
    for key, row in table("scenarios").items():
        if "turns" in row:
            yield f"scenario.{key}", row["name"]
    for row in table("scenarios")["rules"]["layouts"]:
        yield f"layout.{row['id']}", row["name"]


def line_of(file: str, key: str, clause: str) -> tuple[Note, ...]:
    """What an ability or a spell does, in one line."""
    return (Note(f"{file}.{key}.line", {}, Clause(clause)),)


def school_names() -> Iterator[tuple[str, str]]:
    """The schools of magic and their books by sentence key."""
    for key, school in CHARACTERS["onmyouiji"].schools.items():
        yield f"school.{key}", school.name
        yield f"book.{key}", school.book
