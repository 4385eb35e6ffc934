"""Deployment Cards, laid in turn, and the spots that are written down in secret (KEN-DEP-13 to KEN-DEP-25)."""

from __future__ import annotations

from functools import cache, partial

from app.engine.asks import Ask, Domain
from app.engine.domains import Choice, Menu, Option, Place, Spot
from app.engine.events import Seat
from app.engine.flow import Game, ask
from app.engine.formations import spot
from app.engine.geometry import Point, Polygon
from app.engine.refusals import Refusal, refuse
from app.engine.views import Mark, Preview
from app.systems.kensei.army import Unit, Written
from app.systems.kensei.book import c, table
from app.systems.kensei.deployment.appearing import is_late
from app.systems.kensei.deployment.cards.places import (
    around,
    base_on,
    body_of,
    card_files,
    formations,
    garrisons,
    leads,
    place_card,
    places,
    refuse_garrison,
    refuse_written,
    whole,
    written_at,
)
from app.systems.kensei.deployment.events import CardPlaced, CardsLeft, CardWritten, SpotWritten
from app.systems.kensei.ground.terrain import Piece
from app.systems.kensei.ideas import proposals
from app.systems.kensei.measure import middle
from app.systems.kensei.scenarios.figures import scenario, turns_of
from app.systems.kensei.state import State
from app.systems.kensei.turn.events import GoPassed

CARD, WRITTEN, TURNS, INSIDE, ROOM, CASTE, AFTER, LATE = (
    c("KEN-DEP-13"), c("KEN-DEP-15"), c("KEN-DEP-24"), c("KEN-DEP-22"), c("KEN-DEP-22"), c("KEN-ARM-05"),
    c("KEN-DEP-14"), c("KEN-SCN-13"),
)  # fmt: skip
REST = "rest"
REST_WEIGHT = 4
"""A sample takes the proposal this often beside each single unit."""
OUTSIDE = "infiltrator"
"""The trait of those who may begin outside the zone (KEN-DEP-15)."""
CLANDESTINE, NINJA = "clandestine_practices", table("abilities")["clandestine_practices"]["only"]
COMES: int = table("armies")["clandestine"]["turn"]


# -- whose card ------------------------------------------------------------------------------


def left(state: State, seat: Seat) -> list[Unit]:
    """Units and lone characters of a side that lie on no card yet and are not written down, in list order."""
    mine = (u for u in state.units.values() if u.seat == seat and not u.host)
    return [u for u in mine if u.fate == "reserve" and u.written is None and state.card_of(u.id) is None]


def next_seat(state: State, seat: Seat, placed: str) -> Seat | None:
    """Who places the next card: the other player, the same one while the other has none left (KEN-DEP-14, -21)."""
    both = (state.other(seat), seat)
    return next((s for s in both if any(unit.id != placed for unit in left(state, s))), None)


async def lay_card(game: Game[State]) -> None:
    """One card more lies on the table; whoever writes down a hidden spot goes on (KEN-DEP-14, KEN-DEP-15)."""
    seat = game.state.go
    while seat is not None and left(game.state, seat):
        if hold_back(game, seat):
            continue
        choice = await chosen(game, seat)
        if choice.key == REST:
            game.emit(CardsLeft(clause=CARD, seat=seat))
            continue
        unit = game.state.units[choice.key]
        if not write_down(game, seat, unit, choice.then):
            lay(game, seat, unit, choice.then)
            return
    if seat is not None:
        # All that was left of this player has been written down: the other goes on alone.
        game.emit(GoPassed(clause=AFTER, seat=next_seat(game.state, seat, "")))


