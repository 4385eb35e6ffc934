"""A game over REST from its laying to its verified record."""

from __future__ import annotations

from typing import Any

import pytest
from starlette.testclient import TestClient

from app.games.verify import verify
from tests.toy import TOY
from tests.web.people import BAND, Person, Table, problem

DEEDS = ("undo", "takeback", "consent", "resign", "pause", "resume", "stand-in", "checkpoint")


def test_whole_game_can_be_played_and_verified(client: TestClient) -> None:
    table = Table(client, turns=1)
    assert table.shown()["status"] == "open"
    table.sit()
    assert table.shown()["status"] == "playing"
    assert table.say("red", "2").json()["events"] == []
    assert table.say("blue", "3").json()["version"] == table.version
    step = {"pick": "step", "then": {"run": 1, "walk": 1}}
    before = table.version
    assert table.say("red", step, expected_version=before).status_code == 200
    undone = table.red.post(f"{table.path}/undo")
    assert undone.status_code == 200
    events = table.red.get(f"{table.path}/events?since={before}").json()["events"]
    assert [e["kind"] for e in events] == ["toy.stepped", "engine.undone"]
    assert events[0]["struck"]
    problem(table.red.get(f"{table.path}/record"), 409)
    assert table.blue.post(f"{table.path}/resign").status_code == 200
    assert table.shown()["status"] == "over"
    assert table.shown()["outcome"]["winner"] == "red"
    record = table.watcher.get(f"{table.path}/record?watch={table.key}")
    assert record.status_code == 200
    assert verify(record.json(), [TOY]) == []


def test_events_have_no_holes_for_anybody(table: Table) -> None:
    table.bids()
    for who, key in ((table.red, ""), (table.blue, ""), (table.watcher, f"&watch={table.key}")):
        given = who.get(f"{table.path}/events?since=0{key}").json()
        assert [e["version"] for e in given["events"] if not e["part"]] == list(range(1, given["version"] + 1))
        later = who.get(f"{table.path}/events?since=2&limit=2{key}").json()["events"]
        assert [e["version"] for e in later] == [3, 4]


def test_same_command_twice_is_applied_once(table: Table) -> None:
    table.bids()
    body = {"ask": table.question("red")["id"], "answer": {"pick": "step", "then": {"run": 2, "walk": 0}}}
    body["command_id"] = "c-1"
    first = table.red.post(f"{table.path}/answers", body)
    again = table.red.post(f"{table.path}/answers", body)
    assert first.status_code == again.status_code == 200
    assert first.json() == again.json()
    assert table.version == first.json()["version"]


def test_preview_tells_what_lies_below_and_changes_nothing(table: Table) -> None:
    table.bids()
    before = table.picture()
    ask = table.question("red")["id"]
    below = table.red.post(f"{table.path}/preview", {"ask": ask, "answer": {"pick": "step"}}).json()
    assert below["domain"]["kind"] == "split"
    no = table.red.post(f"{table.path}/preview", {"ask": ask, "answer": "no-such"}).json()
    assert not no["legal"]
    assert no["no"]["code"] == "ask.not-offered"
    assert table.picture() == before


def test_pause_stops_answers_until_resumed(table: Table) -> None:
    assert table.red.post(f"{table.path}/pause", {"reason": "tea"}).status_code == 200
    assert "pause" in problem(table.say("red", "1"), 422)["refusal"]["code"]
    assert table.blue.post(f"{table.path}/resume").status_code == 200
    assert table.say("red", "1").status_code == 200


def test_takeback_needs_the_others_consent(table: Table) -> None:
    table.bids()
    assert table.say("red", "gamble").status_code == 200
    problem(table.red.post(f"{table.path}/undo"), 422)
    assert table.red.post(f"{table.path}/takeback").status_code == 200
    assert table.blue.post(f"{table.path}/consent", {"yes": True}).status_code == 200
    assert table.shown()["view"]["notes"][0]["facts"] == {"red": 1, "blue": 3}
    assert table.say("red", "gamble").status_code == 200


def test_lists_show_own_and_listed_games_only(client: TestClient, person: Person, table: Table) -> None:
    mine = [g["id"] for g in table.red.get("/api/v1/games").json()["mine"]]
    assert table.id in mine
    seen = person.get("/api/v1/games").json()
    assert seen["mine"] == []
    assert table.id not in [g["id"] for g in seen["live"]]
    body: dict[str, Any] = {
        "system": "toy", "scenario": "meadow", "listed": True,
        "sides": [{"seat": "red", "roster": BAND, "player": "bot"}, {"seat": "blue", "roster": BAND}],
    }  # fmt: skip
    listed = Person(client).post("/api/v1/games", body).json()["id"]
    assert listed in [g["id"] for g in person.get("/api/v1/games").json()["live"]]
    assert person.get(f"/api/v1/games/{listed}").json()["seat"] is None


def test_documented_example_makes_a_game(client: TestClient, person: Person) -> None:
    book = client.get("/api/v1/openapi.json").json()
    body = book["paths"]["/api/v1/games"]["post"]["requestBody"]["content"]["application/json"]["example"]
    made = person.post("/api/v1/games", body)
    assert made.status_code == 201, made.text


JUNK: tuple[Any, ...] = (None, [], {}, 0, "x", {"a": {"b": [1, {"c": None}]}}, [[]] * 50, {"seat": None}, {"ask": []})


def filled(path: str, game: str) -> str:
    """The path with its parameters filled in."""
    return path.replace("{game}", game).replace("{deed}", "undo")


def test_no_documented_route_breaks_on_junk(client: TestClient, table: Table) -> None:
    book = client.get("/api/v1/openapi.json").json()
    before = table.picture()
    stranger = Person(client)
    for path, row in book["paths"].items():
        for method, told in row.items():
            names = [p["name"] for p in told.get("parameters", ()) if p["in"] == "query"]
            query = "&".join(f"{name}=%00%FF'" for name in names)
            for who, junk in ((w, j) for w in (table.blue, stranger) for j in JUNK):
                body = {"json": junk} if method == "post" else {}
                given = who.call(method.upper(), f"{filled(path, table.id)}?{query}", **body)
                assert given.status_code < 500, f"{method} {path} {junk}: {given.text[:200]}"
                if given.status_code >= 400:
                    problem(given, given.status_code)
    assert table.picture() == before


@pytest.mark.parametrize("path", ["/games", "/new", "/lang", "/join/x/red/k", "/play/x/answers", "/play/x/undo"])
def test_no_form_breaks_on_junk(person: Person, path: str) -> None:
    kinds = ("application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "multipart/form-data", "x/y")
    for kind in kinds:
        for body in (b"", b"\xff\xfe=%FF%00", b"--x\r\n\r\nx", b"a=" * 5000, b"way=%00&name=%F0%9F%98"):
            given = person.call("POST", path, content=body, headers={"content-type": kind})
            assert given.status_code < 500, f"{kind} {body[:20]!r}: {given.text[:200]}"


@pytest.mark.parametrize("deed", DEEDS)
def test_every_deed_is_for_seats_only(table: Table, deed: str) -> None:
    before = table.picture()
    problem(table.watcher.post(f"{table.path}/{deed}"), 403)
    problem(Person(table.client).post(f"{table.path}/{deed}", {"seat": "red"}), 403)
    assert table.picture() == before
