"""Blows: an Attack Roll against a Defence Roll, in a combat or at a model that steps away."""

from __future__ import annotations

from app.engine.asks import Ask
from app.engine.dice import Dice, Faces
from app.engine.domains import Pick, yes_no
from app.engine.flow import Game, decide, roll
from app.engine.modifiers import total
from app.engine.refusals import Clause, Fact, Refusal, refuse
from app.systems.ronin.attributes.reroll import ask_reroll, may_reroll
from app.systems.ronin.book import WEAPONS, c, table
from app.systems.ronin.combat.blows import AttackRolled, BlowThrown, DefenceRolled
from app.systems.ronin.combat.counters import counters_of, less, lose, theirs
from app.systems.ronin.combat.events import AttackDeclared, RollEnhanced
from app.systems.ronin.combat.modifiers import Blow, attack_lines, defence_lines
from app.systems.ronin.moving.events import FreeAttackTaken
from app.systems.ronin.state import Model, ModelId, State
from app.systems.ronin.wounds.events import BlowScored
from app.systems.ronin.wounds.flow import subdue, wound

ATTACK = c("RON-CBT-03")
ATTACK_ENHANCED = c("RON-CBT-04")
DEFENCE = c("RON-CBT-05")
DEFENCE_ENHANCED = c("RON-CBT-06")
DECLARED = c("RON-CBT-27")
SUBDUE = c("RON-CBT-36")
ENHANCE = c("RON-CBT-13")
ASKED = c("RON-CBT-15")
NO_COUNTER = c("RON-CBT-34")
REROLL = c("RON-ATT-04")
SCORE = c("RON-WND-02")
FREE = c("RON-MOV-35")
WEAPON = c("RON-CBT-21")
AFOOT = c("RON-WPN-13")
CIVILIAN = c("RON-SCN-41")
BARE = "weaponless"
DICE = table("combat")["dice"]
COSTS = {"attack": 1, "subdue": table("combat")["subdue"]["counters"]}


# -- weapons ---------------------------------------------------------------------


def weapons_of(me: Model) -> Pick:
    """What the model may fight with: melee weapons it carries, improvised, none (RON-CBT-21, RON-WPN-11, 13, 14)."""
    if me.civilian:
        return Pick({BARE: None})
    carried = [w for w in me.weapons if not WEAPONS[w].is_missile]
    if not carried and me.weapons:
        carried = ["improvised"]
    return Pick({w: refuse_weapon(me, w) for w in (*carried, BARE)})


def refuse_weapon(me: Model, weapon: str) -> Refusal | None:
    """Why a rider may not use this weapon (RON-WPN-13)."""
    if me.mounted and not WEAPONS[weapon].mounted:
        return refuse("weapon.mounted", AFOOT, weapon=weapon)
    return None


async def name_weapon(game: Game[State], id: ModelId, clause: Clause) -> str:
    """The weapon the model's owner names for it."""
    me = game.state.model(id)
    domain = weapons_of(me)
    facts = {"model": id}
    return await decide(Ask(me.seat, "combat.weapon", domain, clause, default=next(iter(domain.open())), facts=facts))


# -- one attack in a combat --------------------------------------------------------


async def attack(game: Game[State], combat: str, id: ModelId, target: ModelId, kind: str) -> None:
    """The fighter has struck, and both sides have what comes of it (RON-CBT-27).  ``kind``: attack or subdue."""
    me = game.state.model(id)
    left = less(counters_of(game.state, combat, me.seat), "attack", COSTS[kind])
    clause = SUBDUE if kind == "subdue" else DECLARED
    game.emit(AttackDeclared(clause=clause, combat=combat, seat=me.seat, model=id, target=target, attack=kind,
                             spent=COSTS[kind], counters=left))  # fmt: skip
    guarded = await enhance(game, combat, target, "defence", id, kind)
    pressed = await enhance(game, combat, id, "attack", target, kind)
    attack_faces = await throw_attack(game, id, pressed)
    defence_faces = await throw_defence(game, target, guarded)
    attack_faces, defence_faces = await rerolls(game, id, target, attack_faces, defence_faces)
    score = scored(game, id, target, kind, me.weapon, attack_faces, defence_faces)
    if kind == "subdue":
        await subdue(game, target, score, id)
    else:
        await wound(game, target, score, DECLARED, id, "melee")
    await lose(game, combat)


