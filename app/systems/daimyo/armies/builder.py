"""Building an army choice by choice: General, household and clans, each with its choices and faults (section ARM)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import msgspec
from msgspec import UNSET
from msgspec.structs import replace

from app.engine.asks import Json
from app.engine.building import newly, of_all, part, picks, told
from app.engine.drafts import Choice, Draft, Offer, Option, Unit
from app.engine.profiles import ADD, Profile, kind, offered, unmarked
from app.engine.refusals import Refusal
from app.systems.daimyo.armies.lists import COST, HQ, PROFILES, QUALITIES, leader_cost, unit_cost
from app.systems.daimyo.armies.muster import refuse_roster
from app.systems.daimyo.armies.roster import (
    Army,
    ClanLine,
    GeneralLine,
    MadeUnit,
    Roster,
    UnitLine,
    files_of,
    is_known,
    made,
    profile_of,
    read_roster,
)
from app.systems.daimyo.book import table

RULE = COST["army"]
CLOSING = ("roster.points", "roster.hatamoto", "roster.household", "roster.headquarters", "roster.clans",
           "roster.guns", "roster.clan-size")  # fmt: skip
"""What no later addition could lift."""
LEAST, MOST = table("organisation")["rating"]["least"], table("organisation")["rating"]["most"]
ROOM = table("organisation")["clan"]["most"]
MAX_NAME, NEW_RATING = 40, 1
GENERAL, CLAN, BATTERY = "general", "clan", "battery"
"""Ids of the General and of the offers of a new clan, of one of guns alone."""


def draft(raw: Json, limit: int, changes: Mapping[str, str], own: Sequence[Profile] = ()) -> Draft:
    """The roster with the changes made, ready to be shown (DAI-ARM-05).  ``own``: profiles of the host to choose."""
    roster = changed(begun(raw), changes, own)
    plain = msgspec.to_builtins(roster)
    against, army = refuse_roster(plain, limit), made(roster)
    units = tuple(shown(roster, army, against))
    codes = [unit.code for unit in units]
    return Draft(
        roster=plain, name=roster.name, limit=limit, spent=army.points, choices=(), units=units,
        offers=tuple(offers(roster, limit, against, own)),
        refusals=of_all(codes, against),
    )  # fmt: skip


def begun(raw: Json) -> Roster:
    """The roster of this JSON without what no profile knows; a General alone if it cannot be read."""
    roster = read_roster(raw)
    if isinstance(roster, Refusal):
        return Roster(general=GeneralLine(cr=NEW_RATING))
    general = roster.general or GeneralLine(cr=NEW_RATING)
    return fitted(replace(roster, sample="", general=general, hq=bool(roster.hq)))


def fitted(roster: Roster) -> Roster:
    """The roster without what no profile knows, and without what is one too many (DAI-ORG-16, DAI-ARM-05)."""
    clans = tuple(replace(clan, units=known(clan.units)[:ROOM]) for clan in roster.clans[: RULE["clans"]["most"]])
    return replace(roster, household=known(roster.household)[: RULE["hatamoto"]], clans=clans)


def known(lines: Sequence[UnitLine]) -> tuple[UnitLine, ...]:
    """The units whose profile and quality the lists have, an HQ left out."""
    return tuple(line for line in lines if is_known(line) and line.profile != HQ and line.quality in ("", *QUALITIES))


# -- changes --------------------------------------------------------------------------


def changed(roster: Roster, changes: Mapping[str, str], own: Sequence[Profile]) -> Roster:
    """The roster after these changes; those that name nothing known are left out."""
    roster = replace(roster, name=changes.get("name", roster.name)[:MAX_NAME])
    roster = replace(roster, general=led(roster.general or GeneralLine(), part(changes, GENERAL)))
    household = [altered(line, part(changes, f"h{n}")) for n, line in enumerate(roster.household)]
    roster = replace(roster, household=tuple(household), clans=tuple(clans_after(roster, changes)))
    roster = moved(roster, changes)
    if "remove" in changes:
        roster = without(roster, changes["remove"])
    return fitted(added(roster, changes["add"], own)) if "add" in changes else roster


def clans_after(roster: Roster, changes: Mapping[str, str]) -> Iterator[ClanLine]:
    """The clans with the changes of their Daimyo and their units."""
    for n, clan in enumerate(roster.clans):
        units = tuple(altered(line, part(changes, f"c{n}u{m}")) for m, line in enumerate(clan.units))
        given = part(changes, f"c{n}")
        name = given.get("name", clan.daimyo or clan.name)[:MAX_NAME]
        named = replace(clan, name=name) if clan.guns else replace(clan, daimyo=name)
        yield replace(
            named, units=units, cr=rating(given, clan.cr), mounted=given.get("mounted", yes(clan.mounted)) == "yes"
        )


def led(general: GeneralLine, given: Mapping[str, str]) -> GeneralLine:
    """The General after the changes that concern him."""
    name = given.get("name", general.name)[:MAX_NAME]
    mounted = given.get("mounted", yes(general.mounted)) == "yes"
    return GeneralLine(name=name, cr=rating(given, general.cr), mounted=mounted)


def rating(given: Mapping[str, str], now: int) -> int:
    """The rating chosen, if it is one (DAI-ORG-14)."""
    said = given.get("cr", "")
    return int(said) if said in [str(n) for n in range(LEAST, MOST + 1)] else now


def yes(on: bool) -> str:
    """A truth as its choice writes it."""
    return "yes" if on else "no"


def altered(line: UnitLine, given: Mapping[str, str]) -> UnitLine:
    """The unit after the changes that concern it; values that no choice offers are left out."""
    taken = picks(choices(line), given)
    stands = int(taken.get("stands", line.stands or profile_of(line).stands))
    files = int(taken["files"]) if "files" in taken else line.files
    return replace(
        line, name=unmarked(given.get("name", line.name)[:MAX_NAME]), stands=stands, files=min(files, stands),
        quality=taken.get("quality", line.quality or profile_of(line).quality),
    )  # fmt: skip


def moved(roster: Roster, changes: Mapping[str, str]) -> Roster:
    """The roster with the units that change their clan at the end of the new one."""
    clans: list[list[UnitLine]] = [[] for _ in roster.clans]
    late: list[tuple[int, UnitLine]] = []
    for n, clan in enumerate(roster.clans):
        for m, line in enumerate(clan.units):
            said = changes.get(f"c{n}u{m}.clan", "")
            if said.isdecimal() and int(said) != n and int(said) < len(clans):
                late.append((int(said), line))
            else:
                clans[n].append(line)
    for n, line in late:
        clans[n].append(line)
    pairs = zip(roster.clans, clans, strict=True)
    return replace(roster, clans=tuple(replace(clan, units=tuple(units)) for clan, units in pairs))


def without(roster: Roster, id: str) -> Roster:
    """The roster without this unit, this clan with all its units, or its HQ; the General stays."""
    household = tuple(line for n, line in enumerate(roster.household) if id != f"h{n}")
    clans = tuple(
        replace(clan, units=tuple(line for m, line in enumerate(clan.units) if id != f"c{n}u{m}"))
        for n, clan in enumerate(roster.clans) if id != f"c{n}"
    )  # fmt: skip
    return replace(roster, hq=roster.hq and id != HQ, household=household, clans=clans)


def added(roster: Roster, id: str, every: Sequence[Profile] = ()) -> Roster:
    """The roster with one more unit, clan or HQ, where the lists know it."""
    one = offered(id, every)
    id, own = (one.based_on, one) if one else (id, UNSET)
    if id in (CLAN, BATTERY):
        return replace(roster, clans=(*roster.clans, ClanLine(cr=NEW_RATING, guns=id == BATTERY)))
    if id == HQ:
        return replace(roster, hq=True)
    if not is_known(UnitLine(id, own=own)):
        return roster
    fresh = altered(UnitLine(id, own=own), {})
    if PROFILES[id].troop_class == "hatamoto":
        return replace(roster, household=(*roster.household, fresh))
    if not roster.clans:
        roster = added(roster, CLAN)
    last = roster.clans[-1]
    return replace(roster, clans=(*roster.clans[:-1], replace(last, units=(*last.units, fresh))))


# -- what is shown ------------------------------------------------------------------------


def shown(roster: Roster, army: Army, against: Sequence[Refusal]) -> Iterator[Unit]:
    """General, HQ, household, then each clan: its Daimyo and its units."""
    general = roster.general or GeneralLine()
    yield leader(GENERAL, "build.general", "G", "general", general.name, general.cr, general.mounted, against)
    rest = list(army.units)
    if roster.hq:
        yield Unit(id=HQ, code=rest.pop(0).code, about=f"profile.{HQ}", name="", leader=False,
                   cost=PROFILES[HQ].points)  # fmt: skip
    for n, line in enumerate(roster.household):
        yield one(f"h{n}", line, rest.pop(0), (), against)
    for n, clan in enumerate(roster.clans):
        yield head(n, clan, against)
        where = (whose(roster, n),) if len(roster.clans) > 1 else ()
        for m, line in enumerate(clan.units):
            yield one(f"c{n}u{m}", line, rest.pop(0), where, against)


def head(number: int, clan: ClanLine, against: Sequence[Refusal]) -> Unit:
    """The Daimyo of a clan, or the name of one that is of guns alone (DAI-ART-15)."""
    id, code, name = f"c{number}", f"D{number + 1}", clan.daimyo or clan.name
    if clan.guns:
        return Unit(id=id, code=code, about="build.battery", name=name, leader=False, cost=0,
                    refusals=told(code, against))  # fmt: skip
    return leader(id, "build.daimyo", code, "daimyo", name, clan.cr, clan.mounted, against)


def leader(
    id: str, about: str, code: str, rank: str, name: str, cr: int, mounted: bool, against: Sequence[Refusal],
) -> Unit:  # fmt: skip
    """A General or a Daimyo with his rating and his mount (DAI-ARM-03)."""
    scale = [Option(str(n), f"number.{n}", leader_cost(rank, n), n == cr) for n in range(LEAST, MOST + 1)]
    seat = (Option("yes", "build.mounted", 0, mounted), Option("no", "build.on-foot", 0, not mounted))
    return Unit(
        id=id, code=code, about=about, name=name, leader=True, cost=leader_cost(rank, cr),
        profile=(("build.rating", cr),), refusals=told(code, against),
        choices=(Choice("cr", "build.rating", tuple(scale)), Choice("mounted", "build.moves", seat)),
    )  # fmt: skip


def one(
    id: str, line: UnitLine, unit: MadeUnit, where: tuple[Choice, ...], against: Sequence[Refusal],
) -> Unit:  # fmt: skip
    """A unit as the builder shows it, with what stands against it."""
    gear = [f"quality.{unit.quality}", f"build.{unit.armour}", f"arm.{unit.arm}"]
    gear += [f"missile.{unit.missile}"] if unit.missile else []
    return Unit(
        id=id, code=unit.code, about=kind(line.own, f"profile.{line.profile}"), name=line.name, leader=False,
        cost=unit.cost,
        profile=(("build.stands", unit.stands), ("build.files", unit.files)), gear=tuple(gear),
        choices=(*choices(line), *where), refusals=told(unit.code, against),
    )  # fmt: skip


def choices(line: UnitLine) -> tuple[Choice, ...]:
    """What may be chosen about a unit: its stands, its quality, how many stands abreast (DAI-ARM-06, DAI-ARM-07)."""
    profile = profile_of(line)
    if profile.kind != "troops":
        return ()
    now, stands = line.quality or profile.quality, line.stands or profile.stands
    sizes = [Option(str(n), f"number.{n}", unit_cost(profile, now, n), n == stands)
             for n in range(profile.least, profile.most + 1)]  # fmt: skip
    ranks = [Option(key, f"quality.{key}", unit_cost(profile, key, stands), key == now) for key in profile.qualities]
    abreast = [Option(str(n), f"number.{n}", 0, n == files_of(line, stands)) for n in range(1, stands + 1)]
    found = (Choice("stands", "build.stands", tuple(sizes)), Choice("quality", "build.quality", tuple(ranks)),
             Choice("files", "build.files", tuple(abreast)))  # fmt: skip
    return tuple(choice for choice in found if len(choice.options) > 1)


def whose(roster: Roster, now: int) -> Choice:
    """To which clan a unit belongs, by the clan's number (DAI-ORG-16)."""
    options = [Option(str(n), f"number.{n + 1}", 0, n == now) for n in range(len(roster.clans))]
    return Choice("clan", "build.clan", tuple(options))


