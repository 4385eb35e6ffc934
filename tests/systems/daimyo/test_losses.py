"""Hits, stands, units and leaders lost; the General's seat; guns that change hands."""

from __future__ import annotations

import pytest

from app.engine.events import Seat
from app.engine.formations import stands
from app.engine.geometry import Point
from app.systems.daimyo.book import c
from app.systems.daimyo.guns.events import GunTaken
from app.systems.daimyo.leaders.events import LeaderDiced, LeaderEscaped
from app.systems.daimyo.leaders.flow import (
    in_command_of_all,
    is_incapacitated,
    is_seated,
    kill,
    leader_overrun,
    rating,
    refuse_attach,
    refuse_detach,
)
from app.systems.daimyo.organisation.events import StandLost, UnitLost
from app.systems.daimyo.organisation.losses import abandon, capture, claim_guns, lose, take_hits
from app.systems.daimyo.state import LeaderId, UnitId
from tests.systems.daimyo.volleys import Game, position, said

RED, BLUE = Seat("red"), Seat("blue")
R, B, G = UnitId("R"), UnitId("B"), UnitId("G")
CLAUSE = c("DAI-FIR-15")
UNIT = "unit R red profile=AS stands={stands} files={files} hits={hits} at=50,50\nunit B blue profile=AG at=50,20\n"
LEADER = "leader D red clan=red-clan rating=2 attached=R\n"


def unit(stands: int = 6, files: int = 3, hits: int = 0, more: str = "") -> Game:
    """A red unit and these rows."""
    return Game(position(UNIT.format(stands=stands, files=files, hits=hits) + more))


# -- stands (DAI-ORG-20, DAI-ORG-21) --------------------------------------------------------


@pytest.mark.parametrize(("carried", "hits", "left", "on"), [
    (0, 1, 6, 1), (0, 2, 6, 2), (0, 3, 5, 0), (2, 1, 5, 0), (1, 6, 4, 1), (2, 7, 3, 0), (0, 17, 1, 2),
])  # fmt: skip
def test_every_third_hit_takes_a_stand_and_the_rest_is_carried(carried: int, hits: int, left: int, on: int) -> None:
    game = unit(hits=carried)
    game.run(take_hits(game, R, hits, "B", CLAUSE))
    found = game.state.units["R"]
    assert (found.stands, found.hits, found.lost_this_turn, found.fate) == (left, on, 6 - left, "")
    assert not found.hit_by_fire
    game.worded()


def test_only_hits_of_fire_are_remembered_as_such() -> None:
    game = unit()
    game.run(take_hits(game, R, 1, "B", CLAUSE, "fire"))
    assert game.state.units["R"].hit_by_fire
    assert (game.run(take_hits(game, R, 0, "B", CLAUSE, "fire")), len(game.events)) == (None, 1)


@pytest.mark.parametrize(("number", "files"), [(6, 3), (5, 3), (4, 3), (3, 3), (2, 2), (4, 1), (7, 4)])
def test_no_other_stand_moves_when_the_last_one_goes(number: int, files: int) -> None:
    game = unit(number, files)
    before = stands(game.state.units["R"].formation)
    game.run(take_hits(game, R, 3, "B", CLAUSE))
    left = stands(game.state.units["R"].formation)
    assert left == before[:-1]
    assert game.told(StandLost)[0].tell().pieces == ("R", f"R-{number}")


def test_a_unit_without_stands_is_destroyed_and_counted() -> None:
    game = unit(2, 2, 1)
    game.run(take_hits(game, R, 9, "B", CLAUSE))
    found, side = game.state.units["R"], game.state.side(RED)
    assert (found.fate, found.stands, found.lost_by) == ("destroyed", 0, RED)
    assert (side.lost, side.units_lost) == (1, 1)
    assert game.told(UnitLost)[0].clause == "DAI-ORG-22"
    assert game.run(take_hits(game, R, 3, "B", CLAUSE)) is None
    assert len(game.told(UnitLost)) == 1


def test_a_headquarters_and_a_gun_go_as_a_whole() -> None:
    game = Game(position("unit R red profile=HQ at=50,50 weight=3\nunit G red profile=LA at=80,50\nunit B blue at=5,5"))
    game.run(take_hits(game, R, 5, "B", CLAUSE))
    game.run(take_hits(game, G, 2, "B", CLAUSE))
    assert [(game.state.units[id].hits, game.state.units[id].fate) for id in "RG"] == [(5, ""), (2, "")]
    game.run(take_hits(game, R, 1, "B", CLAUSE))
    game.run(take_hits(game, G, 1, "B", CLAUSE))
    assert [e.clause for e in game.told(UnitLost)] == ["DAI-ORG-27", "DAI-ART-12"]
    assert (game.state.side(RED).lost, game.state.side(RED).units_lost) == (4, 2)


