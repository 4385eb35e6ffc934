"""Standing orders: questions out of turn that a seat lets pass, told to nobody."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

import pytest

from app.games import standing_orders
from app.games.results import Accepted, NotYours, Refused
from tests.games.sand import Yard, playing, settle, until
from tests.games.test_clocks_zero import has_points
from tests.toy import BLUE, RED

KIND = "toy.deed"


@playing
async def test_only_kinds_one_was_asked_out_of_turn_can_be_let_pass(yard: Yard) -> None:
    game = await yard.duel(0)
    assert await yard.games.orders(game, BLUE) == {KIND: "ask"}
    assert await yard.games.orders(game, RED) == {}
    for seat, about in ((RED, KIND), (BLUE, "toy.bid")):
        said = await yard.games.order(game, seat, about, True)
        assert isinstance(said, Refused)
        assert said.refusal.code == "orders.unknown"
    guest, _ = await yard.games.guests.welcome("somebody else")
    assert isinstance(await yard.games.order(game, BLUE, KIND, True, guest.id), NotYours)


@playing
async def test_it_answers_with_the_default_after_two_seconds(yard: Yard) -> None:
    game = await yard.duel(0)
    assert isinstance(await yard.games.order(game, BLUE, KIND, True), Accepted)
    yard.sand.run(1.9)
    await settle()
    assert await yard.points(game) == 0
    yard.sand.run(0.1)
    await until(partial(has_points, yard, game, 2))
    assert await yard.told_of(game, "engine.timed-out") == [], "nobody is told why"
    assert isinstance(await yard.games.order(game, BLUE, KIND, False), Accepted)
    assert isinstance(await yard.say(game, RED, "thrust"), Accepted)
    assert yard.sand.running == 0
    assert await yard.games.orders(game, BLUE) == {KIND: "ask"}


@playing
async def test_it_is_private_and_outlives_a_restart(yard: Yard) -> None:
    game = await yard.duel(0)
    seen = [await yard.games.events(game, v) for v in (RED, None)]
    info = await yard.games.info(game)
    assert isinstance(await yard.games.order(game, BLUE, KIND, True), Accepted)
    assert [await yard.games.events(game, v) for v in (RED, None)] == seen
    assert await yard.games.info(game) == info
    await yard.restarted(100, gently=True)
    await settle()
    yard.sand.run(2)
    await until(partial(has_points, yard, game, 2))
    assert isinstance(await yard.say(game, RED, "done"), Accepted)
    record: Any = await yard.games.record(game)
    assert [line["by"] for line in record["tape"] if line["seat"] == "blue"] == ["order"]
    assert "orders" not in str(record["seats"])


@playing
async def test_secret_questions_and_ones_own_go_are_never_let_pass(yard: Yard) -> None:
    game = await yard.duel(0)
    for _ in range(2):
        assert isinstance(await yard.say(game, BLUE, "parry"), Accepted)
        assert isinstance(await yard.say(game, RED, "thrust"), Accepted)
    assert isinstance(await yard.games.order(game, BLUE, KIND, True), Accepted)
    assert (await yard.blue(game)).secret
    yard.sand.run(60)
    await settle()
    assert (await yard.blue(game)).secret


def test_one_that_goes_round_and_round_is_switched_off(tmp_path: Path) -> None:
    async def test(yard: Yard) -> None:
        game = await yard.duel(0)
        assert isinstance(await yard.games.order(game, BLUE, KIND, True), Accepted)
        for points in (2, 4):
            yard.sand.run(2)
            await settle()
            assert await yard.points(game) == min(points, 2)
            if points == 2:
                assert isinstance(await yard.say(game, RED, "thrust"), Accepted)
        assert await yard.games.orders(game, BLUE) == {KIND: "ask"}
        assert await yard.asked(game, BLUE)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(standing_orders, "MOST", 1)
        playing(test)(tmp_path)


@playing
async def test_the_clock_of_a_seat_goes_on_while_its_order_waits(yard: Yard) -> None:
    game = await yard.clocked({"kind": "live", "minutes": 5}, thrust=True)
    assert isinstance(await yard.games.order(game, BLUE, KIND, True), Accepted)
    yard.sand.run(2)
    await until(partial(has_points, yard, game, 2))
    assert await yard.left(game) == {"red": 300, "blue": 298}
