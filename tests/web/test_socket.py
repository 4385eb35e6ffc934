"""The websocket of a table: in order of version, to those who may see it, and never a way in."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from starlette.testclient import TestClient, WebSocketTestSession
from starlette.websockets import WebSocketDisconnect

from tests.fragments import Apart, apart
from tests.web.people import Person, Table


def join(table: Table, who: Person, query: str = "", headers: dict[str, str] | None = None) -> WebSocketTestSession:
    """The socket of somebody at the table."""
    table.client.cookies.clear()
    found: WebSocketTestSession = table.client.websocket_connect(
        f"/ws/games/{table.id}{query}", headers={**who.cookie, **(headers or {})}
    )
    return found


def until(socket: WebSocketTestSession, version: int) -> list[dict[str, Any]]:
    """The versioned messages up to this version."""
    found: list[dict[str, Any]] = []
    while not found or found[-1]["v"] < version:
        message = socket.receive_json()
        if "v" in message:
            found.append(message)
    return found


def texts_until(socket: WebSocketTestSession, version: int) -> str:
    """The bytes of all messages up to this version."""
    found = ""
    while True:
        text = socket.receive_text()
        found += text
        if json.loads(text).get("v", -1) >= version:
            return found


def cut_with(socket: WebSocketTestSession) -> int:
    """The code with which the server cuts the socket."""
    try:
        while True:
            socket.receive_text()
    except WebSocketDisconnect as cut:
        return int(cut.code)


def test_a_page_is_told_in_its_own_language(table: Table) -> None:
    table.bids()
    with join(table, table.blue, "?lang=es") as spanish, join(table, table.blue, "?lang=xx") as english:
        says = [texts_until(socket, table.version) for socket in (spanish, english)]
    assert ["Esperando a Aki" in text for text in says] == [True, False]
    assert ["Waiting for Aki" in text for text in says] == [False, True]


def test_versions_come_in_order_after_a_cut(table: Table) -> None:
    table.bids()
    with join(table, table.blue, f"?since={table.version}") as socket:
        seen = [m["v"] for m in until(socket, table.version)]
        assert table.say("red", {"pick": "step", "then": {"run": 1, "walk": 1}}).status_code == 200
        seen += [m["v"] for m in until(socket, table.version)]
    cut_at = seen[-1]
    assert table.say("red", {"pick": "step", "then": {"run": 2, "walk": 0}}).status_code == 200
    assert table.say("red", "done").status_code == 200
    with join(table, table.blue, f"?since={cut_at}") as socket:
        seen += [m["v"] for m in until(socket, table.version)]
        assert table.say("blue", "done").status_code == 200
        seen += [m["v"] for m in until(socket, table.version)]
    assert seen == sorted(seen)
    assert seen[-1] == table.version


def test_log_after_a_cut_holds_what_was_missed_and_no_more(table: Table) -> None:
    table.bids()
    before = table.version
    assert table.say("red", {"pick": "step", "then": {"run": 1, "walk": 1}}).status_code == 200
    with join(table, table.blue, f"?since={before}") as socket:
        missed = until(socket, table.version)[-1]
    with join(table, table.blue, f"?since={table.version}") as socket:
        nothing = until(socket, table.version)[-1]
    assert "log" in apart(missed).parts
    assert "log" not in apart(nothing).parts


def test_undo_asks_to_load_afresh(table: Table) -> None:
    table.bids()
    assert table.say("red", {"pick": "step", "then": {"run": 1, "walk": 1}}).status_code == 200
    with join(table, table.blue, f"?since={table.version}") as socket:
        until(socket, table.version)
        assert table.red.post(f"{table.path}/undo").status_code == 200
        while socket.receive_json() != {"resync": True}:
            pass


def test_who_did_not_get_the_word_of_an_undo_loads_afresh_with_the_next_event(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    table.bids()
    assert table.say("red", {"pick": "step", "then": {"run": 1, "walk": 1}}).status_code == 200
    rooms = table.client.app.state.site.rooms  # type: ignore[attr-defined]
    with join(table, table.blue, f"?since={table.version}") as socket:
        seen = until(socket, table.version)[-1]["v"]
        monkeypatch.setattr(rooms, "say", lambda *_: None)
        assert table.red.post(f"{table.path}/undo").status_code == 200
        assert table.say("red", {"pick": "step", "then": {"run": 2, "walk": 0}}).status_code == 200
        told = until(socket, table.version)
        assert [m for m in told if "content" in m] == []
        assert told[-1] == {"v": table.version, "resync": True, "asked": ["red"]}
    with join(table, table.blue, f"?since={seen}") as socket:
        assert until(socket, table.version)[-1]["resync"]
    with join(table, table.blue, f"?since={table.version}") as socket:
        assert "resync" not in until(socket, table.version)[-1]


def crowd(*seats: str) -> dict[str, Any]:
    """One nameless watcher, and these seats."""
    return {"crowd": {"watchers": 1, "seats": list(seats), "names": [], "away": {}}}


def test_crowd_is_counted(table: Table) -> None:
    with join(table, table.watcher, f"?watch={table.key}&since={table.version}") as socket:
        assert socket.receive_json() == crowd()
        with join(table, table.red) as second:
            said: dict[str, Any] = {}
            while "crowd" not in said:
                said = second.receive_json()
            assert said == crowd("red")


@pytest.mark.parametrize(
    ("query", "headers", "code"),
    [
        ("", {}, 4404),
        ("?watch=forged", {}, 4404),
        ("?watch=%C3%A9", {}, 4404),
        ("?seat=red", {}, 4404),
        ("", {"cookie": "gunbai=" + "x" * 43}, 4404),
        ("?watch=KEY", {"origin": "https://evil.example"}, 4403),
        ("?watch=KEY", {"origin": "null"}, 4403),
    ],
)
def test_strangers_and_other_sites_are_refused(table: Table, query: str, headers: dict[str, str], code: int) -> None:
    stranger = Person(table.client)
    with (
        pytest.raises(WebSocketDisconnect) as cut,
        join(table, stranger, query.replace("KEY", table.key), headers) as socket,
    ):
        socket.receive_text()
    assert cut.value.code == code


@pytest.mark.parametrize("id", ["none", "x" * 500, "%00"])
def test_unknown_tables_are_refused(client: TestClient, id: str) -> None:
    with pytest.raises(WebSocketDisconnect) as cut, client.websocket_connect(f"/ws/games/{id}") as socket:
        socket.receive_text()
    assert cut.value.code == 4404


def test_socket_with_another_seats_name_sees_its_own(table: Table) -> None:
    with join(table, table.blue, f"?seat=red&since={table.version}") as socket:
        assert socket.receive_json()["crowd"]["seats"] == ["blue"]


def test_socket_is_no_way_to_answer(table: Table) -> None:
    before = table.picture()
    ask = table.question("red")["id"]
    with join(table, table.red, f"?since={table.version}") as socket:
        for text in (f'{{"ask": "{ask}", "answer": "1"}}', '{"type": "answer"}', "[]", "7"):
            socket.send_text(text)
        socket.send_text("{" * 1000)
        socket.send_text('{"ping":true}')
        while socket.receive_json() != {"pong": True}:
            pass
    assert table.picture() == before


def test_chatter_and_large_messages_are_cut(table: Table) -> None:
    for flood in (["x"] * 50, ["x" * 5000]):
        with join(table, table.red) as socket:
            for text in flood:
                socket.send_text(text)
            assert cut_with(socket) == 4408


def test_bytes_are_cut_or_ignored_and_break_nothing(table: Table) -> None:
    before = table.picture()
    with join(table, table.red) as socket:
        socket.send_bytes(b"\x00\xff")
        assert cut_with(socket) == 1003
    assert table.picture() == before


def test_range_of_since_is_no_matter(table: Table) -> None:
    for since in (-1, 0, 10**9, 2**70):
        with join(table, table.red, f"?since={since}") as socket:
            assert until(socket, table.version)[-1]["v"] == table.version


def told_first(table: Table, query: str) -> dict[str, Any]:
    """The first message of a watcher's socket."""
    with join(table, table.watcher, f"?watch={table.key}&since={table.version}{query}") as socket:
        return until(socket, table.version)[-1]


