"""Battles that a bot ends before their rules do: given up where all is lost, drawn where nothing is to be won."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

from app.bots import ending
from app.bots.ending import DRAW, GIVING_UP, SAID, Ending, Ends, ends_of
from app.bots.league import Early
from app.conformance import by_chance, phases
from app.engine.events import Seat
from app.engine.judgement import Judgement, judgement_of
from app.engine.session import Session
from app.engine.system import Outcome
from app.games import minds, minds_worker, offers
from app.games.minds_worker import Position, end, work
from app.games.thinking_times import SLOWLY
from app.systems import system_of
from app.systems.ronin.system import Ronin

RONIN = system_of("ronin")


def battle(turn: int) -> Session[Any]:
    """A skirmish of Ronin at a question of this turn."""
    setup = offers.quick(RONIN, "skirmish")
    assert setup is not None
    for session in phases(RONIN, RONIN.begin(setup)):
        for _ in by_chance(session, Random(1)):
            if session.state.turn == turn:
                return session
    raise AssertionError


def judged(edge: float, **more: Any) -> Judgement[Any]:
    """A judgement by which the seat that is asked stands so far ahead, at a slope of one."""
    known = judgement_of(RONIN)
    assert known is not None
    return replace(
        known, terms=lambda state, seat, _: {"x": edge * at(state, seat)}, weights={"x": 1.0}, slope=1.0, **more
    )


def at(state: Any, seat: Seat) -> int:
    """Above nought for the first seat, below for the other."""
    return 1 if seat == state.sides[0].seat else -1


class Ended(Ronin):
    """Ronin judged in a way of its own, in which a battle that is played on is won by this seat."""

    def __init__(self, judgement: Judgement[Any], winner: Seat | None) -> None:
        self.judgement, self.winner = judgement, winner

    def outcome(self, state: Any) -> Outcome | None:
        """As was said."""
        return Outcome(self.winner, "", {})


def ends(session: Session[Any], edge: float, winner: Seat | None, turn: int = 2, **more: Any) -> Ends:
    """How the first seat would end a battle in which it is so far ahead, and which this seat wins when played on."""
    system = Ended(judged(edge, **more), winner)
    known = Session(system, session.start)
    one = Ending(known, system.judgement, session.state.sides[0].seat, "seed", lambda: True)
    one.played_on = lambda *_: SimpleNamespace(turn=turn)  # type: ignore[method-assign]
    return one.ends()


def test_who_is_lost_gives_up_only_if_no_battle_played_on_is_saved() -> None:
    session = battle(2)
    mine, foe = [side.seat for side in session.state.sides]
    assert ends(session, -4, foe) == Ends(gives_up=True, takes=True)
    assert ends(session, -4, None) == ends(session, -4, mine) == Ends(takes=True)
    assert ends(session, -3, foe) == Ends(takes=True)  # 5 of 100
    assert ends(session, 3, foe, hopeless=lambda *_: True).gives_up
    assert GIVING_UP["chance"] < 5


def test_a_draw_is_offered_where_it_is_even_and_nothing_is_to_be_won() -> None:
    session = battle(2)
    foe = session.state.sides[1].seat
    assert ends(session, 0, None) == Ends(offers=True, takes=True)
    assert ends(session, 0, foe) == ends(session, 0, None, turn=session.start.state.turn + DRAW["turns"] + 1) == Ends()
    assert ends(session, 2, None) == Ends()  # 88 of 100
    assert ends(session, -1, foe) == Ends(takes=True)  # 27 of 100
    assert 27 < DRAW["takes"] < 50


def test_where_no_chance_is_known_nothing_is_offered_and_only_who_has_nothing_left_gives_up() -> None:
    session = battle(2)
    judgement = replace(judged(-9), slope=0.0)
    assert Ending(session, judgement, session.state.sides[0].seat, "seed", lambda: True).ends() == Ends()


@pytest.mark.parametrize("key", ["ronin", "celtos", "daimyo", "kensei"])
def test_a_battle_is_played_on_to_its_end_of_what_a_seat_knows_and_none_is_ended_in_the_set_up(key: str) -> None:
    system = system_of(key)
    setup, judgement = offers.quick(system), judgement_of(system)
    assert setup is not None
    assert judgement is not None
    begun = False
    for session in phases(system, system.begin(setup)):
        for question in by_chance(session, Random(3)):
            if not session.state.turn:
                assert ends_of(session, question.seat, "seed", bool) == Ends()
                begun = True
                continue
            one = Ending(session, judgement, question.seat, "seed", lambda: True)
            before = session.state
            assert system.outcome(one.played_on(Random(1), one.never)) is not None
            assert session.state == before
            assert begun
            return
    raise AssertionError


@pytest.mark.parametrize(("state", "asked"), [({}, True), ({"turn": 0}, False), ({"turn": 1}, True)])
def test_a_battle_without_turns_may_be_ended_from_its_beginning(
    monkeypatch: pytest.MonkeyPatch, state: dict[str, int], asked: bool
) -> None:
    monkeypatch.setattr(ending, "Ending", lambda *_: SimpleNamespace(ends=lambda: Ends(takes=True)))
    session: Any = SimpleNamespace(system=RONIN, state=SimpleNamespace(**state))
    assert ends_of(session, Seat("red"), "seed", bool).takes == asked


def test_a_battle_is_played_on_no_further_than_until_it_is_known_what_comes_of_it() -> None:
    session = battle(2)
    known = judgement_of(RONIN)
    assert known is not None
    one = Ending(session, known, session.state.sides[0].seat, "seed", lambda: True)
    late = one.played_on(Random(1), one.is_late)
    assert (late.turn, RONIN.outcome(late)) == (2 + DRAW["turns"] + 1, None)
    assert not one.is_drawn(late)
    worlds = list[Random]()

    def undecided(rng: Random, _: Any) -> Any:
        worlds.append(rng)
        return session.state

    one.played_on = undecided  # type: ignore[method-assign,assignment]
    assert not one.all_end(GIVING_UP["worlds"], one.is_lost, one.never)
    assert len(worlds) == 1


def test_ending_has_a_time_of_its_own_however_short_that_for_an_answer_is(monkeypatch: pytest.MonkeyPatch) -> None:
    session, had = battle(2), list[float]()

    def noted(seconds: float) -> Any:
        had.append(seconds)
        return bool

    monkeypatch.setattr(minds_worker, "until", noted)
    state, tape = msgspec.msgpack.encode(session.start.state), msgspec.msgpack.encode(session.tape)
    seat = session.questions()[0].seat
    asked = Position("ronin", session.start.phase, state, tape, seat, "novice", "seed", 0.0, ending=True)
    work(msgspec.msgpack.encode(asked))
    end(msgspec.msgpack.encode(asked))
    assert had.count(SAID["time"]["seconds"]) == 2


def test_all_that_a_bot_may_think_for_an_answer_is_done_before_it_is_not_waited_for() -> None:
    assert SLOWLY * (max(minds.SECONDS.values()) + SAID["time"]["seconds"]) < minds.LONGEST


def test_whatever_breaks_the_battle_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    def breaks(*_: Any) -> float:
        raise ZeroDivisionError

    monkeypatch.setattr(ending, "edge", breaks)
    session = battle(2)
    assert ends_of(session, session.state.sides[0].seat, "seed", lambda: True) == Ends()


def test_in_a_league_it_is_thought_of_once_a_turn_and_only_where_it_is_asked_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    session, said = battle(2), list[Seat]()
    mine, foe = [side.seat for side in session.state.sides]
    asked = session.questions()[0].seat
    other = foe if asked == mine else mine
    found = {asked: Ends(offers=True), other: Ends()}

    def noted(_: Session[Any], seat: Seat, *__: Any) -> Ends:
        said.append(seat)
        return found[seat]

    monkeypatch.setattr("app.bots.league.ends_of", noted)
    early = Early([mine, foe], [mine, foe], "seed", float)
    assert not early.ends(session)
    assert not early.ends(session)
    assert said == [asked, other]
    assert not Early([mine, foe], [], "seed", float).ends(session)
    found[other] = Ends(takes=True)
    assert not Early([mine, foe], [asked], "seed", float).ends(session)
    drawn = Early([mine, foe], [mine, foe], "seed", float)
    assert drawn.ends(session)
    assert drawn.outcome is not None
    assert (drawn.outcome.winner, drawn.outcome.reason) == (None, "engine.drawn")
    found[asked] = Ends(gives_up=True)
    lost = Early([mine, foe], [asked], "seed", float)
    assert lost.ends(session)
    assert lost.outcome is not None
    assert lost.outcome.winner == other
