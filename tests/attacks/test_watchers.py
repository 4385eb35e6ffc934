"""Who only looks on does nothing: a watcher, the other player, the umpire of another table, each at every way in."""

from __future__ import annotations

import html
import json
from collections.abc import Callable

from starlette.testclient import TestClient

from tests.attacks.knocking import Books
from tests.web.people import Person
from tests.web.scene import NOT_YOURS, ROWS, Scene, sent
from tests.web.test_socket import join

OWN = (
    "/games",
    "/new",
    "/roster",
    "/terrain",
    "/account",
    "/lang",
    "/sign",
    "/forgot",
    "/api/v1/me",
    "/api/v1/rosters",
    "/api/v1/grounds",
    "/lobby",
    "/people",
    "/campaign",
    "/api/v1/campaigns",
    "/rematch",
    "/challenge",
)
"""Beginnings of what anybody may do for themselves; what is about a game is not among them."""
DEEDS = ("undo", "takeback", "consent", "pause", "resume", "checkpoint", "stand-in", "resign", "no-such")
JUDGED = ("name", "dismiss", "time", "rule", "preview", "amend", "back", "replace", "dispute", "pause", "resume", "bot")


def umpire_elsewhere(scene: Scene) -> Person:
    """Who judges, plays and comments at other tables, and has this one's link for watchers."""
    from app.store.talk import name_role

    scene.who["X"] = Person(scene.house.client)
    scene.ids["X"] = scene.welcome("X")
    elsewhere = scene.lay("X")
    for game, role in ((elsewhere, "umpire"), (scene.table("late"), "umpire"), (scene.table("over"), "commentator")):
        row = {"game_id": game, "guest_id": scene.ids["X"], "role": role, "created": "now"}
        scene.site.games.store.run_now(name_role, row, on=True)
    return scene.who["X"]


def test_an_umpire_elsewhere_and_a_watcher_change_nothing_here(
    scene: Scene, client: TestClient, tried: Callable[[str], None]
) -> None:
    game, elsewhere, count = scene.table("own"), umpire_elsewhere(scene), 0
    key = scene.site.watch_key(game)
    people = {"X": elsewhere, "W": scene.who["W"], "S": Person(client)}
    for row in [row for row in ROWS if row.method not in ("GET", "WS", "ANY") and "{game}" in row.path]:
        for role, who in people.items():
            names = (
                DEEDS
                if row.template == "/api/v1/games/{game}/{deed}"
                else JUDGED
                if "/umpire/{deed}" in row.template
                else ("",)
            )
            for deed in names:
                more = {"deed": deed} if deed else {}
                path = scene.path("U", row, **more) + f"?watch={key}&as=red&seat=red"
                books = Books(client)
                given = sent(who, row, path, scene.facts("U", row))
                text = html.unescape(given.text)
                spoke = "/talk/" in path and given.status_code in (200, 201, 204, 303)  # who reads may mute and report
                refused = given.status_code in (401, 403, 404, 409, 422) or any(words in text for words in NOT_YOURS)
                refused |= given.status_code == 303 and given.headers["location"] in ("/", "/signin")
                assert refused or spoke, f"{role} {row.method} {path}: {given.status_code} {text[:200]}"
                changed = set(books.changed()) - {"guest"}
                assert not changed or (spoke and changed <= {"bond", "bonds", "report", "talk_report"}), (
                    f"{role} {path}: {changed}"
                )
                count += 1
    tried(f"{count} changes by the umpire of another table, a watcher and a stranger; none was made")


def test_no_message_of_a_socket_changes_a_game(scene: Scene, client: TestClient, tried: Callable[[str], None]) -> None:
    game, count = scene.table("own"), 0
    books, key = Books(client), scene.site.watch_key(game)
    words = (
        "answer",
        "answers",
        "undo",
        "resign",
        "pause",
        "amend",
        "rule",
        "point",
        "talk",
        "say",
        "seat",
        "v",
        "resync",
        "html",
        "cut",
        "ping",
    )
    for role in "RBUWC":
        query = f"?since=9999&seat=red&as=red&watch={key}"
        table = type("At", (), {"client": client, "id": game})()
        for n in range(0, len(words), 8):
            with join(table, scene.who[role], query) as socket:
                for word in words[n : n + 8]:
                    body = {word: {"ask": "1-red", "answer": "1", "seat": "red"}}
                    socket.send_text(json.dumps(body))
                    socket.send_text(json.dumps({word: [1, 2], "seat": "red", "type": word}))
                    count += 2
                socket.send_text('{"ping":true}')
                while socket.receive_json() != {"pong": True}:
                    pass
    assert books.changed() == []
    tried(f"{count} messages on sockets of five people, no table changed")