async def enhance(game: Game[State], combat: str, id: ModelId, kind: str, against: ModelId, does: str) -> bool:
    """Whether a counter was spent to Enhance this roll: the defender says first (RON-CBT-13, RON-CBT-15).

    ``does``: what the attacker does, attack or subdue.
    """
    me = game.state.model(id)
    has = counters_of(game.state, combat, me.seat)
    no = None if getattr(has, kind) else refuse("enhance.no-counter", NO_COUNTER, colour=kind)
    facts: dict[str, Fact] = {
        "model": id, "enemy": against, "left": getattr(has, kind), "does": f"does-{does}",
        **theirs(game.state, combat, me.seat),
    }  # fmt: skip
    question = Ask(me.seat, f"combat.enhance-{kind}", yes_no(no), ASKED, default="no", facts=facts)
    if await decide(question) == "no":
        return False
    left = less(counters_of(game.state, combat, me.seat), kind, 1)
    game.emit(RollEnhanced(clause=ENHANCE, combat=combat, seat=me.seat, model=id, roll=kind, counters=left))
    return True


async def throw_attack(game: Game[State], id: ModelId, enhanced: bool) -> Faces:
    """The dice of an Attack Roll (RON-CBT-03, RON-CBT-04)."""
    seat = game.state.model(id).seat
    if enhanced:
        return await roll(Dice(DICE["attack_enhanced"], keep=DICE["attack_keeps"]), "attack", ATTACK_ENHANCED, by=seat)
    return await roll(Dice(DICE["attack"]), "attack", ATTACK, by=seat)


async def throw_defence(game: Game[State], id: ModelId, enhanced: bool) -> Faces:
    """The dice of a Defence Roll, all of which count (RON-CBT-05, RON-CBT-06)."""
    count, clause = (DICE["defence_enhanced"], DEFENCE_ENHANCED) if enhanced else (DICE["defence"], DEFENCE)
    return await roll(Dice(count), "defence", clause, by=game.state.model(id).seat)


async def rerolls(
    game: Game[State], id: ModelId, target: ModelId, attack: Faces, defence: Faces
) -> tuple[Faces, Faces]:  # fmt: skip
    """Both throws after bujutsu, the attacker's first, before any discard (RON-ATT-03, RON-ATT-04)."""
    if may_reroll(game.state.model(id)) or may_reroll(game.state.model(target)):
        game.emit(BlowThrown(clause=REROLL, model=id, target=target, attack=attack, defence=defence))
    attack = await ask_reroll(game, id, attack, "attack", "combat.reroll", REROLL)
    return attack, await ask_reroll(game, target, defence, "defence", "combat.reroll", REROLL)


def scored(
    game: Game[State], id: ModelId, target: ModelId, kind: str, weapon: str, attack: Faces, defence: Faces
) -> int:  # fmt: skip
    """Both rolls are told line by line; the Wound Score (RON-WND-02)."""
    state = game.state
    blow = Blow(state=state, attacker=state.model(id), target=state.model(target), weapon=weapon, kind=kind)
    kept = Dice(len(attack), keep=DICE["attack_keeps"]).kept(attack) if len(attack) > DICE["attack"] else attack
    adds, guard = attack_lines(blow), defence_lines(blow)
    struck, held = sum(kept) + total(adds), sum(defence) + total(guard)
    clause = ATTACK_ENHANCED if len(attack) > DICE["attack"] else ATTACK
    game.emit(AttackRolled(clause=clause, model=id, target=target, attack=kind, weapon=weapon, faces=attack, kept=kept,
                           lines=adds, total=struck))  # fmt: skip
    clause = DEFENCE_ENHANCED if len(defence) > DICE["defence"] else DEFENCE
    game.emit(DefenceRolled(clause=clause, model=target, faces=defence, lines=guard, total=held))
    game.emit(BlowScored(clause=SCORE, model=id, target=target, attack=struck, defence=held, score=struck - held))
    return struck - held


# -- at a model that steps away ------------------------------------------------------


async def free_attack(game: Game[State], attacker: ModelId, target: ModelId) -> None:
    """The free attack on a model that withdraws has been resolved: no counters, no reroll, no Subdue (RON-MOV-35)."""
    weapon = await name_weapon(game, attacker, FREE)
    game.emit(FreeAttackTaken(clause=FREE, model=attacker, target=target, weapon=weapon))
    attack = await throw_attack(game, attacker, enhanced=False)
    defence = await throw_defence(game, target, enhanced=False)
    score = scored(game, attacker, target, "free", weapon, attack, defence)
    await wound(game, target, score, FREE, attacker, "free")
