"""Building a band choice by choice, and what a page is told of the system."""

from __future__ import annotations

from typing import Any

import pytest

from app.engine.drafts import Draft, Unit
from app.systems.celtos import SYSTEM
from app.systems.celtos.bands import words as rosters
from app.systems.celtos.bands.builder import draft
from app.systems.celtos.bands.lists import LISTS, armies, entries
from app.systems.celtos.bands.muster import refuse_roster
from app.systems.celtos.page.catalogue import catalogue


def changed(before: Draft | dict[str, Any] | None, limit: int = 400, **changes: str) -> Draft:
    """A draft after these changes of the whole."""
    return draft(before.roster if isinstance(before, Draft) else before, limit, changes)


def touched(before: Draft, **changes: str) -> Draft:
    """A draft after these changes of its first unit; ``_`` in a name stands for a hyphen."""
    return draft(before.roster, before.limit, {f"0.{key.replace('_', '-')}": value for key, value in changes.items()})


def one(found: Draft, n: int = 0) -> Unit:
    """A unit of a draft."""
    return found.units[n]


def test_an_empty_draft_begins_with_the_first_list() -> None:
    found = changed(None)
    assert [o.value for o in found.choices[0].options if o.on] == ["kurogane"]
    assert [o.id for o in found.offers] == list(entries("kurogane"))
    assert [no.code for no in found.refusals] == ["roster.few-individuals", "roster.few-units"]


def test_a_band_is_built_until_it_is_legal() -> None:
    found = changed(changed(changed(None, add="taisho"), add="pikes"), add="pikes")
    assert [u.code for u in found.units] == ["T", "P", "P2"]
    assert (found.spent, found.refusals) == (41 + 60 + 60, ())
    assert refuse_roster(found.roster, 400) == ()


def test_models_options_and_command_are_choices() -> None:
    found = touched(changed(None, add="samurai"), models="6", option_nodachi="yes", leader="yes")
    assert (one(found).cost, one(found).leader) == (6 * 19 + 5, True)
    assert one(found).profile[0] == ("build.models", 6)
    assert one(found).gear == ("word.nodachi", "word.leader", "word.discipline")
    back = touched(found, option_nodachi="no", leader="no")
    assert (one(back).cost, one(back).gear) == (6 * 17, ("word.katana", "word.discipline"))


def test_what_no_choice_offers_is_left_out() -> None:
    found = touched(changed(None, add="samurai"), models="9", nonsense="yes", name="Guard")
    assert (one(found).profile[0][1], one(found).name) == (4, "Guard")
    assert changed(found, add="dragon").roster == found.roster


def test_a_unit_is_taken_out_and_another_list_keeps_only_mercenaries() -> None:
    found = changed(changed(changed(None, add="taisho"), add="pikes"), add="oni")
    assert [u.code for u in changed(found, remove="1").units] == ["T", "O"]
    other = changed(found, list="sohei")
    assert [u.code for u in other.units] == ["O"]
    assert changed(found, list="mercenaries").roster == found.roster


def test_faults_of_a_unit_stand_at_the_unit() -> None:
    found = changed({"list": "kurogane", "units": [{"code": "P", "entry": "pikes", "models": 5}]})
    assert [no.code for no in one(found).refusals] == ["roster.unit-size"]
    assert "roster.unit-size" not in [no.code for no in found.refusals]


def test_offers_close_where_the_band_could_never_be_legal() -> None:
    closed = {o.id: o.no.code for o in changed({"sample": "black-pass"}).offers if o.no}
    assert closed["pikes"] == "roster.points"
    assert closed["oni"] == "roster.points"
    free = {o.id: o.no for o in changed(None).offers}
    assert free["oni"] is None
    assert free["gashadokuro"] is None
    assert {o.id: o.no.code for o in changed(None, limit=250).offers if o.no} == {
        "oni": "roster.mercenaries", "gashadokuro": "roster.mercenaries",
    }  # fmt: skip


@pytest.mark.parametrize("army", list(armies()))
def test_all_a_builder_says_has_words(army: str) -> None:
    said = {**SYSTEM.sentences, **{f"word.{k}": "" for k in words_of_data()}}
    found = changed(None, list=army)
    for id in entries(army):
        found = changed(found, add=id)
    for unit in found.units:
        keys = [unit.about, *unit.gear, *(key for key, _ in unit.profile)]
        for choice in unit.choices:
            keys += [choice.about, *(o.about for o in choice.options)]
        assert [key for key in keys if key not in said] == []


def words_of_data() -> list[str]:
    """The keys that are worded by their rows."""
    book = catalogue()
    return [row["id"] for part in ("weapons", "abilities") for row in book[part]]


def test_every_refusal_of_a_roster_has_its_sentence() -> None:
    bad = [
        {"sample": "x"}, {"list": "x"}, {"units": 1},
        {"list": "kurogane", "units": [
            {"code": "", "entry": "pikes", "models": 5, "options": ["x", "x"], "command": ["x", "leader", "leader"]},
            {"code": "", "entry": "x"}, {"code": "T", "entry": "taisho", "models": 2, "command": ["leader"]},
            {"code": "H", "entry": "hand-cannon", "models": 2, "command": ["leader"]},
            {"code": "O", "entry": "gashadokuro"}, {"code": "Q", "entry": "gashadokuro"},
        ]},
    ]  # fmt: skip
    codes = {no.code for roster in bad for no in refuse_roster(roster, 150, 1)} | {"roster.few-units"}
    assert len(codes) > 14
    assert sorted(code for code in codes if code not in rosters.SENTENCES) == []


def test_the_catalogue_offers_scenarios_limits_and_bands() -> None:
    book = catalogue()
    rows = {row["id"]: row for row in book["scenarios"]}
    assert rows["open-field"]["seats"] == [2, 3, 4]
    assert rows["vanguards"]["limits"] == [150]
    assert [row["id"] for row in book["lists"]] == list(armies())
    assert len(book["samples"]) == 18
    assert book["options"]["points"]["usual"] == [150, 250, 300, 400, 600]
    assert sum(not army.hired and not army.entries[0].printed for army in LISTS.values()) == 8
