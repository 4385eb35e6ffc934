"""The umpire's desk over REST and as a page: who may, edits tried and made, a seat that changes hands."""

from __future__ import annotations

import html
import re
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from starlette.testclient import TestClient, WebSocketTestSession
from starlette.websockets import WebSocketDisconnect

from app.engine.events import Seat
from app.games.results import Accepted, GameId
from app.games.service import Games
from app.games.umpire import Desk, Umpire
from app.web.page.deps import Site
from tests.accounts.town import PASSWORD
from tests.web.people import Person, Table, problem
from tests.web.test_socket import cut_with

DEEDS: dict[str, dict[str, Any]] = {
    "pause": {"reason": "why"}, "resume": {}, "time": {"seat": "red", "seconds": 60, "reason": "why"},
    "rule": {"dispute": 1, "text": "so"}, "preview": {}, "amend": {"changes": [], "reason": "why"},
    "back": {"reason": "why"}, "bot": {"seat": "red", "reason": "why"},
    "replace": {"seat": "red", "account": "Uma", "reason": "why"}, "name": {"account": "Uma"},
    "dismiss": {"account": "Uma"}, "look": {},
}  # fmt: skip
OWNERS = ("name", "dismiss")
BATTLE = {
    "system": "ronin", "scenario": "skirmish", "name": "Aki", "options": {"points": 200},
    "sides": [{"seat": "red", "roster": {"sample": "red-devils"}, "player": "me"},
              {"seat": "blue", "roster": {"sample": "river-league"}}],
}  # fmt: skip


class Court:
    """A battle of Ronin in its first turn, its owner red, an umpire with an account, the host, a stranger."""

    def __init__(self, client: TestClient) -> None:
        self.red, self.blue, self.uma, self.host = (Person(client) for _ in range(4))
        site: Site = client.app.state.site  # type: ignore[attr-defined]
        setup = f"/setup/{site.people.setup_key()}"
        assert self.host.form(setup, {"name": "Host", "password": PASSWORD}).status_code == 303
        assert self.uma.form("/signup", {"name": "Uma", "password": PASSWORD}).status_code == 303
        self.stranger = Table(client).red
        made = self.red.post("/api/v1/games", BATTLE)
        assert made.status_code == 201, made.text
        self.id = made.json()["id"]
        self.path, self.desk = f"/api/v1/games/{self.id}", f"/umpire/{self.id}"
        key = made.json()["links"]["seats"]["blue"].rsplit("/", 1)[1]
        joined = {"seat": "blue", "key": key, "name": "Mika"}
        assert self.blue.post(f"{self.path}/join", joined).status_code == 200
        assert client.portal is not None
        client.portal.call(self.until_battle, site.games)

    async def until_battle(self, games: Games) -> None:
        """The set-up is over: everybody has let it pass."""
        umpire, game = Umpire(games.mailbox, games.store), GameId(self.id)
        for _ in range(200):
            for seat in (Seat("red"), Seat("blue")):
                for q in await games.open_questions(game, seat):
                    if q.mine and not q.sealed:
                        assert isinstance(await games.answer(game, seat, q.id, q.default), Accepted)
            desk = await umpire.desk(game)
            if isinstance(desk, Desk) and desk.amendables:
                return

    def amendables(self) -> list[dict[str, Any]]:
        """What may be changed now."""
        found: list[dict[str, Any]] = self.uma.get(f"{self.path}/umpire").json()["amendables"]
        return found

    def deed(self, who: Person, deed: str, **given: Any) -> Any:
        """A deed over REST."""
        return who.post(f"{self.path}/umpire/{deed}", given)

    def kinds(self) -> list[str]:
        """The kinds of what everybody may read."""
        return [e["kind"] for e in self.red.get(f"{self.path}/events").json()["events"]]


@pytest.fixture(scope="module")
def court(client: TestClient) -> Court:
    """One court for all tests."""
    court = Court(client)
    assert court.deed(court.host, "name", account="uma").status_code == 200
    assert "Ask no more" in court.host.page(court.desk).text
    assert court.host.form(f"/umpire/{court.id}/dismiss", {"account": "Uma"}).status_code == 303
    assert court.kinds()[-1] == "engine.umpire-withdrawn"
    problem(court.blue.post(f"{court.path}/consent", {"about": "umpire"}), 422)
    assert court.deed(court.red, "name", account="uma").status_code == 200
    problem(court.uma.get(f"{court.path}/umpire"), 403)
    assert "Aki proposes Uma as umpire" in court.blue.page(f"/play/{court.id}").text
    assert court.blue.post(f"{court.path}/consent", {"about": "umpire"}).status_code == 200
    return court


