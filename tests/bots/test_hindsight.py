"""A battle that is over, looked at again: how it went, and whether a decision or the dice turned it."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any

import msgspec
import pytest

from app.bots import course as courses
from app.bots import hindsight
from app.bots.course import Battle, Given, Going, Spot, Stand, course_of, mirrored, stands_of
from app.bots.hindsight import LEAST, Hindsight, Judged, Weighed, judge, lost, mean, moments
from app.bots.levels import NOVICE, Level
from app.bots.thinker import Candidate, asked
from app.engine.events import Seat
from app.engine.flow import Roll
from app.engine.judgement import judgement_of
from app.engine.session import Checkpoint, Entry, Session
from app.engine.system import PhaseId
from app.games import offers
from app.systems import SYSTEMS, system_of

RONIN = system_of("ronin")
INPUTS, FIGHTING = 120, 500
"""Of a battle that is only looked into, and of one in which they fight."""
BAD = 0.05
SLIGHT = Level("slight", ideas=3, drawn=1, times=1, far=6)
Fierce = list[tuple[Session[Any], Hindsight, list[Candidate]]]
JUDGED = [system.key for system in SYSTEMS if judgement_of(system)]


@cache
def fought(key: str, most: int = INPUTS) -> tuple[Battle, Any]:
    """The tape of a quick battle, as far as so many inputs go, and the state it came to."""
    system, rng = system_of(key), Random(4)
    judgement, setup = judgement_of(system), offers.quick(system, "")
    assert judgement is not None
    assert setup is not None
    state = system.begin(setup)
    phase = system.next_phase(state)
    assert phase is not None
    first, given = (phase, msgspec.json.encode(state)), list[Given]()
    session = Session(system, Checkpoint(phase, state))
    while len(given) < most:
        if session.over:
            if (phase := system.next_phase(session.state)) is None:
                break
            session = Session(system, Checkpoint(phase, session.state))
        elif isinstance(session.waiting, Roll):
            dice = session.waiting.dice
            faces = tuple(rng.randint(1, dice.sides) for _ in range(dice.count))
            given.append(Given(len(given) + 1, "throw", None, "server", {"faces": list(faces)}))
            session.throw(faces)
        else:
            question = session.questions()[0]
            raw = judgement.quick(session.state, question, rng)
            given.append(Given(len(given) + 1, "answer", question.seat, "person", raw))
            assert session.answer(question.seat, raw) is None
    return Battle(key, *first, tuple(given), tuple(Seat(side.seat) for side in setup.sides)), session.state


@pytest.mark.parametrize("key", JUDGED)
def test_a_battle_is_played_again_and_weighed_where_it_was_quiet(key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hindsight, "WORLDS", 1)
    battle, state = fought(key)
    system = system_of(key)
    course = course_of(system, battle)
    assert course.whole
    assert course.stands[-1].stands == stands_of(system, state, battle.seats[0])
    assert [one.seq for one in course.stands] == sorted(one.seq for one in course.stands)
    assert all(one.turn > 0 for one in course.stands)
    assert course.chances == all(0 <= one.stands <= 1 for one in course.stands)
    spot = course.spots[0]
    given = next(one for one in battle.given if one.seq == spot.seq)
    assert (spot.seat, spot.before < spot.after) == (given.seat, True)
    session = taken_up(spot)
    assert session.refuse(spot.seat, spot.ordered) is None
    judged = judge(session, spot, course.stands[spot.after].stands, SLIGHT, "seed")
    assert judged is not None
    assert judged.worlds == 1
    assert all(session.refuse(spot.seat, one.order) is None for one in judged.best)


def taken_up(spot: Spot) -> Session[Any]:
    """The game as it stood when this was decided."""
    system = next(one for one in SYSTEMS if spot.phase in one.phases and reads(one, spot))
    state = msgspec.msgpack.decode(spot.state, type=system.state_type)
    return Session(system, Checkpoint(spot.phase, state), msgspec.msgpack.decode(spot.tape, type=list[Entry]))


def reads(system: Any, spot: Spot) -> bool:
    """Whether the position is of this system."""
    try:
        msgspec.msgpack.decode(spot.state, type=system.state_type)
    except msgspec.ValidationError:
        return False
    return True


def test_there_may_be_no_time_to_go_to_the_end() -> None:
    battle, _ = fought("ronin", 60)
    left = iter(range(40))
    course = course_of(RONIN, battle, lambda: next(left, None) is not None)
    assert not course.whole
    assert course.stands == course_of(RONIN, battle).stands[: len(course.stands)] != ()
    assert {spot.after for spot in course.spots} <= set(range(len(course.stands)))


def test_who_has_won_has_every_chance() -> None:
    battle, _ = fought("ronin", 60)
    lines = (*battle.given, Given(61, "resign", battle.seats[0], "person", None))
    course = course_of(RONIN, msgspec.structs.replace(battle, given=lines))
    assert (course.whole, course.stands[-1].stands) == (True, 0.0)
    assert course.stands[-2].stands > 0.1
    assert max(spot.after for spot in course.spots) < len(course.stands) - 1
    assert mirrored(0.0, chances=True) == 1.0


@pytest.mark.parametrize("kind", courses.CLOSED)
def test_who_agrees_on_a_draw_has_half_a_chance_in_the_end_and_it_is_no_luck(
    kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(courses, "STRETCHES", 1000)
    battle, _ = fought("ronin")
    last = battle.given[-1].seq + 1
    so_far, ended = (
        course_of(RONIN, battle),
        course_of(
            RONIN, msgspec.structs.replace(battle, given=(*battle.given, Given(last, kind, None, "table", None)))
        ),
    )
    assert ended.stands[:-1] == so_far.stands
    assert ended.stands[-1] == Stand(last, so_far.stands[-1].turn, courses.DRAWN) != so_far.stands[-1]
    assert ended.spots == so_far.spots


def test_what_the_clock_answered_is_no_decision_but_dice_fall_after_it() -> None:
    battle, _ = fought("ronin", FIGHTING)
    given = tuple(msgspec.structs.replace(one, by="clock" if one.kind == "answer" else one.by) for one in battle.given)
    spots = course_of(RONIN, msgspec.structs.replace(battle, given=given)).spots
    assert spots
    assert all(spot.last and spot.throws and not spot.open for spot in spots)


def test_what_is_answered_at_once_is_there_for_the_dice_after_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(courses, "STRETCHES", INPUTS)
    monkeypatch.setattr(hindsight, "WORLDS", 2)
    daimyo = system_of("daimyo")
    judgement, course = judgement_of(daimyo), course_of(daimyo, fought("daimyo")[0])
    assert judgement is not None
    at_once = [spot for spot in course.spots if not spot.open]
    assert at_once
    for spot in at_once:
        question = taken_up(spot).question(spot.seat)
        assert question is not None
        assert question.about in judgement.at_once
        assert spot.last
        assert spot.throws > 0
    judged = judge(taken_up(at_once[0]), at_once[0], course.stands[at_once[0].after].stands, SLIGHT, "seed")
    assert judged is not None
    assert (judged.best, judged.worlds) == ((), 2)


def test_luck_is_what_came_after_the_last_thing_that_was_chosen() -> None:
    battle, _ = fought("ronin", FIGHTING)
    course = course_of(RONIN, battle)
    answers = [one.seq for one in battle.given if one.kind == "answer"]
    for spot in course.spots:
        assert spot.last or any(spot.seq < seq <= course.stands[spot.after].seq for seq in answers)
    assert any(spot.throws and not spot.last for spot in course.spots)
    assert any(spot.throws and spot.last for spot in course.spots)


def test_an_edit_is_nobodys_luck() -> None:
    battle, judgement = fought("ronin", FIGHTING)[0], judgement_of(RONIN)
    assert judgement is not None
    going = Going(RONIN, judgement, battle)
    for one in battle.given:
        going.give(one)
        if len(going.stands) > 9 and not going.live.tape:
            break
    state, number = going.live.state, going.seq
    id = next(one.id for one in RONIN.amendable(state) if "remove" in one.deeds)  # type: ignore[attr-defined]
    edit = Given(number + 1, "amend", None, "person", {"changes": [{"id": id, "deed": "remove"}]})
    course = course_of(RONIN, msgspec.structs.replace(battle, given=(*battle.given[:number], edit)))
    before = stands_of(RONIN, state, battle.seats[0])
    assert course.stands[-1].stands != before
    latest = max(spot.after for spot in course.spots)
    assert (course.stands[latest].seq, course.stands[latest].stands) == (number, before)


# -- decision or luck -------------------------------------------------------------------


@pytest.fixture(scope="module")
def fierce() -> Fierce:
    """The decisions of a battle in which most changed, each with the answers that are looked at."""
    judgement, found = judgement_of(RONIN), Fierce()
    assert judgement is not None
    for spot in course_of(RONIN, fought("ronin", FIGHTING)[0]).spots:
        session = taken_up(spot)
        thought = Hindsight(session, spot.seat, NOVICE, "seed", judgement, lambda: True)
        line = thought.begun(thought.state)
        found.append((session, thought, list(thought.candidates(asked(line, spot.seat)))))
        line.close()
    return found


def spot_of(session: Session[Any], seat: Seat, raw: Any, throws: int) -> Spot:
    """This answer as a decision of a battle."""
    question = session.question(seat)
    assert question is not None
    state, tape = msgspec.msgpack.encode(session.start.state), msgspec.msgpack.encode(session.tape)
    written = question.domain.write(question.domain.read(raw))
    return Spot(9, seat, session.start.phase, state, tape, written, 0, 1, throws)


def test_a_blunder_is_told_as_a_decision_and_what_would_have_been_better(
    fierce: Fierce, monkeypatch: pytest.MonkeyPatch
) -> None:  # fmt: skip
    monkeypatch.setattr(hindsight, "WORLDS", 4)
    for session, thought, found in fierce:
        means = [(mean(ends), one.raw) for one in found if (ends := thought.played_on(one))]
        (worst, raw), best = min(means, key=lambda row: row[0]), max(value for value, _ in means)
        if best - worst < BAD:
            continue
        judged = judge(session, spot := spot_of(session, thought.seat, raw, 3), worst, NOVICE, "seed")
        assert judged is not None
        assert judged.best[0].stands - judged.ordered.stands == lost(judged) > LEAST[True]
        stands = (Stand(8, 1, best), Stand(12, 1, judged.ordered.stands))
        told = moments(stands, [spot], [judged], thought.seat, chances=True)
        assert [(one.kind, one.swing) for one in told] == [("decision", -lost(judged))]
        return
    raise AssertionError("no position had a bad answer")


def test_a_throw_that_seldom_falls_is_told_as_luck(fierce: Fierce, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hindsight, "WORLDS", 4)
    for session, thought, found in fierce:
        ends = {n: thought.played_on(one) for n, one in enumerate(found)}
        means = {n: mean(some) for n, some in ends.items() if some}
        best = max(means, key=lambda n: means[n])
        came = max(ends[best])
        if came - means[best] < BAD:
            continue
        judged = judge(session, spot := spot_of(session, thought.seat, found[best].raw, 2), came, NOVICE, "seed")
        assert judged is not None
        assert judged.better < judged.worlds
        stands = (Stand(8, 1, means[best]), Stand(12, 1, came))
        told = moments(stands, [spot], [judged], thought.seat, chances=True)
        assert [(one.kind, one.swing > 0) for one in told] == [("luck", True)]
        return
    raise AssertionError("no throw mattered")


def test_without_time_to_compare_nothing_is_said_of_a_decision(
    fierce: Fierce, monkeypatch: pytest.MonkeyPatch
) -> None:  # fmt: skip
    monkeypatch.setattr(hindsight, "WORLDS", 2)
    session, thought, found = next(one for one in fierce if len(one[2]) > 1)
    spot = spot_of(session, thought.seat, found[0].raw, 3)
    assert judge(session, spot, 0.5, NOVICE, "seed") is not None
    assert judge(session, spot, 0.5, NOVICE, "seed", lambda: False) is None
    left = iter(range(hindsight.WORLDS))
    assert judge(session, spot, 0.5, NOVICE, "seed", spare=lambda: next(left, None) is not None) is None


def test_of_too_few_worlds_nothing_is_said_of_luck(fierce: Fierce) -> None:
    session, thought, found = fierce[0]
    spot = msgspec.structs.replace(spot_of(session, thought.seat, found[0].raw, 3), open=False)
    for worlds, told in ((1, None), (hindsight.FEWEST - 1, None), (hindsight.FEWEST, hindsight.FEWEST)):
        left = iter(range(worlds))
        judged = judge(session, spot, 0.5, NOVICE, "seed", spare=lambda left=left: next(left, None) is not None)  # type: ignore[misc]
        assert (judged and judged.worlds) == told
    assert 1 < hindsight.FEWEST <= hindsight.WORLDS


def decided(ordered: float, best: float) -> Judged:
    """A decision that was judged so."""
    return Judged(Weighed("a", ordered), (Weighed("b", best),), 3, 3, 12)


def empty(n: int, seat: str) -> Spot:
    """A decision between two positions of which nothing else is looked at."""
    return Spot(10 * n + 5, Seat(seat), PhaseId("any"), b"", b"", "a", n, n + 1, 0)


def test_four_moments_at_most_each_stretch_one_in_order_of_time() -> None:
    stands = tuple(Stand(10 * n, n, 0.5) for n in range(9))
    spots = [empty(n, "red" if n % 2 else "blue") for n in range(8)]
    judged = [decided(0.4, 0.4 + n / 50) for n in range(8)]
    told = moments(stands, spots, judged, "red", chances=True)
    assert [one.spot for one in told] == [4, 5, 6, 7]
    assert [one.swing < 0 for one in told] == [False, True, False, True]
    assert moments(stands, spots, [None, decided(0.4, 0.3)], "red", chances=True) == ()


def test_without_dice_nothing_is_luck() -> None:
    spot = empty(0, "red")
    stands = (Stand(0, 1, 0.5), Stand(9, 1, 0.9))
    assert moments(stands, [spot], [decided(0.5, 0.5)], "red", chances=True) == ()
    thrown = msgspec.structs.replace(spot, throws=1)
    (told,) = moments(stands, [thrown], [decided(0.5, 0.5)], "blue", chances=True)
    assert (told.kind, round(told.swing, 2)) == ("luck", 0.4)
    chosen_after = msgspec.structs.replace(thrown, last=False)
    assert moments(stands, [chosen_after], [decided(0.5, 0.5)], "blue", chances=True) == ()
    at_once = msgspec.structs.replace(thrown, open=False)
    assert moments(stands, [at_once], [decided(0.5, 0.5)], "blue", chances=True) == (told,)
