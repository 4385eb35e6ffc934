"""Bots that think: fair, repeatable, and never in the way of a game."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from itertools import islice
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace as replace_level

from app.bots.counsel import ranked
from app.bots.levels import NOVICE, VETERAN, Level
from app.bots.lines import Line, evenly
from app.bots.thinker import Candidate, Thinking, think
from app.bots.uniform import pick
from app.conformance import by_chance, phases
from app.engine.asks import AnyAsk
from app.engine.dice import Dice
from app.engine.digest import canonical
from app.engine.events import Seat
from app.engine.judgement import is_beaten, judgement_of
from app.engine.prospects import always
from app.engine.session import Answered, Checkpoint, Session
from app.engine.system import PhaseId
from app.games import offers
from app.systems import SYSTEMS, system_of
from app.systems.ronin.ideas.imagine import believable
from app.systems.ronin.system import Ronin
from tests.toy import Toy
from tests.toy import setup as toy_setup

RONIN = system_of("ronin")


def positions(system: Any, seed: int, scenario: str = "", every: int = 9) -> Iterator[tuple[Session[Any], AnyAsk]]:
    """Some questions of a random game."""
    rng, setup = Random(seed), offers.quick(system, scenario)
    assert setup is not None
    for session in phases(system, system.begin(setup)):
        for question in by_chance(session, rng):
            if question.domain.only() is None and rng.randrange(every) == 0:
                yield session, question


@pytest.mark.parametrize("key", [system.key for system in SYSTEMS if judgement_of(system)])
def test_an_answer_is_legal_and_comes_of_seed_and_position(key: str) -> None:
    for session, question in islice(positions(system_of(key), 3), 4):
        first = think(session, question.seat, NOVICE, "seed")
        again = think(Session(session.system, session.start, session.tape), question.seat, NOVICE, "seed")
        assert first == again
        assert first.how != "any"
        assert session.refuse(question.seat, first.answer) is None


def test_what_a_bot_may_not_know_makes_no_difference_to_it() -> None:
    looked = 0
    for session, question in islice(positions(RONIN, 5, "skirmish", 30), 6):
        foe = session.state.other(question.seat)
        goals = believable(session.start.state, foe)
        if not session.state.side(foe).goal or session.state.side(foe).goal_scored:
            continue
        said = set[bytes]()
        for goal in goals[:2]:
            state = session.start.state.with_side(foe, goal=goal)
            twin = Session(RONIN, Checkpoint(session.start.phase, state), session.tape)
            said.add(canonical(think(twin, question.seat, NOVICE, "seed").answer))
        looked += len(goals) > 1
        assert len(said) == 1
    assert looked > 2


@pytest.mark.parametrize(("key", "scenario", "about", "hidden"), [
    ("celtos", "ambush", "deploy.unit", "zones"), ("daimyo", "sekigahara", "clan.choose", "secrets"),
    ("kensei", "pitched_battle", "orders.declare", "units"),
])  # fmt: skip
def test_a_game_as_its_seat_may_believe_it_gets_the_same_answer(
    key: str, scenario: str, about: str, hidden: str
) -> None:  # fmt: skip
    system, differ = system_of(key), 0
    for session, question in positions(system, 6, scenario, 1):
        if question.about != about:
            continue
        answer = think(session, question.seat, NOVICE, "seed").answer
        for seed in range(1, 9):
            start = system.imagine(session.start.state, question.seat, Random(seed))
            if getattr(start, hidden) != getattr(session.start.state, hidden):
                twin = Session(system, Checkpoint(session.start.phase, start), session.tape)
                differ += 1
                assert canonical(think(twin, question.seat, NOVICE, "seed").answer) == canonical(answer)
                break
        if differ == 2:
            break
    assert differ


def test_secret_counters_of_the_enemy_make_no_difference() -> None:
    looked = 0
    for session, question in positions(RONIN, 4, "duel", 1):
        if question.about != "combat.commit" or session.sealed() or looked == 3:
            continue
        said, tapes = set[bytes](), tapes_of(session, session.state.other(question.seat))
        for tape in tapes:
            said.add(canonical(think(Session(RONIN, session.start, tape), question.seat, NOVICE, "seed").answer))
        looked += len(tapes) > 1
        assert len(said) == 1
    assert looked


def tapes_of(session: Session[Any], foe: Seat) -> list[list[Any]]:
    """The tape up to now with every split this enemy might have made in secret."""
    place = max(n for n, entry in enumerate(session.tape)
                if isinstance(entry, Answered) and entry.seat == foe and isinstance(entry.answer, dict))  # fmt: skip
    drawn = Session(RONIN, session.start, session.tape[:place])
    question = drawn.question(foe)
    assert question is not None
    assert question.about == "combat.split"
    every = [question.domain.write(split) for split in question.domain.some(9)]
    return [[*session.tape[:place], Answered(foe, split), *session.tape[place + 1 :]] for split in every]


@pytest.mark.parametrize("key", [system.key for system in SYSTEMS if judgement_of(system)])
def test_it_says_what_spoke_for_its_answer_but_nothing_that_is_sealed(key: str) -> None:
    system = system_of(key)
    judgement = judgement_of(system)
    assert judgement is not None
    known = {name for name in judgement.weights if name not in judgement.sealed}
    assert all(f"worth.{term}" in system.sentences for term in known)
    whys = (think(session, question.seat, NOVICE, "seed").why for session, question in positions(system, 3))
    why = next(why for why in whys if why is not None and why.gains)
    assert why.looked > 1
    assert set(why.gains) <= known
    assert f"worth.plan.{why.plan}" in system.sentences


@pytest.mark.parametrize("key", [system.key for system in SYSTEMS if judgement_of(system)])
def test_nobody_gives_up_who_has_lost_nothing(key: str) -> None:
    system = system_of(key)
    judgement, setup = judgement_of(system), offers.quick(system)
    assert judgement is not None
    assert setup is not None
    state = system.begin(setup)
    assert not any(judgement.hopeless(state, side.seat) for side in setup.sides)


def test_who_has_lost_nearly_all_against_nearly_nothing_gives_up() -> None:
    assert [is_beaten(0.2, 0.9), is_beaten(0.2, 0.55), is_beaten(0.2, 0.45), is_beaten(0.4, 1.0)] == [
        True, False, False, False,
    ]  # fmt: skip
    judgement, setup = judgement_of(RONIN), offers.quick(RONIN, "skirmish")
    assert judgement is not None
    assert setup is not None
    for session in phases(RONIN, RONIN.begin(setup)):
        for _ in by_chance(session, Random(1)):
            pass
        if session.state.turn == 2:
            break
    state, (seat, foe) = session.state, [side.seat for side in setup.sides]
    for model in list(state.standing(seat))[1:]:
        state = state.with_model(model.id, fate="dead")
    assert (judgement.hopeless(state, seat), judgement.hopeless(state, foe)) == (True, False)


class Broken(Ronin):
    """Ronin with a judgement that breaks."""

    def __init__(self, **how: Any) -> None:
        self.judgement = replace(Ronin.judgement, **how)


def breaks(*_: object) -> Any:
    """What should never happen."""
    raise ZeroDivisionError


@pytest.mark.parametrize(
    ("how", "expected"),
    [
        ({"terms": breaks}, "idea"),
        ({"plan": breaks}, "any"),
        ({"quick": breaks}, "looked"),
        ({"ideas": breaks}, "looked"),
    ],
)
def test_a_judgement_that_breaks_is_fallen_back_from(how: dict[str, Any], expected: str) -> None:
    for session, question in islice(positions(Broken(**how), 3), 3):
        thought = think(session, question.seat, NOVICE, "seed")
        assert thought.how == expected
        assert session.refuse(question.seat, thought.answer) is None


def test_without_time_the_first_idea_is_the_answer() -> None:
    session, question = next(positions(RONIN, 3))
    thought = think(session, question.seat, VETERAN, "seed", lambda: False)
    assert (thought.how, session.refuse(question.seat, thought.answer)) == ("idea", None)


def test_a_system_that_does_not_judge_is_played_by_chance() -> None:
    toy = Toy()
    session = next(phases(toy, toy.begin(toy_setup())))
    question = session.questions()[0]
    thought = think(session, question.seat, NOVICE, "seed")
    assert (thought.how, session.refuse(question.seat, thought.answer)) == ("any", None)


def times(most: int) -> Callable[[], bool]:
    """Says so many times that there is time."""
    left = iter([True] * most)
    return lambda: next(left, False)


def test_who_has_no_more_time_takes_the_best_he_has_looked_at() -> None:
    """Where all looked at so far are in the first world, too: not merely what was thought of first."""
    level, differ = replace_level(VETERAN, errs=0.0), 0
    for session, question in islice(positions(RONIN, 3, "skirmish"), 12):
        judgement = judgement_of(RONIN)
        assert judgement is not None
        thinking = Thinking(session, question.seat, level, "seed", judgement, times(5))
        found = list(thinking.candidates(question))
        if question.about in judgement.at_once or len(found) < 6:
            continue
        assert thinking.look(found)
        assert [bool(one.worths) for one in found[:6]] == [True] * 5 + [False]
        best = max(found[:5], key=Candidate.worth)
        assert think(session, question.seat, level, "seed", times(5)).answer == best.raw
        differ += best is not found[0]
        if differ == 2:
            break
    assert differ


def test_who_was_left_behind_in_a_lucky_world_is_not_taken_for_what_it_was_worth_there() -> None:
    """All are worth much in the first two worlds, and those looked at again little in the others."""
    worlds = (9.0, 9.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0)
    session, question = next(row for row in positions(RONIN, 3, "skirmish") if len(row[1].domain.some(20)) > 8)
    judgement = judgement_of(RONIN)
    assert judgement is not None
    thinking = Thinking(session, question.seat, VETERAN, "seed", judgement, always)

    def line(one: Candidate, n: int) -> float:
        one.lucky = True
        return worlds[n] - one.rank

    thinking.line = line  # type: ignore[method-assign]
    found = [Candidate(str(rank), rank) for rank in range(12)]
    standing = thinking.look(found)
    assert [len(one.worths) for one in standing] == [len(worlds)] * len(standing)
    assert max(standing, key=Candidate.worth) is found[0]
    assert max(found, key=Candidate.worth) is not found[0]
    assert ranked(standing, found)[0] is found[0]
    assert len(ranked(standing, found)) == len(found)


def test_a_level_misjudges_each_answer_by_itself_and_always_alike() -> None:
    session, question = next(positions(RONIN, 3, "skirmish"))
    judgement = judgement_of(RONIN)
    assert judgement is not None

    def amiss(level: Level) -> list[float]:
        return [
            one.amiss for one in Thinking(session, question.seat, level, "seed", judgement, always).candidates(question)
        ]

    assert len(set(amiss(NOVICE))) == len(amiss(NOVICE)) > 1
    assert amiss(NOVICE) == amiss(NOVICE)
    assert set(amiss(VETERAN)) == {0.0}
    one = Candidate("any", 1, 2.0, [5.0, 7.0])
    assert one.worth() - Candidate("any", 1, 0.0, [5.0, 7.0]).worth() == pytest.approx(2.0)


def test_who_has_little_time_looks_at_less_where_lines_take_long() -> None:
    assert NOVICE.where(False) is NOVICE
    assert (NOVICE.where(True).ideas, NOVICE.where(True).times) == NOVICE.hurried
    assert NOVICE.where(True).ideas < NOVICE.ideas
    assert VETERAN.where(True) is VETERAN


def test_it_judges_by_the_judgement_it_is_given() -> None:
    judgement = judgement_of(RONIN)
    assert judgement is not None
    blind = replace(judgement, weights=dict.fromkeys(judgement.weights, 0.0))
    level, told = replace_level(NOVICE, errs=0.0), 0
    for session, question in islice(positions(RONIN, 3), 8):
        thoughts = [think(session, question.seat, level, "seed", judgement=one) for one in (judgement, blind)]
        if thoughts[0].why is not None:
            assert thoughts[1].why is not None
            assert thoughts[1].why.gains == {}
            told += bool(thoughts[0].why.gains)
        if told:
            break
    assert told


def test_what_was_ordered_is_not_taken_back_for_ever() -> None:
    """A bot that declares, takes back and declares again would never end."""
    kensei, looked = system_of("kensei"), 0
    judgement = judgement_of(kensei)
    assert judgement is not None
    level = replace_level(NOVICE, ideas=0, drawn=60)
    for session, question in positions(kensei, 6, "pitched_battle", 1):
        if question.about != "orders.declare":
            continue
        drawn = [pick(question, Random(n)) for n in range(60)]
        thinking = Thinking(session, question.seat, level, "seed", judgement, always)
        assert not any(judgement.unwanted(session.state, one.raw) for one in thinking.candidates(question))
        looked += any(judgement.unwanted(session.state, raw) for raw in drawn)
        if looked == 2:
            break
    assert looked


def test_dice_that_fall_evenly_fall_high_and_low_alike_and_end_ties() -> None:
    rng = Random(1)
    for count, sides in ((1, 10), (2, 6), (7, 10), (20, 6)):
        rows = [evenly(Dice(count, sides), rng) for _ in range(50)]
        assert all(1 <= face <= sides for row in rows for face in row)
        assert all(abs(sum(row) / count - (sides + 1) / 2) <= sides / 5 for row in rows)
        assert len(set(rows)) > 1
    assert {face for row in (evenly(Dice(10, 10), rng) for _ in range(20)) for face in row} == set(range(1, 11))


def test_a_line_ends_before_a_phase_of_which_nothing_is_thrown() -> None:
    kensei, looked = system_of("kensei"), 0
    for session, question in positions(kensei, 6, "pitched_battle", 1):
        if question.about != "orders.declare" or session.state.go == session.state.first:
            continue
        for until in ((), ("combat",)):
            line = Line(session, session.state, until=until)
            while line.questions() and line.state.turn == session.state.turn:
                line.answer({one.seat: one.domain.read(one.domain.write(one.default)) for one in line.questions()})
                line.luck(Random(1))
            assert (line.state.turn == session.state.turn) is bool(until)
            line.close()
        looked += 1
        if looked == 3:
            break
    assert looked


def test_a_line_asks_what_the_game_asks() -> None:
    judgement, looked = judgement_of(RONIN), 0
    assert judgement is not None
    for session, question in islice(positions(RONIN, 8, every=20), 12):
        for rest in (None, judgement.afresh.get(question.about)):
            line = Line(session, session.state, rest)
            asked = next(one for one in line.questions() if one.seat == question.seat)
            assert (asked.about, asked.domain.describe()) == (question.about, question.domain.describe())
            looked += rest is not None
            line.close()
    assert looked


def test_what_is_told_of_an_answer_does_not_hang_on_a_goal_that_nobody_else_knows() -> None:
    """A line that was played on through the End Phase has counted its own secret goal: what counts it is sealed."""
    judgement, red = judgement_of(RONIN), Seat("red")
    assert judgement is not None
    found = (session for session, _ in positions(RONIN, 5, "skirmish", 30))
    session = next(session for session in found if session.start.state.turn and session.start.phase != "setup")
    state = session.start.state
    leader = next(model for model in state.models.values() if model.leader and model.seat != red)
    told = list[Mapping[str, float]]()
    for goal in ("kill-leader", "quarters"):
        gone = state.with_side(red, goal=goal).with_model(leader.id, fate="dead")
        ends = Session(RONIN, Checkpoint(PhaseId("end"), gone))
        line = Line(ends, ends.state)
        line.luck(Random(1))
        told.append(judgement.terms(line.state, red, judgement.plan(line.state, red, 0)))
    assert told[0]["points"] != told[1]["points"]
    known = [{name: gain for name, gain in one.items() if name not in judgement.sealed} for one in told]
    assert known[0] == known[1] != {}