@pytest.mark.parametrize("deed", DEEDS)
def test_no_player_and_no_stranger_does_what_an_umpire_does(court: Court, deed: str) -> None:
    before = court.kinds()
    others = (court.blue, court.stranger) if deed in OWNERS else (court.red, court.blue, court.stranger)
    for who in others:
        problem(court.deed(who, deed, **DEEDS[deed]), 403)
    if deed in OWNERS:
        problem(court.deed(court.uma, deed, **DEEDS[deed]), 403)
    assert court.kinds() == before


def test_the_desk_is_for_those_who_have_business_there(court: Court) -> None:
    for who, status in (
        (court.uma, 200),
        (court.host, 200),
        (court.red, 200),
        (court.blue, 200),
        (court.stranger, 403),
    ):
        assert who.page(court.desk).status_code == status
    assert 'id="amend"' in court.uma.page(court.desk).text
    assert 'id="amend"' not in court.red.page(court.desk).text
    assert "Name as umpire" in court.red.page(court.desk).text
    assert "Name as umpire" not in court.blue.page(court.desk).text
    problem(court.red.get(f"{court.path}/umpire"), 403)


def test_the_host_sees_what_is_hidden_once_all_have_read_that_he_looks(court: Court) -> None:
    assert 'id="amend"' not in court.host.page(court.desk).text
    assert court.host.get(f"{court.path}/umpire").json()["amendables"] == []
    for eyes in ("red", "all"):
        assert court.host.get(f"{court.path}?as={eyes}").json() == court.host.get(court.path).json()
    problem(court.deed(court.host, "preview"), 403)
    problem(court.deed(court.host, "amend", changes=[], reason="why"), 403)
    assert "engine.host-looks" not in court.kinds()
    problem(court.deed(court.red, "look"), 403)
    assert court.deed(court.host, "look").status_code == 200
    assert court.deed(court.host, "look").status_code == 200
    assert court.kinds().count("engine.host-looks") == 1
    assert 'id="amend"' in court.host.page(court.desk).text
    assert court.host.get(f"{court.path}?as=red").json()["view"] == court.red.get(court.path).json()["view"]


def test_an_edit_is_looked_at_made_and_taken_back_over_rest(court: Court) -> None:
    one, other = court.amendables()[:2]
    upon = [{"id": one["id"], "deed": "place", "at": other["at"]}]
    said = court.deed(court.uma, "preview", changes=upon).json()
    assert said["no"]["code"] == "amend.upon"
    assert "{" not in said["no"]["sentence"]
    before = court.kinds()
    assert problem(court.deed(court.uma, "amend", changes=upon, reason="why"), 422)["refusal"]["code"] == "amend.upon"
    assert court.kinds() == before
    aside = [{"id": one["id"], "deed": "place", "at": [one["at"][0], one["at"][1] + 200]}]
    assert court.deed(court.host, "look").status_code == 200  # he says so before he may, whichever test came first
    assert court.deed(court.host, "preview", changes=aside).json()["lines"]
    assert court.deed(court.uma, "amend", changes=aside, reason="it was bumped").status_code == 200
    assert court.amendables()[0]["at"] == aside[0]["at"]
    assert {"engine.amended", "ronin.amended"} <= set(court.kinds())
    assert court.deed(court.host, "back", reason="it was not").status_code == 200
    assert court.amendables()[0]["at"] == one["at"]


@pytest.mark.parametrize("body", [
    {"changes": [{"id": "red-1", "deed": "explode"}], "reason": "why"}, {"changes": [{"id": "x"}], "reason": "why"},
    {"changes": [{"id": "x", "deed": "place", "at": [1]}], "reason": "why"}, {"reasons": 1}, {"changes": 5},
    {"changes": [], "reason": "why"}, {"changes": [{"id": "nobody", "deed": "remove"}], "reason": "why"},
    {"changes": [{"id": "nobody", "deed": "place", "at": [10**30, 0]}], "reason": "why"},
])  # fmt: skip
def test_an_edit_that_cannot_be_is_said_to_be_so(court: Court, body: Any) -> None:
    before = court.kinds()
    problem(court.uma.post(f"{court.path}/umpire/amend", body), 422, 400)
    assert court.kinds() == before


