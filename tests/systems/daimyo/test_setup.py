"""The set-up: grounds, who sets up first, zones, leaders, and what stands against a set-up (SCN-07, -08, -12)."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import pytest

from app.engine.asks import AnyAsk
from app.engine.domains import Choice, Menu, Place, Spot
from app.engine.formations import footprint
from app.engine.geometry import CM, Point
from app.engine.shapes import gap
from app.engine.system import Setup, SideSetup
from app.systems.daimyo.measure import ground_of
from app.systems.daimyo.scenarios.figures import keys
from app.systems.daimyo.scenarios.setup.layout import first_table, laid, players_pieces, refuse_piece, shape_of
from app.systems.daimyo.scenarios.setup.places import body_of, names_of, refuse_leader, refuse_unit, zone_for
from app.systems.daimyo.state import State
from app.systems.daimyo.system import SYSTEM
from tests.systems.daimyo.openings import BLUE, RED, Opening, agreed


def at(x: int, y: int) -> Point:
    """A place in cm, y from the north."""
    return Point(x * CM, y * CM)


def crowded(state: State) -> list[tuple[str, str]]:
    """Units less than a centimetre apart."""
    pairs = combinations(state.fielded(), 2)
    return [(a.id, b.id) for a, b in pairs if gap(ground_of(state, a), ground_of(state, b)) < CM - 20]


@pytest.mark.parametrize("sample", [False, True])
@pytest.mark.parametrize("scenario", keys())
def test_every_scenario_is_set_up_in_its_zones(scenario: str, sample: bool) -> None:
    opening = Opening(agreed(scenario), seed=3, sample=sample)
    state = opening.run()
    assert (SYSTEM.next_phase(state), crowded(state)) == ("start", [])
    for unit in state.fielded():
        zone = zone_for(state, unit.seat, names_of(state, unit))
        assert zone is not None
        alone = state.with_unit(unit.id, fate="reserve")
        assert refuse_unit(alone, unit, unit.formation, zone) is None, unit.id
    waiting = [clan.id for clan in state.clans.values() if clan.waiting]
    off = [u for u in state.units.values() if not u.on_table]
    assert all(u.clan in waiting or (not u.clan and scenario == "rearguard") for u in off)
    assert all(SYSTEM.tell(event).about in SYSTEM.sentences for event in opening.events)


def test_historical_armies_stand_as_their_scenarios_say() -> None:
    seated = {"nagashino": [RED, BLUE], "kawanakajima": [BLUE], "sekigahara": [RED, BLUE], "okehazama": [RED]}
    for scenario, seats in seated.items():
        state = Opening(agreed(scenario)).run()
        assert [m.seat for m in state.leaders.values() if m.seated] == seats
    state = Opening(agreed("okehazama")).run()
    assert {u.disordered for u in state.fielded(RED) if u.kind != "hq"} == {True}
    assert {u.disordered for u in state.fielded(BLUE)} == {False}
    assert Opening(agreed("kawanakajima")).run().side(RED).weight == 15


def test_the_lower_roll_sets_a_clan_up_first_and_households_come_last() -> None:
    opening = Opening(agreed(), dice=(3, 3, 5, 2))
    opening.run()
    assert opening.rolls == ["deployment"] * 4
    assert [event.total for event in opening.told("deployment-rolled")] == [6, 6, 8, 5]
    order = [(event.seat, event.clan) for event in opening.told("clan-deployed")]
    assert [seat for seat, _ in order] == [BLUE, RED] * 4
    assert [clan.startswith("household") for _, clan in order] == [False] * 6 + [True] * 2


def test_a_tie_with_equal_generals_is_rolled_again() -> None:
    opening = Opening(agreed(), dice=(1, 1, 1, 2))
    opening.run()
    assert opening.told("first-to-deploy")[0].seat == RED


def test_a_clan_begun_is_finished_before_any_other() -> None:
    seen: list[list[str]] = []

    def one_by_one(question: AnyAsk) -> Any:
        menu = question.domain
        assert isinstance(menu, Menu)
        seen.append([key for key in menu.options if key != "rest"])
        key = next(iter(menu.options))
        if key == "rest":
            return "rest"
        then = menu.options[key].then
        assert then is not None
        return menu.write(Choice(key, then().some(1)[0]))

    opening = Opening(agreed(), dice=(6, 1), answer=one_by_one)
    state = opening.run()
    assert not crowded(state)
    assert len(seen[0]) == 9  # every unit of three clans
    assert seen[1] == ["blue-4", "blue-5"]  # the other units of the clan begun
    assert seen[3] == ["blue-L1"]  # its Daimyo once they stand


def test_a_unit_stands_wholly_in_its_zone_and_off_the_others() -> None:
    state = Opening(agreed()).run()
    unit = state.units["red-3"]
    zone = zone_for(state, RED, ("yamagata", "all"))
    assert zone is not None

    def code(x: int, y: int, facing: int = 0) -> str:
        alone = state.with_unit(unit.id, fate="reserve")
        no = refuse_unit(alone, unit, body_of(unit, at(x, y), facing), zone)
        return no.code if no else ""

    assert code(30, 100) == ""
    assert code(30, 89) == "deploy.zone"
    assert code(30, 90) == ""
    assert code(16, 100) == "deploy.zone"
    assert code(30, 100, 4_500) == ""
    other = state.units["red-4"]
    x, y = other.at.x // CM, other.at.y // CM
    assert code(x, y) == "deploy.too-near"


def test_the_gun_line_stands_at_the_palisade_facing_as_it_likes() -> None:
    state = SYSTEM.begin(agreed("nagashino"))
    gun = next(u for u in state.units.values() if u.seat == RED and u.missile == "arquebus")
    zone = zone_for(state, RED, names_of(state, gun))
    assert zone is not None
    assert refuse_unit(state, gun, body_of(gun, at(57, 100), 9_000), zone) is None
    no = refuse_unit(state, gun, body_of(gun, at(56, 100), 9_000), zone)
    assert no is not None
    assert (no.code, no.facts["reach"]) == ("deploy.palisade", CM)


def test_clans_that_must_face_a_way_do() -> None:
    state = SYSTEM.begin(agreed("sekigahara"))
    clan = next(clan for clan in state.clans.values() if clan.key == "kobayakawa")
    unit = next(u for u in state.units.values() if u.clan == clan.id)
    zone = zone_for(state, RED, names_of(state, unit))
    assert zone is not None
    no = refuse_unit(state, unit, body_of(unit, at(92, 110), 9_000), zone)
    assert no is not None
    assert no.code == "deploy.facing"
    assert refuse_unit(state, unit, body_of(unit, at(90, 105), 0), zone) is None


def test_a_daimyo_stands_near_his_clan_and_a_general_may_sit() -> None:
    state = Opening(agreed("meeting"), dice=(1, 6)).run()
    lord, unit = state.leaders["red-L1"], next(state.units_of(state.leaders["red-L1"].clan, RED))
    centre = unit.formation.centre
    assert refuse_leader(state, lord, centre) is None
    no = refuse_leader(state, lord, at(20, 119) if centre.x > 90 * CM else at(160, 119))
    assert no is not None
    assert no.code == "deploy.leader-far"
    assert [m.id for m in state.leaders.values() if m.seated] == ["red-L0", "blue-L0"]


def test_other_formations_are_chosen_only_where_that_was_agreed() -> None:
    def wide(question: AnyAsk) -> Any:
        menu = question.domain
        key = next(iter(menu.options)) if isinstance(menu, Menu) else ""
        then = menu.options[key].then if isinstance(menu, Menu) and key.startswith("red-") and "L" not in key else None
        inner = then() if then else None
        if isinstance(inner, Menu) and "files-6" in inner.options:
            place = inner.options["files-6"].then
            assert place is not None
            return {"pick": key, "then": {"pick": "files-6", "then": [*place().some(1)[0].at, 0]}}
        return None

    state = Opening(agreed(formations=True), answer=wide).run()
    assert 6 in [u.files for u in state.fielded(RED)]
    plain = Opening(agreed(), answer=wide).run()
    assert 6 not in [u.files for u in plain.fielded(RED)]


def test_a_scenario_that_seats_its_general_offers_nothing_else() -> None:
    leaders: list[Menu] = []

    def look(question: AnyAsk) -> Any:
        menu = question.domain
        option = menu.options.get("red-L0") if isinstance(menu, Menu) else None
        if option is not None and option.then is not None:
            leaders.append(option.then())  # type: ignore[arg-type]
        if isinstance(menu, Menu) and len(menu.options) > 1:
            key = next(iter(menu.options))
            then = menu.options[key].then
            return menu.write(Choice(key, then().some(1)[0])) if then else None
        return None

    state = Opening(agreed("nagashino"), answer=look).run()
    closed = {key: option.no.code for key, option in leaders[0].options.items() if option.no}
    assert closed == {"attach": "deploy.must-sit", "place": "deploy.must-sit"}
    assert state.leaders["red-L0"].seated


def test_the_headquarters_of_the_temple_is_proposed_where_its_general_may_sit() -> None:
    state = Opening(agreed("temple", red="takeda")).run()
    assert state.leaders["red-L0"].seated
    at_ = state.leaders["red-L0"].at
    assert 60 * CM <= at_.x <= 120 * CM
    assert 15 * CM <= at_.y <= 60 * CM


# -- terrain ------------------------------------------------------------------------------


def test_the_scenarios_ground_is_turned_to_the_engines_axes() -> None:
    board = first_table(agreed("meeting"))
    woods = next(p for p in board.pieces if p.id == "woods")
    assert (board.width, board.depth) == (180 * CM, 120 * CM)
    assert woods.outline == (at(122, 48), at(150, 48), at(150, 74), at(122, 74))
    bank = next(p for p in first_table(agreed("fords")).pieces if p.id == "north-bank")
    assert (bank.outline, bank.closed) == ((at(0, 56), at(180, 56)), False)


@pytest.mark.parametrize(("points", "width"), [(300, 120), (600, 180), (900, 240)])
def test_tables_grow_with_the_size_of_the_game(points: int, width: int) -> None:
    assert first_table(agreed(points=points)).width == width * CM


def test_players_place_three_pieces_each_and_a_die_falls_for_every_one() -> None:
    opening = Opening(agreed(terrain="random"), dice=(1, 2, 3, 4, 5, 6), seed=5, sample=True)
    state = opening.run()
    assert [e.seat for e in opening.told("piece-placed")] == [RED, BLUE] * 3
    assert [e.fate for e in opening.told("piece-tested")] == ["removed", *["stays"] * 4, "shifted"]
    asked = [q.seat for q in opening.asked if q.about == "terrain.shift"]
    assert asked == [RED]
    left = players_pieces(state)
    assert [p.id for p in left] == [f"piece-{n}" for n in range(2, 7)]
    assert all(gap(a.outline, b.outline) >= 15 * CM for a, b in combinations(left, 2))
    assert [p.id for p in state.table.pieces if p.kind == "road"] == ["road"]


def test_a_piece_lies_on_the_table_away_from_others_and_no_village_on_the_road() -> None:
    state = SYSTEM.begin(agreed(terrain="random"))

    def code(kind: str, x: int, y: int) -> str:
        no = refuse_piece(state, kind, laid(shape_of(kind), at(x, y), 0))
        return no.code if no else ""

    assert code("woods", 10, 60) == "terrain.off-table"
    assert code("woods", 90, 60) == ""
    assert code("building", 90, 60) == "terrain.on-road"
    assert code("building", 110, 60) == ""


def test_an_open_field_is_bare() -> None:
    assert first_table(agreed(terrain="open")).pieces == ()


# -- what stands against a set-up -------------------------------------------------------


def codes(setup: Setup) -> list[str]:
    """What stands against a set-up."""
    found = SYSTEM.refuse_setup(setup)
    assert all(no.code in SYSTEM.sentences for no in found)
    return [no.code for no in found]


@pytest.mark.parametrize("scenario", keys())
def test_the_usual_set_up_of_every_scenario_is_lawful(scenario: str) -> None:
    assert codes(agreed(scenario)) == []


def test_a_set_up_is_refused_with_every_reason_at_once() -> None:
    assert codes(agreed(points=450, terrain="moon", weather="yes", dice=6)) == [
        "setup.on-or-off", "setup.no-option", "setup.limit", "setup.no-layout", "roster.points", "roster.points",
    ]  # fmt: skip
    sides = agreed().sides
    assert codes(Setup("nowhere", sides)) == ["setup.no-scenario"]
    assert codes(Setup("meeting", sides[:1])) == ["setup.sides"]
    assert codes(Setup("meeting", (sides[0], sides[0]))) == ["setup.same-seat"]
    assert "setup.two-limits" in codes(agreed(points=600, limit=900))


WOODS: dict[str, Any] = {"id": "w", "kind": "woods", "outline": [[50, 40], [70, 40], ["75.5", 60], [55, 65], [60, 50]]}


def test_a_list_of_pieces_is_laid_where_a_scenario_can_do_without_its_own_ground() -> None:
    fence = {"id": "f", "kind": "bank", "line": [[10, 60], [30, 60]]}
    setup = agreed(terrain=[WOODS, fence])
    assert codes(setup) == []
    woods, bank = first_table(setup).pieces
    assert (woods.outline[0], woods.outline[2], woods.closed) == (at(50, 40), Point(75_500, 60 * CM), True)
    assert (bank.outline, bank.closed) == ((at(10, 60), at(30, 60)), False)
    assert codes(agreed("nagashino", terrain=[WOODS])) == ["setup.must-lie"]
    for wrong in ([{"id": "x", "kind": "moon"}], [WOODS, WOODS], [{**WOODS, "outline": [[0, 0], [500, 0], [0, 9]]}]):
        assert codes(agreed(terrain=wrong)) == ["setup.terrain-list"]


def test_historical_scenarios_take_their_own_armies_in_their_order() -> None:
    assert codes(agreed("nagashino", red="nagashino-takeda", blue="nagashino-allies")) == ["setup.army"] * 2


def test_sides_of_a_scenario_have_limits_of_their_own() -> None:
    assert codes(agreed("rearguard", red="takeda", blue="oda")) == ["roster.points"]
    assert codes(agreed("temple", red="oda", blue="takeda")) == []


def test_artillery_must_be_agreed_but_for_the_two_pieces_of_the_temple() -> None:
    clans = [
        {"daimyo": "A", "cr": 1, "units": [{"profile": "SF"}, {"profile": "AS"}, {"profile": "LA"}]},
        {"daimyo": "B", "cr": 1, "units": [{"profile": "SY"}, {"profile": "AB"}, {"profile": "LA"}]},
    ]
    army = {"name": "Guns", "general": {"name": "G", "cr": 1}, "clans": clans}
    other = SideSetup(BLUE, {"sample": "oda"})

    def with_guns(scenario: str, **options: Any) -> list[str]:
        sides = (SideSetup(RED, army), other) if scenario == "meeting" else (other, SideSetup(RED, army))
        return codes(Setup(scenario, sides, options))

    assert with_guns("meeting") == ["setup.no-guns"]
    assert with_guns("meeting", artillery=True) == []
    assert with_guns("temple") == []


def test_a_place_shows_the_unit_as_it_would_stand() -> None:
    opening = Opening(agreed(), dice=(1, 6))
    opening.run()
    menu = opening.asked[0].domain
    assert isinstance(menu, Menu)
    key = next(iter(menu.open()))
    then = menu.options[key].then
    assert then is not None
    place = then()
    assert isinstance(place, Place)
    spot = place.sure[0]
    unit = SYSTEM.begin(agreed()).units[key]
    assert place.preview(spot).marks[0].points == footprint(body_of(unit, spot.at, spot.facing))
    assert place.preview(Spot(Point(0, 0))).no is not None