@pytest.mark.parametrize(("fate", "lost"), [
    ("destroyed", 2), ("dispersed", 2), ("captured", 2), ("left", 2), ("saved", 0),
])  # fmt: skip
def test_what_is_lost_counts_and_what_is_saved_does_not(fate: str, lost: int) -> None:
    game = unit(more="unit H red profile=HF at=90,50 clan=household weight=2\n")
    game.run(lose(game, UnitId("H"), fate, CLAUSE))
    side = game.state.side(RED)
    assert (side.lost, side.units_lost, game.state.units["H"].fate) == (lost, int(bool(lost)), fate)
    assert game.state.units["H"].lost_by == ("red" if lost else "")
    game.worded()


def test_a_saved_unit_takes_its_leader_along() -> None:
    game = unit(more=LEADER)
    game.run(lose(game, R, "saved", CLAUSE))
    assert game.state.leaders["D"].fate == "saved"


# -- leaders in danger (DAI-LDR-09, DAI-LDR-10) ---------------------------------------------


@pytest.mark.parametrize(("face", "fate"), [(6, "dead"), (5, ""), (1, "")])
def test_a_six_kills_a_leader_whose_unit_loses_a_stand(face: int, fate: str) -> None:
    game = unit(more=LEADER)
    game.run(take_hits(game, R, 3, "B", CLAUSE), [[face]])
    assert game.throws == [("leader", 1, "red")]
    assert game.state.leaders["D"].fate == fate
    assert game.state.side(RED).killed == ((("D", game.state.leaders["D"].at),) if fate else ())
    game.worded()


def test_a_die_for_each_stand_and_each_leader_until_he_is_dead() -> None:
    game = unit(more=LEADER + "leader L red rating=3 attached=R\n")
    game.run(take_hits(game, R, 6, "B", CLAUSE), [[6], [2], [3]])
    assert [(e.leader, e.face) for e in game.told(LeaderDiced)] == [("D", 6), ("L", 2), ("L", 3)]
    assert game.state.units["R"].stands == 4


@pytest.mark.parametrize(("face", "killed"), [(3, False), (4, True), (6, True)])
def test_a_destroyed_unit_endangers_its_leader_more(face: int, killed: bool) -> None:
    game = unit(1, 1, more=LEADER + "unit H red profile=SF at=66,50 files=2 stands=4\n")
    game.run(take_hits(game, R, 3, "B", CLAUSE), [[face]])
    leader = game.state.leaders["D"]
    assert (leader.fate == "dead", leader.attached) == (killed, "" if killed else "H")
    assert game.told(LeaderDiced)[0].why == "destroyed"
    game.worded()


@pytest.mark.parametrize(("x", "fate"), [("76", ""), ("76.1", "dead")])
def test_a_survivor_needs_a_friend_within_twenty_centimetres(x: str, fate: str) -> None:
    # the stand ends at x = 52, the friend begins 4 cm west of its middle
    game = unit(1, 1, more=LEADER + f"unit H red profile=SF at={x},50 files=2 stands=4\n")
    game.run(take_hits(game, R, 3, "B", CLAUSE), [[1]])
    assert game.state.leaders["D"].fate == fate


def test_a_survivor_joins_only_whom_he_may_lead() -> None:
    other = "clan other red\nunit H red clan=other profile=SF at=60,50 files=2 stands=4\n"
    game = unit(1, 1, more=LEADER + other)
    game.run(take_hits(game, R, 3, "B", CLAUSE), [[1]])
    leader = game.state.leaders["D"]
    assert (leader.attached, leader.at) == ("", game.state.units["H"].formation.centre)
    assert not game.told(LeaderEscaped)[0].attached


@pytest.mark.parametrize(("face", "fate"), [(1, "dead"), (3, "dead"), (4, ""), (6, "")])
def test_a_leader_run_over_is_killed_or_escapes(face: int, fate: str) -> None:
    game = unit(more="leader D red clan=red-clan rating=2 at=60,60\n")
    game.run(leader_overrun(game, LeaderId("D"), B), [[face]])
    assert (game.state.leaders["D"].fate, game.state.leaders["D"].attached) == (fate, "" if fate else "R")
    assert game.told(LeaderDiced)[0].clause == "DAI-LDR-10"


