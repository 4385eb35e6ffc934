"""The army lists as data: every key they name exists, every row has its names, figures and clause."""

from __future__ import annotations

import re

import pytest

from app.systems.kensei.armies.lists import (
    ABILITIES,
    BATTLES,
    CASTES,
    CHARACTERS,
    CREATURES,
    GENERALS,
    GENERIC,
    LIMITS,
    RANKS,
    SPELLS,
    TROOPS,
    UNITS,
    level_of,
    names,
    spells_of,
)
from app.systems.kensei.book import CLAUSES, table
from app.systems.kensei.combat.armoury import ARMOUR, WEAPONS, Bout, blow_of

FILES = ("armour", "weapons", "castes", "units", "characters", "creatures", "spells", "abilities", "traits", "samples")
SCHOOLS = CHARACTERS["onmyouiji"].schools
STATS = {
    "", "attack", "defence", "honour", "initiative", "armour", "ki", "movement", "ap", "combat_dice", "charge",
    "charge_dice", "damage", "wounds", "critical", "shooting_dice", "target_defence",
}  # fmt: skip


@pytest.mark.parametrize("name", FILES)
def test_every_row_has_names_in_two_languages_and_its_clause(name: str) -> None:
    rows = table(name)
    assert len(rows) > 3
    assert [key for key, row in rows.items() if not (row["name"] and row["name_es"] and row["clause"])] == []
    assert [key for key, row in rows.items() if ("text" in row) != ("text_es" in row)] == []


@pytest.mark.parametrize("name", [*FILES, "levels"])
def test_every_clause_named_is_in_the_rulebook(name: str) -> None:
    found = re.findall(r"KEN-[A-Z]{3}-\d\d", str(table(name)))
    assert found
    assert [id for id in found if id not in CLAUSES] == []


def test_how_much_there_is() -> None:
    assert (len(UNITS), len(CREATURES), len(CHARACTERS), len(SPELLS)) == (25, 15, 10, 28)
    assert (len(ABILITIES), len(GENERIC), len(WEAPONS), len(BATTLES)) == (53, 8, 27, 7)
    assert [sum(e.castes == (caste,) for e in UNITS.values()) for caste in CASTES] == [4, 4, 4, 5]


def test_troops_bear_what_exists() -> None:
    for entry in TROOPS.values():
        assert entry.armour in ARMOUR
        assert all(WEAPONS[key].kind == "melee" for key in entry.melee)
        assert not entry.ranged or WEAPONS[entry.ranged].kind == "ranged"
        assert all(key in table("traits") for key in entry.traits)
        assert all(ABILITIES[key].kind in ("action", "combat", "passive") for key in entry.abilities)
        assert 1 <= entry.least <= entry.most <= 20


def test_who_shoots_is_of_projectiles_but_creatures_and_ninja() -> None:
    shooters = {key for key, entry in TROOPS.items() if entry.ranged}
    assert shooters - {key for key, entry in TROOPS.items() if "projectiles" in entry.traits} == {
        "ninja", "basan", "onibi",
    }  # fmt: skip
    assert all(TROOPS[key].ranged for key, entry in TROOPS.items() if "projectiles" in entry.traits)


def test_characters_bear_what_exists() -> None:
    for row in CHARACTERS.values():
        assert row.kind in ("bushi", "special", "spiritual")
        assert row.armour in ARMOUR
        assert all(key in WEAPONS for key in (*row.melee, *row.melee_choice, *((row.ranged,) if row.ranged else ())))
        assert all(key in table("traits") for key in (*row.traits, *row.taisho_traits))
        assert all(key in ABILITIES for key in row.abilities)
    assert [key for key, row in CHARACTERS.items() if row.kind == "bushi"] == list(RANKS)
    assert list(GENERALS) == list(RANKS[:-1])


def test_a_bushi_has_a_profile_in_every_caste() -> None:
    assert [CHARACTERS["busho"].profile(caste).ki for caste in CASTES] == [5, 5, 6, 6]
    assert {CHARACTERS["samurai_daisho"].profile(caste).honour for caste in CASTES} == {5}


def test_every_ability_belongs_to_somebody() -> None:
    held = {key for entry in TROOPS.values() for key in entry.abilities}
    held |= {key for row in CHARACTERS.values() for key in row.abilities} | {*GENERIC}
    held |= {key for caste in CASTES.values() for key in caste.abilities}
    assert held == set(ABILITIES)


def test_effects_are_stats_or_rules() -> None:
    assert all(row.effect or row.magic_dice for row in ABILITIES.values())
    assert all(row.effect or row.magic_dice for row in SPELLS.values())
    found = [e for row in ABILITIES.values() for e in row.effect] + [e for row in SPELLS.values() for e in row.effect]
    for effect in found:
        assert effect.stat in STATS
        assert effect.stat or effect.rule
        assert effect.rule or effect.add or effect.to_value


def test_abilities_last_or_are_done_at_once() -> None:
    for row in ABILITIES.values():
        assert row.kind in ("taisho", "caste", "action", "combat", "passive")
        assert row.turns in (0, 1)
        assert row.once in ("", "turn", "battle")
    assert ABILITIES["forced_march"].reach == 30_000
    assert not [key for key, row in ABILITIES.items() if row.kind == "combat" and row.moment != "combat"]


@pytest.mark.parametrize("school", list(SCHOOLS))
def test_a_school_casts_a_level_above_its_own(school: str) -> None:
    assert [len(spells_of(school, level)) for level in (1, 2, 3)] == [
        sum(row.level <= level + 1 for row in SPELLS.values() if row.school == school) for level in (1, 2, 3)
    ]
    assert len(spells_of(school, 3)) == 7
    assert all(SPELLS[key].difficulty == 8 + SPELLS[key].level for key in spells_of(school, 3))
    assert SPELLS[spells_of(school, 1)[0]].reach in (40_000, 60_000)


def test_levels_follow_the_koku() -> None:
    assert [level_of(n).level for n in LIMITS] == [1, 2, 3, 4, 5, 6, *[7] * 6]  # type: ignore[union-attr]
    assert [level_of(n) for n in (0, 499, 501, 3001, 3499, 6500)] == [None] * 6


def test_a_blow_is_the_sum_of_what_holds() -> None:
    plain, rider = blow_of("yari", Bout(charged=True)), blow_of("yari", Bout(mounted=True, charging=True))
    assert (plain.initiative, plain.attack, plain.target_armour) == (3, -1, 0)
    assert (rider.initiative, rider.attack, rider.target_armour) == (1, 0, -2)
    assert blow_of("katana", Bout(target_inside=True)) == blow_of("claws", Bout())
    assert (WEAPONS["tessen"].attacks, WEAPONS["katana"].attacks) == (False, True)


def test_names_do_not_clash() -> None:
    found: dict[str, str] = {}
    for key, name in names():
        assert found.setdefault(key, name) == name
    assert {"entry.heishi", "word.yari", "abilities.banzai.line", "school.death", "army.buke_500"} <= set(found)
