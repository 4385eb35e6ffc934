"""What scenarios alone allow, forbid and bring (section 5 of the rules text)."""

from __future__ import annotations

from typing import Any

import pytest

from app.engine.events import Seat
from app.engine.formations import footprint
from app.engine.geometry import CM, Point
from app.engine.refusals import Refusal
from app.engine.session import Checkpoint, Session
from app.engine.system import PhaseId
from app.systems.daimyo.activation.rules import has_something, open_clans
from app.systems.daimyo.ideas.imagine import imagine
from app.systems.daimyo.moving.ground.terrain import refuse_ground
from app.systems.daimyo.page.looks.zones import shown_zones
from app.systems.daimyo.scenarios.entering import come_on, refuse_exit
from app.systems.daimyo.scenarios.figures import (
    activation_lines,
    clan_named,
    declares_intent,
    entry_of,
    exits,
    may_try,
    must_fight,
    refuse_charge_at,
    refuse_move,
    refuse_seat,
    seat_of,
)
from app.systems.daimyo.scenarios.flow import notice, turn_begins, turn_ends
from app.systems.daimyo.state import Clan, State
from app.systems.daimyo.system import SYSTEM
from app.systems.daimyo.turn.start import start
from tests.systems.daimyo.brawls import Table, position
from tests.systems.daimyo.openings import BLUE, RED, Opening, agreed


def code(no: Refusal | None) -> str:
    """The code of a refusal, which must have a sentence."""
    assert no is None or no.code in SYSTEM.sentences
    return no.code if no else ""


def ready(scenario: str, **changes: Any) -> State:
    """A scenario set up by proposal, in the middle of a turn."""
    return Opening(agreed(scenario)).run().with_(**{"turn": 1, "phase": "start", "initiative": RED, **changes})


def named(state: State, key: str) -> Clan:
    """The clan of this key."""
    clan = clan_named(state, key)
    assert clan is not None
    return clan


# -- activation -----------------------------------------------------------------------


def test_the_camp_is_asleep_in_the_first_turn_but_its_general_is_not() -> None:
    state = ready("okehazama")
    assert [code(may_try(state, clan)) for clan in state.clans.values() if clan.seat == RED] == ["clan.asleep"] * 3
    assert open_clans(state, BLUE)
    assert len(open_clans(state.with_(turn=2), RED)) == 3


def test_a_thunderstorm_opens_okehazama_and_the_raiders_have_the_initiative() -> None:
    table = Table(ready("okehazama", turn=0, phase="end"))
    table.run(start(table), answers=[None])
    assert (table.state.weather, table.state.initiative, table.whys()) == ("thunderstorm", BLUE, [])
    table = Table(table.state.with_(turn=2, phase="end"))
    table.run(start(table), dice=[(4,), (1,), (6,)], answers=[None])
    assert (table.state.weather, table.whys()) == ("fine", ["weather", "initiative", "initiative"])


def test_the_siege_lines_burn_from_the_eighth_turn_on() -> None:
    state = ready("nagashino")
    takeda, allied = named(state, "baba"), named(state, "maeda")
    assert [activation_lines(state.with_(turn=n), takeda) for n in (1, 7)] == [(), ()]
    (burns,) = activation_lines(state.with_(turn=8), takeda)
    assert (burns.id, burns.adds) == ("activation.siege", -1)
    assert activation_lines(state.with_(turn=8), allied) == ()


def test_a_clan_an_event_makes_waver_cannot_be_tried() -> None:
    state = ready("meeting", turn=3)
    clan = next(iter(state.clans.values()))
    assert code(may_try(state.with_clan(clan.id, barred_until=3), clan.id)) == "clan.wavers"
    assert code(may_try(state.with_clan(clan.id, barred_until=2), clan.id)) == ""


def test_the_shimazu_say_first_whether_they_will_act_until_they_are_provoked() -> None:
    state = ready("sekigahara", turn=3)
    clan = named(state, "shimazu")
    unit = next(state.units_of(clan.id, RED))
    assert declares_intent(state, clan)
    assert [(line.id, line.adds) for line in activation_lines(state, clan)] == [("activation.shimazu", -2)]
    held = state.with_clan(clan.id, holding=True)
    assert activation_lines(held, clan.id) == ()
    assert (code(refuse_move(held, unit)), code(refuse_move(state, unit))) == ("order.holds", "")
    shot = Table(held.with_unit(unit.id, shot_at=True))
    notice(shot)
    later = shot.state.with_unit(unit.id, shot_at=False)
    assert [event.kind for event in shot.events] == ["daimyo.provoked"]
    assert not declares_intent(later, clan.id)
    assert code(refuse_move(later, unit.id)) == ""
    notice(shot)
    assert len(shot.events) == 1


