"""New members: what the lists let a warband buy between two battles, and what it costs (RON-ARM-06, RON-CAM-09)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any

import msgspec
from msgspec.structs import replace

from app.engine.campaigns import Band, Delta, Offer, Step
from app.engine.refusals import Fact, Refusal, refuse
from app.systems.ronin.book import WEAPONS, c, table
from app.systems.ronin.campaign.members import kind, line_of, member, plain, roster_of
from app.systems.ronin.warband.builder import MAX_NAME, free_code, is_free, must
from app.systems.ronin.warband.muster import whole
from app.systems.ronin.warband.recruits import covered, refuse_recruit
from app.systems.ronin.warband.roster import Recruit, Roster, is_known, made, make, profile, titles

SPOILS, MUSTER = c("RON-CAM-09"), c("RON-CAM-01")
COUNTED = (
    "roster.size", "roster.rank-count", "roster.banners", "roster.title-many", "roster.title-missiles", "roster.above",
    "roster.commons", "roster.at-least", "roster.missile", "roster.teppo", "roster.hires", "roster.hires-points",
)  # fmt: skip
"""What a new member must not make worse than the losses of its warband already have."""


def market(band: Band) -> tuple[Offer, ...]:
    """All that its lists let a warband add to those who live."""
    roster = roster_of(band, band.living())
    return tuple(offer(roster, key, recruit) for key, recruit in stock(band) if not refuse_more(roster, recruit))


def offer(roster: Roster, key: str, recruit: Recruit) -> Offer:
    """A model as it is offered."""
    line = line_of(recruit)
    return Offer(key=key, kind=kind(roster, recruit), line=line, cost=make(roster, recruit).points)


def purchase(band: Band, key: str, id: str, name: str) -> Step | Refusal:
    """A new member, paid from the purse, or why not."""
    recruit = dict(stock(band)).get(key)
    if recruit is None:
        return refuse("campaign.not-offered", SPOILS, offer=key[:MAX_NAME])
    if id in band.members:
        return refuse("campaign.member-taken", MUSTER, who=id[:MAX_NAME])
    roster = roster_of(band, band.living())
    cost = make(roster, recruit).points
    no = refuse_more(roster, recruit) or refuse_cost(band, cost)
    return no or bought(band, replace(recruit, name=name[:MAX_NAME]), id)


def refuse_cost(band: Band, cost: int) -> Refusal | None:
    """Why the purse does not pay for it (RON-CAM-09)."""
    return refuse("campaign.purse", SPOILS, cost=cost, purse=band.purse) if cost > band.purse else None


def bought(band: Band, recruit: Recruit, id: str) -> Step:
    """The line of the ledger of a purchase."""
    ever = roster_of(band, tuple(band.members.values()))
    roster = replace(ever, models=())
    new = member(roster, id, make(roster, replace(recruit, code=free_code(ever, recruit.hired or recruit.title))))
    deltas = (Delta("member", id, put=plain(new)), Delta("purse", add=-new.cost))
    facts: dict[str, Fact] = {"who": id, "cost": new.cost, "purse": band.purse - new.cost}
    return Step("purchase", SPOILS, "campaign.bought", facts, deltas)


# -- what its lists say of one more --------------------------------------------------


def refuse_more(roster: Roster, recruit: Recruit) -> Refusal | None:
    """What one more model would make worse: a limit broken, or one that losses have broken, further (RON-ARM-16)."""
    new = replace(recruit, code=free_code(roster, recruit.hired or recruit.title))
    more = replace(roster, models=(*roster.models, new))
    before = {about(no): excess(no) for no in faults(roster)}
    worse = (no for no in faults(more) if excess(no) > before.get(about(no), 0))
    return next((no for no in worse if not (no.code == "roster.commons" and is_common(more, new))), None)


def is_common(roster: Roster, recruit: Recruit) -> bool:
    """Whether it is one of those that the elite need beside them, even if it is not enough (RON-ARM-12)."""
    rule = table("factions")[roster.faction]["common_per_elite"]
    return not recruit.hired and make(roster, recruit).rank in rule["common_ranks"]


def faults(roster: Roster) -> list[Refusal]:
    """The limits that a roster breaks."""
    return [no for no in whole(roster, made(roster)) if no.code in COUNTED]


def about(no: Refusal) -> tuple[str, str]:
    """Which limit it is."""
    return no.code, str(no.facts.get("title") or (no.facts.get("rank", "")))


def excess(no: Refusal) -> int:
    """By how much a limit is broken, in models or points."""
    facts = {key: n for key, n in no.facts.items() if isinstance(n, int)}
    if "needed" in facts:
        return facts["needed"] - facts["common"]
    count = facts.get("models", facts.get("points", facts.get("banners", 0)))
    return max(facts.get("least", 0) - count, count - facts["most"] if "most" in facts else 0, int("banners" in facts))


# -- what there is ------------------------------------------------------------------


def stock(band: Band) -> tuple[tuple[str, Recruit], ...]:
    """Models of the lists of a warband by key: as ready Buntai have them, the cheapest, and each weapon once."""
    roster = roster_of(band, ())
    return stock_of(roster.faction, roster.school) if roster.faction in table("factions") else ()


@lru_cache(64)
def stock_of(faction: str, school: str) -> tuple[tuple[str, Recruit], ...]:
    """The same, of a faction and the weapon of its school."""
    roster = Roster(faction=faction, school=school)
    found = [*samples(roster), *(one for title in titles(faction) for one in outfits(roster, title)), *hires()]
    good = [r for r in found if is_known(roster, r) and not refuse_recruit(roster, replace(r, code="N"), extra=False)]
    order = {key: n for n, key in enumerate((*titles(faction), *table("hires")))}
    good.sort(key=lambda r: order[r.hired or r.title])
    return tuple({key_of(r): r for r in reversed(good)}.items())[::-1]


def key_of(recruit: Recruit) -> str:
    """What tells one outfit of a title from another."""
    flags = [flag for flag in ("banner", "warhorse") if getattr(recruit, flag)]
    words = (recruit.armour, *recruit.weapons, *recruit.attributes, *flags)
    return f"hire.{recruit.hired}" if recruit.hired else ".".join((recruit.title, *words))


def hires() -> Iterator[Recruit]:
    """The swords-for-hire, as listed (RON-ARM-14)."""
    for key in table("hires"):
        yield Recruit(code="", hire=key)


def samples(roster: Roster) -> Iterator[Recruit]:
    """The models of ready Buntai of this faction and school, without name, office or what their faction gives."""
    gift = table("factions")[roster.faction].get("gives", {}).get("attribute")
    for row in table("samples").values():
        if (row["faction"], row["school"]) == (roster.faction, roster.school):
            for raw in row["models"]:
                chosen = tuple(a for a in raw["attributes"] if a != gift)
                yield replace(msgspec.convert(raw, Recruit), code="", name="", leader=False, attributes=chosen)


def outfits(roster: Roster, title: str) -> Iterator[Recruit]:
    """A title at its cheapest, with each weapon it may choose, in its best armour, and with what else it may have."""
    row = titles(roster.faction)[title]
    by_cost = sorted(row["armour"], key=lambda key: int(table("armour")[key]["cost"]))
    basic, *others = weapon_sets(roster, row, title)
    yield outfit(row, by_cost[0], basic)
    for weapons in (basic, *others):
        yield outfit(row, by_cost[-1], weapons)
    for flag in ("banner", "warhorse"):
        if row[flag]:
            yield replace(outfit(row, by_cost[-1], basic), **{flag: True})


def weapon_sets(roster: Roster, row: dict[str, Any], title: str) -> Iterator[tuple[str, ...]]:
    """The weapons a title must have, then the same with each single choice its list gives it (RON-ARM-17)."""
    always, groups = must(roster, Recruit(code="", title=title)), row["required_one_of"]
    least = [group[0] for group in groups]
    yield (*always, *least)
    for n, group in enumerate(groups):
        for weapon in group[1:]:
            yield (*always, *least[:n], weapon, *least[n + 1 :])
    for weapon in (weapon for group in row["one_of"] for weapon in group):
        yield (*always, *least, weapon)


def outfit(row: dict[str, Any], armour: str, weapons: tuple[str, ...]) -> Recruit:
    """A model of a title so armed, with as many attributes as its Rank gives it free (RON-ARM-07, RON-ARM-08)."""
    figures = profile(row["rank"])
    command = ("commander",) if figures["commander"] else ()
    free = fitting(weapons)[: figures["attributes"]]
    return Recruit(code="", title=row["id"], armour=armour, weapons=weapons, attributes=(*command, *free))


def fitting(weapons: tuple[str, ...]) -> tuple[str, ...]:
    """Attributes for choosing, those first that its weapons call for, the dearest weapon's before others."""
    dearest = sorted(weapons, key=lambda weapon: -WEAPONS[weapon].cost)
    schools = [WEAPONS[weapon].school for weapon in dearest if WEAPONS[weapon].school]
    others = [key for key in table("attributes") if is_free(key) and not covered(key)]
    return tuple(dict.fromkeys((*schools, *others)))
