"""What the army lists have against a Buntai: every reason at once, each with its clause and numbers (RON-ARM-16)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from app.engine.asks import Json
from app.engine.profiles import too_many
from app.engine.refusals import Refusal, refuse
from app.systems.ronin.book import c, table
from app.systems.ronin.warband.recruits import refuse_recruit
from app.systems.ronin.warband.roster import Made, Roster, made, read_roster

SIZE, SHARES, SHARE, COMMONS, HIRES, TITLES, LEADER, ILLEGAL = (
    c("RON-ARM-13"), c("RON-ARM-10"), c("RON-ARM-09"), c("RON-ARM-12"), c("RON-ARM-15"), c("RON-ARM-01"),
    c("RON-SET-12"), c("RON-ARM-16"),
)  # fmt: skip
Faults = Iterator[Refusal]
COSTS = table("costs")
LIFTED = (
    "roster.title-few", "roster.commons", "roster.at-least", "roster.missile", "roster.teppo", "roster.hires-points",
)  # fmt: skip


def refuse_roster(raw: Json, limit: int, extra: int = 0, *, campaign: bool = False) -> tuple[Refusal, ...]:
    """All that stands against a roster of at most ``limit`` points; empty when it is legal.

    ``extra`` points more are allowed for models that come only if the side attacks; without
    them the Buntai must be legal too.  ``campaign``: a warband of a campaign takes the field with what it has.
    """
    roster = read_roster(raw)
    if isinstance(roster, Refusal):
        return (roster,)
    if roster.faction not in table("factions"):
        return (refuse("roster.no-faction", ILLEGAL, faction=roster.faction),)
    if campaign:
        return tuple(campaign_faults(roster))
    core = Roster(roster.name, roster.faction, roster.school, tuple(m for m in roster.models if not m.extra))
    if len(core.models) == len(roster.models):
        return tuple(faults(roster, limit, False))
    return merged(faults(roster, limit + extra, extra > 0), faults(core, limit, True))


def merged(first: list[Refusal], second: list[Refusal]) -> tuple[Refusal, ...]:
    """Both lists, nothing twice."""
    return (*first, *(no for no in second if no not in first))


def faults(roster: Roster, limit: int, extra: bool) -> list[Refusal]:
    """What is wrong: first model by model, then with the whole."""
    found = [no for recruit in roster.models for no in refuse_recruit(roster, recruit, extra)]
    models = made(roster)
    return [*found, *points(models, limit), *whole(roster, models)]


def whole(roster: Roster, models: tuple[Made, ...]) -> list[Refusal]:
    """What is wrong with the whole but its points."""
    checks: tuple[Callable[[Roster, tuple[Made, ...]], Faults], ...] = (
        size, names, ranks, leader, banner, school, numbers, own, shares, faction, missiles, hires,
    )  # fmt: skip
    return [no for check in checks for no in check(roster, models)]


def campaign_faults(roster: Roster) -> list[Refusal]:
    """What is wrong with a warband in a campaign: its losses, shares and points are not asked about."""
    found = [no for recruit in roster.models for no in refuse_recruit(roster, recruit, extra=False, campaign=True)]
    models, shared = made(roster), list(shares(roster, made(roster)))
    return [*found, *(no for no in whole(roster, models) if no not in shared and not is_lifted(no, models))]


def is_lifted(no: Refusal, models: tuple[Made, ...]) -> bool:
    """Whether a refusal comes of losses: too few models, of a title or beside others, or nobody left to lead."""
    if no.code == "roster.size":
        return 1 <= int(no.facts["models"]) <= int(COSTS["size"]["max"])
    if no.code == "roster.leaders":
        return no.facts["leaders"] == 0 and all(m.hired for m in models)
    return no.code in LIFTED


def points(models: tuple[Made, ...], limit: int) -> Faults:
    """The cost against the agreed limit (RON-ARM-13)."""
    total = sum(m.points for m in models)
    if total > limit:
        yield refuse("roster.points", SIZE, points=total, limit=limit, over=total - limit)


def size(roster: Roster, models: tuple[Made, ...]) -> Faults:
    """4 to 20 models; three will do where all are of Rank 3 or more (RON-ARM-13)."""
    rule, count = COSTS["size"], len(roster.models)
    elite = bool(models) and all(m.rank >= rule["elite_rank"] for m in models)
    least = rule["min_if_all_elite"] if elite else rule["min"]
    if not least <= count <= rule["max"]:
        yield refuse("roster.size", SIZE, models=count, least=least, most=rule["max"])


def names(roster: Roster, _: tuple[Made, ...]) -> Faults:
    """No two counters with one code."""
    codes = [r.code for r in roster.models]
    for code in dict.fromkeys(x for x in codes if codes.count(x) > 1):
        yield refuse("roster.code-twice", ILLEGAL, who=code)


def ranks(_: Roster, models: tuple[Made, ...]) -> Faults:
    """At most one model of Rank 5 and two of Rank 4 (RON-ARM-13)."""
    for rank, most in ((5, COSTS["ranks"]["five"]), (4, COSTS["ranks"]["four"])):
        count = sum(m.rank == rank for m in models)
        if count > most:
            yield refuse("roster.rank-count", SIZE, rank=rank, models=count, most=most)


def leader(_: Roster, models: tuple[Made, ...]) -> Faults:
    """One Leader, of the highest Rank, no sword-for-hire (RON-ARM-13, RON-SET-12, RON-ARM-15)."""
    named = [m for m in models if m.recruit.leader]
    if len(named) != COSTS["ranks"]["leaders"]:
        yield refuse("roster.leaders", SIZE, leaders=len(named))
    highest = max((m.rank for m in models if not m.hired), default=0)
    for m in named:
        if m.hired:
            yield refuse("roster.leader-hired", HIRES, who=m.recruit.code)
        elif m.rank < highest:
            yield refuse("roster.leader-rank", LEADER, who=m.recruit.code, rank=m.rank, highest=highest)


def banner(_: Roster, models: tuple[Made, ...]) -> Faults:
    """At most one banner (RON-ARM-13)."""
    count, most = sum(m.recruit.banner for m in models), COSTS["banner"]["max"]
    if count > most:
        yield refuse("roster.banners", SIZE, banners=count, most=most)


def school(roster: Roster, _: tuple[Made, ...]) -> Faults:
    """A school names its weapon (section on factions)."""
    known = table("factions")[roster.faction].get("school_weapons")
    if known and roster.school not in known:
        yield refuse("roster.school", TITLES, school=roster.school, known=", ".join(known))


def numbers(roster: Roster, models: tuple[Made, ...]) -> Faults:
    """How many of each title the list allows."""
    for row in table("factions")[roster.faction]["titles"]:
        count = sum(not m.hired and m.recruit.title == row["id"] for m in models)
        if count < row["min"]:
            yield refuse("roster.title-few", TITLES, title=row["id"], models=count, least=row["min"])
        if count > row.get("max", count):
            yield refuse("roster.title-many", TITLES, title=row["id"], models=count, most=row["max"])
        armed = sum(not m.hired and m.recruit.title == row["id"] and bool(m.missile) for m in models)
        if armed > row.get("missile_max", armed):
            yield refuse("roster.title-missiles", TITLES, title=row["id"], models=armed, most=row["missile_max"])


def own(roster: Roster, _: tuple[Made, ...]) -> Faults:
    """How many a profile of the host's own allows."""
    return too_many([r.own for r in roster.models], ILLEGAL)


