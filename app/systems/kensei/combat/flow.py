"""One Combat, from the choice of positions to its result (KEN-CBT-02, KEN-CBT-03)."""

from __future__ import annotations

from collections.abc import Mapping

from app.engine.allots import Allot, Assign, Item
from app.engine.allots import anything as any_of
from app.engine.asks import Ask
from app.engine.domains import Choice, Menu, Option
from app.engine.events import Seat
from app.engine.flow import Game, decide, decide_all
from app.engine.refusals import Refusal, refuse
from app.systems.kensei.abilities import within as combat_abilities
from app.systems.kensei.army import Unit
from app.systems.kensei.book import c
from app.systems.kensei.combat.arms import melee_weapons, weapon_of
from app.systems.kensei.combat.blows.dice import GIVEN_UP, may_strike, pairs_of, total_dice
from app.systems.kensei.combat.blows.order import attack_step
from app.systems.kensei.combat.events import CombatBegan, HiddenRevealed, PositionTaken, WeaponChosen
from app.systems.kensei.combat.fights import (
    Fight,
    bodies_of,
    characters_of,
    commandment_lines,
    fight_of,
    pinched,
    result_of,
    seats_of,
    wounds_left,
)
from app.systems.kensei.destruction.flow import destroy
from app.systems.kensei.duels.duel import confrontation
from app.systems.kensei.resolution.events import CombatFought
from app.systems.kensei.state import State
from app.systems.kensei.stats.rolls import opposed

FIGHT, PINCER, POSITION, BARRED, FEW, SEEN, WEAPON, FIRST, ABILITY, RESULT = (
    c("KEN-CBT-02"), c("KEN-DEF-02"), c("KEN-CBT-04"), c("KEN-CBT-05"), c("KEN-CBT-08"), c("KEN-ARM-23"),
    c("KEN-CBT-34"), c("KEN-CBT-09"), c("KEN-ABI-07"), c("KEN-RES-07"),
)  # fmt: skip
KEEP, DEFEND, DONE = "keep", "defend", "done"


async def fight(game: Game[State], units: tuple[Unit, ...]) -> None:
    """These units have fought their round of this turn, and its result is on record (KEN-CBT-03, KEN-CBT-36)."""
    whole = fight_of(game.state, units)
    standing = characters(game.state, whole)
    for unit in pinched(game.state, units):
        destroy(game, unit.id, "pincer", PINCER)
    dealt: dict[Seat, int] = dict.fromkeys(game.state.seats, 0)
    able = tuple(unit for unit in bodies_of(game.state, whole) if pairs_of(game.state, unit))
    if able:
        game.emit(CombatBegan(clause=FIGHT, units=tuple(unit.id for unit in able)))
        begun = fight_of(game.state, able)
        await prepared(game, begun)
        await confrontation(game, begun)
        dealt = await attack_step(game, begun)
    ended(game, whole, dealt, killed(game.state, standing))


def characters(state: State, whole: Fight) -> dict[Seat, tuple[str, ...]]:
    """The living characters of each side."""
    return {seat: tuple(one.id for one in characters_of(state, whole, seat)) for seat in state.seats}


def killed(state: State, standing: dict[Seat, tuple[str, ...]]) -> dict[Seat, int]:
    """How many enemy characters each side has killed since (KEN-RES-04, KEN-RES-05)."""
    return {state.other(seat): sum(not state.units[id].on_table for id in ids) for seat, ids in standing.items()}


def ended(game: Game[State], whole: Fight, dealt: dict[Seat, int], slain: dict[Seat, int]) -> None:
    """The numbers of the Combat are on record (KEN-RES-10, KEN-RES-11)."""
    state = game.state
    left = {str(seat): wounds_left(state, whole, seat) for seat in state.seats}
    found = result_of(state, whole, dealt, slain)
    counts = [{str(seat): n for seat, n in row.items()} for row in (dealt, slain)]
    game.emit(CombatFought(
        clause=RESULT, units=found.units, winner=found.winner, difference=found.difference, value=found.value,
        losers=found.losers, wounds=counts[0], killed=counts[1], left=left,
    ))  # fmt: skip


# -- before the first die ----------------------------------------------------------------------


async def prepared(game: Game[State], whole: Fight) -> None:
    """Positions taken, Hidden models seen, weapons chosen, Combat Abilities used (KEN-CBT-04 to KEN-CBT-10)."""
    for one in characters_of(game.state, whole):
        if one.concealed:
            game.emit(HiddenRevealed(clause=SEEN, unit=one.id))
    await positions(game, whole)
    for seat in seats_of(game.state):
        await weapons(game, whole, seat)
    await abilities(game, whole)


async def positions(game: Game[State], whole: Fight) -> None:
    """Both sides have decided in secret which units take a Defensive Position (KEN-CBT-04)."""
    state = game.state
    asks = tuple(found for seat in seats_of(state) if (found := ask_positions(state, whole, seat)) is not None)
    if not asks:
        return
    answers = await decide_all(asks)
    for seat in seats_of(state):
        for unit, said in answers.get(seat, {}).items():
            if said == DEFEND:
                game.emit(PositionTaken(clause=POSITION, unit=unit))


