"""A campaign: its own page and how one joins it, its standings, its ledger, the clauses it is played by."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter
from starlette.datastructures import FormData
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from app.aside import aside
from app.campaigns.book import BOOK
from app.campaigns.map.newcomers import refuse_late
from app.campaigns.model import Campaign
from app.campaigns.people.eyes import may_read
from app.campaigns.people.members import Watch
from app.campaigns.rounds.moves import CLOSED, MOVES, refuse_stage, stage
from app.campaigns.rounds.opening import opens_at
from app.campaigns.rounds.scenarios import standing_for
from app.campaigns.rounds.standings import scores_of, standings
from app.campaigns.stories.course import dividing, tale
from app.campaigns.warbands.entering import free
from app.engine.asks import Json
from app.web.campaigns import news as campaign_news
from app.web.campaigns.awaited import awaited
from app.web.campaigns.entering import joined
from app.web.campaigns.land import land_of, marching
from app.web.campaigns.rounds import cross, earlier, rounds, to_come
from app.web.campaigns.shared import (
    No,
    Room,
    campaign_page,
    form_of,
    given,
    invitation,
    posted,
    room,
)
from app.web.campaigns.words import (
    advances_of,
    format_line,
    house,
    member_name,
    member_row,
    pair,
    scenario,
    seasons,
)
from app.web.page.asks import waits
from app.web.page.camps import phase
from app.web.page.deps import GuestDep, SiteDep, site
from app.web.page.errors import Bad
from app.web.page.forms import number, text
from app.web.page.words import gettext, language
from app.web.rosters.cutting import cut
from app.web.rosters.drafts import bands, building, builds, samples
from app.web.rules.pages import shown
from app.web.table.own import rows

router = APIRouter(include_in_schema=False)
HUES = range(1, 7)
NEWS, LEDGER, ROLL = 8, 30, 5
CUTS = 12
"""How many rosters that are to be cut to the points, and warbands from elsewhere, are offered."""
CAM = "CAM"
BACK = {"leave": "/campaigns"}
OTHERS = ("march", "leave", "challenge", "split", "remind")
"""Commands of the campaign's own page besides joining."""


# -- its own page ----------------------------------------------------------------------


@router.get("/campaign/{id}")
async def campaign(request: Request, id: str, here: SiteDep, who: GuestDep) -> Response:
    """Where it stands: what waits for the reader, the map, the standings, the news, the battles of the round."""
    return await main_page(request, await room(request, id, here, who))


async def main_page(request: Request, at: Room, no: No | None = None) -> Response:
    """The campaign's own page; with what stands against joining it."""
    more = await joining(at)
    base = site(request).base(request)
    return campaign_page(
        request, "campaigns/main.html", at, no=no, parts=["campaigns/_campaign.html"], marching=marching(at),
        challenging=challenging(at), splitting=splitting(at),
        invite=f"{base}{invitation(at)}" if at.is_host else "", **await now_of(at), **more,
    )  # fmt: skip


async def now_of(at: Room) -> dict[str, Any]:
    """All that changes while the page is open."""
    now, last = at.now, at.now.round
    fights = list(now.fights(last.number)) if last else []
    return {
        "ask": waits(now, at.rules, at.id), "awaited": await awaited(at), "seasons": seasons(now), "round": last,
        "pairs": [pair(at.words, now, one, n, at.id) for n, one in enumerate(fights, 1)],
        "table": table(at), "news": await campaign_news.news(at, NEWS), "format": format_line(now.settings),
        "phase": phase(now.state), "map": land_of(at),
        "opens": opens_at(now) if stage(now) == CLOSED else 0, "winner": now.winner,
        "chapter": chapter(at), "tale": told_so_far(at),
    }  # fmt: skip


def table(at: Room) -> list[dict[str, Any]]:
    """The standings, each line with its house."""
    land = at.now.land
    owned: dict[str, int] = {}
    for owner in land.owners.values() if land else ():
        owned[owner] = owned.get(owner, 0) + 1
    return [
        {"line": line, "warband": at.now.warbands[line.warband], "provinces": owned.get(line.warband, 0),
         "mine": bool(at.id) and at.now.warbands[line.warband].guest == at.id}
        for line in (standings(at.now) if at.now.warbands else ())
    ]  # fmt: skip


def chapter(at: Room) -> dict[str, Any] | None:
    """The last chapter that anybody has written."""
    written = [(page.at, w, page) for w in at.now.warbands.values() for page in w.chapters]
    if not written:
        return None
    _, band, last = max(written, key=lambda row: row[0])
    by = campaign_news.name_of(at, last.by) or last.by
    steps = advances_of(at.rules)
    roll = sorted(band.band.living(), key=lambda one: -one.experience)[:ROLL]
    return {
        "warband": band.id, "name": band.name, "page": last, "hue": band.hue, "by": by,
        "roll": [member_row(at.words, one, steps) for one in roll], "gates": bool(steps),
    }  # fmt: skip


