"""Talk: who may say what to whom, who reads it and when, and the small things shown on the table."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Iterator
from functools import partial
from typing import Any

import pytest

from app.accounts.attempts import Attempts
from app.games.hours import wall_ms
from app.web.page.deps import Site
from app.web.page.templates import render
from tests.web.people import Person, Table, problem
from tests.web.test_socket import join

SAYS = {
    "red": ("table", "side"), "blue": ("table", "side"), "watcher": ("watch",), "caster": ("watch", "comment"),
    "stranger": (),
}  # fmt: skip
READS: dict[str, tuple[str, ...] | None] = {
    "red": ("table", "side"), "blue": ("table",), "watcher": ("table", "watch", "comment"),
    "caster": ("table", "watch", "comment"), "stranger": None,
}  # fmt: skip


class Hall:
    """A toy at which red, blue, a watcher with a name and a commentator are; a stranger is outside."""

    def __init__(self, table: Table) -> None:
        self.table, self.people = table, {"red": table.red, "blue": table.blue}
        self.people |= {name: Person(table.client) for name in ("watcher", "caster", "stranger")}
        for name in ("watcher", "caster"):  # whoever has made a table is known by name
            body = {"system": "toy", "scenario": "meadow", "name": name.title(),
                    "sides": [{"seat": s, "roster": {"sample": "band"}} for s in ("red", "blue")]}  # fmt: skip
            assert self.people[name].post("/api/v1/games", body).status_code == 201
        self.site.games.store.run_now(name_commentator, table.id, guest_of(self, "caster"))

    @property
    def site(self) -> Site:
        found: Site = self.table.client.app.state.site  # type: ignore[attr-defined]
        return found

    def key(self, name: str) -> str:
        return f"?watch={self.table.key}" if name == "watcher" else ""

    def say(self, name: str, scope: str, text: str = "hello", **more: Any) -> Any:
        return self.people[name].post(f"{self.table.path}/talk{self.key(name)}", {"scope": scope, "text": text, **more})

    def read(self, name: str, since: int = 0) -> Any:
        query = self.key(name) + ("&" if self.key(name) else "?") + f"since={since}"
        return self.people[name].get(f"{self.table.path}/talk{query}")

    def lines(self, name: str) -> list[tuple[str, str]]:
        return [(line["scope"], line["text"]) for line in self.read(name).json()["lines"]]


def name_commentator(db: Any, game: str, guest: str) -> None:
    from app.store.talk import name_role

    name_role(db, {"game_id": game, "guest_id": guest, "role": "commentator", "created": "now"}, on=True)


def guest_of(hall: Hall, name: str) -> str:
    mine = hall.people[name].get("/api/v1/games").json()["mine"]
    return hall.site.games.store.look_now(owner_of, mine[0]["id"])


def owner_of(db: Any, game: str) -> str:
    from app.store.games import load

    saved = load(db, game)
    assert saved is not None
    return str(saved.game["owner"])


@pytest.fixture
def hall(table: Table, monkeypatch: pytest.MonkeyPatch) -> Hall:
    """Nobody is hurried by how much was said before."""
    generous = Attempts("1000 per second")
    hall = Hall(table)
    monkeypatch.setattr(hall.site, "briefly", generous)
    monkeypatch.setattr(hall.site, "long", generous)
    return hall


@pytest.mark.parametrize("name", SAYS)
def test_each_speaks_where_he_may(hall: Hall, name: str) -> None:
    for scope in ("table", "side", "watch", "comment", "shout"):
        given = hall.say(name, scope)
        if scope in SAYS[name]:
            assert given.status_code == 201, given.text
        else:
            problem(given, 403)


@pytest.mark.parametrize("name", READS)
def test_each_reads_what_he_may(hall: Hall, name: str) -> None:
    for speaker, scope in (("red", "table"), ("red", "side"), ("watcher", "watch"), ("caster", "comment")):
        assert hall.say(speaker, scope, f"{scope} talk").status_code == 201
    may = READS[name]
    if may is None:
        problem(hall.read(name), 403)
    else:
        assert hall.lines(name) == [(scope, f"{scope} talk") for scope in may]


@contextlib.contextmanager
def sockets(hall: Hall, *names: str) -> Iterator[dict[str, Any]]:
    """The sockets of these people."""
    with contextlib.ExitStack() as stack:
        yield {
            name: stack.enter_context(
                join(hall.table, hall.people[name], hall.key(name) + ("&" if hall.key(name) else "?") + "since=99999")
            )
            for name in names
        }


def after(socket: Any, want: str) -> list[dict[str, Any]]:
    """What the socket tells besides versions and crowds until the answer to a ping."""
    socket.send_text('{"ping":true}')
    found = []
    while (message := socket.receive_json()) != {"pong": True}:
        found.append(message)
    return [m for m in found if want in m]


def test_a_line_comes_at_once_to_those_who_may_read_it(hall: Hall) -> None:
    with sockets(hall, "red", "blue", "watcher") as at:
        for speaker, scope, heard in (
            ("red", "table", {"red", "blue", "watcher"}), ("red", "side", {"red"}), ("watcher", "watch", {"watcher"}),
            ("caster", "comment", {"watcher"}),
        ):  # fmt: skip
            assert hall.say(speaker, scope, scope).status_code == 201
            assert {name for name, socket in at.items() if after(socket, "talk")} == heard, scope


def test_watchers_who_are_behind_read_what_players_say_as_far_behind(hall: Hall) -> None:
    hall.site.games.store.run_now(lag, hall.table.id)
    hall.site.games.forget(hall.table.id)
    assert hall.say("red", "table", "now I strike").status_code == 201
    assert ("table", "now I strike") in hall.lines("blue")
    with sockets(hall, "watcher") as at:
        assert hall.say("red", "table", "and again").status_code == 201
        assert after(at["watcher"], "talk") == []
    assert hall.lines("watcher") == []
    later = wall_ms() + 11 * 60_000
    hall.site.talk.wall = lambda: later
    assert [text for _, text in hall.lines("watcher")] == ["now I strike", "and again"]
    hall.site.talk.wall = wall_ms


def lag(db: Any, game: str) -> None:
    from app.store.tables import game as table

    options = {"watch": {"view": "public", "delay": 10}}
    db.execute(table.update().where(table.c.id == game).values(options=options))


def test_what_is_said_is_kept_plain_and_short(hall: Hall) -> None:
    given = hall.say("red", "table", "  <b>a</b>\u202e \x00 b\n\n  c  ")
    assert given.json()["text"] == "<b>a</b> b\nc"
    assert len(hall.say("red", "table", "x" * 900).json()["text"]) == 500
    problem(hall.say("red", "table", "x" * 2001), 422)
    problem(hall.say("red", "table", " \n "), 422)
    assert "&lt;b&gt;" in hall.table.red.page(f"/play/{hall.table.id}").text


def test_many_lines_in_a_short_time_are_too_many(table: Table) -> None:
    said = [table.red.post(f"{table.path}/talk", {"text": "again"}).status_code for _ in range(7)]
    assert said == [201] * 5 + [429] * 2


def test_whoever_is_muted_is_not_read_by_that_one_alone(hall: Hall) -> None:
    line = hall.say("red", "table", "boo").json()["id"]
    assert hall.people["blue"].post(f"{hall.table.path}/talk/{line}/mute").status_code == 200
    assert hall.lines("blue") == []
    assert hall.lines("watcher") == [("table", "boo")]
    assert hall.people["blue"].post(f"{hall.table.path}/talk/{line}/unmute").status_code == 200
    assert hall.lines("blue") == [("table", "boo")]


def test_a_report_names_the_line_and_its_speaker(hall: Hall) -> None:
    line = hall.say("red", "table", "boo").json()["id"]
    assert hall.people["blue"].post(f"{hall.table.path}/talk/{line}/report", {"reason": "rude"}).status_code == 200
    (row,) = hall.site.games.store.look_now(reports, hall.table.id)
    assert (row["kind"], row["ref"], row["text"]) == ("talk", line, "rude")
    assert hall.site.games.store.run_now(hidden, line)
    assert hall.lines("watcher") == []


def reports(db: Any, game: str) -> list[Any]:
    from app.store.house_tables import report

    return list(db.execute(report.select().where(report.c.game_id == game)).mappings())


def hidden(db: Any, line: int) -> bool:
    from app.store.talk import hide

    return hide(db, line)


@pytest.mark.parametrize("line", ["0", "-1", "9" * 30])
def test_a_line_that_cannot_be_is_not_found(hall: Hall, line: str) -> None:
    problem(hall.people["blue"].post(f"{hall.table.path}/talk/{line}/report", {}), 404)


def test_only_a_sound_drawing_is_kept(hall: Hall) -> None:
    good = {"kind": "arrow", "points": [[0, 0], [25400, 0]], "colour": 2}
    assert hall.say("caster", "comment", "", drawing=good).json()["drawing"] == good
    bad: Any
    for bad in (
        {"kind": "arrow", "points": [[0, 0]]}, {"kind": "circle", "points": [[0, 0]] * 3},
        {"kind": "line", "points": [[0, 0]] * 201}, {"kind": "star", "points": [[0, 0], [1, 1]]},
        {"kind": "line", "points": [[0, 0], [10**9, 1]]}, {"kind": "arrow", "points": [[0, 0], [1, 1]], "colour": 9},
        {"kind": "arrow", "points": [[0.5, 0], [1, 1]]}, [], "x",
    ):  # fmt: skip
        problem(hall.say("caster", "comment", "", drawing=bad), 422)


@pytest.mark.parametrize(
    ("sender", "message", "heard"),
    [
        ("red", {"point": [10, 20]}, {"blue", "watcher"}),
        ("watcher", {"point": [10, 20]}, {"caster"}),
        ("red", {"rule": [0, 0, 10, 20]}, {"blue", "watcher", "caster"}),
        ("watcher", {"rule": [0, 0, 10, 20]}, set()),
        ("red", {"look": [0, 0, 10, 20]}, {"watcher", "caster"}),
        ("watcher", {"at": 3}, {"caster"}),
        ("red", {"point": [10, 20], "rule": [1, 2, 3, 4]}, set()),
        ("red", {"point": [10, 10**9]}, set()),
        ("red", {"point": "x"}, set()),
        ("red", {"answer": 1}, set()),
    ],
)
def test_what_is_shown_goes_to_those_it_is_for(
    hall: Hall, sender: str, message: dict[str, Any], heard: set[str]
) -> None:
    (kind, value), *_ = message.items()
    heard = heard | ({"caster"} if sender == "red" and kind == "point" and heard else set())
    with sockets(hall, "red", "blue", "watcher", "caster") as at:
        at[sender].send_text(json.dumps(message))
        after(at[sender], kind)
        told = {name: after(socket, kind) for name, socket in at.items()}
    assert {name for name, messages in told.items() if messages} == heard
    for messages in told.values():
        assert all(m[kind] == value and m["by"] in ("Aki", "Watcher") for m in messages)


def test_too_many_points_are_passed_over(hall: Hall) -> None:
    with sockets(hall, "red", "blue") as at:
        for n in range(15):
            at["red"].send_text(json.dumps({"point": [n, n]}))
        after(at["red"], "point")
        assert 8 <= len(after(at["blue"], "point")) < 15


def test_those_who_watch_are_named_and_counted(hall: Hall) -> None:
    with sockets(hall, "red", "watcher") as at:
        crowd = after(at["red"], "crowd")[-1]["crowd"]
        assert (crowd["watchers"], crowd["names"]) == (1, ["Watcher"])


def test_whoever_loses_the_right_to_be_there_is_cut(hall: Hall) -> None:
    from tests.web.test_socket import cut_with

    with sockets(hall, "watcher") as at:
        rooms = hall.site.rooms
        hall.table.client.portal.call(partial(rooms.cut, game=hall.table.id))  # type: ignore[union-attr]
        assert cut_with(at["watcher"]) == 4404


def test_a_drawing_without_words_leaves_no_line() -> None:
    lines = [{"id": n, "scope": "comment", "by": "b", "seat": "", "name": "Uma", "text": text}
             for n, text in enumerate(("", "Look at the ford"))]  # fmt: skip
    talk = {"lines": lines, "scopes": [], "comments": False, "last": 1, "late": False, "sides": {}}
    said = render("table/panels/_talk.html", talk=talk, game={"id": "g"})
    assert said.count("<li") == 1
    assert "Look at the ford" in said