def test_the_gun_line_stays_for_three_turns_unless_it_is_charged() -> None:
    state = ready("nagashino", turn=3)
    gun, spears = (next(u for u in state.fielded(RED) if u.missile == arm) for arm in ("arquebus", ""))
    assert (code(refuse_move(state, gun)), code(refuse_move(state, spears))) == ("order.gun-line", "")
    assert code(refuse_move(state.with_(turn=4), gun)) == ""
    charge = position("unit A red at=60,60\nunit B blue at=60,50\ncharge A by=B").units["A"].charges
    charged = Table(state.with_unit(gun.id, charges=charge))
    notice(charged)
    assert code(refuse_move(charged.state.with_unit(gun.id, charges=()), gun.id)) == ""


# -- places ------------------------------------------------------------------------------


def test_a_general_of_the_temple_sits_inside_the_palisade_only() -> None:
    state = SYSTEM.begin(agreed("temple"))
    assert code(refuse_seat(state, RED, Point(90 * CM, 40 * CM))) == ""
    assert code(refuse_seat(state, RED, Point(50 * CM, 40 * CM))) == "leader.seat-outside"
    assert code(refuse_seat(state, BLUE, Point(50 * CM, 40 * CM))) == ""
    assert {u.weight for u in SYSTEM.begin(agreed("temple", red="ikko-ikki")).units.values()
            if u.troop_class == "peasants"} == {1}  # fmt: skip


def test_generals_in_contact_must_fight_only_where_the_scenario_says_so() -> None:
    assert must_fight(ready("kawanakajima"), "red-L0", "blue-L0")
    assert not must_fight(ready("kawanakajima"), "red-L0", "blue-L1")
    assert not must_fight(ready("nagashino"), "red-L0", "blue-L0")


def test_the_board_draws_zones_before_and_ways_during_the_battle() -> None:
    assert {zone.kind for zone in shown_zones(SYSTEM.begin(agreed("rearguard")))} == {"deploy"}
    ways = [(zone.kind, zone.seat, zone.outline[0], zone.outline[2]) for zone in shown_zones(ready("rearguard"))]
    assert ways == [
        ("exit", BLUE, Point(0, 0), Point(120 * CM, CM)),
        ("entry", RED, Point(40 * CM, 179 * CM), Point(80 * CM, 180 * CM)),
    ]  # fmt: skip


# -- coming on and leaving ------------------------------------------------------------------


def test_the_attackers_of_the_pass_come_on_clan_by_clan_with_their_leaders() -> None:
    state = ready("rearguard")
    clan = next(clan for clan in state.clans.values() if clan.seat == RED)
    assert has_something(state, clan)
    assert code(may_try(state, clan)) == ""
    table = Table(state.with_(active=str(clan.id), phase="move"))
    first = next(u for u in state.units.values() if u.clan == clan.id and u.troops)
    assert entry_of(state, first) == ("south", 40 * CM, 80 * CM)
    front = [60 * CM, 174 * CM]
    table.run(come_on(table), answers=[{"pick": first.id, "then": {"pick": "line", "then": front}}, "done"])
    there = table.unit(first.id)
    assert (there.at, there.facing, there.fate, there.moved, there.ordered) == (Point(*front), 0, "", True, True)
    lord = table.state.leaders[clan.daimyo]
    assert (lord.attached, lord.fate) == (first.id, "")
    assert table.state.clans[clan.id].waiting


@pytest.mark.parametrize(
    ("front", "no"),
    [([39, 174], "enter.stretch"), ([60, 168], "move.too-far"), ([60, 178], "move.off-table"), ([60, 174], "")],
)
def test_a_unit_comes_straight_on_within_its_move(front: list[int], no: str) -> None:
    state = ready("rearguard")
    clan = next(clan for clan in state.clans.values() if clan.seat == RED)
    unit = next(u for u in state.units.values() if u.clan == clan.id and u.profile == "AS")
    table = Table(state.with_(active=str(clan.id), phase="move"))
    table.run(come_on(table), answers=["done"])
    menu: Any = table.asked[0].domain
    place = menu.options[unit.id].then().options["line"].then()
    answer = place.read([n * CM for n in front])
    assert code(place.refuse(answer)) == no


