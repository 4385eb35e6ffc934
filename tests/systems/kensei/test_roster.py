"""Armies: read, made into Units and characters, and all that stands against them (section ARM)."""

from __future__ import annotations

from typing import Any

import pytest

from app.engine.refusals import Refusal
from app.systems.kensei.armies.lists import TROOPS
from app.systems.kensei.armies.muster import refuse_limit, refuse_roster
from app.systems.kensei.armies.roster import Army, Roster, lettered, made, read_roster
from app.systems.kensei.book import table
from app.systems.kensei.cases.reckoning import RECKONS

SAMPLES = table("samples")


def written(**more: Any) -> dict[str, Any]:
    """A lawful little army of the Buke, parts of it as given."""
    units = [{"id": "u1", "entry": "heishi", "models": 6}, {"id": "u2", "entry": "yari_ashigaru"}]
    people = [{"entry": "busho", "taisho": True, "unit": "u1"}, {"entry": "samurai_daisho"}]
    return {"caste": "buke", "units": units, "characters": people, **more}


def army(raw: Any, limit: int = 500) -> Army:
    """The army of a roster, which must be readable."""
    found = made(raw, limit)
    assert isinstance(found, Army)
    return found


def faults(raw: Any, limit: int = 500, *, magic: bool = True) -> list[tuple[str, str]]:
    """What stands against a roster: code and clause of each reason."""
    return [(no.code, no.clause) for no in refuse_roster(raw, limit, magic)]


# -- reading and making ----------------------------------------------------------------


def test_units_are_numbered_and_characters_lettered() -> None:
    found = army(written())
    assert [(u.code, u.id, u.models, u.files) for u in found.units] == [("1", "u1", 6, 4), ("2", "u2", 5, 5)]
    assert [(one.code, one.unit, one.taisho) for one in found.characters] == [("a", "1", True), ("b", "", False)]
    assert (found.level, found.caste, found.points) == (1, "buke", 6 * 16 + 5 * 14 + 70 + 42)
    assert (found.characters[0].entry, found.characters[0].command_points) == ("busho", 4)


def test_more_than_26_characters_have_codes() -> None:
    roster = read_roster(written(characters=[{"entry": "spy"}] * 28))
    assert isinstance(roster, Roster)
    assert [code for code, _ in lettered(roster.characters)][24:] == ["y", "z", "a2", "b2"]


def test_a_mounted_character_is_cavalry() -> None:
    raw = written(characters=[{"entry": "shirei_kan", "taisho": True, "mounted": True, "ranged": "yumi"}])
    (one,) = army(raw, 1000).characters
    assert (one.troop, one.mounted, one.movement, one.base_width, one.base_depth) == (
        "cavalry", True, 15_000, 2_500, 5_000,
    )  # fmt: skip
    assert (one.cost, one.melee, one.ranged, one.rank) == (96 + 30 + 12, ("katana", "yari"), "yumi", "shirei_kan")


def test_a_model_by_itself_is_loose() -> None:
    rows = [{"id": "u1", "entry": "oni"}, {"id": "u2", "entry": "shikome", "models": 3}, {"id": "u3", "entry": "kengo"}]
    assert [(u.loose, u.files, u.size) for u in army(written(units=rows, characters=[])).units] == [
        (True, 1, "large"), (False, 3, "medium"), (True, 1, ""),
    ]  # fmt: skip


def test_an_onmyouiji_is_of_his_school_and_level() -> None:
    raw = written(characters=[{"entry": "onmyouiji", "school": "earthly", "level": 2}])
    (one,) = army(raw, 1000).characters
    assert (one.name, one.kind, one.rank, one.ki, one.armour) == ("school.earthly", "spiritual", "", 7, 3)
    assert one.spells[0] == "poisonous_projectile_1"
    assert "stampede" not in one.spells
    assert "binding_roots" in one.spells


def test_names_of_ones_own_go_before_those_of_the_lists() -> None:
    raw = written(units=[{"id": "u1", "entry": "heishi", "name": "Old Guard"}, {"id": "u2", "entry": "heishi"}])
    assert [u.name for u in army(raw).units] == ["Old Guard", "entry.heishi"]


def test_what_no_list_knows_is_left_out() -> None:
    units = [{"id": "u1", "entry": "hussars"}, {"id": "u2", "entry": "heishi"}]
    people = [{"entry": "pope"}, {"entry": "onmyouiji", "school": "lunar", "level": 1}, {"entry": "spy", "unit": "u2"}]
    found = army(written(units=units, characters=people))
    assert [(u.code, u.entry) for u in found.units] == [("2", "heishi")]
    assert [(one.code, one.entry, one.unit) for one in found.characters] == [("c", "spy", "2")]


