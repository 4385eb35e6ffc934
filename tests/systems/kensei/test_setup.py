"""The set-up: terrain in turns, victory by proposal, sides, zones, cards, their reveal, what is hidden (DEP, SCN)."""

from __future__ import annotations

from itertools import combinations, pairwise
from typing import Any

import pytest

from app.engine.asks import AnyAsk
from app.engine.domains import Choice, Menu, Place, Spot
from app.engine.geometry import CM, Point
from app.engine.refusals import Refusal
from app.engine.session import Checkpoint, Session
from app.engine.shapes import gap, overlaps
from app.engine.system import PhaseId
from app.systems.kensei.army import Unit
from app.systems.kensei.deployment.cards.places import (
    body_of,
    card_files,
    covered,
    formations,
    refuse_card,
    refuse_spread,
)
from app.systems.kensei.measure import bases, parts
from app.systems.kensei.page.view import view
from app.systems.kensei.scenarios.figures import home, keys
from app.systems.kensei.state import State
from app.systems.kensei.system import SYSTEM
from tests.systems.kensei.openings import BLUE, BUKE, KUGE, RED, Opening, agreed, replies

SIDES = (7, 4, 2, 3)
"""Red wins the Honour roll and chooses; blue, with a better Taisho, may win the Initiative roll."""


def named(state: State, entry: str, seat: str = "") -> Unit:
    """The first unit of an entry."""
    return next(u for u in state.units.values() if u.entry == entry and seat in ("", u.seat))


def overlapping(state: State) -> list[tuple[str, str]]:
    """Units on each other's ground."""
    pairs = combinations(state.fielded(), 2)
    return [(a.id, b.id) for a, b in pairs
            if any(overlaps(p, q) for p in parts(state, a) for q in parts(state, b))]  # fmt: skip


@pytest.mark.parametrize("sample", [False, True])
@pytest.mark.parametrize("scenario", keys())
def test_every_scenario_is_set_up_and_all_stand_apart(scenario: str, sample: bool) -> None:
    army = "kuge_1000" if scenario == "assassination" else BUKE
    opening = Opening(agreed(scenario, KUGE, army), seed=5, sample=sample)
    state = opening.run()
    assert overlapping(state) == []
    waiting = [u.id for u in state.units.values() if u.fate == "reserve"]
    assert waiting == [u.id for u in state.units.values() if u.written is not None]
    assert state.revealed
    assert state.cards == ()


def test_sides_and_zones_follow_the_rolls() -> None:
    opening = Opening(agreed(), dice=(7, 4, 5, 2), answer=replies(deploy_side=["north"]))
    state = opening.run(stage="zones")
    assert opening.rolls == ["side", "side", "deploy", "deploy"]
    assert (state.side(RED).edge, state.side(BLUE).edge) == ("north", "south")
    assert (state.side(RED).depth, state.side(BLUE).depth) == (30 * CM, 20 * CM)
    assert state.go == RED
    assert named(state, "heishi").facing == 18_000


def test_a_tied_roll_is_made_again_by_both() -> None:
    red, blue = (SYSTEM.begin(agreed()).units[f"{seat}-{n}"] for seat, n in (("red", 5), ("blue", 4)))
    assert (red.honour, blue.honour) == (6, 7)
    opening = Opening(agreed(), dice=(3, 2, 3, 1))
    opening.run(stage="sides")
    assert opening.rolls == ["side"] * 4
    assert opening.told("edge-taken")[0].seat == RED


# -- cards -----------------------------------------------------------------------------------


def at_cards(**more: Any) -> tuple[Opening, Session[State]]:
    """A game at the first card, and the session that asks for it."""
    opening = Opening(agreed(**more), dice=(*SIDES, 9, 1))
    state = opening.run(stage="camps")
    return opening, Session(SYSTEM, Checkpoint(PhaseId("setup"), state))


def test_cards_are_laid_in_turn_and_say_nothing_to_the_enemy() -> None:
    opening = Opening(agreed(), seed=1)
    state = opening.run(stage="cards")
    placed = opening.told("card-placed")
    assert [e.seat for e in placed[:6]] == [placed[0].seat, state.other(placed[0].seat)] * 3
    assert {e.seen_by for e in opening.told("card-written")} == {(RED,), (BLUE,)}
    for card in view(state, RED).pieces:
        assert (card.code == "?") is (state.cards[[c.id for c in state.cards].index(card.id)].seat == BLUE)


def test_who_has_no_card_left_passes() -> None:
    opening = Opening(agreed(), seed=1)
    opening.run(stage="cards")
    assert [e.seat for e in opening.told("card-placed")].count(RED) == 4
    assert [e.seat for e in opening.told("card-placed")].count(BLUE) == 4
    fewer = Opening(agreed(blue="buke_500", points=1000), seed=1)
    fewer.run(stage="cards")
    seats = [e.seat for e in fewer.told("card-placed")]
    assert seats.count(BLUE) == 3
    assert seats[-1] == RED


