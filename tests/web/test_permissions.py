"""Who may do what, for every route and every message of a socket: see the table."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

import pytest
from starlette.testclient import TestClient, WebSocketTestSession

from app.games import challenges
from app.store.talk import name_role
from app.web.table.line.inbound import KINDS
from tests.web.outlets import routes
from tests.web.people import Person
from tests.web.permission_table import MESSAGES, SENT
from tests.web.scene import COUNT, PASSWORD, ROWS, TOKENS, House, Row, Scene, is_open
from tests.web.test_socket import cut_with


@pytest.fixture(scope="module")
def house(client: TestClient) -> House:
    """One server for all rows."""
    return House(client)


@pytest.fixture(scope="module")
def stage(house: House) -> list[Scene]:
    """The scene as it is now; a test may set it anew."""
    return [Scene(house)]


def test_every_route_of_the_server_is_in_the_table_and_no_other(client: TestClient) -> None:
    listed, there = {f"{row.method} {row.template}" for row in ROWS}, set(routes(client.app))  # type: ignore[arg-type]
    assert there - listed == set(), "say in permission_table.py who may do this"
    assert listed - there == set(), "there is no such route any more"


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row.method} {row.path}")
def test_each_may_do_what_the_table_says(stage: list[Scene], house: House, row: Row) -> None:
    out = [role for role in row.tried if role not in row.let_in]
    assert "".join(role for role in out if stage[0].lets_in(role, row)) == "", "may, and should not"
    for role in row.let_in:
        is_in = stage[0].lets_in(role, row)
        stage[0] = Scene(house) if row.anew else stage[0]
        assert is_in, f"{role} may not, and should"


# -- what a socket may send ------------------------------------------------------


def heard(socket: WebSocketTestSession, kind: str) -> bool:
    """Whether a message of a kind has come since the socket was last asked."""
    socket.send_text('{"ping":true}')
    found = []
    while (message := socket.receive_json()) != {"pong": True}:
        found.append(message)
    return any(kind in message for message in found)


@contextmanager
def sockets(scene: Scene, roles: str) -> Iterator[dict[str, WebSocketTestSession]]:
    """These at one table."""
    game, client = scene.table("own"), scene.house.client
    with ExitStack() as stack:
        at = {}
        for role in roles:
            client.cookies.clear()
            key = f"&watch={scene.site.watch_key(game)}" if role == "W" else ""
            socket = client.websocket_connect(f"/ws/games/{game}?since=9999{key}", headers=scene.who[role].cookie)
            at[role] = stack.enter_context(socket)
        yield at


def test_every_message_of_a_socket_is_in_the_table_and_no_other() -> None:
    assert set(MESSAGES) == set(SENT) == set(KINDS), "say in permission_table.py who may send this, and who is told"


@pytest.mark.parametrize("kind", MESSAGES)
def test_a_message_reaches_whom_the_table_says(house: House, kind: str) -> None:
    told = []
    with sockets(Scene(house), "HURBWC") as at:
        for role, socket in at.items():
            socket.send_text(json.dumps({kind: SENT[kind]}))
            heard(socket, kind)
            to = "".join(other for other in at if other != role and heard(at[other], kind))
            told += [f"{role}>{to}"] if to else []
    assert " ".join(told) == MESSAGES[kind]


# -- who is shut out -------------------------------------------------------------


def watched(scene: Scene, role: str) -> list[bool]:
    """Whether somebody with the link gets to see the table: in the API, as a page, by the socket."""
    game = scene.table("own")
    key, who = scene.site.watch_key(game), scene.who[role]
    paths = (f"/api/v1/games/{game}?watch={key}", f"/watch/{game}/{key}")
    return [*(who.page(path).status_code == 200 for path in paths),
            is_open(scene.house.client, who, f"/ws/games/{game}?watch={key}")]  # fmt: skip


def test_whoever_is_banned_is_out_everywhere_at_once(house: House) -> None:
    scene = Scene(house)
    with sockets(scene, "RB") as at:
        banned = scene.who["H"].form(f"/admin/accounts/{scene.red.id}/ban", {"reason": "rude"})
        assert banned.status_code == 303
        assert cut_with(at["R"]) == 4404
        assert not heard(at["B"], "cut")
    for role in ("R", *TOKENS):
        assert scene.who[role].get("/api/v1/me").status_code == 401
        assert scene.who[role].get(f"/api/v1/games/{scene.table('own')}").status_code in (401, 403)
    back = Person(house.client).form("/signin", {"name": scene.red.name, "password": PASSWORD})
    assert (back.status_code, "rude" in back.text) == (422, True)


def test_whoever_is_out_of_a_game_does_not_see_it(house: House) -> None:
    scene = Scene(house)
    assert watched(scene, "W") == [True] * 3
    row = {"game_id": scene.table("own"), "guest_id": scene.ids["W"], "role": "out", "created": "now"}
    scene.site.games.store.run_now(name_role, row, on=True)
    assert watched(scene, "W") == [False] * 3
    assert watched(scene, "G") == [True] * 3


@pytest.mark.parametrize("by_player", [True, False])
def test_who_is_blocked_neither_watches_nor_joins_nor_challenges(house: House, by_player: bool) -> None:
    scene, member = Scene(house), house.member(f"Blok {next(COUNT)}")
    scene.who["M"], open_table = house.browser(member), scene.lay("R", visibility="listed")
    assert watched(scene, "M") == [True] * 3
    assert scene.who["M"].page(f"/lobby/{open_table}/blue").status_code == 200
    one, other = (scene.red.id, member.id) if by_player else (member.id, scene.red.id)
    assert house.run(scene.site.bonds.add, one, other, "block")
    assert watched(scene, "M") == [False] * 3
    assert scene.who["M"].page(f"/lobby/{open_table}/blue").status_code == 403
    assert scene.who["M"].form(f"/lobby/{open_table}/blue", {"name": "Blok"}).status_code == 422
    table = {"system": "ronin", "scenario": "skirmish", "points": "200", "players": "2", "way_b": "friend"}
    bands = {"band_a": "sample:red-devils", "band_b": "sample:river-league", "to_b": scene.red.name}
    challenged = scene.who["M"].form("/new", {**table, **bands})
    assert (challenged.status_code, "does not take challenges" in challenged.text) == (422, True)
    assert house.run(challenges.received, scene.site.games, scene.red.id) == ()
