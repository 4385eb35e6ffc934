"""The ground: a random layout that each may veto once, then what the scenario puts down (CEL-SET-08, CEL-SET-10)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache

from app.engine.asks import Ask, AskAll
from app.engine.dice import Dice, Faces
from app.engine.domains import Pick, Place
from app.engine.events import Seat
from app.engine.flow import Game, ask, ask_all, roll
from app.engine.geometry import Point, Polygon, contains, outline, segments_cross
from app.engine.geometry import box as bounds
from app.engine.refusals import Refusal, refuse
from app.engine.table import Terrain
from app.systems.celtos.book import c, cm
from app.systems.celtos.checks.score import D10
from app.systems.celtos.ground.events import TerrainDrawn
from app.systems.celtos.ground.random import lay_out
from app.systems.celtos.ideas.proposals import granaries, granary
from app.systems.celtos.scenarios.events import GranaryPlaced
from app.systems.celtos.scenarios.figures import (
    RULES,
    all_homes,
    box,
    crossing,
    first_tokens,
    openings,
    rectangle,
    scenario,
    seat_of,
)
from app.systems.celtos.scenarios.victory import alive
from app.systems.celtos.setup.events import GroundLaid, LayoutJudged
from app.systems.celtos.state import State, Token

LAYOUT, DRAWN, PIECES, FIRES = c("CEL-SET-08"), c("CEL-TER-10"), c("CEL-SET-10"), c("CEL-SCN-03")
TRIES = 5
"""How often places are thrown for before a layout of too few pieces is taken."""
PLACES = 9
"""Dice that decide where pieces lie: as many digits of a seed."""


async def draw_terrain(game: Game[State]) -> None:
    """The table has its terrain: drawn at random until nobody vetoes it, each at most once (CEL-SET-08)."""
    if game.state.setup.options.get("terrain", "random") != "random":
        return
    while True:
        await draw(game)
        players = alive(game.state)
        asks = tuple(ask_veto(side.seat) for side in game.state.sides if not side.vetoed and side.seat in players)
        answers = await ask_all(AskAll(asks)) if asks else {}
        for seat, answer in answers.items():
            game.emit(LayoutJudged(clause=LAYOUT, seat=seat, veto=answer == "veto"))
        if "veto" not in answers.values():
            return


def ask_veto(seat: Seat) -> Ask[str]:
    """Whether a player takes the layout."""
    return Ask(seat, "setup.layout", Pick({"accept": None, "veto": None}), LAYOUT, default="accept")


async def draw(game: Game[State]) -> None:
    """A random layout lies there: how many pieces and of what kinds by dice, the places by a seed of dice.

    A piece that finds no room is left out; the places are thrown for again if too few are left.
    """
    least, most = RULES["pieces"]["min"], RULES["pieces"]["max"]
    number = least + (await roll(Dice(1, D10), "terrain-number", LAYOUT))[0] * (most - least + 1) // (D10 + 1)
    faces = await roll(Dice(number, D10), "terrain-kinds", DRAWN)
    board, pieces, tries = game.state.table, tuple[Terrain, ...](), 0
    while len(pieces) < least and tries < TRIES:
        tries += 1
        places = await roll(Dice(PLACES, D10), "terrain-places", LAYOUT)
        pieces = lay_out(board.width, board.depth, faces, seed_of(places), all_homes(game.state))
    game.emit(TerrainDrawn(clause=LAYOUT, faces=faces, places=places, pieces=pieces))


def seed_of(faces: Faces) -> int:
    """The dice as the digits of a number, a ten as 0."""
    return sum(face % D10 * D10**n for n, face in enumerate(faces))


# -- the scenario's own ground ---------------------------------------------------------


async def lay_ground(game: Game[State]) -> None:
    """River, tokens and granaries lie there; terrain in their way is gone (CEL-SET-10)."""
    tokens = first_tokens(game.state)
    river = river_of(game.state)
    if tokens or river:
        areas = [river[0].outline] if river else []
        gone = tuple(p.id for p in game.state.table.pieces
                     if any(meets(p, area) for area in areas) or any(covers(p, t.at) for t in tokens))  # fmt: skip
        game.emit(GroundLaid(clause=PIECES, pieces=river, tokens=tokens, removed=gone))
    while (left := granaries_left(game.state)) > 0:
        await place_granary(game, left)


def river_of(state: State) -> tuple[Terrain, ...]:
    """The river, and the fords and the bridge that lie open over it (CEL-SCN-02)."""
    said = scenario(state).river
    if not said:
        return ()
    whole = Terrain("river", said["kind"], box(state, ["", said["south"], "", said["north"]]), True)
    opens = (
        Terrain(f"{row['kind']}-{n}", row["kind"], crossing(state, row), True)
        for n, row in enumerate(openings(scenario(state)), 1)
    )
    return (whole, *opens)


def meets(piece: Terrain, area: Polygon) -> bool:
    """Whether a piece and an area have a point in common."""
    if any(contains(area, p) for p in piece.outline) or (piece.closed and contains(piece.outline, area[0])):
        return True
    sides = list(outline(piece.outline)) if piece.closed else list(zip(piece.outline, piece.outline[1:], strict=False))
    return any(segments_cross(a, b, p, q) for a, b in sides for p, q in outline(area))


def covers(piece: Terrain, at: Point) -> bool:
    """Whether a place lies in an area piece."""
    return piece.closed and contains(piece.outline, at)


# -- granaries ---------------------------------------------------------------------------


def granaries_left(state: State) -> int:
    """How many granaries the defender has still to put down (CEL-SCN-03)."""
    number = scenario(state).granaries.get("number", 0)
    return int(number) - sum(token.kind == "granary" for token in state.tokens)


async def place_granary(game: Game[State], left: int) -> None:
    """One granary more stands where the defender wants it (CEL-SCN-03)."""
    state, said = game.state, scenario(game.state).granaries
    seat = seat_of(state, "defender") or state.sides[0].seat
    half = cm(said["size"]) // 2
    zone = granary_zone(state)
    judge = judge_of(state, left)
    spots = granaries(granary_grid(zone, half), lambda at: judge(at) is None)
    domain = Place(
        radius=half, zones=(zone,), test=lambda spot: judge(spot.at), sure=spots,
        propose=lambda rng: granary(zone, half, rng), shape=rectangle(-half, -half, half, half),
    )  # fmt: skip
    chosen = await ask(Ask(seat, "setup.granary", domain, FIRES, default=spots[0], facts={"left": left}))
    id = f"granary-{said['number'] - left + 1}"
    piece = Terrain(id, said["kind"], square(chosen.at, half), True)
    gone = tuple(p.id for p in game.state.table.pieces if not p.id.startswith("granary-") and meets(p, piece.outline))
    token = Token(id=id, kind="granary", at=chosen.at)
    game.emit(GranaryPlaced(clause=FIRES, seat=seat, pieces=(piece,), tokens=(token,), removed=gone))


def square(at: Point, half: int) -> Polygon:
    """An upright square about a place."""
    return rectangle(at.x - half, at.y - half, at.x + half, at.y + half)


def granary_zone(state: State) -> Polygon:
    """Where granaries may stand."""
    return box(state, ["", granaries_from(state), "", scenario(state).granaries["north"]])


def granaries_from(state: State) -> int:
    """How far north granaries begin: where the defender's ground does."""
    return int(scenario(state).boxes["defender"][1])