def test_who_is_attached_is_not_run_over() -> None:
    game = unit(more=LEADER)
    game.run(leader_overrun(game, LeaderId("D"), B))
    assert game.events == []


def test_the_dead_count_for_nothing() -> None:
    game = unit(more=LEADER + "leader L red rating=3 at=60,60\n")
    kill(game, LeaderId("D"), CLAUSE)
    kill(game, LeaderId("L"), CLAUSE)
    kill(game, LeaderId("L"), CLAUSE)
    assert len(game.events) == 2
    assert [rating(game.state, game.state.leaders[id]) for id in "DL"] == [0, 0]
    assert not in_command_of_all(game.state, RED)


def test_a_leader_who_routs_keeps_his_rating_but_not_the_initiative() -> None:
    game = Game(position("unit R red profile=AS at=50,50 routing=yes\nleader L red rating=3 attached=R"))
    general = game.state.general_of(RED)
    assert (rating(game.state, general), is_incapacitated(game.state, general)) == (3, True)


def test_an_event_takes_the_rating_for_a_turn() -> None:
    rows = "turn {turn}\nunit R red profile=AS at=50,50\nleader L red rating=3 at=60,60 incapacitated_until=4"
    for turn, left in ((4, 0), (5, 3)):
        state = position(rows.format(turn=turn))
        assert rating(state, state.general_of(RED)) == left
        assert in_command_of_all(state, RED) == bool(left)


# -- the seat (DAI-LDR-05) ------------------------------------------------------------------


HQ = "unit Q red profile=HQ at=50,50 clan=household\n"


@pytest.mark.parametrize(("at", "seated"), [("50,53", True), ("50,49", True), ("50,48.9", False), ("54.9,50", True)])
def test_a_general_sits_within_his_headquarters_or_touching_it(at: str, seated: bool) -> None:
    state = position(HQ + f"leader L red rating=2 at={at} seated=yes")
    assert is_seated(state, RED) == seated


def test_what_ends_the_sitting() -> None:
    sits = "leader L red rating=2 at=50,53 seated=yes"
    assert is_seated(position(HQ + sits), RED)
    assert not is_seated(position(sits), RED)
    assert not is_seated(position(HQ + "leader L red rating=2 at=50,53"), RED)
    assert not is_seated(position(HQ + sits + " incapacitated_until=1"), RED)
    assert not is_seated(position(HQ + sits + "\nside red seated_off_until=1"), RED)
    assert not is_seated(position(HQ + sits + "\nunit B blue profile=AS at=50,50 facing=180"), RED)
    assert is_seated(position(HQ + sits + "\nunit B blue profile=AS at=50,50 facing=180 routing=yes"), RED)


def test_a_seated_general_whose_headquarters_is_lost_is_in_danger() -> None:
    rows = HQ + "unit R red profile=HF at=70,50 clan=household\nleader L red rating=2 at=50,53 seated=yes"
    game = Game(position(rows))
    game.run(lose(game, UnitId("Q"), "destroyed", CLAUSE), [[4]])
    leader = game.state.leaders["L"]
    assert (leader.attached, leader.seated, game.told(LeaderDiced)[0].why) == ("R", False, "hq")
    game = Game(position(rows))
    game.run(lose(game, UnitId("Q"), "captured", CLAUSE), [[3]])
    assert game.state.leaders["L"].fate == "dead"


# -- attaching (DAI-LDR-06, DAI-LDR-07) ------------------------------------------------------


@pytest.mark.parametrize(("more", "code"), [
    ("", None), (" routing=yes", "leader.held-routing"), (" pursuing_until=1", "leader.held-pursuing"),
])  # fmt: skip
def test_a_leader_cannot_leave_a_unit_in_need(more: str, code: str | None) -> None:
    state = position(f"unit R red profile=AS at=50,50{more}\nleader D red clan=red-clan rating=2 attached=R")
    no = refuse_detach(state, state.leaders["D"])
    assert said(no) == (None if code is None else (code, "DAI-LDR-07"))


def test_a_leader_cannot_leave_a_melee() -> None:
    state = position(
        "unit R red profile=AS at=50,50\nunit B blue profile=AS at=50,50\nleader D red clan=red-clan attached=R"
    )
    assert said(refuse_detach(state, state.leaders["D"])) == ("leader.held-melee", "DAI-LDR-07")


