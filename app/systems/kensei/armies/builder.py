"""Building an army choice by choice: caste, Taisho, Units and characters, each with its choices and faults."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import msgspec
from msgspec import UNSET
from msgspec.structs import replace

from app.engine.asks import Json
from app.engine.building import newly, of_all, part, picks, told, yes_no
from app.engine.drafts import Choice, Draft, Offer, Option, Unit
from app.engine.profiles import ADD, Profile, is_sound, kind, offered, unmarked
from app.engine.refusals import Refusal
from app.systems.kensei.armies.lists import (
    ABILITIES,
    CASTES,
    CHARACTERS,
    GENERALS,
    GENERIC,
    RANKS,
    STATS,
    TROOPS,
    Entry,
)
from app.systems.kensei.armies.muster import general_of, place, refuse_roster
from app.systems.kensei.armies.own import BOUNDS
from app.systems.kensei.armies.roster import (
    STANDARD,
    Army,
    CharacterLine,
    MadeCharacter,
    MadeUnit,
    Roster,
    UnitLine,
    army_of,
    cost_of,
    entry_of,
    formation_of,
    is_character,
    is_unit,
    read_roster,
    row_of,
)

CLOSING = ("roster.points", "roster.many-special", "roster.many-elite", "roster.creatures", "roster.legendary",
           "roster.spiritual", "roster.strength", "roster.daimyo-level", "roster.many-daimyo")  # fmt: skip
"""What no later addition could lift."""
MAX_NAME, MAX_UNITS, MAX_CHARACTERS = 40, 24, 16
ONMYOUIJI = "onmyouiji"
Against = Sequence[Refusal]


def draft(raw: Json, limit: int, changes: Mapping[str, str], own: Sequence[Profile] = ()) -> Draft:
    """The roster with the changes made, ready to be shown; magic is taken to be in the game (section ARM).

    ``own``: profiles of the host to choose from.
    """
    roster = changed(begun(raw), changes, own)
    plain = msgspec.to_builtins(roster)
    against, army = refuse_roster(plain, limit), army_of(roster, limit)
    shown = (*map_units(roster, army, against), *map_characters(roster, army, against))
    codes = [unit.code for unit in shown]
    return Draft(
        roster=plain, name=roster.name, limit=limit, spent=army.points, choices=tuple(whole(roster)), units=shown,
        offers=tuple(offers(roster, limit, against, own)),
        refusals=of_all(codes, against),
    )  # fmt: skip


def begun(raw: Json) -> Roster:
    """The roster of this JSON without what no list knows; an empty one if it cannot be read."""
    roster = read_roster(raw)
    if isinstance(roster, Refusal) or roster.caste not in CASTES:
        return Roster(caste=next(iter(CASTES)))
    return fitted(replace(roster, sample=""))


def fitted(roster: Roster) -> Roster:
    """The roster without what its caste has not, its ids distinct, under the Taisho it must have (KEN-ARM-06)."""
    units = {u.id: u for u in roster.units if is_unit(u) and entry_of(u).open_to(roster.caste)}
    roster = replace(roster, units=tuple(units.values())[:MAX_UNITS])
    ids = [u.id for u in roster.units]
    people = [replace(p, unit=p.unit if p.unit in ids else "") for p in roster.characters if is_character(p)]
    return chosen(replace(roster, characters=appointed(people[:MAX_CHARACTERS])))


def appointed(people: Sequence[CharacterLine]) -> tuple[CharacterLine, ...]:
    """The characters with one Taisho among those of the highest rank, the one named if he is of it (KEN-ARM-06)."""
    ranks = [p.entry for p in people if p.entry in GENERALS]
    if not ranks:
        return tuple(replace(p, taisho=False) for p in people)
    best = min(ranks, key=RANKS.index)
    fit = [n for n, p in enumerate(people) if p.entry == best]
    taisho = next((n for n in fit if people[n].taisho), fit[0])
    return tuple(replace(p, taisho=n == taisho) for n, p in enumerate(people))


def chosen(roster: Roster) -> Roster:
    """The roster with as many Taisho abilities as its Taisho may have (section 4.4)."""
    rank, own = general_of(roster), CASTES[roster.caste].abilities
    generic = [key for key in dict.fromkeys(roster.abilities) if key in GENERIC]
    caste = [key for key in dict.fromkeys(roster.abilities) if key in own]
    kept = (*generic[: rank.generic], *caste[: rank.caste]) if rank else ()
    return replace(roster, abilities=kept)


# -- changes --------------------------------------------------------------------------


def changed(roster: Roster, changes: Mapping[str, str], own: Sequence[Profile]) -> Roster:
    """The roster after these changes; those that name nothing known are left out."""
    roster = replace(roster, name=changes.get("name", roster.name)[:MAX_NAME])
    if changes.get("caste") in CASTES:
        roster = fitted(replace(roster, caste=changes["caste"]))
    roster = replace(roster, abilities=tuple(picked(roster, changes)))
    units = [altered(u, roster, part(changes, f"u{n}")) for n, u in enumerate(roster.units)]
    people = [posted(p, roster, part(changes, f"c{n}")) for n, p in enumerate(roster.characters)]
    named = next((n for n in range(len(people)) if changes.get(f"c{n}.taisho") == "yes"), None)
    if named is not None:
        people = [replace(p, taisho=n == named) for n, p in enumerate(people)]
    roster = without(replace(roster, units=tuple(units), characters=tuple(people)), changes.get("remove", ""))
    return fitted(added(roster, changes["add"], own) if "add" in changes else roster)


def picked(roster: Roster, changes: Mapping[str, str]) -> Iterator[str]:
    """The Taisho abilities after the changes, an empty choice left out."""
    now = picks(tuple(whole(roster)), changes)
    for choice in whole(roster):
        if choice.name != "caste":
            value = now.get(choice.name, next((o.value for o in choice.options if o.on), ""))
            if value:
                yield value


def altered(line: UnitLine, roster: Roster, given: Mapping[str, str]) -> UnitLine:
    """The Unit after the changes that concern it; values that no choice offers at its new size are left out."""
    models = picks(unit_choices(line, roster), given).get("models", line.models or entry_of(line).least)
    line = replace(line, name=unmarked(given.get("name", line.name)[:MAX_NAME]), models=int(models))
    open_ = unit_choices(line, roster)
    found = {c.name: next((o.value for o in c.options if o.on), "0") for c in open_} | picks(open_, given)
    return replace(line, files=int(found.get("files", "0")), standard=found.get("standard") == "yes")


def posted(line: CharacterLine, roster: Roster, given: Mapping[str, str]) -> CharacterLine:
    """The character after the changes that concern him."""
    found = picks(character_choices(line, roster), given)
    return replace(
        line, name=unmarked(given.get("name", line.name)[:MAX_NAME]),
        mounted=found.get("mounted", yes(line.mounted)) == "yes",
        ranged=found.get("ranged", line.ranged), melee=found.get("melee", line.melee),
        level=int(found.get("level", line.level)), unit=found.get("unit", line.unit),
    )  # fmt: skip


def yes(on: bool) -> str:
    """A truth as its choice writes it."""
    return "yes" if on else "no"


def without(roster: Roster, id: str) -> Roster:
    """The roster without this Unit or character; who was in a Unit that goes stands alone."""
    units = tuple(u for n, u in enumerate(roster.units) if id != f"u{n}")
    people = tuple(p for n, p in enumerate(roster.characters) if id != f"c{n}")
    return replace(roster, units=units, characters=people)


def added(roster: Roster, id: str, every: Sequence[Profile] = ()) -> Roster:
    """The roster with one more Unit or character, where the lists know it; a school names an Onmyouiji."""
    one = offered(id, every)
    id, own = (one.based_on, one) if one else (id, UNSET)
    if id in TROOPS and len(roster.units) < MAX_UNITS:
        used = [u.id for u in roster.units]
        free = next(code for n in range(1, MAX_UNITS + 2) if (code := f"u{n}") not in used)
        return replace(roster, units=(*roster.units, UnitLine(free, id, TROOPS[id].least, own=own)))
    if len(roster.characters) >= MAX_CHARACTERS:
        return roster
    if id in CHARACTERS[ONMYOUIJI].schools:
        return replace(roster, characters=(*roster.characters, CharacterLine(ONMYOUIJI, school=id, level=1)))
    if id in CHARACTERS and id != ONMYOUIJI:
        return replace(roster, characters=(*roster.characters, CharacterLine(id, own=own)))
    return roster


# -- choices ------------------------------------------------------------------------------


def whole(roster: Roster) -> Iterator[Choice]:
    """The caste, then the abilities of the Taisho, as many as his rank has (KEN-ARM-05, section 4.4)."""
    castes = [Option(key, f"word.{key}", 0, key == roster.caste) for key in CASTES]
    yield Choice("caste", "build.caste", tuple(castes))
    rank = general_of(roster)
    if rank is None:
        return
    generic = [key for key in roster.abilities if ABILITIES[key].kind == "taisho"]
    caste = [key for key in roster.abilities if ABILITIES[key].kind == "caste"]
    for n in range(rank.generic):
        yield ability_choice(f"generic-{n + 1}", GENERIC, generic[n : n + 1], generic)
    for n in range(rank.caste):
        yield ability_choice(f"caste-{n + 1}", CASTES[roster.caste].abilities, caste[n : n + 1], caste)


def ability_choice(name: str, keys: Sequence[str], now: Sequence[str], taken: Sequence[str]) -> Choice:
    """One ability, or none; what another choice has taken is not offered."""
    options = [Option("", "build.none", 0, not now)]
    options += [Option(key, f"word.{key}", 0, key in now) for key in keys if key in now or key not in taken]
    return Choice(name, "build.ability", tuple(options))


def unit_choices(line: UnitLine, roster: Roster) -> tuple[Choice, ...]:
    """How many models, how many abreast, a standard or none (KEN-TYP-19, KEN-ARM-09)."""
    entry, found = entry_of(line), list[Choice]()
    models = line.models or entry.least
    if entry.least < entry.most:
        sizes = [Option(str(n), f"number.{n}", entry.cost * n, n == models) for n in range(entry.least, entry.most + 1)]
        found.append(Choice("models", "build.models", tuple(sizes)))
    if not entry.loose and models > 1:
        row, joined = formation_of(entry), sum(p.unit == line.id for p in roster.characters)
        least, most = min(int(row["least"]), models + joined), min(int(row["files"]), models + joined)
        abreast = [Option(str(n), f"number.{n}", 0, n == line.files) for n in range(least, most + 1)]
        found.append(Choice("files", "build.files", (Option("0", "build.usual", 0, not line.files), *abreast)))
    if may_fly(entry, models):
        found.append(yes_no("standard", "build.standard", STANDARD["cost"], line.standard))
    return tuple(found)


def may_fly(entry: Entry, models: int) -> bool:
    """Whether a Unit of so many may have a Hata-Jirushi (KEN-ARM-09)."""
    return entry.standard and models >= STANDARD["models"]


def character_choices(line: CharacterLine, roster: Roster) -> tuple[Choice, ...]:
    """Level, mount, weapons, the Unit he is in, and who is Taisho (section 4.7)."""
    row, found = row_of(line), list[Choice]()
    if row.schools:
        levels = row.schools[line.school].levels
        steps = [Option(str(n), f"number.{n}", one.cost, n == line.level) for n, one in enumerate(levels, 1)]
        found.append(Choice("level", "build.level", tuple(steps)))
    if "mounted" in row.options:
        found.append(yes_no("mounted", "build.mounted", row.options["mounted"], line.mounted))
    shot = [key for key in row.options if key != "mounted" and key not in CASTES[roster.caste].without]
    if shot:
        bought = [Option(key, f"word.{key}", row.options[key], key == line.ranged) for key in shot]
        found.append(Choice("ranged", "build.ranged", (Option("", "build.none", 0, not line.ranged), *bought)))
    if len(row.melee_choice) > 1:
        now = line.melee or row.melee_choice[0]
        blades = [Option(key, f"word.{key}", 0, key == now) for key in row.melee_choice]
        found.append(Choice("melee", "build.melee", tuple(blades)))
    found.append(Choice("unit", "build.in-unit", tuple(places(line, roster))))
    if sum(p.entry == line.entry for p in roster.characters) > 1 and line.entry in GENERALS:
        found.append(yes_no("taisho", "build.taisho", 0, line.taisho))
    return tuple(choice for choice in found if len(choice.options) > 1)


def places(line: CharacterLine, roster: Roster) -> Iterator[Option]:
    """Alone, then each Unit he may begin in, by its number (KEN-TYP-03, KEN-TYP-41)."""
    yield Option("", "build.alone", 0, not line.unit)
    for n, unit in enumerate(roster.units, 1):
        fits = not list(place(roster, replace(line, unit=unit.id), "", row_of(line)))
        if fits or unit.id == line.unit:
            yield Option(unit.id, f"number.{n}", 0, unit.id == line.unit)


# -- what is shown ------------------------------------------------------------------------


def map_units(roster: Roster, army: Army, against: Against) -> Iterator[Unit]:
    """Every Unit as the builder shows it, with what stands against it."""
    for n, (line, unit) in enumerate(zip(roster.units, army.units, strict=True)):
        figures = (("build.models", unit.models), ("build.files", unit.files), *stats(unit))
        yield Unit(
            id=f"u{n}", code=unit.code, about=kind(line.own, f"entry.{line.entry}"), name=line.name, leader=False,
            cost=unit.points, profile=figures, gear=gear(unit), choices=unit_choices(line, roster),
            refusals=told(unit.code, against),
        )  # fmt: skip


def map_characters(roster: Roster, army: Army, against: Against) -> Iterator[Unit]:
    """Every character as the builder shows him, with what stands against him."""
    for n, (line, one) in enumerate(zip(roster.characters, army.characters, strict=True)):
        printed = f"school.{line.school}" if line.school else f"entry.{line.entry}"
        yield Unit(
            id=f"c{n}", code=one.code, about=kind(line.own, printed),
            name=line.name, leader=one.taisho, cost=one.cost, profile=stats(one), gear=gear(one),
            choices=character_choices(line, roster), refusals=told(one.code, against),
        )  # fmt: skip


def stats(made: MadeUnit | MadeCharacter) -> tuple[tuple[str, int], ...]:
    """The figures of a model in the order of the lists, its Armour last."""
    return tuple((f"build.{key}", int(getattr(made, key))) for key in (*STATS, "armour"))


def gear(made: MadeUnit | MadeCharacter) -> tuple[str, ...]:
    """Weapons, traits and abilities, in this order."""
    shot = (made.ranged,) if made.ranged else ()
    return tuple(f"word.{key}" for key in (*made.melee, *shot, *made.traits, *made.abilities))


def offers(roster: Roster, limit: int, against: Against, own: Sequence[Profile]) -> Iterator[Offer]:
    """All that may be added: Units of the caste, characters, schools, creatures; closed where it could never do."""
    units = [key for key, entry in TROOPS.items() if entry.open_to(roster.caste)]
    people = [key for key in CHARACTERS if key != ONMYOUIJI]
    schools = list(CHARACTERS[ONMYOUIJI].schools)
    for key in units:
        cost = TROOPS[key].cost * TROOPS[key].least
        yield offer(roster, key, f"entry.{key}", cost, limit, against)
    for key in people:
        yield offer(roster, key, f"entry.{key}", cost_of(CharacterLine(key)), limit, against)
    for key in schools:
        cost = cost_of(CharacterLine(ONMYOUIJI, school=key, level=1))
        yield offer(roster, key, f"school.{key}", cost, limit, against)
    for one in own:
        if one.based_on in (*units, *people) and is_sound(one, BOUNDS, one.based_on):
            yield offer(roster, ADD + one.key, one.shown, cost_of_own(one), limit, against, own)


def cost_of_own(one: Profile) -> int:
    """What a Unit of its least size, or a character, of this profile costs."""
    if one.based_on not in TROOPS:
        return cost_of(CharacterLine(one.based_on, own=one))
    entry = entry_of(UnitLine("", one.based_on, own=one))
    return entry.cost * entry.least


def offer(
    roster: Roster, id: str, about: str, cost: int, limit: int, against: Against, own: Sequence[Profile] = ()
) -> Offer:
    """One thing to add, with the reason why not."""
    more = refuse_roster(msgspec.to_builtins(fitted(added(roster, id, own))), limit)
    no = next((n for n in newly(more, against) if n.code in CLOSING), None)
    return Offer(id, about, cost, no=no)
