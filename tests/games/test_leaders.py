"""Who of a side that several lead answers what: the rule by itself (ENG-SEA-05)."""

from __future__ import annotations

import pytest

from app.engine.views import Band, Force, Group, Piece
from app.games.leaders import GENERAL, About, Leader, answers, asked, carried, holder
from app.games.parts import by_list, key_of

MIKA, JUN = (
    Leader(number=1, guest="m", name="Mika", part=("a", "b")),
    Leader(number=3, guest="j", name="Jun", part=("c",)),
)
LED = (MIKA, JUN)


def test_what_nobody_leads_is_the_generals() -> None:
    assert [holder(LED, part) for part in "abcd"] == [1, 1, 3, GENERAL]


@pytest.mark.parametrize(
    ("parts", "whose"), [("a", (1,)), ("ab", (1,)), ("c", (3,)), ("d", (0,)), ("ac", (0,)), ("", (0,))]
)
def test_a_question_about_the_parts_of_one_is_his_and_of_several_or_none_the_generals(
    parts: str, whose: tuple[int, ...]
) -> None:
    about = About(frozenset(parts))
    assert asked(about, LED) == whose
    assert answers(about, LED, "a") == whose[0]


def test_where_answers_are_about_parts_of_several_each_gives_his_own() -> None:
    about = About(picks={"a": "a", "b": "b", "c": "c"})
    assert asked(about, LED) == (0, 1, 3)
    assert [answers(about, LED, key) for key in ("a", "b", "c", "pass")] == [1, 1, 3, GENERAL]


def test_where_all_answers_are_about_the_parts_of_one_he_ends_the_question_too() -> None:
    assert answers(About(picks={"a": "a", "b": "b"}), LED, "pass") == 1


@pytest.mark.parametrize(
    ("yes", "members", "so"),
    [({0}, 1, True), ({1}, 2, False), ({0}, 2, True), ({1, 2}, 3, True), ({0}, 3, False), ({1, 2}, 4, False),
     ({0, 3}, 4, True), ({1, 2, 3}, 4, True)],
)  # fmt: skip
def test_a_side_resolves_by_majority_its_general_breaking_ties(yes: set[int], members: int, so: bool) -> None:
    """DAI-SCN-10: multi-player sides concede by majority, the General's player breaking ties."""
    assert carried(yes, members) is so


def test_a_side_is_dealt_by_its_forces_else_its_units_else_its_models() -> None:
    def piece(id: str) -> Piece:
        return Piece(id=id, side="a", code=id, name=id, x=0, y=0, radius=1)

    def group(id: str, *members: str) -> Group:
        return Group(id=id, side="a", code=id, name=id, members=members)

    models = tuple(map(piece, ("m1", "m2", "lone")))
    groups = (group("u1", "m1"), group("u2", "m2"))
    clan = Force(id="clan", side="a", code="c", name="clan", groups=("u1",), leader="head")
    plain = Band(seat="red", side="a", name="x", emblem=0, models=models)
    units = Band(seat="red", side="a", name="x", emblem=0, models=models, groups=groups)
    clans = Band(seat="red", side="a", name="x", emblem=0, models=models, groups=groups, forces=(clan,))
    assert by_list(plain) == {"m1": "m1", "m2": "m2", "lone": "lone"}
    assert by_list(units) == {"u1": "u1", "m1": "u1", "u2": "u2", "m2": "u2", "lone": "lone"}
    assert by_list(clans) == {
        "clan": "clan", "head": "clan", "u1": "clan", "m1": "clan", "u2": "u2", "m2": "u2", "lone": "lone",
    }  # fmt: skip


def test_an_answer_begins_with_its_first_pick() -> None:
    raws = ("pass", {"pick": "a", "then": "run"}, [[1, 2]], None, {"pick": 3})
    assert [key_of(raw) for raw in raws] == ["pass", "a", "", "", ""]
