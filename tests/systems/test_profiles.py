"""Profiles of a host's own: bounds, what is told of a bad one, and whole games of one in every system."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from app.conformance import RandomGame
from app.engine.events import Seat
from app.engine.profiles import (
    MARK,
    NAME,
    Base,
    Bounds,
    List,
    Number,
    Profile,
    Word,
    against,
    bounds_of,
    called,
    carried,
    read,
    same,
    too_many,
    unmarked,
)
from app.engine.refusals import Clause, Refusal
from app.engine.words import SENTENCES
from app.systems import SYSTEMS, system_of
from tests.record import drawn, load, play, text_of
from tests.systems.changed import CASES, Case, named

BOUNDS = Bounds(
    clause=Clause("X-1"), points=Number(1, 50, "X-2"), ruled=False,
    bases={
        "guard": Base(about="guard", figures={"fight": 2, "arm": "bow"}, lists={"gear": ("rope", "lamp")}, points=9),
    },
    figures={"fight": Number(0, 4, "X-3"), "arm": Word(("bow", "spear"), "X-4"), "sail": Number(0, 1, "X-3")},
    lists={"gear": List(("rope", "lamp", "drum"), "X-5", 1), "sails": List((), "X-5")},
)  # fmt: skip
GOOD: dict[str, Any] = {"name": "Old Guard", "based_on": "guard", "figures": {"fight": 4, "arm": "spear"},
                        "add": {"gear": ["drum"]}, "take": {"gear": ["lamp"]}, "points": 12, "most": 2}  # fmt: skip


def told(**changes: Any) -> list[Refusal]:
    """What is wrong with the good profile so changed."""
    found = read({**GOOD, **changes}, BOUNDS)
    return [] if isinstance(found, Profile) else list(found)


def test_a_good_one_is_read_and_says_what_it_changes() -> None:
    one = read(GOOD, BOUNDS)
    assert isinstance(one, Profile)
    assert (one.number("fight", 2), one.word("arm", "bow"), one.number("arm", 1)) == (4, "spear", 1)
    assert one.words("gear", ("rope", "lamp")) == ("rope", "drum")
    assert (one.key, one.shown) == ("old-guard", f"{MARK} Old Guard")
    assert read(msgspec.json.decode(same(one)), BOUNDS) == one
    assert hash(one) == hash(read(GOOD, BOUNDS))


@pytest.mark.parametrize(
    ("changes", "code", "place", "clause"),
    [
        ({"name": "a{b}"}, "changed.name", "name", "X-1"),
        ({"name": f"{MARK} Guard"}, "changed.name", "name", "X-1"),
        ({"name": "two  blanks"}, "changed.name", "name", "X-1"),
        ({"based_on": "gard"}, "changed.no-base", "based_on", "X-1"),
        ({"figures": {"fight": 5}}, "changed.number", "figures.fight", "X-3"),
        ({"figures": {"fight": -1}}, "changed.number", "figures.fight", "X-3"),
        ({"figures": {"fight": "four"}}, "changed.number", "figures.fight", "X-3"),
        ({"figures": {"arm": "gun"}}, "changed.word", "figures.arm", "X-4"),
        ({"figures": {"arm": 3}}, "changed.word", "figures.arm", "X-4"),
        ({"figures": {"luck": 1}}, "changed.no-figure", "figures.luck", "X-1"),
        ({"figures": {"sail": 1}}, "changed.no-figure", "figures.sail", "X-1"),
        ({"add": {"gear": ["drumm"]}}, "changed.add-unknown", "add.gear", "X-5"),
        ({"add": {"gear": ["rope"]}}, "changed.twice", "add.gear", "X-5"),
        ({"add": {"gear": ["drum", "drum"]}}, "changed.twice", "add.gear", "X-5"),
        ({"add": {"sails": ["x"]}}, "changed.no-list", "add.sails", "X-1"),
        ({"take": {"gear": ["drum"]}}, "changed.take-unknown", "take.gear", "X-5"),
        ({"add": {}, "take": {"gear": ["rope", "lamp"]}}, "changed.bare", "take.gear", "X-5"),
        ({"points": 0}, "changed.points", "points", "X-2"),
        ({"points": 51}, "changed.points", "points", "X-2"),
        ({"figures": {}, "add": {}, "take": {}, "points": None}, "changed.nothing", "figures", "X-1"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_told_with_its_place_and_clause(
    changes: dict[str, Any], code: str, place: str, clause: str
) -> None:
    (no,) = told(**changes)
    assert (no.code, no.facts["place"], no.clause) == (code, place, clause)
    assert SENTENCES[code].format_map(no.facts)


@pytest.mark.parametrize(
    "changes",
    [
        {"figures": {"fight": float("nan")}}, {"figures": {"fight": float("inf")}}, {"figures": {"fight": 2.5}},
        {"figures": {"fight": True}}, {"figures": {"fight": None}}, {"figures": {"fight": [1]}},
        {"figures": {"fight": 10**400}}, {"figures": {"fight": -(10**400)}}, {"points": 10**30}, {"points": "9"},
        {"figures": {f"f{n}": 1 for n in range(1000)}}, {"add": {f"l{n}": [] for n in range(1000)}},
        {"add": {"gear": ["rope"] * 10_000}}, {"add": {"gear": "rope"}}, {"name": "N" * 31}, {"name": ""},
        {"name": 3}, {"most": 0}, {"most": 100}, {"most": -1}, {"hue": 3}, {"based_on": "g" * 41}, {"add": [["x"]]},
    ],
)  # fmt: skip
def test_what_is_no_profile_at_all_is_told(changes: dict[str, Any]) -> None:
    (no,) = told(**changes)
    assert no.code == "changed.unreadable"
    assert no.facts["why"]


def test_what_is_nested_deep_is_searched_without_a_fall() -> None:
    deep: Any = {"own": "x"}
    for _ in range(50_000):
        deep = [deep]
    assert list(carried(deep)) == ["x"]


@pytest.mark.parametrize(
    ("name", "fits"),
    [("Old Hero", True), ("Ō-sama", True), ("武士", True), ("O'Neil Jr.", True), (" Hero", False), ("Hero ", False),
     ("Hero: 3", False), ('He"ro', False), ("He\nro", False), ("1st", False), ("{who}", False), ("<b>", False)],
)  # fmt: skip
def test_a_name_is_one_that_every_text_can_hold(name: str, fits: bool) -> None:
    assert bool(NAME.fullmatch(name)) is fits


def test_the_mark_is_before_what_is_of_the_house_and_before_nothing_else() -> None:
    one = Profile("Old Guard", "guard", {"fight": 3})
    assert called("", one, "guard") == f"{MARK} Old Guard"
    assert called(f"{MARK} Aki", one, "guard") == f"{MARK} Aki"
    assert called(f"{MARK} Aki", msgspec.UNSET, "guard") == unmarked(f"{MARK}Aki") == "Aki"


def test_how_many_may_have_one() -> None:
    one = Profile("Old Guard", "guard", {"fight": 3}, most=1)
    assert [no.facts["units"] for no in too_many([one, one, msgspec.UNSET], Clause("X-1"))] == [2]
    assert not list(too_many([one], Clause("X-1")))


# -- in every system -----------------------------------------------------------------------


@pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: str(system.key))
def test_every_printed_profile_lies_within_its_bounds(system: Any) -> None:
    bounds = bounds_of(system)
    assert bounds is not None, "its printed profiles may be changed"
    for key, base in bounds.bases.items():
        figures = {name: value for name, value in base.figures.items() if name in bounds.figures}
        one = Profile("As Printed", key, figures, points=max(base.points, bounds.points.least))
        assert not list(against(one, bounds)), key
        assert set(base.lists) <= set(bounds.lists)
        assert base.about in system.sentences


@pytest.mark.parametrize("case", CASES, ids=named)
def test_it_is_taken_into_a_roster_priced_shown_and_marked(case: Case) -> None:
    assert not case.rules.refuse_setup(case.setup())
    draft = case.rules.draft(case.roster(), case.limit, {})
    (unit,) = [unit for unit in draft.units if unit.about == case.profile.shown]
    assert not unit.refusals
    offered = {offer.id for offer in case.rules.draft(case.roster(), case.limit, {}, (case.profile,)).offers}
    assert f"own:{case.profile.key}" in offered
    assert f"own:{case.profile.key}" not in {offer.id for offer in draft.offers}


@pytest.mark.parametrize("case", CASES, ids=named)
def test_its_counter_bears_the_mark_and_its_card_says_whose_it_is(case: Case) -> None:
    state = case.rules.begin(case.setup())
    owned = [one for one in everybody(state) if one.own]
    assert [one.own for one in owned] == [case.profile.name]
    notes = case.rules.inspect(state, Seat("red"), owned[0].id).what
    assert [note.facts["profile"] for note in notes if note.about == "card.own"] == [case.profile.name]
    assert case.profile.shown in msgspec.json.encode(case.rules.view(state, Seat("red"))).decode()


def everybody(state: Any) -> list[Any]:
    """All units of a battle, where there are such, or all models."""
    return list((state.units if hasattr(state, "units") else state.models).values())


@pytest.mark.parametrize("case", CASES, ids=named)
@pytest.mark.parametrize("seed", range(2))
def test_a_whole_random_game_keeps_every_promise(case: Case, seed: int) -> None:
    RandomGame(case.rules, seed, case.setup()).play()


@pytest.mark.parametrize("case", CASES, ids=named)
def test_nobody_gives_a_unit_or_a_leader_the_mark_by_its_name(case: Case) -> None:
    roster = case.rules.draft({"sample": case.other}, case.limit, {}).roster
    left, given = [plain := msgspec.json.decode(msgspec.json.encode(roster))], 0
    while left:
        one = left.pop()
        for key in ("name", "daimyo") if isinstance(one, dict) and one is not plain else ():
            given += key in one
            one |= {key: f"{MARK} Kimata"} if key in one else {}
        left += one.values() if isinstance(one, dict) else one if isinstance(one, list) else ()
    setup = case.setup()
    sides = (setup.sides[0], msgspec.structs.replace(setup.sides[1], roster=plain))
    state = case.rules.begin(msgspec.structs.replace(setup, sides=sides))
    told = msgspec.json.encode(msgspec.structs.replace(state, setup=setup)).decode()
    assert given
    assert told.count(MARK) == told.count(case.profile.shown) == 1
    assert "Kimata" in told


@pytest.mark.parametrize("case", CASES, ids=named)
def test_a_warband_of_a_campaign_keeps_it_from_battle_to_battle(case: Case) -> None:
    rules = case.rules.campaign
    band = rules.enlist(case.roster(), case.limit)
    (member,) = [m for m in band.members.values() if m.kind == case.profile.shown]
    stored = msgspec.convert(msgspec.json.decode(msgspec.json.encode(band)), type(band))
    assert rules.refuse_muster(stored, list(stored.members)) == ()
    roster = rules.muster(stored, list(stored.members))
    assert [msgspec.convert(one, Profile) for one in carried(roster)] == [case.profile]
    assert member.cost == next(m.cost for m in stored.members.values() if m.id == member.id)


@pytest.mark.parametrize("case", CASES, ids=named)
def test_a_game_is_carried_whole_and_plays_again_to_the_same_chain(case: Case, tmp_path: Any) -> None:
    kept, _ = drawn(case.rules, 3, setup=case.setup())
    file = tmp_path / "own.game"
    file.write_text(text_of(kept))
    again = play(system_of(case.system), load(file))
    assert (again.chain, again.events, again.outcome) == (kept.chain, kept.events, kept.outcome)


@pytest.mark.parametrize("case", CASES, ids=named)
@pytest.mark.parametrize(
    "changes",
    [
        {"figures": {"luck": 99}},
        {"based_on": "nobody"},
        {"name": "{who}"},
        {"points": 99_999},
        {"add": {"gear": ["x"]}},
    ],
)
def test_one_that_is_out_of_bounds_comes_into_no_game(case: Case, changes: dict[str, Any]) -> None:
    roster = msgspec.json.decode(msgspec.json.encode(case.roster()))
    for one in carried(roster):
        one |= changes
    setup = case.setup()
    sides = (msgspec.structs.replace(setup.sides[0], roster=roster), setup.sides[1])
    found = case.rules.refuse_setup(msgspec.structs.replace(setup, sides=sides))
    assert any(no.code.startswith("changed.") for no in found), found


@pytest.mark.parametrize("case", CASES, ids=named)
def test_one_of_another_printed_profile_is_refused(case: Case) -> None:
    bounds = bounds_of(case.rules)
    assert bounds is not None
    roster = msgspec.json.decode(msgspec.json.encode(case.roster()))
    other = next(key for key in bounds.bases if key != case.profile.based_on)
    for one in carried(roster):
        one.clear()
        one |= {"name": "Another", "based_on": other, "points": bounds.points.least}
    setup = case.setup()
    sides = (msgspec.structs.replace(setup.sides[0], roster=roster), setup.sides[1])
    found = case.rules.refuse_setup(msgspec.structs.replace(setup, sides=sides))
    assert "changed.other-base" in {no.code for no in found}


@pytest.mark.parametrize("case", CASES, ids=named)
def test_more_than_it_allows_are_refused(case: Case) -> None:
    one = msgspec.structs.replace(case.profile, most=1)
    roster = msgspec.structs.replace(case, profile=one).roster()
    more = case.rules.draft(roster, 2 * case.limit, {"add": f"own:{one.key}"}, (one,))
    refusals = [*more.refusals, *(no for unit in more.units for no in unit.refusals)]
    assert "changed.many" in {no.code for no in refusals}
