"""Programs follow games and play them by token, as JSON over a socket; what changes adds up to the whole."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from contextlib import ExitStack
from itertools import count
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from starlette.testclient import TestClient, WebSocketTestSession
from starlette.websockets import WebSocketDisconnect

from app.conformance import draw_setup
from app.engine.asks import Json
from app.engine.events import Seat
from app.games.results import GameId
from app.live.connections import Audience
from app.systems import system_of
from app.web.table.line.live import stream
from app.web.table.line.merging import merged, patch, said
from tests.web.people import Person, Table
from tests.web.scene import House

KEYS = st.sampled_from(("a", "b", "c"))
DOCUMENTS = st.recursive(
    st.integers(0, 3) | st.lists(st.integers(0, 2), max_size=2),
    lambda inner: st.dictionaries(KEYS, inner, max_size=3), max_leaves=12,
)  # fmt: skip
OBJECTS = st.dictionaries(KEYS, DOCUMENTS, max_size=3)
NUMBERS = count()
PING = '{"ping":true}'


@given(OBJECTS, OBJECTS)
def test_a_patch_makes_the_new_document_of_the_old_one(old: dict[str, Any], new: dict[str, Any]) -> None:
    assert merged(old, patch(old, new)) == new
    assert patch(new, new) == {}


def test_what_is_not_said_is_no_part_of_a_document() -> None:
    assert said({"a": None, "b": [{"c": None, "d": 0}], "e": {"f": None}}) == {"b": [{"d": 0}], "e": {}}
    assert patch({"a": 1, "b": {"c": 1, "d": 2}}, {"b": {"d": 2}}) == {"a": None, "b": {"c": None}}


# -- a table of two programs -------------------------------------------------------------


class Follower:
    """A program that follows a game over a socket and keeps its document."""

    def __init__(self, socket: WebSocketTestSession) -> None:
        self.socket, self.told, self.events = socket, list[dict[str, Any]](), list[Json]()
        self.document: dict[str, Any] = {}
        self.acks = dict[str, dict[str, Any]]()

    def hear(self) -> dict[str, Any]:
        """The next message; the document is as it says."""
        message: dict[str, Any] = self.socket.receive_json()
        self.told.append(message)
        if "ack" in message:
            self.acks[message["ack"]] = message
        self.document = message.get("document") or merged(self.document, message.get("changes", {}))
        self.events += message.get("events", [])
        return message

    def until(self, version: int) -> None:
        """It has been told of this version."""
        while max((m["v"] for m in self.told if "v" in m), default=-1) < version:
            self.hear()

    def does(self, do: str, body: Json) -> dict[str, Any]:
        """What came of a command."""
        name = f"c{next(NUMBERS)}"
        self.socket.send_json({"id": name, "do": do, "body": body})
        while name not in self.acks:
            self.hear()
        return self.acks[name]

    def settle(self) -> None:
        """All that was told before now has been heard."""
        self.socket.send_text(PING)
        while "pong" not in self.hear():
            pass


class Match:
    """A game of Ronin between two accounts, each with a program and its tokens, and who watches."""

    def __init__(self, house: House, system: str = "ronin") -> None:
        self.house, self.client, self.site = house, house.client, house.site
        guests = {seat: self.house.member(f"{seat} {next(NUMBERS)}") for seat in ("red", "blue")}
        self.guests = guests
        self.people = {seat: self.house.browser(guest) for seat, guest in guests.items()}
        self.id = house.run(self.laid, system_of(system), Random(1))
        self.path = f"/api/v1/games/{self.id}"
        self.watch = f"?watch={self.site.watch_key(self.id)}"

    async def laid(self, system: Any, rng: Random) -> str:
        """The id of a new game in which both sit."""
        while len((setup := draw_setup(system, rng)).sides) != 2:
            pass
        games, owner = self.site.games, self.guests["red"].id
        game = await games.create(system.key, setup, {side.seat: "person" for side in setup.sides}, owner=owner)
        assert isinstance(game, str), game
        for side in setup.sides:
            await games.join(game, side.seat, self.guests[side.seat].id, side.seat)
        return str(game)

    def token(self, seat: str, *scopes: str) -> str:
        """A new token of who sits there."""
        _, secret = self.house.run(self.site.people.tokens.make, self.guests[seat].id, f"t{next(NUMBERS)}", scopes)
        return str(secret)

    def line(self, secret: str = "", query: str = "") -> Any:
        """A socket of a program."""
        self.client.cookies.clear()
        headers = {"authorization": f"Bearer {secret}"} if secret else {}
        return self.client.websocket_connect(f"{self.path}/live{query}", headers=headers)

    def drawn(self, rng: Random) -> tuple[str, dict[str, Any]] | None:
        """Who is asked, and an answer drawn by chance; nothing once the game is over."""

        async def look() -> tuple[str, dict[str, Any]] | None:
            async with self.site.games.mailbox.enter(GameId(self.id)) as drive:
                asked = drive.live.questions() if drive and drive.session and drive.status == "playing" else ()
                if drive is None or not asked:
                    return None
                one = rng.choice(asked)
                raw = one.domain.write(one.domain.sample(rng))
                return str(one.seat), {"ask": drive.ask_id(Seat(one.seat)), "answer": raw, "seat": str(one.seat)}

        found: tuple[str, dict[str, Any]] | None = self.house.run(look)
        return found

    def tells(self) -> None:
        """All who follow have been sent what there was to tell."""

        async def told() -> None:
            while tasks := self.site.rooms.tasks:
                await asyncio.gather(*tasks)

        self.house.run(told)

    def version(self) -> int:
        """The version all may see."""
        return int(self.people["red"].get(self.path).json()["version"])


@pytest.fixture(scope="module")
def house(client: TestClient) -> House:
    """The server of this module, with its host."""
    return House(client)


@pytest.fixture
def match(house: House) -> Match:
    """A new game."""
    return Match(house)


@pytest.fixture
def lines(match: Match) -> Iterator[dict[str, Follower]]:
    """A program at each seat, and one that watches, each told the whole table."""
    with ExitStack() as stack:
        secrets = {seat: match.token(seat, "read", "play") for seat in ("red", "blue")}
        found = {seat: Follower(stack.enter_context(match.line(secret))) for seat, secret in secrets.items()}
        found["watcher"] = Follower(stack.enter_context(match.line(query=match.watch)))
        for one in found.values():
            one.until(match.version())
        yield found


def now(match: Match, who: str) -> dict[str, Any]:
    """The document as it is told to somebody who comes now."""
    person = match.people.get(who) or Person(match.client)
    given = person.get(f"{match.path}/live{'' if who in match.people else match.watch}")
    assert given.status_code == 200, given.text
    found: dict[str, Any] = given.json()
    return found


@pytest.mark.slow
def test_a_whole_game_is_played_over_the_line(match: Match, lines: dict[str, Follower]) -> None:
    rng, answers = Random(7), 0
    while answers < 3000 and (found := match.drawn(rng)):
        seat, body = found
        ack = lines[seat].does("answers", body)
        assert ack["status"] == 200, ack
        answers += 1
        version = match.version()
        for who, one in lines.items():
            one.until(version)
            if answers % 20 == 1 or one.document["game"].get("outcome"):
                match.tells()
                one.settle()
                fresh = now(match, who)
                assert (one.document, version) == (fresh["document"], fresh["v"]), who
    assert all(one.told[-1].get("status", "over") == "over" or one.hear() for one in lines.values())
    assert match.people["red"].get(match.path).json()["status"] == "over"
    assert 20 < answers < 3000
    for who, one in lines.items():
        told = [(event["version"], event.get("part", 0)) for event in one.events]
        assert len(told) == len(set(told)), f"{who} was told of each event once"
        assert [version for version, _ in told] == sorted(version for version, _ in told)


def test_only_what_changed_is_told_after_the_first_messages(match: Match, lines: dict[str, Follower]) -> None:
    rng = Random(3)
    for _ in range(12):
        found = match.drawn(rng)
        assert found is not None
        assert lines[found[0]].does("answers", found[1])["status"] == 200
        lines["watcher"].until(match.version())
    lines["watcher"].settle()
    told = [message for message in lines["watcher"].told if "v" in message]
    assert ["document" in message for message in told[:3]] == [True, True, False], "one's own, then the first for all"
    assert not any("document" in message for message in told[2:])
    sizes = [len(json.dumps(message)) for message in told]
    assert max(sizes[2:]) < sizes[0] / 3, sizes


def test_a_refusal_is_that_of_the_rest_api(match: Match, lines: dict[str, Follower]) -> None:
    found = match.drawn(Random(1))
    assert found is not None
    seat, body = found
    for do, wrong in (("answers", {**body, "answer": "nonsense"}), ("answers", {"ask": 1}), ("undo", {"seat": "x"})):
        plain = match.people[seat].post(f"{match.path}/{do}", wrong)
        ack = lines[seat].does(do, wrong)
        assert (ack["status"], ack["body"]) == (plain.status_code, plain.json())
    looked = lines[seat].does("preview", body)
    assert looked["status"] == 200
    assert looked["body"]["legal"] is True


@pytest.mark.parametrize(
    "text", ["", "no", "[]", "{}", '{"id":"1"}', '{"id":"1","do":"answers","more":1}', "[" * 20_000, '{"point":[1,2]}']
)
def test_what_is_no_command_is_said_and_changes_nothing(match: Match, lines: dict[str, Follower], text: str) -> None:
    red, version = lines["red"], match.version()
    red.socket.send_text(text)
    red.settle()
    assert red.acks[""]["status"] == 400
    assert match.version() == version


@pytest.mark.parametrize("do", ["join", "umpire/amend", "../../me", "answers?x=1", ""])
def test_what_is_not_played_with_is_not_done_over_the_line(lines: dict[str, Follower], do: str) -> None:
    ack = lines["red"].does(do, {})
    assert ack["status"] == 404
    assert "known are: answers" in ack["body"]["detail"]


def test_a_token_that_may_only_read_follows_and_does_not_play(match: Match) -> None:
    found = match.drawn(Random(1))
    assert found is not None
    seat, body = found
    with match.line(match.token(seat, "read")) as socket:
        one = Follower(socket)
        one.until(match.version())
        assert one.document["seat"] == seat
        assert one.does("answers", body)["status"] == 403


@pytest.mark.parametrize("scopes", [("play",), ("make", "rosters")])
def test_a_token_that_may_not_read_is_not_let_in(match: Match, scopes: tuple[str, ...]) -> None:
    secret = match.token("red", *scopes)
    with pytest.raises(WebSocketDisconnect) as cut, match.line(secret) as socket:
        socket.receive_json()
    assert cut.value.code == 4404
    given = match.client.get(f"{match.path}/live", headers={"authorization": f"Bearer {secret}"})
    assert given.status_code == 403


@pytest.mark.parametrize("query", ["", "?seat=red", "?watch=wrong", "?as=watch"])
def test_a_stranger_is_not_let_in(match: Match, query: str) -> None:
    with pytest.raises(WebSocketDisconnect) as cut, match.line(query=query) as socket:
        socket.receive_json()
    assert cut.value.code == 4404
    assert Person(match.client).get(f"{match.path}/live{query}").status_code == 403


def test_a_revoked_token_cuts_the_line(match: Match) -> None:
    token, secret = match.house.run(match.site.people.tokens.make, match.guests["red"].id, "spare", ["read"])
    with match.line(secret) as socket:
        one = Follower(socket)
        one.until(match.version())
        assert match.people["red"].call("DELETE", f"/api/v1/me/tokens/{token.id}").status_code == 204
        with pytest.raises(WebSocketDisconnect) as cut:
            one.until(match.version() + 1)
    assert cut.value.code == 4404
    with pytest.raises(WebSocketDisconnect), match.line(secret) as socket:
        socket.receive_json()


@pytest.mark.parametrize("system", ["celtos", "daimyo", "kensei"])
def test_a_game_of_any_system_is_followed(house: House, system: str) -> None:
    match, rng = Match(house, system), Random(4)
    with match.line(match.token("red", "read")) as socket:
        one = Follower(socket)
        one.until(match.version())
        for _ in range(25):
            if (found := match.drawn(rng)) is None:
                break
            assert match.people[found[0]].post(f"{match.path}/answers", found[1]).status_code == 200
        one.until(match.version())
        match.tells()
        one.settle()
        fresh = now(match, "red")
    assert (one.document, one.told[-1].get("pong")) == (fresh["document"], True)
    sides = one.document["view"]["sides"]
    assert set(sides) == {"red", "blue"}
    assert all(id == model["id"] for side in sides.values() for id, model in side["models"].items())


def test_an_undo_is_told_as_the_whole_table(table: Table, client: TestClient) -> None:
    table.bids()
    before = table.version
    client.cookies.clear()
    with client.websocket_connect(f"{table.path}/live?since={before}", headers=table.blue.cookie) as socket:
        blue = Follower(socket)
        blue.until(before)
        first = blue.document
        assert table.say("red", {"pick": "step", "then": {"run": 1, "walk": 1}}).status_code == 200
        blue.until(table.version)
        assert blue.document != first
        assert table.red.post(f"{table.path}/undo").status_code == 200
        blue.until(table.version)
        blue.settle()
        assert "document" in blue.told[-2] or "document" in blue.told[-3]
        fresh = table.blue.get(f"{table.path}/live").json()
        assert blue.document == fresh["document"]


def test_who_goes_before_a_stream_begins_was_never_in_the_room(match: Match) -> None:
    async def gone_at_once() -> int:
        audience = Audience(None, "en", form="data")
        told = stream(match.site, match.id, audience, None, 0, match.site.rooms.changes)
        await told.aclose()
        begun = stream(match.site, match.id, audience, None, 0, match.site.rooms.changes)
        first = await anext(begun)
        assert first.startswith("data: ")
        there = len(match.site.rooms.rooms[match.id].connections)
        await begun.aclose()
        return there

    assert match.house.run(gone_at_once) == 1
    assert match.id not in match.site.rooms.rooms


def test_who_comes_back_is_told_the_events_that_were_missed(match: Match) -> None:
    rng, before = Random(2), match.version()
    secret = match.token("red", "read")
    for _ in range(6):
        found = match.drawn(rng)
        assert found is not None
        assert match.people[found[0]].post(f"{match.path}/answers", found[1]).status_code == 200
    with match.line(secret, f"?since={before}") as socket:
        one = Follower(socket)
        one.until(match.version())
    shown = match.people["red"].get(f"{match.path}/events?since={before}").json()["events"]
    assert one.events == shown
    assert shown
