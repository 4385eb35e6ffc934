"""Wrong on purpose: each gets a clear problem document and changes nothing."""

from __future__ import annotations

from typing import Any

import pytest
from starlette.testclient import TestClient

from tests.web.people import BAND, Person, Table, problem

LONG = "x" * 5000
DEEP = b'{"ask":"1-red","answer":' + b"[" * 20_000 + b"]" * 20_000 + b"}"
BODIES: tuple[tuple[str, bytes, tuple[int, ...]], ...] = (
    ("nothing", b"", (400,)),
    ("no JSON", b"{", (400,)),
    ("no UTF-8", b'{"ask":"\xff"}', (400, 422)),
    ("a list", b"[]", (422,)),
    ("a number", b"7", (422,)),
    ("a field missing", b'{"ask":"1-red"}', (422,)),
    ("a field too many", b'{"ask":"1-red","answer":1,"admin":true}', (422,)),
    ("a wrong type", b'{"ask":7,"answer":1}', (422,)),
    ("a wrong version", b'{"ask":"1-red","answer":1,"expected_version":"x"}', (422,)),
    ("a huge version", b'{"ask":"1-red","answer":1,"expected_version":' + b"9" * 400 + b"}", (400, 409, 422)),
    ("too deep", DEEP, (400, 409, 422)),
    ("NaN", b'{"ask":"1-red","answer":NaN}', (400,)),
    ("a surrogate", b'{"ask":"\\ud800","answer":1}', (400, 409, 422)),
)


@pytest.mark.parametrize(("name", "body", "statuses"), BODIES, ids=[row[0] for row in BODIES])
@pytest.mark.parametrize("route", ["answers", "preview"])
def test_malformed_bodies(table: Table, route: str, name: str, body: bytes, statuses: tuple[int, ...]) -> None:
    before = table.picture()
    more = (422,) if route == "preview" and name == "a field missing" else ()
    given = table.red.call("POST", f"{table.path}/{route}", content=body)
    if route == "preview" and name == "a field missing":
        problem(given, 409, *more)
    else:
        problem(given, *statuses)
    assert table.picture() == before


@pytest.mark.parametrize("route", ["answers", "preview"])
@pytest.mark.parametrize(
    "raw",
    [None, 7, "", "no-such", "4", [], {}, [[0, 0]], {"pick": "step"}, {"pick": "step", "then": {"run": -1}}, LONG],
)
def test_answers_that_are_no_answers(table: Table, route: str, raw: Any) -> None:
    before = table.picture()
    given = table.red.post(f"{table.path}/{route}", {"ask": table.question("red")["id"], "answer": raw})
    if route == "answers":
        said = problem(given, 422)
        assert said["refusal"]["code"]
        assert said["refusal"]["clause"]
        assert said["version"] == table.version
        assert len(given.text) < 2000
    else:
        assert given.status_code == 200
        assert not given.json()["legal"]
    assert table.picture() == before


def test_stale_versions_and_questions_are_409(table: Table) -> None:
    ask = table.question("red")["id"]
    table.bids()
    before = table.picture()
    for body in (
        {"ask": ask, "answer": "1"},
        {"ask": table.question("red")["id"], "answer": "done", "expected_version": 1},
        {"ask": table.question("red")["id"], "answer": "done", "expected_version": 10**9},
    ):
        said = problem(table.red.post(f"{table.path}/answers", body), 409)
        assert said["version"] == table.version
    for unknown in ("999-red", "", "x" * 300):
        problem(table.red.post(f"{table.path}/answers", {"ask": unknown, "answer": "done"}), 404, 409)
    assert table.picture() == before


