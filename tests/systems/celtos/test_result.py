"""Who has lost a combat, the Morale that follows, and the moves of those left without an enemy."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from app.systems.celtos.checks.events import CheckRolled
from app.systems.celtos.combat.events import CombatEnded
from app.systems.celtos.combat.flow import combat
from app.systems.celtos.combat.result import compared, wiped
from app.systems.celtos.combat.striking import Fight
from app.systems.celtos.morale.events import Defeated, Panicked
from app.systems.celtos.state import UnitId
from tests.systems.celtos.volleys import Table, position

A, B = UnitId("A"), UnitId("B")
MISS, HIT = (1,), (10,)


def fought(rows: str, dice: Sequence[Sequence[int]], answers: Sequence[Any] = ()) -> Table:
    """A has fought all that touch it; A strikes before B."""
    table = Table(position(rows))
    table.run(combat(table, Fight(unit=A)), dice, answers)
    return table


def ended(table: Table) -> CombatEnded:
    """The result."""
    event: CombatEnded = table.told(CombatEnded)[0]
    return event


def duel(a: str = "", b: str = "", more: str = "") -> str:
    """Two Individuals in contact, the first faster."""
    return (f"unit A red individual hr=9 weapons=katana at=50,50 {a}\n"
            f"unit B blue individual hr=9 weapons=tanto at=50,47.5 {b}\n{more}")  # fmt: skip


SAFE = "unit Y blue at=10,10\nunit Z red at=10,110"
"""So that the battle goes on whatever falls."""


def squads(a: str = "", b: str = "") -> str:
    """Two Units of four with one model each in contact."""
    return (f"unit A red weapons=katana at=50,50+50,53+50,56+50,59 {a}\n"
            f"unit B blue weapons=tanto at=50,47.5+50,44+50,41+50,38 {b}\n{SAFE}")  # fmt: skip


# -- who has lost (CEL-RES-02, CEL-RES-04) ----------------------------------------------------


@pytest.mark.parametrize(("mine", "theirs", "lost"), [(1, 1, "none"), (0, 1, "active"), (2, 1, "enemies")])
def test_the_lower_total_has_lost(mine: int, theirs: int, lost: str) -> None:
    assert compared(mine, theirs) == lost


@pytest.mark.parametrize(("me", "them", "lost"), [
    (True, True, ""), (True, False, "enemies"), (False, True, "active"), (False, False, "both"),
])  # fmt: skip
def test_a_side_wiped_out_has_lost(me: bool, them: bool, lost: str) -> None:
    assert wiped(me, them) == lost


def test_the_side_with_fewer_wounds_checks() -> None:
    table = fought(duel(), [HIT, HIT, MISS, (10,)])
    event = ended(table)
    assert (event.wounds, event.enemy_wounds, event.lost, event.losers) == (1, 0, "enemies", ("B",))
    (check,) = table.told(CheckRolled)
    assert (check.unit, check.clause, check.passed) == ("B", "CEL-MOR-01", True)
    assert ended(table).clause == "CEL-RES-02"


def test_equal_totals_and_nobody_checks() -> None:
    table = fought(duel(), [HIT, HIT, HIT, HIT])
    assert (ended(table).lost, table.told(CheckRolled)) == ("none", [])
    assert ended(fought(duel(), [MISS, MISS])).lost == "none"


def test_a_standard_counts_while_it_stands() -> None:
    table = fought(squads("standard=3"), [MISS, MISS, MISS])
    event = ended(table)
    assert (event.standards, event.total, event.enemy_total, event.lost) == (1, 1, 0, "enemies")
    fallen = squads("standard=3") + "\nmodel A-3 fate=dead"
    assert ended(fought(fallen, [MISS, MISS])).lost == "none"


def test_wounds_beyond_the_last_are_not_counted() -> None:
    rows = duel("abilities=extra-attacks:4", "", SAFE) + "\nmodel B wounds=2"
    event = ended(fought(rows, [(10,) * 4, (10,) * 4]))
    assert (event.wounds, event.lost, event.losers) == (2, "enemies", ())


def test_a_side_wiped_out_loses_with_more_wounds() -> None:
    rows = duel("abilities=extra-attacks:2", "", SAFE) + "\nmodel A wounds=1"
    table = fought(rows, [(10, 10), (10, 10), HIT, HIT], [])
    event = ended(table)
    assert (event.total, event.enemy_total, event.lost, event.losers) == (2, 1, "active", ())
    assert table.told(CheckRolled) == []


# -- Morale ---------------------------------------------------------------------------------


def test_a_loser_that_fails_panics_and_stays_in_contact() -> None:
    table = fought(duel(), [HIT, HIT, MISS, (1,)])
    assert [p.unit for p in table.told(Panicked)] == ["B"]
    assert table.state.model("B").on_table
    assert table.asked == []


def test_every_losing_unit_checks_in_seat_and_list_order() -> None:
    rows = duel("", "mn=9", "unit C blue individual hr=9 mn=9 weapons=tanto at=52.5,50\n" + SAFE)
    table = fought(rows, [HIT, HIT, (1, 1), (5,), (5,)])
    assert [check.unit for check in table.told(CheckRolled)] == ["B", "C"]


def test_the_fearsome_frighten() -> None:
    table = fought(duel("abilities=fearsome"), [HIT, HIT, MISS, (10,)])
    (check,) = table.told(CheckRolled)
    assert [(line.id, line.adds, line.clause) for line in check.lines] == [("fearsome", -1, "CEL-ABL-22")]
    table = fought(duel("", "abilities=fearsome"), [HIT, HIT, MISS, (10,)])
    assert table.told(CheckRolled)[0].lines == ()


@pytest.mark.parametrize(
    ("start", "wounds", "asked"), [(2, 2, []), (3, 2, ["A"]), (4, 2, ["A"]), (4, 3, []), (5, 2, [])]
)
def test_an_individual_that_falls_below_half_checks_unbeaten(start: int, wounds: int, asked: list[str]) -> None:
    """Each takes a wound, so nobody has lost; only a crossing from half or more to less counts (CEL-MOR-07)."""
    rows = duel(f"start_wounds={start} mn=10").replace("hr=9", f"hr={start}", 1)
    rows = rows.replace(f"start_wounds={start} ", "") + f"\nmodel A wounds={wounds}"
    table = fought(rows, [HIT, HIT, HIT, HIT, *([(10,)] if asked else [])])
    checks = table.told(CheckRolled)
    assert [check.unit for check in checks] == asked
    assert all(check.clause == "CEL-MOR-03" for check in checks)


def test_one_check_covers_a_lost_combat_and_lost_wounds() -> None:
    table = fought(duel("", "mn=10") + "\nmodel B wounds=5", [HIT, HIT, MISS, (10,)])
    (check,) = table.told(CheckRolled)
    assert check.clause == "CEL-MOR-01"


def test_casualties_of_a_combat_alone_set_nothing_off() -> None:
    """Both lose one of two, so both are at less than half of four; nobody has lost (CEL-MOR-19)."""
    rows = squads() + "\n" + "\n".join(f"model {u}-{n} fate=dead" for u in "AB" for n in (3, 4))
    table = fought(rows.replace("weapons=katana", "weapons=tanto"), [HIT, HIT, HIT, HIT])
    assert table.told(CheckRolled) == []


# -- consolidation (CEL-RES-05, CEL-RES-06) -----------------------------------------------------

FEW = squads() + "\nmodel B-3 fate=dead\nmodel B-4 fate=dead"


def test_a_defeated_loser_leaves_and_the_winner_may_move() -> None:
    table = fought(FEW, [HIT, HIT, (1,)], [{"A-1": [[50_000, 48_000]]}])
    assert [d.by for d in table.told(Defeated)] == ["red"]
    (question,) = table.asked
    assert (question.about, question.clause, question.seat) == ("consolidation.moves", "CEL-RES-06", "red")
    assert question.default == {}
    assert table.state.model("A-1").at == (50_000, 48_000)
    assert table.state.unit(A).moved


def test_it_keeps_clear_of_other_enemies_and_together() -> None:
    rows = FEW + "\nunit X blue at=50,42"
    question = fought(rows, [HIT, HIT, (1,)]).asked[0]
    for y, legal in ((47_100, True), (47_000, False), (60_100, False)):
        paths = question.domain.read({"A-1": [[50_000, y]]})
        assert (question.domain.refuse(paths) is None) is legal


def test_no_move_while_the_winner_touches_another_enemy() -> None:
    rows = FEW.replace("unit A", "unit C blue individual hr=9 mn=10 at=52.5,50\nunit A", 1)
    table = fought(rows, [HIT, HIT, MISS, (10,), (1,)], [{"A-1": "B-1"}])
    assert [d.unit for d in table.told(Defeated)] == ["B"]
    assert [q.about for q in table.asked] == ["blows.aim"]


def test_the_enemies_of_a_defeated_attacker_may_move() -> None:
    rows = squads() + "\nmodel A-3 fate=dead\nmodel A-4 fate=dead"
    table = fought(rows, [MISS, HIT, HIT, (1,)])
    assert [(q.about, q.seat) for q in table.asked] == [("consolidation.moves", "blue")]


def test_a_draw_moves_nobody() -> None:
    rows = (
        squads() + "\n" + "\n".join(f"model {u}-{n} at={x},{y}" for u, n, x, y in (("A", 2, 54, 52), ("B", 2, 54, 44)))
    )
    table = fought(rows.replace("weapons=katana", "weapons=tanto"), [HIT, HIT, HIT, HIT])
    assert (ended(table).lost, table.asked) == ("none", [])
