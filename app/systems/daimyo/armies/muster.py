"""What the rules have against an army: every reason at once, each with its clause and numbers (section ARM)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from app.engine.asks import Json
from app.engine.profiles import too_many, unsound
from app.engine.refusals import Refusal, refuse
from app.systems.daimyo.armies.lists import COST, ENTRY, LIMITS, PROFILES, QUALITIES, SHARE, Profile, is_historical
from app.systems.daimyo.armies.own import BOUNDS
from app.systems.daimyo.armies.roster import (
    Army,
    ClanLine,
    Roster,
    UnitLine,
    is_known,
    lines_of,
    made,
    numbered,
    profile_of,
    read_roster,
)
from app.systems.daimyo.book import c, table

ALIKE, CLANS, HOUSEHOLD, LED, RATED, SIZES, LIMITED, STEP, GUNS, FILES = (
    c("DAI-ORG-15"), c("DAI-ORG-16"), c("DAI-ORG-17"), c("DAI-ORG-13"), c("DAI-ORG-14"), c("DAI-ARM-04"),
    c("DAI-ARM-05"), c("DAI-ARM-07"), c("DAI-ART-15"), c("DAI-MOV-09"),
)  # fmt: skip
CAMPAIGN = c("DAI-CAM-07")
RULE = COST["army"]
Faults = Iterator[Refusal]


class Terms(Struct, frozen=True):
    """On what terms an army is judged: points at most, guns its scenario gives it free (DAI-ARM-04).

    ``worn``: an army on campaign, which may be below the least numbers (DAI-CAM-07).  ``campaign``: one that takes the
    field with what it has, of whatever worth and mixture; its clans, units and leaders are judged alone.
    """

    limit: int
    free_guns: int = 0
    worn: bool = False
    campaign: bool = False


ON_CAMPAIGN = Terms(0, worn=True, campaign=True)


# -- judging: the whole ---------------------------------------------------------------


def refuse_limit(limit: int) -> Refusal | None:
    """Why games of so many points are not played (DAI-ARM-04)."""
    known = ", ".join(map(str, LIMITS))
    return None if limit in LIMITS else refuse("roster.limit", SIZES, limit=limit, known=known)


def refuse_roster(raw: Json, limit: int, free_guns: int = 0) -> tuple[Refusal, ...]:
    """All that stands against a roster of at most ``limit`` points; empty when it is legal (DAI-ARM-04 to -07)."""
    return refuse_army(raw, Terms(limit, free_guns))


def refuse_army(raw: Json, terms: Terms) -> tuple[Refusal, ...]:
    """All that stands against a roster on these terms, every reason with its numbers (DAI-ARM-05)."""
    roster = read_roster(raw)
    if isinstance(roster, Refusal):
        return (roster,)
    if roster.members and not terms.campaign:
        return (refuse("roster.campaign", CAMPAIGN, number=len(roster.members)),)
    army = made(roster)
    if terms.campaign:
        return (*leaders(roster, army), *units(roster, terms), *clans(roster, terms))
    if is_historical(roster.sample):
        return tuple(points(army, terms))
    return (*leaders(roster, army), *household(roster), *units(roster, terms), *clans(roster, terms),
            *points(army, terms), *limits(roster, army, terms))  # fmt: skip


def leaders(roster: Roster, army: Army) -> Faults:
    """A General leads the army; every rating lies on the scale (DAI-ORG-13, DAI-ORG-14)."""
    if roster.general is None:
        yield refuse("roster.no-general", LED)
    scale = table("organisation")["rating"]
    for leader in (army.general, *(clan.daimyo for clan in army.clans if clan.daimyo)):
        if not scale["least"] <= leader.rating <= scale["most"]:
            yield refuse("roster.rating", RATED, who=leader.code, rating=leader.rating,
                         least=scale["least"], most=scale["most"])  # fmt: skip


def household(roster: Roster) -> Faults:
    """The General has one HQ at most and only Hatamoto, two units at most (DAI-ORG-17)."""
    rule = table("organisation")["household"]
    if int(roster.hq) > rule["hq"]:
        yield refuse("roster.headquarters", HOUSEHOLD, number=int(roster.hq), most=rule["hq"])
    if len(roster.household) > rule["hatamoto"]:
        yield refuse("roster.household", HOUSEHOLD, units=len(roster.household), most=rule["hatamoto"])
    strangers = [line.profile for line in roster.household if class_of(line) not in ("hatamoto", "")]
    yield from (refuse("roster.stranger", HOUSEHOLD, profile=profile) for profile in strangers)


def class_of(line: UnitLine) -> str:
    """The class of a unit; empty for a profile that does not exist."""
    return profile_of(line).troop_class if is_known(line) else ""


def points(army: Army, terms: Terms) -> Faults:
    """The cost against the size of the game, guns that are given not counted (DAI-ARM-04)."""
    given = [unit.cost for unit in army.units if unit.profile == "LA"][: terms.free_guns]
    total = army.points - sum(given)
    if total > terms.limit:
        yield refuse("roster.points", SIZES, points=total, limit=terms.limit, over=total - terms.limit)


def limits(roster: Roster, army: Army, terms: Terms) -> Faults:
    """What an army has too many or too few of (DAI-ARM-05)."""
    least, most = RULE["clans"]["least"], RULE["clans"]["most"]
    if not least <= len(roster.clans) <= most and not (terms.worn and len(roster.clans) <= most):
        yield refuse("roster.clans", LIMITED, clans=len(roster.clans), least=least, most=most)
    hatamoto = sum(unit.troop_class == "hatamoto" for unit in army.units)
    if hatamoto > RULE["hatamoto"]:
        yield refuse("roster.hatamoto", LIMITED, units=hatamoto, most=RULE["hatamoto"])
    yield from shares(army)
    rule, pieces = RULE["guns"], sum(unit.kind == "gun" for unit in army.units) - terms.free_guns
    if pieces * rule["per"] > rule["most"] * terms.limit:
        allowed = rule["most"] * terms.limit // rule["per"]
        yield refuse("roster.guns", LIMITED, pieces=pieces, most=allowed, limit=terms.limit)


def shares(army: Army) -> Faults:
    """No profile takes more than a third of the points (DAI-ARM-05)."""
    spent: dict[str, int] = {}
    for unit in army.units:
        spent[unit.profile] = spent.get(unit.profile, 0) + unit.cost
    most = int(SHARE * army.points)
    for profile, cost in spent.items():
        if cost > most and PROFILES[profile].kind != "hq":
            yield refuse("roster.share", LIMITED, profile=profile, points=cost, most=most)


# -- judging: clans and units -----------------------------------------------------------


def clans(roster: Roster, terms: Terms) -> Faults:
    """Each clan has its number of units, and one at least that fights hand to hand (DAI-ORG-16, DAI-ARM-05)."""
    ids = [clan.id or f"clan-{n}" for n, clan in enumerate(roster.clans, 1)]
    for id in dict.fromkeys(id for id in ids if ids.count(id) > 1):
        yield refuse("roster.clan-twice", CLANS, clan=id)
    for number, clan in enumerate(roster.clans, 1):
        yield from battery(clan, number) if clan.guns else band(clan, number, terms)


def battery(clan: ClanLine, number: int) -> Faults:
    """A clan without a Daimyo is of guns only (DAI-ART-15)."""
    kinds = [profile_of(line).kind for line in clan.units if is_known(line)]
    if not kinds or any(kind != "gun" for kind in kinds):
        yield refuse("roster.battery", GUNS, who=f"D{number}", clan=clan.name)


def band(clan: ClanLine, number: int, terms: Terms) -> Faults:
    """A clan under its Daimyo (DAI-ORG-16, DAI-ARM-05)."""
    rule, count = table("organisation")["clan"], len(clan.units)
    least = 1 if terms.worn else rule["least"]
    if not least <= count <= rule["most"]:
        yield refuse("roster.clan-size", CLANS, who=f"D{number}", clan=clan.name or clan.daimyo, units=count,
                     least=rule["least"], most=rule["most"])  # fmt: skip
    known = [profile_of(line) for line in clan.units if is_known(line)]
    if not any(profile.fights for profile in known) and not terms.worn:
        yield refuse("roster.clan-kinds", LIMITED, who=f"D{number}", clan=clan.name or clan.daimyo)
    if any(profile.kind == "hq" for profile in known):
        yield refuse("roster.clan-hq", HOUSEHOLD, who=f"D{number}", clan=clan.name or clan.daimyo)


def units(roster: Roster, terms: Terms) -> Faults:
    """Every unit has a profile, a size and a quality that go together (DAI-ARM-06, DAI-ARM-07)."""
    for code, line in numbered(lines_of(roster)):
        yield from unit(line, code, terms)
    yield from too_many([line.own for line in lines_of(roster)], ENTRY)


def unit(line: UnitLine, code: str, terms: Terms) -> Faults:
    """All that stands against one unit, called by its code."""
    if line.profile not in PROFILES:
        yield refuse("roster.no-profile", ENTRY, who=code, profile=line.profile)
        return
    if own := list(unsound(line.own, BOUNDS, line.profile, code)):
        yield from own
        return
    profile = profile_of(line)
    yield from size(profile, line, code, terms)
    yield from quality(profile, line, code)


def size(profile: Profile, line: UnitLine, code: str, terms: Terms) -> Faults:
    """As many stands as its profile allows, in a formation they can make (DAI-ORG-15, DAI-ARM-06, DAI-MOV-09)."""
    stands, rule = line.stands or profile.stands, table("organisation")["unit"]
    least = 1 if terms.worn else profile.least
    if not least <= stands <= profile.most:
        bounds = profile.kind == "troops" and not (1 if terms.worn else rule["least"]) <= stands <= rule["most"]
        yield refuse("roster.unit-size", ALIKE if bounds else ENTRY, who=code, stands=stands,
                     least=profile.least, most=profile.most)  # fmt: skip
    if line.files > stands:
        yield refuse("roster.files", FILES, who=code, files=line.files, stands=stands)


def quality(profile: Profile, line: UnitLine, code: str) -> Faults:
    """A quality its profile has, one step from the usual at most (DAI-ARM-06, DAI-ARM-07)."""
    chosen = line.quality or profile.quality
    if chosen not in profile.qualities:
        yield refuse("roster.quality", ENTRY, who=code, quality=chosen)
    if chosen in QUALITIES:
        steps = abs(QUALITIES.index(chosen) - QUALITIES.index(profile.quality))
        if steps > RULE["quality_steps"]:
            yield refuse("roster.quality-step", STEP, who=code, quality=chosen, steps=steps)
