"""A session: what it takes, refuses, undoes and gives again when run from its tape."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

import pytest

from app.conformance import RandomGame, picture
from app.engine.asks import Ask
from app.engine.domains import Pick
from app.engine.flow import Game, Roll, ask
from app.engine.refusals import refuse
from app.engine.session import BadTape, Checkpoint, Session, Thrown
from app.engine.system import Phase, PhaseId
from tests.toy import BID, BLUE, CARD, RED, TOY, WALK, State, Toy, setup


def at(phase: str, tape: Any = ()) -> Session[State]:
    """A session at the beginning of a phase of the toy."""
    return Session(TOY, Checkpoint(PhaseId(phase), TOY.begin(setup())), tape)


def walking() -> Session[State]:
    """Red is asked for its first deed."""
    session = at("walk")
    session.throw((2,))
    return session


STEP = {"pick": "step", "then": {"run": 1, "walk": 1}}


def test_secret_answers_in_either_order_lead_to_the_same() -> None:
    made = []
    for order in ((RED, BLUE), (BLUE, RED)):
        session = at("bid")
        for seat in order:
            assert session.answer(seat, "2" if seat == RED else "3") is None
        made.append((session.state, session.events))
    assert made[0] == made[1]


def test_a_sealed_seat_is_asked_no_more_and_shown_as_sealed() -> None:
    session = at("bid")
    assert session.answer(RED, "1") is None
    assert [q.seat for q in session.questions()] == [BLUE]
    assert session.sealed() == (RED,)
    assert session.events == []
    no = session.answer(RED, "2")
    assert no
    assert (no.code, no.clause) == ("ask.not-you", BID)


def test_who_is_asked_nothing_is_refused_with_the_clause_of_the_open_question() -> None:
    session = walking()
    assert session.refuse(BLUE, "done") == session.answer(BLUE, "done") == refuse("ask.not-you", WALK)
    assert session.refuse(RED, "done") is None


def test_where_no_question_is_open_the_systems_own_clause_refuses() -> None:
    session = at("walk")
    for seat in (RED, BLUE):
        assert session.refuse(seat, "done") == session.answer(seat, "done") == refuse("ask.not-you", TOY.out_of_turn)


async def whisper(game: Game[State]) -> None:
    """Red alone is asked in secret."""
    await ask(Ask(RED, "toy.whisper", Pick({"yes": None}), CARD, "yes", secret=True))


class Whispering(Toy):
    phases: Mapping[PhaseId, Phase[State]] = {PhaseId("whisper"): whisper}


def test_the_clause_of_what_one_alone_is_asked_in_secret_is_not_told() -> None:
    system = Whispering()
    session = Session(system, Checkpoint(PhaseId("whisper"), system.begin(setup())))
    assert session.refuse(BLUE, "yes") == refuse("ask.not-you", system.out_of_turn)


def test_dice_must_be_called_for_and_must_fit() -> None:
    session = at("walk")
    assert isinstance(session.waiting, Roll)
    assert session.questions() == ()
    for faces in ((), (1, 2), (0,), (5,)):
        with pytest.raises(ValueError, match="cannot fall"):
            session.throw(faces)
    session.throw((4,))
    with pytest.raises(ValueError, match="no dice"):
        session.throw((4,))


def test_undo_stops_at_dice() -> None:
    session = walking()
    before = picture(session)
    assert session.undo(RED) is not None
    assert session.answer(RED, STEP) is None
    assert session.refuse_undo(RED) is None
    assert session.undo(RED) is None
    assert picture(session) == before
    assert session.answer(RED, "gamble") is None
    session.throw((1, 2))
    assert session.refuse_undo(RED) is not None


def test_undo_of_the_earlier_of_two_sealed_answers_is_closed_once_all_are_in() -> None:
    session = at("bid")
    assert session.answer(RED, "1") is None
    assert session.refuse_undo(RED) is None
    assert session.answer(BLUE, "1") is None
    assert session.over
    assert session.undo(RED) is not None


def test_rewind_goes_behind_the_fence() -> None:
    session = walking()
    before = picture(session)
    assert session.answer(RED, "gamble") is None
    session.throw((6, 6))
    session.rewind(1)
    assert picture(session) == before


def test_a_tape_that_does_not_fit_names_its_entry() -> None:
    session = walking()
    assert session.answer(RED, STEP) is None
    for bad in (session.tape[1:], [*session.tape, Thrown((1,), "card")], [session.tape[0], session.tape[0]]):
        with pytest.raises(BadTape, match="entry") as caught:
            at("walk", bad)
        assert 0 <= caught.value.seq < len(bad)


def test_asked_at_counts_the_tape() -> None:
    session = walking()
    assert session.asked_at() == 1
    assert session.answer(RED, STEP) is None
    assert session.asked_at() == 2


def test_run_again_at_every_point_of_random_games() -> None:
    rng = Random(2)
    for _ in range(20):
        session = at(rng.choice(("bid", "walk")))
        while not session.over:
            assert picture(at(session.start.phase, session.tape)) == picture(session)
            if isinstance(session.waiting, Roll):
                session.throw(
                    tuple(rng.randint(1, session.waiting.dice.sides) for _ in range(session.waiting.dice.count))
                )
            else:
                question = rng.choice(session.questions())
                assert session.answer(question.seat, question.domain.write(question.domain.sample(rng))) is None


def test_random_games_of_the_toy_keep_every_promise() -> None:
    for seed in range(20):
        RandomGame(TOY, seed).play()


def test_what_came_of_an_answer_is_known_until_the_next_one_also_in_the_next_phase() -> None:
    session = walking()
    assert session.came_of(RED) == ()
    assert session.answer(RED, "gamble") is None
    before = len(session.events)
    session.throw((4, 2))
    came = session.came_of(RED)
    assert [*came] == session.events[before:]
    assert came
    later = Session(TOY, Checkpoint(PhaseId("bid"), session.state), before=session.came())
    assert (later.came_of(RED), later.came_of(BLUE)) == (came, ())
    assert later.answer(RED, "1") is None
    assert [*later.came_of(RED)] == []


def test_what_another_has_brought_about_since_is_told_too() -> None:
    session = at("bid")
    assert session.answer(RED, "1") is None
    assert session.answer(BLUE, "2") is None
    assert session.events
    assert [*session.came_of(RED)] == session.events
    assert [*session.came()[BLUE]] == session.events