def ask_positions(state: State, whole: Fight, seat: Seat) -> Ask[dict[str, str]] | None:
    """The question which units of a side take a Defensive Position, if any may."""
    found = tuple(str(u.id) for u in bodies_of(state, whole, seat) if refuse_position(state, u) is None)
    if not found:
        return None
    domain = Assign(found, (KEEP, DEFEND), any_of)
    return Ask(seat, "combat.position", domain, POSITION, default=dict.fromkeys(found, KEEP),
               facts={"dice": GIVEN_UP}, secret=True)  # fmt: skip


def refuse_position(state: State, unit: Unit) -> Refusal | None:
    """Why a unit may not take a Defensive Position by choice (KEN-CBT-05, KEN-CBT-08)."""
    if unit.acted_last or unit.charged or unit.charge_bonus or unit.stood_and_shot:
        return refuse("position.charged", BARRED, unit=unit.id)
    if unit.fleeing or unit.locked:
        return refuse("position.fleeing", FEW, unit=unit.id)
    if (dice := total_dice(state, unit)) < GIVEN_UP:
        return refuse("position.few", FEW, unit=unit.id, dice=dice, least=GIVEN_UP)
    return None


async def weapons(game: Game[State], whole: Fight, seat: Seat) -> None:
    """The units and characters of a side that have two melee weapons have chosen one for this Combat."""
    state = game.state
    able = {str(u.id): u for u in (*bodies_of(state, whole, seat), *characters_of(state, whole, seat))}
    items = {
        id: Item(melee_weapons(u), "combat.weapon.unit", {"unit": id}, id)
        for id, u in able.items() if len(melee_weapons(u)) > 1 and may_strike(state, u)
    }  # fmt: skip
    if not items:
        return
    domain = Allot(items, {id: weapon_of(able[id]) for id in items})
    question: Ask[Mapping[str, str]] = Ask(seat, "combat.weapon", domain, WEAPON, default=domain.sure)
    for unit, weapon in (await decide(question)).items():
        game.emit(WeaponChosen(clause=WEAPON, unit=unit, weapon=weapon))


# -- abilities ---------------------------------------------------------------------------------


async def abilities(game: Game[State], whole: Fight) -> None:
    """Both sides have used their Combat Abilities, turn about; a Commandment roll says who begins (KEN-CBT-09)."""
    used: list[tuple[str, str]] = []
    waiting = [seat for seat in seats_of(game.state) if choices(game.state, whole, seat, used)]
    if len(waiting) > 1 and not await begins(game, waiting[0]):
        waiting.reverse()
    while waiting:
        seat = waiting.pop(0)
        found = choices(game.state, whole, seat, used)
        if found and await used_one(game, seat, found, used):
            waiting.append(seat)


async def begins(game: Game[State], one: Seat) -> bool:
    """Whether a side wins a Commandment roll against the other; seat 1 rolls first."""
    state = game.state
    low, high = state.seats
    won = await opposed(game, (low, "", commandment_lines(state, low)), (high, "", commandment_lines(state, high)),
                        "commandment", FIRST)  # fmt: skip
    return won == (one == low)


def choices(state: State, whole: Fight, seat: Seat, used: list[tuple[str, str]]) -> dict[str, Option]:
    """The units and characters of a side that can still use an ability, each with its enemies and what it can do."""
    able = {str(u.id): u for u in (*bodies_of(state, whole, seat), *characters_of(state, whole, seat))}
    found = {id: foes_and_abilities(state, u, used) for id, u in able.items()}
    return {
        id: Option(then=lambda rows=rows: Menu(rows), about="option.unit", facts={"unit": id}, piece=id)  # type: ignore[misc]
        for id, rows in found.items() if rows
    }  # fmt: skip


def foes_and_abilities(state: State, unit: Unit, used: list[tuple[str, str]]) -> dict[str, Option]:
    """The enemies against whom a unit has used no ability this round, with those it may use (KEN-ABI-08)."""
    rows: dict[str, Option] = {}
    for foe in pairs_of(state, state.body(unit)):
        known = combat_abilities.usable(state, unit, foe)
        if (unit.id, foe.id) not in used and any(option.no is None for option in known.values()):
            rows[str(foe.id)] = against(foe, known)
    return rows


def against(foe: Unit, known: dict[str, Option]) -> Option:
    """The option to use one of some abilities against an enemy."""
    return Option(then=lambda: Menu(known), about="option.against", facts={"target": foe.id}, piece=foe.id)


async def used_one(game: Game[State], seat: Seat, found: dict[str, Option], used: list[tuple[str, str]]) -> bool:
    """Whether a side has used an ability rather than let it be."""
    menu = Menu({**found, DONE: Option(about="option.no-ability")})
    said = await decide(Ask(seat, "combat.ability", menu, ABILITY, default=Choice(DONE)))
    if said.key == DONE:
        return False
    foe, ability = said.then.key, said.then.then.key
    used.append((said.key, foe))
    await combat_abilities.use(game, said.key, ability, foe)
    return True
