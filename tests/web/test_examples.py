"""The programs in ``examples``, run as they stand; what they would ask of the network they ask of a server here."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable
from email.message import Message
from html import unescape
from http.client import RemoteDisconnected
from importlib.util import module_from_spec, spec_from_file_location
from io import BytesIO
from pathlib import Path
from types import ModuleType
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.request import Request

import pytest
from starlette.testclient import TestClient

from tests.web.people import BAND, Person, Table
from tests.web.scene import House

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
WEBHOOK = "https://discord.example/api/webhooks/1/x"
Opens = Callable[..., BytesIO]


def loaded(name: str, opens: Opens, waits: list[float]) -> ModuleType:
    """An example as a module, whose way out and whose clock are ours."""
    spec = spec_from_file_location(f"example_{name}", EXAMPLES / name / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    vars(module)["urlopen"] = opens
    vars(module)["time"] = type("Clock", (), {"sleep": staticmethod(waits.append)})
    return module


def answered(url: str, status: int, content: bytes, headers: dict[str, str]) -> BytesIO:
    """What ``urlopen`` gives, or raises."""
    if status >= 400:
        told = Message()
        for name, value in headers.items():
            told[name] = value
        raise HTTPError(url, status, "no", told, BytesIO(content))
    return BytesIO(content)


@pytest.fixture
def opens(client: TestClient) -> Opens:
    """The way to the server of the tests."""

    def asked(request: Request, timeout: float) -> BytesIO:
        client.cookies.clear()
        path = request.full_url.removeprefix("http://testserver")
        given = client.request(request.get_method(), path, headers=dict(request.header_items()), content=request.data)  # type: ignore[arg-type]
        return answered(request.full_url, given.status_code, given.content, dict(given.headers))

    return asked


@pytest.fixture
def waits() -> list[float]:
    """How long was waited."""
    random.seed(4)
    return []


def test_the_bot_plays_a_game_to_its_end(client: TestClient, opens: Opens, waits: list[float]) -> None:
    house = House(client)
    member = house.member("Chance")
    _, token = house.run(house.site.people.tokens.make, member.id, "bot", ["read", "play", "make"])
    sides = [{"seat": "red", "roster": BAND, "player": "bot"}, {"seat": "blue", "roster": BAND}]
    body = {"system": "toy", "scenario": "meadow", "options": {"turns": 2}, "sides": sides}
    made = Person(client).post("/api/v1/games", body).json()
    link = made["links"]["seats"]["blue"]
    troubles: list[OSError | int] = [
        URLError("refused"), RemoteDisconnected("gone"), TimeoutError("slow"), 503, 409, 422,
    ]  # fmt: skip

    def out(request: Request, timeout: float) -> BytesIO:
        """A server that is away for a while as answers are sent, and asks something else once."""
        if troubles and request.full_url.endswith("/answers"):
            trouble = troubles.pop(0)
            if isinstance(trouble, OSError):
                raise trouble
            return answered(request.full_url, trouble, b"", {})
        return opens(request, timeout)

    outcome = loaded("bot", out, waits).Table(link, str(token)).play(0.01)
    assert outcome["reason"]
    assert not troubles
    assert [wait for wait in waits if wait != 0.01] == [5, 5, 5, 5]
    shown = Person(client).get(f"/api/v1/games/{made['id']}?watch={made['links']['watch'].rsplit('/', 1)[1]}").json()
    assert shown["status"] == "over"
    assert [seat["name"] for seat in shown["seats"]][1] == "Chance"
    assert len((EXAMPLES / "bot" / "bot.py").read_text(encoding="utf-8").splitlines()) <= 70


def test_the_announcer_tells_of_each_table_once_and_of_none_who_fails_twice(
    client: TestClient, opens: Opens, waits: list[float]
) -> None:
    heard, fails = list[Any](), [503, 429]

    def out(request: Request, timeout: float) -> BytesIO:
        if not request.full_url.startswith(WEBHOOK):
            return opens(request, timeout)
        if fails:
            return answered(WEBHOOK, fails.pop(0), b"", {"retry-after": "2"})
        assert isinstance(request.data, bytes)
        heard.append(json.loads(request.data))
        return BytesIO(b"")

    announcer = loaded("announcer", out, waits)
    known = announcer.announce("http://testserver", WEBHOOK, set())
    heard.clear()
    sides = [{"seat": "red", "roster": BAND, "player": "me"}, {"seat": "blue", "roster": BAND}]
    body = {"system": "toy", "scenario": "meadow", "name": "@everyone", "sides": sides, "visibility": "listed"}
    assert Person(client).post("/api/v1/games", body).status_code == 201
    fails[:] = [503, 429]
    known = announcer.announce("http://testserver", WEBHOOK, known)
    assert waits[-2:] == [2, 2]
    (told,) = heard
    assert told["content"].startswith(r"\@everyone waits at a table of toy, meadow.")
    assert told["allowed_mentions"] == {"parse": []}
    assert announcer.announce("http://testserver", WEBHOOK, known) == known
    assert len(heard) == 1


def test_the_announcer_reads_the_whole_lobby_and_outlives_a_restart(
    client: TestClient, opens: Opens, waits: list[float], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.web.lobby.api.PAGE", 2)
    sides = [{"seat": "red", "roster": BAND, "player": "me"}, {"seat": "blue", "roster": BAND}]
    body = {"system": "toy", "scenario": "meadow", "sides": sides, "visibility": "listed"}
    made = {Person(client).post("/api/v1/games", body).json()["id"] for _ in range(5)}
    away, heard = [URLError("refused"), RemoteDisconnected("gone"), TimeoutError("slow")] * 2, list[str]()

    def out(request: Request, timeout: float) -> BytesIO:
        if away:
            raise away.pop()
        if not request.full_url.startswith(WEBHOOK):
            return opens(request, timeout)
        heard.append(request.full_url)
        return BytesIO(b"")

    announcer = loaded("announcer", out, waits)
    assert announcer.announce("http://testserver", WEBHOOK, set()) >= made
    assert len(heard) >= len(made)
    assert waits == [1, 5, 25, 60, 60, 60]
    with pytest.raises(HTTPError):
        announcer.sent("http://testserver/api/v1/none")


def test_the_page_shows_a_table_in_a_frame(client: TestClient, table: Table) -> None:
    page = (EXAMPLES / "embedded" / "index.html").read_text(encoding="utf-8")
    (frame,) = re.findall(r"<iframe src=\"([^\"]+)\"", page)
    path = unescape(frame).removeprefix("https://gunbai.example").replace("GAME", table.id)
    given = Person(client).page(f"{path}?watch={table.key}")
    assert given.status_code == 200
    assert "frame-ancestors *" in given.headers["content-security-policy"]
    assert given.headers["cross-origin-resource-policy"] == "cross-origin"
    assert "<script" not in page


def test_the_list_of_examples_names_every_folder() -> None:
    listed = re.findall(r"^\| `([\w-]+)/` \|", (EXAMPLES / "README.md").read_text(encoding="utf-8"), re.M)
    assert sorted(listed) == sorted(path.name for path in EXAMPLES.iterdir() if path.is_dir())
