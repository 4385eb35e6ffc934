"""What scenarios alone bring at the start of a turn, and what they remember of it."""

from __future__ import annotations

from app.engine.dice import Dice
from app.engine.events import Seat
from app.engine.flow import Game, roll
from app.engine.modifiers import Line
from app.engine.shapes import within
from app.systems.daimyo.book import c, cm
from app.systems.daimyo.measure import ground_of
from app.systems.daimyo.scenarios.events import (
    AllegianceRolled,
    ArrivalRolled,
    ClanJoined,
    CoatTested,
    Provoked,
    ShotsNear,
)
from app.systems.daimyo.scenarios.figures import Row, clan_named, plays, provoked, scenario, seat_of
from app.systems.daimyo.scenarios.victory import lost_share
from app.systems.daimyo.state import Clan, State, Unit

ARRIVES, JOINS = c("DAI-SCN-09"), c("DAI-SCN-13")


async def turn_begins(game: Game[State]) -> None:
    """Clans have arrived or not, and one that has yet to decide has done so or waits; part of step A2."""
    await arrivals(game)
    await allegiance(game)


async def arrivals(game: Game[State]) -> None:
    """One roll for all clans that arrive later; on the last turn given they come without one (DAI-SCN-09)."""
    row, state = scenario(game.state).arrivals, game.state
    needed = row["by_turn"].get(str(state.turn), 0) if row else 0
    seat = seat_of(state, row["role"]) if row else None
    if seat is None or not needed or state.notes.get("arrived"):
        return
    face = (await roll(Dice(1), "arrival", ARRIVES, by=seat))[0] if needed > 1 else 0
    here = needed <= 1 or face >= needed
    game.emit(ArrivalRolled(clause=ARRIVES, seat=seat, face=face, needed=needed, arrived=here))


# -- the clan on the hill ------------------------------------------------------------


async def allegiance(game: Game[State]) -> None:
    """The clan that belongs to nobody has joined a side, or waits for the next turn (DAI-SCN-13)."""
    row = scenario(game.state).kobayakawa
    clan = clan_named(game.state, row["clan"]) if row else None
    if clan is None or clan.allegiance != "undecided" or game.state.turn < row["from_turn"]:
        return
    faces = await roll(Dice(2), "loyalty", JOINS)
    open_ = open_lines(game.state, row)
    secret = Line("loyalty.lean", game.state.secrets.get("loyalty", 0), JOINS)
    score = sum(faces) + sum(line.adds for line in open_) + secret.adds
    side = joins(game.state, row, score)
    lines = (*open_, secret) if side else open_
    game.emit(AllegianceRolled(clause=JOINS, clan=clan.id, faces=faces, lines=lines, side=side))
    if side is not None:
        await join(game, clan, side, row)


def open_lines(state: State, row: Row) -> tuple[Line, ...]:
    """What everybody sees of the roll: who has lost more, who stood near the hill."""
    west, east = (seat_of(state, role) for role in ("west", "east"))
    if west is None or east is None:
        return ()
    ahead = lost_share(state, west) - lost_share(state, east)
    shots = state.notes.get("shots") == state.turn - 1
    rows = (("west-behind", "west_behind", ahead > 0), ("east-behind", "east_behind", ahead < 0),
            ("shots", "shots", shots))  # fmt: skip
    return tuple(Line(f"loyalty.{name}", row[key], JOINS) for name, key, holds in rows if holds)


def joins(state: State, row: Row, score: int) -> Seat | None:
    """Whom the clan joins at this total; nobody while it waits."""
    if score >= row["east_at"]:
        return seat_of(state, "east")
    return seat_of(state, "west") if score <= row["west_at"] else None


async def join(game: Game[State], clan: Clan, side: Seat, row: Row) -> None:
    """The clan belongs to a side; on going over it may take others of its old side with it (DAI-SCN-13)."""
    state = game.state
    weight = sum(u.weight for u in state.units.values() if u.clan == clan.id and not u.lost_by)
    over = side != clan.seat
    game.emit(ClanJoined(clause=JOINS, clan=clan.id, seat=side, weight=weight))
    for unit in waverers(game.state, side, row) if over else ():
        (face,) = await roll(Dice(1), "turncoat", JOINS, by=side)
        game.emit(CoatTested(clause=JOINS, unit=unit.id, face=face, needed=row["turncoat"], seat=side, clan=clan.id,
                             weight=unit.weight, turned=face >= row["turncoat"]))  # fmt: skip


def waverers(state: State, side: Seat, row: Row) -> tuple[Unit, ...]:
    """Units on the table that may turn their coats, by the names the scenario gives."""
    foes = [u for u in state.fielded() if u.seat != side]
    return tuple(u for key in row["turncoats"] for u in foes if u.name == key)


# -- what is remembered -----------------------------------------------------------------


def notice(game: Game[State]) -> None:
    """A clan that was shot at or charged, and a gun line that was charged, are remembered; call it after B3 and B4."""
    said, state = scenario(game.state), game.state
    if state.outcome is not None:
        return
    clan = clan_named(state, said.shimazu["clan"]) if said.shimazu else None
    if clan is not None and not state.notes.get(f"provoked:{clan.id}") and provoked(state, clan):
        game.emit(Provoked(clause=said.rests_on("shimazu"), subject=clan.id, why="provoked"))
    for unit in state.fielded() if said.holds_still else ():
        held = plays(state, unit.seat, said.holds_still["role"]) and unit.missile == said.holds_still["missile"]
        if held and unit.charges and not state.notes.get(f"charged:{unit.id}"):
            game.emit(Provoked(clause=said.rests_on("holds_still"), subject=unit.id, why="charged"))


def turn_ends(game: Game[State]) -> None:
    """Whether missile units of the East stand near the hill is remembered for the next roll."""
    row, state = scenario(game.state).kobayakawa, game.state
    clan = clan_named(state, row["clan"]) if row else None
    hill = next((p.outline for p in state.table.pieces if row and p.id == row["hill"]), None)
    east = seat_of(state, "east")
    if clan is None or clan.allegiance != "undecided" or hill is None or east is None:
        return
    reach = cm(row["shots_within"])
    near = (u for u in state.fielded(east) if u.missile and within(ground_of(state, u), hill, reach))
    if (unit := next(near, None)) is not None:
        game.emit(ShotsNear(clause=JOINS, unit=unit.id))
