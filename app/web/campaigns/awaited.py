"""Who is awaited in a campaign: since when, until when, and for what."""

from __future__ import annotations

from asyncio import gather
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from app.campaigns.battles.fixtures import HOUR_MS, due_of, is_bye, is_challenge
from app.campaigns.battles.tables import asked_at, is_told, people_at
from app.campaigns.book import table
from app.campaigns.model import PLAYING, Campaign, Fixture
from app.campaigns.rounds.moves import UNDERWAY, stage
from app.campaigns.rounds.reminders import awaits, may_know, reminded
from app.campaigns.stories.course import dividing, group_of, tale
from app.games.results import GameId
from app.web.campaigns.shared import Room
from app.web.campaigns.words import house
from app.web.page.words import gettext, ngettext

BACK = 400
"""How many entries are looked back for when something began."""
BEGINNINGS = ("laid", "fixture-added", "ended", "disputed")
"""The entries since which somebody may be awaited."""
Row = dict[str, Any]


async def awaited(at: Room) -> list[Row]:
    """All who are awaited, those whose time is the shortest first.

    That somebody has sent a roster or sealed an order all may know, though not what is in it (CPN-RES-11).
    """
    now = await at.here.campaigns.read(at.now.id) or at.now
    if stage(now) not in UNDERWAY:
        return []
    rows = await at.here.campaigns.of_kinds(now.id, at.id, max(now.seq - BACK, 0), BEGINNINGS)
    open_ = [one for one in now.fixtures.values() if not one.is_over]
    asked = dict(zip((one.id for one in open_), await gather(*(asked_in(at, one) for one in open_)), strict=True))
    secret, left = [*orders(now), *divisions(now)], [*choices(now, at.rules, rows), *doubts(now, rows)]
    found = [*secret, *fights(now, rows, asked), *left]
    told = [{**one, **reminding(at, one)} for one in found]
    return sorted(told, key=lambda one: one["until"] or 1 << 62)


def reminding(at: Room, one: Row) -> Row:
    """Whether the reader may have somebody reminded of what he is awaited for, or when he was."""
    last = reminded(at.now, one["house"]["id"], one["of"]) if "of" in one else 0
    early = at.here.campaigns.clock() - last < int(table("rounds")["reminder"]["hours"]) * HOUR_MS
    mine = one["house"]["id"] in [band.id for band in at.mine]
    may = "of" in one and not mine and not early and at.now.has(at.id, "player", "umpire", "host")
    return {"remind": may, "reminded": last if early else 0}


def row(now: Campaign, side: str, what: str, since: int, until: int, path: str, note: str = "") -> Row:
    """One who is awaited."""
    href = f"/campaign/{now.id}{path}"
    return {"house": house(now, side), "what": what, "since": since, "until": until, "href": href, "note": note}


def orders(now: Campaign) -> Iterator[Row]:
    """The houses whose march orders are not sealed."""
    land, of = now.land, now.round
    if land is None or of is None or of.step != "orders":
        return
    for side in land.armies:
        if side not in land.orders and now.warbands[side].status == "active":
            yield {**row(now, side, gettext("seals the march order"), of.begun, of.orders_due, "#orders"), "of": ""}


def divisions(now: Campaign) -> Iterator[Row]:
    """The warbands that are still to be divided among the battles of a story."""
    of = now.round
    for side in (side for one in dividing(now) for side in one.pair) if of and tale(now) else ():
        if side and side not in now.splits and now.warbands[side].status == "active":
            yield row(now, side, gettext("divides the warband"), of.begun if of else 0, of.due if of else 0, "#split")


