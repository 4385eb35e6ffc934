"""What a line for programs is besides its documents: signs of life, the language of what is refused, who goes."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from app.live.connections import Audience
from app.settings import Settings
from app.web.app import create_app
from app.web.table.line.live import stream
from tests.web.scene import House
from tests.web.test_live import Follower, Match


@pytest.fixture(scope="module")
def house(client: TestClient) -> House:
    """The server of this module, with its host."""
    return House(client)


def test_nothing_waits_any_more_for_who_went_while_nothing_was_told(house: House) -> None:
    match = Match(house)

    async def gone_meanwhile() -> list[str]:
        before, audience = asyncio.all_tasks(), Audience(None, "en", form="data")
        told = stream(match.site, match.id, audience, None, 0, match.site.rooms.changes)
        for _ in range(2):
            await anext(told)
        waits = asyncio.create_task(anext(told))
        await asyncio.sleep(0.05)
        waits.cancel()
        await asyncio.gather(waits, return_exceptions=True)
        await asyncio.sleep(0)
        return [str(task) for task in asyncio.all_tasks() - before if not task.done()]

    assert match.house.run(gone_meanwhile) == []
    assert match.id not in match.site.rooms.rooms


def test_a_sign_of_life_is_known_however_it_is_written(house: House) -> None:
    match = Match(house)
    with match.line(match.token("red", "read")) as socket:
        red = Follower(socket)
        for text in ('{"ping": true}', ' { "ping" :\ttrue }\n'):
            socket.send_text(text)
            while "pong" not in red.hear():
                pass
    assert "" not in red.acks


@pytest.mark.parametrize(("lang", "says"), [("en", "This seat is not yours."), ("es", "Este puesto no es tuyo.")])
def test_what_is_refused_is_said_in_the_language_of_the_line(house: House, lang: str, says: str) -> None:
    match = Match(house)
    with match.line(match.token("red", "read", "play"), f"?lang={lang}") as socket:
        ack = Follower(socket).does("undo", {"seat": "blue"})
    assert (ack["status"], ack["body"]["detail"]) == (403, says)


def test_a_command_that_is_too_much_says_when_it_may_come_again(tmp_path: Path) -> None:
    with TestClient(create_app(Settings(data=str(tmp_path), rate="30/minute"))) as client:
        match = Match(House(client))
        with match.line(match.token("red", "read", "play")) as socket:
            red = Follower(socket)
            acks = [red.does("undo", {"seat": "red"}) for _ in range(31)]
    assert (acks[-1]["status"], acks[-1]["retry_after"]) == (429, 60)
    assert "retry_after" not in acks[0]


def test_a_command_that_breaks_is_answered_and_the_line_stays(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    match = Match(house)

    async def breaks(*_: object, **__: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(match.site.games, "undo", breaks)
    with match.line(match.token("red", "read", "play")) as socket:
        red = Follower(socket)
        assert red.does("undo", {"seat": "red"})["status"] == 500
        monkeypatch.undo()
        assert red.does("undo", {"seat": "red"})["status"] == 422
