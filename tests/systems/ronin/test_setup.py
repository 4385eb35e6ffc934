"""The set-up of every scenario, played through its phase."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from app.engine.domains import Menu, Spot
from app.engine.events import Event, Seat
from app.engine.flow import Roll
from app.engine.geometry import INCH, Point
from app.engine.session import Checkpoint, Session
from app.engine.system import PhaseId, Setup, SideSetup
from app.engine.table import edge_gap
from app.systems.ronin.measure import is_taken
from app.systems.ronin.scenarios.figures import keys
from app.systems.ronin.setup import deploy, terrain
from app.systems.ronin.state import State
from app.systems.ronin.system import SYSTEM

RED, BLUE = Seat("red"), Seat("blue")


def setup(scenario: str = "skirmish", **options: Any) -> Setup:
    sides = (SideSetup(RED, {"sample": "black-pine-gang"}), SideSetup(BLUE, {"sample": "two-cranes-school"}))
    return Setup(scenario, sides, options)


class Play:
    """A set-up being played: dice from a list, then by chance; answers by sample unless given."""

    def __init__(self, chosen: Setup, dice: tuple[int, ...] = (), seed: int = 0) -> None:
        self.rng, self.dice, self.events, self.asked = Random(seed), list(dice), list[Event](), list[str]()
        self.state: State = SYSTEM.begin(chosen)
        self.rolls: list[str] = []

    def run(self) -> State:
        while (phase := SYSTEM.next_phase(self.state)) == "setup":
            session = Session(SYSTEM, Checkpoint(PhaseId(phase), self.state))
            while not session.over:
                self.step(session)
            self.state = session.state
            self.events += session.events
        return self.state

    def step(self, session: Session[State]) -> None:
        if isinstance(session.waiting, Roll):
            self.rolls.append(session.waiting.why)
            session.throw((self.dice.pop(0) if self.dice else self.rng.randint(1, 6),))
            return
        question = session.questions()[0]
        self.asked.append(f"{question.seat} {question.about}")
        assert question.domain.refuse(question.default) is None
        assert session.answer(question.seat, question.domain.write(question.domain.sample(self.rng))) is None


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("scenario", keys())
def test_every_scenario_is_set_up_to_the_first_turn(scenario: str, seed: int) -> None:
    play = Play(setup(scenario), seed=seed)
    state = play.run()
    assert SYSTEM.next_phase(state) == "priority"
    assert all(side.edge for side in state.sides)
    assert not any(is_taken(state, m.base, m.id) for m in state.standing())


def test_dice_of_a_skirmish_fall_in_their_order() -> None:
    play = Play(setup(terrain="rice-valley"), dice=(3, 5, 6, 2, 1, 4))
    state = play.run()
    assert play.rolls == ["length", "edges", "edge", "edge", "minor-goal", "minor-goal"]
    assert state.turns == 9
    assert {side.edge for side in state.sides} == {"east", "west"}
    assert [side.goal for side in state.sides] == ["kill-leader", "kill-most"]


def test_placed_terrain_has_its_roll_off_before_the_edges() -> None:
    play = Play(setup(terrain_pieces=4), dice=(3, 1, 2, 2, 5, 6))
    state = play.run()
    assert play.rolls[:6] == ["length", "edges", "terrain", "terrain", "terrain", "terrain"]
    assert [a for a in play.asked if "terrain" in a] == [f"{s} setup.terrain" for s in ("blue", "red", "blue", "red")]
    assert len(state.table.pieces) == 4


def test_pieces_lie_more_than_three_inches_apart() -> None:
    state = Play(setup(terrain_pieces=8), seed=5).run()
    pieces = state.table.pieces
    assert len(pieces) == 8
    assert not any(terrain.near(a, b, 3 * INCH) for a in pieces for b in pieces if a.id != b.id)


def test_a_piece_too_near_another_or_off_the_table_is_refused() -> None:
    state = SYSTEM.begin(setup(terrain="rice-valley"))
    paddy = terrain.shaped("paddy", Spot(Point(14 * INCH, 8 * INCH)))
    no = terrain.refuse_spot(state, RED, paddy)
    assert no is not None
    assert (no.code, no.clause) == ("terrain.too-near", "RON-SET-07")
    off = terrain.refuse_spot(state, RED, terrain.shaped("wall", Spot(Point(2 * INCH, 33 * INCH))))
    assert off is not None
    assert off.code == "terrain.off-table"


def test_level_dice_are_rolled_again_and_the_loser_sets_up_first() -> None:
    play = Play(setup("capture", terrain="pine-ridge"), dice=(4, 4, 2, 5))
    state = play.run()
    assert play.rolls == ["edge"] * 4
    assert play.asked[0] == "blue setup.edge"
    assert play.asked[1] == "red setup.deploy"
    assert play.asked[2] == "blue setup.deploy"
    assert [item.at for item in state.items] == [Point(18 * INCH, 18 * INCH)]


def test_zones_of_a_skirmish_are_six_inches_deep() -> None:
    state = Play(setup(terrain="burnt-village"), seed=2).run()
    for m in state.standing():
        gap = edge_gap(state.table, m.base, state.side(m.seat).edge)  # type: ignore[arg-type]
        assert 0 <= gap <= 6 * INCH - 2 * m.radius
    model = next(state.standing(RED))
    no = deploy.refuse_area(state, model, model.base._replace(at=Point(18 * INCH, 18 * INCH)))
    assert no is not None
    assert (no.code, no.clause) == ("deploy.zone", "RON-SET-10")


def test_the_escort_has_a_civilian_that_is_no_part_of_its_strength() -> None:
    play = Play(setup("escort", terrain="walled-town", escort="blue"), seed=1)
    state = play.run()
    civilian = state.model("blue-c")
    assert civilian.civilian
    assert civilian.on_table
    assert state.side(BLUE).start == 7
    deployed = [a for a in play.asked if "deploy" in a]
    assert deployed == ["red setup.deploy"] * 12 + ["blue setup.deploy"] * 8
    assert edge_gap(state.table, civilian.base, state.side(BLUE).edge) <= INCH  # type: ignore[arg-type]


def test_the_attacker_of_the_bridge_walks_on_and_the_defender_keeps_away() -> None:
    play = Play(setup("hold-the-bridge", terrain="old-bridge"), dice=(2, 6, 5, 4, 1, 3))
    state = play.run()
    assert play.rolls == ["attacker", "attacker", "weather-called", "weather", "time-of-day-called", "flow"]
    assert (state.weather, state.time_of_day, state.flow) == ("rain", "", "west")
    attacker = next(s for s in state.sides if s.role == "attacker")
    assert all(m.fate == "reserve" for m in state.models.values() if m.seat == attacker.seat)
    for m in state.standing():
        assert edge_gap(state.table, m.base, attacker.edge) > 6 * INCH  # type: ignore[arg-type]


def test_models_of_the_attacker_alone_stay_away_with_the_defender() -> None:
    models = [{"code": x, "title": "bandit", "weapons": ["katana"]} for x in ("B", "C", "D", "E")]
    leader = {"code": "L", "title": "leader", "weapons": ["katana"], "leader": True}
    roster = {"faction": "bandits", "models": [leader, *models[:3], {**models[3], "extra": True}]}
    chosen = Setup("hold-the-bridge", (SideSetup(RED, roster), SideSetup(BLUE, roster)), {"terrain": "old-bridge"})
    assert SYSTEM.refuse_setup(chosen) == ()
    state = Play(chosen).run()
    starts = {side.role: side.start for side in state.sides}
    assert starts == {"attacker": 5, "defender": 4}
    assert len(state.models) == 9


def test_half_the_attackers_of_defence_start_on_the_table() -> None:
    state = Play(setup("defence", terrain="pine-ridge", attacker="blue"), seed=3).run()
    assert sum(m.on_table for m in state.models.values() if m.seat == BLUE) == 4
    assert sum(m.on_table for m in state.models.values() if m.seat == RED) == 12
    assert state.side(RED).edge != state.side(BLUE).edge
    for m in state.standing(RED):
        reach = 9 * INCH - m.radius + INCH // 2
        assert (m.at.x - 18 * INCH) ** 2 + (m.at.y - 18 * INCH) ** 2 <= reach**2


def test_the_leaders_of_a_duel_stand_six_inches_apart() -> None:
    state = Play(setup("duel", terrain="rice-valley"), seed=4).run()
    one, other = (m for m in state.standing() if m.leader)
    assert abs(one.at.x - other.at.x) + abs(one.at.y - other.at.y) == 7 * INCH
    assert state.bound


def test_minor_goals_are_asked_of_both_and_only_a_six_is_free() -> None:
    play = Play(setup(terrain="rice-valley"), dice=(3, 1, 6, 2, 6, 2))
    state = play.run()
    assert [a for a in play.asked if "goal" in a] == ["red setup.goal", "blue setup.goal"]
    assert state.side(BLUE).goal == "capture-elite"
    drawn = [e for e in play.events if e.kind == "ronin.goal-drawn"]
    assert [e.seen_by for e in drawn] == [(RED,), (BLUE,)]


def test_a_set_up_is_taken_up_again_from_its_state_alone() -> None:
    state = SYSTEM.begin(setup(terrain="rice-valley"))
    session = Session(SYSTEM, Checkpoint(PhaseId("setup"), state))
    for face in (3, 1):
        session.throw((face,))
    assert session.over
    assert session.state.stage == "ground"
    again = Session(SYSTEM, Checkpoint(PhaseId("setup"), session.state))
    assert not [e for e in again.events if e.kind == "ronin.phase-began"]
    assert again.state.stage == "terrain"


def test_kinds_that_are_used_up_are_closed() -> None:
    state = SYSTEM.begin(setup("escort"))
    menu = terrain.kinds(state, RED)
    assert isinstance(menu, Menu)
    assert tuple(menu.options) == ("building", "wall", "fence", "wood")
    full = terrain.option(state, RED, "wood", 0)
    assert full.no is not None
    assert full.no.code == "terrain.enough"
