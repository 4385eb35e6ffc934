"""Rosters kept: listed, copied, renamed, shared by link, printed; the same over REST, for their owner alone."""

from __future__ import annotations

import re
from typing import Any

import pytest
from starlette.testclient import TestClient

from app.games import rosters
from app.games.seats import Guest
from tests.web.people import Person, problem

DEVILS = {"system": "ronin", "name": "Devils", "points": 200, "roster": {"sample": "red-devils"}}
API = "/api/v1/rosters"


def kept(person: Person, **changes: Any) -> str:
    """The id of a roster kept over REST."""
    given = person.post(API, {**DEVILS, **changes})
    assert given.status_code == 201, given.text
    return str(given.json()["id"])


def link(person: Person, id: str) -> str:
    """The path at which a roster is shared."""
    return str(person.get(f"{API}/{id}").json()["link"])


# -- pages ------------------------------------------------------------------------------


def test_the_list_shows_points_and_whether_each_is_lawful(person: Person) -> None:
    kept(person)
    assert person.page("/rosters").text.count("#i-cross") == 0
    kept(person, points=100, name="Too dear")
    page = person.page("/rosters").text
    assert "2 of 50 kept" in page
    assert page.count('<span class="tag ok">') == page.count('<span class="tag no">') == 1
    assert "197 <small>of 100</small>" in page


def test_every_system_is_listed_with_its_ready_rosters(person: Person) -> None:
    page = person.page("/rosters").text
    for source in ("ronin:red-devils", "celtos:black-pass", "daimyo:takeda", "kensei:buke_500"):
        assert f'value="sample:{source}"' in page


def test_a_ready_roster_and_ones_own_are_copied(person: Person) -> None:
    first = person.form("/roster/copy", {"from": "sample:daimyo:takeda"}).headers["location"]
    page = person.page(first).text
    assert "A lawful roster" in page
    assert 'name="limit" min="300" max="900" value="600"' in page
    second = person.form("/roster/copy", {"from": f"roster:{first.rsplit('/', 1)[1]}"}).headers["location"]
    assert second != first
    assert "Copy of Takeda" in person.page(second).text


@pytest.mark.parametrize("source", ["", "sample:ronin:none", "sample:chess:x", "roster:none", "shared:a:b", "x:y:z"])
def test_what_is_not_there_is_not_copied(person: Person, source: str) -> None:
    assert person.form("/roster/copy", {"from": source}).status_code == 404
    assert not person.cookies


def test_renamed_by_its_owner_only(client: TestClient, person: Person) -> None:
    id = kept(person)
    assert Person(client).form(f"/roster/{id}/rename", {"name": "Mine"}).status_code == 404
    assert person.form(f"/roster/{id}/rename", {"name": " "}).status_code == 422
    assert person.form(f"/roster/{id}/rename", {"name": " Red  Herons "}).status_code == 303
    shown = person.get(f"{API}/{id}").json()
    assert (shown["name"], shown["roster"]["name"]) == ("Red Herons", "Red Herons")


def test_shared_by_its_link(client: TestClient, person: Person) -> None:
    """Whoever has the link reads, takes along and copies the roster; a link with a letter changed leads nowhere."""
    id, other = kept(person), Person(client)
    path = link(person, id)
    page = other.page(path)
    assert page.status_code == 200
    assert "Ii Naomasa" in page.text
    assert "Copy it to mine" in page.text
    assert f'/roster/{id}"' not in page.text
    assert other.page(path + "/json").content == person.page(f"/roster/{id}/json").content
    assert other.page(path[:-1] + ("A" if path[-1] != "A" else "B")).status_code == 404
    assert other.page(path + "/exe").status_code == 404
    source = re.search(r'name="from" value="(shared:[^"]+)"', page.text)
    assert source
    copy = other.form("/roster/copy", {"from": source[1]}).headers["location"]
    assert "Ii Naomasa" in other.page(copy).text
    person.form(f"/roster/{id}/forget", {})
    assert other.page(path).status_code == 404
    assert other.page(copy).status_code == 200


def test_the_owner_prints_and_takes_along(client: TestClient, person: Person) -> None:
    id = kept(person, points=100)
    page = person.page(f"/roster/{id}/print").text
    assert "data-print" in page
    assert link(person, id) in page
    assert "RON-ARM" in page
    for form in ("print", "text", "json"):
        assert person.page(f"/roster/{id}/{form}").status_code == 200
        assert Person(client).page(f"/roster/{id}/{form}").status_code == 404


