"""What a battle comes to: how likely the dice were, what was lost, where it turned."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

from app.engine.modifiers import Line
from app.engine.refusals import Clause
from app.engine.system import Telling
from app.engine.views import Band, Group, Piece, View
from app.games.replay import Step
from app.games.reports import (
    Swing,
    chance,
    exactly,
    longest,
    losses,
    luck,
    nearly,
    percentile,
    report,
    swing,
    throw_of,
    turning,
)
from app.games.results import Shown
from tests.games.frames import ended
from tests.games.table import Host
from tests.games.test_service import playing

CLAUSE = Clause("TST-ONE-01")


def piece(id: str, gone: str = "", kind: str = "model") -> Piece:
    """A counter of that name."""
    return Piece(id=id, side=id[0], code=id, name=id, x=0, y=0, radius=1, kind=kind, gone=gone)


def band(seat: str, *models: Piece, groups: tuple[Group, ...] = ()) -> Band:
    """A side of these."""
    return Band(seat=seat, side=seat[0], name=seat, emblem=1, models=models, groups=groups)


def table(*bands: Band) -> View:
    """A table with these sides."""
    return View(
        width=1, depth=1, unit="in", unit_length=2540, turn=1, turns=6, phases=(), go=None, terrain=(), zones=(),
        pieces=(), sides=bands,
    )  # fmt: skip


@pytest.mark.parametrize("total", [3, 9, 10, 18])
def test_the_share_of_falls_below_a_sum_is_counted(total: int) -> None:
    sums = [sum(faces) for faces in product(range(1, 7), repeat=3)]
    share = (sum(s < total for s in sums) + sums.count(total) / 2) / len(sums)
    assert exactly(total, [(0, 6)] * 3) == pytest.approx(share)


def test_many_dice_are_reckoned_nearly_as_few_are_exactly() -> None:
    dice = [(6, 6)] * 30 + [(10, 10)] * 30
    for total in (230, 270, 300):
        assert nearly(total, dice) == pytest.approx(exactly(total, dice), abs=0.01)
    assert percentile([(6, 6)] * 100) == 100
    assert percentile([(1, 6)] * 20) == 0
    assert percentile([]) == 50


def test_chances_are_those_of_the_dice() -> None:
    assert chance(2, 6, 2, 8) == pytest.approx(float(Fraction(15, 36)))
    assert chance(1, 10, 1, 4) == pytest.approx(0.7)
    assert chance(2, 6, 1, 6) == pytest.approx(float(Fraction(11, 36)))


def test_a_test_is_known_where_its_dice_account_for_its_total() -> None:
    lines = (Line("skill", 2, CLAUSE),)
    throw = throw_of(Telling(about="x", faces=((3, 4),), lines=lines, total=9, needed=8), 6)
    assert throw.passed
    assert throw.chance == pytest.approx(float(Fraction(26, 36)))
    best = throw_of(Telling(about="x", faces=((6, 1),), total=6, needed=6), 6)
    assert best.chance == pytest.approx(float(Fraction(11, 36)))
    assert throw_of(Telling(about="x", faces=((6, 1),), total=40, needed=6), 6).chance is None
    assert throw_of(Telling(about="x", faces=((6,),), total=6, needed=4, facts={"passed": 0}), 6).chance is None
    assert throw_of(Telling(about="x", faces=((6,),)), 6).chance is None


def test_dice_are_counted_for_the_seat_that_threw_them() -> None:
    events = [
        shown(1, Telling(about="x", facts={"seat": "red"}, faces=((1, 2),), total=3, needed=7)),
        shown(2, Telling(about="x", pieces=("b1",), faces=((6,), (5,)), total=6, needed=2)),
        shown(3, Telling(about="x", facts={"seat": "red"}, faces=((6,),)), struck=True),
        shown(4, Telling(about="x", faces=((6,),))),
    ]
    view = table(band("red", piece("r1")), band("blue", piece("b1")))
    red, blue = luck(events, view, "red", 6), luck(events, view, "blue", 6)
    assert (red.dice, red.tests, red.passed) == (3, 1, 0)
    assert red.mean == pytest.approx(8 / 3)
    assert (blue.dice, blue.tests, blue.passed) == (1, 1, 1)
    assert blue.hoped == pytest.approx(5 / 6)
    assert blue.expected == 3.5


def shown(version: int, telling: Telling, *, struck: bool = False) -> Shown:
    """An event that is told so."""
    return Shown(version=version, kind="x.y", struck=struck, telling=telling)


def test_units_lose_what_their_badge_says_and_others_themselves() -> None:
    unit = Group(id="u", side="r", code="U", name="U", members=("r1", "r2"), badges=("left-1-4",))
    left = Group(id="w", side="r", code="W", name="W", members=(), badges=("left-2-3",), gone="destroyed")
    plain = Group(id="h", side="r", code="H", name="H", members=("r4",))
    side = band("red", piece("r1"), piece("r3", "dead"), piece("r4", "reserve"), groups=(unit, left, plain))
    assert losses(side) == (3 + 3 + 1, 4 + 3 + 1 + 1)


def test_a_leader_tips_a_battle_more_than_another() -> None:
    before = table(band("red", piece("r1"), piece("r2", kind="leader")), band("blue", piece("b1")))
    soldier = table(band("red", piece("r1", "dead"), piece("r2", kind="leader")), band("blue", piece("b1")))
    leader = table(band("red", piece("r1"), piece("r2", "dead", "leader")), band("blue", piece("b1")))
    assert swing(before, soldier).lost == swing(before, leader).lost == {"red": 1}
    assert swing(before, leader).weight > swing(before, soldier).weight > swing(before, before).weight == 0


def test_the_heaviest_steps_are_told_in_order_none_near_another() -> None:
    found = [Step(v=n, turn=1, kind="deed", told=shown(n, Telling(about="x"))) for n in range(60)]
    swings = {n: Swing(weight, {}) for n, weight in ((3, 0.1), (4, 0.9), (20, 0.5), (40, 0.2), (59, 0.0))}
    assert turning(found, swings) == [4, 20, 40]
    assert len(turning(found, {n: Swing(1, {}) for n in range(60)})) == 6
    assert turning([], {}) == []


def test_the_longest_turn_ends_where_the_next_begins() -> None:
    found = [Step(v=v, turn=n, kind="turn", told=shown(v, Telling(about="x"))) for n, v in ((1, 2), (2, 5), (3, 9))]
    moments = {2: 1000, 6: 2000, 9: 9000, 12: 9500}
    assert longest(found, moments, 9500) == (2, 7000)
    assert longest([], {}, 0) == (0, 0)


@playing
async def test_a_finished_game_has_its_report(host: Host) -> None:
    game = await host.table()
    await ended(host, game)
    found = await report(host.games, game)
    assert found
    assert found.begun > 0
    assert found.took >= 0
    assert found.points
    assert [p.v for p in found.points] == sorted(p.v for p in found.points)