def told_so_far(at: Room) -> dict[str, Any] | None:
    """The story a campaign follows, and the chapters that were reached; nothing where it follows none."""
    story = tale(at.now)
    if story is None:
        return None
    spanish = language.get() == "es"
    reached = [page for id in dict.fromkeys(at.now.story) if (page := story.page(id))]
    return {
        "name": story.name_es if spanish else story.name, "text": story.text_es if spanish else story.text,
        "clause": story.clause,
        "chapters": [
            {"title": p.title_es if spanish else p.title, "text": p.text_es if spanish else p.text, "clause": p.clause}
            for p in reversed(reached)
        ],
    }  # fmt: skip


@router.get("/campaign/{id}/now")
async def now_part(request: Request, id: str, here: SiteDep, who: GuestDep, seq: int = 0) -> Response:
    """The part of the page that changes, if it has; a 204 if nothing has happened since."""
    at = await room(request, id, here, who)
    if at.now.seq == seq:
        return Response(status_code=204)
    return campaign_page(request, "campaigns/_now.html", at, parts=["campaigns/_now.html"], **await now_of(at))


# -- joining ---------------------------------------------------------------------------


def full(now: Campaign) -> bool:
    """Whether no house finds a place on the map any more."""
    return now.settings.pairing == "map" and (not now.settings.settlers or refuse_late(now) is not None)


async def joining(at: Room) -> dict[str, Any]:
    """What the reader needs to join: nothing for who has a warband or may not come in."""
    now, player = at.now, at.now.players.get(at.id)
    inside = player is not None and player.state == "in"
    begun = now.state != "recruiting"
    may = at.who is not None and at.who.account and now.state != "ended" and not at.mine and (
        (now.settings.late and not full(now)) or not begun
    ) and (now.settings.open or bool(at.key) or player is not None)  # fmt: skip
    taken = [(w.emblem, w.hue) for w in now.active()]
    free = next(((n, n) for n in HUES if n not in {e for e, _ in taken}), (1, 1))
    return {
        "may_join": may, "inside": inside, "stranger": at.who is None or not at.who.account, "key": at.key,
        "removed": player is not None and player.removed,
        "taken_emblems": {e for e, _ in taken}, "taken_hues": {h for _, h in taken}, "free": free, "hues": HUES,
        "rosters": await bands(at.here, at.who, now.system) if may else [],
        "samples": samples(at.words, fitting(at)) if may else [], "cuts": await cuts(at) if may else [],
        "veterans": await veterans(at) if may and now.settings.veterans else [],
        "players": people(at),
    }  # fmt: skip


def fitting(at: Room) -> list[Json]:
    """The ready rosters of the system that a warband can begin with."""
    rows, limit = at.system.catalogue().get("samples", ()), at.now.settings.points
    return [row for row in rows if not limit or row.get("points", 0) <= limit]


async def veterans(at: Room) -> list[dict[str, str]]:
    """The reader's warbands of other campaigns that may come as they stand, also of those that he has left."""
    found = list[dict[str, str]]()
    for id in await at.here.campaigns.ever_of(at.id, at.now.system):
        if len(found) >= CUTS:
            break
        there = await at.here.campaigns.read(id)
        if there is None or there.id == at.now.id:
            continue
        for one in free(there, at.id, at.now.system):
            worth = at.rules.value(one.band)
            if not at.now.settings.points or worth <= at.now.settings.points:
                line = f"{there.name} · {worth}" if may_read(there, at.id) else str(worth)
                found.append({"id": f"{id}:{one.id}", "name": one.name, "line": line})
    return found


async def cuts(at: Room) -> list[dict[str, str]]:
    """Where every ready roster is too dear: those that can be cut to the points of the campaign, as they are then."""
    points, rows = at.now.settings.points, at.system.catalogue().get("samples", ())
    if fitting(at) or not builds(at.system):
        return []
    by = building(at.here, at.now.system)
    good = await aside(lambda: [row for row in rows[:CUTS] if cut(by, row, points)])
    return [{**row, "line": str(points)} for row in samples(at.words, good)]


def people(at: Room) -> list[dict[str, Any]]:
    """Those in it, hosts first: name, what they are, which warband they lead."""
    names = {
        "host": gettext("host"),
        "umpire": gettext("umpire"),
        "player": gettext("player"),
        "commentator": gettext("commentator"),
        "watcher": gettext("watcher"),
    }
    rows = [
        {"name": p.name, "state": p.state, "roles": [names.get(r, r) for r in p.roles],
         "warbands": [w.id for w in at.now.of_guest(p.guest)], "guest": p.guest, "keys": p.roles}
        for p in at.now.players.values() if p.state != "left"
    ]  # fmt: skip
    return sorted(rows, key=lambda row: ("host" not in row["keys"], row["state"] != "in", row["name"]))


