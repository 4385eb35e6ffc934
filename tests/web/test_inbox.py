"""The inbox of a person, and the bell that counts what is unread of it."""

from __future__ import annotations

import re
import time
from html import unescape
from typing import Any

import pytest
from starlette.testclient import TestClient

from tests.web.people import Person
from tests.web.test_campaign_pages import founded, joined, sent
from tests.web.test_lobby import account as signed_up


@pytest.fixture(scope="module")
def two(client: TestClient) -> tuple[Person, Person]:
    """A host and a player of a campaign that has begun."""
    return signed_up(client, "BoxHana"), signed_up(client, "BoxMika")


def told(person: Person, least: int) -> list[dict[str, Any]]:
    """What somebody was told, once it is so much."""
    for _ in range(600):
        found: list[dict[str, Any]] = person.get("/api/v1/me/inbox").json()["told"]
        if len(found) >= least:
            return found
        time.sleep(0.05)
    raise AssertionError(found)


def test_what_a_campaign_tells_lies_there_with_the_page_it_is_about(two: tuple[Person, Person]) -> None:
    hana, mika = two
    path = founded(hana, "Box War", open="true")
    joined(hana, path, "Herons", 1)
    joined(mika, path, "Cranes", 2)
    assert mika.page("/account/notices/bell").status_code == 204
    assert sent(hana, f"{path}/host", "start", {}).status_code == 303
    (row,) = told(mika, 1)
    assert (row["text"], row["path"], row["read"]) == ("Box War: a new round has begun.", path, False)
    fixture = next(iter(hana.get(f"/api/v1/campaigns/{path.rpartition('/')[2]}").json()["fixtures"]))
    battle = f"{path}/battle/{fixture}"
    assert sent(hana, battle, "propose", {"time_1": "2999-01-01T10:00", "offset_1": "0"}).status_code == 422
    soon = time.strftime("%Y-%m-%dT%H:%M", time.gmtime(time.time() + 2 * 86_400))
    assert sent(hana, battle, "propose", {"time_1": soon, "offset_1": "0"}).status_code == 303
    latest = told(mika, 2)[0]
    assert latest["path"] == f"{battle}#dates"
    bell = mika.page("/account/notices/bell").text
    assert ">2<" in bell
    assert "2 unread notices" in bell
    assert hana.get("/api/v1/me/inbox").json()["unread"] == 1, "who offers dates is not told of them"


def test_a_line_leads_to_its_page_and_is_read_then(two: tuple[Person, Person]) -> None:
    _, mika = two
    page = unescape(mika.page("/account/notices").text)
    line = re.search(r'href="(/account/notices/told/\d+)"><b>Box War: dates for your battle are proposed.', page)
    assert line
    given = mika.page(line[1])
    assert given.status_code == 303
    assert given.headers["location"].endswith("#dates")
    assert ">1<" in mika.page("/account/notices/bell").text
    spanish = mika.call("GET", "/account/notices", headers={"accept": "text/html", "accept-language": "es"})
    assert "Box War: se proponen fechas para tu batalla." in spanish.text or "Box War:" in spanish.text
    assert mika.form("/account/notices/read", {}).status_code == 303
    assert mika.page("/account/notices/bell").status_code == 204
    assert {row["read"] for row in mika.get("/api/v1/me/inbox").json()["told"]} == {True}


@pytest.mark.parametrize("id", [10**20, 1 << 31, 0, -1])
def test_a_number_that_nothing_has_is_of_nothing(two: tuple[Person, Person], id: int) -> None:
    hana, _ = two
    unread = hana.get("/api/v1/me/inbox").json()["unread"]
    assert hana.page(f"/account/notices/told/{id}").headers["location"] == "/account/notices"
    assert hana.post("/api/v1/me/inbox", {"id": id}).json()["unread"] == unread


def test_nobody_reads_what_another_was_told(two: tuple[Person, Person], client: TestClient) -> None:
    hana, mika = two
    id = told(hana, 1)[0]["id"]
    assert mika.page(f"/account/notices/told/{id}").headers["location"] == "/account/notices"
    assert mika.post("/api/v1/me/inbox", {"id": id}).status_code == 200
    assert hana.get("/api/v1/me/inbox").json()["unread"] == 1
    assert hana.post("/api/v1/me/inbox", {"id": id}).json()["unread"] == 0
    assert Person(client).get("/api/v1/me/inbox").status_code == 401


def test_what_one_does_not_want_to_know_is_not_kept(two: tuple[Person, Person]) -> None:
    hana, mika = two
    assert mika.call("PATCH", "/api/v1/me", json={"prefs": {"kinds": {"campaign": False}}}).status_code == 200
    before = len(told(mika, 2))
    path = founded(hana, "Quiet War", open="true")
    joined(hana, path, "Owls", 1)
    joined(mika, path, "Rooks", 2)
    assert sent(hana, f"{path}/host", "start", {}).status_code == 303
    told(hana, 2)
    assert len(told(mika, 2)) == before
