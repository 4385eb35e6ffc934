"""Charges from their declaration to contact or failure (topic CHG)."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from app.engine.domains import Pick
from app.engine.geometry import CM
from app.engine.refusals import Refusal
from app.systems.kensei.army import Unit, UnitId
from app.systems.kensei.charging.flow import charge
from app.systems.kensei.charging.rules import refuse_charge
from app.systems.kensei.charging.way.approach import aim
from app.systems.kensei.charging.words import SENTENCES
from app.systems.kensei.event import KenseiEvent
from app.systems.kensei.measure import distance
from app.systems.kensei.state import Contact, State
from tests.systems.boards import lacking
from tests.systems.kensei.fields import (
    BLUE,
    EAST,
    NORTH,
    RED,
    SOUTH,
    WEST,
    Board,
    Figure,
    at,
    box,
    field,
    hero,
    loose,
    piece,
    riders,
    unit,
)


def duel(
    *more: Unit, x: Figure = 60, y: Figure = 60, facing: int = NORTH, foe: Unit | None = None, **facts: Any
) -> State:
    """A of blue with its front at a place, B of red with its front's middle at 60, 52 looking south at it."""
    mine = facts.pop("mine", None) or unit("A", BLUE, x, y, facing)
    theirs = foe or unit("B", RED, 60, 52, SOUTH)
    return field(mine, theirs, *more, phase="charges", **facts)


def run(state: State, *inputs: Any, unit_id: str = "A", target: str = "B", **how: Any) -> Board:
    """A has charged B with these answers and dice; every sentence has its facts."""
    board = Board(state)
    board.play(lambda game: charge(game, unit_id, target, **how), *inputs)
    for event in board.events:
        assert isinstance(event, KenseiEvent)
        told = event.tell()
        if told.about.startswith(("kensei.charge", "kensei.contact", "kensei.counter", "kensei.reaction")):
            assert lacking(SENTENCES, told.about, told.facts) == []
    for question in board.asked:
        if question.about.startswith("charge."):
            assert lacking(SENTENCES, question.about, question.facts) == []
            assert isinstance(question.domain, Pick)
            for key, no in question.domain.options.items():
                assert f"{question.about}.{key}" in SENTENCES
                assert no is None or lacking(SENTENCES, no.code, no.facts) == []
    return board


def last(board: Board, kind: str) -> Any:
    """The last event of a kind."""
    return next(event for event in reversed(board.events) if event.kind == f"kensei.{kind}")


def reasons(board: Board) -> dict[str, str]:
    """The closed answers to the reaction, with their clauses."""
    domain = board.asked[0].domain
    assert isinstance(domain, Pick)
    return {key: no.clause for key, no in domain.options.items() if no}


# -- a plain charge --------------------------------------------------------------------------


def test_a_direct_charge_that_rolls_the_distance_is_in_contact_on_the_front() -> None:
    board = run(duel(), "withstand", (8,))
    assert board.kinds() == ["charge-declared", "reaction-chosen", "charge-rolled", "charge-moved", "contact-made"]
    (contact,) = board.state.contacts
    assert (contact.by, contact.on, contact.zone, contact.mirror, contact.oblique) == (
        "A",
        "B",
        "front",
        "front",
        False,
    )
    unit_a = board.state.units["A"]
    assert (unit_a.at, unit_a.facing) == (at(60, 52), NORTH)
    assert (unit_a.charged, unit_a.charge_bonus, unit_a.acted_last) == ("B", True, True)
    assert last(board, "charge-rolled").needed == 8 * CM


def test_a_charge_that_rolls_one_less_fails_and_stops_a_centimetre_off() -> None:
    board = run(duel(), "withstand", (7,))
    assert board.state.units["A"].at == at(60, 53)
    assert board.state.units["A"].failed_charge == 1
    assert not board.state.contacts
    assert last(board, "charge-failed").left == CM
    short = run(duel(), "withstand", (3,))
    assert short.state.units["A"].at == at(60, 57)
    assert not short.state.units["A"].charge_bonus


def test_cavalry_rolls_two_dice() -> None:
    horse = riders("A", BLUE, 60, 65, NORTH)
    board = run(duel(mine=horse), "withstand", (6, 7))
    assert board.state.fighting("A")
    assert last(board, "charge-rolled").total == 13