def offers(roster: Roster, limit: int, against: Sequence[Refusal], own: Sequence[Profile]) -> Iterator[Offer]:
    """All that may be added, closed where the army could never be legal with it."""
    daimyo = leader_cost("daimyo", NEW_RATING)
    yield offer(roster, CLAN, "build.new-clan", daimyo, limit, against)
    yield offer(roster, BATTERY, "build.new-battery", 0, limit, against)
    if not roster.hq:
        yield offer(roster, HQ, f"profile.{HQ}", PROFILES[HQ].points, limit, against)
    for key, profile in PROFILES.items():
        if profile.kind != "hq":
            cost = unit_cost(profile, profile.quality, profile.stands)
            yield offer(roster, key, f"profile.{key}", cost, limit, against)
    for one in own:
        if is_known(line := UnitLine(one.based_on, own=one)):
            profile = profile_of(line)
            cost = unit_cost(profile, profile.quality, profile.stands)
            yield offer(roster, ADD + one.key, one.shown, cost, limit, against, own)


def offer(
    roster: Roster, id: str, about: str, cost: int, limit: int, against: Sequence[Refusal],
    own: Sequence[Profile] = (),
) -> Offer:  # fmt: skip
    """One thing to add, with the reason why not."""
    more = refuse_roster(msgspec.to_builtins(added(roster, id, own)), limit)
    no = next((n for n in newly(more, against) if closes(n)), None)
    return Offer(id, about, cost, no=no)


def closes(no: Refusal) -> bool:
    """Whether nothing that is added later could lift this: too much, never too little."""
    most = no.facts.get("most")
    count = next((no.facts[key] for key in ("clans", "units", "pieces", "number") if key in no.facts), None)
    if most is None or count is None:
        return no.code in CLOSING
    return no.code in CLOSING and int(count) > int(most)
