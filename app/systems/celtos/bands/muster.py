"""What the army lists have against a band: every reason at once, each with its clause and numbers (CEL-ARM-10)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import UNSET, Struct
from msgspec.structs import replace

from app.engine.asks import Json
from app.engine.profiles import too_many, unsound
from app.engine.refusals import Refusal, refuse
from app.systems.celtos.bands.lists import ROLES, Entry, is_hired
from app.systems.celtos.bands.own import BOUNDS
from app.systems.celtos.bands.roster import (
    Enlisted,
    MadeUnit,
    Roster,
    abilities_of,
    base_of,
    entry_of,
    figures_of,
    is_army,
    is_known,
    is_listed,
    made,
    make,
    read_roster,
)
from app.systems.celtos.bands.roster import weapons_of as carried
from app.systems.celtos.book import c, table

POINTS, NUMBERS, ILLEGAL, COMMAND, ONE_EACH, HAS, SHIELD, UNIT, ALONE, VANGUARDS, FILLED, RAISED = (
    c("CEL-ARM-02"), c("CEL-ARM-03"), c("CEL-ARM-10"), c("CEL-ARM-09"), c("CEL-PRO-16"), c("CEL-PRO-15"),
    c("CEL-ARM-06"), c("CEL-PRO-13"), c("CEL-PRO-14"), c("CEL-SCN-07"), c("CEL-CAM-07"), c("CEL-CAM-04"),
)  # fmt: skip
RULE, LIMITS = table("costs")["roster"], table("scenarios")["rules"]["limits"]
ADVANCES, INJURY = table("campaign")["advances"], table("campaign")["injury"]
HELP = "X"
"""What ids of those begin with who fight in one battle only, to help the weaker band (CEL-CAM-07)."""
LONGEST_CODE = 4
Faults = Iterator[Refusal]


class Terms(Struct, frozen=True):
    """On what terms a band is judged.

    ``limit`` in points.  ``individuals``: a scenario's own limit of them, if it has one (CEL-SCN-07).  ``veterans``: a
    band of a campaign, which may be below the least numbers (CEL-CAM-08).  ``filled``: mercenaries' points it gets on
    top because it is the weaker (CEL-CAM-07).
    """

    limit: int
    individuals: int | None = None
    veterans: bool = False
    filled: int = 0


def refuse_limit(limit: int) -> Refusal | None:
    """Why games of so many points are not played (CEL-ARM-02)."""
    known = ", ".join(map(str, LIMITS))
    return None if limit in LIMITS else refuse("roster.limit", POINTS, limit=limit, known=known)


def refuse_roster(raw: Json, limit: int, individuals: int | None = None) -> tuple[Refusal, ...]:
    """All that stands against a roster of at most ``limit`` points; empty when it is legal (CEL-ARM-10)."""
    return refuse_band(raw, Terms(limit, individuals))


def refuse_band(raw: Json, terms: Terms) -> tuple[Refusal, ...]:
    """All that stands against a roster on these terms; empty when it is legal (CEL-ARM-10)."""
    roster = read_roster(raw)
    if isinstance(roster, Refusal):
        return (roster,)
    if not is_army(roster.list):
        return (refuse("roster.no-list", NUMBERS, list=roster.list),)
    units = [no for unit in roster.units for no in refuse_unit(roster, unit, terms)]
    terms = replace(terms, filled=terms.filled + help_of(roster)) if terms.veterans else terms
    return (*units, *whole(roster, terms))


def help_of(roster: Roster) -> int:
    """What the mercenaries cost that a weaker band has on top for this battle (CEL-CAM-07)."""
    return sum(make(roster, u).cost for u in roster.units if is_known(roster, u) and is_help(u))


def is_help(unit: Enlisted) -> bool:
    """Whether a unit fights in this battle only (CEL-CAM-07)."""
    return unit.past.who.startswith(HELP)


# -- one unit ---------------------------------------------------------------------


def refuse_unit(roster: Roster, unit: Enlisted, terms: Terms) -> tuple[Refusal, ...]:
    """All that stands against one unit of a roster."""
    bad = () if 1 <= len(unit.code) <= LONGEST_CODE else (refuse("roster.unit-code", ILLEGAL, who=unit.code),)
    if not is_listed(roster, unit):
        return (*bad, refuse("roster.no-entry", NUMBERS, who=unit.code, entry=unit.entry, list=roster.list))
    if own := tuple(unsound(unit.own, BOUNDS, base_of(roster, unit), unit.code)):
        return (*bad, *own)
    entry = entry_of(roster, unit)
    gear = (*options(entry, unit), *command(entry, unit), *shield(entry, unit))
    return (*bad, *size(entry, unit, terms), *gear, *veteran(entry, unit, terms))


def size(entry: Entry, unit: Enlisted, terms: Terms) -> Faults:
    """An Individual is one model, a Unit as many as its list says; veterans may be fewer, down to the last of them.

    CEL-PRO-13, CEL-PRO-14, CEL-ARM-03, CEL-CAM-08.
    """
    least = 1 if terms.veterans else entry.min
    if entry.individual and unit.models != 1:
        yield refuse("roster.individual-size", ALONE, who=unit.code, models=unit.models)
    elif not least <= unit.models <= entry.max:
        clause = UNIT if unit.models < 2 else NUMBERS
        yield refuse("roster.unit-size", clause, who=unit.code, models=unit.models, least=least, most=entry.max)


def options(entry: Entry, unit: Enlisted) -> Faults:
    """Each option is on the list, and taken once; two for one weapon cannot both be had (CEL-ARM-03)."""
    for id in dict.fromkeys(unit.options):
        if entry.option(id) is None:
            clause = SHIELD if id == "shield" else NUMBERS
            yield refuse("roster.no-option", clause, who=unit.code, option=id)
        if unit.options.count(id) > 1:
            yield refuse("roster.option-twice", NUMBERS, who=unit.code, option=id)


def command(entry: Entry, unit: Enlisted) -> Faults:
    """Command models stand in Units whose list allows them, one of a kind (CEL-PRO-15, CEL-PRO-16, CEL-ARM-09)."""
    for role in dict.fromkeys(unit.command):
        if role not in ROLES:
            yield refuse("roster.no-role", HAS, who=unit.code, role=role)
        elif entry.individual:
            yield refuse("roster.individual-command", HAS, who=unit.code, role=role)
        elif role not in (entry.has or entry.command):
            yield refuse("roster.unit-command", COMMAND, who=unit.code, role=role)
        if unit.command.count(role) > 1:
            yield refuse("roster.command-twice", ONE_EACH, who=unit.code, role=role, times=unit.command.count(role))


def shield(entry: Entry, unit: Enlisted) -> Faults:
    """A shield wants a weapon that leaves a hand free (CEL-ARM-06)."""
    has = "shield" in unit.options or "shield" in abilities_of(entry, unit)
    if has and (two := two_handed(carried(entry, unit))):
        yield refuse("roster.shield-hands", SHIELD, who=unit.code, weapon=two)


def two_handed(weapons: Sequence[str]) -> str:
    """The first close-combat weapon that leaves no hand for a shield, if one does (CEL-ARM-06)."""
    return next((w for w in weapons if table("weapons")[w].get("two_handed", False)), "")


def veteran(entry: Entry, unit: Enlisted, terms: Terms) -> Faults:
    """What battles made of a unit counts in campaigns only, and no figure leaves its bounds.

    CEL-CAM-03, CEL-CAM-04; help for the weaker are mercenaries (CEL-CAM-07).
    """
    if unit.veteran is UNSET:
        return
    if not terms.veterans:
        yield refuse("roster.veteran", RAISED, who=unit.code)
        return
    if is_help(unit) and not is_hired(entry):
        yield refuse("roster.not-hired", FILLED, who=unit.code, entry=entry.id)
    plain, now = figures_of(entry, replace(unit, veteran=UNSET)), figures_of(entry, unit)
    for key, adds in unit.past.changes.items():
        if key not in ADVANCES["raises"]:
            yield refuse("campaign.no-skill", RAISED, skill=key[:20])
        elif adds > ADVANCES["adds"] or not INJURY["least"] <= now[key] <= max(plain[key], ADVANCES["most"]):
            most = min(plain[key] + ADVANCES["adds"], max(plain[key], ADVANCES["most"]))
            yield refuse("roster.veteran-figure", RAISED, who=unit.code, skill=key, now=now[key],
                         least=INJURY["least"], most=most)  # fmt: skip


# -- the whole ----------------------------------------------------------------------


def whole(roster: Roster, terms: Terms) -> Faults:
    """What is wrong with the band as a whole (CEL-ARM-02, CEL-ARM-03)."""
    codes = [u.code for u in roster.units]
    for code in dict.fromkeys(x for x in codes if codes.count(x) > 1):
        yield refuse("roster.code-twice", ILLEGAL, who=code)
    units = made(roster)
    yield from too_many([u.own for u in roster.units], ILLEGAL)
    yield from points(units, terms)
    yield from individuals(units, terms)
    count = sum(not u.individual for u in units)
    if count < RULE["units"] and not terms.veterans:
        yield refuse("roster.few-units", NUMBERS, units=count, least=RULE["units"])
    yield from mercenaries(units, terms)


def points(units: tuple[MadeUnit, ...], terms: Terms) -> Faults:
    """The cost against the agreed limit, exceeded only by mercenaries got on top (CEL-ARM-02, CEL-CAM-07)."""
    total = sum(u.cost for u in units)
    limit = terms.limit + min(terms.filled, hired_points(units))
    if total > limit:
        yield refuse("roster.points", POINTS, points=total, limit=limit, over=total - limit)


def hired_points(units: tuple[MadeUnit, ...]) -> int:
    """What the mercenaries among these cost."""
    return sum(u.cost for u in units if u.hired)


def individuals(units: tuple[MadeUnit, ...], terms: Terms) -> Faults:
    """At least one Individual, at most one for each full hundred points, mercenaries included (CEL-ARM-03)."""
    count, most = sum(u.individual for u in units), terms.limit // RULE["individual_per"]
    if count < RULE["individuals"] and not terms.veterans:
        yield refuse("roster.few-individuals", NUMBERS, individuals=count, least=RULE["individuals"])
    if count > most:
        yield refuse("roster.many-individuals", NUMBERS, individuals=count, most=most, limit=terms.limit)
    if terms.individuals is not None and count > terms.individuals:
        yield refuse("roster.scenario-individuals", VANGUARDS, individuals=count, most=terms.individuals)


def mercenaries(units: tuple[MadeUnit, ...], terms: Terms) -> Faults:
    """At most a quarter of the limit on mercenaries (CEL-ARM-03), and what a weaker band gets (CEL-CAM-07)."""
    spent = hired_points(units)
    most = terms.limit // RULE["mercenaries"] + terms.filled
    if spent > most:
        yield refuse("roster.mercenaries", FILLED if terms.filled else NUMBERS, points=spent, most=most,
                     limit=terms.limit)  # fmt: skip
