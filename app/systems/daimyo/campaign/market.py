"""What an army on campaign may buy, to which clan it goes, and who holds a province of nobody's (DAI-CAM-11)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from msgspec import to_builtins
from msgspec.structs import replace

from app.engine.asks import Json
from app.engine.campaigns import Band, Choice, Delta, Member, Offer, Step
from app.engine.refusals import Fact, Refusal, refuse
from app.systems.daimyo.armies.lists import (
    COST,
    HQ,
    PROFILES,
    QUALITIES,
    SHARE,
    is_historical,
    ready,
    ready_units,
    unit_cost,
)
from app.systems.daimyo.armies.muster import refuse_roster
from app.systems.daimyo.armies.roster import ClanLine, GeneralLine, Roster, UnitLine, made, read_roster
from app.systems.daimyo.book import c, table
from app.systems.daimyo.campaign.members import clan_name, clan_rows, home, profile_of, rank, unit, units_in
from app.systems.daimyo.campaign.rules import list_limit, purse

BUYING, CLANS, HOUSEHOLD, LIMITED = c("DAI-CAM-11"), c("DAI-ORG-16"), c("DAI-ORG-17"), c("DAI-ARM-05")
RULE, ROOM = COST["army"], int(table("organisation")["clan"]["most"])


# -- the market -------------------------------------------------------------------------


@cache
def stock() -> tuple[Offer, ...]:
    """Every unit that is for sale anywhere: of each profile the smallest, the usual, and those of ready armies."""
    found = dict(sorted((key(line), line) for line in (*smallest(), *usual(), *of_ready_armies())))
    rows = [Offer(key=id, kind=f"profile.{line.profile}", line=to_builtins(line), cost=cost_of(line))
            for id, line in found.items()]  # fmt: skip
    order = list(PROFILES)
    return tuple(sorted(rows, key=lambda row: (order.index(row.line["profile"]), row.cost, row.key)))


def key(line: UnitLine) -> str:
    """How an offer is called: profile, quality and stands."""
    return f"{line.profile}:{line.quality}:{line.stands}"


def cost_of(line: UnitLine) -> int:
    """What a whole unit costs (DAI-ARM-01)."""
    return unit_cost(PROFILES[line.profile], line.quality, line.stands)


def offered(profile: str, quality: str, stands: int) -> UnitLine:
    """A unit as it is offered, in two ranks."""
    return UnitLine(profile, quality, stands, (stands + 1) // 2)


def smallest() -> Iterator[UnitLine]:
    """The cheapest unit of each profile: fewest stands, lowest quality it may be bought at (DAI-ARM-06, DAI-ARM-07)."""
    for id, row in PROFILES.items():
        lowest = QUALITIES.index(row.quality) + RULE["quality_steps"]
        worse = [quality for quality in row.qualities if QUALITIES.index(quality) <= lowest]
        yield offered(id, max(worse, key=QUALITIES.index), row.least)


def usual() -> Iterator[UnitLine]:
    """A unit of each profile as it usually is."""
    return (offered(id, row.quality, row.stands) for id, row in PROFILES.items())


def of_ready_armies() -> Iterator[UnitLine]:
    """Units as the ready armies of the lists have them."""
    for id, army in ready().items():
        for row in ready_units(army) if not is_historical(id) else ():
            yield offered(row["profile"], row["quality"], row["stands"])


def market(band: Band) -> tuple[Offer, ...]:
    """What an army may add to its list, dear or cheap."""
    return tuple(offer for offer in stock() if refuse_more(band, offer) is None)


def refuse_more(band: Band, offer: Offer) -> Refusal | None:
    """Why a list may not have this unit besides: headquarters, Hatamoto, guns, shares, room (DAI-ARM-05)."""
    profile, units = PROFILES[offer.line["profile"]], [m for m in band.living() if not rank(m)]
    if profile.kind == "hq":
        have = sum(m.line["profile"] == HQ for m in units)
        return refuse("roster.headquarters", HOUSEHOLD, number=have + 1, most=1) if have else None
    if profile.troop_class == "hatamoto":
        number, most = 1 + sum(profile_of(m).troop_class == "hatamoto" for m in units), int(RULE["hatamoto"])
        return refuse("roster.hatamoto", LIMITED, units=number, most=most) if number > most else share(band, offer)
    if not open_to(band, profile.kind):
        return refuse("campaign.no-room", CLANS, most=ROOM)
    return guns(band, units) if profile.kind == "gun" else share(band, offer)


def size(band: Band, offer: Offer | None = None) -> int:
    """What the limits of a list are measured by: its first limit, or what it has grown to be worth."""
    return max(int(band.head["limit"]), band.worth() + (offer.cost if offer else 0))


def guns(band: Band, units: list[Member]) -> Refusal | None:
    """Why one more gun would be too many (DAI-ARM-05)."""
    row, pieces, limit = RULE["guns"], 1 + sum(profile_of(m).kind == "gun" for m in units), size(band)
    most = row["most"] * limit // row["per"]
    return refuse("roster.guns", LIMITED, pieces=pieces, most=most, limit=limit) if pieces > most else None


def share(band: Band, offer: Offer) -> Refusal | None:
    """Why one more unit of a profile would take too large a part of the list (DAI-ARM-05)."""
    profile = offer.line["profile"]
    spent = offer.cost + sum(m.cost for m in band.living() if m.line.get("profile") == profile)
    most = int(SHARE * size(band, offer))
    return refuse("roster.share", LIMITED, profile=profile, points=spent, most=most) if spent > most else None


def purchase(band: Band, key: str, id: str, name: str) -> Step | Refusal:
    """A new unit in the clan that has fewest, or why not (DAI-CAM-11)."""
    offer = next((row for row in stock() if row.key == key), None)
    if offer is None or id in band.members:
        return refuse("campaign.no-offer", BUYING, offer=key[:40])
    left = purse(band.purse, 0, offer.cost)
    if no := refuse_more(band, offer):
        return no
    return left if isinstance(left, Refusal) else bought(band, offer, id, name)


def bought(band: Band, offer: Offer, id: str, name: str) -> Step:
    """The purchase itself; where several clans have room its player may still say which."""
    line = UnitLine(**offer.line)
    profile = PROFILES[line.profile]
    house = profile.kind == "hq" or profile.troop_class == "hatamoto"
    clans = [] if house else open_to(band, profile.kind)
    clan = min(clans, key=lambda id: len(units_in(band, id)), default="")
    member = replace(unit(id, line, clan), name=name, due=int(len(clans) > 1))
    facts: dict[str, Fact] = {"who": id, "profile": f"profile-{line.profile}", "stands": line.stands,
                              "quality": line.quality, "points": offer.cost}  # fmt: skip
    deltas = (Delta("member", put=to_builtins(member)), Delta("purse", add=-offer.cost))
    return Step("purchase", BUYING, "campaign.bought", facts, deltas)


# -- which clan -------------------------------------------------------------------------


def open_to(band: Band, kind: str, but: str = "") -> list[str]:
    """Clans with room for one unit more: guns go anywhere, troops to clans under a Daimyo (DAI-ORG-16, DAI-ART-15).

    ``but``: a member that is not counted.
    """
    rows = [row for row in clan_rows(band) if kind == "gun" or not row["guns"]]
    return [row["id"] for row in rows if sum(m.id != but for m in units_in(band, row["id"])) < ROOM]


def choices(band: Band) -> tuple[Choice, ...]:
    """Which clan each new unit joins; if nobody says, it stays where it was put."""
    return tuple(choice(band, member) for member in band.living() if member.due and not rank(member))


def choice(band: Band, member: Member) -> Choice:
    """The clans that have room for a unit."""
    now = home(band, member)
    clans = open_to(band, profile_of(member).kind, member.id) or [now]
    named = {row["id"]: clan_name(row) for row in clan_rows(band)}
    return Choice(
        member=member.id, clause=CLANS, about="campaign.which-clan", options=tuple(clans),
        say=tuple(named.get(id, id) for id in clans), default=now if now in clans else clans[0],
        facts={"who": member.id},
    )  # fmt: skip


def choose(band: Band, member: str, option: str) -> Step | Refusal:
    """A new unit in the clan its player names, or why not (DAI-ORG-16)."""
    found = next((row for row in choices(band) if row.member == member), None)
    if found is None or option not in found.options:
        return refuse("campaign.no-choice", CLANS, option=option[:40])
    line = {**band.members[member].line, "clan": option}
    clan = found.say[found.options.index(option)]
    deltas = (Delta("line", member, put=line), Delta("due", member, add=-1))
    return Step("recruit", CLANS, "campaign.joins", {"who": member, "clan": clan}, deltas)


# -- provinces of nobody ----------------------------------------------------------------


def garrison(number: int) -> Json:
    """The list that holds a province of nobody's, of those there are the one of this number, around and around."""
    found = garrisons()
    return found[number % len(found)]


