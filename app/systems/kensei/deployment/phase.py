"""The set-up: terrain, victory, sides and zones, cards, their reveal, what a Taisho may do before turn 1 (DEP, SCN).

The phase ends after each stage, and after each card, and is named again until the last stage is done.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import partial
from itertools import combinations

from app.engine.asks import Ask, AskAll
from app.engine.domains import Choice, Menu, Option, Pick, Place, Spot
from app.engine.events import Seat
from app.engine.flow import Game, ask, ask_all, decide
from app.engine.geometry import Point, box
from app.engine.own import text_of
from app.engine.refusals import Refusal, refuse
from app.systems.kensei.book import c, cm, table
from app.systems.kensei.deployment.cards.laying import lay_card
from app.systems.kensei.deployment.cards.places import stat_of
from app.systems.kensei.deployment.cards.reveal import reveal, second_thoughts
from app.systems.kensei.deployment.events import EdgeTaken, StageDone, ZoneSettled
from app.systems.kensei.deployment.terrain import lay_terrain
from app.systems.kensei.ideas import proposals
from app.systems.kensei.scenarios.events import CampMarked, VictoryProposed, VictorySettled
from app.systems.kensei.scenarios.figures import (
    EDGES,
    FACING,
    OPPOSITE,
    RULES,
    drawn,
    has_camps,
    has_proposals,
    home,
    proposable,
    scenario,
    scenario_of,
)
from app.systems.kensei.scenarios.rules import RADIUS
from app.systems.kensei.state import State
from app.systems.kensei.stats.rolls import opposed
from app.systems.kensei.turn.events import PhaseBegan

SETUP, SIDES, STARTS, DEEP, PROPOSED, CAMP, DRAWN = (
    c("KEN-DEP-09"), c("KEN-DEP-10"), c("KEN-DEP-11"), c("KEN-DEP-12"), c("KEN-SCN-01"), c("KEN-SCN-07"),
    c("KEN-SCN-12"),
)  # fmt: skip
ZONES = table("deployment")["zone"]
NUMBER: int = RULES["proposals"]["number"]


async def setup(game: Game[State]) -> None:
    """The next stage of the set-up is done, or one card more lies on the table."""
    if game.state.phase != "setup":
        game.emit(PhaseBegan(clause=SETUP, phase="setup"))
    done = STAGES.index(game.state.stage) + 1 if game.state.stage else 0
    stage = STAGES[done]
    await STEPS[stage](game)
    if stage != "cards" or game.state.go is None:
        game.emit(StageDone(clause=SETUP, stage=stage))


# -- victory ---------------------------------------------------------------------------------


async def settle_victory(game: Game[State]) -> None:
    """Each side's victory condition is settled, where both propose: in secret, then each picks the other's
    (KEN-SCN-01)."""
    if not has_proposals(game.state.setup):
        return
    rows = threes(game.state)
    first = next(iter(rows))
    menu = Menu({key: Option(about="option.three", facts=facts, clause=PROPOSED) for key, facts in rows.items()})
    given = await ask_all(AskAll(tuple(
        Ask(seat, "victory.propose", menu, PROPOSED, default=Choice(first), secret=True) for seat in game.state.seats
    )))  # fmt: skip
    for seat, choice in given.items():
        game.emit(VictoryProposed(clause=PROPOSED, seat=seat, proposals=tuple(choice.key.split("+"))))
    for seat, choice in given.items():
        known = choice.key.split("+")
        pick = Menu({key: Option(about="option.victory", facts={"victory": key}, clause=PROPOSED) for key in known})
        asked = Ask(game.state.other(seat), "victory.pick", pick, PROPOSED, default=Choice(known[0]),
                    facts={"seat": seat})  # fmt: skip
        taken = (await ask(asked)).key
        whole = max(scenario_of(taken).turns, *(scenario_of(side.victory).turns for side in game.state.sides
                                                if side.victory), 0)  # fmt: skip
        turns = scenario(game.state).turns if text_of(game.state.setup) else whole
        game.emit(VictorySettled(clause=PROPOSED, seat=seat, victory=taken, turns=turns))


def threes(state: State) -> dict[str, dict[str, int | str]]:
    """Every three conditions that may be proposed, by key, with the words for them."""
    known = proposable(state.setup)
    rows = combinations(known, min(NUMBER, len(known)))
    return {"+".join(row): {f"n{n}": key for n, key in enumerate(row, 1)} for row in rows}


# -- sides and zones -------------------------------------------------------------------------


async def settle_sides(game: Game[State]) -> None:
    """The winner of an Honour roll of the two Taisho has chosen the table sides (KEN-DEP-10)."""
    one, other = game.state.seats
    won = await opposed(game, stat_of(game.state, one, "honour"), stat_of(game.state, other, "honour"), "side", SIDES)
    seat = one if won else other
    edge = await ask(Ask(seat, "deploy.side", Pick(dict.fromkeys(EDGES)), SIDES, default=EDGES[0]))
    for whose, his in ((seat, edge), (game.state.other(seat), OPPOSITE[edge])):
        game.emit(EdgeTaken(clause=SIDES, seat=whose, edge=his, facing=FACING[his]))


async def settle_zones(game: Game[State]) -> None:
    """The winner of an Initiative roll of the two Taisho deploys first and deeper (KEN-DEP-11, KEN-DEP-12)."""
    one, other = game.state.seats
    won = await opposed(game, stat_of(game.state, one, "initiative"), stat_of(game.state, other, "initiative"),
                        "deploy", STARTS)  # fmt: skip
    seat = one if won else other
    for whose, usual in ((game.state.other(seat), ZONES["loser"]), (seat, ZONES["winner"])):
        edge = game.state.side(whose).edge
        depth = reach(game.state, edge) or cm(usual)
        clause = DRAWN if drawn(game.state, edge) else DEEP
        game.emit(ZoneSettled(clause=clause, seat=whose, depth=depth, starts=whose == seat))


def reach(state: State, edge: str) -> int:
    """How far from its edge a zone that was drawn goes; nought where none was (KEN-SCN-12)."""
    zone = drawn(state, edge)
    return (box(zone).south if edge == "north" else state.table.depth - box(zone).north) if zone else 0


# -- camps -----------------------------------------------------------------------------------


async def mark_camps(game: Game[State]) -> None:
    """Each side has marked a camp wholly in its zone, where camps are played for (KEN-SCN-07)."""
    first = game.state.go or game.state.seats[0]
    for seat in (first, game.state.other(first)) if has_camps(game.state) else ():
        place = camp_place(game.state, seat)
        spot = await decide(Ask(seat, "deploy.camp", place, CAMP, default=place.sure[0]))
        game.emit(CampMarked(clause=CAMP, seat=seat, at=spot.at))


def camp_place(state: State, seat: Seat) -> Place:
    """Where a camp may be: its whole circle in the zone (KEN-SCN-07)."""
    zone = home(state, seat)
    west, north, east, south = box(zone)

    def test(spot: Spot) -> Refusal | None:
        good = west + RADIUS <= spot.at.x <= east - RADIUS and north + RADIUS <= spot.at.y <= south - RADIUS
        return None if good else refuse("deploy.camp-zone", CAMP, reach=RADIUS)

    middle = Spot(Point((west + east) // 2, (north + south) // 2))
    return Place(radius=RADIUS, zones=(zone,), test=test, propose=partial(proposals.in_zone, zone, 0), sure=(middle,))


async def ready(game: Game[State]) -> None:
    """All stand: the first turn may begin."""


STEPS: dict[str, Callable[[Game[State]], Awaitable[None]]] = {
    "terrain": lay_terrain, "victory": settle_victory, "sides": settle_sides, "zones": settle_zones,
    "camps": mark_camps, "cards": lay_card, "reveal": reveal, "thoughts": second_thoughts, "ready": ready,
}  # fmt: skip
STAGES = tuple(STEPS)