def test_answers_for_another_seat_are_403(table: Table) -> None:
    table.bids()
    before = table.picture()
    ask = table.question("red")["id"]
    stranger = Person(table.client)
    stranger.cookies["gunbai"] = "x" * 43
    tampered = Person(table.client)
    tampered.cookies["gunbai"] = table.red.cookies["gunbai"][:-1] + "~"
    for who in (table.blue, table.watcher, stranger, tampered):
        for body in ({"ask": ask, "answer": "done"}, {"ask": ask, "answer": "done", "seat": "red"}):
            given = who.post(f"{table.path}/answers", body)
            problem(given, 403, 409) if who is table.blue else problem(given, 403)
    keyed = table.watcher.post(f"{table.path}/answers?watch={table.key}", {"ask": ask, "answer": "done"})
    problem(keyed, 403)
    assert table.picture() == before


@pytest.mark.parametrize("id", ["nothing", "x" * 22, "x" * 500, "%2e%2e", "1'--", "%00", "日本"])
def test_unknown_games_are_404(person: Person, id: str) -> None:
    for path in ("", "/events", "/record"):
        problem(person.get(f"/api/v1/games/{id}{path}"), 404)
    for deed in ("answers", "preview", "undo", "join", "no-such"):
        body = {"ask": "1-red", "answer": 1} if deed in ("answers", "preview") else {}
        body = {"seat": "red", "key": "k", "name": "n"} if deed == "join" else body
        problem(person.post(f"/api/v1/games/{id}/{deed}", body), 404)


def test_unknown_deeds_and_methods_are_refused(table: Table) -> None:
    before = table.picture()
    problem(table.red.post(f"{table.path}/burn"), 404)
    for method in ("PUT", "PATCH", "DELETE"):
        problem(table.red.call(method, table.path), 405)
    problem(table.red.get(f"{table.path}/answers"), 404, 405)
    problem(table.red.post(f"{table.path}/undo", {"seat": "green"}), 403)
    problem(table.red.post(f"{table.path}/undo", {"seat": 7}), 422)
    problem(table.red.get(f"{table.path}/events?since=x"), 422)
    assert table.picture() == before


def test_numbers_out_of_range_are_answered(table: Table) -> None:
    for since in (-5, 10**9, 2**63, 2**70):
        given = table.red.get(f"{table.path}/events?since={since}&limit={-since}")
        assert given.status_code in (200, 422), given.text
        said = table.red.get(f"{table.path}/talk?since={since}")
        assert said.status_code == 200, said.text
        assert said.json() == {"lines": []}


@pytest.mark.parametrize("site", ["https://evil.example", "null", "http://testserver.evil.example"])
def test_other_sites_cannot_post(table: Table, site: str) -> None:
    before = table.picture()
    for headers in ({"origin": site}, {"sec-fetch-site": "cross-site"}, {"sec-fetch-site": "same-site"}):
        body = {"ask": table.question("red")["id"], "answer": "1"}
        problem(table.red.post(f"{table.path}/answers", body, headers=headers), 403)
        problem(table.red.post("/games", {}, headers=headers), 403)
    assert table.picture() == before


def test_bodies_beyond_the_limit_are_413(table: Table) -> None:
    before = table.picture()
    path = [[n, n] for n in range(1_000_000)]
    body = {"ask": table.question("red")["id"], "answer": path}
    assert "65536" in problem(table.red.post(f"{table.path}/answers", body), 413)["detail"]

    def streamed() -> Any:
        for _ in range(100):
            yield b"[" * 1000

    problem(table.red.call("POST", f"{table.path}/answers", content=streamed()), 413)
    lying = {"content-length": "zz"}
    problem(table.red.call("POST", f"{table.path}/answers", content=b"x" * 70_000, headers=lying), 400, 413)
    assert table.picture() == before


def test_forged_keys_open_nothing(client: TestClient) -> None:
    table = Table(client)
    other = Table(client)
    thief = Person(client)
    keys = ("", "x", "é", "x" * 24, other.seat_key, table.key, table.links["seats"]["red"].rsplit("/", 1)[1])
    for key in keys:
        body = {"seat": "blue", "key": key, "name": "Thief"}
        problem(thief.post(f"{table.path}/join", body), 403)
        problem(thief.get(f"{table.path}?watch={key}"), 403) if key != table.key else None
        problem(thief.get(f"{table.path}/events?watch={key}"), 403) if key != table.key else None
    assert thief.page(f"/watch/{table.id}/{'x' * 24}").status_code == 403
    assert thief.page(f"/join/{table.id}/blue/{'x' * 24}").status_code == 403
    assert thief.form(f"/join/{table.id}/blue/{'x' * 24}", {"name": "Thief"}).status_code == 403
    assert [s["taken"] for s in table.shown()["seats"]] == [True, False]


