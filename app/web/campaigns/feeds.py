"""News and dates of a campaign for other programs: Atom and iCalendar."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from xml.etree import ElementTree as Xml

from fastapi import APIRouter
from icalendar import Calendar, Event
from starlette.requests import Request
from starlette.responses import Response

from app.campaigns.model import DAY_MS, DONE, Campaign, Fixture
from app.web.campaigns import calls
from app.web.campaigns.news import news_of
from app.web.page.deps import GuestDep, SiteDep, choose_language
from app.web.page.preview import home
from app.web.page.words import gettext

router = APIRouter(include_in_schema=False)
ATOM = "http://www.w3.org/2005/Atom"
HOURS, NEWEST, KEPT_DAYS = 3, 15, 60
"""How long a battle is in a calendar; entries of a feed; how many days a date stays in the calendar."""
Xml.register_namespace("", ATOM)


def when(ms: int) -> datetime:
    """A time of a campaign."""
    return datetime.fromtimestamp(ms / 1000, UTC)


@router.get("/campaign/{id}/news.atom")
async def atom(request: Request, id: str, here: SiteDep, who: GuestDep, key: str = "") -> Response:
    """What happened in a campaign, the latest first, as an Atom feed."""
    choose_language(request)
    now = await calls.campaign(here, id, who, key)
    news = await news_of(here, now, who.id if who else "", NEWEST)
    url = f"{home(request, here)}/campaign/{id}"
    feed = Xml.Element(f"{{{ATOM}}}feed")
    latest = when(news[0].at) if news else datetime(1970, 1, 1, tzinfo=UTC)
    head(feed, url, now.name, latest)
    Xml.SubElement(feed, f"{{{ATOM}}}link", rel="self", href=f"{url}/news.atom")
    author = Xml.SubElement(feed, f"{{{ATOM}}}author")
    Xml.SubElement(author, f"{{{ATOM}}}name").text = "Gunbai"
    for one in news:
        entry = Xml.SubElement(feed, f"{{{ATOM}}}entry")
        head(entry, f"{url}#{one.seq}", one.title, when(one.at))
        Xml.SubElement(entry, f"{{{ATOM}}}link", href=f"{home(request, here)}{one.href}" if one.href else url)
        Xml.SubElement(entry, f"{{{ATOM}}}content", type="text").text = one.text or one.title
    return Response(Xml.tostring(feed, "utf-8", xml_declaration=True), media_type="application/atom+xml")


def head(element: Xml.Element, id: str, title: str, updated: datetime) -> None:
    """What every feed and every entry has."""
    Xml.SubElement(element, f"{{{ATOM}}}id").text = id
    Xml.SubElement(element, f"{{{ATOM}}}title").text = title
    Xml.SubElement(element, f"{{{ATOM}}}updated").text = updated.isoformat()


@router.get("/campaign/{id}/calendar.ics")
async def calendar(request: Request, id: str, here: SiteDep, who: GuestDep, key: str = "") -> Response:
    """The agreed battles of a campaign, also of the last weeks, and the end of its round, for a calendar."""
    choose_language(request)
    now = await calls.campaign(here, id, who, key)
    url = f"{home(request, here)}/campaign/{id}"
    book = Calendar()
    book.add("prodid", "-//Gunbai//campaign//")
    book.add("version", "2.0")
    book.add("x-wr-calname", now.name)
    since = here.campaigns.clock() - KEPT_DAYS * DAY_MS
    for one in now.fixtures.values():
        if one.when > since:
            book.add_component(battle(now, one, url))
    for this in now.rounds:
        if this.due > since and this.state != DONE:
            title = gettext("{campaign}: round {n} closes").format(campaign=now.name, n=this.number)
            book.add_component(event(f"round-{this.number}-{now.id}", title, when(this.due), url, 0))
    return Response(book.to_ical(), media_type="text/calendar; charset=utf-8")


def battle(now: Campaign, one: Fixture, url: str) -> Event:
    """A battle in a calendar."""
    title = " – ".join(now.warbands[side].name for side in one.sides if side)
    return event(f"{one.id}-{now.id}", title, when(one.when), f"{url}/battle/{one.id}", HOURS)


def event(id: str, title: str, at: datetime, url: str, hours: int) -> Event:
    """An event of so many hours."""
    made = Event()
    made.add("uid", f"{id}@gunbai")
    made.add("dtstamp", at)
    made.add("dtstart", at)
    made.add("dtend", at + timedelta(hours=hours))
    made.add("summary", title)
    made.add("url", url)
    return made
