"""The Initiative and Attack steps of a Combat: who strikes when, at whom, with how many dice (topic CBT)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from app.engine.asks import Ask
from app.engine.events import Seat
from app.engine.flow import Game, decide
from app.engine.modifiers import Line, total
from app.systems.kensei.army import Unit
from app.systems.kensei.book import c, table
from app.systems.kensei.combat.blows.dice import (
    dice_lines,
    may_strike,
    outnumbers,
    pairs_of,
    targets_of,
    total_dice,
)
from app.systems.kensei.combat.blows.splitting import shares
from app.systems.kensei.combat.blows.strike import strike
from app.systems.kensei.combat.events import InitiativeOrder, StrikeBegan
from app.systems.kensei.combat.fights import Fight, characters_of, initiative_lines, seats_of
from app.systems.kensei.magic.letting_go import rather_strikes
from app.systems.kensei.page.strike_look import look_split
from app.systems.kensei.state import State
from app.systems.kensei.stats.events import Opposed
from app.systems.kensei.stats.rerolls import wished
from app.systems.kensei.stats.rolls import d10
from app.systems.kensei.troops.events import MagicForgone

ROLL, ORDER, POOL, SPLIT, FORGOES = (
    c("KEN-CBT-11"), c("KEN-CBT-13"), c("KEN-CBT-15"), c("KEN-CBT-21"), c("KEN-TYP-14"),
)  # fmt: skip
ABILITIES = table("abilities")
Tally = dict[Seat, int]


async def attack_step(game: Game[State], fight: Fight) -> Tally:
    """All have struck in their order; the Wounds each side really inflicted (KEN-CBT-13, KEN-RES-12)."""
    order = await initiative(game, fight)
    game.emit(InitiativeOrder(clause=ORDER, units=tuple(order)))
    dealt: Tally = dict.fromkeys(game.state.seats, 0)
    for id in order:
        for one in (id, *followers(game.state, fight, id)):
            before = wounds_of(game.state, fight)
            await struck(game, fight, one)
            after = wounds_of(game.state, fight)
            for seat in game.state.seats:  # models that come back undo no Wound that was dealt
                dealt[game.state.other(seat)] += max(0, before[seat] - after[seat])
    return dealt


def wounds_of(state: State, fight: Fight) -> Tally:
    """The Wounds of all units and characters of a Combat, by side."""
    found: Tally = dict.fromkeys(state.seats, 0)
    for id in dict.fromkeys(one for unit in fight.units for one in (unit, *fight.characters[unit])):
        unit = state.units[id]
        found[unit.seat] += unit.wounds_left if unit.on_table else 0
    return found


# -- Initiative ------------------------------------------------------------------------------


def rollers(state: State, fight: Fight) -> Iterator[Unit]:
    """The units of the Combat and their Special Characters, in the order of their Initiative dice: those of the player
    with the Initiative first, each Special Character after his unit (KEN-TYP-11)."""
    for seat in seats_of(state):
        for id in fight.units:
            for one in (id, *fight.characters[id]):
                unit = state.units[one]
                if unit.seat == seat and unit.on_table and (one == id or is_special(unit) or not unit.host):
                    yield unit


def is_special(unit: Unit) -> bool:
    """Whether he strikes at his own Initiative, not with his unit (KEN-TYP-11)."""
    return unit.role == "special"


def followers(state: State, fight: Fight, id: str) -> tuple[str, ...]:
    """The characters who strike right after the unit they are, or were, in (KEN-TYP-04)."""
    known = fight.characters.get(id, ())
    return tuple(one for one in known if not is_special(state.units[one]))


def shut_out(state: State, unit: Unit) -> tuple[str, ...]:
    """The enemies a Projectiles unit strikes after, whatever the dice: those that charged it (KEN-ARM-26)."""
    if not unit.has("projectiles") or unit.under("no_projectiles_penalty") or draws_back(unit):
        return ()
    return tuple(str(foe.id) for foe in pairs_of(state, unit) if foe.charged == unit.id)


def draws_back(unit: Unit) -> bool:
    """Whether a passive ability frees it from what Projectiles suffer when they are charged."""
    rows = (ABILITIES[key]["effect"] for key in unit.abilities if key in ABILITIES)
    return any(one.get("rule") == "no_projectiles_penalty" for row in rows for one in row)


async def initiative(game: Game[State], fight: Fight) -> list[str]:
    """Who strikes when: highest total first, ties rolled again, Projectiles after those that charged them, a unit that
    ran into its enemy last (KEN-CBT-12, KEN-CBT-13, KEN-ARM-26, KEN-RUN-31)."""
    state = game.state
    every = tuple(one for one in rollers(state, fight) if one.host or targets_of(state, one, foes(state, fight, one)))
    late = {str(one.id): shut_out(state, one) for one in every}
    last = [str(one.id) for one in every if state.body(one).locked]
    silent = [id for id, by in late.items() if by and len(by) == len(pairs_of(state, state.units[id]))]
    rolling = tuple(str(one.id) for one in every if one.id not in last and one.id not in silent)
    order = await ranked(game, rolling)
    for id, chargers in late.items():
        if chargers and id not in last:
            order = put_after(order, id, chargers)
    return [*order, *last]


def put_after(order: list[str], id: str, chargers: tuple[str, ...]) -> list[str]:
    """The order with one that cannot strike before some others; where its own dice put it if that is later."""
    rest = [one for one in order if one != id]
    least = max((rest.index(one) + 1 for one in chargers if one in rest), default=len(rest))
    at = max(least, order.index(id)) if id in order else least
    return [*rest[:at], id, *rest[at:]]


async def ranked(game: Game[State], units: tuple[str, ...]) -> list[str]:
    """Units by their Initiative totals; those that tie roll again among themselves (KEN-CBT-12)."""
    found = await totals(game, units)
    order: list[str] = []
    for figure in sorted(dict.fromkeys(found.values()), reverse=True):
        tied = tuple(id for id in units if found[id] == figure)
        order += await ranked(game, tied) if len(tied) > 1 else tied
    return order


async def totals(game: Game[State], units: tuple[str, ...]) -> dict[str, int]:
    """The Initiative total of each, one die after another (KEN-CBT-11)."""
    found: dict[str, int] = {}
    for id in units:
        state = game.state
        unit = state.units[id]
        adds = initiative_lines(state, unit)
        face = await wished(game, id, await d10("initiative", ROLL, unit.seat), "initiative", ROLL)
        found[id] = face + total(adds)
        game.emit(Opposed(clause=ROLL, seat=unit.seat, unit=id, why="initiative", face=face, lines=adds,
                          total=found[id]))  # fmt: skip
    return found


# -- strikes ---------------------------------------------------------------------------------


def foes(state: State, fight: Fight, unit: Unit) -> tuple[Unit, ...]:
    """The enemy characters of the Combat (KEN-CNF-01)."""
    return characters_of(state, fight, state.other(unit.seat))


async def struck(game: Game[State], fight: Fight, id: str) -> None:
    """A unit or character has struck at everybody it gave dice to (KEN-CBT-15)."""
    state = game.state
    unit = state.units[id]
    if not may_strike(state, unit):
        return
    targets = targets_of(state, unit, foes(state, fight, unit) if unit.is_character else ())
    dice = total_dice(state, unit)
    if not targets or not (dice or bonuses(fight, unit, targets)):
        return
    if unit.kept and not await rather_strikes(game, id):
        return
    unit = game.state.units[id]
    given = await divided(game, fight, unit, targets, dice)
    if unit.role == "spiritual" and not unit.magic:
        game.emit(MagicForgone(clause=FORGOES, unit=id))
    for foe, number in given.items():
        await strike(game, id, foe, number)


def bonuses(fight: Fight, unit: Unit, targets: tuple[Unit, ...]) -> dict[str, Line]:
    """Extra dice of a unit against each enemy it outnumbers, by their models when the Combat began (KEN-CBT-20)."""
    mine = fight.strengths.get(unit.id, 0)
    found = {str(foe.id): outnumbers(mine, fight.strengths.get(foe.id, 0)) for foe in targets}
    return {id: line for id, line in found.items() if line is not None}


async def divided(
    game: Game[State], fight: Fight, unit: Unit, targets: tuple[Unit, ...], dice: int
) -> dict[str, int]:  # fmt: skip
    """The dice against each enemy, as the owner divides them, with those gained by outnumbering him (KEN-CBT-40)."""
    state = game.state
    domain = shares(unit, targets, dice, partial(look_split, state, unit))
    question: Ask[dict[str, int]] = Ask(unit.seat, "strike.split", domain, SPLIT, default=domain.fair(),
                                        facts={"unit": unit.id, "dice": dice})  # fmt: skip
    chosen = await decide(question)
    extra = bonuses(fight, unit, targets)
    given = {id: chosen[id] + (extra[id].adds if id in extra else 0) for id in chosen}
    given = {id: number for id, number in given.items() if number}
    found = (*dice_lines(state, unit), *extra.values())
    game.emit(StrikeBegan(clause=POOL, unit=unit.id, lines=found, dice=sum(given.values()), shares=given))
    return given
