"""Deployment Cards are turned: units take the places of their cards, loose models where their owner likes
(KEN-DEP-16 to KEN-DEP-18); Expert Strategist and Second Thoughts."""

from __future__ import annotations

from functools import cache, partial
from itertools import combinations, islice

from app.engine.asks import Ask
from app.engine.domains import Choice, Menu, Option, Place, Spot
from app.engine.events import Seat
from app.engine.flow import Game, ask
from app.engine.geometry import Point, Polygon, box, distance
from app.engine.groups import Layout, Mover, Spots, Ties
from app.engine.refusals import Refusal, refuse
from app.engine.shapes import overlaps
from app.engine.views import Mark, Preview
from app.systems.kensei.army import Unit
from app.systems.kensei.book import c, cm, table
from app.systems.kensei.deployment.cards.places import (
    GAP,
    REACH,
    anywhere,
    base_on,
    body_of,
    covered,
    in_zone,
    inside,
    refuse_card,
    refuse_ground,
    refuse_on_card,
    refuse_spots,
    settings,
    shifted,
)
from app.systems.kensei.deployment.events import CardsSwapped, CardsTurned, HiddenDeployed, UnitDeployed, UnitShifted
from app.systems.kensei.ideas import proposals
from app.systems.kensei.measure import blocks, centre, formation, middle, parts, placed
from app.systems.kensei.moving.ways.loose import ids as model_ids
from app.systems.kensei.scenarios.figures import home
from app.systems.kensei.state import Card, State

TURNED, SHOWN, LIKES, HIDDEN, CASTE, THOUGHTS = (
    c("KEN-DEP-16"), c("KEN-DEP-17"), c("KEN-DEP-18"), c("KEN-ARM-23"), c("KEN-ARM-05"), c("KEN-SPO-07"),
)  # fmt: skip
STRATEGIST, SECOND = "expert_strategist", "second_thoughts"
FAR = cm(table("abilities")[SECOND]["effect"][0]["add"])
WANTED = 2
KEEP = "keep"


async def reveal(game: Game[State]) -> None:
    """All cards are turned; who has an Expert Strategist turns his last and may swap two before (KEN-ARM-05)."""
    for seat in in_turn(game.state):
        if STRATEGIST in game.state.side(seat).abilities:
            await swap(game, seat)
        for card in [card for card in game.state.cards if card.seat == seat]:
            await turn_up(game, card)
    game.emit(CardsTurned(clause=TURNED))


def in_turn(state: State) -> tuple[Seat, ...]:
    """Who turns his cards first: who began, unless he alone has an Expert Strategist."""
    first = state.first or state.seats[0]
    both = (first, state.other(first))
    return tuple(sorted(both, key=lambda seat: STRATEGIST in state.side(seat).abilities))


# -- Expert Strategist -----------------------------------------------------------------------


async def swap(game: Game[State], seat: Seat) -> None:
    """Two cards of the player have changed places, if he likes and the enemy's lie open (KEN-ARM-05)."""
    if any(card.seat != seat for card in game.state.cards):
        return
    mine = tuple(card for card in game.state.cards if card.seat == seat)
    rows = {f"{a.id}+{b.id}": pair_option(game.state, a, b) for a, b in combinations(mine, 2)}
    menu = Menu({KEEP: Option(about="option.keep-cards"), **rows})
    choice = await ask(Ask(seat, "deploy.swap", menu, CASTE, default=Choice(KEEP), secret=True))
    if choice.key != KEEP:
        one, other = choice.key.split("+")
        game.emit(CardsSwapped(clause=CASTE, seat=seat, cards=(one, other)))


def pair_option(state: State, a: Card, b: Card) -> Option:
    """Two cards that may change places if both fit."""
    facts = {"unit": str(a.unit), "other": str(b.unit)}
    return Option(partial(refuse_swap, state, a, b), about="option.swap", facts=facts, piece=a.id, clause=CASTE)