def test_all_of_a_clan_comes_on_and_no_longer_waits() -> None:
    opening = Opening(agreed("rearguard"), answer=None, seed=1)
    state = opening.run("move")
    while SYSTEM.next_phase(state) is not None and state.turn < 3:
        session = Session(SYSTEM, Checkpoint(PhaseId(str(SYSTEM.next_phase(state))), state))
        while not session.over:
            questions = session.questions()
            if questions and questions[0].about == "enter.unit":
                domain: Any = questions[0].domain
                key = next(key for key in domain.open())
                then = None if key == "done" else domain.options[key].then().some(1)[0]
                raw = "done" if then is None else {"pick": key, "then": domain.options[key].then().write(then)}
                assert session.answer(questions[0].seat, raw) is None
            else:
                opening.step(session)
        state = session.state
        opening.events += session.events
    assert opening.told("clan-arrived")
    arrived = [event.clan for event in opening.told("clan-arrived")]
    assert all(not state.clans[id].waiting for id in arrived)


@pytest.mark.parametrize(("turn", "face", "here"), [(6, 5, False), (6, 6, True), (9, 2, False), (9, 3, True)])
def test_kosaka_and_baba_arrive_by_one_roll(turn: int, face: int, here: bool) -> None:
    table = Table(ready("kawanakajima", turn=turn))
    clans = [named(table.state, key) for key in ("kosaka", "baba")]
    assert [code(may_try(table.state, clan)) for clan in clans] == ["clan.waiting"] * 2
    table.run(turn_begins(table), dice=[(face,)])
    assert [code(may_try(table.state, clan)) for clan in clans] == ["" if here else "clan.waiting"] * 2
    unit = next(u for u in table.state.units.values() if u.clan == clans[0].id)
    assert entry_of(table.state, unit) == ("south", 30 * CM, 62 * CM)


def test_they_come_without_a_roll_in_the_tenth_turn_and_are_not_rolled_for_again() -> None:
    table = Table(ready("kawanakajima", turn=10))
    table.run(turn_begins(table))
    assert table.state.notes["arrived"] == 10
    table.run(turn_begins(table))
    assert len(table.events) == 1


def test_the_rearguard_may_leave_from_the_eighth_turn_on() -> None:
    rows = """
        phase move\nscenario rearguard\ntable 120x180\nturn 8
        side red role=attacker edge=south\nside blue role=defender edge=north
        unit A blue clan=own at=60,8 facing=0 profile=AS
        unit B blue clan=own at=30,8 facing=180 profile=AS
        unit C blue clan=own at=90,30 facing=0 profile=AS
        leader L blue clan=own attached=A
        active own"""
    state = position(rows)
    a, b, off = (state.units[name] for name in "ABC")
    assert [exits(state, a), exits(state.with_(turn=7), a)] == [("north",), ()]
    found = [code(refuse_exit(state, unit)) for unit in (a, b, off)]
    assert found == ["", "exit.not-facing", "move.too-far"]
    assert code(refuse_exit(state.with_(turn=7), a)) == "exit.early"
    session = Session(SYSTEM, Checkpoint(PhaseId("move"), state))
    assert session.answer(BLUE, {"pick": "A", "then": "exit"}) is None
    assert (session.state.units["A"].fate, session.state.leaders["L"].fate) == ("saved", "saved")
    assert session.state.side(BLUE).lost == 0


# -- the clan on the hill ----------------------------------------------------------------------


def hill(loyalty: int, turn: int = 4, **changes: Any) -> Table:
    """Sekigahara at the start of a turn, with what the clan leans to."""
    return Table(ready("sekigahara", turn=turn, secrets={"loyalty": loyalty}, **changes))


def test_what_the_clan_leans_to_is_rolled_before_the_first_turn_and_told_to_nobody() -> None:
    for face, lean in ((3, -1), (4, 1)):
        opening = Opening(agreed("sekigahara"), dice=(face,))
        state = opening.run()
        (drawn,) = opening.told("allegiance-drawn")
        assert (state.secrets["loyalty"], drawn.seen_by) == (lean, ())
        assert not any(drawn.is_seen_by(seat) for seat in (RED, BLUE, None))
        assert SYSTEM.tell(drawn).facts == {}


def test_the_undecided_clan_cannot_act_or_be_attacked_and_counts_for_nobody() -> None:
    state = ready("sekigahara", turn=2)
    clan = named(state, "kobayakawa")
    unit = next(state.units_of(clan.id, RED))
    assert code(may_try(state, clan)) == "clan.undecided"
    assert code(refuse_charge_at(state, unit)) == "target.undecided"
    assert unit not in list(state.enemies_of(BLUE))
    assert [side.weight for side in state.sides] == [22, 27]
    table = Table(state)
    table.run(turn_begins(table))
    assert table.events == []


