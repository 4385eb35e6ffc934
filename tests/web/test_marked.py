"""Whoever is named in a sentence of the log bears the emblem and colour of his side, whatever he is called."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from app.web.page.marked import Marked, Side, sided
from app.web.page.prompts import Choice, short
from app.web.page.words import Words

SENTENCES = {
    "hit": "{a:model} hits {b:model} & {seat:seat} sees {n} {c:model}.",
    "plain": "<It> begins.",
    "odd": "{a:model",
}
MODELS = {"m1": "T1 Saika", "m2": "● T1 Sajiro", "hill": "Hill"}
SIDES = {"m1": Side("a", 2), "m2": Side("b", 5), "red": Side("a", 2)}
FACTS = {"a": "m1", "b": "m2", "c": "hill", "seat": "red", "n": 3}


def who(letter: str, emblem: int, name: str, more: str = "") -> str:
    return (
        f'<b class="one {letter}"{more}><svg class="em" aria-hidden="true"><use href="#em-{emblem}"/></svg>{name}</b>'
    )


@pytest.fixture
def marked() -> Marked:
    return Marked(Words(SENTENCES, 1000, "cm", MODELS, {"red": "<Hana>"}), SIDES)


def test_names_bear_their_side_and_others_none_and_of_a_player_it_is_told_that_he_is_one(marked: Marked) -> None:
    said = marked.says("hit", FACTS)
    red, blue, seat = who("a", 2, "T1 Saika"), who("b", 5, "T1 Sajiro"), who("a", 2, "&lt;Hana&gt;", " data-seat")
    assert said == f"{red} hits {blue} &amp; {seat} sees 3 Hill."


@pytest.mark.parametrize("key", ["plain", "odd", "unknown"])
def test_what_names_nobody_is_told_as_it_is(marked: Marked, key: str) -> None:
    said = marked.says(key, {"a": "m1"} if key == "odd" else {})
    assert said == {"plain": "&lt;It&gt; begins.", "odd": "{a:model", "unknown": "unknown"}[key]


@pytest.mark.parametrize(("label", "parts"), [
    ("● 1 Yari Ashigaru", ("● 1", "Yari Ashigaru")), ("T1 Saika", ("T1", "Saika")), ("Shugenja", ("Shugenja", "")),
])  # fmt: skip
def test_the_stone_of_a_side_stays_with_the_code(label: str, parts: tuple[str, str]) -> None:
    assert Choice(key="k", label=label).parts == parts


@pytest.mark.parametrize(("row", "said"), [
    ({"piece": "u1", "about": "weapon.unit", "facts": {"unit": "u1"}}, "● 1"),
    ({"piece": "m1", "about": "hit", "facts": {"model": "m1", "strength": 3}}, "T1 strength 3"),
    ({"piece": "m1", "about": "blow", "facts": {"model": "m1", "number": 2}}, "T1 2"),
])  # fmt: skip
def test_what_is_given_away_is_no_bare_stone_and_says_what_its_number_is(row: dict[str, Any], said: str) -> None:
    words = Words({"hit.short": "strength {strength}"}, 1000, "cm", MODELS | {"u1": "● 1 Yari Ashigaru"}, {})
    assert short(words, row) == said


def test_a_stone_before_a_name_is_drawn_as_the_emblem_of_its_side() -> None:
    assert sided("What does ○ a <Busho> do?") == (
        'What does <svg class="em side a" aria-hidden="true"><use href="#side-a"/></svg>a &lt;Busho&gt; do?'
    )
    assert sided("Of ● alone") == 'Of <svg class="em side b" aria-hidden="true"><use href="#side-b"/></svg>alone'
    assert sided("Hill") == "Hill"


def test_whoever_is_named_in_a_question_bears_the_emblem_of_his_side() -> None:
    page = (Path(__file__).parents[2] / "templates/table/question/_prompt.html").read_text()
    named = r"c\.label|label|whom|prompt\.(?:title|text)"
    assert re.findall(rf">\s*\{{\{{ (?:{named}) \}}\}}", page) == []
    assert len(re.findall(rf">\s*\{{\{{ (?:{named})\|sided \}}\}}", page)) > 5
