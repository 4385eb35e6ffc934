"""Morale: why a unit tests, what is added to its dice, what the result table says (MOR).

Distances are taken from the unit as it stands when the test is rolled (DAI-MOR-34).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from app.engine.events import Seat
from app.engine.geometry import Polygon
from app.engine.modifiers import Line, Modifiers
from app.engine.refusals import Fact, Refusal, refuse
from app.engine.shapes import within
from app.systems.daimyo.book import c, cm, foremost, table
from app.systems.daimyo.command.rules import in_command
from app.systems.daimyo.leaders.flow import is_put_out, rating
from app.systems.daimyo.measure import (
    faces,
    foes_in_melee,
    friends_of,
    ground_of,
    in_melee,
    is_within,
    leader_within,
    on_flank,
    touched_edges,
    touching,
    zone,
)
from app.systems.daimyo.morale.events import LAST_ROW, ROWS
from app.systems.daimyo.moving.ground.cover import in_cover, is_uphill
from app.systems.daimyo.state import QUALITIES, Leader, State, Unit, UnitId

BOOK = table("morale")
NEAR, NEAR_IN_MELEE = cm(BOOK["radius"]["usual"]), cm(BOOK["radius"]["in_melee"])
COLUMNS: dict[int, str] = {row["id"]: row["column"] for row in BOOK["reason"]}
RESULTS: dict[tuple[str, int], str] = {(row["column"], row["row"]): row["outcome"] for row in BOOK["result"]}
ALWAYS, NEVER = int(BOOK["natural"]["passes"]), int(BOOK["natural"]["fails"])
SAMURAI: tuple[str, ...] = tuple(table("organisation")["samurai"]["classes"])
ROUT_LIMIT: int = table("rallying")["rally"]["removed_at_rout"]
LEAST_ROUTS: int = table("rallying")["rally"]["rout_moves"]
STAND_LOST, CHARGED, BY_CAVALRY, CHARGES, LEADER, FRIENDS, THROUGH, RALLY = range(1, 9)
MOVED, ONCE, SHOT, BROKE, STAYS = c("DAI-RAL-04"), c("DAI-RAL-04"), c("DAI-RAL-05"), c("DAI-RAL-15"), c("DAI-RAL-07")
NO_NEED, SECOND = c("DAI-RAL-09"), c("DAI-RAL-06")


class Case(NamedTuple):
    """A test of a unit for a reason; ``by`` charged it, or is the enemy it charges."""

    state: State
    unit: Unit
    reason: int
    by: Unit | None

    @property
    def charger(self) -> Unit | None:
        """Who charges it, in a test for being charged."""
        return self.by if self.reason in (CHARGED, BY_CAVALRY) else None


# -- who is near ----------------------------------------------------------------------


def needed(unit: Unit) -> int:
    """The score that passes (DAI-MOR-03)."""
    score: int = BOOK["pass"][unit.quality]
    return score


def look_about(state: State, unit: Unit) -> int:
    """How far a test looks in 1/100 mm: less for a unit in melee (DAI-MOR-05, DAI-MOR-11)."""
    return NEAR_IN_MELEE if in_melee(state, unit) else NEAR


def near(state: State, unit: Unit, other: Unit) -> bool:
    """Whether another unit is within the radius of a unit's tests."""
    return is_within(state, unit, other, look_about(state, unit))


def near_place(state: State, unit: Unit, outline: Polygon) -> bool:
    """Whether a place is within the radius of a unit's tests."""
    return bool(outline) and within(ground_of(state, unit), outline, look_about(state, unit))


def samurai(unit: Unit) -> bool:
    """Whether the rules call it samurai: hatamoto too, ronin and monks not (DAI-ORG-26)."""
    return unit.troop_class in SAMURAI


def runs(unit: Unit) -> bool:
    """Whether it routs; a gun loses its crew instead (DAI-ART-08)."""
    return unit.routing and unit.troops


