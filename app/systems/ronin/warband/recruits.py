"""What the army lists have against a single model of a roster."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from app.engine.profiles import unsound
from app.engine.refusals import Refusal, refuse
from app.systems.ronin.book import WEAPONS, c, table
from app.systems.ronin.campaign.figures import refuse_advance
from app.systems.ronin.warband.own import BOUNDS
from app.systems.ronin.warband.roster import Made, Recruit, Roster, base_of, can_rise, make, profile, titles

TITLES, LISTED, CARRY, FREE, KINDS, COMMAND, HIRES, ILLEGAL, EXTRA = (
    c("RON-ARM-01"), c("RON-ARM-17"), c("RON-WPN-12"), c("RON-ARM-07"), c("RON-ARM-18"), c("RON-ARM-08"),
    c("RON-ARM-14"), c("RON-ARM-16"), c("RON-SCN-51"),
)  # fmt: skip
PAST, WOUND = c("RON-CAM-06"), c("RON-CAM-07")
Faults = Iterator[Refusal]
COSTS = table("costs")


def refuse_recruit(roster: Roster, recruit: Recruit, extra: bool, campaign: bool = False) -> list[Refusal]:
    """All that stands against one model; ``extra`` says whether some may come only with the attacker.

    ``campaign``: whether it may have a past (RON-CAM-06).
    """
    no = list(unknown(roster, recruit)) or list(unsound(recruit.own, BOUNDS, base_of(roster, recruit), recruit.code))
    if recruit.past is not None and not campaign:
        no.append(refuse("recruit.past", PAST, who=recruit.code))
    elif not no:
        no += refuse_past(roster, recruit)
    if recruit.extra and not extra:
        no.append(refuse("recruit.extra", EXTRA, who=recruit.code))
    if no:
        return no
    model = make(roster, recruit)
    if model.hired:
        return list(hired(recruit, model))
    return [*armour(model), *listed(roster, model), *carried(model), *attributes(roster, model), *mounts(model)]


def unknown(roster: Roster, recruit: Recruit) -> Faults:
    """Words that no list has."""
    code = recruit.code
    if not 1 <= len(code) <= 4:
        yield refuse("recruit.code", ILLEGAL, who=code)
    if recruit.hired and recruit.hired not in table("hires"):
        yield refuse("recruit.no-hire", HIRES, who=code, hire=recruit.hired)
    elif not recruit.hired and recruit.title not in titles(roster.faction):
        yield refuse("recruit.no-title", TITLES, who=code, title=recruit.title, faction=roster.faction)
    if recruit.armour not in table("armour"):
        yield refuse("recruit.no-armour", TITLES, who=code, armour=recruit.armour)
    for weapon in recruit.weapons:
        if weapon not in WEAPONS or weapon == "weaponless":
            yield refuse("recruit.no-weapon", TITLES, who=code, weapon=weapon)
    for attribute in recruit.attributes:
        if attribute not in table("attributes"):
            yield refuse("recruit.no-attribute", KINDS, who=code, attribute=attribute)


def refuse_past(roster: Roster, recruit: Recruit) -> list[Refusal]:
    """What no campaign can have made of a model (RON-CAM-06, RON-CAM-07)."""
    past, code = recruit.history, recruit.code
    no = [found for n, skill in enumerate(past.raised) if (found := refuse_advance(past.raised[:n], skill))]
    if not can_rise(roster, recruit):
        return [*no, refuse("recruit.risen", PAST, who=code, ranks=past.risen)]
    if not 0 <= past.light <= 1:
        no.append(refuse("recruit.light", WOUND, who=code, wounds=past.light, most=1))
    known = table("attributes")
    if unknown := [a for a in past.learned if a not in known]:
        return [*no, refuse("recruit.no-attribute", PAST, who=code, attribute=unknown[0])]
    for n, name in enumerate(past.learned):
        before = replace(recruit, past=replace(past, learned=past.learned[:n]))
        no += refuse_learned(make(roster, before), name)
    return no


def refuse_learned(model: Made, attribute: str) -> Faults:
    """Why a model may not gain this attribute by an advance (RON-CAM-06, RON-ARM-18)."""
    if attribute in model.attributes:
        yield refuse("recruit.attribute-twice", PAST, who=model.recruit.code, attribute=attribute)
    else:
        yield from refuse_attribute(model, attribute, table("attributes")[attribute])


def hired(recruit: Recruit, model: Made) -> Faults:
    """A sword-for-hire is taken as listed (RON-ARM-14)."""
    row = model.row
    given = (
        ("armour", (recruit.armour,), ("none",), (row["armour"],)),
        ("weapons", recruit.weapons, (), row["weapons"]),
        ("attributes", recruit.attributes, (), row["attributes"]),
    )
    for what, said, silent, listed_ in given:
        if said != silent and sorted(said) != sorted(listed_):
            yield refuse("recruit.hire-fixed", HIRES, who=recruit.code, what=what)
    if recruit.banner or recruit.warhorse:
        yield refuse("recruit.hire-fixed", HIRES, who=recruit.code, what="banner" if recruit.banner else "warhorse")


def armour(model: Made) -> Faults:
    """The armour its title may wear."""
    if model.armour not in model.row["armour"]:
        yield refuse("recruit.armour", TITLES, who=model.recruit.code, armour=model.armour, title=model.recruit.title)


def listed(roster: Roster, model: Made) -> Faults:
    """The weapons its title must and may have (RON-ARM-17)."""
    code, row, left = model.recruit.code, model.row, list(model.weapons)
    must = [*row["required"], *([roster.school] if row["school"] and roster.school else [])]
    for weapon in must:
        if weapon not in left:
            yield refuse("recruit.weapon-missing", LISTED, who=code, weapon=weapon)
        else:
            left.remove(weapon)
    for group in row["required_one_of"]:
        if not take(left, group):
            yield refuse("recruit.weapon-missing-of", LISTED, who=code, weapons=", ".join(group))
    for group in row["one_of"]:
        take(left, group)
    if COSTS["companion"]["of"] in model.weapons:
        take(left, COSTS["companion"]["one_of"])
    for weapon in left:
        yield refuse("recruit.weapon", LISTED, who=code, weapon=weapon, title=model.recruit.title)


def take(left: list[str], group: list[str]) -> bool:
    """Take the first weapon of a group away, if it is there."""
    found = next((w for w in left if w in group), None)
    if found is not None:
        left.remove(found)
    return found is not None


def carried(model: Made) -> Faults:
    """At most three weapons, one two-handed beside a blade, one missile (RON-WPN-12)."""
    rule, code, weapons = COSTS["weapons"], model.recruit.code, model.weapons
    if len(weapons) > rule["max"]:
        yield refuse("recruit.weapons-many", CARRY, who=code, weapons=len(weapons), most=rule["max"])
    two = [w for w in weapons if WEAPONS[w].hands == "two"]
    if len(two) > rule["two_handed"]:
        yield refuse("recruit.two-handed", CARRY, who=code, weapons=len(two), most=rule["two_handed"])
    if len(model.missile) > rule["missile"]:
        yield refuse("recruit.missiles", CARRY, who=code, weapons=len(model.missile), most=rule["missile"])
    beside = [w for w in weapons if w not in two and w not in model.missile and w not in rule["two_handed_beside"]]
    if two and beside:
        yield refuse("recruit.beside", CARRY, who=code, weapon=two[0], other=beside[0])


def attributes(roster: Roster, model: Made) -> Faults:
    """How many, which, and what they need (RON-ARM-07, RON-ARM-08, RON-ARM-18)."""
    code, given = model.recruit.code, model.recruit.attributes
    gives = table("factions")[roster.faction].get("gives", {})
    gift = gives.get("attribute") if model.rank >= gives.get("min_rank", 0) else None
    for name in dict.fromkeys(a for a in given if given.count(a) > 1):
        yield refuse("recruit.attribute-twice", KINDS, who=code, attribute=name)
    free = [a for a in given if a not in ("commander", gift)]
    most = int(profile(model.rank)["attributes"])
    if len(free) > most:
        yield refuse(
            "recruit.attributes", FREE if model.rank > 2 else COMMAND, who=code, attributes=len(free), most=most
        )
    if "commander" in given and not profile(model.rank)["commander"]:
        yield refuse("recruit.commander", COMMAND, who=code, rank=model.rank)
    for name in free:
        yield from refuse_attribute(model, name, table("attributes")[name])


def covered(school: str) -> tuple[str, ...]:
    """The weapons a bujutsu, hojutsu or kyujutsu covers; none for other attributes (RON-ATT-03, RON-ATT-05)."""
    return tuple(key for key, weapon in WEAPONS.items() if weapon.school == school)


def refuse_attribute(model: Made, name: str, row: dict[str, Any]) -> Faults:
    """Fearless and Stealth are not for choosing; a school needs its weapon (RON-ARM-18)."""
    if row["kind"] not in COSTS["attributes"]["free_kinds"]:
        yield refuse("recruit.attribute-listed", KINDS, who=model.recruit.code, attribute=name)
    covers = covered(name)
    if covers and "weaponless" not in covers and not any(w in covers for w in model.weapons):
        yield refuse(
            "recruit.attribute-weapon", KINDS, who=model.recruit.code, attribute=name, weapons=", ".join(covers)
        )


def mounts(model: Made) -> Faults:
    """Whether its title may carry the banner or ride."""
    recruit = model.recruit
    for what, asked in (("banner", recruit.banner), ("warhorse", recruit.warhorse)):
        if asked and not model.row[what]:
            yield refuse(f"recruit.{what}", TITLES, who=recruit.code, title=recruit.title)
    if recruit.mounted and not recruit.warhorse:
        yield refuse("recruit.no-horse", TITLES, who=recruit.code)