def test_taken_seats_and_bad_names_are_refused(client: TestClient, table: Table) -> None:
    before = table.picture()
    third = Person(client)
    late = problem(third.post(f"{table.path}/join", {"seat": "blue", "key": table.seat_key, "name": "Late"}), 422)
    assert late["detail"] == "The seat is taken."
    assert late["refusal"]["code"] == "table.taken"
    fresh = Table(client)
    for name, entropy in (("", ""), (" \u200b ", ""), ("n" * 500, "zz"), ("n", "00" * 500)):
        body = {"seat": "blue", "key": fresh.seat_key, "name": name, "entropy": entropy}
        given = Person(client).post(f"{fresh.path}/join", body)
        assert given.status_code == 422, f"{name!r} {entropy[:9]!r}: {given.text}"
        problem(given, 422)
    assert fresh.shown()["status"] == "open"
    assert table.picture() == before


SKIRMISH = {"system": "ronin", "scenario": "skirmish"}
DEVILS = {"sample": "red-devils"}
NEW: tuple[dict[str, Any], ...] = (
    {"system": "chess"},
    {"scenario": "no-such", "system": "ronin"},
    {"sides": []},
    {"sides": [{"seat": "red", "roster": DEVILS}], **SKIRMISH},
    {"sides": [{"seat": "red", "roster": DEVILS}, {"seat": "blue", "roster": 7}], **SKIRMISH},
    {"options": {"points": 10**40}, **SKIRMISH},
    {"sides": [{"seat": "red", "roster": BAND}, {"seat": "red", "roster": BAND}]},
    {"sides": [{"seat": "red", "roster": BAND, "player": "god"}, {"seat": "blue", "roster": BAND}]},
    {"sides": [{"seat": "red", "roster": BAND}, {"seat": "blue", "roster": {"sample": "no-such"}}]},
    {"sides": [{"seat": "red", "roster": None, "player": "bot"}, {"seat": "blue", "roster": BAND}]},
    {"sides": [{"seat": "x" * 200, "roster": BAND}, {"seat": "blue", "roster": BAND}]},
    {"options": []},
)


@pytest.mark.parametrize("change", NEW, ids=[str(n) for n in range(len(NEW))])
def test_set_ups_that_are_not_legal(person: Person, change: dict[str, Any]) -> None:
    plain = {
        "system": "toy", "scenario": "meadow",
        "sides": [{"seat": "red", "roster": BAND}, {"seat": "blue", "roster": BAND}],
    }  # fmt: skip
    problem(person.post("/api/v1/games", {**plain, **change}), 422)
    assert person.get("/api/v1/games").json()["mine"] == []


def test_get_changes_nothing(table: Table) -> None:
    table.bids()
    before = table.picture()
    for who in (table.red, table.blue, table.watcher):
        for path in ("", "/events", "/record", "/undo", "/resign", "/pause", "/answers", "/join"):
            assert who.get(table.path + path).status_code < 500
        for path in ("play/{}", "play/{}/resign", "wait/{}", f"watch/{{}}/{table.key}"):
            assert who.page("/" + path.format(table.id)).status_code < 500, path
    assert table.picture() == before


def test_crash_in_a_rule_is_a_case_and_the_game_goes_on(client: TestClient) -> None:
    table = Table(client, crash=True).sit().bids()
    before = table.picture()
    said = problem(table.say("red", {"pick": "step", "then": {"run": 2, "walk": 0}}), 500)
    assert "case" in said["detail"]
    assert "ZeroDivision" not in str(said)
    assert table.picture() == before
    assert table.say("red", {"pick": "step", "then": {"run": 1, "walk": 1}}).status_code == 200