def in_front(state: State, unit: Unit, foe: Unit) -> bool:
    """Whether an enemy is before the front of a unit, or in contact with it (DAI-ORG-31)."""
    if touching(state, unit, foe):
        return "front" in touched_edges(state, unit, foe)
    return zone(unit, foe.at) == "front"


# -- the modifiers ------------------------------------------------------------------------


def best_rating(case: Case) -> int:
    """M1: the highest rating attached (DAI-MOR-23)."""
    return max((rating(case.state, m) for m in case.state.leaders_with(case.unit.id)), default=0)


def is_pursuing(case: Case) -> int:
    """M2 (DAI-MOR-27)."""
    return int(0 < case.state.turn <= case.unit.pursuing_until)


def above_or_covered(case: Case) -> int:
    """M3: uphill of every enemy in the radius, of which there must be one, or in cover (DAI-MOR-23)."""
    state, unit = case.state, case.unit
    if in_cover(state, unit):
        return 1
    foes = [foe for foe in state.enemies_of(unit.seat) if near(state, unit, foe)]
    return int(bool(foes) and all(is_uphill(state, unit, foe) for foe in foes))


def general_near(case: Case) -> int:
    """M4: also for the unit he is with; not if an event put him out of action (DAI-MOR-23, DAI-LDR-12)."""
    state, unit = case.state, case.unit
    general = state.leaders.get(state.side(unit.seat).general)
    if general is None or is_put_out(state, general):
        return 0
    return int(leader_within(state, general, unit, look_about(state, unit)))


def spears_charged(case: Case) -> int:
    """M5: long spears on foot in good order, charged in front by cavalry."""
    unit, by = case.unit, case.charger
    held = unit.arm == "spear" and not unit.mounted and unit.good_order
    return int(by is not None and held and by.mounted and in_front(case.state, unit, by))


def enemies_routing(case: Case) -> int:
    """M6, once however many (DAI-MOR-23)."""
    state, unit = case.state, case.unit
    return int(any(runs(foe) and near(state, unit, foe) for foe in state.enemies_of(unit.seat)))


def cavalry_charges(case: Case) -> int:
    """M10."""
    return int(case.charger is not None and case.charger.mounted and not case.unit.mounted)


def friends_routing(case: Case) -> int:
    """M11: how many friends of equal or higher quality rout near (DAI-MOR-23)."""
    state, unit = case.state, case.unit
    worst = QUALITIES.index(unit.quality)
    friends = (f for f in friends_of(state, unit) if runs(f) and QUALITIES.index(f.quality) <= worst)
    return sum(1 for friend in friends if near(state, unit, friend))


def stands_lost(case: Case) -> int:
    """M12: since the start of the battle (DAI-MOR-24)."""
    return max(0, case.unit.start_stands - case.unit.stands)


def enemy_at_flank(case: Case) -> int:
    """M13, once (DAI-MOR-23, DAI-MOR-25)."""
    state, unit = case.state, case.unit
    return int(any(threatens(state, foe, unit) for foe in state.enemies_of(unit.seat)))


def threatens(state: State, foe: Unit, unit: Unit) -> bool:
    """Whether an enemy faces the flank or rear of a unit and is free to fall on it (DAI-MOR-25)."""
    if foe.routing or not near(state, unit, foe) or not on_flank(unit, foe.at) or not faces(state, foe, unit):
        return False
    busy = foes_in_melee(state, foe)
    return not busy or any(other.id == unit.id for other in busy)


def leader_killed(case: Case) -> int:
    """M14: any leader of the side killed this turn near, once (DAI-MOR-23, DAI-MOR-24)."""
    state, unit = case.state, case.unit
    return int(any(near_place(state, unit, (at, at)) for _, at in state.side(unit.seat).killed))