@router.post("/campaign/{id}")
async def join(request: Request, id: str, here: SiteDep, who: GuestDep) -> Response:
    """The reader is in the campaign with his warband, or watches it; or the page with what stands against it."""
    at = await room(request, id, here, who)
    form = await form_of(request)
    if text(form, "do") in OTHERS:
        return await posted(
            request, at, main_page, back=BACK.get(text(form, "do"), ""), more=lambda form: groups(at, form), form=form
        )
    if text(form, "do") == "watch":
        done = await given(at, form, Watch())
    else:
        done = await joined(here, at, form)
    if isinstance(done, No):
        return await main_page(request, at, done)
    mine = (await room(request, id, here, who)).mine
    return RedirectResponse(f"{at.path}/warband/{mine[0].id}?done=raise" if mine else at.path, 303)


# -- challenging, dividing ----------------------------------------------------------------


def challenging(at: Room) -> list[dict[str, Any]]:
    """Whom the reader's warband may challenge, where players make the battles."""
    if refuse_stage(at.now, MOVES["challenge"]) or not at.mine:
        return []
    return [house(at.now, w.id) for w in at.now.active() if w.id != at.mine[0].id]


def splitting(at: Room) -> dict[str, Any] | None:
    """The reader's warband that is still to be divided among the battles of a story, and into which groups."""
    story = tale(at.now)
    mine = next((w for w in at.mine if any(w.id in one.pair for one in (dividing(at.now) if story else ()))), None)
    if story is None or mine is None or mine.id in at.now.splits:
        return None
    members = [{"id": m.id, "name": member_name(at.words, m)} for m in mine.band.fit()]
    share = -(-len(members) // max(len(story.groups), 1))
    for n, row in enumerate(members):
        row["group"] = story.groups[min(n // share, len(story.groups) - 1)]
    set_ = at.now.settings
    groups = [{"id": key, "name": scenario(at.words, standing_for(set_, key), set_)} for key in story.groups]
    return {"warband": mine.id, "members": members, "groups": groups, "least": story.group_min}


def groups(at: Room, form: FormData) -> dict[str, Json]:
    """The groups of a form that divides a warband: members by group."""
    if text(form, "do") != "split":
        return {}
    story, band = tale(at.now), at.now.warbands.get(text(form, "warband", 40))
    chosen = {m.id: text(form, f"group:{m.id}", 40) for m in band.band.fit()} if band else {}
    return {"groups": {key: [id for id, to in chosen.items() if to == key] for key in (story.groups if story else ())}}


# -- standings, ledger, rules ------------------------------------------------------------


@router.get("/campaign/{id}/standings")
async def standings_page(request: Request, id: str, here: SiteDep, who: GuestDep) -> Response:
    """The standings with every tie-break, each explained by its clause; who met whom, and all rounds."""
    at = await room(request, id, here, who)
    ties = [entry for entry in BOOK.rulebook(language.get()) if entry.topic == "STA"]
    asked = number(request.query_params, "round") or 0
    order = table(at)
    return campaign_page(
        request, "campaigns/book/standings.html", at, table=order, ties=[shown(one) for one in ties],
        cross=cross(at, [row["warband"].id for row in order]), scores=scores_of(at.now), rounds=rounds(at, asked),
        earlier=earlier(at, asked), to_come=to_come(at.now),
    )  # fmt: skip


@router.get("/campaign/{id}/ledger")
async def ledger(request: Request, id: str, here: SiteDep, who: GuestDep) -> Response:
    """The whole chronicle, of all or of one warband or of one kind, the newest first."""
    at, query = await room(request, id, here, who), request.query_params
    band, kind = text(query, "warband", 40), text(query, "kind", 40)
    if band and band not in at.now.warbands:
        raise Bad(404, gettext("There is no such warband in this campaign."))
    page = min(max(number(query, "page") or 1, 1), 10_000)
    rows, total, kinds = await campaign_news.chronicle(at, band, kind, page, LEDGER)
    part = [campaign_news.line_of(at, row) for row in rows]
    return campaign_page(
        request, "campaigns/book/ledger.html", at, rows=part, total=total, kinds=kinds, kind=kind, band=band,
        before=page - 1 if page > 1 else 0, after=page + 1 if page * LEDGER < total else 0,
    )  # fmt: skip


@router.get("/campaign/{id}/rules")
async def rules(request: Request, id: str, here: SiteDep, who: GuestDep) -> Response:
    """The clauses this campaign is played by: those of all campaigns, and those of its system's own book."""
    at = await room(request, id, here, who)
    own = [shown(entry) for entry in at.system.rulebook(language.get()) if entry.topic == CAM]
    general = [shown(entry) for entry in BOOK.rulebook(language.get())]
    return campaign_page(request, "campaigns/book/rules.html", at, own=own, general=general, worlds=own_scenarios(at),
                         grounds=[one.name for one in at.now.settings.grounds.values()])  # fmt: skip


def own_scenarios(at: Room) -> list[dict[str, Any]]:
    """The campaign's own scenarios: their names, the printed ones they begin from, and what is not as printed."""
    return [
        {"name": one.name, "about": one.about, "printed": at.words.says(f"scenario.{one.base}"),
         "rows": rows(at.words, one.changes), "ground": one.ground is not None}
        for one in at.now.settings.worlds.values()
    ]  # fmt: skip
