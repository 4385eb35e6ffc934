"""Abilities that answer a charge (section 4.7): spears set against it, a cry that shortens it."""

from __future__ import annotations

from app.engine.flow import Game
from app.systems.kensei.abilities.events import CryRaised, SpearsSet
from app.systems.kensei.book import c, table
from app.systems.kensei.orders.spending import pay
from app.systems.kensei.state import State
from app.systems.kensei.stats.ki import ki_lines
from app.systems.kensei.stats.rerolls import ki_test
from app.systems.kensei.stats.rolls import d10, opposed

ABILITIES, AP = table("abilities"), table("orders")["ap"]


async def ability_answers(game: Game[State], unit_id: str, target_id: str, key: str) -> int:
    """The charged unit has used an ability for 1 AP; by how many cm that shortens the charge (KEN-ABI-04)."""
    row = ABILITIES[key]
    clause = c(row["clause"])
    pay(game, target_id, AP["ability"], key, clause)
    state = game.state
    if row.get("opposed"):
        mine, theirs = ki_lines(state, state.units[target_id]), ki_lines(state, state.units[unit_id])
        sides = ((state.units[target_id].seat, target_id, mine), (state.units[unit_id].seat, unit_id, theirs))
        if not await opposed(game, *sides, "ability", clause):
            return 0
        face = await d10("battle-cry", clause, state.units[target_id].seat)
        game.emit(CryRaised(clause=clause, unit=unit_id, target=target_id, face=face))
        return face
    if await ki_test(game, target_id, "ability", clause):
        rules = tuple(one["rule"] for one in row["effect"] if "rule" in one)
        game.emit(SpearsSet(clause=clause, unit=unit_id, target=target_id, key=key, rules=rules,
                            until=state.turn + int(row["turns"])))  # fmt: skip
    return 0