@pytest.mark.parametrize("raw", [1, [], {"units": 1}, {"units": [{"id": "u1"}]}, {"characters": [{"level": "x"}]},
                                 {"units": [{"id": "u1", "entry": "heishi", "models": -1}]}])  # fmt: skip
def test_what_cannot_be_read_is_a_refusal(raw: Any) -> None:
    assert [code for code, _ in faults(raw)] == ["roster.unreadable"]
    assert isinstance(made(raw, 500), Refusal)


def test_an_army_that_is_not_there() -> None:
    assert faults({"sample": "nobody"}) == [("roster.no-sample", "KEN-ARM-07")]


@pytest.mark.parametrize("key", list(SAMPLES))
def test_every_ready_army_is_lawful_at_its_limit(key: str) -> None:
    row, found = SAMPLES[key], army({"sample": key}, SAMPLES[key]["limit"])
    assert faults({"sample": key}, row["limit"]) == []
    assert (found.points, found.sample, found.name) == (row["points"], key, row["name"])
    assert (faults({"sample": key}, row["limit"], magic=False) == []) is not row["magic"]
    assert all(u.loose is (TROOPS[u.entry].loose or u.models == 1) for u in found.units)


# -- judging ----------------------------------------------------------------------------


def test_a_little_army_is_lawful() -> None:
    assert faults(written()) == []


def test_every_reason_is_named_at_once_with_its_numbers() -> None:
    units = [{"id": "u1", "entry": "heishi", "models": 21}, {"id": "u1", "entry": "ninja", "models": 2}]
    people = [{"entry": "daimyo", "mounted": True, "unit": "u1"}, {"entry": "spy", "ranged": "yumi"}]
    found = {no.code: dict(no.facts) for no in refuse_roster(written(units=units, characters=people), 500)}
    assert sorted(found) == [
        "roster.daimyo-level", "roster.few-basic", "roster.few-daisho", "roster.formation-size", "roster.joins-foot",
        "roster.no-weapon", "roster.other-caste", "roster.points", "roster.taisho", "roster.unit-size",
        "roster.unit-twice",
    ]  # fmt: skip
    assert found["roster.daimyo-level"] == {"who": "a", "entry": "daimyo", "level": 1, "least": 4}
    assert found["roster.few-basic"] == {"units": 1, "least": 2, "level": 1}
    assert found["roster.points"]["points"] == 21 * 16 + 2 * 34 + 115 + 35 + 35
    assert found["roster.points"]["over"] == found["roster.points"]["points"] - 500
    assert found["roster.formation-size"] == {"who": "1", "models": 22, "most": 20}


@pytest.mark.parametrize(("parts", "code"), [
    ({"units": [{"id": "u1", "entry": "hussars"}]}, "roster.no-entry"), ({"caste": "ninja"}, "roster.caste"),
    ({"characters": [{"entry": "pope"}]}, "roster.no-character"), ({"abilities": ["banzai"]}, "roster.no-ability"),
    ({"abilities": ["hate"]}, "roster.caste-ability"), ({"abilities": ["feint", "feint"]}, "roster.ability-twice"),
    ({"characters": []}, "roster.taisho"),
])  # fmt: skip
def test_what_does_not_exist_is_named(parts: dict[str, Any], code: str) -> None:
    assert code in [no for no, _ in faults(written(**parts))]


def test_the_koku_of_a_game() -> None:
    assert [refuse_limit(n) for n in (500, 3000, 4700, 6000)] == [None] * 4
    no = refuse_limit(600)
    assert isinstance(no, Refusal)
    assert (no.code, no.clause, no.facts["limit"]) == ("roster.limit", "KEN-ARM-01", 600)
    assert faults(written(), 600) == [("roster.limit", "KEN-ARM-01")]


# -- what case files ask ----------------------------------------------------------------


def test_a_question_that_cannot_be_read_is_an_error() -> None:
    with pytest.raises(ValueError, match="sword"):
        RECKONS["army"]({"characters": "busho:sword"})
    with pytest.raises(ValueError, match="no-sample"):
        RECKONS["points"]({"sample": "nobody"})


def test_a_limit_between_the_levels_is_refused() -> None:
    assert RECKONS["level"]({"koku": "600"}) == "roster.limit KEN-ARM-01"
