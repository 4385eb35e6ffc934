"""Units of loose models as pages show them: rows of the roster, questions about several bodies, dice side by side."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from msgspec.structs import replace

from app.engine.events import Seat
from app.engine.modifiers import Line
from app.engine.pictures import Picture
from app.engine.refusals import Clause
from app.engine.system import Telling
from app.engine.views import Band, Force, Group, Piece, View
from app.games.results import GameId, GameInfo, OpenQuestion, Shown
from app.web.page.prompts import Prompt, mine
from app.web.page.said import came
from app.web.page.templates import render
from app.web.page.words import Words
from app.web.table.board.badges import badge, figures, trait
from app.web.table.board.drawing import bands, counters
from app.web.table.board.drawn import drawn
from app.web.table.entries import entries, sides_of

CLAUSE = Clause("TST-ONE-01")
SENTENCES = {
    "badge.left": "{n} of {of} living", "badge.panic": "Panic", "badge.leader": "Leader", "word.mv": "MV",
    "word.pike": "Pike", "word.dead": "dead", "ask.share": "{unit:model} is hit.", "hit": "A hit by {model:model}",
    "shot": "To hit", "shot.passed": "{model:model} hits.", "shot.failed": "{model:model} misses.",
    "volley": "{unit:model} shoots.", "word.moved": "Moved", "word.wind": "Wind", "roll.passed": "It holds.",
}  # fmt: skip
MODELS = {"red-1": "A Archers", "red-1-1": "A1 Archers", "red-1-2": "A2 Archers"}
INFO = GameInfo(id=GameId("g"), system="test", scenario="field", status="playing", version=7, seats=())


def words(**more: str) -> Words:
    """Words that know a unit of two."""
    return Words({**SENTENCES, **more}, 1000, "cm", MODELS, {})


def piece(n: int, **more: Any) -> Piece:
    """A model of the unit."""
    return Piece(id=f"red-1-{n}", side="a", code=f"A{n}", name="Archers", x=n * 3000, y=0, radius=1250, **more)


def view(*badges: str) -> View:
    """A table with one unit of two models, one of them dead."""
    models = (piece(1, badges=("leader",)), piece(2, gone="dead"))
    unit = Group(id="red-1", side="a", code="A", name="Archers", members=("red-1-1", "red-1-2"), badges=badges,
                 traits=("mv-10", "pike"), may=True)  # fmt: skip
    band = Band(seat="red", side="a", name="Reds", emblem=1, models=models, groups=(unit,))
    return View(width=100_000, depth=100_000, unit="cm", unit_length=1000, turn=1, turns=6, phases=(), go="red",
                terrain=(), zones=(), pieces=models[:1], sides=(band,))  # fmt: skip


# -- the roster ---------------------------------------------------------------


def test_figures_stand_at_the_end_of_a_key() -> None:
    assert figures("left-7-10") == ("left", [7, 10])
    assert figures("pike") == ("pike", [])
    assert badge(words(), "left-7-10") == {"key": "left", "said": "7 of 10 living", "figure": "7/10"}
    assert badge(words(), "panic") == {"key": "panic", "said": "Panic", "figure": ""}
    assert trait(words(), "mv-10") == {"name": "MV", "figure": "10"}
    assert trait(words(), "pike") == {"name": "Pike", "figure": ""}


def test_a_unit_is_a_row_with_its_models_below() -> None:
    shown = drawn(words(), view("left-5-16", "panic"), INFO, ["red"])
    html = str(bands(shown, "red"))
    row = re.search(r'<button type="button" data-piece="red-1" .*?</button>', html, re.S)
    assert row is not None
    assert "5/16" in row[0]
    assert "#b-panic" in row[0]
    assert 'data-badges="panic"' in row[0]
    assert "<span>MV <b>10</b></span><span>Pike</span>" in html
    assert html.count('data-piece="red-1-') == 2
    assert '<li class="is-lost"><button type="button" data-piece="red-1-2"' in html


def test_who_counts_nothing_is_counted_by_its_living_models() -> None:
    (side,) = drawn(words(), view(), INFO, ["red"])["sides"]
    assert side["groups"][0]["left"] == "1/2"


def test_a_counter_names_its_unit() -> None:
    (svg,) = counters(drawn(words(), view(), INFO, ["red"])).values()
    assert 'data-piece="red-1-1" data-group="red-1"' in svg


# -- questions ----------------------------------------------------------------


def panel(domain: Any, default: Any = None) -> tuple[Prompt, str]:
    """A question of this domain, and how it is drawn."""
    asked = OpenQuestion(
        seat=Seat("red"), mine=True, id="7-red", about="ask.share", clause=CLAUSE, facts={"unit": "red-1", "hits": 2},
        domain=domain, default=default,
    )  # fmt: skip
    prompt = mine(words(), INFO, asked, [], None, [])
    return prompt, render("table/question/_prompt.html", prompt=prompt, game={"id": "g"})


def test_things_to_give_away_are_chips_and_those_who_take_them_rows() -> None:
    item = {"values": ["red-1-1", "red-1-2"], "about": "hit", "facts": {"model": "red-1-2", "strength": 4, "nil": 0}}
    domain = {"kind": "allot", "items": [{"key": "hit-1", "piece": None, **item}], "offered": {"hit-1": "red-1-1"}}
    prompt, html = panel(domain, {"hit-1": "red-1-1"})
    assert prompt.chips == [("hit-1", "A hit by A2 Archers", "A2 4")]
    assert prompt.values == [("red-1-1", "A1 Archers"), ("red-1-2", "A2 Archers")]
    assert 'data-item="hit-1"' in html
    assert html.count("data-to=") == 2
    assert prompt.default == "as offered"


def test_units_a_question_tells_of_are_lit() -> None:
    prompt, html = panel({"kind": "pick", "options": []})
    assert prompt.lit == ["red-1"]
    assert """data-lit='["red-1"]'""" in html


def test_moving_a_unit_says_what_silence_means_and_offers_one_model() -> None:
    movers = [{"piece": f"red-1-{n}", "start": [0, 0], "radius": 1250, "allowance": 5000} for n in (1, 2)]
    domain = {"kind": "moves", "movers": movers, "group": "red-1", "link": 0, "spread": 0, "starts": [], "offered": {}}
    prompt, html = panel(domain, {})
    assert prompt.default == "nobody moves"
    assert 'data-act="one"' in html
    assert 'data-act="offered"' not in html
    offered, drawn_so = panel({**domain, "offered": {"red-1-1": [[0, 0], [9, 9]]}}, {"red-1-1": [[0, 0], [9, 9]]})
    assert offered.default == "the places offered"
    assert 'data-act="offered"' in drawn_so


def test_placing_a_unit_offers_as_many_ranks_as_it_has_models() -> None:
    movers = [{"piece": f"red-1-{n}", "radius": 1250} for n in (1, 2)]
    domain = {"kind": "layout", "movers": movers, "group": "red-1", "zones": [], "link": 0, "spread": 0, "offered": {}}
    _, html = panel(domain, {})
    assert re.findall(r'data-act="ranks" data-n="(\d)"', html) == ["1", "2"]


def test_a_question_of_two_answers_has_two_large_buttons() -> None:
    rows = [{"key": key, "no": None, "piece": piece} for key, piece in (("red-1", "red-1"), ("none", None))]
    _, html = panel({"kind": "pick", "options": rows})
    assert '<div class="opts two"' in html


# -- dice ---------------------------------------------------------------------


def told(version: int, about: str, weight: str = "deed", face: int = 0, **more: Any) -> Shown:
    """An event of the log."""
    faces = ((face,),) if face else ()
    facts = {"unit": "red-1", "model": "red-1-1", **more.pop("facts", {})}
    telling = Telling(about=about, facts=facts, faces=faces, weight=weight, **more)
    return Shown(version=version, clause=CLAUSE, telling=telling)


def shot(version: int, face: int, good: bool, *lines: Line) -> Shown:
    """One of many dice."""
    about = f"shot.{'passed' if good else 'failed'}"
    return told(version, about, "die", face, total=face, needed=6, facts={"passed": good}, lines=lines)


def test_dice_of_one_roll_stand_in_one_row_under_what_came_before() -> None:
    wind = Line("wind", -1, CLAUSE)
    events = [told(1, "volley"), *(shot(n + 2, n % 10 + 1, n % 10 == 9, wind) for n in range(20)), told(30, "volley")]
    newest, rows = entries(words(), events, view())
    assert newest["rolls"] == []
    (roll,) = rows["rolls"]
    assert roll["name"] == "To hit"
    assert [die["faces"] for die in roll["dice"]] == [[n] for n in (*range(1, 11), *range(1, 11))]
    assert roll["good"] == 2
    assert roll["common"] == [("−1", "Wind", CLAUSE)]
    html = render("table/panels/_log_rows.html", entries=[newest, rows], rules="/rules/test")
    assert html.count("<li ") == 2
    assert html.count('class="die kite hit"') == 4
    assert html.count('class="die kite miss"') == 36


def test_a_natural_result_counts_before_the_sum() -> None:
    (row,) = entries(words(), [told(1, "volley"), shot(2, 9, False), shot(3, 2, True)], view())
    assert [die["good"] for die in row["rolls"][0]["dice"]] == [False, True]


def test_dice_without_anything_before_them_make_a_row_to_be_joined() -> None:
    (row,) = entries(words(), [shot(5, 7, True)], view())
    assert row["text"] == ""
    html = render("table/panels/_log_rows.html", entries=[row], rules="/rules/test")
    assert 'id="e-5"' in html
    assert "data-more" in html
    wounds = Picture(kind="blow", by=("red-1-1",), at=("red-1-2",), hurt=1)
    dice = [told(n, "shot.passed", "die", 7, total=7, needed=6, picture=wounds) for n in (5, 6)]
    (row,) = entries(words(), dice, view())
    shown = json.loads(row["picture"])
    assert (shown["dice"], shown["hurt"]) == (2, [["A Archers", "a", 2]]), "of all its dice, not of the first alone"


@pytest.mark.parametrize(("about", "total", "needed", "line"), [
    ("roll.failed", 7, 8, "A1 Archers does not act: 7 against 8."), ("roll.passed", 7, 8, "It holds: 7 (needs 8)"),
    ("roll.passed", None, None, "It holds."), ("roll.short", 2, 5, "It stays below 5: 2"),
])  # fmt: skip
def test_what_came_of_ones_own_roll_is_one_line(about: str, total: int | None, needed: int | None, line: str) -> None:
    failed = {
        "roll.failed": "{model:model} does not act: {total} against {needed}.",
        "roll.short": "It stays below {needed}.",
    }
    telling = Telling(
        about=about, facts={"model": "red-1-1"}, faces=((3, 4),), total=total, needed=needed, weight="roll"
    )
    assert came(words(**failed), telling) == line


def test_a_question_says_when_its_seat_answered_last() -> None:
    prompt, html = panel({"kind": "pick", "options": []})
    assert "data-answered" not in html, "who is never asked has answered nothing"
    shown = render("table/question/_prompt.html", prompt=replace(prompt, answered=(7, 9)), game={"id": "g"})
    assert ' data-answered="7" data-replied="9"' in shown


def test_where_the_end_does_the_same_as_letting_the_rest_hold_there_is_one_button() -> None:
    rows: list[Any] = [{"key": f"red-1-{n}", "piece": f"red-1-{n}", "no": None, "more": True} for n in (1, 2)]
    domain = {"kind": "menu", "options": [*rows, {"key": "dead", "no": None}]}
    for default, same in (("dead", "dead"), ({"pick": "red-1-1", "then": "dead"}, "")):
        prompt = replace(panel(domain, default)[0], rest="hold")
        assert prompt.same == same
        html = render("table/question/_prompt.html", prompt=prompt, game={"id": "g"})
        assert html.count('data-deed="rest"') == 1
        assert bool(re.search('data-key="dead"[^>]* data-deed="rest"', html)) == bool(same)


def test_who_has_acted_is_folded_into_one_line_from_the_first_on() -> None:
    acted = {"code": "activate.done", "facts": {}, "clause": CLAUSE}
    rows: list[Any] = [
        {"key": "red-1-1", "piece": "red-1-1", "no": acted}, {"key": "red-1-2", "piece": "red-1-2", "no": None},
        {"key": "dead", "no": {**acted, "code": "activate.far"}},
    ]  # fmt: skip
    prompt, html = panel({"kind": "menu", "options": rows})
    assert ([c.key for c in prompt.acted], [c.key for c in prompt.shut]) == (["red-1-1"], ["dead"])
    assert "<summary>1 has acted</summary>" in html
    assert '<p class="closed" data-shut="dead"' in html


def test_what_is_closed_and_who_has_acted_keep_their_places() -> None:
    far = {"code": "activate.far", "facts": {}, "clause": CLAUSE}
    acted = {"code": "order.acted", "facts": {}, "clause": CLAUSE}
    _, orders = panel({"kind": "menu", "options": [
        {"key": "hold", "no": None}, {"key": "shoot", "no": far},
        {"key": "run", "no": None}, {"key": "dig", "no": None},
    ]})  # fmt: skip
    assert re.findall(r'<button type="button" (disabled|data-key="\w+")', orders) == [
        'data-key="hold"', "disabled", 'data-key="run"', 'data-key="dig"'
    ]  # fmt: skip
    prompt, units = panel({"kind": "menu", "options": [
        {"key": f"red-1-{n}", "piece": f"red-1-{n}", "no": acted if n == 1 else None} for n in (1, 2, 3)
    ]})  # fmt: skip
    assert [c.key for c in prompt.standing] == ["red-1-1", "red-1-2", "red-1-3"]
    assert re.findall(r'<button type="button" (disabled|data-key="[\w-]+")', units)[:3] == [
        "disabled", 'data-key="red-1-2"', 'data-key="red-1-3"'
    ]  # fmt: skip


def test_dice_do_not_stand_under_the_line_of_a_phase() -> None:
    dice, phase = entries(words(), [told(4, "volley", "phase"), shot(5, 7, True)], view())
    assert (dice["text"], phase["rolls"]) == ("", [])
    assert [roll["about"] for roll in dice["rolls"]] == ["shot"]


def test_a_clan_that_is_named_bears_its_side() -> None:
    (band,) = (table := view()).sides
    clan = Force(id="clan", side="a", code="", name="Clan", groups=("red-1",))
    sides = sides_of(replace(table, sides=(replace(band, forces=(clan,)),)))
    assert sides["clan"] == sides["red-1"] == sides["red"]


def test_two_rolls_in_a_row_are_told_apart() -> None:
    other = told(3, "roll.passed", "die", 4)
    (row,) = entries(words(), [told(1, "volley"), shot(2, 7, True), other], view())
    assert [roll["about"] for roll in row["rolls"]] == ["shot", "roll"]
    assert [roll["counts"] for roll in row["rolls"]] == [True, False]


def test_a_system_with_ten_sided_dice_shows_them_all_as_such() -> None:
    events = [told(1, "roll.passed", "roll", 4)]
    common = render("table/panels/_log_rows.html", entries=entries(words(), events, view()), rules="/rules/test")
    assert '#d4"' in common
    ten = entries(words(**{"word.die": "D10"}), events, view())
    assert '#kite"' in render("table/panels/_log_rows.html", entries=ten, rules="/rules/test")
