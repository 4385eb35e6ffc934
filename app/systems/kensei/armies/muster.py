"""What the rules have against an army: every reason at once, each with its clause and numbers (section ARM)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from app.engine.asks import Json
from app.engine.profiles import too_many, unsound
from app.engine.refusals import Refusal, refuse
from app.systems.kensei.armies.lists import (
    ABILITIES,
    CASTES,
    GENERALS,
    GENERIC,
    LEVELS,
    LIMITS,
    RANKS,
    TROOPS,
    Character,
    Entry,
    General,
    Level,
    level_of,
)
from app.systems.kensei.armies.own import BOUNDS
from app.systems.kensei.armies.roster import (
    BETTER,
    LISTED,
    STANDARD,
    Army,
    CharacterLine,
    Line,
    Roster,
    UnitLine,
    army_of,
    entry_of,
    files_of,
    formation_of,
    is_character,
    is_listed,
    is_unit,
    lettered,
    read_roster,
    row_of,
)
from app.systems.kensei.book import c

LEVELLED, DAIMYO, LEGENDARY, CASTE, GENERAL, STRENGTH, BANNER, ALONE = (
    c("KEN-ARM-01"), c("KEN-ARM-02"), c("KEN-ARM-04"), c("KEN-ARM-05"), c("KEN-ARM-06"), c("KEN-ARM-08"),
    c("KEN-ARM-09"), c("KEN-ARM-16"),
)  # fmt: skip
SAME_WEAPON, SPIRITUAL, ONE_SPIRITUAL, MAGIC, SIZED, PLACED, KINDS, ABILITY = (
    c("KEN-TYP-03"), c("KEN-TYP-13"), c("KEN-TYP-16"), c("KEN-TYP-30"), c("KEN-TYP-21"), c("KEN-TYP-40"),
    c("KEN-TYP-41"), c("KEN-STA-06"),
)  # fmt: skip
FRONT = {"infantry": c("KEN-TYP-19"), "cavalry": c("KEN-TYP-23"), "creature": c("KEN-TYP-19")}
DEPTH = {"infantry": c("KEN-TYP-20"), "cavalry": c("KEN-TYP-24"), "creature": c("KEN-TYP-20")}
RULE = LEVELS["roster"]
Faults = Iterator[Refusal]


class Terms(Struct, frozen=True):
    """On what terms an army is judged: the level of the battle, its Koku, whether there is magic in it, and whether
    it is a battle of a campaign."""

    level: Level
    limit: int
    magic: bool = True
    campaign: bool = False


# -- the whole -------------------------------------------------------------------------


def refuse_limit(limit: int) -> Refusal | None:
    """Why games of so many Koku are not played (KEN-ARM-01)."""
    known = ", ".join(map(str, LIMITS))
    return None if level_of(limit) else refuse("roster.limit", LEVELLED, limit=limit, known=known)


def refuse_roster(raw: Json, limit: int, magic: bool = True, campaign: bool = False) -> tuple[Refusal, ...]:
    """All that stands against a roster in a game of ``limit`` Koku; empty when it is legal (section ARM).

    In a campaign a warband takes the field with what it has: what a level asks for and allows, the least a Unit has,
    castes and a missing Taisho stand against no roster; they were looked at when it was raised.
    """
    roster, level = read_roster(raw), level_of(limit)
    if isinstance(roster, Refusal):
        return (roster,)
    if level is None:
        return tuple(no for no in (refuse_limit(limit),) if no)
    if roster.caste not in CASTES:
        return (refuse("roster.caste", CASTE, caste=roster.caste),)
    terms, army = Terms(level, limit, magic, campaign), army_of(roster, limit)
    return (*units(roster, terms), *characters(roster, terms), *general(roster, terms), *abilities(roster),
            *(() if campaign else numbers(roster, army, terms)), *points(army, terms),
            *too_many([line.own for _, line in coded(roster)], LISTED), *lasting(roster, terms))  # fmt: skip


def lasting(roster: Roster, terms: Terms) -> Faults:
    """What campaigns change is written in their rosters only, each stat once (KEN-ARM-07)."""
    for code, line in coded(roster):
        if not terms.campaign and (line.member or line.raised or line.hurt):
            yield refuse("roster.campaign-only", LISTED, who=code)
        for words in (line.raised, line.hurt):
            if wrong := [key for key in words if key not in BETTER or words.count(key) > 1]:
                yield refuse("roster.no-change", LISTED, who=code, stat=wrong[0])


def coded(roster: Roster) -> Iterator[tuple[str, Line]]:
    """Every line with its code."""
    yield from ((str(n), line) for n, line in enumerate(roster.units, 1))
    yield from lettered(roster.characters)


def points(army: Army, terms: Terms) -> Faults:
    """The cost against the Koku of the battle (KEN-ARM-07)."""
    total = army.points
    if total > terms.limit:
        yield refuse("roster.points", LISTED, points=total, limit=terms.limit, over=total - terms.limit)


def numbers(roster: Roster, army: Army, terms: Terms) -> Faults:
    """What the level of the battle asks for and allows (KEN-ARM-01, table 4.9)."""
    row, bought = terms.level, [unit.category for unit in army.units]
    if bought.count("basic") < row.basic:
        yield refuse("roster.few-basic", LEVELLED, units=bought.count("basic"), least=row.basic, level=row.level)
    daisho = sum(line.entry == "samurai_daisho" for line in roster.characters)
    if daisho < row.samurai_daisho:
        yield refuse("roster.few-daisho", LEVELLED, characters=daisho, least=row.samurai_daisho, level=row.level)
    for category, most in (("special", row.special), ("elite", row.elite)):
        if bought.count(category) > most:
            yield refuse(f"roster.many-{category}", LEVELLED, units=bought.count(category), most=most, level=row.level)
    creatures = sum(unit.level for unit in army.units)
    if creatures > row.creatures:
        yield refuse("roster.creatures", LEVELLED, levels=creatures, most=row.creatures, level=row.level)
    yield from spirits(army, terms)


def spirits(army: Army, terms: Terms) -> Faults:
    """One Spiritual Character at most, of a level the battle allows (KEN-TYP-16, KEN-ARM-08)."""
    found = [one for one in army.characters if one.kind == "spiritual"]
    if len(found) > RULE["spiritual"]:
        yield refuse("roster.spiritual", ONE_SPIRITUAL, characters=len(found), most=RULE["spiritual"])
    for one in found:
        if one.level > terms.level.spiritual:
            yield refuse("roster.strength", STRENGTH, who=one.code, strength=one.level, most=terms.level.spiritual)


# -- the General -------------------------------------------------------------------------


def general(roster: Roster, terms: Terms) -> Faults:
    """One Bushi is the Taisho, and none of the army is of higher rank (KEN-ARM-06); in a campaign one at most."""
    bushi = [line.entry for line in roster.characters if line.entry in GENERALS]
    named = [(code, line) for code, line in lettered(roster.characters) if line.taisho]
    if len(named) > 1 or (not named and not terms.campaign):
        yield refuse("roster.taisho", GENERAL, number=len(named))
    best = min(bushi, key=RANKS.index, default="")
    for code, line in named:
        if line.entry not in GENERALS:
            yield refuse("roster.no-general", GENERAL, who=code, entry=line.entry)
        elif line.entry != best:
            yield refuse("roster.outranked", GENERAL, who=code, entry=line.entry, best=best)
    daimyo = bushi.count(RANKS[0])
    if daimyo > 1 and not terms.campaign:
        yield refuse("roster.many-daimyo", GENERAL, number=daimyo)


def general_of(roster: Roster) -> General | None:
    """What the rank of its Taisho brings, if one is named (section 4.4)."""
    return next((GENERALS[line.entry] for line in roster.characters if line.taisho and line.entry in GENERALS), None)


def abilities(roster: Roster) -> Faults:
    """Taisho abilities: generic ones and those of the caste, as many as the rank of the Taisho has (table 4.4)."""
    rank, own = general_of(roster), CASTES[roster.caste].abilities
    for key in dict.fromkeys(roster.abilities):
        if key not in ABILITIES or (key not in GENERIC and ABILITIES[key].kind != "caste"):
            yield refuse("roster.no-ability", ABILITY, ability=key)
        elif key not in GENERIC and key not in own:
            yield refuse("roster.caste-ability", CASTE, ability=key, caste=roster.caste)
        if roster.abilities.count(key) > 1:
            yield refuse("roster.ability-twice", ABILITY, ability=key)
    if rank is None:
        return
    generic, caste = (sum(key in known for key in roster.abilities) for known in (GENERIC, own))
    if generic > rank.generic:
        yield refuse("roster.many-generic", ABILITY, abilities=generic, most=rank.generic)
    if caste > rank.caste:
        yield refuse("roster.many-caste", CASTE, abilities=caste, most=rank.caste)


# -- Units ---------------------------------------------------------------------------------


def units(roster: Roster, terms: Terms) -> Faults:
    """Every Unit is one of the lists, of a size and a formation they allow."""
    ids = [line.id for line in roster.units]
    for id in dict.fromkeys(id for id in ids if ids.count(id) > 1):
        yield refuse("roster.unit-twice", LISTED, unit=id)
    for number, line in enumerate(roster.units, 1):
        if line.entry not in TROOPS:
            yield refuse("roster.no-entry", LISTED, who=str(number), entry=line.entry)
        elif own := list(unsound(line.own, BOUNDS, line.entry, str(number))):
            yield from own
        else:
            yield from unit(roster, line, str(number), entry_of(line), terms)


def unit(roster: Roster, line: UnitLine, code: str, entry: Entry, terms: Terms) -> Faults:
    """All that stands against one Unit, called by its code."""
    if not entry.open_to(roster.caste) and not terms.campaign:
        yield refuse("roster.other-caste", CASTE, who=code, entry=line.entry, caste=roster.caste)
    if entry.category == "creature":
        yield from creature(line, code, entry, terms)
    models = line.models or entry.least
    if not (1 if terms.campaign else entry.least) <= models <= entry.most:
        yield refuse("roster.unit-size", SIZED, who=code, models=models, least=entry.least, most=entry.most)
    if line.standard and (not entry.standard or (models < STANDARD["models"] and not terms.campaign)):
        yield refuse("roster.standard", BANNER, who=code, entry=line.entry, models=models, least=STANDARD["models"])
    joined = sum(one.unit == line.id for one in roster.characters)
    if not entry.loose and models > 1:
        yield from formation(line, code, entry, models + joined)


def creature(line: UnitLine, code: str, entry: Entry, terms: Terms) -> Faults:
    """Creatures come with magic, Legendary ones from a certain level on (KEN-TYP-30, KEN-ARM-04)."""
    if not terms.magic:
        yield refuse("roster.no-magic", MAGIC, who=code, entry=line.entry)
    rule = RULE["legendary"]
    if entry.level >= rule["creature"] and terms.level.level < rule["level"] and not terms.campaign:
        yield refuse("roster.legendary", LEGENDARY, who=code, entry=line.entry, level=terms.level.level,
                     least=rule["level"])  # fmt: skip


def formation(line: UnitLine, code: str, entry: Entry, models: int) -> Faults:
    """Front and depth within the limits of its kind, characters counted (KEN-TYP-19 to KEN-TYP-24, KEN-TYP-40)."""
    row, files = formation_of(entry), files_of(line, entry, models)
    if models > row["most"]:
        yield refuse("roster.formation-size", PLACED, who=code, models=models, most=row["most"])
        return
    least = min(int(row["least"]), models)
    if not least <= files <= min(int(row["files"]), models):
        yield refuse("roster.front", FRONT[entry.troop], who=code, files=files, least=least, most=row["files"])
    elif -(-models // files) > row["ranks"]:
        ranks = -(-models // files)
        yield refuse("roster.depth", DEPTH[entry.troop], who=code, files=files, ranks=ranks, most=row["ranks"])


# -- characters -------------------------------------------------------------------------------


def characters(roster: Roster, terms: Terms) -> Faults:
    """Every character is one of the lists, with options he has, in a Unit he may join."""
    for code, line in lettered(roster.characters):
        if is_listed(line) and (own := list(unsound(line.own, BOUNDS, line.entry, code))):
            yield from own
            continue
        if not is_character(line):
            yield refuse("roster.no-character", LISTED, who=code, entry=line.entry, school=line.school,
                         level=line.level)  # fmt: skip
            continue
        row = row_of(line)
        if row.kind == "spiritual" and not terms.magic:
            yield refuse("roster.no-magic", SPIRITUAL, who=code, entry=line.entry)
        if terms.level.level < row.least_level and not terms.campaign:
            yield refuse("roster.daimyo-level", DAIMYO, who=code, entry=line.entry, level=terms.level.level,
                         least=row.least_level)  # fmt: skip
        yield from gear(line, code, row, "" if terms.campaign else roster.caste)
        yield from place(roster, line, code, row)


def gear(line: CharacterLine, code: str, row: Character, caste: str) -> Faults:
    """Mount and weapons are among his options (section 4.7)."""
    if line.mounted and "mounted" not in row.options:
        yield refuse("roster.no-mount", LISTED, who=code, entry=line.entry)
    if line.ranged and (line.ranged not in row.options or line.ranged == "mounted"):
        yield refuse("roster.no-weapon", LISTED, who=code, entry=line.entry, weapon=line.ranged)
    if caste and line.ranged in CASTES[caste].without:
        yield refuse("roster.caste-weapon", LISTED, who=code, caste=caste, weapon=line.ranged)
    if line.melee and line.melee not in row.melee_choice:
        yield refuse("roster.no-weapon", LISTED, who=code, entry=line.entry, weapon=line.melee)


def place(roster: Roster, line: CharacterLine, code: str, row: Character) -> Faults:
    """The Unit he begins in is one he may join (KEN-TYP-03, KEN-TYP-41, KEN-ARM-16)."""
    host = next((unit for unit in roster.units if unit.id == line.unit), None)
    entry = entry_of(host) if host and is_unit(host) else None
    if line.unit and host is None:
        yield refuse("roster.no-unit", LISTED, who=code, unit=line.unit)
    if entry is None:
        return
    if "loner" in row.traits:
        yield refuse("roster.loner", ALONE, who=code, entry=line.entry)
    if entry.category == "creature":
        yield refuse("roster.joins-creatures", KINDS, who=code, unit=line.unit)
    elif entry.mounted != line.mounted:
        yield refuse("roster.joins-mounted" if entry.mounted else "roster.joins-foot", KINDS, who=code, unit=line.unit)
    if row.kind == "bushi" and entry.ranged and entry.ranged != line.ranged:
        yield refuse("roster.joins-shooters", SAME_WEAPON, who=code, unit=line.unit, weapon=entry.ranged)
