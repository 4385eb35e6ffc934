"""Building an army choice by choice."""

from __future__ import annotations

import re
from importlib.resources import files
from typing import Any

from app.engine.drafts import Choice, Draft, Unit
from app.systems.kensei.armies import words
from app.systems.kensei.armies.builder import MAX_UNITS, draft
from app.systems.kensei.armies.lists import CASTES, CHARACTERS, TROOPS
from app.systems.kensei.armies.muster import refuse_roster
from app.systems.kensei.sentences import SENTENCES


def changed(before: Draft | dict[str, Any] | None, limit: int = 500, **changes: str) -> Draft:
    """A draft after these changes; ``__`` in a name stands for a point."""
    raw = before.roster if isinstance(before, Draft) else before
    return draft(raw, limit, {key.replace("__", "."): value for key, value in changes.items()})


def adding(*ids: str, before: Draft | dict[str, Any] | None = None, limit: int = 500) -> Draft:
    """A draft with these things added one after another."""
    found = changed(before, limit)
    for id in ids:
        found = changed(found, limit, add=id)
    return found


def one(found: Draft, id: str) -> Unit:
    """A Unit or character of a draft."""
    return next(unit for unit in found.units if unit.id == id)


def choice(unit: Unit, name: str) -> Choice:
    """A choice of a Unit or character."""
    return next(c for c in unit.choices if c.name == name)


def values(unit: Unit, name: str) -> list[str]:
    """What a choice offers."""
    return [o.value for o in choice(unit, name).options]


def test_an_empty_draft_offers_what_its_caste_has() -> None:
    found = changed(None)
    assert found.units == ()
    assert found.roster["caste"] == "kuge"
    offered = [o.id for o in found.offers]
    assert {"heishi", "ninja", "busho", "celestial", "gaki"} <= set(offered)
    assert not {"kengo", "onmyouiji"} & set(offered)
    assert sorted(no.code for no in found.refusals) == ["roster.few-basic", "roster.few-daisho", "roster.taisho"]
    assert changed({"units": 7}).roster == found.roster
    assert changed(None, add="hussars").roster == found.roster


def test_an_army_is_built_until_it_is_lawful() -> None:
    found = adding("heishi", "yari_ashigaru", "busho", "samurai_daisho")
    assert [u.id for u in found.units] == ["u0", "u1", "c0", "c1"]
    assert found.spent == 80 + 70 + 70 + 42
    assert (found.refusals, [u.refusals for u in found.units if u.refusals]) == ((), [])
    assert refuse_roster(found.roster, 500) == ()


def test_models_files_and_standard_are_choices() -> None:
    found = changed(adding("heishi"), u0__models="9", u0__files="3", u0__standard="yes", u0__name="Old Guard")
    unit = one(found, "u0")
    assert (unit.cost, unit.name, unit.profile[:2]) == (
        9 * 16 + 1,
        "Old Guard",
        (("build.models", 9), ("build.files", 3)),
    )
    assert unit.gear == ("word.onagamaki", "word.heinin")
    assert one(changed(found, u0__models="40"), "u0").cost == unit.cost
    small = changed(adding("kiba_musha"), u0__models="5", u0__standard="yes")
    assert one(small, "u0").cost == 226
    assert one(changed(small, u0__models="4"), "u0").cost == 180


def test_the_highest_rank_is_the_taisho() -> None:
    found = adding("samurai_daisho")
    assert one(found, "c0").leader
    found = changed(found, add="busho")
    assert [one(found, id).leader for id in ("c0", "c1")] == [False, True]
    found = changed(changed(found, add="busho"), c2__taisho="yes")
    assert [one(found, id).leader for id in ("c0", "c1", "c2")] == [False, False, True]
    assert [one(changed(found, remove="c2"), id).leader for id in ("c0", "c1")] == [False, True]


def test_a_character_goes_where_he_may() -> None:
    found = adding("heishi", "yumi_ashigaru", "kiba_musha", "busho", limit=1000)
    assert values(one(found, "c0"), "unit") == ["", "u1"]
    assert values(one(changed(found, 1000, c0__ranged="yumi"), "c0"), "unit") == ["", "u1", "u2"]
    assert values(one(changed(found, 1000, c0__mounted="yes"), "c0"), "unit") == ["", "u3"]
    inside = changed(found, 1000, c0__unit="u1")
    assert one(inside, "u0").profile[1] == ("build.files", 3)
    assert [no.code for no in one(changed(inside, 1000, c0__mounted="yes"), "c0").refusals] == ["roster.joins-foot"]
    assert changed(inside, 1000, remove="u0").roster["characters"][0]["unit"] == ""


