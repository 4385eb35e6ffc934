"""Long lists for programs, a part at a time: nothing is left out or told twice, whatever comes meanwhile."""

from __future__ import annotations

import json
from base64 import urlsafe_b64encode
from typing import Any

import pytest
from starlette.testclient import TestClient

from app.web.page.cursors import NUMBER, STAMPED, TOLD_AT, next_of, place_of
from app.web.page.errors import Bad
from tests.web.people import BAND, Person
from tests.web.scene import House

OPEN: dict[str, Any] = {
    "system": "toy", "scenario": "meadow", "name": "Aki", "visibility": "listed",
    "sides": [{"seat": "red", "roster": BAND, "player": "me"}, {"seat": "blue", "roster": BAND}],
}  # fmt: skip
FEW = 2


@pytest.fixture(scope="module")
def house(client: TestClient) -> House:
    """A server with its host."""
    return House(client)


def laid(person: Person) -> str:
    """A table that waits for somebody."""
    made = person.post("/api/v1/games", OPEN)
    assert made.status_code == 201, made.text
    return str(made.json()["id"])


def walked(person: Person, path: str, rows: str, key: str, following: str = "next", between: Any = None) -> list[Any]:
    """The ids of a whole list, part by part."""
    found, after = list[Any](), ""
    for _ in range(60):
        told = person.get(path, params={"after": after}).json()
        found += [row[key] for row in told[rows]]
        assert len(told[rows]) <= FEW
        if told[following] is None:
            return found
        after = told[following]
        if between:
            between()
    raise AssertionError("it does not end")


def test_a_lobby_is_read_to_its_end_though_tables_are_laid_meanwhile(
    person: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.web.lobby.api.PAGE", FEW)
    before = {laid(person) for _ in range(5)}
    found = walked(person, "/api/v1/lobby", "open", "id", "open_next", lambda: laid(person))
    assert len(found) == len({*found})
    assert before <= {*found}


def test_ones_own_games_are_told_to_the_first(person: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.web.table.api.MINE", FEW)
    mine = [laid(person) for _ in range(5)]
    found = walked(person, "/api/v1/games", "mine", "id", between=lambda: laid(person))
    assert len(found) == len({*found})
    assert {*mine} <= {*found}


def test_campaigns_are_told_to_the_last(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.web.campaigns.api.MANY", FEW)
    host = house.browser(house.host)
    for n in range(5):
        body = {"name": f"War {n}", "system": "ronin", "settings": {"public": True, "points": 200}}
        assert host.post("/api/v1/campaigns", body).status_code == 201
    found = walked(host, "/api/v1/campaigns", "public", "name")
    assert sorted(found) == [f"War {n}" for n in range(5)]


def test_a_host_reads_all_reports_and_cases(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.web.host.api.PAGE", FEW)
    for n in range(4):
        house.run(house.site.bonds.report, house.host.id, house.host.id, f"rude {n}")
        house.breaks()
    host = house.browser(house.host)
    for path, rows in (("reports", "reports"), ("cases", "cases")):
        total = host.get(f"/api/v1/admin/{path}").json()["total"]
        found = walked(host, f"/api/v1/admin/{path}", rows, "id")
        assert found == sorted({*found}, reverse=True)
        assert len(found) == total >= 5


def test_an_inbox_is_read_to_the_oldest(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.web.people.api.TOLD", FEW)
    row = {"guest_id": house.host.id, "kind": "challenge", "facts": {}, "read": False}
    house.run(house.site.games.store.run, told_of, row)
    found = walked(house.browser(house.host), "/api/v1/me/inbox", "told", "id")
    assert found == sorted({*found}, reverse=True)
    assert len(found) >= 5


def told_of(db: Any, row: dict[str, Any]) -> None:
    """Somebody was told five things, three of them at one moment."""
    from app.store.house_tables import inbox

    for n in range(5):
        db.execute(inbox.insert(), {**row, "path": f"/{n}", "wait": str(n), "at_ms": 1000 + max(0, n - 2)})


@pytest.mark.parametrize(
    "cursor", ["x", "é", "bnVsbA", "WyIiLDFd", "WzEsMl0", "eA" * 400, "AAAA", "%00", "WyJcdTAwMDAiLCJhIl0"]
)
def test_what_is_no_cursor_is_refused_in_words(person: Person, cursor: str) -> None:
    told = person.get("/api/v1/lobby", params={"after": cursor})
    assert (told.status_code, told.json()["detail"]) == (
        422,
        "This is no cursor of this list: begin again without one.",
    )


def test_a_cursor_is_of_its_own_kind_of_list() -> None:
    assert place_of("", STAMPED) is None
    cursor = next_of([("2026-11-30T00:00:00Z", "abc")], 1, lambda row: row)
    assert cursor is not None
    assert place_of(cursor, STAMPED) == ("2026-11-30T00:00:00Z", "abc")
    with pytest.raises(Bad):
        place_of(cursor, NUMBER)
    assert next_of([("a", "b")], 2, lambda row: row) is None


@pytest.mark.parametrize("number", [-1, 1 << 31, 1 << 40])
def test_a_made_up_cursor_asks_for_no_number_that_no_table_has(number: int) -> None:
    made_up = urlsafe_b64encode(json.dumps([1, number]).encode()).decode()
    with pytest.raises(Bad):
        place_of(made_up, TOLD_AT)