TESTS: dict[str, Callable[[Case], int]] = {
    "leader-attached": best_rating,
    "pursuing": is_pursuing,
    "uphill-or-cover": above_or_covered,
    "general-near": general_near,
    "long-spear-charged": spears_charged,
    "enemy-routing": enemies_routing,
    "hatamoto": lambda case: int(case.unit.troop_class == "hatamoto"),
    "disordered": lambda case: int(case.unit.disordered),
    "out-of-command": lambda case: int(not in_command(case.state, case.unit)),
    "charged-by-cavalry": cavalry_charges,
    "friends-routing": friends_routing,
    "stands-lost": stands_lost,
    "enemy-at-flank": enemy_at_flank,
    "leader-killed": leader_killed,
    "routing": lambda case: int(case.unit.routing),
}
MODIFIERS: Modifiers[Case] = Modifiers.read(table("morale")["adds"], TESTS)


def lines(state: State, unit: Unit, reason: int = 0, by: UnitId | None = None) -> tuple[Line, ...]:
    """Every modifier that holds of a test taken now (DAI-MOR-04); ``reason`` 0: none of the eight."""
    return MODIFIERS.lines(Case(state, unit, reason, state.units.get(by) if by else None))


# -- the reasons --------------------------------------------------------------------------


def may_test(state: State, unit: Unit) -> bool:
    """Whether it ever tests for anything but a rally (DAI-MOR-12, DAI-MOR-28, DAI-ORG-27)."""
    stands = unit.on_table and unit.kind != "hq" and not unit.abandoned
    return stands and not (unit.routing or unit.frenzied or state.neutral(unit))


def charge_reasons(unit: Unit, charger: Unit) -> tuple[int, ...]:
    """Why a unit must test when it is charged: 2, 3, both or neither (DAI-MOR-01, DAI-CHG-24, DAI-MOR-32)."""
    if unit.kind == "hq" or unit.abandoned or unit.routing or unit.frenzied:
        return ()
    timid = unit.kind == "gun" or unit.troop_class in ("ashigaru", "peasants")
    foot = not unit.mounted and unit.quality != "elite"
    return ((CHARGED,) if timid else ()) + ((BY_CAVALRY,) if charger.mounted and foot else ())


def must_dare(unit: Unit) -> bool:
    """Whether it must test to start a charge: ashigaru with missiles, and peasants (DAI-CHG-02)."""
    shy = unit.troop_class == "peasants" or (unit.troop_class == "ashigaru" and bool(unit.missile))
    return shy and unit.troops and not unit.frenzied


def reasons_due(state: State, unit: Unit) -> tuple[int, ...]:
    """Why it must test at the end of the turn, lowest number first (DAI-MOR-09); none once it has (DAI-MOR-17)."""
    if not may_test(state, unit) or unit.tested_at_end:
        return ()
    found = {
        STAND_LOST: unit.lost_this_turn > 0,
        LEADER: leader_lost(state, unit),
        FRIENDS: any(noticed(unit, f) and fled_near(state, unit, f) for f in comrades(state, unit)),
        THROUGH: unit.passed_through,
    }
    return tuple(reason for reason, due in found.items() if due)


def comrades(state: State, unit: Unit) -> Iterator[Unit]:
    """The other troops of its side, those that have left the table too (DAI-MOR-30, DAI-MOR-34)."""
    mine = (u for u in state.units.values() if u.seat == unit.seat and u.id != unit.id and u.troops)
    return (u for u in mine if not state.neutral(u))


def noticed(unit: Unit, friend: Unit) -> bool:
    """Whether a unit takes notice of this friend's rout: cavalry and samurai only of their like (DAI-MOR-01)."""
    return is_proud(friend) or not is_proud(unit)


def is_proud(unit: Unit) -> bool:
    """Cavalry or samurai."""
    return unit.mounted or samurai(unit)


def fled_near(state: State, unit: Unit, friend: Unit) -> bool:
    """Whether a friend broke or ran this turn from or to a place within the radius (DAI-MOR-18, DAI-MOR-34)."""
    return any(near_place(state, unit, end) for leg in friend.legs for end in (leg.start, leg.end))


