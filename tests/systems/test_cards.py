"""The card of every piece of every ready band names each figure of its profile, under a clause of its book."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from app.conformance import draw_setup
from app.engine.events import Seat
from app.engine.system import RuleSystem
from app.engine.views import Figure, Inspection
from app.systems import SYSTEMS
from app.systems.celtos.system import SYSTEM as CELTOS
from app.systems.daimyo.system import SYSTEM as DAIMYO
from app.systems.kensei.system import SYSTEM as KENSEI
from app.systems.ronin.system import SYSTEM as RONIN
from app.web.page.words import Words, language
from app.web.table.board.inspecting import figure
from tests.systems.cards import clauses

DRAWS = range(6)
SHORT = {"movement": "mv", "initiative": "in", "shooting": "ds", "assault": "as", "strength": "fu", "resistance": "rs",
         "start_wounds": "hr", "command": "mn", "size": "tm"}  # fmt: skip
OTHERS = {
    "celtos": {"wounds"},
    "ronin": {"points", "stunned", "light", "grievous", "loot", "shots", "kills", "captures"},
    "kensei": {"base_width", "base_depth", "cost", "level", "start_models", "facing", "files", "ap", "shots",
               "fired_inside", "charge_dice", "failed_charge", "fled_charge", "shot_start", "shot_lost", "duelled",
               "challenged"},
}  # fmt: skip
"""Numbers of a piece that are no figure of its profile: where and how it stands, what it costs."""
every_system = pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system.key)


def drawn(system: RuleSystem[Any]) -> Iterator[tuple[Any, Seat, Any]]:
    """Every piece of a few games as they are laid, with its state and its seat."""
    for seed in DRAWS:
        state = system.begin(draw_setup(system, Random(seed)))
        pieces = state.models if hasattr(state, "models") else state.units
        yield from ((state, piece.seat, piece) for piece in pieces.values())


def figures(piece: Any, key: str) -> dict[str, int]:
    """What a roster gives a piece in numbers, by the names of its fields."""
    fields = {name: getattr(piece, name) for name in piece.__struct_fields__}
    return {SHORT.get(name, name) if key == "celtos" else name: value for name, value in fields.items()
            if type(value) is int and name not in OTHERS[key]}  # fmt: skip


@pytest.mark.parametrize("system", [RONIN, CELTOS, KENSEI], ids=lambda system: system.key)
def test_a_card_names_every_figure_of_its_profile(system: RuleSystem[Any]) -> None:
    for state, seat, piece in drawn(system):
        told = {one.key: one.value for one in system.inspect(state, seat, piece.id).profile}
        assert figures(piece, system.key).items() <= told.items(), piece.id


def test_a_unit_of_daimyo_stands_on_one_rung_from_good_order_to_destroyed() -> None:
    state, seat, unit = next(drawn(DAIMYO))
    stood: list[tuple[str, list[int]]] = [
        ("", [1, 0, 0, 0]), ("disordered", [0, 1, 0, 0]), ("routing", [0, 0, 1, 0]), ("destroyed", [0, 0, 0, 1]),
    ]  # fmt: skip
    for now, rungs in stood:
        fate = {"fate": now} if now == "destroyed" else {"fate": "", **({now: True} if now else {})}
        card = DAIMYO.inspect(state.with_unit(unit.id, **fate), seat, unit.id)
        assert [rung.number for rung in card.ladder] == rungs, now


@pytest.mark.parametrize("fate", ["dispersed", "captured", "left"])
def test_a_unit_of_daimyo_that_is_lost_otherwise_stands_on_its_own_fate(fate: str) -> None:
    state, seat, unit = next(drawn(DAIMYO))
    ladder = DAIMYO.inspect(state.with_unit(unit.id, fate=fate), seat, unit.id).ladder
    assert [rung.number for rung in ladder] == [0, 0, 0, 1]
    assert ladder[-1].said.about == f"word.{fate}"


@pytest.mark.parametrize("fate", ["reserve", "saved"])
def test_a_unit_of_daimyo_that_is_off_the_table_and_not_lost_has_no_ladder(fate: str) -> None:
    state, seat, unit = next(drawn(DAIMYO))
    found = DAIMYO.inspect(state.with_unit(unit.id, fate=fate), seat, unit.id)
    assert found.profile
    assert found.ladder == ()


def rungs(system: RuleSystem[Any], state: Any, seat: Seat, id: str) -> list[int]:
    """How often a piece bears each rung of its ladder."""
    return [rung.number for rung in system.inspect(state, seat, id).ladder]


def without(state: Any, unit: Any, number: int) -> Any:
    """A unit of Celtos on the table that has lost so many of its models."""
    models = {id: replace(state.models[id], fate="dead" if n < number else "") for n, id in enumerate(unit.models)}
    return state.with_(models=state.models | models)


def test_a_unit_of_celtos_goes_from_unhurt_by_its_losses_half_and_panic_to_its_fate() -> None:
    state, seat, unit = next(
        (state, seat, state.units[model.unit]) for state, seat, model in drawn(CELTOS)
        if len(state.units[model.unit].models) > 4
    )  # fmt: skip
    most = len(unit.models) // 2 + 1
    assert rungs(CELTOS, without(state, unit, 0), seat, unit.id) == [1, 0, 0, 0, 0]
    assert rungs(CELTOS, without(state, unit, 1), seat, unit.id) == [0, 1, 0, 0, 0]
    assert rungs(CELTOS, without(state, unit, most), seat, unit.id) == [0, most, 1, 0, 0]
    panicked = without(state, unit, 1).with_unit(unit.id, panic=True)
    assert rungs(CELTOS, panicked, seat, unit.id) == [0, 1, 0, 1, 0]
    for fate in ("destroyed", "defeated", "left"):
        found = CELTOS.inspect(without(state, unit, len(unit.models)).with_unit(unit.id, fate=fate), seat, unit.id)
        assert [rung.number for rung in found.ladder] == [0, len(unit.models), 0, 0, 1]
        assert found.ladder[-1].said.about == f"word.{fate}"
    waiting = {id: replace(state.models[id], fate="reserve") for id in unit.models}
    assert rungs(CELTOS, state.with_(models=state.models | waiting), seat, unit.id) == []


def test_an_individual_of_celtos_counts_the_wounds_it_has_taken() -> None:
    state, seat, model = next(
        one for one in drawn(CELTOS) if one[0].units[one[2].unit].individual and one[2].start_wounds > 2
    )
    hurt = state.with_model(model.id, fate="", wounds=1)
    assert rungs(CELTOS, hurt, seat, model.unit) == [0, model.start_wounds - 1, 1, 0, 0]
    found = CELTOS.inspect(hurt, seat, model.unit).ladder
    assert found[1].said.about == "word.wounds-taken"


def test_a_unit_of_kensei_goes_from_unhurt_by_its_wounds_and_flight_to_its_fate() -> None:
    state, seat, unit = next(one for one in drawn(KENSEI) if one[2].start_models > 2)
    left = {"fate": "", "models": unit.models[:-2]}
    lost = 2 * unit.wounds
    stood: list[tuple[dict[str, Any], list[int]]] = [
        ({"fate": ""}, [1, 0, 0, 0, 0]), (left, [0, lost, 0, 0, 0]),
        ({**left, "fleeing": True}, [0, lost, 1, 0, 0]),
        ({**left, "fleeing": True, "locked": True}, [0, lost, 1, 1, 0]),
        ({"fate": "destroyed", "models": ()}, [0, 0, 0, 0, 1]), ({"fate": "left", "models": ()}, [0, 0, 0, 0, 1]),
    ]  # fmt: skip
    for now, numbers in stood:
        assert rungs(KENSEI, state.with_unit(unit.id, **now), seat, unit.id) == numbers, now
    assert rungs(KENSEI, state.with_unit(unit.id, fate="reserve"), seat, unit.id) == []


def test_who_is_in_a_unit_of_kensei_flees_with_it() -> None:
    state, seat, who = next(one for one in drawn(KENSEI) if one[2].host)
    fleeing = state.with_unit(who.host, fleeing=True, fate="").with_unit(who.id, fate="")
    assert rungs(KENSEI, fleeing, seat, who.id) == [0, 0, 1, 0, 0]


def test_a_card_of_daimyo_says_what_the_tables_give_its_unit() -> None:
    for state, seat, unit in drawn(DAIMYO):
        found = DAIMYO.inspect(state, seat, unit.id)
        told = {one.key: one.value for one in found.profile}
        wanted = {"stands": unit.start_stands, "hits": unit.hits} if unit.kind != "hq" else {}
        assert wanted.items() <= told.items()
        assert ({"pass", "foot", "mounted"} if unit.arm else {"pass"}) <= told.keys()
        assert ({"move", "charge"} if unit.troops else set()) <= told.keys()
        said = {str(fact) for note in (*found.what, *found.arms) for fact in (note.about, *note.facts.values())}
        wanted_words = {unit.troop_class, f"badge.{unit.quality}", f"armour-{unit.armour}", unit.arm, unit.missile}
        assert wanted_words - {""} <= said


@every_system
def test_all_on_a_card_is_worded_and_rests_on_a_clause(system: RuleSystem[Any]) -> None:
    book, words = system.rulebook("en"), Words(system.sentences, 1000, "cm")
    for state, seat, piece in drawn(system):
        found = system.inspect(state, seat, piece.id)
        assert [id for id in clauses(found) if id not in book] == []
        for one in found.profile:
            assert f"stat.{one.key}" in system.sentences
        for note in (*found.what, *found.arms, *found.abilities):
            assert words.says(note.about, note.facts) not in ("", note.about, *map(str, note.facts.values())), note


def test_a_figure_that_has_changed_keeps_what_is_printed() -> None:
    words = Words({"stat.fight": "Fight", "stat.pass": "Morale"}, 1000, "cm")
    assert figure(words, Figure("fight", 3, "RON-CBT-03", "sign", 1)) == {
        "name": "Fight", "clause": "RON-CBT-03", "value": "+1", "printed": "+3",
    }  # fmt: skip
    assert figure(words, Figure("fight", 3, "", "sign", 3))["printed"] == ""
    assert figure(words, Figure("pass", 6, "", "score"))["value"] == "6+"


@every_system
def test_a_card_is_read_in_spanish(system: RuleSystem[Any]) -> None:
    state, seat, piece = next(drawn(system))
    found: Inspection = system.inspect(state, seat, piece.id)
    words = Words(system.sentences, 1000, "cm")
    named = [f"stat.{one.key}" for one in found.profile]
    english = [words.says(key) for key in named]
    token = language.set("es")
    try:
        assert [words.says(key) for key in named] != english or system.key == "celtos"  # it writes MV, IN, DS in both
    finally:
        language.reset(token)
