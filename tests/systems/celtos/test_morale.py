"""Morale checks: who must take one, with what, and what a failed one does."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from app.engine.events import Event
from app.engine.flow import Roll
from app.engine.modifiers import Line
from app.systems.celtos.book import c
from app.systems.celtos.checks.events import CheckRolled
from app.systems.celtos.checks.flow import active
from app.systems.celtos.event import CeltosEvent
from app.systems.celtos.morale.flow import due, morale
from app.systems.celtos.state import State, UnitId
from tests.systems.celtos.turns import RED
from tests.systems.celtos.volleys import position

PIKES = UnitId("Pikes")
FAR = "unit Mates red models=1 at=100,60\nunit Foes blue models=1 at=150,100\n"


class Table:
    """A game that holds a state and remembers events."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.events: list[Event] = []

    def emit(self, event: Event) -> None:
        """Fold it in."""
        assert isinstance(event, CeltosEvent)
        self.state = event.fold(self.state)
        self.events.append(event)

    def kinds(self) -> list[str]:
        """What happened."""
        return [event.kind.removeprefix("celtos.") for event in self.events]


def checked(state: State, face: int, cause: str = "casualty", lines: tuple[Line, ...] = ()) -> Table:
    """The pikes' Morale check with this die."""
    game = Table(state)
    flow = morale(game, PIKES, cause, RED, lines)
    effect = flow.send(None)
    assert isinstance(effect, Roll)
    assert (effect.why, effect.dice.count, effect.dice.sides) == ("check-morale", 1, 10)
    with pytest.raises(StopIteration):
        flow.send((face,))
    return game


def die(game: Table) -> CheckRolled:
    """The one check of a game."""
    (found,) = [event for event in game.events if isinstance(event, CheckRolled)]
    return found


def pikes(living: int, dead: int, more: str = "", rows: str = "") -> State:
    """A unit of ashigaru (MN 3: a check needs 7+) and an enemy far away."""
    return position(f"unit Pikes red models={living} dead={dead} at=20,60 {more}\n{rows}{FAR}")


@pytest.mark.parametrize(
    ("was", "now", "start", "cause"),
    [
        (5, 4, 8, None), (4, 3, 8, "casualty"), (3, 2, 8, "casualty"), (3, 3, 8, None),
        (4, 3, 7, "casualty"), (5, 4, 7, None),
    ],
)  # fmt: skip
def test_a_unit_checks_for_each_casualty_that_leaves_it_below_half(
    was: int, now: int, start: int, cause: str | None
) -> None:
    before, after = pikes(was, start - was), pikes(now, start - now)
    assert due(before, after, PIKES, combat=False) == cause
    assert due(before, after, PIKES, combat=True) is None


def test_a_unit_in_contact_does_not_check_for_casualties() -> None:
    touching = "unit Wolves blue models=1 at=20,57.5\n"
    assert due(pikes(3, 1), pikes(1, 3), PIKES, combat=False) == "casualty"
    assert due(pikes(3, 1, rows=touching), pikes(1, 3, rows=touching), PIKES, combat=False) is None


@pytest.mark.parametrize(
    ("was", "now", "start", "cause"),
    [(4, 2, 4, None), (2, 1, 4, "wounds"), (4, 1, 4, "wounds"), (1, 1, 4, None), (2, 1, 3, "wounds"), (3, 2, 3, None)],
)
def test_an_individual_checks_on_crossing_below_half_of_its_wounds_even_in_combat(
    was: int, now: int, start: int, cause: str | None
) -> None:
    def taisho(wounds: int) -> State:
        rows = f"unit Pikes red individual at=20,60 hr={start}\nmodel Pikes wounds={wounds}\n"
        return position(rows + FAR)

    assert due(taisho(was), taisho(now), PIKES, combat=False) == cause
    assert due(taisho(was), taisho(now), PIKES, combat=True) == cause


def test_nobody_left_nobody_to_check() -> None:
    gone = pikes(1, 3).with_model("Pikes-1", fate="dead", wounds=0)
    flow = morale(Table(gone), PIKES, "casualty", RED)
    with pytest.raises(StopIteration):
        flow.send(None)


@pytest.mark.parametrize(
    ("living", "dead", "face", "happened", "clause"),
    [
        (3, 2, 6, "panicked", "CEL-MOR-08"), (3, 3, 6, "panicked", "CEL-MOR-10"), (2, 3, 6, "defeated", "CEL-MOR-09"),
        (2, 3, 7, "check-rolled", "CEL-MOR-02"), (2, 3, 10, "check-rolled", "CEL-MOR-02"),
    ],
)  # fmt: skip
def test_what_a_check_does(living: int, dead: int, face: int, happened: str, clause: str) -> None:
    game = checked(pikes(living, dead), face)
    assert game.kinds()[-1] == happened
    assert game.events[-1].clause == clause
    assert die(game).needed == 7


