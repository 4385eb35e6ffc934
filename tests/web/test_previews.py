"""What links to pages of ours show elsewhere: as crawlers fetch them, as a frame in a page of another site."""

from __future__ import annotations

import re
import struct
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from html import unescape
from typing import Any

import pytest
from starlette.testclient import TestClient

from app.games import offers
from app.games.coach import begun
from app.games.results import GameId, GameInfo
from app.systems import system_of
from app.web.replay.still import drawing
from app.web.table.board.drawn import drawn
from app.web.table.seen import words_of
from tests.web.people import Person, Table, problem
from tests.web.test_replay import played

CRAWLERS = (
    "facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)", "Twitterbot/1.0",
    "Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)",
    "Mozilla/5.0 (compatible; Discordbot/2.0; +https://discordapp.com)",
)  # fmt: skip
PNG = b"\x89PNG\r\n\x1a\n"
META = re.compile(r'<meta (?:property|name)="([^"]+)" content="([^"]*)">')
BASE = "http://testserver"


@pytest.fixture
def table(client: TestClient) -> Table:
    """A table with two seats taken, and a link for those who watch."""
    return Table(client, turns=1).sit()


def told(who: Person, path: str) -> dict[str, str]:
    """What the page at this path says of itself."""
    given = who.page(path)
    assert given.status_code == 200, given.text
    return {name: unescape(text) for name, text in META.findall(given.text)}


def size(png: bytes) -> tuple[int, int]:
    """Width and height of a PNG, in pixels."""
    assert png.startswith(PNG)
    return struct.unpack(">II", png[16:24])


@pytest.mark.parametrize("agent", CRAWLERS)
def test_whoever_shows_links_finds_a_title_a_line_and_a_picture_of_the_table(
    client: TestClient, table: Table, agent: str
) -> None:
    client.headers["user-agent"] = agent
    nobody = Person(client)
    shown = told(nobody, f"/watch/{table.id}/{table.key}")
    assert shown["og:title"] == shown["og:image:alt"] != ""
    assert shown["og:description"] == shown["description"] != ""
    assert shown["og:url"] == f"{BASE}/watch/{table.id}/{table.key}"
    assert shown["twitter:card"] == "summary_large_image"
    picture = nobody.get(shown["og:image"].removeprefix(BASE))
    assert picture.headers["content-type"] == shown["og:image:type"] == "image/png"
    assert size(picture.content) == (int(shown["og:image:width"]), int(shown["og:image:height"])) == (1200, 630)


def test_a_moment_a_report_and_a_seat_are_shown_too(client: TestClient, table: Table) -> None:
    nobody = Person(client)
    played(table)
    at = told(nobody, f"/replay/{table.id}?watch={table.key}&at=2")
    assert at["og:image"].endswith(f"/replay/{table.id}/moment.png?watch={table.key}&at=2")
    report = told(nobody, f"/report/{table.id}?watch={table.key}")
    ends = [nobody.get(shown["og:image"].removeprefix(BASE)).content for shown in (at, report)]
    assert ends[0] != ends[1], "each is the table as it was then"
    seat = told(nobody, Table(client).links["seats"]["blue"].removeprefix(BASE))
    card = nobody.get(seat["og:image"].removeprefix(BASE))
    assert size(card.content) == (1200, 630)
    assert told(nobody, "/")["og:title"] == "Gunbai"


def test_the_picture_is_what_anybody_may_see_whoever_asks(client: TestClient, table: Table) -> None:
    problem(table.red.get(f"/replay/{table.id}/moment.png"), 403)
    own, others = (
        who.get(f"/replay/{table.id}/moment.png?watch={table.key}").content for who in (table.red, Person(client))
    )
    assert own == others


def test_pictures_that_are_drawn_at_once_are_each_its_own() -> None:
    """What draws one keeps nothing for another: textures and places are those of its table."""
    views = list[dict[str, Any]]()
    for key, scenario in (("daimyo", "sekigahara"), ("ronin", "skirmish")):
        system = system_of(key)
        setup = offers.quick(system, scenario)
        assert setup is not None
        view = system.view(begun(system, setup).state, None)
        info = GameInfo(id=GameId(""), system=key, scenario=scenario, status="over", version=0, seats=())
        views.append(drawn(words_of(system, None, view), view, info, ()))
    alone = [drawing(view) for view in views]
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(lambda view: copy_context().run(drawing, view), views * 8)) == alone * 8


def test_a_frame_in_a_page_of_another_site_has_no_script_and_shows_what_anybody_may_see(
    client: TestClient, table: Table
) -> None:
    address = f"{BASE}/watch/{table.id}/{table.key}"
    nobody = Person(client)
    found = re.search(r'type="application/json\+oembed" href="([^"]+)"', nobody.page(address.removeprefix(BASE)).text)
    assert found, "a page says where it is told as oEmbed"
    given = nobody.get(unescape(found[1]).removeprefix(BASE)).json()
    assert (given["version"], given["type"], given["provider_name"]) == ("1.0", "rich", "Gunbai")
    frame = re.search(r'<iframe src="([^"]+)" width="(\d+)" height="(\d+)"', given["html"])
    assert frame
    assert (int(frame[2]), int(frame[3])) == (given["width"], given["height"])
    page = nobody.page(unescape(frame[1]).removeprefix(BASE))
    assert "frame-ancestors *" in page.headers["content-security-policy"]
    assert "<script" not in page.text
    assert "<form" not in page.text
    assert f"/replay/{table.id}/moment.png?watch={table.key}" in unescape(page.text)
    assert "frame-ancestors 'none'" in nobody.page(address.removeprefix(BASE)).headers["content-security-policy"]


@pytest.mark.parametrize(("query", "status"), [
    ("url=http://elsewhere.example/watch/x/y", 404), ("url=", 404), ("url=http://[", 404),
    ("url=http://testserver/rules/ronin", 404),
    ("url=http://testserver/replay/nothing", 404), ("url={watch}&format=xml", 501),
    ("url=http://testserver/play/{id}", 403),
])  # fmt: skip
def test_what_is_no_table_of_ours_is_not_told(client: TestClient, table: Table, query: str, status: int) -> None:
    asked = query.format(watch=f"{BASE}/watch/{table.id}/{table.key}", id=table.id)
    problem(Person(client).get(f"/oembed?{asked}"), status)


def test_a_frame_is_no_wider_and_higher_than_asked_for(client: TestClient, table: Table) -> None:
    given = Person(client).get(f"/oembed?url={BASE}/watch/{table.id}/{table.key}&maxwidth=400&maxheight=250").json()
    assert (given["width"], given["height"]) == (400, 250)