@cache
def garrisons() -> tuple[Json, ...]:
    """Ready armies as they are if they are small enough, the others cut down to it (DAI-CAM-11)."""
    limit, found = list_limit(owned=False), list[Json]()
    for id in ready():
        small = {"sample": id} if not refuse_roster({"sample": id}, limit) else cut_down(id, limit)
        if not is_historical(id) and small:
            found.append(small)
    return tuple(found)


def cut_down(id: str, limit: int) -> Json:
    """Two clans of a ready army, two units each, with as many stands as fit its limit; nothing if none do."""
    roster = read_roster({"sample": id})
    if isinstance(roster, Refusal):
        return None
    led = [clan for clan in roster.clans if not clan.guns and any(fights(line) for line in clan.units)]
    clans = tuple(halved(clan) for clan in led[: RULE["clans"]["least"]])
    general = roster.general or GeneralLine()
    small = Roster(name=roster.name, general=replace(general, cr=min(1, general.cr)), clans=clans)
    return to_builtins(filled(small, limit)) if not faults(small, limit) else None


def fights(line: UnitLine) -> bool:
    """Whether a clan may rest on a unit (DAI-ARM-05)."""
    return PROFILES[line.profile].fights


def halved(clan: ClanLine) -> ClanLine:
    """A clan with the two units most unlike each other, as few stands as they may have, and a lesser Daimyo."""
    first = next(line for line in clan.units if fights(line))
    other = next(line for line in (*reversed(clan.units),) if line != first)
    units = tuple(sized(line, PROFILES[line.profile].least) for line in (first, other))
    return replace(clan, cr=min(1, clan.cr), units=units)


