"""What the rulebook reckons outside a battle, asked by name: points, armies, scales, the campaign, for case files."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from app.engine.asks import Json
from app.engine.refusals import Refusal
from app.systems.daimyo.armies.lists import PROFILES, leader_cost, raised, stand_cost, unit_cost
from app.systems.daimyo.armies.muster import Terms, refuse_army, refuse_limit
from app.systems.daimyo.armies.roster import Army, Roster, made, read_roster, worn
from app.systems.daimyo.book import table
from app.systems.daimyo.campaign import rules as campaign

Facts = Mapping[str, str]
SCALE = table("organisation")["scale"]


def number(facts: Facts, key: str) -> int:
    """A whole number among the facts, 0 where it is left out."""
    return int(facts.get(key, "0"))


def words(facts: Facts, key: str) -> tuple[str, ...]:
    """A list among the facts, empty where it is left out."""
    return tuple(word for word in facts.get(key, "").split(",") if word)


def amounts(facts: Facts, key: str) -> dict[str, int]:
    """Numbers by name, written ``oda:4,takeda:3``."""
    pairs = [word.split(":") for word in words(facts, key)]
    return {name: int(value) for name, value in pairs}


def way(facts: Facts, key: str) -> tuple[str, str]:
    """A march, written ``owari,mino``."""
    start, end = words(facts, key)
    return start, end


def shown(no: Refusal | str | int | None) -> str:
    """A refusal in words, or what there is instead of one."""
    return f"{no.code} {no.clause}" if isinstance(no, Refusal) else "legal" if no is None else str(no)


# -- armies ------------------------------------------------------------------------------


def unit_line(word: str) -> Json:
    """A unit, written ``AS:raw:8:4``: profile, quality, stands and files; what is left out is as usual."""
    profile, quality, stands, files = (*word.split(":"), "", "", "")[:4]
    return {"profile": profile, "quality": quality, "stands": int(stands or 0), "files": int(files or 0)}


def clan_line(given: tuple[str, ...]) -> Json:
    """A clan, written ``2,SC,AS``: the rating of its Daimyo (``guns``: it has none), then its units."""
    led = {"guns": True} if given[0] == "guns" else {"cr": int(given[0])}
    return {**led, "units": [unit_line(word) for word in given[1:]]}


def written(facts: Facts) -> Json:
    """A roster: ``sample``, or ``general``, ``hq``, ``household`` and clans by ``c1``, ``c2`` and so on."""
    if "sample" in facts:
        return {"sample": facts["sample"]}
    led = {"general": {"cr": number(facts, "general")}} if "general" in facts else {}
    clans = [clan_line(words(facts, key)) for key in facts if key[:1] == "c" and key[1:].isdecimal()]
    household = [unit_line(word) for word in words(facts, "household")]
    return {**led, "hq": number(facts, "hq"), "household": household, "clans": clans}


def army_of(facts: Facts) -> Army:
    """The army of the facts; ``ValueError`` if it cannot be read."""
    roster = read_roster(written(facts))
    if not isinstance(roster, Roster):
        raise ValueError(shown(roster))
    return made(roster)


def judged(facts: Facts) -> str:
    """What stands against an army of at most ``limit`` points, every reason; ``free`` guns, ``worn=CODE:STANDS,…``."""
    raw = written(facts)
    roster = read_roster(raw)
    if "worn" in facts and isinstance(roster, Roster):
        raw = msgspec.to_builtins(worn(roster, amounts(facts, "worn")))
    terms = Terms(number(facts, "limit"), free_guns=number(facts, "free"), worn="worn" in facts)
    return "; ".join(shown(no) for no in refuse_army(raw, terms)) or "legal"


def unit_points(facts: Facts) -> int:
    """The points of a unit: ``unit`` as in an army."""
    row = unit_line(facts["unit"])
    profile = PROFILES[row["profile"]]
    return unit_cost(profile, row["quality"] or profile.quality, row["stands"] or profile.stands)


def stand_points(facts: Facts) -> int:
    """The points of a stand: ``profile``, and ``quality`` if it is not the usual."""
    profile = PROFILES[facts["profile"]]
    return stand_cost(profile, facts.get("quality", profile.quality))


# -- the campaign ----------------------------------------------------------------------------


def defender(facts: Facts) -> str:
    """Who defends: ``place``, ``owner``, ``totals``."""
    return campaign.defender(facts["place"], facts.get("owner", ""), amounts(facts, "totals")) or "again"


def recovered(facts: Facts) -> int:
    """Stands after a battle: ``start``, ``left``, ``fate`` if it is lost, ``won``."""
    return campaign.recovered(number(facts, "start"), number(facts, "left"), facts.get("fate", ""), "won" in facts)


def march(facts: Facts) -> str:
    """Whether an army may march: ``season``, ``road``, ``cr``, ``provinces``."""
    given = facts["season"], "road" in facts, number(facts, "cr"), number(facts, "provinces")
    return shown(campaign.refuse_march(*given))


def victor(facts: Facts) -> str:
    """Who has won: ``koku`` and ``capital`` by house, ``years`` passed, ``agreed``."""
    given = amounts(facts, "koku"), number(facts, "years"), amounts(facts, "capital"), number(facts, "agreed")
    return campaign.winner(*given) or "nobody"


def start(facts: Facts) -> str:
    """Whether a campaign may begin: ``houses``, and ``provinces`` of each beside its capital."""
    return shown(campaign.refuse_start(number(facts, "houses"), [int(n) for n in words(facts, "provinces")]))


def deserves(facts: Facts) -> str:
    """Whether a battle counts towards a rise: ``won``, ``start``, ``left``."""
    return "yes" if campaign.deserves("won" in facts, number(facts, "start"), number(facts, "left")) else "no"


RECKONS: dict[str, Callable[[Facts], Any]] = {
    "metres": lambda facts: number(facts, "cm") * SCALE["metres"],
    "men": lambda facts: "-".join(str(n * number(facts, "stands")) for n in SCALE["men"]),
    "minutes": lambda facts: campaign.minutes(number(facts, "turns")),
    "rating": lambda facts: campaign.rating(number(facts, "die")),
    "stand-cost": stand_points,
    "unit-cost": unit_points,
    "leader-cost": lambda facts: leader_cost(facts["rank"], number(facts, "cr")),
    "recalibrated": lambda facts: raised(number(facts, "wins"), number(facts, "games")),
    "limit": lambda facts: shown(refuse_limit(number(facts, "limit"))),
    "army": judged,
    "points": lambda facts: army_of(facts).points,
    "stands": lambda facts: army_of(facts).stands,
    "weight": lambda facts: army_of(facts).weight,
    "weather": lambda facts: campaign.weather_of(facts["season"]),
    "map": lambda facts: shown(campaign.refuse_map(number(facts, "provinces"))),
    "province": lambda facts: shown(campaign.refuse_province(number(facts, "koku"), number(facts, "castle"))),
    "season": lambda _: ", ".join(campaign.steps()),
    "income": lambda facts: campaign.income(facts["season"], number(facts, "koku")),
    "march": march,
    "meets": lambda facts: campaign.meets(way(facts, "one"), way(facts, "other")) or "nowhere",
    "defender": defender,
    "battle": lambda facts: campaign.battle(number(facts, "die")),
    "daylight": lambda facts: campaign.daylight(facts["season"]),
    "recovered": recovered,
    "replaced": lambda facts: "yes" if campaign.replaced(facts["season"]) else "no",
    "retreat": lambda facts: ", ".join(campaign.retreat(words(facts, "beside"), words(facts, "own"))) or "disbanded",
    "deserves": deserves,
    "risen": lambda facts: campaign.risen(facts["profile"], facts["quality"], number(facts, "battles")),
    "besieged": lambda facts: campaign.besieged(number(facts, "level"), number(facts, "seasons"), "relieved" in facts),
    "winner": victor,
    "begins": start,
    "list": lambda facts: campaign.list_limit("house" in facts),
    "purse": lambda facts: shown(
        campaign.purse(number(facts, "kept"), number(facts, "income"), number(facts, "spent"))
    ),
}
