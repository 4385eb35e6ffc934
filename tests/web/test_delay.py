"""Whoever watches a game ten minutes late learns nothing sooner, whatever they ask."""

from __future__ import annotations

import re
from time import sleep
from typing import Any

import pytest
from starlette.testclient import TestClient, WebSocketTestSession

from app.games.hours import wall_ms
from app.live import rooms
from tests.web.outlets import LISTS, routes, unsorted
from tests.web.people import Person
from tests.web.scene import COUNT, ROWS, House, Row, Scene

PING = '{"ping":true}'
OF_A_TABLE = ("v", "status", "asked", "go", "clocks", "content", "gone", "may", "whole", "say", "resync")
DELAY = 10 * 60_000
STEP = {"pick": "step", "then": {"run": 1, "walk": 1}}
TELLING = [
    Row(f"{row.method} {re.sub('{game=[a-z]+}', '{game}', row.path)}")
    for row in ROWS if "{game" in row.path and row.method != "WS"
]  # fmt: skip
TELL_THE_END = (
    *(f"GET /api/v1/games/{{game}}{what} " for what in ("", "/events", "/record", "/timeline", "/film", "/talk")),
    *(f"GET {page} " for page in ("/play/{game}", "/play/{game}/prompt", "/watch/{game}/{key}", "/replay/{game}",
                                  "/replay/{game}/moment.svg", "/report/{game}")),
    "/", "/lobby?show=live", "/api/v1/lobby", "/api/v1/games", "/people/{player}",
)  # fmt: skip
"""What changes for watchers once they may know how it went on."""


class Evening(Scene):
    """A listed game whose watchers see all, late; one of them, ``D``, is a friend of red's.  The hour stands still."""

    def __init__(self, house: House) -> None:
        super().__init__(house)
        self.now, self.early = wall_ms(), 0
        games = self.site.games
        games.mailbox.time = games.past._time = games.mailbox.time._replace(wall=lambda: self.now)
        self.site.talk.wall = self.site.bonds.wall = lambda: self.now
        friend = house.member(f"Friend {next(COUNT)}")
        self.who["D"] = house.browser(friend)
        assert house.run(self.site.bonds.add, friend.id, self.red.id, "friend")
        options = {"turns": 1}
        self.tables["late"] = self.begun(options=options, visibility="listed", watch={"view": "all", "delay": 10})

    @property
    def api(self) -> str:
        """Where the game is found."""
        return f"/api/v1/games/{self.tables['late']}"

    def shown(self, role: str) -> Any:
        """The game as somebody sees it."""
        return self.who[role].get(self.api).json()

    def answers(self, role: str, raw: Any) -> None:
        """A seat has answered what it was asked."""
        asked = next(q for q in self.shown(role)["questions"] if q["mine"] and not q["sealed"])
        self.done(role, self.api.removeprefix("/api/v1") + "/answers", {"ask": asked["id"], "answer": raw})

    def says(self, role: str, text: str) -> None:
        """A player has said something."""
        self.done(role, self.api.removeprefix("/api/v1") + "/talk", {"text": text})

    def begins(self) -> None:
        """Both have bid, red has drawn a card and made a step."""
        self.answers("R", "1")
        self.answers("B", "3")
        self.answers("R", STEP)

    def goes_on(self) -> None:
        """Red steps again, blue draws a card; they talk; red gives up."""
        self.answers("R", STEP)
        self.answers("R", "done")
        self.says("R", "marker-of-red")
        self.answers("B", STEP)
        self.done("R", self.api.removeprefix("/api/v1") + "/resign", {"seat": "red"})
        self.says("B", "marker-of-blue")

    def picture(self) -> dict[str, str]:
        """Every answer there is to a watcher, and to a stranger who finds the game in the lobby."""
        found = dict[str, str]()
        for row in TELLING:
            for v in (str(self.early), str(self.early + 3)) if "{v}" in row.path else ("",):
                for role in "DS":
                    given = self.ask(role, row, **({"v": v} if v else {}))
                    found[f"{role} {row.method} {row.path} {v}"] = f"{given.status_code} {given.text}"
        name = self.red.name.replace(" ", "%20").lower()
        for path in LISTS:
            for role in "DS":
                given = self.visit(role, path.format(player=name, handle=name))
                found[f"{role} {path}"] = f"{given.status_code} {given.text}"
        return found

    def socket(self, role: str, since: int) -> WebSocketTestSession:
        """The socket of somebody at the game."""
        self.house.client.cookies.clear()
        game = self.tables["late"]
        key = f"&watch={self.site.watch_key(game)}" if role == "D" else ""
        path, headers = f"/ws/games/{game}?since={since}{key}", self.who[role].cookie
        found: WebSocketTestSession = self.house.client.websocket_connect(path, headers=headers)
        return found

    def visit(self, role: str, path: str) -> Any:
        """A page as this role gets it."""
        return (self.who[role] if role != "S" else Person(self.house.client)).page(path)