def test_a_page_that_shows_all_is_not_told_it_again_and_one_drawn_before_a_secret_answer_is(table: Table) -> None:
    def mark() -> str:
        found = re.search(r' data-mark="([0-9a-f]{32})"', table.watcher.page(f"/watch/{table.id}/{table.key}").text)
        assert found is not None
        return f"&drawn={found[1]}"

    before, version = mark(), table.version
    fresh = told_first(table, before)
    assert apart(fresh) == Apart(parts={"prompt": apart(fresh).parts["prompt"]})
    assert "whole" not in fresh
    assert table.say("red", "1").status_code == 200
    assert table.version == version, "it is secret, and no event"
    for query in (before, "", "&drawn=", "&drawn=" + "f" * 32, "&drawn=" + "0" * 5000):
        told = told_first(table, query)
        assert told["whole"], query[:20]
        assert {"bands", "phases", "go"} <= set(apart(told).parts)
    assert list(apart(told_first(table, mark())).parts) == ["prompt"]


def test_a_token_opens_no_socket_and_breaks_none(table: Table) -> None:
    with (
        pytest.raises(WebSocketDisconnect) as refused,
        join(table, table.red, headers={"authorization": "Bearer x"}) as socket,
    ):
        socket.receive_text()
    assert refused.value.code == 4404