def test_a_card_lies_in_the_zone_off_other_cards_and_off_shut_ground() -> None:
    _, session = at_cards()
    state = session.state
    heishi = named(state, "heishi")
    files = formations(state, heishi)[0]
    south = home(state, RED)[2].y

    def no(x: int, y: int) -> Refusal | None:
        return refuse_card(state, heishi, body_of(state, heishi, Point(x * CM, y * CM), heishi.facing, files))

    assert south == 120 * CM
    assert no(60, 91) is None or no(60, 101) is None
    refused = no(60, 60)
    assert refused is not None
    assert refused.code == "deploy.zone"
    edge = no(2, 105)
    assert edge is not None
    assert edge.code == "deploy.zone"


def test_a_harassers_card_is_a_square_of_bases_in_contact() -> None:
    state = SYSTEM.begin(agreed())
    slings, riders = named(state, "ishitsubute"), named(state, "yumi_kiba_musha")
    assert card_files(state, slings) == 4
    body = body_of(state, riders, Point(0, 0), 0, card_files(state, riders))
    assert (body.width, body.depth) == (5 * CM, 10 * CM)


def test_formations_keep_their_limits_with_characters_counted() -> None:
    state = SYSTEM.begin(agreed())
    ashigaru = named(state, "yari_ashigaru", RED)
    assert sorted(formations(state, ashigaru)) == [3, 4, 5]
    assert formations(state, ashigaru)[0] == ashigaru.files


def test_a_garrison_begins_in_a_building_of_its_zone_up_to_its_limit() -> None:
    table = [
        {"id": "temple", "kind": "temple", "outline": [[53, 3], [67, 3], [67, 17], [53, 17]], "doors": [[60, 17]]},
        {"id": "house", "kind": "house", "outline": [[20, 3], [28, 3], [28, 11], [20, 11]], "doors": [[24, 11]]},
    ]
    opening = Opening(agreed(terrain=table), dice=(9, 1, 9, 1), answer=replies(deploy_side=["south"]))
    opening.run(stage="camps")
    session = Session(SYSTEM, Checkpoint(PhaseId("setup"), opening.state))
    question = session.questions()[0]
    heishi = named(opening.state, "heishi", RED)
    below = question.domain.at(heishi.id)
    assert isinstance(below, Menu)
    assert below.options["in-temple"].no is None
    refused = below.options["in-house"].no
    assert refused is not None
    assert refused.code == "deploy.crowded"
    assert session.answer(RED, {"pick": heishi.id, "then": "in-temple"}) is None
    opening.state = session.state
    state = opening.run()
    assert state.units[heishi.id].building == "temple"


# -- reveal ----------------------------------------------------------------------------------


def test_revealed_units_stand_as_their_cards_lay_and_loose_ones_keep_their_distances() -> None:
    opening = Opening(agreed(), seed=2, answer=replies(deploy_thoughts=["keep", "keep"]))
    state = opening.run(stage="cards")
    cards = {card.unit: card for card in state.cards}
    state = opening.run()
    for unit in state.fielded():
        card = cards[unit.id]
        if unit.loose:
            spots = tuple(model.at for model in unit.models)
            assert refuse_spread(unit, spots) is None
            assert any(gap(base, covered(card)) == 0 for base in bases(state, unit))
        else:
            assert (unit.at, unit.facing) == (card.at, card.facing)


def test_hidden_characters_are_on_the_table_for_their_own_side_alone() -> None:
    opening = Opening(agreed(), seed=2)
    state = opening.run()
    spy = named(state, "spy")
    assert spy.fate == ""
    assert spy.concealed
    assert {e.seen_by for e in opening.told("hidden-deployed")} == {(RED,), (BLUE,)}
    assert all(spy.id not in e.inside for e in opening.told("unit-deployed"))


def test_an_expert_strategist_sees_the_enemy_first_and_swaps_two_cards() -> None:
    found: dict[str, Any] = {}

    def say(question: AnyAsk) -> Any:
        if question.about == "deploy.swap":
            menu = question.domain
            assert isinstance(menu, Menu)
            found["open"] = [key for key in menu.open() if key != "keep"]
            return found["open"][0]
        return None

    opening = Opening(agreed(), seed=3, answer=say)
    before = {card.id: card for card in opening.run(stage="cards").cards}
    state = opening.run()
    (swapped,) = opening.told("cards-swapped")
    assert swapped.seat == BLUE
    shown = opening.told("unit-deployed")
    assert [e.seat for e in shown[:4]] == [RED] * 4
    first_blue = next(e for e in shown if e.seat == BLUE)
    assert opening.events.index(swapped) < opening.events.index(first_blue)
    one, other = (before[id] for id in swapped.cards)
    assert state.units[one.unit].at == other.at or state.units[one.unit].loose
    assert overlapping(state) == []


