"""Numbers, places and ways brought to where they are legal, by nothing but a test."""

from __future__ import annotations

from app.engine.domains import Walk
from app.engine.geometry import Base, Point, distance, overlap
from app.engine.groups import Layout, Mover, Moves, Paths, Spots, Ties
from app.engine.paths import Path, first_contact, length
from app.engine.refusals import Clause, Refusal, refuse
from app.engine.remedies import (
    MOST,
    SPENT,
    Hints,
    Trial,
    aimed,
    closer,
    extent,
    mend_spot,
    mend_way,
    nearest,
    squared,
    touching,
)

RULE = Clause("TOY-01")
HOME = Point(0, 0)
FOE = Base(Point(10_000, 0), 1_000)
SQUARE = (Point(0, 0), Point(10_000, 0), Point(10_000, 10_000), Point(0, 10_000))


def test_the_nearest_legal_number_is_found_on_either_side() -> None:
    assert nearest(1_000, 0, 2_000, lambda n: n <= 700, grain=1) == 700
    assert nearest(1_000, 0, 2_000, lambda n: n >= 1_300, grain=1) == 1_300
    assert nearest(1_000, 0, 2_000, lambda n: n == 0) == 0
    assert nearest(1_000, 0, 2_000, lambda n: False) is None
    assert nearest(0, 0, 0, lambda n: True) is None
    assert closer(0, 1_000, lambda n: n >= 333, 1) == 333


def test_no_more_is_tried_than_was_said() -> None:
    asked: list[int] = []
    trial: Trial[int] = Trial(asked.append)
    assert [trial.no(n) for n in range(MOST + 2)][-3:] == [None, SPENT, SPENT]
    assert len(asked) == MOST


def test_a_way_ends_beside_the_base_it_was_let_go_at() -> None:
    def legal(path: Path) -> bool:
        return not overlap(Base(path[-1], 1_000), FOE)

    found = mend_way((HOME, Point(8_400, 0)), 1_000, legal, Hints(lambda: [FOE]))
    assert found is not None
    assert distance(found[-1], FOE.at) in (2_000, 2_001, 2_002, 2_003)
    assert mend_way((HOME,), 1_000, legal) is None


def test_a_way_to_a_base_that_another_bars_ends_elsewhere_at_it() -> None:
    friend = Base(Point(8_000, 0), 999)

    def refused(path: Path) -> Refusal | None:
        ends = overlap(Base(path[-1], 1_000), FOE)
        return refuse("toy.through", RULE) if ends or first_contact(path, 1_000, friend) is not None else None

    def walk(allowance: int) -> Walk:
        return Walk(
            HOME, 1_000, allowance, refused, lambda luck: (HOME,), ((HOME,),), hints=Hints(lambda: [FOE, friend])
        )

    drawn = (HOME, Point(7_997, 0))
    found = walk(20_000).mend(drawn)
    assert found is not None
    assert refused(found) is None
    assert 2_000 <= distance(found[-1], FOE.at) <= 2_010
    short = walk(8_000).mend(drawn)
    assert short is not None
    assert refused(short) is None
    assert distance(short[-1], FOE.at) > 2_100, "none that is too long is offered"


def test_a_way_is_cut_where_it_ceases_to_be_legal_and_led_round_what_it_may_not_meet() -> None:
    assert mend_way((HOME, Point(0, 9_000)), 500, lambda path: length(path) <= 4_000, most=[4_000]) == (
        HOME, Point(0, 4_000),
    )  # fmt: skip

    def clear(path: Path) -> bool:
        return len(path) > 2 or length(path) <= 4_000

    round_about = mend_way((HOME, Point(0, 9_000)), 500, clear)
    assert round_about is not None
    assert round_about[-1] == Point(0, 9_000)


def test_a_way_over_the_edge_ends_at_the_edge() -> None:
    def legal(path: Path) -> bool:
        return all(500 <= p.x <= 9_500 and 500 <= p.y <= 9_500 for p in path)

    start = Point(5_000, 5_000)
    assert mend_way((start, Point(7_000, 10_900)), 500, legal, Hints(size=(10_000, 10_000))) == (
        start, Point(7_000, 9_500),
    )  # fmt: skip


def test_a_spot_comes_into_its_zone_or_beside_what_it_lay_on() -> None:
    def legal(at: Point) -> bool:
        return all(500 <= n <= 9_500 for n in at) and distance(at, Point(5_000, 5_000)) >= 1_500

    reach = extent(500, (), 0)
    assert mend_spot(Point(-700, 3_000), reach, [SQUARE], legal) == Point(500, 3_000)
    aside = mend_spot(Point(5_000, 5_600), reach, [], legal)
    assert aside is not None
    assert legal(aside)
    assert distance(aside, Point(5_000, 5_600)) < 1_200
    assert mend_spot(HOME, reach, [], lambda at: False) is None


def test_directions_are_turned_and_facings_squared() -> None:
    found = aimed(Point(3_000, 0), HOME, lambda at: at.y <= -2_000)
    assert found is not None
    assert -2_100 < found.y <= -2_000
    assert [squared(9_300), squared(35_500), squared(9_000), squared(4_000)] == [[9_000], [0], [], []]


def test_places_that_touch_two_bases_touch_them() -> None:
    a, b = Base(HOME, 1_000), Base(Point(2_500, 0), 1_000)
    places = touching(a, b, 500)
    assert len(places) == 2
    assert all(1_500 <= distance(at, base.at) <= 1_506 for at in places for base in (a, b))
    assert touching(a, a, 500) == touching(a, Base(Point(9_000, 0), 1_000), 500) == []


# -- groups -----------------------------------------------------------------------------

MOVERS = (Mover("a", Point(0, 0), 500, 5_000), Mover("b", Point(1_500, 0), 500, 5_000))


def apart(spots: Spots) -> Refusal | None:
    gap = distance(spots["a"], spots["b"]) - 1_000
    return refuse("toy.apart", RULE, model="b", gap=gap) if not 0 <= gap <= 1_000 else None


def too_far(paths: Paths) -> Refusal | None:
    far = next((id for id, path in paths.items() if length(path) > 5_000), "")
    ends = {m.piece: paths[m.piece][-1] if m.piece in paths else m.start for m in MOVERS}
    return refuse("toy.far", RULE, model=far) if far else apart(ends)


def test_of_a_group_each_goes_as_far_as_it_may_and_who_strays_comes_back() -> None:
    group = Moves(MOVERS, too_far, lambda _: {}, ({},), ties=Ties(link=1_000))
    long = group.mend({"a": (Point(0, 0), Point(0, 7_000)), "b": (Point(1_500, 0), Point(1_500, 7_000))})
    assert long == {"a": (Point(0, 0), Point(0, 5_000)), "b": (Point(1_500, 0), Point(1_500, 5_000))}
    stray = group.mend({"a": (Point(0, 0), Point(0, 3_000)), "b": (Point(1_500, 0), Point(2_400, 3_000))})
    assert stray is not None
    assert stray["a"] == (Point(0, 0), Point(0, 3_000))
    assert too_far(stray) is None
    assert distance(stray["b"][-1], Point(2_400, 3_000)) < 600


def test_spots_of_a_group_close_up() -> None:
    sure = {"a": Point(0, 0), "b": Point(1_500, 0)}
    group = Layout(MOVERS, (), apart, lambda _: sure, (sure,), ties=Ties(link=1_000))
    assert group.mend({"a": Point(0, 0), "b": Point(2_600, 0)}) == {"a": Point(0, 0), "b": Point(2_000, 0)}
