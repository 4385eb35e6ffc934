"""The description of the line for programs: whole in itself, and true of every message; its program follows a game."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import jsonschema_rs
import pytest
import yaml
from starlette.testclient import TestClient

from app.web.table.line.live import DOES
from tests.web.scene import House
from tests.web.test_live import Follower, Match

ROOT = Path(__file__).resolve().parents[2]
DOCUMENT: dict[str, Any] = yaml.safe_load((ROOT / "docs" / "asyncapi.yaml").read_text(encoding="utf-8"))
MESSAGES: dict[str, Any] = DOCUMENT["components"]["messages"]
TOLD = ("told", "resync", "crowd", "talk", "shown", "acknowledged", "pong")
TOP = {"asyncapi", "info", "defaultContentType", "servers", "channels", "operations", "components"}


def at(pointer: str) -> Any:
    """What a reference within the document leads to."""
    found: Any = DOCUMENT
    for part in pointer.removeprefix("#/").split("/"):
        found = found[part]
    return at(found["$ref"]) if "$ref" in found else found


def references(value: Any) -> Iterator[str]:
    """Every reference in a part of the document."""
    if isinstance(value, dict):
        yield from [value["$ref"]] if "$ref" in value else []
        for part in value.values():
            yield from references(part)
    elif isinstance(value, list):
        for part in value:
            yield from references(part)


def whole(value: Any) -> Any:
    """A schema with what it refers to in place."""
    if isinstance(value, dict):
        return whole(at(value["$ref"])) if "$ref" in value else {key: whole(part) for key, part in value.items()}
    return [whole(part) for part in value] if isinstance(value, list) else value


SCHEMAS = {name: jsonschema_rs.validator_for(whole(message["payload"])) for name, message in MESSAGES.items()}


def kinds(message: Any, of: tuple[str, ...] = TOLD) -> list[str]:
    """The messages of the document that this is one of."""
    return [name for name in of if SCHEMAS[name].is_valid(message)]


def test_every_reference_leads_somewhere_and_every_message_is_said_or_heard() -> None:
    assert set(DOCUMENT) == TOP
    assert DOCUMENT["asyncapi"] == "3.0.0"
    assert all(at(pointer) is not None for pointer in references(DOCUMENT))
    used = set(references(DOCUMENT["operations"]))
    assert {f"#/channels/game/messages/{name}" for name in MESSAGES} <= used
    assert {one["action"] for one in DOCUMENT["operations"].values()} == {"send", "receive"}


def test_the_channel_is_a_route_of_the_server_and_takes_what_it_says(client: TestClient) -> None:
    channel = DOCUMENT["channels"]["game"]
    assert channel["address"] == "/api/v1/games/{game}/live"
    assert set(channel["parameters"]) == set(re.findall(r"{(\w+)}", channel["address"]))
    assert at("#/components/messages/command")["payload"]["properties"]["do"]["enum"] == list(DOES)
    paths = client.get("/api/v1/openapi.json").json()["paths"]
    assert all(f"/api/v1/games/{{game}}/{do}" in paths or "/api/v1/games/{game}/{deed}" in paths for do in DOES)


@pytest.mark.parametrize("message", [{}, {"v": 1}, {"changes": {}}, {"ack": 1, "status": 200, "body": {}}, {"pong": 1}])
def test_what_is_no_message_is_known_as_none(message: Any) -> None:
    assert kinds(message) == []


@pytest.fixture(scope="module")
def house(client: TestClient) -> House:
    """The server of this module, with its host."""
    return House(client)


def test_every_message_of_a_game_is_one_of_the_document(house: House) -> None:
    match, rng = Match(house), Random(5)
    with match.line(match.token("red", "read", "play")) as socket, match.line(query=match.watch) as other:
        red, watcher = Follower(socket), Follower(other)
        for _ in range(40):
            if (found := match.drawn(rng)) is None:
                break
            if found[0] == "red":
                red.does("preview", found[1])
                assert red.does("answers", found[1])["status"] == 200
            else:
                assert match.people["blue"].post(f"{match.path}/answers", found[1]).status_code == 200
        match.people["blue"].post(f"{match.path}/talk", {"scope": "table", "text": "Well met"})
        red.socket.send_text("nonsense")
        red.settle()
        watcher.settle()
    seen = [name for message in (*red.told, *watcher.told) for name in kinds(message)]
    assert len(seen) == len(red.told) + len(watcher.told), "each is one, and only one"
    assert {"told", "crowd", "talk", "acknowledged", "pong"} <= set(seen)


def test_the_program_of_the_page_follows_a_game(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    (code,) = re.findall(r"^```python\n(.*?)^```$", (ROOT / "docs" / "api.md").read_text(encoding="utf-8"), re.M | re.S)
    names: dict[str, Any] = {}
    exec(compile(code, "docs/api.md", "exec"), names)
    match, rng = Match(house), Random(8)
    secret = match.token("red", "read")

    class Line:
        """What the library of the page gives a program: its texts, one after the other."""

        def __init__(self, url: str, additional_headers: dict[str, str]) -> None:
            assert url == match.path
            assert additional_headers == {"authorization": f"Bearer {secret}"}
            self.line = match.line(secret)

        def __enter__(self) -> Iterator[str]:
            socket = self.line.__enter__()
            return iter(socket.receive_text, None)

        def __exit__(self, *error: object) -> None:
            self.line.__exit__(*error)

    names["connect"] = Line
    documents = names["follow"](match.path, secret)
    document = next(documents)
    for _ in range(12):
        found = match.drawn(rng)
        assert found is not None
        assert match.people[found[0]].post(f"{match.path}/answers", found[1]).status_code == 200
        fresh = match.people["red"].get(f"{match.path}/live").json()["document"]
        for _ in range(20):
            if document == fresh:
                break
            document = next(documents)
        assert document == fresh
    documents.close()