async def asked_in(at: Room, one: Fixture) -> dict[str, int | None]:
    """The sides of a battle that may be waited for: none that a bot leads, at its table those that are asked.

    With them since when the table waits, ``None`` where that is not of the table.  Who sees the table late or not
    at all is not told whose go it is: all who lead a side there are awaited.
    """
    info = await at.here.games.info(GameId(one.game)) if one.state == PLAYING else None
    if info is None:
        return {side: None for side in one.sides if side and side not in one.stand_ins}
    if not may_know(at.now, one, at.id, is_told(info)):
        return dict.fromkeys(people_at(info, one))
    return {**await asked_at(at.here.games, info, one)}


def fights(
    now: Campaign, rows: Sequence[Mapping[str, Any]], asked: Mapping[str, Mapping[str, int | None]]
) -> Iterator[Row]:
    """What battles that are not over wait for, of those who are ``asked``."""
    for one in now.fixtures.values():
        if one.is_over or is_bye(one):
            continue
        for side, moved in asked[one.id].items():
            if now.warbands[side].status == "active" and (what := fight(now, one, side)):
                begun = since(now, one, rows) if moved is None else moved
                made = row(now, side, what, begun, due_of(now, one), f"/battle/{one.id}", dated(one))
                yield made if one.state == PLAYING and moved is None else {**made, "of": one.id}


def fight(now: Campaign, one: Fixture, side: str) -> str:
    """For what this side is awaited; empty if it is not."""
    if (group_of(one) and side not in now.splits) or not awaits(now, side, one.id):
        return ""
    if is_challenge(one):
        return gettext("answers the challenge")
    return gettext("fights at the table") if one.state == PLAYING else gettext("sends the roster")


def dated(one: Fixture) -> Any:
    """What is known of the date of a battle: a time, or a word."""
    if one.state == PLAYING or is_challenge(one) or not one.sides[1]:
        return ""
    offered = sum(len(made.times) for made in one.proposals.values())
    return one.when or (
        ngettext("{n} date offered", "{n} dates offered", offered).format(n=offered) if offered else gettext("no date")
    )


def since(now: Campaign, one: Fixture, rows: Sequence[Mapping[str, Any]]) -> int:
    """Since when a battle waits as it does now: from its table, or from its round."""
    if one.state == PLAYING and (laid := when(rows, "laid", one.id)):
        return laid
    return when(rows, "fixture-added", one.id) or next((of.begun for of in now.rounds if of.number == one.round), 0)


def when(rows: Sequence[Mapping[str, Any]], kind: str, fixture: str) -> int:
    """When the last entry of a kind about a battle was written; 0 where it is not among these."""

    def about(body: Mapping[str, Any]) -> str:
        known = body.get("fixture", "")
        return str(known.get("id", "") if isinstance(known, Mapping) else known)

    found = (line["at_ms"] for line in reversed(rows) if line["kind"] == kind and about(line["body"]) == fixture)
    return int(next(found, 0))


def choices(now: Campaign, rules: Any, rows: Sequence[Mapping[str, Any]]) -> Iterator[Row]:
    """The houses that have something to choose after a battle."""
    due = now.round.due if now.round else 0
    for side in now.active():
        open_ = rules.choices(side.band) if side.status == "active" and hasattr(rules, "choices") else ()
        if open_:
            last = next((f.id for f in reversed(now.fixtures.values()) if side.id in f.sides and f.is_over), "")
            what = ngettext("makes {n} choice after the battle", "makes {n} choices after the battle", len(open_))
            path = f"/warband/{side.id}#choices"
            yield row(now, side.id, what.format(n=len(open_)), when(rows, "ended", last), due, path)


def doubts(now: Campaign, rows: Sequence[Mapping[str, Any]]) -> Iterator[Row]:
    """The battles whose result is disputed: an umpire answers."""
    for one in (f for f in now.fixtures.values() if f.disputed):
        made = row(now, "", gettext("answers a dispute"), when(rows, "disputed", one.id), 0, f"/battle/{one.id}")
        sides = " – ".join(now.warbands[side].name for side in one.sides if side)
        yield {**made, "house": {**made["house"], "name": gettext("An umpire")}, "note": sides}
