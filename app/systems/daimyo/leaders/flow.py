"""Leaders in danger, and what of them counts: their rating, the General's seat (LDR)."""

from __future__ import annotations

from app.engine.dice import Dice
from app.engine.events import Seat
from app.engine.flow import Game, roll
from app.engine.geometry import Polygon
from app.engine.refusals import Clause, Refusal, refuse
from app.engine.shapes import within
from app.systems.daimyo.book import c, cm, table
from app.systems.daimyo.leaders.events import LeaderDiced, LeaderEscaped, LeaderKilled
from app.systems.daimyo.measure import between, ground_of, in_melee, leader_ground, precedence
from app.systems.daimyo.scenarios.ending import watch
from app.systems.daimyo.state import Leader, LeaderId, State, Unit, UnitId

SEAT, ATTACH, HELD, CASUALTY, TOUCHED = (
    c("DAI-LDR-05"), c("DAI-LDR-06"), c("DAI-LDR-07"), c("DAI-LDR-09"), c("DAI-LDR-10"),
)  # fmt: skip
BOOK = table("leaders")
TOKEN = cm(table("organisation")["token"]["across"]) // 2
REACH = cm(BOOK["survivor"]["within"])
MOST, GENERALS = BOOK["attached"]["most"], BOOK["attached"]["generals"]
DEADLY: dict[str, tuple[int, int]] = {
    key: (row[0], row[1]) for key, row in BOOK["casualty"].items() if isinstance(row, list)
}
"""The faces that kill, from the first to the last."""
DEADLY["hq"] = DEADLY["touched"]
CLAUSES = {"stand": CASUALTY, "destroyed": CASUALTY, "touched": TOUCHED, "hq": TOUCHED}


# -- what counts of them ----------------------------------------------------------------


def is_put_out(state: State, leader: Leader) -> bool:
    """Whether he is out of the game or an event keeps him from acting: nothing of him counts (DAI-LDR-12).

    One who has yet to come on counts in full.
    """
    return leader.fate not in ("", "reserve") or leader.incapacitated_until >= max(1, state.turn)


def is_incapacitated(state: State, leader: Leader) -> bool:
    """Whether he is dead, put out of action, or carried off with a routing unit (DAI-LDR-12)."""
    return is_put_out(state, leader) or is_routed(state, leader)


def is_routed(state: State, leader: Leader) -> bool:
    """Whether the unit he is with routs (DAI-LDR-07)."""
    return bool(leader.attached) and state.units[leader.attached].routing


def rating(state: State, leader: Leader) -> int:
    """His Command Rating; 0 once he is dead or while an event puts him out of action (DAI-LDR-12)."""
    return 0 if is_put_out(state, leader) else leader.rating


def in_command_of_all(state: State, seat: Seat) -> bool:
    """Whether the General of a side is neither dead nor incapacitated (DAI-INI-03, DAI-LDR-12)."""
    return not is_incapacitated(state, state.general_of(seat))


def hq_of(state: State, seat: Seat) -> Unit | None:
    """The headquarters of a side, while it stands."""
    return next((u for u in state.fielded(seat) if u.kind == "hq"), None)


def at_hq(state: State, leader: Leader) -> bool:
    """Whether his token is within his headquarters or touches it (DAI-LDR-05)."""
    hq = hq_of(state, leader.seat)
    return hq is not None and not leader.attached and within((leader.at, leader.at), ground_of(state, hq), TOKEN)


def has_seat(state: State, seat: Seat) -> bool:
    """Whether the General of a side sits at his headquarters, fought for or not (DAI-LDR-05, DAI-LDR-10)."""
    general = state.general_of(seat)
    return general.on_table and general.seated and at_hq(state, general)


def sits(state: State, seat: Seat) -> bool:
    """Whether the General of a side has his seat and nobody fights for it (DAI-LDR-05)."""
    hq = hq_of(state, seat)
    return hq is not None and has_seat(state, seat) and not in_melee(state, hq)


def is_seated(state: State, seat: Seat) -> bool:
    """Whether a side has the bonus of a seated General (DAI-LDR-05): none while an event confuses or cripples him."""
    if is_put_out(state, state.general_of(seat)) or state.side(seat).seated_off_until >= max(1, state.turn):
        return False
    return sits(state, seat)


