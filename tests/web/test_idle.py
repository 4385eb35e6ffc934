"""Who did nothing stands in the log: pieces of whom the same is told one after the other in one line."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from app.engine.events import Seat
from app.engine.pictures import Picture
from app.engine.refusals import Clause
from app.engine.system import Telling
from app.engine.views import Band, Piece, View
from app.games.results import Shown
from app.systems import system_of
from app.systems.daimyo.activation.events import AttemptDeclined
from app.systems.daimyo.fire.events import FireHeld
from app.systems.daimyo.state import UnitId
from app.systems.ronin.combat.events import FighterPassed
from app.systems.ronin.state import ModelId
from app.systems.ronin.turn.events import Held
from app.web.page.templates import render
from app.web.page.words import Words
from app.web.table.entries import entries, leaf

CLAUSE = Clause("TST-ONE-01")
NAMES = {"r1": "Aki", "r2": "Botan", "b1": "Chiyo"}
WORDS = Words({"held": "{model:model} holds.", "went": "{model:model} goes.", "shot": "To hit"}, 1000, "cm", NAMES, {})


def band(side: str, *ids: str) -> Band:
    models = tuple(Piece(id=id, side=side, code=id, name=NAMES[id], x=0, y=0, radius=1250) for id in ids)
    return Band(seat=side, side=side, name=side, emblem=1, models=models)


VIEW = View(
    width=100_000, depth=100_000, unit="cm", unit_length=1000, turn=1, turns=6, phases=(), go="", terrain=(), zones=(),
    pieces=(), sides=(band("a", "r1", "r2"), band("b", "b1")),
)  # fmt: skip


def told(version: int, about: str, who: str, weight: str = "idle") -> Shown:
    telling = Telling(about=about, facts={"model": who}, weight=weight, pieces=(who,))
    return Shown(version=version, kind="test", clause=CLAUSE, telling=telling)


def rows(*events: Shown) -> list[dict[str, Any]]:
    return entries(WORDS, events, VIEW)[::-1]


def test_a_line_bears_the_emblem_of_who_did_it_and_of_no_side_where_several_did() -> None:
    def written(*events: Shown) -> str:
        return render("table/panels/_log_rows.html", entries=rows(*events), rules="/rules/test")

    one = written(told(1, "went", "b1", "deed"))
    assert '<li id="e-1" class="b"' in one
    assert '<b class="one b lead"><svg class="em" aria-hidden="true"><use href="#em-2"/>' in one
    assert 'class="by"' not in one
    struck = told(1, "went", "r1", "deed")
    assert struck.telling is not None
    by = replace(struck.telling, picture=Picture(kind="blow", by=("b1",), at=("r1",)))
    other = written(replace(struck, telling=by))
    assert 'class="b"' in other
    assert '<svg class="by" aria-hidden="true"><use href="#em-2"/></svg></li>' in other
    assert "lead" not in other
    both = written(told(1, "held", "r1"), told(2, "held", "b1"))
    assert '<li id="e-1" class=""' in both
    assert 'class="by"' not in both
    assert "lead" not in both
    assert both.count('class="em"') == 2
    assert " lead" in written(told(1, "held", "r1"), told(2, "held", "r2"))


def test_models_that_hold_one_after_the_other_stand_in_one_line() -> None:
    (row,) = rows(told(1, "held", "r1"), told(2, "held", "b1"))
    assert (row["key"], row["pieces"], row["plain"]) == ("1", ["r1", "b1"], "Aki holds. Chiyo holds.")
    html = render("table/panels/_log_rows.html", entries=[row], rules="/rules/test")
    assert html.count("<li ") == 1
    assert 'data-idle="held"' in html
    assert 'data-pieces="r1 b1"' in html
    assert html.index("Aki") < html.index("Likewise:") < html.index("Chiyo")
    assert 'class="too" hidden' not in html


def test_a_line_of_one_keeps_the_place_for_others_hidden() -> None:
    html = render("table/panels/_log_rows.html", entries=rows(told(1, "held", "r1")), rules="/rules/test")
    assert 'class="too" hidden' in html


@pytest.mark.parametrize(
    "second",
    [told(2, "went", "r2", "deed"), told(2, "went", "r2"),
     replace(told(2, "held", "r2"), struck=True)],
)  # fmt: skip
def test_a_deed_another_sentence_and_what_was_taken_back_stand_apart(second: Shown) -> None:
    assert [row["too"] for row in rows(told(1, "held", "r1"), second)] == [[], []]


def test_what_is_pictured_has_a_line_of_its_own() -> None:
    held = told(2, "held", "r2")
    assert held.telling is not None
    shown = replace(held, telling=replace(held.telling, picture=Picture(kind="word", by=("r2",))))
    assert [row["too"] for row in rows(told(1, "held", "r1"), shown)] == [[], []]


def test_dice_never_go_under_who_did_nothing() -> None:
    die = replace(
        told(2, "shot.passed", "r2", "die"), telling=Telling(about="shot.passed", faces=((3,),), weight="die")
    )
    held, dice = rows(told(1, "held", "r1"), die)
    assert held["rolls"] == []
    assert len(dice["rolls"]) == 1


def test_a_line_that_may_have_begun_further_back_comes_with_what_is_older() -> None:
    found = entries(WORDS, [told(8, "held", "r1"), told(9, "went", "r2", "deed")], VIEW)
    assert [row["key"] for row in leaf(found, 7).rows] == ["9"]
    assert [row["key"] for row in leaf(found, 0).rows] == ["9", "8"]


@pytest.mark.parametrize(
    ("key", "event"),
    [("ronin", Held(clause=CLAUSE, model=ModelId("r1"))),
     ("ronin", FighterPassed(clause=CLAUSE, combat="c", model=ModelId("r1"), forced=True, passes=1)),
     ("daimyo", AttemptDeclined(clause=CLAUSE, seat=Seat("a"), clan="r1")),
     ("daimyo", FireHeld(clause=CLAUSE, unit=UnitId("r1")))],
)  # fmt: skip
def test_who_holds_is_told_and_is_no_deed(key: str, event: Any) -> None:
    telling = system_of(key).tell(event)
    assert telling.weight == "idle"
    assert not telling.is_deed
    assert telling.pieces == ("r1",)