@pytest.mark.parametrize(("loyalty", "dice", "joins"), [(1, (4, 4), "east"), (-1, (4, 4), ""), (-1, (2, 3), "west"),
                                                        (1, (2, 3), "")])  # fmt: skip
def test_the_clan_decides_by_dice_and_by_what_it_leans_to(loyalty: int, dice: tuple[int, int], joins: str) -> None:
    table = hill(loyalty)
    table.run(turn_begins(table), dice=[dice, *([(1,), (1,)] if joins == "east" else [])])
    clan = named(table.state, "kobayakawa")
    seat = seat_of(table.state, joins) if joins else None
    assert clan.allegiance == ("own" if joins else "undecided")
    rolled = next(event for event in table.events if event.kind == "daimyo.allegiance-rolled")
    telling = SYSTEM.tell(rolled)
    assert (telling.total is None) == (not joins)
    assert [line.id for line in telling.lines] == (["loyalty.lean"] if joins else [])
    if seat is not None:
        weights = {"red": 22, "blue": 27}
        assert table.state.side(seat).weight == weights[seat] + 4
        assert {u.seat for u in table.state.units.values() if u.clan == clan.id} == {seat}
        assert table.state.leaders[clan.daimyo].seat == seat
        assert clan in open_clans(table.state.with_(phase="clan"), seat)


def test_losses_and_shots_near_the_hill_weigh_in_the_roll() -> None:
    state = ready("sekigahara", turn=4, secrets={"loyalty": -1})
    state = state.with_side(RED, lost=2).with_(notes={**state.notes, "shots": 3})
    table = Table(state)
    table.run(turn_begins(table), dice=[(4, 4), (1,), (1,)])
    telling = SYSTEM.tell(table.events[0])
    assert [(line.id, line.adds) for line in telling.lines] == [
        ("loyalty.west-behind", 1), ("loyalty.shots", 1), ("loyalty.lean", -1),
    ]  # fmt: skip
    assert (telling.total, named(table.state, "kobayakawa").seat) == (9, BLUE)


def test_eastern_missile_troops_near_the_hill_are_remembered_for_one_turn() -> None:
    state = ready("sekigahara", turn=5)
    gun = next(u for u in state.fielded(BLUE) if u.missile)
    far = Table(state)
    turn_ends(far)
    assert far.events == []
    near = Table(state.with_unit(gun.id, at=Point(90 * CM, 88 * CM), facing=18_000))
    turn_ends(near)
    assert near.state.notes["shots"] == 5


def test_those_beside_him_may_turn_their_coats_when_he_goes_over() -> None:
    table = hill(1)
    table.run(turn_begins(table), dice=[(5, 5), (3,), (2,)])
    tested = [event for event in table.events if event.kind == "daimyo.coat-tested"]
    assert [(SYSTEM.tell(e).faces, e.turned) for e in tested] == [(((3,),), True), (((2,),), False)]  # type: ignore[attr-defined]
    state = table.state
    turned, stays = (state.units[e.unit] for e in tested)  # type: ignore[attr-defined]
    assert (turned.seat, turned.clan, stays.seat) == (BLUE, named(state, "kobayakawa").id, RED)
    assert [state.side(seat).weight for seat in (RED, BLUE)] == [21, 27 + 4 + 1]


def test_a_seat_imagines_the_hidden_anew() -> None:
    class Last:
        def randrange(self, start: int, stop: int) -> int:
            return stop - 1

        def choice(self, seq: Any) -> Any:
            return seq[-1]

    state = ready("sekigahara", secrets={"loyalty": -1}, deck=("a", "b", "c"))
    found = imagine(state, Seat("red"), Last())
    assert (found.secrets["loyalty"], found.deck) == (1, ("a", "b", "c"))
    assert imagine(ready("meeting"), RED, Last()).secrets == {}


def test_the_clans_from_the_mountain_cross_at_amenomiya_only() -> None:
    state = ready("kawanakajima", turn=10)
    late = next(u for u in state.units.values() if u.clan == named(state, "kosaka").id)
    other = next(u for u in state.fielded(BLUE) if u.profile == late.profile)

    def barred(unit_id: str, x: int) -> str:
        there = state.with_unit(unit_id, at=Point(x * CM, 105 * CM), facing=0, fate="")
        unit = there.units[unit_id]
        return code(refuse_ground(there, unit, footprint(unit.formation)))

    assert [barred(late.id, x) for x in (46, 110, 80)] == ["", "move.barred", "move.barred"]
    assert [barred(other.id, x) for x in (46, 110, 80)] == ["", "", "move.barred"]
