"""Where counsel is not to be had, what ends that it is, whom it costs, and that it stands in no answer's way."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from app.aside import SPENT, Spent
from app.bots.counsel import Counsel
from app.bots.levels import NOVICE
from app.engine.judgement import judgement_of
from app.engine.prospects import always
from app.games import offers
from app.games.counsel_worker import Counselled, work
from app.games.minds import posed
from app.games.replacing import Replacing
from app.games.results import COUNSEL, Accepted, GameId, Refused, Stale
from app.systems import SYSTEMS
from app.systems.ronin.system import Ronin
from tests.games import test_counsel
from tests.games.table import at
from tests.games.test_consent import Plot
from tests.games.test_counsel import BLUE, GIVEN, RED, Bench
from tests.games.test_minds import drive, open_question


async def code(bench: Bench, game: GameId) -> str:
    """Why no counsel is given."""
    said = await bench.counsel(game)
    assert isinstance(said, Refused)
    return said.refusal.code


async def stands(bench: Bench, game: GameId) -> str:
    """Whether counsel is to be had, as the page is told."""
    info = await bench.games.info(game)
    assert info is not None
    return info.counsel


async def agreed(bench: Bench) -> GameId:
    """A table of two people who agreed to it."""
    game = await bench.laid({RED: "open", BLUE: "open"})
    assert isinstance(await bench.games.counsel_ask(game, RED), Accepted)
    assert isinstance(await bench.games.consent(game, BLUE, True, COUNSEL), Accepted)
    return game


def test_a_system_says_of_measuring_what_its_views_say() -> None:
    for system in SYSTEMS:
        setup = offers.quick(system)
        assert setup is not None
        state = system.begin(setup)
        assert getattr(system, "measures", True) is system.view(state, None).measures


def test_where_nobody_may_measure_there_is_none_and_none_is_offered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:  # fmt: skip
    async def act(bench: Bench) -> None:
        game = await bench.laid({RED: "open", BLUE: "bot"})
        seat, _ = await bench.asked(game)
        question = await bench.host.asked(game, seat)
        assert question is not None
        assert (question.counsel, question.unmeasured, await stands(bench, game)) == (True, False, "free")
        monkeypatch.setattr(Ronin, "measures", False)
        question = await bench.host.asked(game, seat)
        assert question is not None
        assert (question.counsel, question.unmeasured, await stands(bench, game)) == (False, True, "")
        assert (await code(bench, game), bench.sent) == ("counsel.unmeasured", [])
        said = await bench.games.counsel_ask(game, seat)
        assert isinstance(said, Refused)
        assert said.refusal.code == "counsel.unmeasured"

    at(Bench, tmp_path, act)


def test_where_there_never_is_any_it_is_not_said_that_somebody_has_not_agreed(tmp_path: Path) -> None:
    async def act(bench: Bench) -> None:
        game = await bench.laid({RED: "open", BLUE: "bot"}, campaign={"id": "c", "fixture": "f"})
        assert await code(bench, game) == "counsel.never"

    at(Bench, tmp_path, act)


def test_where_there_never_is_any_nobody_is_told_that_measuring_is_why(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def act(bench: Bench) -> None:
        monkeypatch.setattr(Ronin, "measures", False)
        game = await bench.laid({RED: "open", BLUE: "bot"}, campaign={"id": "c", "fixture": "f"})
        seat, _ = await bench.asked(game)
        question = await bench.host.asked(game, seat)
        assert question is not None
        assert (question.counsel, question.unmeasured) == (False, False)
        assert await code(bench, game) == "counsel.never"

    at(Bench, tmp_path, act)


def test_where_it_is_free_already_nobody_is_asked_for_it(tmp_path: Path) -> None:
    async def act(bench: Bench) -> None:
        game = await bench.laid({RED: "open", BLUE: "bot"})
        assert isinstance(await bench.games.counsel_ask(game, RED), Accepted)
        assert await bench.read(game) == []

    at(Bench, tmp_path, act)


def test_an_answer_is_not_stale_because_somebody_asked_for_counsel_meanwhile(tmp_path: Path) -> None:
    async def act(bench: Bench) -> None:
        game = await agreed(bench)
        seat, ask = await bench.asked(game)
        question, info = await bench.host.asked(game, seat), await bench.games.info(game)
        assert question is not None
        assert info is not None
        assert await bench.counsel(game) == GIVEN
        assert isinstance(await bench.games.answer(game, seat, ask, question.default, info.version), Accepted)

    at(Bench, tmp_path, act)


def test_an_answer_is_stale_where_a_take_back_was_asked_for_meanwhile(tmp_path: Path) -> None:
    async def act(bench: Bench) -> None:
        game = await agreed(bench)
        seat, ask = await bench.asked(game)
        question = await bench.host.asked(game, seat)
        assert question is not None
        assert isinstance(await bench.games.answer(game, seat, ask, question.default), Accepted)
        info = await bench.games.info(game)
        assert info is not None
        assert isinstance(await bench.games.takeback_ask(game, seat), Accepted)
        other, ask = await bench.asked(game)
        question = await bench.host.asked(game, other)
        assert question is not None
        assert isinstance(await bench.games.answer(game, other, ask, question.default, info.version), Stale)

    at(Bench, tmp_path, act)


def test_the_consent_of_a_seat_goes_with_who_gave_it(tmp_path: Path) -> None:
    async def act(bench: Bench) -> None:
        game, games = await agreed(bench), bench.games
        replacing = Replacing(games.mailbox, games.store, Plot(bench.host).umpire)
        new, _ = await games.guests.welcome("New")
        turn = await replacing.turn(game, BLUE)
        assert await stands(bench, game) == "free"
        assert isinstance(await replacing.by_link(game, BLUE, new.id, "New", "left", turn), Accepted)
        assert await stands(bench, game) == "ask"
        assert await code(bench, game) == "counsel.not-here"

    at(Bench, tmp_path, act)


def test_who_asks_pays_for_what_is_thought_and_what_came_to_nothing_is_thought_of_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:  # fmt: skip
    async def act(bench: Bench) -> None:
        game = await bench.laid({RED: "open", BLUE: "bot"})
        await bench.asked(game)
        SPENT.set(spent := Spent())
        monkeypatch.setattr(test_counsel, "GIVEN", Counselled((), spent=3.0))
        assert [await bench.counsel(game) for _ in range(2)] == [Counselled((), spent=3.0)] * 2
        assert (len(bench.sent), spent.seconds >= 6) == (2, True)
        monkeypatch.setattr(test_counsel, "GIVEN", GIVEN)
        assert [await bench.counsel(game) for _ in range(2)] == [GIVEN] * 2
        assert len(bench.sent) == 3

    at(Bench, tmp_path, act)


def test_a_process_weighs_no_dice_once_its_time_is_over_and_says_what_it_took() -> None:
    session = open_question()
    seat = session.questions()[0].seat
    position = msgspec.structs.replace(posed(drive(session), seat, "novice", "seed"), seconds=0, odds=True)
    found = msgspec.msgpack.decode(work(msgspec.msgpack.encode(position)), type=Counselled)
    assert found.orders
    assert found.spent > 0
    assert {told.chance for told in found.orders} == {None}


def test_where_nothing_is_worth_a_look_what_silence_means_is_counselled(monkeypatch: pytest.MonkeyPatch) -> None:
    session = open_question()
    question = session.questions()[0]
    judgement = judgement_of(session.system)
    assert judgement is not None
    counsel = Counsel(session, question.seat, NOVICE, "seed", judgement, always)
    monkeypatch.setattr(counsel, "candidates", lambda _: iter(()))
    (order,) = counsel.advice(always).orders
    assert order.answer == question.domain.write(question.default)