def test_an_edit_is_made_on_the_page_without_a_script(court: Court) -> None:
    one = court.amendables()[0]
    bad = {"piece": one["id"], "deed": "place", "x": "1", "y": "here", "act": "add", "changes": "[]"}
    assert court.uma.form(f"{court.desk}/edit", bad).status_code == 422
    off = {**bad, "x": "-5", "y": "1"}
    refused = court.uma.form(f"{court.desk}/edit", off)
    assert (refused.status_code, "would not stand wholly on the table" in refused.text) == (422, True)
    assert 'name="x" inputmode="decimal" maxlength="12" value="-5"' in refused.text
    tried = court.uma.form(f"{court.desk}/edit", {**bad, "deed": "set", "field": "light-wound", "value": "2"})
    assert tried.status_code == 200
    assert "The umpire sets Light wound of" in tried.text
    changes = html.unescape(re.search(r'name="changes" value="([^"]*)"', tried.text)[1])  # type: ignore[index]
    fewer = court.uma.form(f"{court.desk}/edit", {"changes": changes, "act": "drop"})
    assert 'name="changes" value="[]"' in fewer.text
    nameless = court.uma.form(f"{court.desk}/edit", {"changes": changes, "act": "commit", "reason": ""})
    assert (nameless.status_code, "Give a reason" in nameless.text) == (422, True)
    made = court.uma.form(f"{court.desk}/edit", {"changes": changes, "act": "commit", "reason": "two arrows"})
    assert (made.status_code, made.headers["location"]) == (303, court.desk)
    now = next(a for a in court.amendables() if a["id"] == one["id"])
    assert {s["field"]: s["now"] for s in now["scores"]}["light-wound"] == 2
    assert "two arrows" in court.blue.page(court.desk).text


def test_a_stopped_game_and_a_dispute_go_by_the_page(court: Court) -> None:
    assert court.uma.form(f"{court.desk}/pause", {"reason": "a call"}).status_code == 303
    assert court.red.post(f"{court.path}/resume", {"seat": "red"}).status_code == 200
    assert court.red.get(court.path).json()["status"] == "paused"
    assert court.uma.form(f"{court.desk}/resume", {}).status_code == 303
    assert court.red.form(f"{court.desk}/dispute", {"seat": "red", "text": "<b>Is that cover?</b>"}).status_code == 303
    shown = court.uma.page(court.desk).text
    assert "&lt;b&gt;Is that cover?" in shown
    number = re.search(r'name="dispute" value="(\d+)"', shown)[1]  # type: ignore[index]
    assert court.uma.form(f"{court.desk}/rule", {"dispute": number, "text": "It is."}).status_code == 303
    again = court.uma.form(f"{court.desk}/rule", {"dispute": number, "text": "It is not."})
    assert (again.status_code, "That question is not open." in again.text) == (422, True)
    assert court.red.get(court.path).json()["status"] == "playing"


def test_no_time_is_given_where_no_clock_runs(court: Court) -> None:
    said = problem(court.deed(court.uma, "time", seat="red", seconds=60, reason="a slow line"), 422)
    assert said["refusal"]["code"] == "clock.none"


def test_a_seat_changes_hands_by_a_link_once(court: Court, client: TestClient) -> None:
    problem(court.red.post(f"{court.desk}/link", None), 403)
    given = court.uma.form(f"{court.desk}/link", {"seat": "blue", "reason": "Mika has left"})
    link = html.unescape(re.search(r'data-copy="([^"]*)"', given.text)[1])  # type: ignore[index]
    path = re.sub(r"^https?://[^/]+", "", link)
    new = Person(client)
    assert new.page(path.replace("left", "won")).status_code == 403
    assert "Mika has left" in new.page(path).text
    assert court.uma.form(path, {"name": "Uma"}).status_code == 422
    assert new.form(path, {"name": "Nomi"}).headers["location"] == f"/play/{court.id}"
    assert new.get(court.path).json()["seat"] == "blue"
    assert court.blue.get(court.path).status_code == 403
    assert Person(client).page(path).status_code == 403


