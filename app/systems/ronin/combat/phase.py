"""The Combat Phase: one combat at a time, each fought to its end."""

from __future__ import annotations

from app.engine.asks import Ask
from app.engine.domains import Menu, Option
from app.engine.flow import Game, decide
from app.systems.ronin.book import c
from app.systems.ronin.combat.counters import combat_of, commit, counters_of, draw, fighters, show
from app.systems.ronin.combat.events import CombatBegan, CombatEnded, CombatsFormed, WeaponNamed
from app.systems.ronin.combat.fighting import go
from app.systems.ronin.combat.initiative import initiative
from app.systems.ronin.combat.melee import WEAPON, name_weapon
from app.systems.ronin.measure import current_pool, engaged_with
from app.systems.ronin.state import Combat, Model, ModelId, State
from app.systems.ronin.turn.events import PhaseBegan

PHASE = c("RON-CBT-01")
FORMED = c("RON-CBT-19")
CHOICE = c("RON-CBT-18")
POOL = c("RON-CBT-02")
END = c("RON-CBT-26")


async def combat(game: Game[State]) -> None:
    """The combat whose turn it is has been fought; at the first call all combats were formed (RON-CBT-18 to 20)."""
    if not game.state.combats:
        game.emit(PhaseBegan(clause=PHASE, phase="combat"))
        form(game)
    if any(not fight.fought for fight in game.state.combats):
        id = await choose(game)
        await fight_out(game, id)


# -- forming -----------------------------------------------------------------------


def groups(state: State) -> tuple[tuple[ModelId, ...], ...]:
    """Connected groups of models linked by contact between enemies, in the order of dice (RON-CBT-19)."""
    order = state.in_roster_order(tuple(m.id for m in state.standing()))
    found: list[tuple[ModelId, ...]] = []
    for id in order:
        if engaged_with(state, state.model(id)) and not any(id in group for group in found):
            found.append(state.in_roster_order(linked(state, state.model(id))))
    return tuple(found)


def linked(state: State, me: Model) -> tuple[str, ...]:
    """All that contact between enemies links to this model, itself included."""
    group = [me]
    for member in group:
        group += [foe for foe in engaged_with(state, member) if foe not in group]
    return tuple(m.id for m in group)


def form(game: Game[State]) -> None:
    """The combats of this turn are fixed, and whom each fighter touches is noted (RON-CBT-19, RON-WPN-09)."""
    state = game.state
    found = groups(state)
    if not found:
        return
    combats = tuple(Combat(id=f"combat-{n}", members=group) for n, group in enumerate(found, 1))
    touched: dict[str, tuple[ModelId, ...]] = {
        id: tuple(foe.id for foe in engaged_with(state, state.model(id))) for group in found for id in group
    }  # fmt: skip
    game.emit(CombatsFormed(clause=FORMED, combats=combats, touched=touched))


async def choose(game: Game[State]) -> str:
    """The combat that is fought now, picked by the player whose go it is (RON-CBT-18)."""
    state = game.state
    seat = state.go or state.by_priority()[0]
    left = [fight for fight in state.combats if not fight.fought]
    menu = Menu({x.id: Option(about="option.combat", facts=named(state, x), piece=x.members[0]) for x in left})
    choice = await decide(Ask(seat, "combat.choose", menu, CHOICE, default=next(iter(menu.some(1)))))
    members = fighters(game.state, choice.key)
    brought: dict[str, int] = {id: current_pool(game.state.model(id)) for id in members}
    game.emit(CombatBegan(clause=CHOICE, seat=seat, combat=choice.key, fighters=members, brought=brought,
                          go=state.other(seat)))  # fmt: skip
    return choice.key


def named(state: State, fight: Combat) -> dict[str, int | str]:
    """A fighter of each side, and how many there are, to word a combat by."""
    first = next(id for id in fight.members)
    second = next(id for id in fight.members if state.model(id).seat != state.model(first).seat)
    return {"first": first, "second": second, "number": len(fight.members)}


# -- fighting ----------------------------------------------------------------------


async def fight_out(game: Game[State], id: str) -> None:
    """Weapons, counters, Initiative, then blow after blow until it ends (RON-CBT-01, RON-CBT-21 to 26)."""
    if not ended(game.state, id, drawn=False):
        await name_weapons(game, id)
        await draw(game, id)
        await initiative(game, id, await commit(game, id))
        await show(game, id)
        await cycles(game, id)
    game.emit(CombatEnded(clause=END, combat=id, reason=ended(game.state, id, drawn=True)))


async def name_weapons(game: Game[State], id: str) -> None:
    """Every fighter's weapon is named openly, the player with Priority first (RON-CBT-21, RON-CBT-38)."""
    for model in fighters(game.state, id):
        if not game.state.model(model).weapon:
            weapon = await name_weapon(game, model, WEAPON)
            game.emit(WeaponNamed(clause=WEAPON, model=model, weapon=weapon))


def ended(state: State, id: str, *, drawn: bool) -> str:
    """Why the combat is over: alone, spent or passed; empty while it goes on (RON-CBT-26)."""
    seats = [side.seat for side in state.sides]
    if not all(fighters(state, id, seat) for seat in seats):
        return "alone"
    if not drawn:
        return ""
    if not any(counters_of(state, id, seat).attack for seat in seats):
        return "spent"
    return "passed" if combat_of(state, id).passes >= len(fighters(state, id)) else ""


async def cycles(game: Game[State], id: str) -> None:
    """Fighters have had their goes, down the Initiative order again and again, until the combat ended (RON-CBT-26)."""
    cycle = 0
    while not ended(game.state, id, drawn=True):
        cycle += 1
        for model in combat_of(game.state, id).order:
            if game.state.model(model).on_table and not ended(game.state, id, drawn=True):
                await go(game, id, model, cycle)
