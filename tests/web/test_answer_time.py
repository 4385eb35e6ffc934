"""Time to answer out of turn, as pages, the API and the socket show it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from starlette.testclient import TestClient

from app.games import opening
from app.live.connections import Audience
from app.settings import Settings
from app.systems import SYSTEMS
from app.web.app import create_app
from app.web.lobby.new import TIMES
from tests.duel import DUEL
from tests.fragments import apart
from tests.games.sand import Sand
from tests.web.people import BAND, Person, Table, problem
from tests.web.test_socket import join, until

Site = tuple[TestClient, Sand]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A server with the duel on it, whose sand one turns by hand."""
    settings, sand = (
        Settings(data=str(tmp_path_factory.mktemp("data")), rate="100000/second", work="0/0/0", tables="0/0/0", sent=0),
        Sand(),
    )
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(opening, "OURS", (*SYSTEMS, DUEL))
        app = create_app(settings)
        with TestClient(app, raise_server_exceptions=False) as client:
            games = app.state.site.games
            games.mailbox.time = games._clocks.alarms.time = sand.time
            yield client, sand


class Duellists(Table):
    """A duel with a time to answer; red has thrust."""

    def __init__(self, client: TestClient, seconds: int = 60) -> None:
        self.seconds = seconds
        self.client = client
        self.red, self.blue, self.watcher = Person(client), Person(client), Person(client)
        made = self.red.post("/api/v1/games", self.asked_for())
        assert made.status_code == 201, made.text
        self.options = made.json()["options"]
        self.links, self.id = made.json()["links"], made.json()["id"]
        self.path = f"/api/v1/games/{self.id}"
        self.key = self.links["watch"].rsplit("/", 1)[1]
        self.seat_key = self.links["seats"]["blue"].rsplit("/", 1)[1]
        self.sit()
        assert self.say("red", "thrust").status_code == 200

    def asked_for(self) -> dict[str, Any]:
        """The table to be made."""
        return body(self.seconds)

    def panel(self, seat: str, at: str = "") -> str:
        """The seat's question panel."""
        return str(self.who(seat).page(f"/play/{self.id}/prompt?seat={seat}{at}").text)


def body(seconds: Any) -> dict[str, Any]:
    """A duel to be made over REST."""
    return {
        "system": "duel", "scenario": "yard", "name": "Aki", "answer_seconds": seconds,
        "sides": [{"seat": "red", "roster": BAND, "player": "me"}, {"seat": "blue", "roster": BAND}],
    }  # fmt: skip


def test_the_api_tells_the_time_left_to_whom_it_concerns(site: Site) -> None:
    client, sand = site
    table = Duellists(client)
    assert table.options["answer_seconds"] == 60
    sand.at += 21.25
    assert table.question("blue")["seconds_left"] == 38.75
    watcher = table.watcher.get(f"{table.path}?watch={table.key}").json()
    for questions in (table.shown("red")["questions"], watcher["questions"]):
        assert [(q["seat"], q["seconds_left"]) for q in questions] == [("blue", None)]


def test_the_panel_counts_and_says_what_silence_means(site: Site) -> None:
    client, sand = site
    table = Duellists(client)
    sand.at += 21.25
    panel = table.panel("blue")
    assert 'data-left="38750" data-time="60000"' in panel
    assert 'role="timer"' in panel
    assert "When time is up: stand" in panel
    table.blue.cookies["gunbai-lang"] = "es"
    assert "Al acabarse el tiempo: stand" in table.panel("blue")
    for other in (table.panel("red"), table.watcher.page(f"/watch/{table.id}/{table.key}").text):
        assert 'class="timer"' not in other
    assert "1 min to answer out of turn" in table.red.page(f"/play/{table.id}").text


def test_a_table_without_it_shows_no_timer(site: Site) -> None:
    table = Duellists(site[0], 0)
    assert table.question("blue")["seconds_left"] is None
    assert "timer" not in table.panel("blue")
    assert "stand</p>" not in table.panel("blue")
    assert "When time is up" not in table.panel("blue")