def test_of_five_who_open_a_link_at_once_one_has_the_seat_and_it_is_spent(court: Court, client: TestClient) -> None:
    red, blue = Person(client), Person(client)
    made = red.post("/api/v1/games", BATTLE).json()
    joined = {"seat": "blue", "key": made["links"]["seats"]["blue"].rsplit("/", 1)[1], "name": "Mika"}
    assert blue.post(f"/api/v1/games/{made['id']}/join", joined).status_code == 200
    given = court.host.form(f"/umpire/{made['id']}/link", {"seat": "blue", "reason": "left"})
    link = html.unescape(re.search(r'data-copy="([^"]*)"', given.text)[1])  # type: ignore[index]
    path = re.sub(r"^https?://[^/]+", "", link)
    five = [Person(client) for _ in range(5)]
    with ThreadPoolExecutor(5) as at_once:
        said = list(at_once.map(lambda one: one[1].form(path, {"name": f"N{one[0]}"}).status_code, enumerate(five)))
    assert sorted(said) == [303, 403, 403, 403, 403]
    events = red.get(f"/api/v1/games/{made['id']}/events").json()["events"]
    assert [e["kind"] for e in events].count("engine.replaced") == 1
    assert Person(client).page(path).status_code == 403


def test_an_umpire_named_behind_an_open_page_is_read_before_anybody_sits_down(court: Court, client: TestClient) -> None:
    red, blue = court.red, Person(client)
    made = red.post("/api/v1/games", BATTLE).json()
    seat = made["links"]["seats"]["blue"].removeprefix("http://testserver")
    page = 'name="terms" value="([0-9a-f]+)"'
    before = blue.page(seat).text
    assert red.form(f"/umpire/{made['id']}/name", {"account": "Uma"}).status_code == 303
    found = re.search(page, before)
    given = blue.form(seat, {"name": "Mika", "terms": found[1] if found else ""})
    assert given.status_code == 422
    assert "Uma" in given.text
    assert "Who may see this table has changed" in given.text
    now = re.search(page, given.text)
    assert now
    assert blue.form(seat, {"name": "Mika", "terms": now[1]}).status_code == 303


def test_who_loses_a_part_in_a_game_loses_the_table_that_was_open(client: TestClient) -> None:
    table, uma = Table(client, turns=1).sit(), Person(client)
    assert uma.form("/signup", {"name": "Uma Two", "password": PASSWORD}).status_code == 303
    path, socket = f"{table.path}/umpire", f"/ws/games/{table.id}"
    assert table.red.post(f"{path}/name", {"account": "Uma Two"}).status_code == 200
    assert table.blue.post(f"{table.path}/consent", {"about": "umpire"}).status_code == 200
    with client.websocket_connect(socket, headers=uma.cookie) as umpires:
        with client.websocket_connect(socket, headers=table.blue.cookie) as players:
            assert uma.post(f"{path}/bot", {"seat": "blue", "reason": "gone"}).status_code == 200
            assert cut_with(players) == 4404
        assert cut_with(umpires) == 4404
    with client.websocket_connect(socket, headers=uma.cookie) as umpires:
        assert table.red.post(f"{path}/dismiss", {"account": "Uma Two"}).status_code == 200
        assert cut_with(umpires) == 4404
    with pytest.raises(WebSocketDisconnect), client.websocket_connect(socket, headers=uma.cookie) as umpires:
        umpires.receive_text()


@pytest.mark.parametrize("eyes", ["red", "all"])
def test_an_umpire_who_sits_down_sees_no_more_with_other_eyes(client: TestClient, eyes: str) -> None:
    table, uma = Table(client, turns=1), Person(client)
    name = f"Uma of {eyes}"
    assert uma.form("/signup", {"name": name, "password": PASSWORD}).status_code == 303
    assert table.red.post(f"{table.path}/umpire/name", {"account": name}).status_code == 200
    with client.websocket_connect(f"/ws/games/{table.id}?as={eyes}", headers=uma.cookie) as socket:
        body = {"seat": "blue", "key": table.seat_key, "name": "Uma", "entropy": "00ff"}
        before = table.version
        assert uma.post(f"{table.path}/join", body).status_code == 200
        code, told = told_until_cut(socket)
    assert code == 4404
    assert set(told) <= {before}


def told_until_cut(socket: WebSocketTestSession) -> tuple[int, list[int]]:
    """The code with which the server cuts the socket, and the versions it was told before."""
    told = list[int]()
    try:
        while True:
            said = socket.receive_json()
            told += [said["v"]] if "v" in said else []
    except WebSocketDisconnect as cut:
        return int(cut.code), told
