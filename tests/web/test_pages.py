"""Pages answer with what they promise, and errors have a page of their own."""

from __future__ import annotations

import re
from html import escape

import pytest
from httpx2 import Response
from starlette.testclient import TestClient

from app.systems import SYSTEMS
from app.web.server.security import HEADERS, PARTS
from tests.web.people import Person, Table


def is_page(given: Response, status: int = 200) -> str:
    """The page, well headed and whole."""
    assert given.status_code == status, given.text[:300]
    assert given.headers["content-type"].startswith("text/html")
    assert given.text.rstrip().endswith("</html>")
    return str(given.text)


def ronin(person: Person, way: str = "same") -> str:
    """The id of a quick game of Ronin."""
    made = person.form("/games", {"way": way, "name": "Aki"})
    assert made.status_code == 303, made.text[:300]
    return made.headers["location"].rsplit("/", 1)[1]


@pytest.mark.parametrize("path", ["/", "/new", "/rules", "/roster", "/rules/ronin"])
def test_open_pages_answer_in_both_languages(person: Person, path: str) -> None:
    english = is_page(person.page(path))
    person.cookies["gunbai-lang"] = "es"
    spanish = is_page(person.page(path))
    assert '<html lang="en"' in english
    assert '<html lang="es"' in spanish
    assert english != spanish


def test_the_shelf_leads_to_every_rulebook(person: Person) -> None:
    shelf = is_page(person.page("/rules"))
    for system in SYSTEMS:
        assert f'href="/rules/{system.key}"' in shelf
        book = is_page(person.page(f"/rules/{system.key}"))
        for clause in (next(iter(system.rulebook("en"))).id, "ENG-SEA-01"):
            assert f'id="{clause}"' in book
        for said in ("compatible", "name"):
            assert escape(system.sentences[f"system.{said}"]) in book
            assert escape(system.sentences[f"system.{said}"]) in shelf


def test_clauses_at_a_table_lead_into_its_own_rulebook(person: Person) -> None:
    game = ronin(person)
    for path in (f"/play/{game}", f"/play/{game}/prompt?seat=red"):
        links = re.findall(r'class="clause" href="([^"]*)"', person.page(path).text)
        assert all(re.fullmatch(r"/rules/ronin#[A-Z]{3}-[A-Z]{3}-\d+", link) for link in links), links
        assert links or "prompt" in path
    assert 'data-rules="/rules/ronin"' in person.page(f"/play/{game}").text


def test_quick_game_opens_its_room(person: Person) -> None:
    html = is_page(person.page(f"/play/{ronin(person)}"))
    assert "<svg" in html
    assert 'id="prompt"' in html


def test_seat_can_be_taken_by_its_link(client: TestClient, person: Person) -> None:
    game = ronin(person, "link")
    page = is_page(person.page(f"/wait/{game}"))
    link = re.search(rf'http://testserver(/join/{game}/blue/[^"]+)', page)
    assert link is not None
    other = Person(client)
    is_page(other.page(link[1]))
    is_page(other.form(link[1], {"name": "  "}), 422)
    sat = other.form(link[1], {"name": "Mika"})
    assert sat.headers["location"] == f"/play/{game}"
    is_page(other.page(f"/play/{game}"))
    assert person.page(f"/wait/{game}").headers["location"] == f"/play/{game}"


def test_watchers_see_the_board_without_a_question(client: TestClient, person: Person) -> None:
    game = ronin(person)
    room = is_page(person.page(f"/play/{game}"))
    link = re.search(rf"/watch/{game}/[\w-]+", room)
    assert link is not None
    html = is_page(Person(client).page(link[0]))
    assert "<svg" in html
    assert f'action="/play/{game}/answers"' not in html


