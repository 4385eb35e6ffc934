"""Volleys: who fires at what Attack, and what comes of it (topic RNG)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from msgspec.structs import replace

from app.engine.domains import Choice
from app.engine.modifiers import total
from app.engine.table import Terrain
from app.systems.kensei.army import Model, Order, Side, Timed, Unit, UnitId, Warning
from app.systems.kensei.combat.armoury import WEAPONS
from app.systems.kensei.ground.terrain import piece as laid
from app.systems.kensei.ground.terrain import wall
from app.systems.kensei.shooting.declaring import ORDERS
from app.systems.kensei.shooting.events import ShotsParried, ShotsRolled, VolleyFired
from app.systems.kensei.shooting.flow import load, volley
from app.systems.kensei.shooting.phase import shooting
from app.systems.kensei.shooting.rules import aim_at, attack_lines, crews, harm, refuse_shot
from app.systems.kensei.state import Contact, State
from tests.systems.kensei.fields import (
    BLUE,
    NORTH,
    RED,
    SOUTH,
    Board,
    at,
    box,
    declared,
    field,
    hero,
    loose,
    riders,
    unit,
)

BOW: dict[str, Any] = {"ranged": "yumi", "entry": "yumi_ashigaru", "traits": ("heinin", "projectiles")}


def archers(y: int | str = 80, models: int = 5, **more: Any) -> Unit:
    """Five Yumi Ashigaru who look north."""
    return unit("a", BLUE, 60, y, NORTH, models, **{**BOW, **more})


def enemy(y: int | str = 50, models: int = 10, **more: Any) -> Unit:
    """Ten men who look south."""
    return unit("b", RED, 60, y, SOUTH, models, **more)


def lines(state: State, one: str = "a", **more: bool) -> dict[str, int]:
    """What is added to the Attack of a shot of a at b."""
    a, b, me = state.units["a"], state.units["b"], state.units[one]
    found = attack_lines(state, me, a, b, aim_at(state, a, b, WEAPONS[me.ranged]), **more)
    return {line.id: line.adds for line in found if line.id != "printed"}


def shot(board: Board, *dice: tuple[int, ...], **more: Any) -> None:
    """A fires at b with these dice."""
    board.play(lambda game: volley(game, "a", "b", **more), *dice)


def one_event(board: Board, kind: type) -> object:
    """The one event of this kind."""
    (found,) = (event for event in board.events if isinstance(event, kind))
    return found


# -- Attack ---------------------------------------------------------------------------


@pytest.mark.parametrize(("gap", "band"), [(20, "short"), ("20.1", "medium"), (40, "medium"), ("40.1", "long"),
                                           (60, "long"), ("60.1", "")])  # fmt: skip
def test_bands_are_measured_between_the_nearest_bases(gap: int | str, band: str) -> None:
    target = replace(enemy(), at=at(60, str(110 - Fraction(gap))))
    state = field(archers(110), target)
    aim = aim_at(state, state.units["a"], target, WEAPONS["yumi"])
    assert aim.band == band


def test_range_adds_to_the_attack() -> None:
    assert lines(field(archers(80), enemy(61))) == {"range-short": -1}
    assert lines(field(archers(80), enemy(50))) == {}
    assert lines(field(archers(100), enemy(50))) == {"range-long": 1}


def test_a_hill_lengthens_the_long_band_alone() -> None:
    hill = laid("h", "hill", at(60, 112))
    state = field(archers(110), enemy(42), pieces=(hill,))
    assert lines(state) == {"range-long": 1}
    assert aim_at(state, state.units["a"], enemy(39), WEAPONS["yumi"]).band == ""


@pytest.mark.parametrize(("moved", "found"), [("march", {"after-march": 1}), ("back", {"after-backwards": 1}),
                                              ("run", {"after-run": 2}), ("", {})])  # fmt: skip
def test_movement_costs(moved: str, found: dict[str, int]) -> None:
    assert lines(field(archers(moved=moved), enemy())) == found
    assert lines(field(archers(moved=moved, ranged="shuriken"), enemy(70))) == {}


def test_steady_volley_forgives_the_march_and_not_the_run() -> None:
    steady = (Timed(key="steady_volley", stat="no_march_penalty", until=2),)
    assert lines(field(archers(moved="march", timed=steady), enemy())) == {}
    assert lines(field(archers(moved="run", timed=steady), enemy())) == {"after-run": 2}


def test_precision_and_the_second_shot() -> None:
    assert lines(field(archers(), enemy()), precision=True) == {"precision": -1}
    assert lines(field(archers(), enemy()), second=True) == {"second-shot": 1}


def test_loners_and_castes() -> None:
    assert lines(field(archers(), loose("b", RED, (60, 50), traits=("loner",)))) == {"loner": 1}
    kuge = (Side(seat=BLUE, caste="kuge"), Side(seat=RED))
    assert lines(field(archers(), enemy(), sides=kuge)) == {"caste": -1}
    assert lines(field(archers(traits=("samurai",)), enemy(), sides=kuge)) == {}


def test_flames_beat_the_ki_of_the_target() -> None:
    state = field(archers(ranged="flame"), enemy(ki=4))
    found = attack_lines(state, state.units["a"], state.units["a"], state.units["b"],
                         aim_at(state, state.units["a"], state.units["b"], WEAPONS["flame"]))  # fmt: skip
    assert total(found) == 4


def test_water_and_deep_forest_about_the_shooter() -> None:
    assert lines(field(archers(), enemy(), pieces=(box("water", 40, 75, 80, 90),))) == {"from-water": 2}
    wood = laid("f", "forest", at(60, 84), size=(10_000, 0))
    assert lines(field(archers(), enemy("65.5"), pieces=(wood,))) == {"range-short": -1, "from-forest": 2}


# -- Cover ----------------------------------------------------------------------------


@pytest.mark.parametrize(("piece", "found"), [
    (laid("h", "hill", at(60, 46)), {"cover-light": 1}),
    (laid("f", "forest", at(60, 38)), {"cover-light": 1}),
    (wall("w", "wall", at(40, 55), at(80, 55)), {"cover-light": 1}),
    (wall("w", "palisade", at(40, 55), at(80, 55)), {"cover-heavy": 2}),
    (box("house", 56, 54, 64, 62), {"cover-heavy": 2}),
    (box("standing", "64.9", 54, "69.9", 59), {"cover-light": 1}),
    (box("rough", 50, 53, 70, 62), {}),
    (box("deep_water", 50, 53, 70, 62), {}),
])  # fmt: skip
def test_cover_of_terrain(piece: Terrain, found: dict[str, int]) -> None:
    assert lines(field(archers(), enemy(), pieces=(piece,))) == found


def test_the_best_cover_counts_alone() -> None:
    both = (laid("h", "hill", at(60, 46)), wall("w", "palisade", at(40, 62), at(80, 62)))
    assert lines(field(archers(), enemy(), pieces=both)) == {"cover-heavy": 2}


def test_units_in_between_are_no_cover() -> None:
    screen = unit("x", RED, 60, 60, SOUTH, 3, 3)
    assert lines(field(archers(), enemy(), screen)) == {}


def test_inside_a_house_that_shot() -> None:
    house = box("house", 56, 42, 64, 50)
    state = field(archers(), enemy(46, 4, building="house", fired_inside=1), pieces=(house,))
    assert lines(state) == {"cover-heavy": 2}
    assert refuse_shot(state, state.units["a"], state.units["b"]) is None
    hidden = field(archers(), enemy(46, 4, building="house"), pieces=(house,))
    no = refuse_shot(hidden, hidden.units["a"], hidden.units["b"])
    assert no is not None
    assert no.code == "sight.inside"


def test_ruins_and_cemeteries_cover_who_is_wholly_inside() -> None:
    for key, found in (("cemetery", {"cover-heavy": 2}), ("ruins", {"cover-light": 1})):
        ground = box(key, 50, 41, 70, 55)
        state = field(archers(), enemy(at=at(60, 52)), pieces=(ground,), turn=1)
        state = state.with_unit("a", leaves=(("shoot", "b"),))
        assert lines(state) == found


def test_stakes_cover_the_front_alone_and_shields_all() -> None:
    stakes = (Timed(key="wall_of_stakes", stat="cover_shots", until=2),)
    shields = (Timed(key="wooden_shields", stat="cover_shots", until=2),)
    assert lines(field(archers(), enemy(timed=stakes))) == {"cover-light": 1}
    turned = unit("b", RED, 60, 45, NORTH, timed=stakes)
    assert lines(field(archers(), turned)) == {}
    assert lines(field(archers(), replace(turned, timed=shields))) == {"cover-heavy": 2}


def test_fire_of_creatures_heeds_no_fence() -> None:
    fence = wall("w", "wall", at(40, 55), at(80, 55))
    assert lines(field(archers(ranged="igneous"), enemy(), pieces=(fence,))) == {}


# -- dice -----------------------------------------------------------------------------


def test_a_volley_to_its_end() -> None:
    board = Board(field(archers(), enemy()))
    shot(board, (8, 7, 1, 10, 9), (3, 2, 2), (4, 3))
    rolled, parried = (one_event(board, kind) for kind in (ShotsRolled, ShotsParried))
    assert isinstance(rolled, ShotsRolled)
    assert (rolled.needed, rolled.hits) == (7, 3)
    assert isinstance(parried, ShotsParried)
    assert parried.through == 2
    assert parried.needed == (3, 2, 3), "a 10 lowers the Defence against its hit"
    assert len(board.state.units["b"].models) == 9, "a 3 does not beat Armour 3"
    assert not any(model.loaded for model in board.state.units["a"].models)
    assert board.state.units["a"].shots == 1
    assert board.kinds() == ["volley-fired", "shots-rolled", "shots-parried", "shots-hurt", "wounds-taken"]


def test_out_of_range_the_shot_is_spent() -> None:
    board = Board(field(archers(115), enemy(40)))
    shot(board)
    fired = one_event(board, VolleyFired)
    assert isinstance(fired, VolleyFired)
    assert fired.band == ""
    assert fired.clause == "KEN-RNG-09"
    assert not crews(board.state, board.state.units["a"])
    load(board, "a")
    assert len(crews(board.state, board.state.units["a"])[0].models) == 5


def test_a_die_for_each_wound_of_those_who_are_ready() -> None:
    bodies = (Model(2), Model(2), Model(2), Model(1), Model(2, loaded=False), Model(2, wet=True))
    state = field(riders("a", BLUE, 60, 80, bodies=bodies, **BOW), enemy())
    assert [crew.dice for crew in crews(state, state.units["a"])] == [7]
    blind = state.with_unit("a", timed=(Timed(key="blind", stat="shooting_dice", add=-3, until=2),))
    assert [crew.dice for crew in crews(blind, blind.units["a"])] == [4]


def test_a_bushi_fires_with_his_unit_at_his_own_attack() -> None:
    officer = hero("h", BLUE, host="a", attack=4, ranged="yumi", wounds=2)
    board = Board(field(archers(), enemy(), officer))
    assert [(crew.unit, crew.dice) for crew in crews(board.state, board.state.units["a"])] == [("a", 5), ("h", 2)]
    shot(board, (1, 1, 1, 1, 1), (4, 5), (10,), (9,))
    assert board.state.units["h"].shots == 1
    assert not board.state.units["h"].models[0].loaded
    assert [model.loaded for model in board.state.units["h"].models] == [False]
    sword = hero("h", BLUE, host="a", ranged="teppo")
    assert len(crews(field(archers(), enemy(), sword), archers())) == 1, "another weapon does not fire with them"


def test_the_highest_rank_defends() -> None:
    low = hero("s", RED, host="b", rank="samurai_daisho", defence=4)
    high = hero("h", RED, host="b", rank="busho", defence=6)
    board = Board(field(archers(), enemy(), low, high))
    shot(board, (8, 1, 1, 1, 1), (5,))
    parried = one_event(board, ShotsParried)
    assert isinstance(parried, ShotsParried)
    assert (parried.by, parried.needed) == ("h", (6,))


def test_water_lowers_the_defence_of_who_stands_in_it() -> None:
    board = Board(field(archers(), enemy(), pieces=(box("water", 40, 45, 80, 55),)))
    shot(board, (8, 1, 1, 1, 1), (2,), (1,))
    parried = one_event(board, ShotsParried)
    assert isinstance(parried, ShotsParried)
    assert parried.needed == (1,)


@pytest.mark.parametrize(("switch", "face", "armour", "wounds"), [
    ("seed", 1, 0, 0), ("seed", 6, 4, 2), ("seed", 4, 4, 0), ("seed", 10, 4, 10), ("seed", 10, 0, 10),
    ("seed", 10, 7, 6), ("seed", 10, 10, 0), ("spread", 8, 4, 4),
    ("single", 5, 4, 1), ("single", 4, 4, 0), ("single", 10, 12, 2), ("single", 1, 0, 0),
])  # fmt: skip
def test_damage_by_the_switch(switch: str, face: int, armour: int, wounds: int) -> None:
    assert harm(face, 0, armour, 10, switch) == wounds


def test_critical_on_nine() -> None:
    assert harm(9, 0, 4, 9, "seed") == 10
    assert harm(9, 0, 4, 10, "seed") == 5
    assert harm(9, 0, 9, 9, "single") == 0


def test_a_teppo_takes_one_from_the_armour() -> None:
    board = Board(field(archers(ranged="teppo"), enemy(armour=4)))
    shot(board, (8, 1, 1, 1, 1), (10,), (4,))
    assert len(board.state.units["b"].models) == 9


def test_what_spills_by_the_switch() -> None:
    board = Board(field(archers(), enemy(), options={"ranged_damage": "spread"}))
    shot(board, (8, 1, 1, 1, 1), (10,), (6,))
    assert len(board.state.units["b"].models) == 7


def test_ordinary_shots_do_not_hurt_the_ethereal() -> None:
    ghost = enemy(traits=("ethereal",))
    state = field(archers(), ghost)
    no = refuse_shot(state, state.units["a"], state.units["b"])
    assert no is not None
    assert no.code == "fire.ethereal"
    board = Board(state)
    shot(board, (10, 10, 10, 10, 10))
    assert len(board.state.units["b"].models) == 10


def test_an_assassin_names_a_character() -> None:
    shinobi = hero("a", BLUE, 60, 55, role="special", rank="", ranged="shuriken", traits=("assassin",), attack=5)
    state = field(shinobi, enemy(50), hero("h", RED, host="b", defence=5, armour=3, wounds=2, cost=70))
    assert refuse_shot(state, state.units["a"], state.units["h"]) is None
    board = Board(state)
    shot(board, (8, 7), (9, 9), (5, 4), named="h")
    rolled = one_event(board, ShotsRolled)
    assert isinstance(rolled, ShotsRolled)
    assert [line.id for line in rolled.lines] == ["printed", "range-short", "cover-heavy"]
    assert board.state.units["h"].fate == "destroyed"
    assert len(board.state.units["b"].models) == 10


def test_nobody_else_shoots_at_a_character_in_a_unit() -> None:
    state = field(archers(), enemy(), hero("h", RED, host="b"))
    no = refuse_shot(state, state.units["a"], state.units["h"])
    assert no is not None
    assert no.code == "fire.one-of-unit"


def test_a_sling_slows() -> None:
    slingers = loose("a", BLUE, (60, 80), (65, 80), ranged="sling", troop="infantry")
    board = Board(field(slingers, enemy(62)))
    shot(board, (9, 1), (9,), (1,))
    (effect,) = board.state.units["b"].timed
    assert (effect.stat, effect.add, effect.until) == ("initiative", -1, 2)
    board = Board(field(slingers, riders("b", RED, 60, 62, SOUTH, each=2)))
    shot(board, (9, 1), (9,), (1,), (8,))
    assert [effect.stat for effect in board.state.units["b"].timed] == ["halve_movement"]


# -- half the Wounds ------------------------------------------------------------------


def test_half_the_wounds_lost_to_shooting_is_a_test_once() -> None:
    board = Board(field(archers(), enemy(models=6)))
    shot(board, (8, 8, 8, 1, 1), (9, 9, 9), (8, 8, 8), (2,))
    assert "half-shot" in board.kinds()
    assert board.state.units["b"].shot_tested
    load(board, "a")
    shot(board, (9, 1, 1, 1, 1), (9,), (8,))
    assert board.kinds().count("half-shot") == 1


def test_less_than_half_is_none() -> None:
    board = Board(field(archers(), enemy(models=7)))
    shot(board, (8, 8, 8, 1, 1), (9, 9, 9), (8, 8, 8))
    assert "half-shot" not in board.kinds()


# -- orders and the phase -------------------------------------------------------------


def told(state: State, id: str = "a") -> dict[str, str]:
    """The options to declare, with the codes of those that are closed."""
    return {key: option.no.code if option.no else "" for key, option in ORDERS.options(state, state.units[id]).items()}


def test_what_may_be_declared() -> None:
    assert told(field(archers(), enemy())) == {"shoot": "", "precise": "", "load": "fire.loaded"}
    assert told(field(archers(ap=1), enemy())) == {"shoot": "", "precise": "no_ap", "load": "fire.loaded"}
    assert told(field(archers(ranged=""), enemy())) == {}
    shot_once = (Order(do="shoot", target="b"),)
    assert told(field(archers(ap=3, orders=shot_once), enemy())) == {
        "shoot": "fire.not-loaded", "precise": "fire.not-loaded", "load": ""}  # fmt: skip
    twice = (*shot_once, Order(do="load"))
    assert told(field(archers(ap=3, orders=twice), enemy()))["shoot"] == ""


def test_declaring_tells_nothing_of_ranges() -> None:
    near, far = field(archers(), enemy(60)), field(archers(110), enemy(10))
    assert told(near) == told(far)
    for state in (near, far):
        then = ORDERS.options(state, state.units["a"])["shoot"].then
        assert then is not None
        assert then().only() == Choice("b")


def test_orders_are_made_of_what_was_chosen() -> None:
    state = field(archers(), enemy())
    assert declared(ORDERS, state, archers(), Choice("precise", Choice("b"))) == Order(
        do="shoot", target="b", precision=True, cost=2)  # fmt: skip
    assert declared(ORDERS, state, archers(), Choice("load")) == Order(do="load", cost=1)


def test_nobody_shoots_into_or_out_of_a_combat() -> None:
    other = unit("c", BLUE, 60, 52, NORTH)
    met = (Contact(by=UnitId("c"), on=UnitId("b"), zone="front"),)
    state = field(archers(), enemy(), other, contacts=met)
    no = refuse_shot(state, state.units["a"], state.units["b"])
    assert no is not None
    assert no.code == "fire.at-combat"
    no = refuse_shot(state, replace(other, ranged="yumi"), enemy())
    assert no is not None
    assert no.code == "fire.in-combat"


def test_without_sight_a_strategic_order_is_needed() -> None:
    screen = unit("x", BLUE, 60, 65, NORTH, 20)
    state = field(archers(), enemy(), screen)
    no = refuse_shot(state, state.units["a"], state.units["b"])
    assert no is not None
    assert no.code == "sight.hidden"
    given = state.with_unit("a", leaves=(("shoot", "b"),))
    assert refuse_shot(given, given.units["a"], given.units["b"]) is None


def test_the_phase_carries_out_shots_and_loading() -> None:
    told_ = (Order(do="shoot", target="b"), Order(do="load"), Order(do="shoot", target="b"))
    board = Board(field(archers(ap=3, orders=told_), enemy()))
    board.play(shooting, "a", (1,) * 5, "a", "a", (9, 8, 1, 1, 1), (1,))
    unit_a = board.state.units["a"]
    assert (unit_a.ap, unit_a.shots) == (0, 2)
    assert [one.state for one in unit_a.orders] == ["done"] * 3
    second = [event for event in board.events if isinstance(event, ShotsRolled)][1]
    assert "second-shot" in [line.id for line in second.lines]


def test_what_cannot_be_paid_lapses_and_what_is_left_is_given_up() -> None:
    board = Board(field(archers(ap=1, orders=(Order(do="shoot", target="b", precision=True, cost=2),)), enemy()))
    board.play(shooting)
    assert board.state.units["a"].orders[0].state == "lapsed"
    assert board.state.units["a"].ap == 1
    board = Board(field(archers(orders=(Order(do="shoot", target="b"),)), enemy()))
    board.play(shooting, "done")
    assert board.state.units["a"].orders[0].state == "given-up"
    assert board.state.units["a"].ap == 2


def test_a_shot_that_has_become_impossible_is_skipped_for_the_next() -> None:
    gone = replace(enemy(), fate="destroyed", models=())
    orders = (Order(do="shoot", target="b"), Order(do="load"), Order(do="shoot", target="c"))
    other = unit("c", RED, 60, 55, SOUTH)
    board = Board(field(archers(ap=3, orders=orders), gone, other))
    board.play(shooting, "skip-a", "skip-a", "a", (1,) * 5)
    assert [one.state for one in board.state.units["a"].orders] == ["given-up", "given-up", "done"]
    assert board.state.units["a"].ap == 2
    assert board.asked[0].domain.describe()["options"][0]["no"].code == "fire.gone"


def test_an_enemy_who_waited_for_it_shoots_first() -> None:
    waits = Warning(trigger={"type": "enemy_shoots", "at": "any"}, response="shoot", turn=1)
    foe = enemy(models=5, warning=waits, **BOW)
    board = Board(field(archers(orders=(Order(do="shoot", target="b"),)), foe))
    board.play(shooting, "a", "b", (8, 9, 1, 1, 1), (9, 9), (9, 9), (1, 1, 1))
    fired = [event.unit for event in board.events if isinstance(event, VolleyFired)]
    assert fired == ["b", "a"]
    assert (board.state.units["a"].ap, board.state.units["b"].ap) == (1, 1)


def test_a_shot_is_lost_with_its_ap_if_the_shooter_is_broken_first() -> None:
    waits = Warning(trigger={"type": "enemy_shoots", "at": "any"}, response="shoot", turn=1)
    foe = enemy(models=5, warning=waits, **BOW)
    board = Board(field(archers(90, orders=(Order(do="shoot", target="b"),)), foe))
    board.play(shooting, "a", "b", (9, 9, 9, 1, 1), (9, 9, 9), (9, 9, 9), (10,), (1, 2))
    assert board.state.units["a"].fleeing
    assert [event.unit for event in board.events if isinstance(event, VolleyFired)] == ["b"]


def test_a_special_character_does_not_fire_with_his_unit() -> None:
    shinobi = hero("s", BLUE, host="a", role="special", rank="", ranged="yumi")
    state = field(archers(), enemy(), shinobi)
    assert [crew.unit for crew in crews(state, state.units["a"])] == ["a"]
    assert [crew.unit for crew in crews(state, state.units["s"])] == ["s"]
    assert told(state, "s")["shoot"] == ""


@pytest.mark.parametrize(("models", "found"), [(6, "cover-heavy"), (7, "cover-light")])
def test_cover_is_heavy_from_half_of_the_models_on(models: int, found: str) -> None:
    men = [(50 + 4 * n, 50) for n in range(models)]
    rock = box("standing", 49, 52, 59, 53)
    state = field(loose("a", BLUE, *((x, 80) for x, _ in men), **BOW), loose("b", RED, *men), pieces=(rock,))
    assert [id for id in lines(state) if id.startswith("cover")] == [found]
