"""Cover: against shooting, in areas, behind obstacles, and hand to hand."""

from __future__ import annotations

import pytest

from app.systems.celtos.ground.cover import SAVES, across_obstacle, cover_of, defends_in_cover, in_area_cover
from app.systems.celtos.state import State
from tests.systems.celtos.volleys import position

PAIR = "unit A red individual=yes at=50,50\nunit B blue individual=yes at=50,90{more}\n"


def cover(rows: str, more: str = "", shooters: tuple[str, ...] = ("A",)) -> str | None:
    """What cover B has from these shooters, with the clause it must name."""
    state = position(PAIR.format(more=more) + rows)
    found = cover_of(state, state.model("B"), [state.model(id) for id in shooters])
    if found is not None:
        assert found[1] == "CEL-TER-07"
    return None if found is None else found[0]


def test_the_saves_of_the_rulebook() -> None:
    assert SAVES == {"light": 9, "hard": 8, "fortification": 7}


def test_in_the_open_there_is_none() -> None:
    assert cover("") is None


@pytest.mark.parametrize(("kind", "gives"), [
    ("woods", "light"), ("bamboo", "light"), ("marsh", "light"), ("building", "hard"), ("shrine", "hard"),
    ("hill", None), ("paddy", None), ("shallow-water", None),
])  # fmt: skip
def test_an_area_covers_whose_centre_stands_in_it(kind: str, gives: str | None) -> None:
    assert cover(f"terrain {kind} w 40,80 60,80 60,100 40,100") == gives
    assert cover(f"terrain {kind} w 40,90.1 60,90.1 60,100 40,100") is None
    state = position(PAIR.format(more="") + f"terrain {kind} w 40,80 60,80 60,100 40,100")
    found = in_area_cover(state, state.model("B"))
    assert (found and found[0]) == gives


@pytest.mark.parametrize(("kind", "gives"), [
    ("fence", "light"), ("hedge", "light"), ("low-wall", "hard"), ("barricade", "hard"),
    ("palisade", "fortification"), ("castle-wall", "fortification"),
])  # fmt: skip
def test_a_line_covers_those_close_behind_it(kind: str, gives: str) -> None:
    assert cover(f"terrain {kind} f 40,86.25 60,86.25") == gives
    assert cover(f"terrain {kind} f 40,86.15 60,86.15") is None
    assert cover(f"terrain {kind} f 40,92 60,92") is None


def test_only_a_line_that_the_shot_crosses_covers() -> None:
    assert cover("terrain fence f 50.5,88 60,88") is None
    assert cover("terrain fence f 49.5,88 60,88") == "light"


def test_no_cover_through_a_gate() -> None:
    assert cover("terrain palisade f 40,88 60,88 doors=50,88") is None


def test_the_nearest_shooter_decides() -> None:
    rows = "terrain fence f 40,88 60,88\nunit C red individual=yes at=50,{y}"
    assert cover(rows.format(y=129), shooters=("A", "C")) is None
    assert cover(rows.format(y=131), shooters=("A", "C")) == "light"


def test_the_best_single_cover_counts() -> None:
    wood, wall = "terrain woods w 40,80 60,80 60,100 40,100", "terrain low-wall f 40,88 60,88"
    assert cover(wood + "\n" + wall) == "hard"
    assert cover(wood + "\nterrain hedge f 40,88 60,88") == "light"


@pytest.mark.parametrize(("kind", "gives"), [
    ("fence", None), ("low-wall", None), ("hedge", "light"), ("barricade", "hard"), ("palisade", "fortification"),
])  # fmt: skip
def test_giants_have_no_cover_from_fences_and_low_walls(kind: str, gives: str | None) -> None:
    line = f"terrain {kind} f 40,87 60,87"
    assert cover(line, " tm=6") == gives
    assert cover(line, " tm=5") is not None


# -- hand to hand (CEL-TER-08, CEL-CBT-12) -------------------------------------------------


def fight(rows: str, big: int = 3) -> State:
    """A and B on either side of y 51.25."""
    return position(f"unit A red individual=yes at=50,50\nunit B blue individual=yes at=50,52.5 tm={big}\n{rows}")


@pytest.mark.parametrize(("kind", "gives"), [("fence", "light"), ("barricade", "hard"), ("palisade", None)])
def test_across_a_low_obstacle_both_have_its_cover(kind: str, gives: str | None) -> None:
    state = fight(f"terrain {kind} f 40,51.25 60,51.25")
    a, b = state.model("A"), state.model("B")
    for me, foe in ((a, b), (b, a)):
        found = defends_in_cover(state, me, foe)
        assert (found and found[0]) == gives
        assert (across_obstacle(state, me, foe) is not None) == (gives is not None)


def test_a_fence_beside_the_fight_covers_nobody() -> None:
    state = fight("terrain fence f 40,53.75 60,53.75")
    assert defends_in_cover(state, state.model("A"), state.model("B")) is None


def test_in_a_wood_one_defends_in_cover() -> None:
    state = fight("terrain woods w 40,52 60,52 60,60 40,60")
    assert defends_in_cover(state, state.model("B"), state.model("A")) is not None
    assert defends_in_cover(state, state.model("A"), state.model("B")) is None