@pytest.fixture(scope="module")
def house(client: TestClient) -> House:
    """One server for all evenings."""
    return House(client)


@pytest.fixture
def evening(house: House) -> Evening:
    """So far that the watchers see the first step of red."""
    evening = Evening(house)
    evening.begins()
    evening.early = evening.shown("R")["version"]
    evening.now += DELAY
    assert evening.shown("D")["version"] == evening.early
    return evening


def test_every_way_out_of_the_server_is_known_to_tell_of_games_or_not(client: TestClient) -> None:
    assert unsorted(routes(client.app)) == [], "say in outlets.py whether this tells of games"  # type: ignore[arg-type]


def test_no_answer_tells_anything_before_its_time(evening: Evening) -> None:
    evening.now += 1
    before = evening.picture()
    evening.goes_on()
    assert evening.shown("R")["status"] == "over"
    now = evening.picture()
    assert [what for what in before if now[what] != before[what]] == []
    evening.now += DELAY
    later = evening.picture()
    told = {what for what in before if later[what] != before[what]}
    assert {f"D {what}" for what in TELL_THE_END} <= told
    assert later["D GET /api/v1/games/{game}/events "].count("toy.gave-up") >= 1
    assert all(later["D GET /watch/{game}/{key} "].count(f"marker-of-{who}") for who in ("red", "blue"))
    seen, played = evening.shown("D"), evening.shown("R")
    assert all(seen[key] == played[key] for key in ("version", "status", "outcome"))


def told(socket: WebSocketTestSession, until: int = 0) -> list[dict[str, Any]]:
    """What a socket was told so far; at least up to a version."""
    found: list[dict[str, Any]] = []
    socket.send_text(PING)
    pongs = 0
    while not pongs or not any(message.get("v", 0) >= until for message in found):
        message = socket.receive_json()
        pongs += "pong" in message
        found.append(message)
    return found


def test_a_socket_is_told_nothing_before_its_time(evening: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rooms, "TICK", 0.05)
    with evening.socket("D", 0) as late, evening.socket("R", 0) as red:
        heard = told(late, evening.early)
        evening.goes_on()
        for message in ('{"point": [1, 2]}', '{"rule": [1, 2, 3, 4]}', '{"look": [1, 2, 3, 4]}'):
            red.send_text(message)
        assert told(red, evening.shown("R")["version"])
        sleep(0.3)
        heard += told(late)
        for since in (0, evening.early, 99_999):
            with evening.socket("D", since) as again:
                heard += told(again, evening.early)
        assert {key for message in heard for key in message} <= {"pong", "crowd", *OF_A_TABLE}
        assert max(message.get("v", 0) for message in heard) == evening.early
        assert "gave-up" not in str(heard)
        evening.now += DELAY
        assert max(message.get("v", 0) for message in told(late, evening.early + 1)) == evening.shown("R")["version"]
