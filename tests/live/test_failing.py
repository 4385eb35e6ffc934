"""Rooms while the database fails: nobody is silenced by what another could not be told."""

from __future__ import annotations

import asyncio

import pytest

from app.live import rooms as rooms_module
from app.live.connections import Audience
from tests.live.play import BLUE, GAME, RED, WATCHER, Play, Wire, numbers, played, versions


def fails(play: Play, audience: Audience, drawn: str | None = None) -> None:
    """From now on this audience cannot be rendered for: all of it, or a newcomer whose page bears this mark."""

    def check() -> None:
        if (play.rendered[-1][0], play.rendered[-1][2]) == (audience, drawn):
            raise OSError("the database does not answer")

    play.meanwhile = check


def heals(play: Play) -> None:
    """From now on nothing fails."""
    play.meanwhile = lambda: None


def test_one_audience_that_cannot_be_told_silences_no_other_and_is_tried_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rooms_module, "AGAIN", 0.01)
    wires: dict[Audience, Wire] = {}

    async def story(play: Play) -> None:
        for audience in (RED, BLUE, WATCHER):
            wires[audience] = (await play.come(audience))[0]
        fails(play, RED)
        play.commit()
        await play.settle()
        assert [numbers(wire) for wire in wires.values()] == [[], [1], [1]]
        while play.rendered.count((RED, 0, None)) < 4:
            await asyncio.sleep(0.01)
        pauses.append(play.rooms.rooms[GAME].pause)
        heals(play)
        async with asyncio.timeout(5):
            while numbers(wires[RED]) != [1] or play.rooms.rooms[GAME].pause:
                await asyncio.sleep(0.01)
        play.rooms.told(GAME, 1, "events")

    pauses: list[float] = []
    play = played(story)
    assert pauses[0] >= 0.04, "each time later"
    assert [versions(wire) for wire in wires.values()] == [[0, 1], [0, 1], [0, 1]], "nobody is told twice"
    assert RED in play.forgotten, "what it was shown is not relied on"


def test_a_program_that_could_not_be_told_of_what_was_taken_back_is_told_later(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rooms_module, "AGAIN", 0.01)
    program = RED._replace(form="data")
    wires: list[Wire] = []

    async def story(play: Play) -> None:
        wires.append((await play.come(program))[0])
        fails(play, program)
        play.commit("resync")
        await play.settle()
        assert numbers(wires[0]) == []
        heals(play)
        async with asyncio.timeout(5):
            while not numbers(wires[0]):
                await asyncio.sleep(0.01)

    played(story)
    assert numbers(wires[0]) == [1]


def test_those_behind_the_game_are_told_after_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rooms_module, "TICK", 0.005)
    late, later = WATCHER._replace(delay=60_000), WATCHER._replace(delay=90_000)
    wires: list[Wire] = []

    async def story(play: Play) -> None:
        wires.extend([(await play.come(late))[0], (await play.come(later))[0]])
        fails(play, late)
        play.head = 1
        async with asyncio.timeout(5):
            while numbers(wires[1]) != [1] or play.rendered.count((late, 0, None)) < 3:
                await asyncio.sleep(0.005)
            assert numbers(wires[0]) == []
            heals(play)
            while numbers(wires[0]) != [1]:
                await asyncio.sleep(0.005)

    played(story)


def test_a_newcomer_who_cannot_be_told_loads_afresh() -> None:
    wires: list[Wire] = []

    async def story(play: Play) -> None:
        wires.append((await play.come(WATCHER))[0])
        play.head = 1
        wires.append((await play.come(WATCHER))[0])
        fails(play, WATCHER, "")
        play.commit()

    played(story)
    assert (numbers(wires[0]), wires[1].sent[-1]) == ([1, 2], {"resync": True})