def test_weapons_and_levels_of_characters() -> None:
    found = changed(adding("busho", "death", limit=1000), 1000, c0__melee="naginata", c0__ranged="teppo", c1__level="2")
    assert (one(found, "c0").cost, one(found, "c0").gear[:3]) == (85, ("word.katana", "word.naginata", "word.teppo"))
    assert (one(found, "c1").cost, one(found, "c1").about) == (73, "school.death")
    assert "teppo" not in values(one(changed(found, 1000, caste="buke"), "c0"), "ranged")


def test_a_taisho_chooses_as_many_abilities_as_his_rank_has() -> None:
    found = adding("shirei_kan", limit=1000)
    assert [c.name for c in found.choices] == ["caste", "generic-1", "caste-1"]
    found = changed(found, 1000, **{"generic-1": "feint", "caste-1": "fulfill_your_duty"})
    assert found.roster["abilities"] == ("feint", "fulfill_your_duty")
    assert changed(found, 1000, **{"generic-1": ""}).roster["abilities"] == ("fulfill_your_duty",)
    assert changed(found, 1000, **{"generic-1": "hate"}).roster["abilities"] == ("feint", "fulfill_your_duty")
    assert changed(found, 1000, caste="buke").roster["abilities"] == ("feint",)
    two = changed(adding("daimyo", limit=2000), 2000, **{"generic-1": "feint"})
    second = next(c for c in two.choices if c.name == "generic-2")
    assert "feint" not in [o.value for o in second.options]


def test_another_caste_keeps_what_it_may_have() -> None:
    found = changed(adding("heishi", "ninja", "busho"), caste="sohei")
    assert [row["entry"] for row in found.roster["units"]] == ["heishi"]
    assert [row["entry"] for row in found.roster["characters"]] == ["busho"]
    assert changed(found, caste="ikko").roster == found.roster


def test_offers_close_where_the_army_could_never_be_lawful() -> None:
    found = adding("heishi", "teppotai", "death")
    closed = {o.id: o.no.code for o in found.offers if o.no}
    assert closed["onna_bushi"] == "roster.many-special"
    assert closed["celestial"] == "roster.spiritual"
    assert closed["daimyo"] == "roster.daimyo-level"
    assert closed["byakko"] == "roster.legendary"
    assert "heishi" not in closed
    dear = changed(changed(adding("kiba_musha"), u0__models="10"), u0__standard="yes")
    assert {o.id: o.no.code for o in dear.offers if o.no}["busho"] == "roster.points"


def test_there_is_an_end_to_what_may_be_added() -> None:
    found = adding(*["heishi"] * (MAX_UNITS + 2), limit=6000)
    assert len(found.roster["units"]) == MAX_UNITS
    full = adding(*["spy"] * 18, before=found, limit=6000)
    assert len(full.roster["characters"]) == 16


def test_a_ready_army_is_changed_like_any_other() -> None:
    found = changed({"sample": "buke_1000"}, 1000, c0__name="Naomasa", name="Red Devils")
    assert (found.spent, found.name, one(found, "c0").name) == (998, "Red Devils", "Naomasa")
    assert found.roster["sample"] == ""
    assert [no.code for no in changed({"sample": "buke_1000"}).refusals] == ["roster.points"]


def test_all_a_builder_says_has_words() -> None:
    said = SENTENCES
    keys: list[str] = []
    for caste in CASTES:
        found = changed(None, 6000, caste=caste)
        for id in (*TROOPS, *CHARACTERS, *CHARACTERS["onmyouiji"].schools):
            found = changed(changed(None, 6000, caste=caste), 6000, add=id)
            for unit in found.units:
                keys += [unit.about, *unit.gear, *(key for key, _ in unit.profile)]
                keys += [key for c in unit.choices for key in (c.about, *(o.about for o in c.options))]
        keys += [o.about for o in found.offers] + [
            key for c in found.choices for key in (c.about, *(o.about for o in c.options))
        ]
    assert len(keys) > 1000
    assert [key for key in dict.fromkeys(keys) if key not in said] == []


def test_every_reason_has_words() -> None:
    text = files("app.systems.kensei").joinpath("armies", "muster.py").read_text(encoding="utf-8")
    codes = {*re.findall(r'"(roster\.[a-z-]+)"', text), "roster.many-special", "roster.many-elite"}
    assert len(codes) > 30
    said = {key for key in words.SENTENCES if key.startswith("roster.")}
    assert sorted(codes - said) == []
    assert sorted(said - codes) == ["roster.no-sample", "roster.unreadable"]
