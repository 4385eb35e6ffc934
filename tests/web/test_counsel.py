"""What a veteran would do, on the page of whoever asks: in words, drawn, and how it is taken over."""

from __future__ import annotations

import html
import json
import re
from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace
from starlette.testclient import TestClient

from app.games.counsel_worker import work
from app.games.minds import QUEUE
from app.games.minds_worker import Position
from app.systems import system_of
from app.web.page.templates import render
from app.web.page.words import Words
from app.web.table import seen as tables
from app.web.table.counsel import inner, reasons, shared, things
from tests.web.oracle import Oracle
from tests.web.people import Person


class Lone:
    """Somebody who plays both sides of a game of Ronin; what is thought of is thought of here."""

    def __init__(self, client: TestClient) -> None:
        self.oracle = Oracle(client, "ronin", 3)
        self.me, self.minds = self.oracle.me, self.oracle.games.minds
        self.minds.room, self.minds.send = QUEUE, self.send  # type: ignore[method-assign,assignment]
        self.seat, self.ask, _ = self.oracle.seek("activate.move")
        self.id = self.oracle.id

    async def send(self, _: Callable[[bytes], bytes], packed: bytes) -> bytes:
        """Thought of at once."""
        position = msgspec.msgpack.decode(packed, type=Position)
        return work(msgspec.msgpack.encode(msgspec.structs.replace(position, level="novice", seconds=60)))

    def counsel(self, ask: str = "") -> Any:
        """What is counselled, as the page puts it in place."""
        return self.me.form(f"/play/{self.id}/advice", {"seat": self.seat, "ask": ask or self.ask})

    def page(self) -> str:
        """The table as its seat sees it."""
        return self.me.page(f"/play/{self.id}?seat={self.seat}").text


@pytest.fixture(scope="module")
def lone(client: TestClient) -> Lone:
    """A game of nobody else."""
    return Lone(client)


def test_the_orders_stand_there_with_what_the_hand_takes_and_are_read_in_the_log(lone: Lone) -> None:
    assert "What would you do?" in lone.page()
    found = lone.counsel()
    assert (found.status_code, found.headers["cache-control"]) == (200, "no-store")
    takes = [json.loads(html.unescape(one)) for one in re.findall(r"data-counsel='([^']*)'", found.text)]
    marks = [json.loads(html.unescape(one)) for one in re.findall(r"data-marks='([^']*)'", found.text)]
    assert 1 < len(takes) == len(marks) <= 3
    assert all(f'data-key="{(*take["at"], take["pick"])[0]}"' in lone.page() for take in takes)
    assert any(marks)
    assert "asks what a veteran would do." in lone.page()


def test_in_spanish_it_is_spanish(lone: Lone) -> None:
    lone.me.cookies["gunbai-lang"] = "es"
    assert "Un veterano haría" in lone.counsel().text
    del lone.me.cookies["gunbai-lang"]


def test_of_a_question_that_has_gone_by_nothing_comes_and_nobody_else_is_told(lone: Lone, client: TestClient) -> None:
    assert lone.counsel(f"0-{lone.seat}").status_code == 204
    other = Person(client)
    assert other.form(f"/play/{lone.id}/advice", {"seat": lone.seat, "ask": lone.ask}).status_code == 403


def test_counsel_is_not_worded_against_the_question_after(lone: Lone, monkeypatch: pytest.MonkeyPatch) -> None:
    seen = tables.seen

    async def late(*given: Any) -> Any:
        """The table once another question is open."""
        table = await seen(*given)
        assert table is not None
        assert table.question is not None
        return replace(table, questions=tuple(replace(one, id=f"999-{one.seat}") for one in table.questions))

    monkeypatch.setattr(tables, "seen", late)
    assert lone.counsel().status_code == 204


def test_where_he_has_come_to_nothing_he_may_be_asked_again() -> None:
    said = {"plan": "", "looked": 0, "game": "g", "seat": "red", "ask": "4-red"}
    found = render("table/question/_counsel.html", ways=[], **said)
    assert 'hx-post="/play/g/advice"' in found
    assert 'name="ask" value="4-red"' in found


def test_where_nobody_has_time_it_says_so(client: TestClient) -> None:
    lone = Lone(client)
    lone.minds.room = 0
    said = lone.counsel()
    assert (said.status_code, "Nobody has time" in said.text) == (422, True)


def test_what_speaks_for_an_order_is_a_sentence() -> None:
    words = Words(system_of("ronin").sentences, 1000, "cm")
    assert reasons(words, {"approach": 1.0, "exposed": -0.4, "none": 3.0}) == (
        "Better than most for: the way to the enemy; worse for: who stands in reach of missiles."
    )
    assert reasons(words, {"points": 1.0}) == "Better than most for: Victory Points."
    assert reasons(words, {"together": -1.0}) == "Worse than most for: to keep together."
    assert reasons(words, {}) == "About as good as the others."
    said = ["Panic", "Victory Points", "KO", "What Assaults bring"]
    assert [inner(term) for term in said] == ["panic", "Victory Points", "KO", "what Assaults bring"]
    assert shared(words, {"attack": 2, "defence": 0}, "combat.split").count(":") == 2
    assert shared(words, ["attack", "defence"], "combat.split").count(",") == 1
    given = things(
        words,
        {"kind": "allot", "items": [{"key": "red-7-2", "about": "option.charge", "facts": {}, "values": ["blue-1"]}]},
    )
    assert shared(words, {"red-7-2": "blue-1"}, "melee.foe", given).startswith(f"{words.says('option.charge')}: ")
    assert things(words, {"kind": "menu", "options": []}) == things(words, {}) == {}
    assert shared(words, [[1, 2], [3, 4]], "activate.move") == shared(words, None, "any") == ""
