"""The card of a member between two battles, what an option would make of it, and who is lent for help."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any

import pytest
from msgspec.structs import replace

from app.campaigns.systems import rules_of
from app.campaigns.warbands.cards import cards, gains, lent_to
from app.campaigns.warbands.general import General
from app.campaigns.warbands.plain import Plain
from app.engine.campaigns import Band, Delta, Step, apply_all
from app.engine.events import Seat
from app.engine.system import Setup, SideSetup
from app.systems import SYSTEMS
from app.web.campaigns import choices, roll
from tests.campaigns.campaigning import POINTS, SAMPLES

LIMITS = {"celtos": 250}
RED, BLUE = Seat("red"), Seat("blue")
BOUGHT = ("daimyo",)
"""Where advances are bought, not chosen."""
every_system = pytest.mark.parametrize("system", SYSTEMS, ids=lambda one: one.key)
who_chooses = pytest.mark.parametrize(
    "system", [one for one in SYSTEMS if one.key not in BOUGHT], ids=lambda one: one.key
)


def band_of(system: Any) -> Band:
    found = rules_of(system).enlist({"sample": SAMPLES[system.key]}, LIMITS.get(system.key, POINTS[system.key]))
    assert isinstance(found, Band), found
    return found


def learned(system: Any, band: Band) -> tuple[Band, Any]:
    """A warband in which somebody has an advance to choose, and the choice; none where choices are of another sort."""
    rules = rules_of(system)
    member = next(iter(band.members))
    after = apply_all(band, (Delta("due", member, add=1),))
    return after, next((one for one in rules.choices(after) if one.member == member), None)


@every_system
def test_every_member_has_a_card_with_its_profile_whatever_state_it_is_in(system: Any) -> None:
    band = band_of(system)
    out = apply_all(band, (Delta("state", next(iter(band.members)), put="out"),))
    found = cards(system, rules_of(system), out)
    assert set(found) == set(band.members)
    assert all(one.profile and one.profile == one.born for one in found.values())


@every_system
def test_nothing_is_chosen_where_advances_are_bought(system: Any) -> None:
    assert (learned(system, band_of(system))[1] is None) is (system.key in BOUGHT)


@who_chooses
def test_an_option_shows_what_it_would_make_of_a_member(system: Any) -> None:
    band, choice = learned(system, band_of(system))
    found = gains(system, rules_of(system), band, choice.member, choice.options)
    assert set(found) <= set(choice.options)
    assert any(gain.figures for gain in found.values())
    for gain in found.values():
        assert all(was.key == then.key and was != then for was, then in gain.figures)


@who_chooses
def test_what_a_member_has_gained_stands_beside_what_it_was(system: Any) -> None:
    band, choice = learned(system, band_of(system))
    rules = rules_of(system)
    known = gains(system, rules, band, choice.member, choice.options)
    option = next(key for key, gain in known.items() if gain.figures)
    step = rules.choose(band, choice.member, option)
    assert isinstance(step, Step)
    found = cards(system, rules, apply_all(band, step.deltas))[choice.member]
    assert found.profile != found.born


@every_system
def test_a_word_that_its_rules_do_not_know_is_no_part_of_a_member(system: Any) -> None:
    band, choice = learned(system, band_of(system))
    rules = rules_of(system)
    words = tuple(Delta("gained", id, more="Scarred at the ford") for id in band.members)
    marked = apply_all(band, words)
    assert cards(system, rules, marked) == cards(system, rules, band)
    if choice is not None:
        known = gains(system, rules, band, choice.member, choice.options)
        assert gains(system, rules, marked, choice.member, choice.options) == known


def test_a_page_does_not_hang_on_a_card_that_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_: Any) -> Any:
        raise KeyError

    monkeypatch.setattr(roll, "cards", fails)
    monkeypatch.setattr(choices, "gains", fails)
    system = SYSTEMS[0]
    at: Any = SimpleNamespace(now=SimpleNamespace(id="fails"), system=system, rules=rules_of(system))
    band, choice = learned(system, band_of(system))
    mine: Any = SimpleNamespace(id="w", version=1, band=band)
    assert asyncio.run(roll.carded(at, mine)) == {}
    assert asyncio.run(choices.gained(at, mine, choice)) == {}


def test_a_system_that_does_not_say_who_is_who_has_no_cards() -> None:
    system = SYSTEMS[0]
    rules = General(Plain(system))
    assert cards(system, rules, band_of(system)) == {}
    assert lent_to(system, rules, band_of(system), 100) == ()


@every_system
def test_help_is_somebody_who_can_be_fielded_and_belongs_to_nobody(system: Any) -> None:
    rules, band = rules_of(system), band_of(system)
    points = POINTS[system.key] // 3
    assert lent_to(system, rules, band, points)
    assert not lent_to(system, rules, band, 0)
    sent = tuple(band.members)
    sides = tuple(SideSetup(seat, rules.muster(band, sent, extra)) for seat, extra in ((RED, points), (BLUE, 0)))
    bare = Setup(rules.scenarios[0], sides)
    whole = Setup(bare.scenario, sides, {**rules.setup_options(bare)})
    assert system.refuse_setup(whole) == ()
    state = system.begin(whole)
    assert {deed.id for deed in rules.deeds(state, RED)} == set(band.members)
    assert rules.muster(replace(band, purse=0), sent) == rules.muster(band, sent)
