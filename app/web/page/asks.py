"""What a campaign asks of its reader: the one thing on its page, and on the front page and at the bell like a go."""

from __future__ import annotations

from typing import Any

from app.campaigns.battles.fixtures import due_of, is_bye, is_challenge
from app.campaigns.desk import leads
from app.campaigns.model import PLAYING, Campaign, Fixture, Warband
from app.campaigns.stories.course import dividing, tale
from app.web.page.deps import Site
from app.web.page.words import gettext, ngettext

MOST = 12
"""Of how many of one's campaigns it is told what they ask."""


async def of_guest(here: Site, guest: str) -> list[dict[str, Any]]:
    """What somebody's campaigns ask of him, the shortest time first; a battle that is fought stands among his games.

    A campaign whose rules this server has no longer asks nothing.
    """
    found = []
    known = here.games.systems
    rows = [r for r in await here.campaigns.of_guest(guest) if r["state"] != "ended" and r["system"] in known]
    for row in rows[:MOST]:
        now = await here.campaigns.read(row["id"])
        ask = now and (invited(now, guest) or waits(now, here.campaigns.rules(now.system), guest, fights=False))
        if now and ask and not now.archive:
            left = max(0, ask["due"] - here.campaigns.clock()) // 1000 if ask["due"] else 0
            found.append({**ask, "campaign": now.name, "left": left})
    return sorted(found, key=lambda ask: ask["due"] or 1 << 62)


def invited(now: Campaign, guest: str) -> dict[str, Any] | None:
    """An invitation that is not answered yet."""
    if now.players[guest].state != "invited":
        return None
    host = next((one.name for one in now.players.values() if "host" in one.roles), "")
    return asked(now, gettext("You are invited"), host, gettext("Look and join"), "#join")


def waits(now: Campaign, rules: Any, reader: str, fights: bool = True) -> dict[str, Any] | None:
    """The one thing that this reader is asked, the most pressing first; nothing if nothing waits, or he has gone."""
    mine = now.of_guest(reader) if now.has(reader, "player") else ()
    found = (
        ask
        for ask in (
            march(now, mine),
            advances(now, rules, mine),
            divide(now, mine),
            *battles(now, mine, fights),
            trade(now, mine),
        )
        if ask
    )
    return next(found, None) or doubted(now, reader) or hosts(now, reader)


def asked(
    now: Campaign, title: str, line: str, label: str, path: str, due: int = 0, icon: str = "scroll"
) -> dict[str, Any]:
    """One thing that waits."""
    return {"title": title, "line": line, "label": label, "href": f"/campaign/{now.id}{path}", "due": due, "icon": icon}


def march(now: Campaign, mine: tuple[Warband, ...]) -> dict[str, Any] | None:
    """March orders that are still to be given."""
    at, land = now.round, now.land
    if at is None or land is None or at.step != "orders":
        return None
    armies = [w for w in mine if w.id in land.armies]
    given = [w for w in armies if w.id in land.orders]
    if not armies or len(given) == len(armies):
        return None
    line = gettext("sealed until all have marched")
    label = gettext("Orders: {n} of {all}").format(n=len(given), all=len(armies))
    return asked(now, gettext("March orders"), line, label, "#orders", at.orders_due)


def advances(now: Campaign, rules: Any, mine: tuple[Warband, ...]) -> dict[str, Any] | None:
    """Advances that are still to be chosen after a battle."""
    for one in mine:
        open_ = rules.choices(one.band) if hasattr(rules, "choices") else ()
        if open_:
            line = ngettext("{n} choice after the battle", "{n} choices after the battle", len(open_))
            title, path = gettext("Choose what was learnt"), f"/warband/{one.id}#choices"
            due = now.round.due if now.round else 0
            return asked(now, title, line.format(n=len(open_)), gettext("Choose"), path, due)
    return None


