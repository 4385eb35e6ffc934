"""Storming a Construction that the enemy holds, and charging a wall (KEN-MOV-47, KEN-TER-100)."""

from __future__ import annotations

from app.engine.asks import Ask
from app.engine.domains import Pick
from app.engine.flow import Game, decide
from app.engine.refusals import Fact
from app.systems.kensei.abilities.within import ability_answers
from app.systems.kensei.army import UnitId
from app.systems.kensei.book import c, table
from app.systems.kensei.charging.events import ChargeDeclared, ContactMade, ReactionChosen
from app.systems.kensei.charging.reactions import reactions
from app.systems.kensei.moving.buildings.storm import defenders
from app.systems.kensei.moving.events import BuildingStormed
from app.systems.kensei.orders.spending import pay
from app.systems.kensei.shooting.flow import volley
from app.systems.kensei.state import Contact, State
from app.systems.kensei.warnings.watch import expire, watch

STORMS, REACTS, SHOOTS = c("KEN-MOV-47"), c("KEN-CHG-37"), c("KEN-CHG-41")
AP = table("orders")["ap"]


async def storm(game: Game[State], unit_id: str, piece: str) -> None:
    """The unit is inside, in Combat with every enemy there, after what its victim answered; the caller has paid."""
    target = await victim(game, unit_id, piece)
    game.emit(ChargeDeclared(clause=STORMS, unit=unit_id, target=target, with_move=""))
    if not await watch(game, "declares_charge", unit=unit_id, target=target):
        return
    if not await watch(game, "occupies", unit=unit_id, piece=piece):
        return
    await garrison_answers(game, unit_id, target)
    state = game.state
    unit = state.units[unit_id]
    if not unit.on_table or unit.fleeing or state.fighting(unit_id):
        return
    inside = defenders(state, unit, piece)
    game.emit(BuildingStormed(clause=STORMS, unit=unit_id, target=target, piece=piece))
    for foe in sorted(inside, key=lambda foe: foe.id != target):
        contact = Contact(by=UnitId(unit_id), on=foe.id, zone="", mirror="", own=foe.id == target, turn=state.turn)
        game.emit(ContactMade(clause=STORMS, unit=unit_id, target=foe.id, contact=contact, bonus=foe.id == target))
    expire(game)


async def victim(game: Game[State], unit_id: str, piece: str) -> str:
    """The enemy inside whom the unit goes for."""
    state = game.state
    unit = state.units[unit_id]
    ids = [foe.id for foe in defenders(state, unit, piece)]
    domain = Pick(dict.fromkeys(ids), {id: id for id in ids})
    facts: dict[str, Fact] = {"unit": unit_id, "piece": piece}
    return await decide(Ask(unit.seat, "storm.victim", domain, STORMS, ids[0], facts=facts))


async def garrison_answers(game: Game[State], unit_id: str, target_id: str) -> None:
    """The garrison withstands, or shoots first (KEN-MOV-47)."""
    state = game.state
    target = state.units[target_id]
    facts: dict[str, Fact] = {"unit": target_id, "enemy": unit_id}
    domain = reactions(state, target, state.units[unit_id], inside=True)
    answer = await decide(Ask(target.seat, "charge.reaction", domain, REACTS, "withstand", facts=facts))
    game.emit(ReactionChosen(clause=REACTS, unit=unit_id, target=target_id, answer=answer, turn=state.turn))
    if answer == "shoot":
        pay(game, target_id, AP["withstand_and_shoot"], "shoot", SHOOTS)
        await volley(game, target_id, unit_id)
    elif answer != "withstand":
        await ability_answers(game, unit_id, target_id, answer)
