"""Other sites get nothing done: every route that changes, from every origin that is not ours; and no GET changes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from tests.attacks.knocking import HOST, Books, Door, Knock
from tests.web.outlets import routes
from tests.web.scene import ROWS, Row, Scene, sent

FOREIGN: tuple[dict[str, str], ...] = (
    {"origin": "https://evil.example"},
    {"origin": "null"},
    {"origin": ""},
    {"origin": f"http://{HOST}:8080"},
    {"origin": f"https://{HOST}"},
    {"origin": f"https://{HOST}:80"},
    {"origin": f"ws://{HOST}"},
    {"origin": f"http://{HOST}/"},
    {"origin": HOST},
    {"origin": f"http://{HOST}.evil.example"},
    {"origin": f"http://evil.example/{HOST}"},
    {"origin": f"http://{HOST}@evil.example"},
    {"origin": "http://[::1"},
    {"origin": "http://[" + "x" * 9000},
    {"sec-fetch-site": "cross-site"},
    {"sec-fetch-site": "same-site", "origin": f"http://sub.{HOST}"},
    {"sec-fetch-site": "cross-site", "origin": f"http://{HOST}"},
    {"sec-fetch-site": "none, same-origin"},
    {"sec-fetch-site": ""},
)
OURS: tuple[dict[str, str], ...] = (
    {},
    {"origin": f"http://{HOST}"},
    {"origin": f"HTTP://{HOST.upper()}:80"},
    {"sec-fetch-site": "same-origin"},
    {"sec-fetch-site": "none"},
    {"sec-fetch-site": "same-origin", "origin": f"http://{HOST}"},
)
CONTENT: tuple[dict[str, str], ...] = (
    {},
    {"content-type": "text/plain"},
    {"content-type": "application/x-www-form-urlencoded"},
)
"""What a page of another site may send without being asked first."""
SAFE = ("GET", "WS")


def test_no_route_that_changes_is_open_to_other_sites(
    scene: Scene, client: TestClient, door: Door, tried: Callable[[str], None]
) -> None:
    books, count = Books(client), 0
    listed = {f"{row.method} {row.template}": row for row in ROWS}
    unsafe = [route for route in routes(client.app) if route.split()[0] not in SAFE]  # type: ignore[arg-type]
    for route in unsafe:
        row = listed[route]
        path, who = scene.path("R", row), scene.who["R"].cookie
        books.changed()
        method = "POST" if row.method == "ANY" else row.method
        knocks = [Knock(method, path, b"{}", {**who, **site, **kind}) for site in FOREIGN for kind in CONTENT]
        given = door.knock(*knocks)
        assert {answer.status for answer in given} == {403}, f"{route}: {[a.status for a in given]}"
        assert all(b"another site" in answer.body for answer in given), route
        count += len(given)
    assert books.changed() == []
    tried(f"{count} changes from other sites at {len(unsafe)} routes, all refused, no table changed")


def test_our_own_pages_and_programs_are_let_in(door: Door) -> None:
    form = {"content-type": "application/x-www-form-urlencoded"}
    given = door.knock(*(Knock("POST", "/lang", b"lang=es&next=/rules", {**form, **site}) for site in OURS))
    assert [answer.status for answer in given] == [303] * len(OURS)


@pytest.mark.parametrize("site", [site for site in FOREIGN if "sec-fetch-site" not in site], ids=str)
def test_no_socket_is_open_to_other_sites(scene: Scene, client: TestClient, site: dict[str, str]) -> None:
    headers = {**scene.who["R"].cookie, **site}
    with (
        pytest.raises(WebSocketDisconnect) as cut,
        client.websocket_connect(f"/ws/games/{scene.table('own')}", headers=headers) as socket,
    ):
        socket.receive_text()
    assert cut.value.code == 4403


def test_no_get_changes_anything(scene: Scene, client: TestClient, tried: Callable[[str], None]) -> None:
    looks = [row for row in ROWS if row.method in ("GET", "ANY")]
    paths: list[tuple[str, Row, str, dict[str, str]]] = [
        (role, row, scene.path(role, row), scene.facts(role, row)) for row in looks for role in "HURBWDCG"
    ]
    books, wrote = Books(client), dict[str, list[str]]()
    for role, row, path, said in paths:
        given: Any = sent(scene.who[role], row, path, said)
        assert given.status_code != 500, path
        if tables := books.changed():
            wrote.setdefault(row.template, []).extend(tables)
    assert wrote == {}, "a GET writes: only the keys for web push may be made then, once (they are here)"
    tried(f"{len(paths)} GETs at {len(looks)} routes by eight people, no table changed")