def test_no_more_than_there_is_room_for(person: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    """A guest keeps fewer than somebody with an account; what is full says so and keeps nothing."""
    assert rosters.room(Guest("a", "A")) == 50
    assert rosters.room(Guest("a", "A", account=True)) == 200
    monkeypatch.setattr(rosters, "MOST", 1)
    id = kept(person)
    assert "You keep 1 rosters already" in problem(person.post(API, DEVILS), 409)["detail"]
    assert "You keep 1 rosters already" in person.form("/roster/copy", {"from": f"roster:{id}"}).text
    text = person.page(f"/roster/{id}/text").text
    assert "You keep 1 rosters already" in person.form("/roster/import", {"system": "ronin", "text": text}).text
    assert len(person.get(API).json()["rosters"]) == 1
    assert person.form(f"/roster/{id}/rename", {"name": "Still mine"}).status_code == 303


# -- REST ------------------------------------------------------------------------------


def test_kept_read_changed_and_forgotten_over_rest(person: Person) -> None:
    id = kept(person)
    shown = person.get(f"{API}/{id}").json()
    assert (shown["name"], shown["spent"], shown["lawful"], shown["refusals"]) == ("Devils", 197, True, [])
    assert person.get(f"{API}/{id}/text").text.startswith("Devils\nRonin\n200 pts\n")
    change = {"name": "Fewer", "points": 100, "roster": shown["roster"]}
    put = person.call("PUT", f"{API}/{id}", json=change).json()
    assert not put["lawful"]
    assert put["refusals"][0]["clause"].startswith("RON-")
    assert "197" in put["refusals"][0]["sentence"]
    assert [(r["id"], r["name"], r["spent"], r["lawful"]) for r in person.get(API).json()["rosters"]] == [
        (id, "Fewer", 197, False)
    ]
    assert person.get(f"{API}?system=kensei").json() == {"rosters": []}
    assert person.call("DELETE", f"{API}/{id}").status_code == 204
    assert person.get(f"{API}/{id}").status_code == 404


def test_others_find_nothing(client: TestClient, person: Person) -> None:
    id, other = kept(person), Person(client)
    for method, path in (("GET", ""), ("GET", "/text"), ("DELETE", ""), ("PUT", "")):
        given = other.call(method, f"{API}/{id}{path}", json={"name": "x", "roster": {}} if method == "PUT" else None)
        problem(given, 404)
    assert other.get(API).json() == {"rosters": []}
    assert person.get(f"{API}/{id}").json()["name"] == "Devils"


def test_checked_without_being_kept(person: Person) -> None:
    roster = {"faction": "bushi", "models": [{"code": "S1", "title": "samurai", "armour": "none"}]}
    given = person.post(f"{API}/check", {**DEVILS, "roster": roster})
    assert given.status_code == 200, given.text
    found = {(no["unit"], no["code"]) for no in given.json()["refusals"]}
    assert ("0", "recruit.armour") in found
    assert any(unit == "" for unit, _ in found)
    assert all(no["sentence"] and no["clause"] for no in given.json()["refusals"])
    assert not person.cookies


@pytest.mark.parametrize(
    "changes",
    [{"system": "chess"}, {"name": "\u200b"}, {"points": 7}, {"points": 10**9}, {"roster": None}, {"roster": 7},
     {"roster": {"models": "x"}}, {"roster": {"sample": "none"}}, {"more": 1}, {"points": "x"}],
)  # fmt: skip
def test_bad_rosters_are_refused_with_a_sentence(person: Person, changes: dict[str, Any]) -> None:
    for path in (API, f"{API}/check"):
        problem(person.post(path, {**DEVILS, **changes}), 422)
    assert not person.cookies


def test_the_requests_are_documented_with_examples_that_work(person: Person) -> None:
    paths = person.get("/api/v1/openapi.json").json()["paths"]
    for path in (API, f"{API}/check"):
        example = paths[path]["post"]["requestBody"]["content"]["application/json"]["example"]
        assert person.post(path, example).status_code in (200, 201)
    assert set(paths[f"{API}/{{id}}"]) == {"get", "put", "delete"}
