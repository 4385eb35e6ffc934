"""The door for programs: heads, keys, when to come again, links that follow the host's address, other sites' pages."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from fastapi import FastAPI
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import PlainTextResponse
from starlette.routing import Route
from starlette.testclient import TestClient

from app import metrics
from app.games.results import StorageAway, StorageBusy
from app.settings import Settings, SettingsError, read_settings
from app.web.app import create_app
from app.web.page import errors
from app.web.page.errors import Bad
from app.web.server.heads import Heads
from app.web.server.security import Security
from tests.web.outlets import routes
from tests.web.people import Person, Table, problem
from tests.web.recording import SKIRMISH
from tests.web.scene import House, Program

BASE, CLUB = "https://gunbai.example", "https://club.example"
USUAL = {
    "v": "4",
    "system": "ronin",
    "piece": "red",
    "seat": "red",
    "scenario": "skirmish",
    "file": "css/page/tokens.css",
}
LINKED = ("/rosters", "/terrain", "/games/mine", "/", "/new", "/people", "/campaigns")
LARGE = "/static/img/card.png"
PAGES = (LARGE, "/", "/lobby", "/new", "/rules/ronin", "/learn", "/healthz", "/api/v1/systems", "/api/v1/openapi.json")


@pytest.fixture(scope="module")
def abroad(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    """A server that people reach by another address, open to the pages of a club."""
    settings = Settings(
        data=str(tmp_path_factory.mktemp("data")), rate="100000/second", work="0/0/0", tables="0/0/0", sent=0,
        base_url=BASE, cors=CLUB,
    )  # fmt: skip
    with TestClient(create_app(settings), raise_server_exceptions=False) as client:
        yield client


# -- HEAD -----------------------------------------------------------------------------


def test_every_address_answers_head_as_it_answers_get(client: TestClient, table: Table) -> None:
    paths = [route.split()[1] for route in routes(client.app) if route.startswith(("GET ", "ANY "))]  # type: ignore[arg-type]
    asked = {
        re.sub(r"{(\w+)(:\w+)?}", lambda found: {**USUAL, "game": table.id}.get(found[1], "none"), p) for p in paths
    }
    assert len(asked) > 90
    for path in sorted({*asked, *PAGES}):
        get, head = table.red.page(path), table.red.call("HEAD", path, headers={"accept": "text/html"})
        assert (head.status_code, head.content) == (get.status_code, b""), path
        assert head.headers.get("content-type") == get.headers.get("content-type"), path
    assert all(table.red.call("HEAD", path).status_code == 200 for path in PAGES)


def test_the_head_of_a_stream_is_not_followed(table: Table) -> None:
    given = table.red.call("HEAD", f"{table.path}/live", headers={"accept": "text/event-stream"})
    assert (given.status_code, given.content) == (200, b"")
    assert given.headers["content-type"].startswith("text/event-stream")


@pytest.mark.parametrize("path", ["{table}/live", LARGE])
def test_a_head_that_is_not_followed_is_no_fault(
    table: Table, path: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    failures = list[str]()
    monkeypatch.setattr(metrics, "failed", lambda: failures.append(path))
    at = path.format(table=table.path)
    given = table.red.call("HEAD", at, headers={"accept": "text/event-stream"})
    assert (given.status_code, given.content, failures) == (200, b"", [])
    assert not [row for row in caplog.records if row.exc_info]
    if path == LARGE:
        assert int(given.headers["content-length"]) == len(table.red.call("GET", at).content) > 65536


# -- keys, and when to come again -------------------------------------------------------


def test_a_wrong_token_is_told_that_it_is_wrong_and_a_narrow_one_that_it_is_narrow(client: TestClient) -> None:
    house = House(client)
    _, narrow = house.run(house.site.people.tokens.make, house.host.id, "narrow", ["read"])
    told = Program(client, "none").get("/api/v1/games")
    assert problem(told, 401)["detail"] == "This token is wrong, revoked or over."
    assert told.headers["www-authenticate"] == 'Bearer error="invalid_token"'
    told = Program(client, narrow).post("/api/v1/games", SKIRMISH)
    assert problem(told, 403)["detail"] == "This token does not allow that."
    assert told.headers["www-authenticate"] == 'Bearer error="insufficient_scope"'
    told = Person(client).get("/api/v1/me")
    assert problem(told, 401)["type"] == "urn:gunbai:problem:unknown-caller"
    assert told.headers["www-authenticate"] == "Bearer"
    said = client.get("/api/v1/games", headers={"authorization": "Bearer x", "accept-language": "es"}).json()
    assert said["detail"] == "Este token es erróneo, está revocado o ha caducado."


def test_who_says_too_much_is_told_when_to_come_again(table: Table) -> None:
    for _ in range(12):
        given = table.red.post(f"{table.path}/talk", {"text": "Well met."})
    assert problem(given, 429)["type"] == "urn:gunbai:problem:too-much"
    assert int(given.headers["retry-after"]) == 10


@pytest.mark.parametrize("accept", ["application/json", "text/html"])
@pytest.mark.parametrize(
    "fault", [StorageAway("gone"), StorageBusy("full"), HTTPException(503, "Busy."), Bad(503, "Too many pictures.")]
)
def test_who_is_told_to_try_again_is_told_when(fault: Exception, accept: str) -> None:
    app = FastAPI()
    errors.install(app)

    @app.get("/x")
    async def breaks() -> None:
        raise fault

    with TestClient(Heads(app)) as client:
        for method in ("GET", "HEAD"):
            given = client.request(method, "/x", headers={"accept": accept})
            assert (given.status_code, given.headers["retry-after"]) == (503, str(errors.AGAIN[503])), method
            if method == "GET" and "json" in accept:
                assert given.json()["type"] == "urn:gunbai:problem:away"


def test_the_description_says_that_a_fault_may_tell_when_to_come_again(client: TestClient) -> None:
    broken = client.get("/api/v1/openapi.json").json()["components"]["responses"]["Broken"]
    assert "503" in broken["headers"]["Retry-After"]["description"]


# -- links ------------------------------------------------------------------------------


def test_links_follow_the_address_that_the_host_says(abroad: TestClient) -> None:
    house = House.__new__(House)
    house.client, house.site = abroad, abroad.app.state.site  # type: ignore[attr-defined]
    red = house.browser(house.member("Aki"))
    made = red.post("/api/v1/games", SKIRMISH).json()
    links = [made["links"]["watch"], *made["links"]["seats"].values()]
    for name, body in (("rosters", SHEET), ("grounds", GROUND)):
        links.append(red.post(f"/api/v1/{name}", body).json()["link"])
    assert all(link.startswith((f"{BASE}/", "/")) for link in links), links
    shown = "".join(landed(red, path) for path in (f"/play/{made['id']}", f"/umpire/{made['id']}", *LINKED))
    assert f"{BASE}/join/" in shown
    assert "http://testserver" not in shown


def landed(who: Person, path: str) -> str:
    """The page that one comes to there."""
    given = who.page(path)
    if given.status_code in (303, 307):
        given = who.page(given.headers["location"].removeprefix(BASE))
    assert given.status_code == 200, path
    return str(given.text)


def test_no_page_asks_by_itself_how_it_was_reached() -> None:
    root = Path(__file__).resolve().parents[2] / "app" / "web"
    asks = [
        path.relative_to(root).as_posix()
        for path in root.rglob("*.py")
        if "request.base_url" in path.read_text("utf-8")
    ]
    assert asks == ["page/deps.py"]


SHEET: Any = {"system": "ronin", "name": "Devils", "roster": {"sample": "red-devils"}}
GROUND: Any = {"system": "ronin", "name": "Bare", "body": {"table": [36, 36], "pieces": []}}


# -- other sites ------------------------------------------------------------------------


def test_pages_of_a_site_that_the_host_names_call_with_a_token_and_no_others(abroad: TestClient) -> None:
    site = abroad.app.state.site  # type: ignore[attr-defined]
    assert abroad.portal is not None
    member, _ = abroad.portal.call(site.people.sign_up, "Nomi", "quiet river at dawn")
    _, token = abroad.portal.call(site.people.tokens.make, member.id, "page", ["read", "make"])
    asks = {"access-control-request-method": "POST", "access-control-request-headers": "authorization"}
    may = abroad.options("/api/v1/games", headers={"origin": CLUB, **asks})
    assert (may.status_code, may.headers["access-control-allow-origin"]) == (204, CLUB)
    assert "authorization" in may.headers["access-control-allow-headers"]
    assert "access-control-allow-credentials" not in may.headers
    key = {"authorization": f"Bearer {token}", "sec-fetch-site": "cross-site"}
    made = abroad.post("/api/v1/games", json=SKIRMISH, headers={"origin": CLUB, **key})
    assert made.status_code == 201, made.text
    assert made.headers["access-control-allow-origin"] == CLUB
    assert made.headers["cross-origin-resource-policy"] == "cross-origin"
    assert "origin" in made.headers["vary"].lower()
    other = abroad.post("/api/v1/games", json=SKIRMISH, headers={"origin": "https://else.example", **key})
    assert problem(other, 403)
    assert "access-control-allow-origin" not in other.headers
    page = abroad.post("/signup", data={}, headers={"origin": CLUB, "sec-fetch-site": "cross-site"})
    assert page.status_code == 403, "only the API is open"


def test_a_cookie_counts_for_nothing_from_another_site(abroad: TestClient) -> None:
    red = Person(abroad)
    red.post("/api/v1/games", SKIRMISH)
    assert red.get("/api/v1/me").status_code == 200
    assert red.call("GET", "/api/v1/me", headers={"origin": CLUB}).status_code == 401


@pytest.mark.parametrize(
    ("origin", "site", "counts"),
    [
        ("http://testserver", "same-origin", True),
        ("http://testserver", "", True),
        ("https://testserver", "same-origin", True),  # a proxy kept silent about TLS
        ("https://testserver", "", False),
        ("http://testserver", "cross-site", False),
        (CLUB, "cross-site", False),
        (CLUB, "same-site", False),
        (CLUB, "", False),
    ],
)
def test_where_any_site_may_call_our_own_pages_keep_their_cookie(origin: str, site: str, counts: bool) -> None:
    async def told(request: Request) -> PlainTextResponse:
        return PlainTextResponse(request.headers.get("cookie", ""))

    app = Starlette(routes=[Route("/api/v1/me", told, methods=["GET", "POST"])])
    headers = {"origin": origin, "cookie": "guest=1", **({"sec-fetch-site": site} if site else {})}
    with TestClient(Security(app, "100000/second", cors="*")) as any_site:
        for method in ("GET", "POST"):
            given = any_site.request(method, "/api/v1/me", headers=headers)
            assert (given.status_code, given.text) == (200, "guest=1" if counts else "")
            assert ("access-control-allow-origin" in given.headers) is not counts


@pytest.mark.parametrize("wrong", ["club.example", "https://club.example/", "https://a.example,https://b.example"])
def test_a_site_that_cannot_be_one_is_named(wrong: str) -> None:
    with pytest.raises(SettingsError, match="GUNBAI_CORS"):
        read_settings({"GUNBAI_CORS": wrong})
    assert read_settings({"GUNBAI_CORS": f"{CLUB} https://other.example:8443"}).cors