def divide(now: Campaign, mine: tuple[Warband, ...]) -> dict[str, Any] | None:
    """A warband that is still to be divided among the battles of a story."""
    parted = [id for one in dividing(now) for id in one.pair] if tale(now) else []
    found = next((w for w in mine if w.id in parted and w.id not in now.splits), None)
    if found is None:
        return None
    due = now.round.due if now.round else 0
    title, label = gettext("Divide your warband"), gettext("Divide it")
    return asked(now, title, gettext("secret until both sides have"), label, "#split", due)


def battles(now: Campaign, mine: tuple[Warband, ...], fights: bool) -> list[dict[str, Any]]:
    """What one's own battles ask: to play, to take a date, to send a roster, to offer dates."""
    found: list[tuple[int, dict[str, Any]]] = []
    for one in now.fixtures.values():
        sides = [w for w in mine if w.id in one.sides]
        if one.is_over or not sides or is_bye(one) or (one.state == PLAYING and not fights):
            continue
        rank, ask = battle_asks(now, one, sides[0])
        if ask:
            found.append((rank, ask))
    return [ask for _, ask in sorted(found, key=lambda row: row[0])]


def battle_asks(now: Campaign, one: Fixture, mine: Warband) -> tuple[int, dict[str, Any] | None]:
    """What a battle asks of the leader of a warband, and how pressing it is."""
    path = f"/battle/{one.id}"
    against = " · ".join(now.warbands[side].name for side in one.others(mine.id)) or gettext("a garrison")
    if is_challenge(one):
        if one.options["challenger"] == mine.id:
            return 9, None
        return 1, asked(
            now, gettext("You are challenged"), against, gettext("Answer"), path, due_of(now, one), "swords"
        )
    if one.state == PLAYING:
        return 0, asked(now, gettext("Your battle is on"), against, gettext("To the table"), path, icon="swords")
    if one.early and mine.id not in one.early and mine.id in one.musters:
        return 3, asked(
            now, gettext("Begin earlier?"), against, gettext("See the date"), f"{path}#dates", one.when, "clock"
        )
    if any(side != mine.id for side in one.proposals):
        return 1, asked(
            now, gettext("Choose a date"), against, gettext("See the dates"), f"{path}#dates", due_of(now, one), "clock"
        )
    if mine.id not in one.musters:
        return 2, asked(
            now, gettext("Who is sent?"), against, gettext("Send your roster"), f"{path}#muster", due_of(now, one)
        )
    if not one.when and not one.proposals and one.sides[1]:
        return 3, asked(
            now, gettext("Offer dates"), against, gettext("Offer dates"), f"{path}#dates", due_of(now, one), "clock"
        )
    return 9, None


def trade(now: Campaign, mine: tuple[Warband, ...]) -> dict[str, Any] | None:
    """A trade that was offered."""
    found = next((t for t in now.trades.values() if any(w.id == t.to for w in mine)), None)
    if found is None:
        return None
    return asked(
        now,
        gettext("A trade is offered"),
        now.warbands[found.by].name,
        gettext("Look at it"),
        f"/warband/{found.to}#trades",
    )


def doubted(now: Campaign, reader: str) -> dict[str, Any] | None:
    """A disputed result that waits for an umpire: any but who fought the battle."""
    if not reader or not now.has(reader, "host", "umpire"):
        return None
    waiting = (f for f in now.fixtures.values() if f.disputed and not any(leads(now, s, reader) for s in f.sides))
    one = next(waiting, None)
    if one is None:
        return None
    line = " · ".join(now.warbands[side].name for side in one.sides if side)
    return asked(now, gettext("A result is disputed"), line, gettext("Answer"), f"/battle/{one.id}#disputed")


def hosts(now: Campaign, reader: str) -> dict[str, Any] | None:
    """What waits for a host: to begin."""
    if not reader or not now.has(reader, "host") or now.state == "ended":
        return None
    n = len(now.active())
    joined = ngettext("{n} warband has joined", "{n} warbands have joined", n).format(n=n)
    if now.state == "recruiting":
        return asked(now, gettext("Gather, then begin"), joined, gettext("Invite and begin"), "/host")
    return None
