"""Coming on from an edge at the start of an activation, and leaving by the way a scenario leaves open (DAI-SCN-09)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache, partial
from itertools import islice

from msgspec.structs import replace

from app.engine.asks import Ask
from app.engine.domains import Choice, Menu, Option, Place, Spot
from app.engine.events import Seat
from app.engine.flow import Game, ask
from app.engine.formations import Formation, Step, footprint
from app.engine.geometry import Box, Point, Polygon, box
from app.engine.options import Sought
from app.engine.refusals import Refusal, refuse
from app.engine.table import Edge
from app.engine.trig import SCALE, heading
from app.engine.views import Mark, Preview
from app.systems.daimyo.book import c, foremost
from app.systems.daimyo.disorder.flow import disorder
from app.systems.daimyo.ideas.places import ahead, anywhere, beside, covers, is_shadowed, ways_ahead
from app.systems.daimyo.moving.costs import allowance, spend
from app.systems.daimyo.moving.flow import interpenetrated
from app.systems.daimyo.moving.ground.terrain import refuse_place
from app.systems.daimyo.moving.judging import Judged, budget, judge, refuse_order
from app.systems.daimyo.scenarios.events import ClanArrived, LeaderEntered, UnitEntered, UnitSaved
from app.systems.daimyo.scenarios.figures import FACING, entry_of, exits, scenario, to_come
from app.systems.daimyo.state import Clan, State, Unit, UnitId

ENTERS, FAR, ROUGH = c("DAI-SCN-09"), c("DAI-MOV-01"), c("DAI-MOV-28")
DONE = "done"
MOVING = 2
"""The number of the cause of disorder by ground (DAI-DIS-02)."""


async def come_on(game: Game[State]) -> None:
    """Units of what is active that are off the table have come on, as many as their player liked (DAI-SCN-09)."""
    while game.state.outcome is None and (units := coming(game.state)):
        menu = Menu({**{str(u.id): unit_option(game.state, u) for u in units}, DONE: Option()})
        if len(menu.open()) == 1:
            return
        choice = await ask(Ask(units[0].seat, "enter.unit", menu, ENTERS, default=Choice(DONE)))
        if choice.key == DONE:
            return
        enter(game, game.state.units[choice.key], choice.then)


def coming(state: State) -> tuple[Unit, ...]:
    """Units of what is active that may come on now."""
    kind, _, seat = state.active.partition(":")
    if not state.active:
        return ()
    if kind == "general":
        return to_come(state, "", Seat(seat))
    return to_come(state, state.active, state.clans[state.active].seat)


# -- the question -------------------------------------------------------------------------


def unit_option(state: State, unit: Unit) -> Option:
    """A unit with the formations in which it may come on, sought when somebody looks."""
    rows = {how: cache(partial(question, state, unit, files)) for how, files in formations(unit).items()}

    def no() -> Refusal | None:
        found = any(place() for place in rows.values())
        return None if found else refuse("enter.no-room", ENTERS, unit=unit.id)

    def then() -> Menu:
        return Menu({how: place_option(unit, place()) for how, place in rows.items()})

    return Option(no, then, about="option.enter", facts={"unit": unit.id}, piece=unit.id, clause=ENTERS)


def place_option(unit: Unit, place: Place | None) -> Option:
    """One formation with its places."""
    if place is None:
        return Option(refuse("enter.no-room", ENTERS, unit=unit.id))
    return Option(then=lambda: place)


def formations(unit: Unit) -> dict[str, int]:
    """A unit as its list has it, or in column: two files of three ranks or more, else one (DAI-MOV-09)."""
    files = 2 if unit.stands > 4 else 1
    line = {"line": unit.files}
    return {**line, "column": files} if unit.troops and unit.stands > 1 and files != unit.files else line


def start_of(state: State, unit: Unit, files: int, along: int) -> Formation:
    """The unit with its front edge on its edge of the table, at a place along it."""
    edge, _, _ = entry_of(state, unit)
    at = {"north": Point(along, 0), "south": Point(along, state.table.depth), "west": Point(0, along),
          "east": Point(state.table.width, along)}[edge]  # fmt: skip
    return replace(unit, at=at, facing=FACING[edge], files=files).formation


def way_in(state: State, unit: Unit, files: int, at: Point) -> tuple[Formation, int]:
    """Where a unit begins whose front comes to a place, and how far it goes."""
    edge, _, _ = entry_of(state, unit)
    upright = edge in ("north", "south")
    start = start_of(state, unit, files, at.x if upright else at.y)
    return start, abs(at.y - start.at.y) if upright else abs(at.x - start.at.x)


def refuse_entry(state: State, unit: Unit, files: int, at: Point) -> Refusal | None:
    """Why the front of a unit may not come to a place straight from its edge (DAI-SCN-09)."""
    _, first, last = entry_of(state, unit)
    start, far = way_in(state, unit, files, at)
    along = start.at.x if start.facing % 18_000 == 0 else start.at.y
    mover = replace(unit, at=at, facing=start.facing, files=files)
    used, allowed = cost(state, mover, start, far)
    if used > allowed:
        return refuse("move.too-far", FAR, unit=unit.id, used=used, allowed=allowed)
    if not first <= along <= last:
        return refuse("enter.stretch", ENTERS, unit=unit.id)
    return refuse_place(state, mover, mover.formation)


def cost(state: State, mover: Unit, start: Formation, far: int) -> tuple[int, int]:
    """What the way in uses of how much; an HQ is set down where it comes to stand."""
    if mover.kind == "hq":
        return far, start.depth
    step = Step("forward", far)
    return budget(state, mover, start, (step,), [spend(state, mover, start, step)], 0)


def question(state: State, unit: Unit, files: int) -> Place | None:
    """Where the front of a unit comes to; nothing if there is no room."""
    _, first, last = entry_of(state, unit)
    sure = Sought(Spot(at) for at in spots(state, unit, files))
    if not sure:
        return None
    zone = strip(state, unit, first, last)

    def test(spot: Spot) -> Refusal | None:
        return refuse_entry(state, unit, files, spot.at)

    def look(spot: Spot) -> Preview:
        start, _ = way_in(state, unit, files, spot.at)
        there = footprint(start._replace(at=spot.at))
        return Preview(no=test(spot), marks=(Mark(kind="ghost", points=there),))

    start = start_of(state, unit, files, first)
    shape = footprint(start._replace(at=Point(0, 0)))
    return Place(radius=start.width // 2, zones=(zone,), test=test, propose=anywhere(zone), sure=sure, shape=shape,
                 look=look, piece=unit.id)  # fmt: skip


def spots(state: State, unit: Unit, files: int) -> Iterator[Point]:
    """A few legal places: for some ways along the edge the furthest that is open."""
    _, first, last = entry_of(state, unit)
    start = start_of(state, unit, files, first)
    mine = box(footprint(start._replace(at=Point(0, 0))))
    taken = covers(mine, (other.frame for other in state.fielded() if is_upright(other)))
    ways = (furthest(state, unit, files, along, taken) for along in beside(first, last))
    return islice((at for at in ways if at is not None), 3)


def is_upright(unit: Unit) -> bool:
    """Whether it stands along the edges of the table, in no building."""
    return not unit.building and unit.facing % 9_000 == 0


def furthest(state: State, unit: Unit, files: int, along: int, taken: Sequence[Box] = ()) -> Point | None:
    """The furthest legal place straight ahead of a place along its edge; ``taken``: where it surely is on another."""
    start = start_of(state, unit, files, along)
    tries = ways_ahead(start, allowance(state, unit, "normal"))
    mover = replace(unit, facing=start.facing, files=files)
    # What its way costs is asked last: most places that are none are taken.
    free = (p for p in tries if not is_shadowed(p, taken) and not refuse_place(state, mover, start._replace(at=p)))
    return next((p for p in free if refuse_entry(state, unit, files, p) is None), None)


def strip(state: State, unit: Unit, first: int, last: int) -> Polygon:
    """The ground along its edge to which the front of a unit may come."""
    deep = max(allowance(state, unit, "normal"), unit.formation.depth)
    a, b = start_of(state, unit, unit.files, first), start_of(state, unit, unit.files, last)
    return (a.at, b.at, ahead(b, deep), ahead(a, deep))


# -- the answer ---------------------------------------------------------------------------


def enter(game: Game[State], unit: Unit, choice: Choice) -> None:
    """The unit has come on, and with the first of its clan its Daimyo, with the first of all the General."""
    files, spot = formations(unit)[choice.key], choice.then
    start, far = way_in(game.state, unit, files, spot.at)
    mover = replace(unit, at=spot.at, facing=start.facing, files=files)
    used, allowed = cost(game.state, mover, start, far)
    edge, _, _ = entry_of(game.state, unit)
    game.emit(UnitEntered(clause=ENTERS, unit=unit.id, edge=edge, at=spot.at, facing=start.facing, files=files,
                          used=used, allowed=allowed))  # fmt: skip
    if unit.troops and spend(game.state, mover, start, Step("forward", far)).crossed:
        disorder(game, unit.id, MOVING, ROUGH)
    bring_leader(game, unit)
    clan = game.state.clans.get(unit.clan)
    if clan is not None and clan.waiting and all_on(game.state, clan):
        game.emit(ClanArrived(clause=ENTERS, clan=clan.id))


def bring_leader(game: Game[State], unit: Unit) -> None:
    """The leader of a unit comes on with it if he is still off the table, and a General without troops of his own."""
    state = game.state
    general = state.general_of(unit.seat)
    alone = not any(u.troops for u in to_come(state, "", unit.seat))
    led = [state.daimyo_of(unit), *((general,) if alone and unit.clan else ())]
    for leader in led if unit.troops else ():
        if leader is not None and leader.fate == "reserve":
            at = game.state.units[unit.id].formation.centre
            game.emit(LeaderEntered(clause=ENTERS, leader=leader.id, unit=UnitId(unit.id), at=at))


def all_on(state: State, clan: Clan) -> bool:
    """Whether no unit of a clan is left off the table."""
    return not any(u.clan == clan.id and u.fate == "reserve" for u in state.units.values())


# -- leaving ------------------------------------------------------------------------------


def refuse_exit(state: State, unit: Unit) -> Refusal | None:
    """Why a unit may not leave the table straight ahead by the edge its scenario leaves open."""
    said = scenario(state)
    open_ = exits(state, unit)
    early = refuse("exit.early", said.rests_on("leaves"), unit=unit.id, turn=said.leaves["from_turn"])
    if no := foremost((None if open_ else early, refuse_order(state, unit))):
        return no
    found = way_off(state, unit, open_[0])
    if found is None:
        return refuse("exit.not-facing", said.rests_on("leaves"), unit=unit.id)
    return None if found.no is None or found.no.code == "move.not-clear" else found.no


def way_off(state: State, unit: Unit, edge: Edge) -> Judged | None:
    """The way straight ahead until its front meets an edge, judged as a move (DAI-MOV-23); ``None``: it faces others.

    A friend who stands at the edge is passed like any other: leaving takes the unit clear of him.
    """
    far = to_edge(state, unit, edge)
    return None if far is None else judge(state, unit, (Step("forward", far),))


def to_edge(state: State, unit: Unit, edge: Edge) -> int | None:
    """How far ahead of its front an edge lies that a unit faces; ``None`` if it does not face it."""
    towards = {"north": 0, "east": 9_000, "south": 18_000, "west": 27_000}[edge]
    off = (unit.facing - towards + 18_000) % 36_000 - 18_000
    if abs(off) > 4_500:
        return None
    front = footprint(unit.formation)[:2]
    gaps = {"north": [p.y for p in front], "south": [state.table.depth - p.y for p in front],
            "west": [p.x for p in front], "east": [state.table.width - p.x for p in front]}[edge]  # fmt: skip
    return max(0, min(gaps)) * SCALE // -heading(off).y


def leave(game: Game[State], unit_id: UnitId) -> None:
    """The unit has left by the way that is open: it is saved, its leaders with it; friends it passed are disordered."""
    state = game.state
    unit, said = state.units[unit_id], scenario(state)
    found = way_off(state, unit, exits(state, unit)[0])
    for friend in found.through if found else ():
        interpenetrated(game, unit_id, friend, unit.routing)
    leaders = tuple(m.id for m in game.state.leaders_with(unit_id))
    game.emit(UnitSaved(clause=said.rests_on("leaves"), unit=unit_id, leaders=leaders))
