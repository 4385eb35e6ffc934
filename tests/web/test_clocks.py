"""Clocks and standing orders as pages, the API and the socket show them."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from starlette.testclient import TestClient

from app.engine.events import Seat
from app.games.results import ClockShown
from app.live.connections import Audience
from app.web.table.clocks import clocks_json, spread, ticking
from tests.web.people import Person, problem
from tests.web.test_answer_time import Duellists, Site, body
from tests.web.test_answer_time import site as site

LIVE = {"kind": "live", "minutes": 10, "increment": 5}


class Clocked(Duellists):
    """A duel with clocks and no time to react; red has thrust, and it is for blue to answer."""

    def __init__(self, client: TestClient, clock: Any = LIVE) -> None:
        self.clock = clock
        super().__init__(client, 0)

    def asked_for(self) -> dict[str, Any]:
        return {**body(0), "clock": self.clock, "zero": "bot"}


def test_the_room_shows_every_clock_and_whose_runs(site: Site) -> None:
    client, sand = site
    table = Clocked(client)
    sand.at += 75
    page = table.red.page(f"/play/{table.id}").text
    rows = re.findall(r'<li class="([^"]*)" data-seat="(\w+)" data-kind="live" data-left="(\d+)"', page)
    assert {seat: (left, "is-running" in kinds) for kinds, seat, left in rows} == {
        "red": ("605000", False), "blue": ("525000", True),
    }  # fmt: skip
    assert re.findall(r'role="timer"[^>]*>([^<]*)', page)[:2] == ["10:05", "8:45"]
    watched = table.watcher.page(f"/watch/{table.id}/{table.key}").text
    assert 'class="clocks"' in watched


def test_a_table_without_clocks_shows_none(site: Site) -> None:
    table = Duellists(site[0], 0)
    assert 'class="clocks"' not in table.red.page(f"/play/{table.id}").text


def test_a_message_tells_the_clocks_anew(site: Site) -> None:
    client, sand = site
    table = Clocked(client)
    messages = client.app.state.site.rooms.render.__self__  # type: ignore[attr-defined]
    sand.at += 10
    given = (table.id, Audience("red", "en"), table.version, False)
    found = json.loads(client.portal.call(messages.render, *given))  # type: ignore[union-attr]
    told = {c["seat"]: (c["left"], c["running"]) for c in found["clocks"]}
    assert told == {"red": (605_000, False), "blue": (590_000, True)}


def test_a_wrong_clock_is_refused_in_words(site: Site) -> None:
    made = Person(site[0]).post("/api/v1/games", {**body(0), "clock": {"kind": "letter", "hours": 0}})
    assert problem(made, 422)["detail"] == "A clock for games by letter has 1 to 336 whole hours, not 0."


def test_a_seat_lets_questions_pass_and_is_asked_again(site: Site) -> None:
    table = Clocked(site[0])
    path = f"/play/{table.id}/orders"
    panel = table.blue.page(f"{path}?seat=blue").text
    assert 'aria-pressed="false"' in panel
    assert "asked each time" in panel
    fields = {"seat": "blue", "about": "toy.deed", "pass": "1"}
    assert table.blue.form(path, fields).status_code == 303
    assert 'aria-pressed="true"' in table.blue.page(path).text
    given = table.blue.get(f"{table.path}/orders").json()
    assert [(row["about"], row["pass"]) for row in given["orders"]] == [("toy.deed", True)]
    assert table.blue.post(f"{table.path}/orders", {"about": "toy.deed", "on": False}).status_code == 200
    assert 'aria-pressed="false"' in table.blue.page(path).text


def test_orders_are_nobody_elses_business(site: Site) -> None:
    table = Clocked(site[0])
    assert table.blue.post(f"{table.path}/orders", {"about": "toy.deed"}).status_code == 200
    assert table.red.get(f"{table.path}/orders").json() == {"seat": "red", "orders": []}
    assert "have not been asked" in table.red.page(f"/play/{table.id}/orders").text
    for seat, who in (("blue", table.red), ("blue", table.watcher)):
        assert who.get(f"{table.path}/orders?seat={seat}").status_code == 403
        assert who.post(f"{table.path}/orders", {"about": "toy.deed", "seat": seat}).status_code == 403
    shown = json.dumps([table.shown("red"), table.watcher.get(f"{table.path}?watch={table.key}").json()])
    assert '"pass"' not in shown
    assert '"order"' not in shown


@pytest.mark.parametrize("given", [{"about": "no.such"}, {"about": "x" * 900}, {"about": ""}])
def test_an_order_for_what_was_never_asked_is_refused(site: Site, given: dict[str, Any]) -> None:
    table = Clocked(site[0])
    said = problem(table.blue.post(f"{table.path}/orders", given), 422)
    assert said["detail"].startswith("You have not been asked that out of turn in this game: ")


def test_times_are_written_as_short_as_they_can_be_read() -> None:
    assert [ticking(n) for n in (0, 9, 60, 3599, 3600, 10_861)] == [
        "0:00",
        "0:09",
        "1:00",
        "59:59",
        "1:00:00",
        "3:01:01",
    ]
    assert [spread(n) for n in (59, 3599, 3660, 100_800)] == ["0 min", "59 min", "1 h 1 min", "1 d 4 h"]
    (low,) = clocks_json([ClockShown(Seat("red"), 59_999, True, "live")], [])
    assert (low["low"], low["text"], low["player"]) == (True, "1:00", "red")
