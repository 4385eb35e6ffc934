"""The last page of a game: who has won, why, and what the points are made of."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

from app.engine.events import Seat
from app.engine.modifiers import Line
from app.engine.refusals import Clause
from app.engine.system import Outcome
from app.games.agreed import Battle
from app.web.page.templates import render
from app.web.page.words import Words
from app.web.table.ending import ending
from app.web.table.seen import Seen

CLAUSE = Clause("TST-ONE-01")
SIDES = [{"seat": seat, "side": side, "name": seat.title(), "emblem": 1}
         for seat, side in (("red", "a"), ("blue", "b"), ("gold", "c"))]  # fmt: skip


def seen(outcome: Outcome | None, status: str = "over", campaign: Battle | None = None) -> Seen:
    """A table that ended so."""
    words = Words({"end.points": "By {lead} points.", "word.lost": "Units lost"}, 1000, "cm")
    info = SimpleNamespace(status=status, outcome=outcome, id="g", options=SimpleNamespace(campaign=campaign))
    return cast(Seen, SimpleNamespace(info=info, words=words))


def view() -> dict[str, Any]:
    """A view with three sides."""
    return {"sides": SIDES}


def test_from_the_end_of_a_campaigns_battle_it_is_one_press_to_its_page() -> None:
    battle = Battle(id="c", fixture="f", name="Lantern Isle")
    end = ending(seen(Outcome(Seat("red"), "end.points", {"lead": 1}), campaign=battle), view())
    html = render("table/_victory.html", end=end, view=view(), rules="/rules/test", you="red")
    assert '<a class="btn ink" href="/campaign/c/battle/f">' in html
    assert "/rematch/" not in html, "who meets whom the campaign says"
    watched = render("table/_victory.html", end=end, view=view(), rules="/rules/test", watch="k")
    assert "/campaign/" not in watched, "of a campaign that is not public there is no page for who only looked on"
    assert "/report/g?watch=k" in watched


def test_nothing_while_the_game_goes_on() -> None:
    assert ending(seen(None, "playing"), view()) is None


def test_points_are_told_line_by_line_for_every_side() -> None:
    tally = {
        "red": (Line("lost", 40, CLAUSE), Line("lost", 13, CLAUSE), Line("token", 20, CLAUSE)), "blue": (),
        "gold": (Line("token", 20, CLAUSE),),
    }  # fmt: skip
    end = ending(seen(Outcome(Seat("red"), "end.points", {"lead": 53, "clause": CLAUSE}, tally)), view())
    assert end is not None
    assert end["why"] == "By 53 points."
    assert end["rows"] == [
        {"label": "Units lost", "clauses": [CLAUSE], "a": 53, "b": 0, "c": 0},
        {"label": "token", "clauses": [CLAUSE], "a": 20, "b": 0, "c": 20},
    ]  # fmt: skip
    assert end["total"] == {"a": 73, "b": 0, "c": 20}
    html = render("table/_victory.html", end=end, view=view(), rules="/rules/test")
    assert "The field belongs to Red" in html
    assert html.count('<th scope="col" class=') == 3
    assert "<td>73</td><td>0</td><td>20</td>" in html
    assert f'href="/rules/test#{CLAUSE}"' in html
    benches = render("table/_victory.html", end=end, view=view(), rules="/rules/test", watch="k")
    doors = 3  # to the report, the replay and the record: a battle of three sides is not told again
    assert benches.count("?watch=k") == doors, "who came by the watchers' link finds the same door again"


def test_a_game_without_points_has_no_table() -> None:
    end = ending(seen(Outcome(None, "end.points", {"lead": 0})), view())
    assert end is not None
    assert (end["rows"], end["total"]) == ([], None)
    assert "<table" not in render("table/_victory.html", end=end, view=view(), rules="/rules/test")
