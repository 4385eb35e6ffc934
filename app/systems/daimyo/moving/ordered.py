"""Orders of B3 carried out: obedience first, then the deed (DAI-OBE-03)."""

from __future__ import annotations

from app.engine.domains import Choice
from app.engine.flow import Game
from app.engine.formations import Formation
from app.engine.manoeuvre import Steps
from app.engine.paths import Path, length
from app.systems.daimyo.activation.events import OrderGiven
from app.systems.daimyo.book import c
from app.systems.daimyo.charging.flow import charge
from app.systems.daimyo.charging.rules import wheel_of
from app.systems.daimyo.command.flow import obeys
from app.systems.daimyo.leaders.events import GeneralSat, LeaderAttached, LeaderMoved
from app.systems.daimyo.leaders.flow import hq_of
from app.systems.daimyo.leaders.moves import path_cost, way_to
from app.systems.daimyo.moving.buildings import housed, judge_entry, judge_exit, ways_out
from app.systems.daimyo.moving.costs import leader_allowance
from app.systems.daimyo.moving.events import BuildingEntered, PalisadeOpened, PalisadeWorked
from app.systems.daimyo.moving.flow import settle
from app.systems.daimyo.moving.judging import Judged, judge
from app.systems.daimyo.moving.palisades import opened, palisades
from app.systems.daimyo.scenarios.entering import leave as leave_table
from app.systems.daimyo.state import LeaderId, State, UnitId

GIVEN, MOVES, DOORS, WORKS, GOES, JOINS, SITS = (
    c("DAI-ACT-08"), c("DAI-MOV-01"), c("DAI-MOV-31"), c("DAI-MOV-32"), c("DAI-LDR-08"), c("DAI-LDR-06"),
    c("DAI-LDR-05"),
)  # fmt: skip


async def carry_out(game: Game[State], unit_id: UnitId, order: Choice) -> None:
    """The unit has been told what to do and has done it, if it obeys (DAI-OBE-02, DAI-OBE-08)."""
    target = order.then.key if order.key in ("charge", "enter") else ""
    doing = "stay" if order.key == "move" and not order.then else order.key
    game.emit(OrderGiven(clause=GIVEN, unit=unit_id, order=doing, target=target))
    if doing in ("stay", "work"):
        work(game, unit_id) if doing == "work" else None
        return
    if await obeys(game, unit_id):
        await _do(game, unit_id, order)


async def _do(game: Game[State], unit_id: UnitId, order: Choice) -> None:
    match order.key:
        case "move":
            await move(game, unit_id, order.then)
        case "charge":
            await charge(game, unit_id, UnitId(order.then.key), wheel_of(order.then.then))
        case "enter":
            await enter(game, unit_id, order.then.key, order.then.then)
        case "leave":
            await leave(game, unit_id, order.then.key, order.then.then)
        case "exit":
            leave_table(game, unit_id)


async def move(game: Game[State], unit_id: UnitId, steps: Steps) -> None:
    """The unit has done these steps (DAI-MOV-19)."""
    await done(game, unit_id, "move", judge(game.state, game.state.units[unit_id], steps))


async def done(game: Game[State], unit_id: UnitId, how: str, found: Judged) -> None:
    """The unit stands where a judged manoeuvre leads, with all that this does."""
    await settle(game, unit_id, found.body, how, MOVES, used=found.used, allowed=found.allowed, through=found.through,
                 crossed=found.crossed, stations=found.stations)  # fmt: skip


# -- buildings and palisades ----------------------------------------------------------------


async def enter(game: Game[State], unit_id: UnitId, building: str, steps: Steps) -> None:
    """The unit has gone up to a building and in (DAI-MOV-31)."""
    state, unit = game.state, game.state.units[unit_id]
    piece = next(piece for piece in state.table.pieces if piece.id == building)
    found = judge_entry(state, unit, piece, steps)
    if steps:
        await done(game, unit_id, "move", found)
    inside: Formation = housed(piece, game.state.units[unit_id].formation)
    game.emit(BuildingEntered(clause=DOORS, unit=unit_id, building=building, at=inside.at, used=found.used,
                              allowed=found.allowed))  # fmt: skip


async def leave(game: Game[State], unit_id: UnitId, side: str, steps: Steps) -> None:
    """The unit has come out of its building on one side and gone on from there (DAI-MOV-31)."""
    state, unit = game.state, game.state.units[unit_id]
    found = judge_exit(state, unit, ways_out(state, unit)[side], steps)
    await done(game, unit_id, "leave", found)


def work(game: Game[State], unit_id: UnitId) -> None:
    """The unit spends this activation at a palisade (DAI-MOV-32)."""
    piece = palisades(game.state, game.state.units[unit_id])[0]
    game.emit(PalisadeWorked(clause=WORKS, unit=unit_id, piece=piece.id))


def open_palisades(game: Game[State]) -> None:
    """Units that spent the whole activation at a palisade have each torn 4 cm out of it (DAI-MOV-32)."""
    for unit in game.state.active_units():
        busy = unit.moved or unit.fired or unit.fought or not unit.idle_activation
        for piece in () if busy else palisades(game.state, unit)[:1]:
            gaps = opened(game.state, unit, piece)
            removed = sum(b - a for a, b in gaps) - sum(b - a for a, b in game.state.gaps.get(piece.id, ()))
            game.emit(PalisadeOpened(clause=WORKS, unit=unit.id, piece=piece.id, gaps=gaps, removed=removed))


# -- leaders ----------------------------------------------------------------------------------


def lead(game: Game[State], leader_id: LeaderId, choice: Choice) -> None:
    """The leader has gone, joined a unit, or sat down (DAI-LDR-05, -06, -08); ``choice`` is of ``leader_menu``."""
    leader = game.state.leaders[leader_id]
    if choice.key == "go":
        walk(game, leader_id, choice.then)
    elif choice.key == "attach":
        unit = game.state.units[choice.then]
        walk(game, leader_id, way_to(game.state, leader, unit))
        game.emit(LeaderAttached(clause=JOINS, leader=leader_id, unit=unit.id))
    else:
        hq = hq_of(game.state, leader.seat)
        game.emit(GeneralSat(clause=SITS, leader=leader_id, hq=hq.id if hq else UnitId("")))


def walk(game: Game[State], leader_id: LeaderId, path: Path) -> None:
    """The leader stands at the end of a path; nothing happened if it leads nowhere."""
    if length(path):
        used, allowed = path_cost(game.state, path), leader_allowance(game.state, game.state.leaders[leader_id])
        game.emit(LeaderMoved(clause=GOES, leader=leader_id, path=path, used=used, allowed=allowed))
