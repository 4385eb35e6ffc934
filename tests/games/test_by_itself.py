"""What the server answers for a seat: the set-up as offered, others that hold, questions with one answer."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from app.engine.asks import AnyAsk, Ask, AskAll
from app.engine.domains import Pick
from app.engine.flow import Game, ask, ask_all
from app.engine.geometry import CM, INCH
from app.engine.system import Phase, PhaseId, RuleSystem
from app.engine.table import edge_gap
from app.games import offers
from app.games.results import Accepted, GameId, OpenQuestion, Refused
from app.games.verify import verify
from app.store import games as rows
from app.systems import OURS
from app.systems.celtos.setup.places import infiltrates
from app.systems.celtos.system import SYSTEM as CELTOS
from app.systems.ronin.system import SYSTEM as RONIN
from tests.games.table import PEOPLE, Host
from tests.games.test_service import playing
from tests.toy import BLUE, RED, SEATS, WALK, State, Stepped, Toy, bid

YES = Pick({"yes": None})
FREE = Pick({"yes": None, "no": None})


async def narrow(game: Game[State]) -> None:
    """Red has a choice, then both seats nod, red chooses again, and both nod in secret."""
    for seat, pick in ((RED, FREE), (BLUE, YES), (RED, YES), (RED, FREE)):
        said = await ask(Ask(seat, "toy.nod", pick, WALK, "yes"))
        game.emit(Stepped(clause=WALK, seat=seat, steps=1 if said == "yes" else 0))
    await ask(Ask(BLUE, "toy.nod", YES, WALK, "yes", secret=True))
    await ask_all(AskAll(tuple(Ask(seat, "toy.nod", YES, WALK, "yes") for seat in SEATS)))


class Narrow(Toy):
    """The toy with questions that have one answer."""

    plain = True
    phases: Mapping[PhaseId, Phase[State]] = {PhaseId("bid"): bid, PhaseId("walk"): narrow}


class Veiled(Narrow):
    """The same where what may be chosen may hang on what is hidden."""

    plain = False


class Offering(Narrow):
    """The same where red is offered something until his score is so much."""

    def __init__(self, most: int) -> None:
        self.most = most

    def offered(self, state: State, asked: AnyAsk) -> str | None:
        return "yes" if asked.about == "toy.nod" and asked.seat == RED and state.scores[RED] < self.most else None


@pytest.fixture
def host(tmp_path: Path) -> Iterator[Host]:
    """A host with questions that have one answer."""
    found = Host(tmp_path, Narrow())
    yield found
    found.store.close()


async def by(host: Host, game: GameId) -> list[str]:
    """Whose each answer is that stands on the tape, bids left out."""
    tape, _ = await host.store.look(rows.whole, game)
    return [f"{row['seat']} {row['by']}" for row in tape if row["kind"] == "answer" and not row["struck_by"]][2:]


@playing
async def test_an_open_question_with_one_answer_is_answered_and_a_secret_one_is_not(host: Host) -> None:
    game = await host.table()
    await host.bids(game)
    assert isinstance(await host.say(game, RED, "no"), Accepted)
    assert await by(host, game) == ["red person", "blue table", "red table"]
    assert isinstance(await host.say(game, RED, "yes"), Accepted)
    assert [q.seat for q in await host.games.open_questions(game, None)] == [BLUE]
    assert isinstance(await host.say(game, BLUE, "yes"), Accepted)
    assert {q.seat for q in await host.games.open_questions(game, None)} == {RED, BLUE}


def test_where_something_hidden_may_decide_everybody_is_asked(tmp_path: Path) -> None:
    async def played(host: Host) -> None:
        game = await host.table()
        await host.bids(game)
        assert isinstance(await host.say(game, RED, "no"), Accepted)
        assert await by(host, game) == ["red person"]
        assert [q.seat for q in await host.games.open_questions(game, None)] == [BLUE]

    with hosting(tmp_path, Veiled()) as host:
        asyncio.run(played(host))


@playing
async def test_undo_takes_back_with_an_answer_what_followed_by_itself_and_a_restart_knows_it(host: Host) -> None:
    game = await host.table()
    await host.bids(game)
    assert isinstance(await host.say(game, RED, "no"), Accepted)
    host.games.forget(game)
    assert isinstance(await host.games.undo(game, RED), Accepted)
    assert await by(host, game) == []
    assert isinstance(await host.say(game, RED, "yes"), Accepted)
    assert isinstance(await host.say(game, RED, "no"), Accepted)
    assert isinstance(await host.games.undo(game, RED), Accepted)
    assert isinstance(await host.games.undo(game, RED), Accepted)
    assert isinstance(await host.games.undo(game, BLUE), Refused)
    assert await by(host, game) == []
    assert isinstance(await host.say(game, RED, "yes"), Accepted)
    assert isinstance(await host.games.resign(game, BLUE), Accepted)
    assert verify(await host.games.record(game), [host.games.systems["toy"]]) == []


@playing
async def test_a_take_back_goes_back_to_what_somebody_answered_himself(host: Host) -> None:
    game = await host.table()
    await host.bids(game)
    assert isinstance(await host.say(game, RED, "no"), Accepted)
    last = await host.store.look(rows.last_answer, game, RED)
    assert last is not None
    assert last["by"] == "person"


# -- with the rules of ours -----------------------------------------------------------


@contextmanager
def hosting(folder: Path, system: RuleSystem[Any]) -> Iterator[Host]:
    """A host with these rules."""
    found = Host(folder, system)
    try:
        yield found
    finally:
        found.store.close()


async def laid(host: Host, **options: object) -> GameId:
    """A table of two ready rosters with two people."""
    (system,) = host.games.systems.values()
    setup = offers.quick(system)
    assert setup is not None
    game = await host.games.create(system.key, setup, PEOPLE, options=options)
    assert isinstance(game, str), game
    for seat in PEOPLE:
        guest, _ = await host.games.guests.welcome(seat)
        assert isinstance(await host.games.join(game, seat, guest.id, seat, seat.encode()), Accepted)
    return game


async def state(host: Host, game: GameId) -> Any:
    """The game as its rules have it."""
    return (await host.games.last(game))[0]


async def asked_now(host: Host, game: GameId) -> OpenQuestion:
    """The question that is open, whoever is asked."""
    found = [await host.asked(game, seat) for seat in PEOPLE]
    return next(question for question in found if question)


@pytest.mark.parametrize("system", OURS, ids=lambda system: str(system.key))
def test_a_battle_that_begins_at_once_begins_with_its_first_turn(tmp_path: Path, system: RuleSystem[Any]) -> None:
    async def play() -> None:
        with hosting(tmp_path, system) as host:
            game = await laid(host, offered=True)
            shown = await host.games.view(game, None)
            assert shown is not None
            assert shown[1].turn == 1
            question = await asked_now(host, game)
            assert not question.about.startswith(("setup.", "deploy.", "start."))
            assert {entry.split()[1] for entry in await by(host, game)} <= {"offer", "table"}
            host.games.forget(game)
            why = await host.games.may_undo(game, question.seat)
            assert why is not None
            assert why.code == "undo.nothing"
            assert isinstance(await host.games.takeback_ask(game, question.seat), Refused)
            assert isinstance(await host.games.resign(game, RED), Accepted)
            assert verify(await host.games.record(game), [system]) == []

    asyncio.run(play())


@pytest.mark.parametrize("system", OURS, ids=lambda system: str(system.key))
def test_whoever_does_not_want_it_sets_up_himself(tmp_path: Path, system: RuleSystem[Any]) -> None:
    async def play() -> None:
        with hosting(tmp_path, system) as host:
            game = await laid(host)
            assert (await asked_now(host, game)).about.startswith(("setup.", "deploy."))

    asyncio.run(play())


def test_ronin_stand_in_line_with_the_leader_behind(tmp_path: Path) -> None:
    async def play() -> None:
        with hosting(tmp_path, RONIN) as host:
            game = await laid(host, offered=True)
            now = await state(host, game)
            for seat in PEOPLE:
                edge = now.side(seat).edge
                back = {m.id: edge_gap(now.table, m.base, edge) for m in now.models.values() if m.seat == seat}
                leader = next(m.id for m in now.models.values() if m.seat == seat and m.leader)
                assert all(gap > back[leader] for id, gap in back.items() if id != leader)
                assert all(gap >= 2 * INCH for id, gap in back.items() if id != leader)

    asyncio.run(play())


def test_units_of_celtos_stand_in_line_about_the_middle(tmp_path: Path) -> None:
    async def play() -> None:
        with hosting(tmp_path, CELTOS) as host:
            game = await laid(host, offered=True)
            now = await state(host, game)
            for seat in PEOPLE:
                units = [u for u in now.units.values() if u.seat == seat and not infiltrates(now, u)]
                at = [m.at.x for u in units for m in now.living(u)]
                assert abs(sum(at) // len(at) - now.table.width // 2) < 20 * CM

    asyncio.run(play())


@pytest.mark.parametrize("system", [RONIN, CELTOS], ids=lambda system: str(system.key))
def test_the_rest_of_a_set_up_is_done_as_offered(tmp_path: Path, system: RuleSystem[Any]) -> None:
    async def play() -> None:
        with hosting(tmp_path, system) as host:
            game = await laid(host)
            for _ in PEOPLE:
                question = await asked_now(host, game)
                assert question.about.startswith(("setup.", "deploy."))
                assert isinstance(await host.games.rest(game, question.seat), Accepted)
            assert not (await asked_now(host, game)).about.startswith(("setup.", "deploy."))
            tape, _ = await host.store.look(rows.whole, game)
            own = sorted(row["seat"] for row in tape if row["kind"] == "answer" and row["by"] == "person")
            assert own == sorted(PEOPLE), "the first of it is each seat's own answer"

    asyncio.run(play())


def test_what_was_set_up_as_offered_is_taken_back_only_if_the_others_agree(tmp_path: Path) -> None:
    async def play(host: Host) -> None:
        game = await host.table()
        await host.bids(game)
        assert isinstance(await host.games.rest(game, RED), Accepted)
        before = await by(host, game)
        assert before == ["red person", "blue table", "red offer", "red offer"]
        refused = await host.games.undo(game, RED)
        assert isinstance(refused, Refused)
        assert (refused.refusal.code, refused.refusal.clause) == ("undo.silent", "ENG-UND-02")
        assert await by(host, game) == before

    with hosting(tmp_path, Offering(9)) as host:
        asyncio.run(play(host))


def test_a_set_up_of_one_answer_is_taken_back_and_nothing_is_set_up_as_offered_any_more(tmp_path: Path) -> None:
    async def play(host: Host) -> None:
        game = await host.table()
        await host.bids(game)
        assert isinstance(await host.games.rest(game, RED), Accepted)
        assert await by(host, game) == ["red person", "blue table", "red table"]
        assert isinstance(await host.games.undo(game, RED), Accepted)
        assert isinstance(await host.say(game, RED, "no"), Accepted)
        assert await by(host, game) == ["red person", "blue table", "red table"]

    with hosting(tmp_path, Offering(2)) as host:
        asyncio.run(play(host))


def test_the_others_hold_each_when_its_go_comes(tmp_path: Path) -> None:
    async def play() -> None:
        with hosting(tmp_path, RONIN) as host:
            game = await laid(host, offered=True)
            first = await asked_now(host, game)
            me, other = first.seat, next(seat for seat in PEOPLE if seat != first.seat)
            assert isinstance(await host.games.rest(game, me), Accepted)
            question = await host.asked(game, other)
            assert question is not None
            assert isinstance(await host.games.answer(game, other, question.id, question.default), Accepted)
            assert await host.asked(game, me) is None
            assert isinstance(await host.games.undo(game, other), Accepted)
            again = await host.asked(game, other)
            assert again is not None
            assert again.default == question.default
            for _ in range(len((await state(host, game)).models)):
                if (question := await host.asked(game, other)) is None or question.about != "activate.move":
                    break
                assert isinstance(await host.games.answer(game, other, question.id, question.default), Accepted)
            mine = [m for m in (await state(host, game)).models.values() if m.seat == me]
            assert all(m.moved == "none" for m in mine)

    asyncio.run(play())


def test_that_the_others_hold_is_taken_back_with_one_undo(tmp_path: Path) -> None:
    async def play() -> None:
        with hosting(tmp_path, RONIN) as host:
            game = await laid(host, offered=True)
            first = await asked_now(host, game)
            assert isinstance(await host.games.rest(game, first.seat), Accepted)
            assert isinstance(await host.games.undo(game, first.seat), Accepted)
            again = await host.asked(game, first.seat)
            assert again is not None
            assert again.default == first.default
            assert isinstance(await host.games.answer(game, again.seat, again.id, again.default), Accepted)
            other = next(seat for seat in PEOPLE if seat != first.seat)
            question = await host.asked(game, other)
            assert question is not None
            assert isinstance(await host.games.answer(game, other, question.id, question.default), Accepted)
            assert await host.asked(game, first.seat) is not None

    asyncio.run(play())


@playing
async def test_where_nobody_could_hold_nothing_is_done(host: Host) -> None:
    game = await host.table()
    assert isinstance(await host.games.rest(game, RED), Refused)
