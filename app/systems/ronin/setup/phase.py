"""The set-up: its dice in the order of RON-PRI-12, edges, terrain, minor goals, deployment.

The phase ends after each stage at which the table could wait, and is named again until the last one.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from app.engine.asks import Ask, AskAll
from app.engine.dice import Dice, Faces
from app.engine.domains import Pick
from app.engine.events import Seat
from app.engine.flow import Game, ask_all, decide, roll
from app.engine.refusals import refuse
from app.systems.ronin.book import c, row_at, table
from app.systems.ronin.ground.events import FlowRolled, TimeRolled, WeatherRolled
from app.systems.ronin.scenarios.events import EdgesPaired, LengthSet, RolesTaken
from app.systems.ronin.scenarios.figures import OPPOSITE, edges_said, scenario, seat_of
from app.systems.ronin.setup.deploy import deploy
from app.systems.ronin.setup.events import EdgesTaken, GoalDrawn, StageDone
from app.systems.ronin.setup.terrain import place_terrain
from app.systems.ronin.state import ModelId, State
from app.systems.ronin.turn.events import PhaseBegan
from app.systems.ronin.turn.rolloff import roll_off
from app.systems.ronin.warband.roster import Roster, read_roster

SETUP, LENGTH, DICED, ATTACKER, CALLED, WEATHER, TIME, FLOW, PAIR, EDGES, GOALS, LONG, NAMED = (
    c("RON-PRI-12"), c("RON-SCN-03"), c("RON-SCN-08"), c("RON-SCN-51"), c("RON-SCN-52"), c("RON-TER-09"),
    c("RON-TER-10"), c("RON-SCN-59"), c("RON-SCN-24"), c("RON-SET-08"), c("RON-SCN-05"), c("RON-SCN-43"),
    c("RON-SCN-53"),
)  # fmt: skip
PAUSES = ("ground", "terrain", "goals", "deploy")
DIE = Dice(1)


async def setup(game: Game[State]) -> None:
    """The next stages of the set-up are done, up to one after which play may rest."""
    if game.state.phase != "setup":
        game.emit(PhaseBegan(clause=SETUP, phase="setup"))
    done = STAGES.index(game.state.stage) + 1 if game.state.stage else 0
    for stage in STAGES[done:]:
        await STEPS[stage](game)
        game.emit(StageDone(clause=SETUP, stage=stage))
        if stage in PAUSES:
            return


async def set_length(game: Game[State]) -> None:
    """The length is rolled where the scenario says so, and told where it is fixed (RON-SCN-03)."""
    said = scenario(game.state)
    if said.length["kind"] == "fixed":
        game.emit(LengthSet(clause=c(said.clauses["length"]), turns=said.length["turns"]))
    elif said.length["kind"] == "roll":
        rule = table("common")["length_dice"]
        faces = await roll(Dice(rule["dice"]), "length", LENGTH)
        game.emit(LengthSet(clause=c(said.clauses["length"]), turns=sum(faces) + rule["plus"], faces=faces))


async def set_roles(game: Game[State]) -> None:
    """Who attacks is rolled off, and the higher chooses (RON-SCN-51)."""
    if not scenario(game.state).roles_rolled_off:
        return
    winner = await roll_off(game, "attacker", ATTACKER)
    options = Pick({"attacker": None, "defender": None})
    role = await decide(Ask(winner, "setup.role", options, ATTACKER, default="attacker"))
    attacker = winner if role == "attacker" else game.state.other(winner)
    defender = game.state.other(attacker)
    out = extras(game.state, defender)
    starts: dict[str, int] = {s.seat: s.start - (len(out) if s.seat == defender else 0) for s in game.state.sides}
    game.emit(RolesTaken(clause=ATTACKER, attacker=attacker, defender=defender, left_out=out, starts=starts))


def extras(state: State, seat: Seat) -> tuple[ModelId, ...]:
    """The models of a roster that come only if its side attacks (RON-SCN-51)."""
    raw = next(side.roster for side in state.setup.sides if side.seat == seat)
    roster = read_roster(raw)
    codes = [r.code for r in roster.models if r.extra] if isinstance(roster, Roster) else []
    return tuple(m.id for m in state.models.values() if m.seat == seat and m.code in codes)


async def set_weather(game: Game[State]) -> None:
    """Weather on a 5 or 6, time of day on a 6, each by its table (RON-SCN-52, RON-TER-09, RON-TER-10)."""
    if not scenario(game.state).weather:
        return
    faces, weather = await ask_table("weather")
    game.emit(WeatherRolled(clause=WEATHER if weather else CALLED, faces=faces, weather=weather))
    if scenario(game.state).time_of_day:
        return
    faces, time = await ask_table("time_of_day")
    game.emit(TimeRolled(clause=TIME if time else CALLED, faces=faces, time_of_day=time))


async def ask_table(name: str) -> tuple[Faces, str]:
    """The dice, and the row they found, if the first of them called for the table."""
    why, table_clause = name.replace("_", "-"), WEATHER if name == "weather" else TIME
    faces = await roll(DIE, f"{why}-called", CALLED)
    if sum(faces) < table("common")["called_for"][name]:
        return faces, ""
    found = await roll(DIE, why, table_clause)
    return faces + found, str(row_at(table("ground")[name], sum(found))["id"])


async def set_ground(game: Game[State]) -> None:
    """The river's flow or the pair of edges is rolled, where there is one (RON-SCN-59, RON-SCN-24)."""
    said = scenario(game.state)
    if said.flow:
        faces = await roll(DIE, "flow", FLOW)
        low = sum(faces) <= said.flow["low_to"]
        game.emit(FlowRolled(clause=FLOW, faces=faces, flow="west" if low else "east"))
    if said.edges["kind"] == "pair":
        faces = await roll(DIE, "edges", PAIR)
        low = sum(faces) <= said.edges["north_south_to"]
        game.emit(EdgesPaired(clause=PAIR, faces=faces, edges=("north", "south") if low else ("east", "west")))