def refuse_detach(state: State, leader: Leader) -> Refusal | None:
    """Why a leader may not leave the unit he is with: it fights, routs or pursues (DAI-LDR-07)."""
    unit = state.units.get(leader.attached)
    if unit is None:
        return None
    if unit.routing:
        return refuse("leader.held-routing", HELD, leader=leader.id, unit=unit.id)
    if unit.pursuing_until >= state.turn > 0:
        return refuse("leader.held-pursuing", HELD, leader=leader.id, unit=unit.id)
    return refuse("leader.held-melee", HELD, leader=leader.id, unit=unit.id) if in_melee(state, unit) else None


def refuse_attach(state: State, leader: Leader, unit: Unit) -> Refusal | None:
    """Why a leader may not be attached to a unit, wherever both stand (DAI-LDR-06)."""
    own = unit.seat == leader.seat and (leader.general or unit.clan == leader.clan)
    if not own or unit.kind == "hq":
        return refuse("leader.not-his", ATTACH, leader=leader.id, unit=unit.id)
    there = [other for other in state.leaders_with(unit.id) if other.id != leader.id]
    alike = sum(other.general == leader.general for other in there)
    if len(there) >= MOST or alike >= GENERALS:
        return refuse("leader.full", ATTACH, leader=leader.id, unit=unit.id, most=MOST)
    return None


# -- in danger --------------------------------------------------------------------------


async def diced(game: Game[State], leader_id: LeaderId, why: str) -> bool:
    """A die is thrown for a leader in danger, and he is killed if it says so.

    ``why``: stand, destroyed, touched or hq (DAI-LDR-09, DAI-LDR-10).  The answer: whether he is alive.
    """
    clause = CLAUSES[why]
    (face,) = await roll(Dice(1), "leader", clause, by=game.state.leaders[leader_id].seat)
    first, last = DEADLY[why]
    killed = first <= face <= last
    game.emit(LeaderDiced(clause=clause, leader=leader_id, why=why, face=face, killed=killed))
    if killed:
        kill(game, leader_id, clause)
    return not killed


def kill(game: Game[State], leader_id: LeaderId, clause: Clause) -> None:
    """The leader is dead, where he stood; what ends the battle by it has ended it (DAI-LDR-11, DAI-SCN-06)."""
    leader = game.state.leaders[leader_id]
    if leader.on_table:
        game.emit(LeaderKilled(clause=clause, leader=leader_id, seat=leader.seat, at=leader.at))
        watch(game)


async def leader_overrun(game: Game[State], leader_id: LeaderId, by: UnitId) -> None:
    """An enemy's move touched an unattached leader: he is killed or with the nearest friendly unit (DAI-LDR-10)."""
    leader = game.state.leaders[leader_id]
    if leader.on_table and not leader.attached and by in game.state.units:
        await endangered(game, leader_id, "touched")


async def endangered(game: Game[State], leader_id: LeaderId, why: str, ground: Polygon | None = None) -> None:
    """A die is thrown for him, and if he lives he has gone to the nearest friendly unit (DAI-LDR-09, DAI-LDR-10).

    ``ground`` is from where he looks for it: his place, or the footprint of the unit he was with.
    """
    where = ground or leader_ground(game.state, game.state.leaders[leader_id])
    if await diced(game, leader_id, why):
        escape(game, leader_id, where, CLAUSES[why])


def escape(game: Game[State], leader_id: LeaderId, where: Polygon, clause: Clause) -> None:
    """He is with the nearest friendly unit in reach, attached if he may be; killed if there is none (DAI-LDR-09)."""
    state = game.state
    leader = state.leaders[leader_id]
    unit = refuge(state, leader, where)
    if unit is None:
        kill(game, leader_id, clause)
        return
    joins = refuse_attach(state, leader, unit) is None
    at = unit.formation.centre
    game.emit(LeaderEscaped(clause=clause, leader=leader_id, unit=unit.id, attached=joins, at=at))


def refuge(state: State, leader: Leader, where: Polygon) -> Unit | None:
    """The nearest friendly unit in reach of a place, of equally near ones the first (DAI-LDR-09, DAI-ORG-34)."""
    friends = (u for u in state.fielded(leader.seat) if not state.neutral(u) and not u.abandoned)
    near = [u for u in friends if within(where, ground_of(state, u), REACH)]
    return min(near, key=lambda u: (between(where, ground_of(state, u)), *precedence(state, u)), default=None)