def test_a_charge_through_rough_ground_pays_twice() -> None:
    rough = box("rough", 50, 53, 70, 58)
    board = run(duel(pieces=(rough,)), "withstand", (10,))
    rolled = last(board, "charge-rolled")
    assert rolled.needed > 13 * CM - 20
    assert not rolled.reached


# -- march and run ----------------------------------------------------------------------------


def test_a_march_and_charge_within_its_allowance_needs_no_dice() -> None:
    board = run(duel(y=62), "withstand", with_move="march")
    assert "charge-rolled" not in board.kinds()
    assert board.state.fighting("A")
    assert board.state.units["A"].moved == "march"


def test_a_march_that_falls_short_rolls_for_the_rest() -> None:
    board = run(duel(y=64), "withstand", (2,), with_move="march")
    assert board.kinds().count("charge-moved") == 2
    assert last(board, "charge-rolled").needed == 2 * CM
    assert board.state.fighting("A")
    short = run(duel(y=66), "withstand", (3,), with_move="march")
    assert short.state.units["A"].at == at(60, 53)
    assert last(short, "charge-failed").why == "short"


# -- indirect ---------------------------------------------------------------------------------


def test_a_charge_that_must_pivot_stops_at_five_centimetres_and_rolls_even_after_a_run() -> None:
    state = duel(x=60, y=70, facing=3_000)
    found = aim(state, state.units["A"], state.units["B"])
    assert not isinstance(found, Refusal)
    assert found.pivot
    board = run(state, "withstand", (4,), with_move="run")
    assert board.kinds()[2:] == ["charge-moved", "charge-moved", "charge-rolled", "charge-failed"]
    assert distance(board.state, board.state.units["A"], board.state.units["B"]) >= 4 * CM
    good = run(state, "withstand", (5,), with_move="run")
    assert good.state.fighting("A")
    assert good.state.units["A"].facing == NORTH


def test_a_plain_charge_from_afar_cannot_pivot() -> None:
    state = duel(x=60, y=62, facing=3_000)
    no = refuse_charge(state, state.units["A"], state.units["B"])
    assert no is not None
    assert (no.code, no.clause) == ("charge.needs-pivot", "KEN-CHG-55")
    assert refuse_charge(state, state.units["A"], state.units["B"], "march") is None
    near = duel(x=60, y=57, facing=1_500)
    assert refuse_charge(near, near.units["A"], near.units["B"]) is None


def test_ten_degrees_are_flat() -> None:
    state = duel(facing=1_000)
    found = aim(state, state.units["A"], state.units["B"])
    assert not isinstance(found, Refusal)
    assert not found.pivot
    board = run(state, "withstand", (9,))
    assert board.state.units["A"].facing == NORTH
    assert board.state.units["A"].at.y == 52 * CM
    more = duel(facing=1_001)
    other = aim(more, more.units["A"], more.units["B"])
    assert not isinstance(other, Refusal)
    assert other.pivot


# -- zones ------------------------------------------------------------------------------------


def test_flanks_and_rear_are_zones_of_their_own() -> None:
    sides = {"left": (unit("A", BLUE, 74, 54, WEST)), "right": unit("A", BLUE, 46, 54, EAST),
             "rear": unit("A", BLUE, 60, 40, SOUTH)}  # fmt: skip
    for zone, mine in sides.items():
        board = run(duel(mine=mine), "withstand", (10,))
        assert [one.zone for one in board.state.contacts] == [zone]


def test_a_charge_along_the_diagonal_stands_on_an_oblique_and_fills_the_front() -> None:
    mine = unit("A", BLUE, 72, 58, 31_500)
    state = duel(mine=mine)
    board = run(state, "withstand", (10,))
    (contact,) = board.state.contacts
    assert contact.oblique
    assert contact.zone in ("front", "left")
    board.state = board.state.with_(contacts=(replace(contact, zone="front"),))
    more = unit("C", BLUE, 55, 60, NORTH)
    full = board.state.with_units({"C": more})
    again = run(full, (10,), unit_id="C")
    assert again.state.contacts_of("C")[0].zone in ("left", "right")