def late_to_come(state: State, seat: Seat) -> int:
    """How many of a side have still to be set aside as reinforcements, of those who may be (KEN-SCN-13)."""
    late, mine = scenario(state).late, [u for u in state.units.values() if u.seat == seat and not u.host]
    if not late:
        return 0
    wanted: int = min(len(mine) * late["num"] // late["den"], sum(may_be_late(state, u) for u in mine))
    return wanted - sum(is_late(state, u) for u in mine)


def may_be_late(state: State, unit: Unit) -> bool:
    """Whether a unit may come later: not the Taisho nor his unit, nor Ninja and Infiltrators with ways of their own."""
    return not leads(state, unit) and unit.entry != NINJA and not unit.has(OUTSIDE)


def hold_back(game: Game[State], seat: Seat) -> bool:
    """Whether as many are left as come late: they are set aside (KEN-SCN-13)."""
    able = [unit for unit in left(game.state, seat) if may_be_late(game.state, unit)]
    if not able or len(able) > late_to_come(game.state, seat):
        return False
    for unit in able:
        write_down(game, seat, unit, Choice("late", None))
    return True


async def chosen(game: Game[State], seat: Seat) -> Choice:
    """What the player places next; the first proposal without asking once he has left the rest to be proposed."""
    if game.state.notes.get(f"auto:{seat}"):
        return proposal(game.state, seat)
    menu = Menu({**{str(u.id): unit_option(game.state, u) for u in left(game.state, seat)},
                 REST: Option(about="option.deploy-rest", weight=REST_WEIGHT, clause=CARD)})  # fmt: skip
    choice: Choice = await ask(Ask(seat, "deploy.card", menu, CARD, default=Choice(REST), secret=True))
    return choice


def proposal(state: State, seat: Seat) -> Choice:
    """The first unit, in a formation and at a place that suit it."""
    unit = left(state, seat)[0]
    for files in formations(state, unit) if not unit.loose else (card_files(state, unit),):
        spot = next(places(state, unit, files), None)
        if spot is not None:
            return Choice(unit.id, Choice(f"files-{files}", spot))
    return Choice(unit.id, Choice("aside", None))


# -- the questions ----------------------------------------------------------------------------


def unit_option(state: State, unit: Unit) -> Option:
    """A unit with its formations, buildings and hidden spots."""
    ways = cache(partial(ways_of, state, unit))

    def no() -> Refusal | None:
        return None if ways().open() else refuse("deploy.no-room", ROOM, unit=unit.id)

    return Option(no, ways, about="option.deploy", facts={"unit": unit.id}, piece=unit.id, clause=CARD)


def ways_of(state: State, unit: Unit) -> Menu:
    """How a unit may be set up: its card in this or that formation, in a building, at a hidden spot, set aside."""
    known = formations(state, unit) if not unit.loose else (card_files(state, unit),)
    found = {f"files-{n}": files_option(state, unit, n) for n in known}
    found |= {f"in-{p.id}": inside_option(state, unit, p) for p in garrisons(state, unit)}
    if unit.has(OUTSIDE):
        last = state.turns or turns_of(state)
        found |= {f"turn-{n}": turn_option(state, unit, n) for n in range(1, last + 1)}
    side = state.side(unit.seat)
    if unit.entry == NINJA and CLANDESTINE in side.abilities and CLANDESTINE not in side.spent:
        found["clandestine"] = Option(about="option.clandestine", facts={"turn": COMES}, clause=CASTE)
    if may_be_late(state, unit) and late_to_come(state, unit.seat) > 0:
        found["late"] = Option(about="option.late", facts={"turn": scenario(state).late["from_turn"]}, clause=LATE)
    if not any(option.no is None for option in found.values()):
        found["aside"] = Option(about="option.aside", clause=ROOM)
    usual = next((key for key, option in found.items() if key.startswith("files") and option.no is None), "")
    return Menu(found, usual=usual)


def files_option(state: State, unit: Unit, files: int) -> Option:
    """One formation with its places, sought when somebody looks."""
    place = cache(partial(place_card, state, unit, files))

    def no() -> Refusal | None:
        return None if place() else refuse("deploy.no-room", ROOM, unit=unit.id)

    def then() -> Place:
        found = place()
        assert found is not None
        return found

    about = "option.loose" if unit.loose else "option.files"
    return Option(no, then, about=about, facts={"files": files}, clause=CARD)


def inside_option(state: State, unit: Unit, piece: Piece) -> Option:
    """To begin as the garrison of a Construction (KEN-DEP-22)."""
    no = refuse_garrison(state, unit, piece)
    return Option(no, about="option.inside", facts={"kind": piece.key}, piece=piece.id, clause=INSIDE)


def turn_option(state: State, unit: Unit, turn: int) -> Option:
    """To appear at a written spot in a turn (KEN-DEP-24)."""
    then: Domain[Spot] = spot_place(state, unit)
    return Option(None, lambda: then, about="option.written", facts={"turn": turn}, piece=unit.id, clause=WRITTEN)


def spot_place(state: State, unit: Unit) -> Place:
    """The question where a hidden unit will appear: anywhere on the table that it could stand on."""
    board = state.table
    centre = Point(board.width // 2, board.depth // 2)

    def test(at: Spot) -> Refusal | None:
        return refuse_written(state, unit, at)

    def look(at: Spot) -> Preview:
        spots = written_at(unit, at, 1).spots
        return Preview(marks=tuple(Mark(kind="ghost", points=base_on(unit, one)) for one in spots))

    found = (Spot(Point(centre.x + by.x, centre.y + by.y)) for by in around(100_000))
    sure = next(at for at in found if test(at) is None)
    return Place(radius=unit.base_width // 2, zones=(whole(board),), test=test, sure=(sure,),
                 propose=partial(proposals.anywhere_on, board), look=look, piece=unit.id)  # fmt: skip


# -- the answers ------------------------------------------------------------------------------


def write_down(game: Game[State], seat: Seat, unit: Unit, choice: Choice) -> bool:
    """Whether the unit was set aside, to come on later, instead of laying a card."""
    if choice.key.startswith("turn-"):
        written = written_at(unit, choice.then, int(choice.key.removeprefix("turn-")))
        game.emit(SpotWritten(clause=TURNS, seen_by=(seat,), seat=seat, unit=unit.id, written=written))
    elif choice.key == "clandestine":
        written = Written(spots=(), facing=unit.facing, turn=COMES)
        game.emit(SpotWritten(clause=CASTE, seen_by=(seat,), seat=seat, unit=unit.id, written=written,
                              ability=CLANDESTINE))  # fmt: skip
    elif choice.key == "late":
        written = Written(spots=(), facing=unit.facing, turn=scenario(game.state).late["from_turn"])
        game.emit(SpotWritten(clause=LATE, seen_by=(seat,), seat=seat, unit=unit.id, written=written))
    elif choice.key == "aside":
        # No room is left in the zone: it comes on from an edge in the first turn.
        written = Written(spots=(), facing=unit.facing, turn=1)
        game.emit(SpotWritten(clause=ROOM, seen_by=(seat,), seat=seat, unit=unit.id, written=written))
    else:
        return False
    return True


def lay(game: Game[State], seat: Seat, unit: Unit, choice: Choice) -> None:
    """The unit's card lies there: all see the card, its owner alone what it says (KEN-DEP-19)."""
    files, building = card_files(game.state, unit), ""
    if choice.key.startswith("in-"):
        building = choice.key.removeprefix("in-")
        facing = unit.facing
        at = front(game.state, building, body_of(game.state, unit, Point(0, 0), facing, files).depth, facing)
    else:
        files = int(choice.key.removeprefix("files-"))
        at, facing = choice.then.at, choice.then.facing
    body = body_of(game.state, unit, at, facing, files)
    card = f"card-{len(game.state.cards) + 1}"
    game.emit(CardPlaced(
        clause=CARD, seat=seat, card=card, at=at, facing=facing, width=body.width, depth=body.depth,
        building=building, next=next_seat(game.state, seat, unit.id),
    ))  # fmt: skip
    game.emit(CardWritten(clause=CARD, seen_by=(seat,), card=card, unit=unit.id, files=files))


def front(state: State, building: str, deep: int, facing: int) -> Point:
    """Where the front of a garrison's card is drawn: the card lies about the middle of its building."""
    outline: Polygon = next(p.outline for p in state.table.pieces if p.id == building)
    return spot(middle(outline), facing, 0, deep // 2)
