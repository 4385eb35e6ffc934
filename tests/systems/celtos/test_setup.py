"""The set-up: terrain and its vetoes, edges and roles, deployment, what stands against a set-up (2.3)."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import Any

import pytest

from app.engine.asks import AnyAsk
from app.engine.geometry import CM, Point
from app.engine.refusals import Refusal
from app.engine.system import Setup, SideSetup
from app.systems.celtos.ground.cover import in_area_cover
from app.systems.celtos.ground.sight import sees
from app.systems.celtos.measure import apart, in_coherency, overlaps
from app.systems.celtos.scenarios.figures import home, keys
from app.systems.celtos.setup.deploy import units_menu
from app.systems.celtos.setup.places import Ground, found_layout, ground_of, refuse_layout
from app.systems.celtos.setup.terrain import judge_of
from app.systems.celtos.state import Model, State
from app.systems.celtos.system import SYSTEM
from tests.systems.celtos.stages import BANDS, BLUE, GOLD, GREEN, RED, SEATS, Opening, Phase, agreed, spot


def opened(scenario: str = "open-field", **options: Any) -> Setup:
    """A set-up of a scenario without terrain."""
    bands = tuple(SYSTEM_BANDS) if scenario == "vanguards" else BANDS
    return agreed(scenario, bands=bands, **{"terrain": "none", **options})


SYSTEM_BANDS = [row["id"] for row in SYSTEM.catalogue()["samples"] if row["limit"] == 150]


def clashes(state: State) -> Iterator[tuple[str, str]]:
    """Models that stand on each other."""
    standing: list[Model] = list(state.standing())
    for n, a in enumerate(standing):
        yield from ((a.id, b.id) for b in standing[n + 1 :] if overlaps(a.base, b.base))


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("scenario", keys())
def test_every_scenario_is_set_up_to_the_first_turn(scenario: str, seed: int) -> None:
    opening = Opening(opened(scenario, terrain="random"), seed=seed)
    state = opening.run()
    assert SYSTEM.next_phase(state) == "marker"
    assert not list(clashes(state))
    for unit in state.units.values():
        assert unit.waiting or (state.living(unit) and in_coherency(state, unit)), unit.id
    assert all(SYSTEM.tell(event).about in SYSTEM.sentences for event in opening.events)


def test_the_winner_picks_an_edge_and_the_other_deploys_first() -> None:
    opening = Opening(opened(), dice=(4, 4, 7, 2), answer=lambda q: "north" if q.about == "setup.edge" else None)
    state = opening.run()
    assert opening.rolls == ["roll-off"] * 4
    assert [side.edge for side in state.sides] == ["north", "south"]
    order = [e.seat for e in opening.told("unit-deployed")]
    waits = opening.told("unit-waits")
    assert order[0] == BLUE
    assert waits or order[:6] == [BLUE, RED] * 3
    assert min(m.at.y for m in state.standing(BLUE)) > 90 * CM > 30 * CM > max(m.at.y for m in state.standing(RED))


def test_dice_of_a_layout_fall_in_their_order_and_each_may_veto_once() -> None:
    opening = Opening(agreed(), dice=(1,), answer=lambda q: "veto" if q.about == "setup.layout" else None)
    state = opening.run(until="setup.edge")
    assert opening.rolls[:3] == ["terrain-number", "terrain-kinds", "terrain-places"]
    assert len(opening.told("terrain-drawn")) == 2
    assert all(side.vetoed for side in state.sides)
    assert len(opening.told("terrain-drawn")[0].faces) == 6
    assert [a for a in opening.asked if "layout" in a] == ["red setup.layout", "blue setup.layout"]


def test_one_veto_leaves_the_other_player_his() -> None:
    said = iter(["veto", "accept", "accept"])
    opening = Opening(agreed(), answer=lambda q: next(said) if q.about == "setup.layout" else None)
    opening.run(until="setup.edge")
    assert [a.partition(" ")[0] for a in opening.asked if "layout" in a] == ["red", "blue", "blue"]


@pytest.mark.parametrize(
    ("scenario", "limit", "size"),
    [("open-field", 150, (120, 120)), ("open-field", 250, (180, 120)), ("vanguards", 150, (120, 120)),
     ("ford", 400, (180, 120))],
)  # fmt: skip
def test_small_games_use_a_small_table(scenario: str, limit: int, size: tuple[int, int]) -> None:
    bands = tuple(SYSTEM_BANDS) if limit == 150 else BANDS
    state = SYSTEM.begin(agreed(scenario, bands=bands, limit=limit))
    assert (state.table.width, state.table.depth) == (size[0] * CM, size[1] * CM)


@pytest.mark.parametrize("players", [3, 4])
def test_three_and_four_players_have_an_edge_each(players: int) -> None:
    opening = Opening(agreed(players=players, terrain="none"), dice=(1, 9, 3, 2)[:players])
    state = opening.run()
    assert (state.table.width, state.table.depth) == (180 * CM, 180 * CM)
    assert len({side.edge for side in state.sides}) == players
    edges = [e.seat for e in opening.told("edge-taken")]
    assert edges == [*[BLUE, GREEN, GOLD, RED][: players - 1], RED] if players == 4 else edges == [BLUE, GREEN, RED]
    assert opening.told("unit-deployed")[0].seat == GREEN
    for side in state.sides:
        (zone,) = home(state, side.seat)
        xs, ys = [p.x for p in zone], [p.y for p in zone]
        assert sorted((max(xs) - min(xs), max(ys) - min(ys))) == [30 * CM, 80 * CM]
        late = [m for m in state.standing(side.seat) if not m.has("infiltrate")]
        assert all(min(xs) < m.at.x < max(xs) and min(ys) < m.at.y < max(ys) for m in late)


def test_roles_are_picked_and_the_first_role_sets_up_all_its_units_first() -> None:
    opening = Opening(
        opened("granaries"), dice=(2, 8), answer=lambda q: "defender" if q.about == "setup.role" else None
    )
    state = opening.run()
    assert [(s.role, s.edge) for s in state.sides] == [("attacker", "south"), ("defender", "north")]
    seats = [e.seat for e in opening.told("unit-deployed")]
    assert seats == sorted(seats, key=[BLUE, RED].index)


def test_granaries_stand_apart_in_their_ground_and_clear_what_is_in_the_way() -> None:
    wood = {"id": "wood", "kind": "woods", "outline": [[10, 20], [30, 20], [30, 40], [10, 40]]}
    state = Opening(opened("granaries", terrain=[wood])).run(until="setup.granary")
    assert judge_of(state, 3)(spot(20, 30)) is None
    for at, code in (((20, 61), "granary.zone"), ((20, 19), "granary.zone"), ((4, 30), "granary.zone")):
        no = judge_of(state, 3)(spot(*at))
        assert no is not None
        assert no.code == code
    places = iter([[20000, 30000], [60000, 30000], [140000, 40000]])
    opening = Opening(
        opened("granaries", terrain=[wood]), answer=lambda q: next(places) if "granary" in q.about else None
    )
    done = opening.run(until="deploy.unit")
    assert [t.id for t in done.tokens] == ["granary-1", "granary-2", "granary-3"]
    assert [p.id for p in done.table.pieces] == ["granary-1", "granary-2", "granary-3"]


def test_granaries_thirty_centimetres_apart() -> None:
    places = iter([[20000, 30000]])

    def answer(question: AnyAsk) -> Any:
        return next(places, None) if question.about == "setup.granary" else None

    opening = Opening(opened("granaries"), answer=answer)
    opening.run(until="setup.granary")
    assert opening.last is not None
    opening.step(opening.last)
    no = judge_of(opening.last.state, 2)(spot(59, 30))
    assert no is not None
    assert no.code == "granary.too-near"
    assert judge_of(opening.last.state, 2)(spot(60, 30)) is None


def test_the_river_lies_with_its_crossings_and_takes_terrain_away() -> None:
    rows = [
        {"id": "near", "kind": "woods", "outline": [[10, 40], [30, 40], [30, 55], [10, 55]]},
        {"id": "far", "kind": "woods", "outline": [[10, 20], [30, 20], [30, 35], [10, 35]]},
        {"id": "wall", "kind": "low-wall", "line": [[100, 50], [100, 70]]},
    ]
    state = Opening(opened("ford", terrain=rows)).run(until="deploy.unit")
    assert [p.id for p in state.table.pieces] == ["far", "river", "ford-1", "bridge-2", "ford-3"]
    assert [t.at for t in state.tokens] == [Point(42500, 60000), spot(90, 60), Point(137500, 60000)]


def test_the_envoy_goes_with_the_escort() -> None:
    state = Opening(opened("envoy")).run()
    escort = next(s.seat for s in state.sides if s.role == "escort")
    envoy = next(u for u in state.units.values() if u.entry == "envoy")
    model = state.living(envoy)[0]
    assert envoy.seat == escort
    assert envoy.individual
    assert model.at.x < 30 * CM
    assert (model.movement, model.start_wounds, model.command, model.weapons) == (10 * CM, 2, 5, ("tanto",))
    theirs = [m for m in state.foes_of(escort) if not m.has("infiltrate")]
    assert all(m.at.x - m.radius >= 80 * CM for m in theirs)


def test_captors_stand_about_the_shrine() -> None:
    state = Opening(opened("sacrifice")).run()
    captors = next(s.seat for s in state.sides if s.role == "captors")
    mine = [m for m in state.standing(captors) if not m.has("infiltrate")]
    assert all(m.at.y + m.radius <= 55 * CM for m in mine)
    dx2 = [(m.at.x - 90 * CM) ** 2 + (m.at.y - 40 * CM) ** 2 for m in mine]
    assert all(d <= (40 * CM - m.radius) ** 2 for d, m in zip(dx2, mine, strict=True))


def test_the_ambush_is_shown_after_the_column_and_comes_from_its_edges() -> None:
    opening = Opening(opened("ambush"), seed=1)
    state = opening.run()
    ambusher = next(s.seat for s in state.sides if s.role == "ambusher")
    (shown,) = opening.told("edges-shown")
    kinds = [(e.kind, getattr(e, "seat", "")) for e in opening.events]
    at = kinds.index(("celtos.edges-shown", ambusher))
    column = [n for n, (kind, seat) in enumerate(kinds) if kind == "celtos.unit-deployed" and seat != ambusher]
    assert max(column[:5]) < at
    for id, edge in shown.edges.items():
        for m in state.living(id):
            gap = m.at.y if edge == "north" else state.table.depth - m.at.y
            assert gap + m.radius <= 20 * CM


def test_units_of_the_column_stay_within_ten_centimetres_of_the_next() -> None:
    opening = Opening(opened("ambush"), seed=2)
    state = opening.run()
    column = next(s.seat for s in state.sides if s.role == "column")
    units = [e.unit for e in opening.told("unit-deployed") if e.seat == column]
    first = [u for u in units if not state.living(u)[0].has("infiltrate")]
    for one, other in itertools.pairwise(first):
        assert min(apart(a.base, b.base) for a in state.living(one) for b in state.living(other)) <= 10 * CM
        assert all(10 * CM <= m.at.x <= 110 * CM and 50 * CM <= m.at.y <= 70 * CM for m in state.living(one))


def test_infiltrators_come_last_unseen_and_far_from_enemies() -> None:
    rows = [{"id": "wood", "kind": "woods", "outline": [[60, 45], [90, 45], [90, 75], [60, 75]]}]
    opening = Opening(agreed(bands=("autumn-gale", "cedar-bell"), terrain=rows), seed=4)
    state = opening.run()
    last = opening.told("unit-deployed")[-1]
    assert state.unit(last.unit).entry == "shinobi"
    assert last.clause == "CEL-ABL-20"
    for m in state.living(last.unit):
        assert all(apart(m.base, foe.base) > 30 * CM for foe in state.foes_of(RED))
        assert in_area_cover(state, m) or not any(sees(state, foe, m) for foe in state.foes_of(RED))


def test_an_infiltrator_in_the_open_or_near_an_enemy_is_refused() -> None:
    opening = Opening(agreed(bands=("autumn-gale", "cedar-bell"), terrain="none"), seed=4)
    opening.run(until="infiltrate")
    state = opening.state
    unit = next(u for u in state.units.values() if u.entry == "shinobi")
    foe = next(iter(state.foes_of(RED)))
    ground = ground_of(state, unit, hidden=True)

    def code(x: int, y: int) -> str:
        no = refuse_layout(state, unit, {id: Point(x + 3000 * n, y) for n, id in enumerate(unit.models)}, ground)
        return no.code if no else ""

    assert (
        code(foe.at.x % 150000 + 2000, foe.at.y - 20000 if foe.at.y > 60000 else foe.at.y + 20000)
        == "deploy.near-enemy"
    )
    assert code(90000, 60000) in ("deploy.seen", "deploy.near-enemy")


def test_one_unit_of_the_river_league_may_stay_off_the_table() -> None:
    def answer(question: AnyAsk) -> Any:
        options = getattr(question.domain, "options", {})
        if question.about == "deploy.unit" and "wait" in options and options["wait"].no is None:
            return {"pick": "wait", "then": "blue-2"}
        return None

    opening = Opening(opened(), answer=answer)
    state = opening.run()
    assert [u.id for u in state.units.values() if u.waiting] == ["blue-2"]
    assert not state.living("blue-2")
    menu = units_menu(opening.state, BLUE, late=False)
    no = menu.options["wait"].no
    assert no is not None
    assert no.code == "deploy.one-waits"
    assert no.clause == "CEL-ACT-11"


def judged(places: dict[str, Point], unit: str = "red-2", terrain: Any = "none") -> Refusal | None:
    """What stands against setting the first retainers up like this on the south edge."""
    answer: Any = lambda q: "south" if q.about == "setup.edge" else None  # noqa: E731
    state = Opening(opened(terrain=terrain), dice=(9, 1), answer=answer).run(until="deploy.unit")
    ground: Ground = ground_of(state, state.unit(unit), hidden=False)
    return refuse_layout(state, state.unit(unit), places, ground)


def row(x: int, y: int, step: int = 3000) -> dict[str, Point]:
    """Six models in a row, in 1/100 mm."""
    return {f"red-2-{n}": Point(x + n * step, y) for n in range(1, 7)}


@pytest.mark.parametrize(
    ("places", "code", "clause"),
    [
        (row(20000, 91250), "", ""),
        (row(20000, 91249), "deploy.zone", "CEL-SET-07"),
        (row(20000, 119000), "deploy.off-table", "CEL-SET-07"),
        (row(20000, 100000, 2000), "deploy.taken", "CEL-MOV-08"),
        (row(20000, 100000, 7500), "coherency.spread", "CEL-MOV-10"),
        ({**row(20000, 100000), "red-2-6": Point(43000, 100000)}, "coherency.link", "CEL-MOV-10"),
    ],
)
def test_a_unit_stands_wholly_in_its_zone_and_in_coherency(places: dict[str, Point], code: str, clause: str) -> None:
    no = judged(places)
    assert (no.code if no else "", str(no.clause) if no else "") == (code, clause)


def test_a_position_may_begin_in_the_midst_of_the_set_up() -> None:
    phase = Phase("""
    phase setup
    stage assign
    unit Wolves red models=3
    unit Crows blue models=2
    """)
    phase.say("deploy.unit", {"pick": "Wolves", "then": {f"Wolves-{n}": [n * 3000, 110000] for n in (1, 2, 3)}})
    phase.say("deploy.unit", {"pick": "Crows", "then": {f"Crows-{n}": [n * 3000, 10000] for n in (1, 2)}})
    assert phase.session.over
    assert [e.unit for e in phase.told("unit-deployed")] == ["Wolves", "Crows"]


def test_who_finds_no_place_was_never_on_the_table() -> None:
    lake = {"id": "lake", "kind": "deep-water", "outline": [[0, 88], [180, 88], [180, 120], [0, 120]]}
    opening = Opening(
        opened(terrain=[lake]), dice=(9, 1), answer=lambda q: "south" if q.about == "setup.edge" else None
    )
    state = opening.run()
    assert [e.unit for e in opening.told("unit-left-out")] == [u.id for u in state.units.values() if u.seat == RED]
    assert {u.fate for u in state.units.values() if u.seat == RED} == {"destroyed"}
    assert all(SYSTEM.tell(event).about in SYSTEM.sentences for event in opening.events)
    no = judged(row(20000, 100000), terrain=[lake])
    assert no is not None
    assert (no.code, no.clause) == ("deploy.barred", "CEL-MOV-13")


def test_a_look_at_places_shows_who_stands_wrong() -> None:
    state = Opening(opened(), dice=(9, 1), answer=lambda q: "south" if q.about == "setup.edge" else None).run(
        "deploy.unit"
    )
    found = found_layout(state, state.unit("red-2"), late=False)
    assert found is not None
    fine, wrong = found.preview(found.sure[0]), found.preview({**row(20000, 100000), "red-2-3": Point(29000, 80000)})
    assert fine.no is None
    assert [mark.kind for mark in fine.marks if mark.kind.startswith("ghost")] == ["ghost"] * 6
    assert wrong.no is not None
    assert [mark.points[0] for mark in wrong.marks if mark.kind == "ghost-no"] == [Point(29000, 80000)]


def test_the_owner_names_the_dearest_of_equals() -> None:
    twins = {
        "list": "sohei", "name": "Twins",
        "units": [
            {"code": "A", "entry": "ascetic", "models": 1}, {"code": "B", "entry": "ascetic", "models": 1},
            {"code": "C", "entry": "monks", "models": 4}, {"code": "D", "entry": "novices", "models": 6},
        ],
    }  # fmt: skip
    sides = (SideSetup(RED, twins), SideSetup(BLUE, {"sample": BANDS[0]}))
    setup = Setup("open-field", sides, {"terrain": "none"})
    assert not SYSTEM.refuse_setup(setup)
    state = Opening(setup, answer=lambda q: "red-2" if q.about == "victory.dearest" else None).run(until="deploy.unit")
    assert [side.dearest for side in state.sides] == ["red-2", ""]


def refusals(
    scenario: str = "open-field", players: int = 2, bands: tuple[str, ...] = BANDS, **options: Any
) -> list[str]:
    """The codes of all that stands against a set-up."""
    return [no.code for no in SYSTEM.refuse_setup(agreed(scenario, players, bands, **options))]


def test_legal_set_ups_are_not_refused() -> None:
    assert not refusals()
    assert not refusals(players=4)
    assert not refusals("ambush", limit=600)
    assert not refusals("vanguards", bands=tuple(SYSTEM_BANDS))
    assert not refusals(points=400, terrain="random")


@pytest.mark.parametrize(
    ("given", "code"),
    [
        ({"scenario": "no-such"}, "setup.no-scenario"),
        ({"scenario": "ford", "players": 3}, "setup.sides"),
        ({"players": 1}, "setup.sides"),
        ({"limit": 500}, "setup.limit"),
        ({"limit": "many"}, "setup.limit"),
        ({"limit": True}, "setup.limit"),
        ({"limit": 400, "points": 600}, "setup.two-limits"),
        ({"scenario": "vanguards", "limit": 400}, "setup.limit"),
        ({"weather": True}, "setup.no-option"),
        ({"terrain": "swamp"}, "setup.no-layout"),
        ({"terrain": [{"id": "a", "kind": "volcano"}]}, "setup.terrain-list"),
        ({"terrain": [{"id": "a", "kind": "woods", "outline": [[0, 0], [10, 0], [500, 5]]}]}, "setup.terrain-list"),
        ({"terrain": [{"id": "a", "kind": "woods", "outline": "here"}]}, "setup.terrain-list"),
        ({"limit": 250}, "roster.points"),
    ],
)
def test_what_stands_against_a_set_up(given: dict[str, Any], code: str) -> None:
    assert code in refusals(**given)


def test_a_refusal_of_a_roster_names_its_seat() -> None:
    (no, *_) = SYSTEM.refuse_setup(agreed(bands=(BANDS[0], "no-such")))
    assert no.facts["seat"] == BLUE
    assert SEATS[1] == BLUE