def judge_of(state: State, left: int) -> Callable[[Point], Refusal | None]:
    """What stands against a granary at a place: outside its ground, near another, no room for those still to come."""
    said, zone = scenario(state).granaries, granary_zone(state)
    half, reach, it = cm(said["size"]) // 2, cm(said["apart"]), bounds(zone)
    there = tuple(token.at for token in state.tokens if token.kind == "granary")
    free = clear_of(granary_grid(zone, half), there, 2 * half, reach)

    def judge(at: Point) -> Refusal | None:
        if not (it.west + half <= at.x <= it.east - half and it.north + half <= at.y <= it.south - half):
            return refuse("granary.zone", FIRES, south=cm(granaries_from(state)), north=cm(said["north"]))
        if there and not clear_of((at,), there, 2 * half, reach):
            return refuse("granary.too-near", FIRES, reach=reach)
        room = has_room(free, (at,), left - 1, 2 * half, reach)
        return None if room else refuse("granary.no-room", FIRES, left=left - 1)

    return judge


def clear_of(places: Sequence[Point], there: Sequence[Point], size: int, reach: int) -> tuple[Point, ...]:
    """Places where a square would be ``reach`` or more from each that stands, outline to outline, in 1/100 mm."""
    found: list[Point] = []
    for at in places:
        for other in there:
            dx, dy = max(0, abs(at[0] - other[0]) - size), max(0, abs(at[1] - other[1]) - size)
            if dx * dx + dy * dy < reach * reach:
                break
        else:
            found.append(at)
    return tuple(found)


def has_room(grid: tuple[Point, ...], there: tuple[Point, ...], more: int, size: int, reach: int) -> bool:
    """Whether so many more squares find room on a grid beside those that stand."""
    if more < 1:
        return True
    free = clear_of(grid, there, size, reach)
    return len(free) > 0 if more == 1 else any(has_room(free, (at,), more - 1, size, reach) for at in free)


@lru_cache(maxsize=8)
def granary_grid(zone: Polygon, half: int) -> tuple[Point, ...]:
    """Places to try for a granary, every half of its side, from the west."""
    rows = range(zone[0].y + half, zone[2].y - half + 1, half)
    return tuple(Point(x, y) for x in range(zone[0].x + half, zone[2].x - half + 1, half) for y in rows)