async def set_edges(game: Game[State]) -> None:
    """Both sides have their edge: by roll-off, or named by the defender (RON-SET-08, RON-SET-09, RON-SCN-53)."""
    kind = scenario(game.state).edges["kind"]
    if kind == "attacker":
        return
    if kind == "named":
        await name_edge(game)
        return
    clause = LONG if kind == "long" else EDGES
    winner = await roll_off(game, "edge", clause)
    edges = edges_of(game.state)
    edge = await decide(Ask(winner, "setup.edge", Pick(dict.fromkeys(edges)), clause, default=next(iter(edges))))
    take_edges(game, winner, edge, first=game.state.other(winner))


async def name_edge(game: Game[State]) -> None:
    """The defender has named the attacker's edge (RON-SCN-53)."""
    defender, attacker = seat_of(game.state, "defender"), seat_of(game.state, "attacker")
    edges = edges_of(game.state)
    edge = await decide(Ask(defender, "setup.enemy-edge", Pick(dict.fromkeys(edges)), NAMED, default=next(iter(edges))))
    take_edges(game, attacker, edge, first=defender)


def take_edges(game: Game[State], seat: Seat, edge: str, first: Seat) -> None:
    """The seat has this edge, the other the opposite one (RON-SET-09)."""
    other = game.state.other(seat)
    game.emit(EdgesTaken(clause=EDGES, seat=seat, edge=edge, other=other, other_edge=OPPOSITE[edge], go=first))


def edges_of(state: State) -> tuple[str, ...]:
    """The edges that may be chosen."""
    return tuple(state.zones.get("edges") or edges_said(state))


async def set_goals(game: Game[State]) -> None:
    """Each side has a secret minor goal: by the die, or by choice on a 6 (RON-SCN-05).

    Both are asked at the same time whatever they rolled, so that the asking tells nobody who may choose.
    """
    if not scenario(game.state).minor_goals:
        return
    dice: dict[Seat, int] = {}
    for side in game.state.sides:
        dice[side.seat] = sum(await roll(DIE, "minor-goal", GOALS, by=side.seat))
    goals = await ask_all(AskAll(tuple(ask_goal(seat, face) for seat, face in dice.items())))
    for seat, goal in goals.items():
        game.emit(GoalDrawn(clause=GOALS, seen_by=(seat,), seat=seat, face=dice[seat], goal=goal))


def ask_goal(seat: Seat, face: int) -> Ask[str]:
    """Which goal it is: the one of the die, or any on a 6."""
    free = face == table("common")["minor_goal_choice"]["roll"]
    no = refuse("goal.rolled", GOALS, face=face)
    options = {r["id"]: None if free or r["roll"] == face else no for r in table("common")["minor_goals"]}
    pick = Pick(options)
    return Ask(seat, "setup.goal", pick, GOALS, default=next(iter(pick.open())), facts={"face": face}, secret=True)


STEPS: dict[str, Callable[[Game[State]], Awaitable[None]]] = {
    "length": set_length, "attacker": set_roles, "weather": set_weather, "ground": set_ground, "terrain": place_terrain,
    "edges": set_edges, "goals": set_goals, "deploy": deploy,
}  # fmt: skip
STAGES = tuple(STEPS)