def shares(roster: Roster, models: tuple[Made, ...]) -> Faults:
    """Titles that may be no more than a share of the models, rounded down."""
    for row in table("factions")[roster.faction]["titles"]:
        if "share" in row:
            most = len(models) * row["share"]["num"] // row["share"]["den"]
            count = sum(not m.hired and m.recruit.title == row["id"] for m in models)
            if count > most:
                yield refuse("roster.title-many", TITLES, title=row["id"], models=count, most=most)


def faction(roster: Roster, models: tuple[Made, ...]) -> Faults:
    """What the faction wants of its own models, hires left aside (RON-ARM-12 and the list of factions)."""
    rules, own = table("factions")[roster.faction], [m for m in models if not m.hired]
    if rule := rules.get("common_per_elite"):
        yield from commons(rule, own)
    if rule := rules.get("above"):
        count = sum(m.rank > rule["rank"] for m in own)
        if count > rule["max"]:
            yield refuse("roster.above", TITLES, rank=rule["rank"], models=count, most=rule["max"])
    if rule := rules.get("at_least"):
        count, least = sum(m.rank == rule["rank"] for m in own), -(-len(models) * rule["num"] // rule["den"])
        if count < least:
            yield refuse("roster.at-least", TITLES, rank=rule["rank"], models=count, least=least)


def commons(rule: dict[str, Any], own: list[Made]) -> Faults:
    """Two common soldiers for each of the elite, or only elite (RON-ARM-12)."""
    elite = sum(m.rank >= rule["elite_rank"] for m in own)
    common = sum(m.rank in rule["common_ranks"] for m in own)
    if elite < len(own) and common < elite * rule["per"]:
        yield refuse("roster.commons", COMMONS, common=common, elite=elite, needed=elite * rule["per"])


def missiles(_: Roster, models: tuple[Made, ...]) -> Faults:
    """At most half with missile weapons, a quarter with teppo, at least one of each (RON-ARM-09, RON-ARM-10)."""
    armed = {"missile": sum(bool(m.missile) for m in models), "teppo": sum("teppo" in m.weapons for m in models)}
    for kind, count in armed.items():
        rule = COSTS[kind]
        most = max(rule["at_least"], len(models) * rule["share"]["num"] // rule["share"]["den"])
        if count > most:
            yield refuse(f"roster.{kind}", SHARES if most == rule["at_least"] else SHARE, models=count, most=most)


def hires(_: Roster, models: tuple[Made, ...]) -> Faults:
    """At most two swords-for-hire, for at most 40% of the points (RON-ARM-15)."""
    rule, hired = COSTS["hires"], [m for m in models if m.hired]
    if len(hired) > rule["max"]:
        yield refuse("roster.hires", HIRES, models=len(hired), most=rule["max"])
    spent, total = sum(m.points for m in hired), sum(m.points for m in models)
    most = total * rule["points_share"]["num"] // rule["points_share"]["den"]
    if spent > most:
        yield refuse("roster.hires-points", HIRES, points=spent, most=most)