def sized(line: UnitLine, stands: int) -> UnitLine:
    """A unit of so many stands in two ranks."""
    return replace(line, stands=stands, files=(stands + 1) // 2)


def faults(roster: Roster, limit: int) -> tuple[Refusal, ...]:
    """What stands against a list of so many points."""
    return refuse_roster(to_builtins(roster), limit)


def filled(roster: Roster, limit: int) -> Roster:
    """The list with stand after stand added in turn, while it stays lawful."""
    grown = True
    while grown:
        grown = False
        for n, m in [(n, m) for n, clan in enumerate(roster.clans) for m in range(len(clan.units))]:
            more = grow(roster, n, m)
            if not faults(more, limit):
                roster, grown = more, True
    return roster


def grow(roster: Roster, clan: int, number: int) -> Roster:
    """The list with one stand more in a unit."""
    lines = list(roster.clans[clan].units)
    lines[number] = sized(lines[number], lines[number].stands + 1)
    clans = list(roster.clans)
    clans[clan] = replace(clans[clan], units=tuple(lines))
    return replace(roster, clans=tuple(clans))


def worth(roster: Json) -> int:
    """What a roster costs, 0 for one that cannot be read."""
    read = read_roster(roster)
    return 0 if isinstance(read, Refusal) else made(read).points