def test_the_front_holds_two_and_a_third_goes_to_a_flank_then_none() -> None:
    others = [
        unit(id, BLUE, x, 100, NORTH, models=4, files=2) for id, x in (("C", 20), ("D", 40), ("E", 60), ("F", 80))
    ]
    held = [Contact(by=UnitId(id), on=UnitId("B"), zone=zone, turn=1) for id, zone in (("C", "front"), ("D", "front"))]
    state = duel(*others, contacts=tuple(held))
    board = run(state, (8,))
    assert [one.zone for one in board.state.contacts_of("A")] == ["left"]
    assert last(board, "contact-made").moved_zone == "front"
    held += [
        Contact(by=UnitId("E"), on=UnitId("B"), zone="left"),
        Contact(by=UnitId("F"), on=UnitId("B"), zone="right"),
    ]
    full = run(duel(*others, contacts=tuple(held)))
    assert last(full, "charge-failed").why == "zone"
    assert "charge-rolled" not in full.kinds()


def test_a_friend_in_the_middle_of_the_front_leaves_no_room_but_the_zone_all_the_same() -> None:
    friend = unit("C", BLUE, 60, 52, NORTH)
    held = (Contact(by=UnitId("C"), on=UnitId("B"), zone="front", turn=1),)
    board = run(duel(friend, contacts=held, y=62), (10,))
    contact = board.state.contacts_of("A")[0]
    assert contact.zone == "front"


# -- reactions --------------------------------------------------------------------------------


def test_a_unit_that_charged_this_turn_can_only_withstand() -> None:
    foe = unit("B", RED, 60, 52, SOUTH, acted_last=True, ranged="yumi")
    board = run(duel(foe=foe), (8,))
    assert board.asked == []
    assert last(board, "reaction-chosen").answer == "withstand"


def test_reactions_are_closed_for_a_reason() -> None:
    board = run(duel(foe=unit("B", RED, 60, 52, SOUTH, ap=0, fled_charge=1)), (8,))
    assert board.asked == []
    board = run(duel(foe=unit("B", RED, 60, 52, SOUTH, ap=0)), "withstand", (8,))
    assert reasons(board) == {"shoot": "KEN-CHG-41", "counter": "KEN-CHG-48"}
    behind = run(duel(foe=unit("B", RED, 60, 52, NORTH)), "withstand", (5,))
    assert reasons(behind)["counter"] == "KEN-CHG-45"


def test_a_counter_charge_follows_a_failure_without_dice() -> None:
    board = run(duel(), "counter", (3,))
    b = board.state.units["B"]
    (contact,) = board.state.contacts
    assert (contact.by, contact.on, contact.zone) == ("B", "A", "front")
    assert (b.ap, b.charge_bonus, b.charge_dice, b.acted_last) == (1, True, 2, True)
    assert not board.state.units["A"].charge_bonus
    assert board.state.units["A"].failed_charge == 1


def test_a_counter_charge_declared_in_vain_gives_the_charger_two_dice() -> None:
    board = run(duel(), "counter", (8,))
    assert board.state.units["A"].charge_dice == 2
    assert board.state.units["B"].ap == 2
    assert "counter-too-late" in board.kinds()


def test_a_counter_charge_may_fall_short_itself() -> None:
    board = run(duel(y=82), "counter", (3,))
    b = board.state.units["B"]
    assert b.failed_charge == 1
    assert b.at == at(60, 62)
    assert not board.state.contacts


def test_a_target_that_runs_is_let_go_or_followed() -> None:
    board = run(duel(), "run", (3, 4), "no")
    assert board.state.units["B"].fleeing
    assert board.state.units["B"].fled_charge == 1
    assert last(board, "charge-failed").why == "fled"
    assert board.state.units["A"].at == at(60, 60)
    after = run(duel(), "run", (3, 4), "yes", (2,))
    assert after.state.units["A"].at == at(60, 58)


def test_a_fleeing_unit_that_is_charged_is_locked() -> None:
    foe = unit("B", RED, 60, 52, NORTH, fleeing=True)
    board = run(duel(foe=foe), (6,))
    assert board.state.units["B"].locked
    assert board.state.contacts[0].zone == "rear"


# -- loose bodies -----------------------------------------------------------------------------