def test_when_time_is_up_all_are_told(site: Site) -> None:
    client, sand = site
    table = Duellists(client)
    before = table.version
    with join(table, table.red, f"?since={before}") as socket:
        client.portal.call(sand.run, 60)  # type: ignore[union-attr]
        messages = until(socket, before + 2)
    log = "".join(apart(m).parts.get("log", "") for m in messages)
    assert re.search(r"Time is up for \w+: the default stands", log)
    assert "/rules/duel#ENG-ASK-04" in log
    assert table.say("red", "done").status_code == 200


def test_a_clock_that_runs_is_no_news(site: Site) -> None:
    client, sand = site
    table = Duellists(client)
    messages = client.app.state.site.rooms.render.__self__  # type: ignore[attr-defined]

    def rendered() -> dict[str, Any]:
        given = (table.id, Audience("blue", "en"), table.version, None)
        found: dict[str, Any] = json.loads(client.portal.call(messages.render, *given))  # type: ignore[union-attr]
        return found

    first = rendered()
    assert 'data-left="60000"' in apart(first).parts["prompt"]
    sand.at += 5
    again = rendered()
    assert "prompt" not in apart(again).parts
    assert table.say("blue", "parry").status_code == 200
    assert "prompt" in apart(rendered()).parts


@pytest.mark.parametrize("seconds", [-1, 14, 601, 10**12])
def test_a_time_that_cannot_be_meant_is_refused_in_words(site: Site, seconds: int) -> None:
    said = problem(Person(site[0]).post("/api/v1/games", body(seconds)), 422)
    assert said["detail"] == f"Time to answer is 15 to 600 seconds, or 0 for none; not {seconds}."


@pytest.mark.parametrize("seconds", ["60", 1.5, None, True, [60]])
def test_a_time_of_another_kind_cannot_be_read(site: Site, seconds: Any) -> None:
    assert "answer_seconds" in problem(Person(site[0]).post("/api/v1/games", body(seconds)), 422)["detail"]


def form(client: TestClient, **fields: str) -> tuple[Person, dict[str, str]]:
    """A table set up in full as the form would send it."""
    who = Person(client)
    page = who.page("/new").text
    chosen = {
        name: re.search(rf'name="{name}"[^>]*value="([^"]*)"[^>]*checked', page) for name in ("scenario", "points")
    }
    sides = {f"band_{s}": re.search(rf'name="band_{s}"[^>]*>.*?value="(sample:[^"]*)" selected', page) for s in "ab"}
    found = {name: match[1] for name, match in {**chosen, **sides}.items() if match}
    return who, {"name": "Aki", "way_b": "same", **found, **fields}


def test_the_form_offers_times_and_lays_a_table_with_one(site: Site) -> None:
    who, fields = form(site[0], answer_seconds="60")
    page = who.page("/new?answer_seconds=30").text
    offered = re.search(r'name="answer_seconds">(.*?)</select>', page)
    assert offered
    values = re.findall(r'<option value="(\d+)"( selected)?>([^<]*)', offered[1])
    assert [int(value) for value, _, _ in values] == list(TIMES)
    assert [name for _, _, name in values] == ["No limit", "30 s", "1 min", "2 min"]
    assert [value for value, chosen, _ in values if chosen] == ["30"]
    made = who.form("/new", fields)
    assert made.status_code == 303, made.text[:500]
    game = made.headers["location"].rsplit("/", 1)[1]
    assert who.get(f"/api/v1/games/{game}").json()["options"]["answer_seconds"] == 60


@pytest.mark.parametrize("given", ["7", "-30", "soon", "²", "9" * 30])
def test_the_form_comes_back_with_what_is_wrong(site: Site, given: str) -> None:
    who, fields = form(site[0], answer_seconds=given)
    back = who.form("/new", fields)
    assert back.status_code == 422
    assert "Time to answer is 15 to 600 seconds" in back.text
    assert given[:12] in back.text
