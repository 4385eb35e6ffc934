"""A warband of a campaign: its story, its roll, what it may buy and trade, its ledger."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from app.campaigns.ledger.books import Books
from app.campaigns.model import Chapter, Warband
from app.engine.campaigns import Offer
from app.games import lobby
from app.games.results import GameInfo
from app.web.campaigns import news as campaign_news
from app.web.campaigns import paper
from app.web.campaigns.book import curve, record, treasury
from app.web.campaigns.choices import choices
from app.web.campaigns.coming import coming
from app.web.campaigns.roll import roll, seen_at
from app.web.campaigns.shared import No, Room, campaign_page, form_of, posted, room, warband_of
from app.web.campaigns.words import advances_of, house, kind_of, member_name, spoken
from app.web.page.asks import waits
from app.web.page.deps import GuestDep, SiteDep
from app.web.page.words import gettext

router = APIRouter(include_in_schema=False)
router.include_router(paper.router)
BOOK, LONGEST, LEDGER = 8, 200, 20
"""How many lines of the treasury are shown at once and in all, and how many of the ledger."""


@router.get("/campaign/{id}/warband/{warband}")
async def one(request: Request, id: str, warband: str, here: SiteDep, who: GuestDep) -> Response:
    """The page of a warband; its leader finds all he may do with it there."""
    return await shown(request, await room(request, id, here, who), warband)


@router.post("/campaign/{id}/warband/{warband}")
async def deed(request: Request, id: str, warband: str, here: SiteDep, who: GuestDep) -> Response:
    """A form of the warband's page has been done, or the page with what stands against it."""
    at = await room(request, id, here, who)
    warband_of(at, warband)

    async def show(request: Request, at: Room, no: No) -> Response:
        return await shown(request, at, warband, no)

    return await posted(request, at, show, form=await form_of(request))


async def shown(request: Request, at: Room, warband: str, no: No | None = None) -> Response:
    """The page of a warband; with what stands against one of its forms."""
    band = warband_of(at, warband)
    mine = bool(at.id) and band.guest == at.id and band.status != "retired" and at.now.state != "ended"
    books = await at.here.campaigns.books(at.now, at.rules.value)
    lines = books.lines.get(band.id, [])
    members, gone = await roll(at, band, lines)
    return campaign_page(
        request, "campaigns/warband.html", at, no=no, parts=["campaigns/_warband.html"],
        band=band, face=house(at.now, band.id), mine=mine, roll=members, gone=gone,
        link=f"{at.here.base(request)}{at.path}/warband/{band.id}",
        key=at.key, gates=advances_of(at.rules), value=at.rules.value(band.band), record=record(at, band),
        curve=curve(at, band, books), treasury=treasury(at, band, lines)[:LONGEST], book=BOOK,
        ask=waits(at.now, at.rules, at.id) if mine else None, back=back(at, band, books) if mine else None,
        market=market(at, band) if mine and not band.locked else [], trades=trades(at, band),
        others=[house(at.now, w.id) for w in at.now.active() if w.id != band.id],
        theirs=theirs(at, band) if mine else [],
        coming=await coming(at, band), choices=await choices(at, band) if mine else [], chapters=await story(at, band),
        fixtures=fought(at, band), ledger=campaign_news.ledger(at, band.id, lines[-LEDGER:]), more=len(lines) > LEDGER,
    )  # fmt: skip


def back(at: Room, band: Warband, books: Books) -> dict[str, Any] | None:
    """The line of its ledger that its player may take back, in words."""
    open_ = books.open.get(band.id, []) if not band.locked else []
    return campaign_news.in_words(at, band.id, open_[-1]) if open_ else None


def market(at: Room, band: Warband) -> list[dict[str, Any]]:
    """What it may buy; what is too dear is told so."""
    offers = at.rules.market(band.band)
    return [
        {"key": o.key, "name": kind_of(at.words, o.kind), "cost": o.cost, "dear": o.cost > band.band.purse,
         "own": own(at, band, o, offers)}
        for o in sorted(offers, key=lambda o: o.cost)
    ]  # fmt: skip


def own(at: Room, band: Warband, one: Offer, offers: Sequence[Offer]) -> str:
    """What tells an offer from others of its name and price: arms and arts, or for whom it is; else nothing."""
    alike = [o.key.split(".") for o in offers if o is not one and (o.kind, o.cost) == (one.kind, one.cost)]
    parts = [part for part in one.key.split(".") if not all(part in other for other in alike)]
    members = band.band.members
    return ", ".join(member_name(at.words, members[p]) if p in members else spoken(at.words, p) for p in parts)


def trades(at: Room, band: Warband) -> list[dict[str, Any]]:
    """The trades that are offered to it or by it: what each side gives."""
    found = []
    for t in at.now.trades.values():
        if band.id in (t.by, t.to):
            found.append({
                "id": t.id, "by": house(at.now, t.by), "to": house(at.now, t.to), "mine": t.by == band.id,
                "gives": goods(at, t.by, t.gives, t.pays), "takes": goods(at, t.to, t.takes, t.gets),
            })  # fmt: skip
    return found


def goods(at: Room, warband: str, members: tuple[str, ...], points: int) -> str:
    """Members and points of a trade in words."""
    band = at.now.warbands[warband].band.members
    names = [member_name(at.words, band[id]) for id in members if id in band]
    said = [gettext("{n} points").format(n=points)] if points else []
    return ", ".join([*names, *said]) or gettext("nothing")


def theirs(at: Room, band: Warband) -> list[dict[str, Any]]:
    """The members of the others, which a trade may ask for."""
    return [
        {"house": house(at.now, w.id), "members": goods_of(at, w)}
        for w in at.now.active() if w.id != band.id
    ]  # fmt: skip


def goods_of(at: Room, other: Warband) -> list[dict[str, str]]:
    """The members of a warband by id and name."""
    return [{"id": m.id, "name": member_name(at.words, m)} for m in other.band.living()]


def fought(at: Room, band: Warband) -> list[dict[str, Any]]:
    """The battles it was in, for a chapter to tell of."""
    rows = [f for f in at.now.fixtures.values() if band.id in f.sides]
    return [{"id": f.id, "round": f.round, "name": against(at, f.others(band.id)), "game": f.game} for f in rows]


def against(at: Room, others: tuple[str, ...]) -> str:
    """A battle by whom it was fought against."""
    return at.now.warbands[others[0]].name if others else gettext("a garrison")


async def story(at: Room, band: Warband) -> list[dict[str, Any]]:
    """The pages of its story, the latest first."""
    told = {f.game for page in band.chapters if page.version and (f := at.now.fixtures.get(page.fixture)) and f.game}
    tables = await lobby.heads(at.here.games, sorted(told))
    return [chapter(at, page, tables) for page in reversed(band.chapters)]


def chapter(at: Room, page: Chapter, tables: Mapping[str, GameInfo]) -> dict[str, Any]:
    """A page of its story; with the picture of the moment where it names one."""
    moment, picture = seen_at(at, at.now.fixtures.get(page.fixture), page.version, tables)
    return {
        "title": page.title, "paragraphs": [p for p in page.text.split("\n") if p.strip()], "at": page.at,
        "by": campaign_news.name_of(at, page.by) or page.by,
        "battle": f"{at.path}/battle/{page.fixture}" if page.fixture in at.now.fixtures else "", "moment": moment,
        "picture": picture, "version": page.version,
    }  # fmt: skip