def test_harassers_form_up_on_the_side_their_nearest_model_shows() -> None:
    mine = loose("A", BLUE, (60, 58), (66, 60), (54, 60), (60, 64))
    board = run(duel(mine=mine), "withstand", (5,))
    a = board.state.units["A"]
    assert a.formed
    assert (a.facing, a.files) == (NORTH, 4)
    assert a.at.y == 52 * CM
    assert board.state.contacts[0].zone == "front"


def test_charged_harassers_form_up_towards_the_charger() -> None:
    foe = loose("B", RED, (60, 50), (66, 48), (54, 48))
    board = run(duel(foe=foe), "withstand", (9,))
    b = board.state.units["B"]
    assert b.formed
    assert b.facing == SOUTH
    assert (b.at.x, b.at.y) == (60 * CM, 51_250)
    assert board.state.contacts[0].zone == "front"
    assert board.state.units["A"].at.y == 51_250


def test_a_lone_character_turns_to_whom_reaches_him() -> None:
    board = run(duel(foe=hero("B", RED, 60, 50)), "withstand", (9,))
    assert board.state.units["B"].facing == SOUTH
    assert board.state.fighting("A")


# -- obstacles --------------------------------------------------------------------------------


def test_an_obstacle_on_the_way_is_paid_for() -> None:
    fence = piece("wall", (50, 56), (70, 56))
    board = run(duel(pieces=(fence,)), "withstand", (10,))
    assert last(board, "charge-rolled").needed == 10 * CM
    assert board.state.contacts[0].across == ""


def test_an_enemy_who_touches_a_fence_is_fought_across_it() -> None:
    fence = piece("wall", (50, 52), (70, 52))
    board = run(duel(pieces=(fence,)), "withstand", (8,))
    (contact,) = board.state.contacts
    assert (contact.across, contact.climb) == ("wall", 0)
    assert last(board, "charge-rolled").needed <= 8 * CM


def test_a_fence_close_before_the_enemy_is_not_crossed_and_not_paid_for() -> None:
    fence = piece("wall", (50, "52.08"), (70, "52.08"))
    board = run(duel(pieces=(fence,)), "withstand", (8,))
    assert board.state.contacts[0].across == "wall"
    assert last(board, "charge-rolled").needed < 8 * CM


def test_a_high_wall_is_climbed_for_a_turn_and_never_by_horses() -> None:
    wall = piece("palisade", (50, 52), (70, 52))
    board = run(duel(pieces=(wall,)), "withstand", (8,))
    assert board.state.contacts[0].climb == 1
    assert board.state.units["A"].climbing == "palisade"
    state = duel(mine=riders("A", BLUE, 60, 60, NORTH), pieces=(wall,))
    no = refuse_charge(state, state.units["A"], state.units["B"])
    assert no is not None
    assert no.code == "charge.too-high"


def test_no_charge_over_a_fence_at_an_enemy_within_five_centimetres() -> None:
    fence = piece("wall", (50, 54), (70, 54))
    state = duel(y=56, pieces=(fence,))
    no = refuse_charge(state, state.units["A"], state.units["B"])
    assert no is not None
    assert no.clause == "KEN-CHG-17"


# -- ways that are barred ----------------------------------------------------------------------


def test_friends_and_closed_ground_bar_the_way() -> None:
    friend = unit("C", BLUE, 60, 57, NORTH, models=2, files=2)
    state = duel(friend, y=70)
    found = aim(state, state.units["A"], state.units["B"])
    assert isinstance(found, Refusal)
    assert found.code == "charge.barred-by-unit"
    rock = duel(y=70, pieces=(box("standing", 58, 56, 61, 58),))
    other = aim(rock, rock.units["A"], rock.units["B"])
    assert isinstance(other, Refusal)
    assert other.code == "charge.barred-by-ground"


# -- fear -------------------------------------------------------------------------------------


def test_terror_makes_the_charged_run_and_fear_makes_them_fight_worse() -> None:
    oni = replace(riders("A", BLUE, 60, 60, NORTH, models=1, files=1), traits=("fear",))
    board = run(duel(mine=oni), (9,), "withstand", (4, 4))
    assert any(effect.stat == "attack" and effect.add == 1 for effect in board.state.units["B"].timed)
    dread = replace(oni, traits=("terror",))
    fled = run(duel(mine=dread), (9,), (2, 3), "no")
    assert fled.state.units["B"].fleeing
