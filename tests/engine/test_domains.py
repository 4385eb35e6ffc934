"""Every kind of answer: read, written, refused, sampled, listed, described, previewed."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from app.engine.allots import Assign, Ranking
from app.engine.asks import Domain
from app.engine.domains import Choice, Menu, Option, Pick, Place, Split, Spot, Walk, nothing, yes_no
from app.engine.geometry import Point
from app.engine.options import Late
from app.engine.paths import MAX_POINTS, Path
from app.engine.refusals import Clause, Refusal, refuse
from app.engine.views import Note, Preview

RULE = Clause("TOY-ANY-01")
CLOSED = refuse("toy.closed", RULE, why="shut")
FAR = refuse("toy.far", RULE)
HOME = Point(0, 0)


def far(path: Path) -> Refusal | None:
    """No path may end beyond 1000."""
    return FAR if path[-1].x > 1000 else None


def walk(**changes: Any) -> Walk:
    """A walk from home that may end at x <= 1000."""
    fields: dict[str, Any] = {
        "start": HOME, "radius": 10, "allowance": 1000, "test": far,
        "propose": lambda rng: (HOME, Point(rng.randint(900, 1100), 0)), "sure": ((HOME, Point(5, 5)),),
    }  # fmt: skip
    return Walk(**{**fields, **changes})


def place(**changes: Any) -> Place:
    """A spot with x <= 1000."""
    fields: dict[str, Any] = {
        "radius": 10, "zones": (), "test": lambda spot: FAR if spot.at.x > 1000 else None,
        "propose": lambda rng: Spot(Point(rng.randint(900, 1100), 0)), "sure": (Spot(Point(1, 1)),),
    }  # fmt: skip
    return Place(**{**fields, **changes})


MENU = Menu(
    {
        "hold": Option(about="toy.hold", facts={"n": 1}),
        "shut": Option(no=CLOSED, then=walk),
        "walk": Option(then=walk, piece="p1", clause=RULE),
    }
)
DOMAINS: list[Domain[Any]] = [
    Pick({"a": None, "b": CLOSED, "c": None}), yes_no(), MENU, walk(), place(), place(turns=True),
    Split(3, {"attack": 3, "defence": 2}, RULE), Ranking(("x", "y", "z")),
    Assign(("x", "y"), ("none", "one"), lambda _: None),
]  # fmt: skip


@pytest.mark.parametrize("domain", DOMAINS, ids=lambda d: type(d).__name__)
def test_what_a_domain_samples_and_lists_it_also_takes_back_from_the_wire(domain: Domain[Any]) -> None:
    rng = Random(3)
    for answer in [*(domain.sample(rng) for _ in range(30)), *domain.some(6)]:
        assert domain.refuse(answer) is None
        assert domain.read(domain.write(answer)) == answer
        assert domain.preview(answer).no is None
    assert domain.describe()["kind"]


GARBAGE: list[Any] = [17, "nonsense", [], {}, None, [[1.5, 2]], [["a", 1]], {"pick": "nowhere"}, [True, False]]


@pytest.mark.parametrize("domain", DOMAINS, ids=lambda d: type(d).__name__)
@pytest.mark.parametrize("raw", GARBAGE, ids=repr)
def test_garbage_is_a_refusal_never_an_exception(domain: Domain[Any], raw: Any) -> None:
    answer = domain.read(raw)
    if isinstance(answer, Refusal):
        assert answer.clause.startswith("ENG-ASK")
    else:
        assert domain.refuse(answer) is not None or isinstance(domain, Assign)


def test_a_pick_says_why_an_option_is_closed_and_that_another_is_none() -> None:
    pick = Pick({"a": None, "b": CLOSED})
    assert pick.refuse("b") == CLOSED
    assert pick.refuse("q") is not None
    assert pick.only() == "a"
    assert Pick({"a": None, "b": None}).only() is None
    assert pick.describe()["options"][1] == {"key": "b", "no": CLOSED, "piece": None}


def test_yes_can_be_closed() -> None:
    assert yes_no(CLOSED).only() == "no"
    assert yes_no().only() is None


def test_a_menu_descends_to_the_domain_below() -> None:
    below = MENU.at({"pick": "walk", "then": None})
    assert isinstance(below, Walk)
    assert MENU.at(None) is MENU
    assert MENU.at("hold") is MENU
    assert MENU.at({"pick": "shut"}) == CLOSED
    assert isinstance(MENU.at({"pick": "gone"}), Refusal)


def test_a_menu_reads_trees_and_leaves() -> None:
    assert MENU.read("hold") == Choice("hold")
    assert MENU.read({"pick": "hold"}) == Choice("hold")
    assert isinstance(MENU.read({"pick": "hold", "then": 3}), Refusal)
    assert MENU.read({"pick": "walk", "then": [[5, 0]]}) == Choice("walk", (HOME, Point(5, 0)))
    assert isinstance(MENU.read({"pick": "walk", "then": "no path"}), Refusal)
    closed = MENU.read("shut")
    assert isinstance(closed, Choice)
    assert MENU.refuse(closed) == CLOSED
    assert MENU.refuse(Choice("gone")) is not None
    assert MENU.refuse(Choice("walk", (HOME, Point(2000, 0)))) == FAR


def test_a_menu_previews_what_lies_below() -> None:
    assert MENU.preview(Choice("walk", (HOME, Point(2000, 0)))).no == FAR
    assert MENU.preview(Choice("hold")).no is None
    assert MENU.preview(Choice("shut")).no == CLOSED


def test_a_menu_answers_itself_only_when_one_legal_answer_is_known() -> None:
    assert Menu({"hold": Option(), "shut": Option(no=CLOSED)}).only() == Choice("hold")
    assert Menu({"hold": Option(), "go": Option()}).only() is None
    assert Menu({"walk": Option(then=walk)}).only() is None
    assert Menu({"pick": Option(then=lambda: Pick({"a": None}))}).only() == Choice("pick", "a")


def test_a_menu_describes_pieces_facts_and_depth() -> None:
    rows = {row["key"]: row for row in MENU.describe()["options"]}
    assert rows["walk"] == {
        "key": "walk", "no": None, "about": "", "facts": {}, "piece": "p1", "clause": RULE, "more": True,
    }  # fmt: skip
    assert rows["hold"]["facts"] == {"n": 1}
    assert rows["shut"]["no"] == CLOSED


def test_a_walk_takes_its_start_or_leaves_it_out() -> None:
    assert walk().read([[7, 0]]) == walk().read([[0, 0], [7, 0]]) == (HOME, Point(7, 0))
    entering = walk(starts=((HOME, Point(9, 0)),))
    assert entering.read([[3, 0], [4, 4]]) == (Point(3, 0), Point(4, 4))


def test_a_walk_refuses_too_many_points_and_points_out_of_this_world() -> None:
    many = walk().read([[1, 1]] * (MAX_POINTS + 1))
    assert isinstance(many, Refusal)
    assert many.code == "path.too-many-points"
    assert many.facts == {"points": MAX_POINTS + 1, "most": MAX_POINTS}
    assert isinstance(walk().read([[10_000_001, 0]]), Refusal)


def test_a_walk_that_proposes_nothing_legal_falls_back_on_what_is_sure() -> None:
    stubborn = walk(propose=lambda _: (HOME, Point(5000, 0)))
    assert stubborn.sample(Random(1)) == (HOME, Point(5, 5))
    assert list(stubborn.some(3)) == [(HOME, Point(5, 5))]
    assert stubborn.at("anything") is stubborn


def test_a_look_shows_what_it_found_and_the_refusal() -> None:
    seen = walk(look=lambda _: Preview(notes=(Note("toy.seen"),))).preview((HOME, Point(2000, 0)))
    assert seen.no == FAR
    assert seen.notes[0].about == "toy.seen"
    assert nothing(None) == Preview()


def test_a_place_takes_a_facing_only_where_things_turn() -> None:
    assert place(turns=True).read([4, 5, 9000]) == Spot(Point(4, 5), 9000)
    assert place(turns=True).write(Spot(Point(4, 5), 9000)) == [4, 5, 9000]
    assert isinstance(place().read([4, 5, 9000]), Refusal)
    assert isinstance(place(turns=True).read([4, 5, 36000]), Refusal)
    assert place(propose=lambda _: Spot(Point(5000, 0))).sample(Random(1)) == Spot(Point(1, 1))
    assert place().preview(Spot(Point(5000, 0))).no == FAR


def test_a_split_names_another_total_and_a_part_that_overflows() -> None:
    split = Split(3, {"attack": 3, "defence": 2}, RULE)
    assert split.refuse({"attack": 1, "defence": 1}) == refuse("split.total", RULE, given=2, total=3)
    assert split.refuse({"attack": 0, "defence": 3}) == refuse("split.limit", RULE, part="defence", most=2)
    assert split.every() == [{"attack": 3, "defence": 0}, {"attack": 2, "defence": 1}, {"attack": 1, "defence": 2}]
    assert split.read({"attack": 3}) == {"attack": 3, "defence": 0}
    assert isinstance(split.read({"attack": -1, "defence": 4}), Refusal)
    assert isinstance(split.read({"attack": True, "defence": 2}), Refusal)
    assert split.only() is None
    assert Split(0, {"attack": 3}, RULE).only() == {"attack": 0}


def test_an_order_wants_each_item_once() -> None:
    order = Ranking(("x", "y"))
    assert order.read(["y", "x"]) == ("y", "x")
    assert isinstance(order.read(["y", "y"]), Refusal)
    assert order.only() is None
    assert Ranking(("x",)).only() == ("x",)


def test_an_assignment_fills_in_the_first_value_and_is_judged_as_a_whole() -> None:
    def one_at_most(given: Any) -> Refusal | None:
        return CLOSED if list(given.values()).count("one") > 1 else None

    assign = Assign(("x", "y"), ("none", "one"), one_at_most)
    assert assign.read({"y": "one"}) == {"x": "none", "y": "one"}
    assert assign.refuse({"x": "one", "y": "one"}) == CLOSED
    assert len(assign.some(9)) == 3
    assert assign.only() is None
    assert Assign(("x",), ("none",), lambda _: None).only() == {"x": "none"}
    never = Assign(("x",), ("none", "one"), lambda given: CLOSED if given["x"] == "one" else None)
    assert {tuple(never.sample(Random(n)).values()) for n in range(20)} == {("none",)}
    hopeless = Assign(("x",), ("none",), lambda _: CLOSED)
    assert hopeless.sample(Random(0)) == {"x": "none"}


# -- reasons found late ----------------------------------------------------------------


def counted(no: Refusal | None) -> tuple[Callable[[], Refusal | None], list[int]]:
    """A reason that counts how often it is looked for."""
    calls: list[int] = []

    def find() -> Refusal | None:
        calls.append(1)
        return no

    return find, calls


@pytest.mark.parametrize("no", [None, CLOSED], ids=["open", "closed"])
def test_a_late_reason_is_found_once_and_says_the_same(no: Refusal | None) -> None:
    find, calls = counted(no)
    late, early = (Menu({"go": Option(reason, walk, piece="p")}) for reason in (find, no))
    assert calls == []
    assert late.describe() == early.describe()
    assert (late.open(), late.only(), late.some(3)) == (early.open(), early.only(), early.some(3))
    for raw in ("go", {"pick": "go", "then": [[5, 0]]}, {"pick": "go", "then": "x"}):
        assert late.read(raw) == early.read(raw)
    assert calls == [1]


def test_an_answer_looks_only_into_its_own_branch() -> None:
    find, calls = counted(None)
    menu = Menu({"go": Option(then=walk, nothing=find), "other": Option(find), "hold": Option()})
    raw = {"pick": "go", "then": [[5, 0]]}
    answer = menu.read(raw)
    assert isinstance(answer, Choice)
    assert menu.refuse(answer) is None
    assert menu.write(answer) == {"pick": "go", "then": [[0, 0], [5, 0]]}
    assert calls == []
    assert menu.refuse(Choice("other")) is None
    assert calls == [1]


def test_a_menu_that_answers_itself_stops_looking_at_the_second_open_option() -> None:
    find, calls = counted(None)
    assert Menu({"a": Option(), "b": Option(find), "c": Option(find)}).only() is None
    assert calls == [1]


def test_late_options_of_a_pick_are_found_one_by_one() -> None:
    looked: list[str] = []

    def find(key: str) -> Refusal | None:
        looked.append(key)
        return CLOSED if key == "b" else None

    late = Late(("a", "b", "c"), find)
    pick = Pick(late)
    assert (pick.read("c"), isinstance(pick.read("q"), Refusal), len(late)) == ("c", True, 3)
    assert looked == []
    assert (pick.refuse("b"), pick.refuse("b"), looked) == (CLOSED, CLOSED, ["b"])
    assert pick.any_open()
    assert looked == ["b", "a"]
    assert pick.describe() == Pick({"a": None, "b": CLOSED, "c": None}).describe()
    assert (pick.open(), looked) == (("a", "c"), ["b", "a", "c"])
    assert not Pick(Late(("b",), find)).any_open()
    with pytest.raises(KeyError):
        late["q"]


def test_a_walk_may_find_its_sure_paths_late() -> None:
    found: list[int] = []

    def sure() -> tuple[Path, ...]:
        found.append(1)
        return ((HOME, Point(5, 5)),)

    late = walk(sure=sure, propose=lambda _: (HOME, Point(5000, 0)))
    assert late.refuse((HOME, Point(7, 0))) is None
    assert found == []
    assert late.sample(Random(1)) == (HOME, Point(5, 5))
    assert list(late.some(2)) == [(HOME, Point(5, 5))]


def test_an_option_that_weighs_more_is_drawn_more_often() -> None:
    """A sample takes each open option as often as it weighs, and never a closed one."""
    menu = Menu({"a": Option(), "b": Option(weight=9), "c": Option(refuse("x", Clause("ENG-ASK-01")), weight=99)})
    drawn = [menu.sample(Random(seed)).key for seed in range(400)]
    assert drawn.count("c") == 0
    assert 5 < drawn.count("a") < 100 < drawn.count("b")


def test_what_was_read_of_a_shut_option_can_be_written() -> None:
    menu = Menu({"go": Option(no=CLOSED, then=lambda: Pick({"a": None}))})
    answer = menu.read({"pick": "go", "then": "a"})
    assert isinstance(answer, Choice)
    assert menu.refuse(answer) == CLOSED
    assert menu.read(menu.write(answer)) == answer
