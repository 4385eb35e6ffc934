"""Dice, modifiers, clauses, events, digests: the small values."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

from app.engine.clauses import ClauseIndex
from app.engine.dice import Dice
from app.engine.digest import START, canonical, digest, link
from app.engine.events import Event, Seat
from app.engine.modifiers import Line, Modifiers, total
from app.engine.refusals import Clause
from app.engine.words import table_clauses

RULE = Clause("TOY-ANY-01")


@pytest.mark.parametrize("dice", [Dice(1), Dice(2), Dice(3, keep=2), Dice(2, keep=1), Dice(2, sides=10)], ids=str)
def test_totals_are_those_of_counting_every_fall(dice: Dice) -> None:
    falls = list(product(range(1, dice.sides + 1), repeat=dice.count))
    counted = {t: Fraction(sum(dice.total(f) == t for f in falls), len(falls)) for t in {dice.total(f) for f in falls}}
    assert dict(dice.totals()) == counted
    assert sum(ways for _, ways in dice.falls()) == len(falls)


def test_the_lowest_die_is_dropped() -> None:
    assert Dice(3, keep=2).kept((1, 6, 4)) == (6, 4)
    assert Dice(3, keep=2).total((1, 6, 4)) == 10
    assert Dice(2).kept((1, 6)) == (1, 6)


def test_faces_that_cannot_fall_do_not_fit() -> None:
    assert Dice(2).fits((1, 6))
    assert not Dice(2).fits((1,))
    assert not Dice(2).fits((0, 6))
    assert not Dice(2).fits((1, 7))


def test_modifiers_keep_the_lines_that_hold_and_count_them() -> None:
    rows = [
        {"id": "cold", "adds": -1, "when": "it is cold", "clause": "TOY-ANY-01"},
        {"id": "wounds", "adds": -1, "when": "wounds", "clause": "TOY-ANY-02"},
    ]
    table: Modifiers[int] = Modifiers.read(rows, {"it is cold": lambda n: n < 0, "wounds": lambda n: abs(n)})
    assert table.lines(-2) == (Line("cold", -1, RULE), Line("wounds", -2, Clause("TOY-ANY-02")))
    assert total(table.lines(-2)) == -3
    assert table.lines(0) == ()
    with pytest.raises(KeyError):
        Modifiers.read(rows, {"it is cold": lambda _: 1})


BOOK = """
[TOY-MOV-01]
tag = "S"
title = "Walking"
text = "One walks."
see = ["TOY-MOV-02"]
[TOY-MOV-02]
tag = "R"
title = "Nothing"
text = "Advice."
plays = "none"
why = "advice"
"""


def test_the_index_knows_its_clauses_and_the_untested() -> None:
    index = ClauseIndex.read(BOOK)
    assert len(index) == 2
    assert index.clause("TOY-MOV-01") in index
    assert index[Clause("TOY-MOV-01")].see == ("TOY-MOV-02",)
    assert [e.topic for e in index] == ["MOV", "MOV"]
    assert index.untested([]) == ("TOY-MOV-01",)
    assert index.untested(["TOY-MOV-01"]) == ()
    with pytest.raises(KeyError):
        index.clause("TOY-MOV-09")
    with pytest.raises(ValueError, match="not a clause id: nonsense"):
        ClauseIndex.read("[nonsense]\ntext = 'x'")


def test_the_table_itself_has_clauses_in_both_languages() -> None:
    english, spanish = table_clauses(), table_clauses("es")
    assert [e.id for e in english] == [e.id for e in spanish]
    assert english[Clause("ENG-ASK-01")].text != spanish[Clause("ENG-ASK-01")].text
    assert table_clauses("xx") == english


class Seen(Event, frozen=True, kw_only=True, tag="values.seen"):
    """For the tests."""


def test_an_event_is_seen_by_its_audience() -> None:
    red, blue = Seat("red"), Seat("blue")
    assert Seen(clause=RULE).is_seen_by(None)
    assert Seen(clause=RULE, seen_by=(red,)).is_seen_by(red)
    assert not Seen(clause=RULE, seen_by=(red,)).is_seen_by(blue)
    assert not Seen(clause=RULE, seen_by=(red,)).is_seen_by(None)
    assert Seen(clause=RULE).kind == "values.seen"


def test_a_digest_does_not_depend_on_the_order_of_keys_and_a_chain_depends_on_everything() -> None:
    assert canonical({"b": 1, "a": 2}) == canonical({"a": 2, "b": 1})
    assert digest({"a": 1}) != digest({"a": 2})
    assert link(START, 1) != link(START, 2)
    assert link(link(START, 1), 2) != link(link(START, 2), 1)