def test_answers_of_the_page_lead_to_the_next_question(person: Person) -> None:
    game = ronin(person)
    for seat in ("red", "blue"):
        shown = person.get(f"/api/v1/games/{game}?seat={seat}").json()
        asked = [q for q in shown["questions"] if q["mine"] and not q["sealed"]]
        if asked and asked[0]["domain"]["kind"] == "pick":
            key = next(o["key"] for o in asked[0]["domain"]["options"] if o["no"] is None)
            fields = {"seat": seat, "ask": asked[0]["id"], "at": f'["{key}"]', "command": "c1"}
            answered = person.form(f"/play/{game}/answers", fields)
            assert answered.status_code == 200, answered.text[:300]
            assert "<html" not in answered.text
            again = person.form(f"/play/{game}/answers", {**fields, "command": "c2"})
            assert again.status_code == 409
            return
    raise AssertionError("nobody is asked to pick")


ERRORS = (
    ("/no-such", 404), ("/rules/chess", 404), ("/play/none", 404), ("/wait/none", 404), ("/watch/none/key", 404),
    ("/join/none/red/key", 404), ("/static/none.css", 404), ("/static/%2e%2e/pyproject.toml", 404),
)  # fmt: skip


@pytest.mark.parametrize(("path", "status"), ERRORS)
def test_errors_have_a_page(person: Person, path: str, status: int) -> None:
    assert str(status) in is_page(person.page(path), status)


def test_rooms_are_closed_to_strangers(client: TestClient, person: Person) -> None:
    game = ronin(person)
    stranger = Person(client)
    assert stranger.page(f"/play/{game}").headers["location"] == "/"
    is_page(stranger.page(f"/watch/{game}/{'x' * 24}"), 403)
    is_page(stranger.page(f"/wait/{ronin(person, 'link')}"), 403)


@pytest.mark.parametrize(
    ("path", "fields"),
    [
        ("/games", {"way": "no-such"}),
        ("/games", {"system": "chess"}),
        ("/new", {}),
        ("/new", {"scenario": "no-such", "points": "-1", "band_a": "x", "band_b": "y"}),
        ("/new", {"scenario": "skirmish", "points": "9" * 50, "layout": "no-such", "band_a": "sample:x"}),
    ],
)
def test_forms_that_cannot_be_meant_come_back_with_words(person: Person, path: str, fields: dict[str, str]) -> None:
    is_page(person.form(path, fields), 422)


def test_language_is_chosen_and_leads_nowhere_else(person: Person) -> None:
    chosen = person.form("/lang", {"lang": "es", "next": "/rules/ronin"})
    assert chosen.headers["location"] == "/rules/ronin"
    assert person.cookies["gunbai-lang"] == "es"
    for next in ("//evil.example", "https://evil.example", "/\\evil.example", "javascript:1"):
        location = person.form("/lang", {"lang": "xx", "next": next}).headers["location"]
        assert location.startswith("/")
        assert location[1:2] not in ("/", "\\")
    assert person.cookies["gunbai-lang"] == "es"


def every_kind(client: TestClient, table: Table) -> list[Response]:
    """A response of every kind."""
    who = table.red
    return [
        who.page("/"), who.page("/no-such"), who.page("/rules"), who.get(table.path), who.get("/api/v1/openapi.json"),
        who.get("/static/img/gunbai.svg"), who.get("/static/none.css"), who.get("/sw.js"),
        who.get("/healthz"), who.call("DELETE", table.path), who.post("/lang"),
        who.post("/games", headers={"origin": "https://evil.example"}), who.post(f"{table.path}/answers", "x" * 70_000),
        who.call("POST", f"{table.path}/answers", content=b"{"), who.call("HEAD", "/"), who.call("OPTIONS", table.path),
        who.get(f"{table.path}/record"), who.get(f"{table.path}/events?since=x"),
    ]  # fmt: skip