def test_second_thoughts_move_one_unit_by_ten_centimetres_at_most() -> None:
    opening = Opening(agreed(), seed=4)
    state = opening.run(stage="reveal")
    session = Session(SYSTEM, Checkpoint(PhaseId("setup"), state))
    question = session.questions()[0]
    unit = named(state, "yari_ashigaru", question.seat)
    place = question.domain.at(unit.id)
    assert isinstance(place, Place)
    far = place.refuse(Spot(Point(unit.at.x + 11 * CM, unit.at.y)))
    assert far is not None
    assert far.code == "deploy.shift-far"
    assert place.refuse(Spot(unit.at)) is None
    assert session.answer(question.seat, {"pick": unit.id, "then": [unit.at.x, unit.at.y]}) is None
    assert "second_thoughts" in session.state.side(question.seat).spent


# -- written spots -----------------------------------------------------------------------------


def written(key: str, then: Any = None) -> Opening:
    """A game whose ninja are set aside in that way as soon as red lays a card."""

    def say(question: AnyAsk) -> Any:
        if question.about != "deploy.card" or question.seat != RED:
            return None
        ninja = "red-3"
        if isinstance(question.domain, Menu) and ninja in question.domain.options:
            return {"pick": ninja, "then": key if then is None else {"pick": key, "then": then}}
        return None

    opening = Opening(agreed(), seed=6, answer=say)
    opening.run()
    return opening


def test_ninja_appear_at_the_spot_written_in_the_turn_written() -> None:
    opening = written("turn-1", [60 * CM, 75 * CM])
    state = opening.state
    ninja = state.units["red-3"]
    assert ninja.fate == "reserve"
    assert ninja.written is not None
    (event,) = opening.told("spot-written")
    assert event.seen_by == (RED,)
    assert [piece.id for piece in view(state, BLUE).pieces if piece.id.startswith("red-3")] == []
    opening.run("special")
    while SYSTEM.next_phase(opening.state) != "combat":
        opening.phase(str(SYSTEM.next_phase(opening.state)))
    ninja = opening.state.units["red-3"]
    assert ninja.fate == ""
    assert ninja.written is None
    assert opening.told("unit-appeared")[0].ap == 3


def test_clandestine_ninja_wait_for_turn_two_and_spend_the_ability() -> None:
    opening = written("clandestine")
    ninja = opening.state.units["red-3"]
    assert ninja.written is not None
    assert (ninja.written.turn, ninja.written.spots) == (2, ())
    assert "clandestine_practices" in opening.state.side(RED).spent


# -- terrain, victory, camps -------------------------------------------------------------------


def test_terrain_is_placed_in_turns_until_one_declines_and_the_other_places_one_more() -> None:
    last: list[str] = []

    def say(question: AnyAsk) -> Any:
        if question.about != "terrain.piece" or not isinstance(question.domain, Menu):
            return None
        menu = question.domain
        last.append(question.seat)
        if "decline" in menu.open() and len(last) == 7:
            return "decline"
        key = next(key for key in menu.open() if key != "decline")
        then = menu.options[key].then
        assert then is not None
        return menu.write(Choice(key, then().some(1)[0]))

    opening = Opening(agreed(terrain="placed"), answer=say, dice=(9, 1))
    state = opening.run(stage="terrain")
    assert opening.rolls[:2] == ["terrain", "terrain"]
    assert last == [RED, BLUE, RED, BLUE, RED, BLUE, RED, BLUE]
    assert len(state.table.pieces) == 7
    kinds = [piece.kind for piece in state.table.pieces]
    assert all(a != b for a, b in pairwise(kinds))
    pairs = combinations(state.table.pieces, 2)
    assert all(gap(a.outline, b.outline) >= 15 * CM for a, b in pairs)


def test_proposals_are_sealed_and_the_opponent_picks() -> None:
    opening = Opening(agreed(victory="proposals"), answer=replies(
        victory_propose=["pitched_battle+assassination+head_hunt", "assassination+head_hunt+territorial_control"],
        victory_pick=["assassination", "territorial_control"],
    ))  # fmt: skip
    state = opening.run(stage="victory")
    assert [(q.seat, q.secret) for q in opening.asked[:2]] == [(RED, True), (BLUE, True)]
    assert [q.seat for q in opening.asked[2:4]] == [BLUE, RED]
    assert (state.side(RED).victory, state.side(BLUE).victory) == ("assassination", "territorial_control")
    assert state.turns == 8


def test_a_camp_lies_wholly_in_its_zone_and_the_taisho_beside_it() -> None:
    opening = Opening(agreed("command_post"), dice=(9, 1, 9, 1), seed=3)
    state = opening.run(stage="zones")
    session = Session(SYSTEM, Checkpoint(PhaseId("setup"), state))
    question = session.questions()[0]
    no = question.domain.refuse(Spot(Point(5 * CM, 110 * CM)))
    assert no is not None
    assert no.code == "deploy.camp-zone"
    state = opening.run()
    for side in state.sides:
        x, y = state.zones[f"camp-{side.seat}"]
        body = state.body(state.units[side.taisho])
        reach = min(gap(part, (Point(x, y),)) for part in parts(state, body))
        assert reach <= 10 * CM + 20