def test_a_natural_one_fails_whatever_it_is_added_to_and_a_ten_passes() -> None:
    proud = pikes(3, 2, "abilities=heavy mn=10 traits=fervour")
    assert checked(proud, 1).kinds()[-1] == "panicked"
    assert checked(pikes(3, 2, "mn=1"), 10, lines=(Line("fearsome", -1, c("CEL-ABL-22")),)).kinds() == ["check-rolled"]


def test_defeat_takes_off_the_unit_that_failed_and_no_other() -> None:
    state = pikes(2, 3, "reaction", rows="unit Bows red models=2 at=60,60\n")
    game = checked(state, 2)
    assert [m.fate for m in game.state.models.values()] == ["defeated"] * 2 + ["dead"] * 3 + [""] * 4
    unit = game.state.unit("Pikes")
    assert (unit.fate, unit.felled_by, unit.reaction) == ("defeated", RED, False)


def test_panic_costs_the_reaction_marker() -> None:
    unit = checked(pikes(3, 2, "reaction"), 2).state.unit("Pikes")
    assert (unit.panic, unit.reaction) == (True, False)


def test_a_unit_in_panic_that_fails_again_stays_so_and_passing_does_not_end_it() -> None:
    again = checked(pikes(3, 2, "panic"), 2)
    assert (again.kinds()[-1], again.events[-1].clause) == ("panic-stayed", "CEL-MOR-16")
    assert again.state.unit("Pikes").panic
    assert checked(pikes(3, 2, "panic"), 9).state.unit("Pikes").panic
    assert checked(pikes(2, 3, "panic"), 2).kinds()[-1] == "defeated"


@pytest.mark.parametrize(
    ("cause", "clause"), [("combat", "CEL-MOR-01"), ("casualty", "CEL-MOR-02"), ("wounds", "CEL-MOR-03")]
)
def test_a_check_names_its_cause(cause: str, clause: str) -> None:
    assert die(checked(pikes(3, 2), 8, cause)).clause == clause


def test_lines_of_a_morale_check() -> None:
    game = checked(pikes(3, 2, "abilities=heavy traits=fervour,discipline standard=1 musician=2"), 2,
                   lines=(Line("fearsome", -1, c("CEL-ABL-22")),))  # fmt: skip
    assert [(line.id, line.adds) for line in die(game).lines] == [("fervour", 1), ("heavy", 2), ("fearsome", -1)]
    assert die(game).total == 4


def test_fervour_is_of_units_only() -> None:
    alone = position(f"unit Pikes red individual at=20,60 traits=fervour\n{FAR}")
    assert die(checked(alone, 9, "wounds")).lines == ()


def test_a_living_leader_makes_the_characteristic_one_higher_and_no_more_than_ten() -> None:
    assert die(checked(pikes(3, 2, "leader=1"), 6)).active == 4
    assert die(checked(pikes(3, 2, "leader=4"), 6)).active == 3
    assert die(checked(pikes(3, 2, "leader=1 mn=10"), 6)).active == 10


def commanded(at: str, more: str = "") -> State:
    """The pikes and a Commander of MN 7."""
    return pikes(3, 2, "leader=1", f"unit Taisho red individual profile=taisho abilities=commander at={at} {more}\n")


@pytest.mark.parametrize(
    ("at", "more", "figure"),
    # 15 cm from base edge to base edge: 17.5 from centre to centre.
    [("20,77.5", "", 7), ("20,77.6", "", 4), ("20,70", "panic", 4), ("20,70", "mn=3", 4)],
)
def test_a_commander_near_by_lends_his_command(at: str, more: str, figure: int) -> None:
    check = die(checked(commanded(at, more), 5))
    assert check.active == figure
    assert check.commander == ("Taisho" if figure == 7 else "")


def test_a_commander_lends_nothing_to_reaction_checks_nor_to_enemies() -> None:
    state = commanded("20,70")
    assert active(state, state.unit("Pikes"), "reaction").figure == 5
    assert active(state, state.unit("Foes"), "morale").figure == 3
    dead = state.with_model("Taisho", fate="dead")
    assert active(dead, dead.unit("Pikes"), "morale").figure == 4
    turned = replace(state, units={**state.units, "Taisho": replace(state.unit("Taisho"), panic=True)})
    assert active(turned, turned.unit("Pikes"), "rally").figure == 4