def refuse_swap(state: State, a: Card, b: Card) -> Refusal | None:
    """Why two cards may not change places."""
    bodies = []
    for card, to in ((a, b), (b, a)):
        unit = state.units[card.unit]
        if card.building or to.building:
            return refuse("deploy.garrisoned", CASTE, unit=unit.id)
        bodies.append(body_of(state, unit, to.at, to.facing, card.width // unit.base_width))
        if no := refuse_card(state, unit, bodies[-1], but=(a.id, b.id)):
            return no
    clash = any(overlaps(one, other) for one in blocks(bodies[0]) for other in blocks(bodies[1]))
    return refuse("deploy.card-taken", CASTE, unit=a.unit) if clash else None


# -- turning a card ---------------------------------------------------------------------------


async def turn_up(game: Game[State], card: Card) -> None:
    """The card's unit stands there, its characters with it (KEN-DEP-16, KEN-DEP-23)."""
    unit = game.state.units[card.unit]
    spots: tuple[Point, ...] = ()
    if unit.loose and not card.building:
        spots = await spread_out(game, unit, card)
    within = inside(game.state, unit)
    at = middle(spots) if spots else card.at
    game.emit(UnitDeployed(
        clause=LIKES if spots else SHOWN, seat=card.seat, unit=unit.id, at=at, facing=card.facing, spots=spots,
        files=card.width // unit.base_width, building=card.building,
        inside=tuple(one.id for one in within if not one.concealed),
    ))  # fmt: skip
    for one in within:
        if one.concealed:
            game.emit(HiddenDeployed(clause=HIDDEN, seen_by=(card.seat,), unit=one.id))


async def spread_out(game: Game[State], unit: Unit, card: Card) -> tuple[Point, ...]:
    """Where the models of a loose unit stand: as their owner likes, one of them on the card at least (KEN-DEP-18)."""
    area = covered(card)
    centre_ = middle(area)
    sure = tuple(islice(settings(game.state, unit, area, centre_), WANTED))
    if not sure:
        return anywhere(game.state, unit, centre_)
    layout = loose_layout(game.state, unit, area, sure)
    given = await ask(Ask(unit.seat, "deploy.loose", layout, LIKES, default=named(unit, sure[0]),
                          facts={"unit": unit.id}))  # fmt: skip
    return tuple(given[id] for id in model_ids(unit))


def named(unit: Unit, spots: tuple[Point, ...]) -> Spots:
    """The places by model."""
    return dict(zip(model_ids(unit), spots, strict=True))


def loose_layout(state: State, unit: Unit, area: Polygon, sure: tuple[tuple[Point, ...], ...]) -> Layout:
    """The question where the models of a loose unit stand."""
    ids, start = model_ids(unit), sure[0]
    movers = tuple(Mover(id, at, unit.base_width // 2) for id, at in zip(ids, start, strict=True))

    def test(spots: Spots) -> Refusal | None:
        given = tuple(spots[id] for id in ids)
        return refuse_on_card(unit, area, given) or refuse_spots(state, unit, given)

    def look(spots: Spots) -> Preview:
        return Preview(marks=tuple(Mark(kind="ghost", points=base_on(unit, at)) for at in spots.values()))

    return Layout(movers=movers, zones=(), test=test, look=look, group=unit.id,
                  propose=partial(proposals.moved_a_little, named(unit, start)),
                  sure=tuple(named(unit, spots) for spots in sure), ties=Ties(spread=REACH, apart=GAP))  # fmt: skip


# -- Second Thoughts --------------------------------------------------------------------------


async def second_thoughts(game: Game[State]) -> None:
    """Who has the ability may have moved one unit by up to 10 cm inside its zone (KEN-SPO-07)."""
    first = game.state.first or game.state.seats[0]
    for seat in (first, game.state.other(first)):
        if SECOND not in game.state.side(seat).abilities:
            continue
        mine = [unit for unit in game.state.fielded(seat) if not unit.building]
        rows = {str(unit.id): thought(game.state, unit) for unit in mine}
        menu = Menu({KEEP: Option(about="option.keep-places"), **rows})
        choice = await ask(Ask(seat, "deploy.thoughts", menu, THOUGHTS, default=Choice(KEEP)))
        if choice.key != KEEP:
            shift(game, seat, game.state.units[choice.key], choice.then)


def shift(game: Game[State], seat: Seat, unit: Unit, spot: Spot) -> None:
    """The unit stands so much further."""
    here = anchor(game.state, unit)
    spots = shifted(tuple(m.at for m in unit.models), Point(spot.at.x - here.x, spot.at.y - here.y))
    game.emit(UnitShifted(clause=THOUGHTS, seat=seat, unit=unit.id, at=spot.at, spots=() if unit.ranked else spots))


def anchor(state: State, unit: Unit) -> Point:
    """The place of a unit that is shifted: the middle of its front edge, of loose models their mean."""
    return unit.at if unit.ranked else centre(state, unit)


def thought(state: State, unit: Unit) -> Option:
    """A unit with the places it may be shifted to."""
    return Option(then=cache(lambda: shift_place(state, unit)), about="option.deploy", facts={"unit": unit.id},
                  piece=unit.id, clause=THOUGHTS)  # fmt: skip


def shift_place(state: State, unit: Unit) -> Place:
    """Where a unit may be shifted to: facing and formation stay."""
    here, zone = anchor(state, unit), home(state, unit.seat)

    def test(spot: Spot) -> Refusal | None:
        if distance(here, spot.at) > FAR:
            return refuse("deploy.shift-far", THOUGHTS, unit=unit.id, most=FAR)
        return refuse_there(state, unit, Point(spot.at.x - here.x, spot.at.y - here.y), zone)

    return Place(radius=box(zone).east // 100, zones=(zone,), test=test, sure=(Spot(here),),
                 propose=partial(proposals.around, here, FAR), piece=unit.id)  # fmt: skip


def refuse_there(state: State, unit: Unit, by: Point, zone: Polygon) -> Refusal | None:
    """Why a unit may not be shifted by so much."""
    if not unit.ranked:
        spots = shifted(tuple(model.at for model in unit.models), by)
        shapes, no = tuple(base_on(unit, at) for at in spots), refuse_spots(state, unit, spots)
    else:
        moved = placed(unit, Point(unit.at.x + by.x, unit.at.y + by.y), unit.facing)
        shapes = blocks(formation(state, moved))
        no = refuse_ground(state, unit, shapes) or refuse_taken(state, unit, shapes)
    if by != Point(0, 0) and not all(in_zone(zone, p) for shape in shapes for p in shape):
        return refuse("deploy.zone", THOUGHTS, unit=unit.id)
    return no


def refuse_taken(state: State, unit: Unit, shapes: tuple[Polygon, ...]) -> Refusal | None:
    """Another unit that stands there."""
    for other in state.fielded():
        theirs = () if other.id == unit.id or other.building else parts(state, other)
        if any(overlaps(one, its) for one in shapes for its in theirs):
            return refuse("deploy.taken", THOUGHTS, unit=unit.id, other=other.id)
    return None