def test_whom_a_leader_may_join() -> None:
    state = position(
        "clan other red\nunit R red profile=AS at=50,50\nunit O red clan=other at=70,50\nunit B blue at=50,20\n"
        "unit Q red profile=HQ at=90,50\nleader D red clan=red-clan attached=R\nleader E red clan=other at=5,5\n"
        "leader F red clan=red-clan at=5,5\nleader L red at=5,5"
    )
    units, leaders = state.units, state.leaders
    assert refuse_attach(state, leaders["D"], units["R"]) is None
    assert refuse_detach(state, leaders["E"]) is None
    assert said(refuse_attach(state, leaders["E"], units["R"])) == ("leader.not-his", "DAI-LDR-06")
    assert said(refuse_attach(state, leaders["F"], units["R"])) == ("leader.full", "DAI-LDR-06")
    assert refuse_attach(state, leaders["L"], units["R"]) is None
    assert refuse_attach(state, leaders["L"], units["O"]) is None
    assert said(refuse_attach(state, leaders["L"], units["B"])) == ("leader.not-his", "DAI-LDR-06")
    assert said(refuse_attach(state, leaders["L"], units["Q"])) == ("leader.not-his", "DAI-LDR-06")


# -- guns (DAI-ART-08, DAI-ART-09, DAI-ART-14) ------------------------------------------------


GUNS = (
    "turn 3\nunit G red profile=LA at=50,50\nunit B blue clan=thieves profile=AS files=2 stands=4 at={at} facing=180\n"
)


def test_a_captured_gun_is_lost_for_the_one_and_served_by_the_other_next_turn() -> None:
    game = Game(position(GUNS.format(at="50,50")))
    game.run(capture(game, G, B))
    gun = game.state.units["G"]
    assert (gun.seat, gun.clan, gun.fate, gun.held_until, gun.activated) == (BLUE, "thieves", "", 3, True)
    assert [(s.lost, s.units_lost) for s in game.state.sides] == [(1, 1), (0, 0)]
    game.worded()
    game.run(lose(game, G, "destroyed", CLAUSE))
    assert [(s.lost, s.units_lost) for s in game.state.sides] == [(1, 1), (0, 1)]


def test_the_leader_with_a_captured_gun_is_in_danger() -> None:
    game = Game(position(GUNS.format(at="50,50") + "leader D red clan=red-clan attached=G\nunit R red at=66,50"))
    game.run(capture(game, G, B), [[3]])
    assert game.state.leaders["D"].attached == "R"


def test_only_guns_are_taken_and_what_is_gone_is_not_lost_again() -> None:
    game = Game(position(GUNS.format(at="50,50")))
    game.run(capture(game, B, G))
    abandon(game, B)
    assert game.events == []
    for _ in range(2):
        game.run(lose(game, G, "destroyed", CLAUSE))
    game.run(capture(game, G, B))
    assert [type(event) for event in game.events] == [UnitLost]


def test_an_abandoned_gun_goes_to_the_first_that_touches_it() -> None:
    game = Game(position(GUNS.format(at="50,49")))
    abandon(game, G)
    abandon(game, G)
    assert (len(game.events), game.state.units["G"].abandoned) == (1, True)
    game.run(claim_guns(game))
    assert game.state.units["G"].seat == RED
    game.state = game.state.with_unit("B", at=Point(50_000, 50_000))
    game.run(claim_guns(game))
    taken = game.told(GunTaken)[0]
    assert (taken.seat, taken.clause, game.state.units["G"].abandoned) == (BLUE, "DAI-ART-08", False)
    game.worded()


def test_friends_who_take_a_gun_over_have_lost_nothing() -> None:
    game = Game(position("unit G red profile=LA at=50,50\nunit R red clan=other profile=AS files=2 stands=4 at=56,50"))
    abandon(game, G)
    game.run(claim_guns(game))
    assert (game.state.units["G"].clan, game.state.side(RED).lost, game.state.side(RED).units_lost) == ("other", 0, 0)
    assert game.told(GunTaken)[0].tell().about == "daimyo.gun-taken.crewed"


def test_who_routs_takes_no_gun() -> None:
    game = Game(position(GUNS.format(at="50,50").replace("facing=180", "facing=180 routing=yes")))
    abandon(game, G)
    game.run(claim_guns(game))
    assert game.told(GunTaken) == []