def leader_lost(state: State, unit: Unit) -> bool:
    """Whether the General or its own Daimyo was killed, or ran with his unit, near it this turn (reason 5)."""
    mine = [state.side(unit.seat).general]
    own = state.daimyo_of(unit)
    mine += [own.id] if own is not None else []
    if any(id in mine and near_place(state, unit, (at, at)) for id, at in state.side(unit.seat).killed):
        return True
    ran = {id for leader in mine if leader in state.leaders for id in carriers(state.leaders[leader])}
    return any(fled_near(state, unit, state.units[id]) for id in sorted(ran - {unit.id}))


def carriers(leader: Leader) -> tuple[UnitId, ...]:
    """The units that may have carried a leader off this turn: his own, and those he ran with before."""
    return leader.ran_with if not leader.attached else (leader.attached, *leader.ran_with)


# -- the result ---------------------------------------------------------------------------


class Verdict(NamedTuple):
    """What the dice came to: ``row`` is empty where a natural roll decided and the table was not read."""

    total: int
    margin: int
    column: str
    row: str
    result: str


def judge(unit: Unit, reason: int, natural: int, added: int) -> Verdict:
    """The result of a test (DAI-MOR-02, DAI-MOR-06, DAI-MOR-07; naturals DAI-MOR-13, -14, -16)."""
    column, score = COLUMNS[reason], natural + added
    margin = max(0, needed(unit) - score)
    row = 0 if natural == ALWAYS else min(margin, LAST_ROW)
    result = RESULTS[column, row]
    if reason != RALLY and natural in BOOK["frenzy"].get(unit.troop_class, ()):
        return Verdict(score, margin, column, "", "frenzy")
    if natural == NEVER and result not in ("rout", "dispersed"):
        return Verdict(score, margin, column, "", "dispersed" if reason == RALLY else "rout")
    return Verdict(score, margin, column, ROWS[row], result)


# -- rallying -----------------------------------------------------------------------------


def refuse_rally(state: State, unit: Unit) -> Refusal | None:
    """Why a unit may not try to rally now (DAI-RAL-04, -05, -06, -09, -15)."""
    if unit.frenzied:
        young = unit.frenzied_since >= state.turn
        return refuse("rally.young-frenzy", BROKE, unit=unit.id) if young else None
    if not runs(unit):
        return refuse("rally.no-need", NO_NEED, unit=unit.id)
    reasons = (
        ("rally.tried", ONCE, unit.rally_tried),
        ("rally.second-rout", SECOND, unit.routs >= ROUT_LIMIT),
        ("rally.broke-now", BROKE, unit.routing_since >= state.turn),
        ("rally.no-rout-move", MOVED, unit.rout_moves < LEAST_ROUTS),
        ("rally.shot-at", SHOT, unit.shot_at),
    )
    facts: dict[str, dict[str, Fact]] = {"rally.no-rout-move": {"least": LEAST_ROUTS}}
    held = [row[:2] for row in reasons if row[2]]
    return foremost(refuse(code, clause, unit=unit.id, **facts.get(code, {})) for code, clause in held)


def refuse_rallied(unit: Unit) -> Refusal | None:
    """Why a unit that rallied this turn takes no orders: it stays where it is (DAI-RAL-07)."""
    return refuse("rally.stays", STAYS, unit=unit.id) if unit.rallied else None


def must_run(state: State, unit: Unit) -> bool:
    """Whether a routing unit has its rout move of this turn still to make (DAI-PUR-10)."""
    return unit.on_table and runs(unit) and unit.routing_since < state.turn and not unit.legs


def side_in_number_order(state: State) -> tuple[Seat, Seat]:
    """The side with the initiative, then the other (DAI-ORG-34)."""
    first = state.initiative or state.seats[0]
    return first, state.other(first)