def test_every_response_carries_the_security_headers(client: TestClient, table: Table) -> None:
    for given in every_kind(client, table):
        for name, value in HEADERS.items():
            assert given.headers.get(name) == value, f"{given.request.url} {given.status_code} lacks {name}"
        policy = given.headers["content-security-policy"]
        assert "unsafe" not in policy
        assert "default-src 'none'" in policy
        assert "frame-ancestors 'none'" in policy
        assert "server" not in given.headers


@pytest.mark.parametrize("path", ["css/page/base.css", "js/page/every.js"])
def test_a_script_or_a_style_sheet_says_of_what_kind_it_is_and_for_whom(client: TestClient, path: str) -> None:
    given = client.get(f"/static/{path}")
    assert {name: given.headers.get(name) for name in HEADERS} == {**dict.fromkeys(HEADERS), **PARTS}


def test_pages_hold_no_inline_script_or_style(client: TestClient, person: Person) -> None:
    game = ronin(person)
    for path in ("/", "/new", "/rules", "/rules/ronin", "/no-such", f"/play/{game}"):
        html = person.page(path).text
        assert not re.search(r"<script(?![^>]*\bsrc=)(?![^>]*type=\"application/json\")", html), path
        assert not re.search(r"<style|\sstyle=|\son\w+=\"|javascript:", html), path
        assert not re.search(r"(src|href)=\"(https?:)?//(?!testserver)", html), path


def test_cookie_is_for_the_server_alone(client: TestClient) -> None:
    made = Person(client).form("/games", {"way": "same", "name": "Aki"})
    cookie = made.headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=lax" in cookie
    assert "path=/" in cookie
    assert "domain" not in cookie


def test_names_are_shown_as_text(client: TestClient, person: Person) -> None:
    made = person.form("/games", {"way": "same", "name": "<script>alert(1)</script>"})
    html = is_page(person.page(made.headers["location"]))
    assert "<script>alert" not in html
    assert "&lt;script&gt;" in html


def test_broken_handler_is_a_problem_that_tells_nothing(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise RuntimeError("secret words")

    monkeypatch.setattr("app.games.service.look.infos", broken)
    given = Person(client).get("/api/v1/games")
    assert given.status_code == 500
    assert given.headers["content-type"] == "application/problem+json"
    assert given.headers["content-security-policy"]
    assert "secret words" not in given.text


@pytest.mark.parametrize(("chosen", "told"), [("", "final"), ("always", "always"), ("never", "never"), ("x", "final")])
def test_a_table_is_told_what_its_reader_confirms(person: Person, chosen: str, told: str) -> None:
    game = ronin(person)
    person.cookies["gunbai-confirm"] = chosen
    assert f'data-confirm="{told}"' in person.page(f"/play/{game}").text


@pytest.mark.parametrize(("chosen", "told"), [("", "normal"), ("quick", "quick"), ("off", "off"), ("x", "normal")])
def test_a_table_is_told_how_quickly_its_reader_is_shown_what_happens(person: Person, chosen: str, told: str) -> None:
    game = ronin(person)
    person.cookies["gunbai-pictures"] = chosen
    assert f'data-pictures="{told}"' in person.page(f"/play/{game}").text


@pytest.mark.parametrize(
    ("chosen", "told"), [("", "sub-log"), ("moves", "sub-moves"), ("talk", "sub-talk"), ("x", "sub-log")]
)
def test_a_log_shows_what_its_reader_chose(person: Person, chosen: str, told: str) -> None:
    game = ronin(person)
    person.cookies["gunbai-log"] = chosen
    chosen_input = re.findall(r'name="sub" id="([a-z-]+)" value="[a-z]*" checked', person.page(f"/play/{game}").text)
    assert chosen_input == [told]


def test_a_table_says_how_its_sides_stand(person: Person) -> None:
    text = person.page(f"/play/{ronin(person)}").text
    strip = text[text.index('<div id="strip">') :]
    assert strip.count('class="stands ') == 2
    assert re.search(r"Models lost: 0 of \d+\. Beyond \d+, below half strength", strip)
    assert "0 VP" in strip
