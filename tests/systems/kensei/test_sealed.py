"""Two battles that differ only in what is sealed are alike, byte for byte, to the enemy and to watchers (KEN-DEP-19,
KEN-ORD-16, KEN-WRN-19, KEN-ARM-23)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from app.conformance import by_chance, draw_setup, phases
from app.engine.asks import Json
from app.engine.digest import canonical
from app.engine.events import Seat
from app.engine.flow import Roll
from app.engine.refusals import Clause, refuse
from app.engine.session import Checkpoint, Session
from app.engine.staging import Row
from app.engine.system import PhaseId
from app.systems import system_of
from app.systems.kensei.abilities.phase import afters
from app.systems.kensei.army import UnitId
from app.systems.kensei.flight.flow import flee
from app.systems.kensei.orders.due import known
from app.systems.kensei.state import State
from tests.conformance.test_blindness import shown, twin
from tests.systems.kensei.fields import Board, pick
from tests.systems.kensei.openings import Opening, agreed

KENSEI = system_of("kensei")
SEEDS = range(2)
ABOUT = ("special.warning", "orders.declare", "deploy.card")
FURTHER = 30
"""Inputs for which two games are compared after they have parted."""


def sessions(seed: int) -> Iterator[Session[Any]]:
    """The sessions of a random battle, each at every secret question."""
    rng = Random(seed)
    for session in phases(KENSEI, KENSEI.begin(draw_setup(KENSEI, rng))):
        if session.start.state.turn >= 4:
            return
        for question in by_chance(session, rng):
            if question.about in ABOUT:
                yield session


def pairs(session: Session[Any]) -> list[tuple[Json, Json]]:
    """Answers to a secret question that differ only in what is sealed."""
    question = session.questions()[0]
    raws = [question.domain.write(answer) for answer in question.domain.some(400)]
    found: dict[str, list[Json]] = {}
    for raw in raws:
        if isinstance(raw, dict):
            found.setdefault(likeness(session.state, question.about, raw), []).append(raw)
    return [(rows[0], rows[-1]) for rows in found.values() if len(rows) > 1]


def likeness(state: State, about: str, raw: dict[str, Any]) -> str:
    """What the enemy may know of an answer: of a Warning Order unit and response, of an action nothing, of a card how
    large it is and where it lies."""
    unit, then = state.units[raw["pick"]], raw.get("then")
    if about == "special.warning":
        assert isinstance(then, dict)
        return f"{unit.id} {then['response']['kind']}"
    if about == "orders.declare":
        return "clear" if (then == "clear" or unit.orders) else "declared"
    assert isinstance(then, dict | str)
    place = then.get("then") if isinstance(then, dict) else None
    how = then["pick"] if isinstance(then, dict) else then
    size = (
        unit.base_width,
        unit.base_depth,
        unit.start_models + len([u for u in state.units.values() if u.host == unit.id]),
    )
    return f"{how} {size} {place}" if how.startswith("files") else f"alone {unit.id} {how}"


@pytest.mark.parametrize("seed", SEEDS)
def test_sealed_answers_make_no_difference_to_others(seed: int) -> None:
    met, times = 0, dict.fromkeys(ABOUT, 0)
    for session in sessions(seed):
        question = session.questions()[0]
        times[question.about] += 1
        if times[question.about] % 4 != 1:
            continue
        for one, other in pairs(session)[:2]:
            met += apart(session, question.seat, question.about, one, other, Random(seed))
    assert met > 10


def apart(session: Session[Any], seat: Seat, about: str, one: Json, other: Json, rng: Random) -> int:
    """How often two games that part here were found alike before they show their difference."""
    first, second = twin(session), twin(session)
    assert first.answer(seat, one) is None
    assert second.answer(seat, other) is None
    viewers = [*(side.seat for side in first.state.sides if side.seat != seat), None]
    for compared in range(FURTHER):
        for viewer in viewers:
            assert shown(first, viewer) == shown(second, viewer), f"{about}: {one} or {other}"
        if first.over or second.over or is_shown(about, first, second, seat):
            return compared + 1
        advance(first, second, rng)
    return FURTHER


def is_shown(about: str, first: Session[Any], second: Session[Any], seat: Seat) -> bool:
    """Whether the next input may show what is sealed, or the two cannot be given the same one."""
    if isinstance(first.waiting, Roll) or isinstance(second.waiting, Roll):
        return type(first.waiting) is not type(second.waiting)
    asked = [session.questions()[0] for session in (first, second)]
    if asked[0].about != asked[1].about or asked[0].seat != asked[1].seat:
        return True
    return asked[0].seat == seat and asked[0].about in ABOUT and about != "special.warning"


def advance(first: Session[Any], second: Session[Any], rng: Random) -> None:
    """Both games get the same input."""
    if isinstance(first.waiting, Roll):
        dice = first.waiting.dice
        faces = tuple(rng.randint(1, dice.sides) for _ in range(dice.count))
        first.throw(faces)
        second.throw(faces)
        return
    question = first.questions()[0]
    raw = question.domain.write(question.default)
    assert first.answer(question.seat, raw) is None
    assert second.answer(question.seat, raw) is None


SPY = """
unit one red entry=yari_ashigaru models={one} files=5 at=30,90
unit two red entry=yari_ashigaru models={two} files=5 at=70,90
character eye red entry=spy in={host} concealed=yes
unit far blue entry=heishi models=10 files=5 at=60,20
"""


def staged(text: str) -> State:
    """The position of a case."""
    lines = [line.split() for line in text.strip().splitlines()]
    rows = [Row(n, words[0], tuple(words[1:])) for n, words in enumerate(lines, 1)]
    _, state = KENSEI.staging.position(rows)
    assert isinstance(state, State)
    return state


@pytest.mark.parametrize("viewer", [Seat("blue"), None])
def test_a_hidden_model_looks_like_any_other_of_its_unit(viewer: Seat | None) -> None:
    here = staged(SPY.format(one=9, two=10, host="one"))
    there = staged(SPY.format(one=10, two=9, host="two"))
    for id in ("one", "two"):
        looks = [canonical(KENSEI.inspect(state, viewer, f"{id}-1")) for state in (here, there)]
        assert looks[0] == looks[1]
    assert canonical(KENSEI.view(here, viewer)) == canonical(KENSEI.view(there, viewer))
    assert canonical(KENSEI.view(here, Seat("red"))) != canonical(KENSEI.view(there, Seat("red")))


def test_a_model_that_was_seen_is_named() -> None:
    state = staged(SPY.format(one=9, two=10, host="one"))
    open_now = state.with_units({"eye": replace(state.units["eye"], concealed=False)})
    assert b'"eye"' not in canonical(KENSEI.view(state, Seat("blue")))
    assert b'"eye"' in canonical(KENSEI.view(open_now, Seat("blue")))


@pytest.mark.parametrize("viewer", [Seat("blue"), None])
def test_what_a_hidden_model_is_to_do_is_not_even_counted(viewer: Seat | None) -> None:
    looks = []
    for order in ("", "order eye ability key=spying target=far"):
        state = staged(SPY.format(one=9, two=10, host="one") + order)
        session = Session(KENSEI, Checkpoint(PhaseId("orders"), state))
        assert session.answer(Seat("red"), "done") is None
        closed = [event for event in session.events if event.seen_by is None or viewer in event.seen_by]
        looks.append(canonical([[event, KENSEI.tell(event)] for event in closed if event.kind != "kensei.phase-began"]))
    assert looks[0] == looks[1]


def given_up(board: Board, ordered: bool) -> None:
    """His owner lets his moment go by."""
    board.play(afters, *([pick("done")] if ordered else []))


def run_away(board: Board, _: bool) -> None:
    """His unit flees, and he with it."""
    board.play(lambda game: flee(game, "one", "test", Clause("KEN-RUN-25")), (3, 3))


def short_of_points(board: Board, _: bool) -> None:
    """He can no longer pay for it."""
    board.state = board.state.with_unit("eye", ap=0)
    board.play(afters)


@pytest.mark.parametrize("viewer", [Seat("blue"), None])
@pytest.mark.parametrize("done", [given_up, run_away, short_of_points])
def test_nobody_is_told_that_a_hidden_model_does_not_do_what_it_was_to_do(
    done: Callable[[Board, bool], None], viewer: Seat | None
) -> None:
    """KEN-ARM-23, KEN-ORD-13, KEN-ORD-17: his unit flees, his moment goes by, or his points are spent."""
    looks, own = [], []
    for order in ("", "order eye ability key=spying target=far"):
        board = Board(staged(SPY.format(one=9, two=10, host="one") + order).with_(go=Seat("red")))
        done(board, bool(order))
        told = [event for event in board.events if event.is_seen_by(viewer)]
        looks.append(canonical([[event, KENSEI.tell(event)] for event in told]))
        own.append([event.kind for event in board.events if event.is_seen_by(Seat("red"))])
    assert looks[0] == looks[1]
    assert "kensei.order-settled" in own[1]


def test_what_bars_an_order_is_told_to_its_own_side_alone_where_it_names_a_hidden_model() -> None:
    state = staged(SPY.format(one=9, two=10, host="one"))
    eye, one = state.units[UnitId("eye")], state.units[UnitId("one")]
    assert eye.concealed
    hidden, seen = (
        refuse("charge.barred-by-unit", Clause("KEN-SPO-33"), unit="one", other=id) for id in ("eye", "far")
    )
    assert known(state, one, hidden) == (one.seat,)
    assert known(state, eye, seen) == (eye.seat,)
    assert known(state, one, seen) is None


def test_a_hidden_model_by_itself_is_seen_from_the_reveal_on() -> None:
    opening = Opening(agreed(), seed=2)
    alone = {id: replace(u, host=UnitId("")) for id, u in opening.state.units.items() if u.entry == "spy"}
    opening.state = opening.state.with_units(alone)
    state = opening.run()
    (spy,) = alone
    assert not state.units[spy].concealed
    foe = next(side.seat for side in state.sides if side.seat != state.units[spy].seat)
    assert spy.encode() in canonical(KENSEI.view(state, foe))


RAIJU = """
unit Raiju red entry=raiju spots=60,60
unit Foe blue entry=heishi models=5 files=5 at=60,40
order Raiju ability key=ride_the_lightning
"""


@pytest.mark.parametrize("viewer", [Seat("blue"), None])
def test_where_one_who_rides_the_lightning_means_to_come_down_is_in_no_event_for_others(viewer: Seat | None) -> None:
    looks = []
    for x in (60_000, 90_000):
        session = Session(KENSEI, Checkpoint(PhaseId("abilities"), staged(RAIJU)))
        assert session.answer(Seat("red"), "Raiju") is None
        session.throw((2,))
        question = session.question(Seat("red"))
        assert question is not None
        assert (question.about, question.secret) == ("lightning.where", True)
        assert session.answer(Seat("red"), [x, 60_000]) is None
        assert session.state.units["Raiju"].written is not None
        looks.append(shown(session, viewer))
    assert looks[0] == looks[1]


FIGHT = """
unit Pines red entry=katana_samurai models=5 files=5 at=60,61.25
unit Reeds blue entry=heishi models=5 files=5 at=60,58.75
contact Pines Reeds
"""


@pytest.mark.parametrize("viewer", [Seat("blue"), None])
def test_who_takes_a_defensive_position_is_not_told_before_all_have_chosen(viewer: Seat | None) -> None:
    looks = []
    for choice in ("keep", "defend"):
        session = Session(KENSEI, Checkpoint(PhaseId("combat"), staged(FIGHT)))
        assert [q.about for q in session.questions()] == ["combat.position"] * 2
        assert session.answer(Seat("red"), {"Pines": choice}) is None
        looks.append(shown(session, viewer))
    assert looks[0] == looks[1]
