"""Challenges and Confrontations: personal duels just before the Initiative of a Combat (KEN-CNF-12 to KEN-CNF-32)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from app.engine.asks import Ask
from app.engine.domains import Choice, Menu, Option, Pick, yes_no
from app.engine.events import Seat
from app.engine.flow import Game, ask, decide
from app.engine.modifiers import total
from app.engine.options import Closed
from app.engine.orders import Order, Orders, none_open
from app.engine.refusals import Clause, Fact, Refusal, refuse
from app.systems.kensei.abilities import within as combat_abilities
from app.systems.kensei.army import Unit
from app.systems.kensei.book import c, table
from app.systems.kensei.combat.blows.dice import may_strike, total_dice
from app.systems.kensei.combat.blows.strike import Strike, blows
from app.systems.kensei.combat.fights import Fight, bodies_of, characters_of, duel_initiative, duel_ki, seats_of
from app.systems.kensei.duels.events import (
    ChallengeMade,
    ChallengeRejected,
    ConfrontationBegan,
    ConfrontationEnded,
    DuelRound,
    HideTried,
)
from app.systems.kensei.state import State
from app.systems.kensei.stats.events import Opposed, RolledAgain
from app.systems.kensei.stats.rolls import d10, opposed

WHO, CHALLENGE, ONE, WINS, REPLY, REJECTS, ONCE, SHIELDED, ROUND, HIDE, ABILITY, IDLE, ENDS, LOCKED, AGAIN = (
    c("KEN-CNF-12"), c("KEN-CNF-15"), c("KEN-CNF-14"), c("KEN-CNF-16"), c("KEN-CNF-17"), c("KEN-CNF-18"),
    c("KEN-CNF-20"), c("KEN-ABI-03"), c("KEN-CNF-25"), c("KEN-CNF-23"), c("KEN-CNF-27"), c("KEN-CNF-28"),
    c("KEN-CNF-22"), c("KEN-RUN-24"), c("KEN-STA-35"),
)  # fmt: skip
DUEL = table("duels")["duel"]
NONE, ACCEPT, HIDES = "none", "accept", "hide"
TRAITS = ("duelist", "assassin")
Pair = Mapping[str, int | None]
"""The two who fight, the challenger first; of a unit the number of the model that fights for it."""


class Called(NamedTuple):
    """A challenge: in which Combat, by whom, of whom."""

    fight: Fight
    unit: str
    target: str


# -- who may ---------------------------------------------------------------------------------


def duels(unit: Unit) -> bool:
    """Whether it may fight a Confrontation: Bushi, and characters who are Duelists or Assassins (KEN-CNF-13)."""
    return unit.is_character and (unit.role == "bushi" or any(unit.has(trait) for trait in TRAITS))


def champions(state: State, fight: Fight, seat: Seat) -> tuple[Unit, ...]:
    """Who of a side may challenge: its duellists, and any model of a Duelist unit (KEN-CNF-12, KEN-ARM-13)."""
    ranks = tuple(u for u in bodies_of(state, fight, seat) if not u.is_character and u.has("duelist"))
    able = tuple(one for one in characters_of(state, fight, seat) if duels(one))
    return tuple(one for one in (*able, *ranks) if may_strike(state, one))


def refuse_challenged(state: State, one: Unit) -> Refusal | None:
    """Why a character may not be challenged: already this turn, or his unit shields him (KEN-CNF-20)."""
    if one.challenged and one.challenged == state.turn:
        return refuse("challenge.again", ONCE, unit=one.id)
    if state.body(one).under("no_challenge"):
        return refuse("challenge.shielded", SHIELDED, unit=one.id)
    return None


def challenges(state: State, fight: Fight, seat: Seat) -> dict[str, Option]:
    """Whom each champion of a side may challenge, and that nobody does."""
    foes = tuple(one for one in characters_of(state, fight, state.other(seat)) if duels(one))
    called: dict[str, Closed] = {str(one.id): refuse_challenged(state, one) for one in foes}
    if state.confrontation >= state.turn or not foes or all(called.values()):
        return {}
    pieces = {id: id for id in called}
    return {
        str(one.id): Option(None, lambda: Pick(called, pieces), "option.unit", {"unit": one.id}, one.id)
        for one in champions(state, fight, seat)
    }


# -- the challenge ---------------------------------------------------------------------------


async def confrontation(game: Game[State], fight: Fight) -> None:
    """At most one Confrontation has been fought: the player with the Initiative challenges, or else the other
    (KEN-CNF-14, KEN-CNF-21, KEN-CNF-32)."""
    for seat in seats_of(game.state):
        if await challenged_by(game, fight, seat):
            return


async def challenged_by(game: Game[State], fight: Fight, seat: Seat) -> bool:
    """Whether a side made a challenge; it has been answered, and fought out if it comes to a duel."""
    said = await asked(game, fight, seat, "challenge.make")
    if said is None:
        return False
    await settled(game, Called(fight, *said))
    return True


async def asked(game: Game[State], fight: Fight, seat: Seat, about: str) -> tuple[str, str] | None:
    """Who of a side calls out whom, if anybody."""
    found = challenges(game.state, fight, seat)
    if not found:
        return None
    menu = Menu({**found, NONE: Option(about="option.no-challenge")})
    said = await decide(Ask(seat, about, menu, CHALLENGE, default=Choice(NONE)))
    return None if said.key == NONE else (said.key, str(said.then))


async def settled(game: Game[State], now: Called) -> None:
    """A challenge has been fought out or rejected, and the different one with which it was answered, if it was so
    (KEN-CNF-17)."""
    state, seat = game.state, game.state.units[now.target].seat
    game.emit(ChallengeMade(clause=CHALLENGE, unit=now.unit, target=now.target, turn=state.turn))
    if await wins(game, now.unit, now.target, "challenge"):
        await duel(game, now.unit, now.target, now.unit)
        return
    facts: dict[str, Fact] = {"unit": now.target, "target": now.unit}
    menu = ANSWERS.menu(game.state, now)
    await ANSWERS.carry_out(
        game, now, await ask(Ask(seat, "challenge.answer", menu, REPLY, default=Choice(ACCEPT), facts=facts))
    )


def others(state: State, now: Called) -> Menu:
    """The challenges with which the side of the challenged one may answer."""
    return Menu(challenges(state, now.fight, state.units[now.target].seat))


def reject(game: Game[State], now: Called, _: None = None) -> None:
    """The challenge is rejected (KEN-CNF-18)."""
    game.emit(ChallengeRejected(clause=REJECTS, unit=now.target, target=now.unit))


async def differ(game: Game[State], now: Called, said: Choice) -> None:
    """The challenge is answered by a different one."""
    reject(game, now)
    await settled(game, Called(now.fight, said.key, str(said.then)))


ANSWERS: Orders[State, Called] = Orders(
    Order(key=ACCEPT, about="option.accept-duel", clause=REPLY, bare=True,
          do=lambda game, now, _: duel(game, now.unit, now.target, now.target)),
    Order(key="counter", about="option.counter", clause=REPLY, bare=True, below=others, firm=True, gesture="click",
          nothing=none_open("challenge.nobody", ONCE), do=differ),
    Order(key="go-on", about="option.reject-duel", clause=REPLY, bare=True, do=reject),
)  # fmt: skip
"""What the player of the challenged one does who won the roll: accept, challenge differently, or go on (KEN-CNF-17)."""


async def wins(game: Game[State], unit: str, target: str, why: str) -> bool:
    """Whether a character wins an Initiative roll against another; one in a unit locked after flight loses without
    dice (KEN-RUN-24)."""
    state = game.state
    one, other = state.units[unit], state.units[target]
    lost = state.body(one).locked, state.body(other).locked
    if lost[0] != lost[1]:
        return lost[1]
    totals = {id: await initiative(game, id, why) for id in (unit, target)}
    while totals[unit] == totals[target] or await rolled_again(game, totals, why):
        if totals[unit] == totals[target]:
            totals = {id: await initiative(game, id, why) for id in (unit, target)}
    return totals[unit] > totals[target]


async def initiative(game: Game[State], id: str, why: str) -> int:
    """The Initiative total of one of the two."""
    state = game.state
    one = state.units[id]
    adds = duel_initiative(state, one)
    face = await d10(why, CHALLENGE, one.seat)
    found = face + total(adds)
    game.emit(Opposed(clause=CHALLENGE, seat=one.seat, unit=id, why=why, face=face, lines=adds, total=found))
    return found


async def rolled_again(game: Game[State], totals: dict[str, int], why: str) -> bool:
    """Whether the one who lost rolls his die again, which an effect on him lets him do once a turn (KEN-STA-35)."""
    loser = min(totals, key=lambda id: totals[id])
    unit = game.state.units[loser]
    effect = next((one for one in unit.timed if one.stat == "reroll_initiative"), None)
    if effect is None or effect.key in unit.used:
        return False
    facts: dict[str, Fact] = {"unit": loser, "by": effect.key, "why": why}
    if await decide(Ask(unit.seat, "duel.again", yes_no(), AGAIN, default="no", facts=facts)) != "yes":
        return False
    game.emit(RolledAgain(clause=Clause(effect.clause), unit=loser, by=effect.key, used=True))
    totals[loser] = await initiative(game, loser, why)
    return True


# -- the duel --------------------------------------------------------------------------------


async def duel(game: Game[State], unit: str, target: str, first: str) -> None:
    """The two have fought round after round until one is dead or hides, or ten rounds hurt nobody (KEN-CNF-22,
    KEN-CNF-28).  ``unit`` made the challenge; ``first`` attacks first in round 1 (KEN-CNF-26)."""
    pair = {id: champion_of(game.state, id) for id in (unit, target)}
    game.emit(ConfrontationBegan(clause=WINS, unit=first, target=other_of(pair, first), turn=game.state.turn))
    number = idle = 0
    while idle < DUEL["idle"]:
        number += 1
        halved = await opened(game, pair, number)
        if halved is None:
            return
        leads = first if number == 1 else await leader(game, pair)
        game.emit(DuelRound(clause=ROUND, unit=leads, target=other_of(pair, leads), number=number))
        hurt = 0
        for one in (leads, other_of(pair, leads)):
            wounds, over = await exchanged(game, pair, one, one in halved)
            hurt += wounds
            if over:
                return
        idle = 0 if hurt else idle + 1
    game.emit(ConfrontationEnded(clause=IDLE, winner=unit, loser=target, how="idle"))


def champion_of(state: State, id: str) -> int | None:
    """Which model of a Duelist unit fights: the first with most Wounds; of a character there is no other."""
    unit = state.units[id]
    if unit.is_character:
        return None
    return max(range(len(unit.models)), key=lambda n: (unit.models[n].wounds, -n))


def other_of(pair: Pair, one: str) -> str:
    """The other of the two."""
    return next(id for id in pair if id != one)


async def leader(game: Game[State], pair: Pair) -> str:
    """Who attacks first from the second round on: the winner of a Ki roll (KEN-CNF-25)."""
    state = game.state
    one, other = ((state.units[id].seat, id, duel_ki(state, state.units[id])) for id in pair)
    return one[1] if await opposed(game, one, other, "duel-ki", ROUND) else other[1]


async def exchanged(game: Game[State], pair: Pair, one: str, halved: bool) -> tuple[int, bool]:
    """One duellist has struck at the other; the Wounds dealt, and whether that ended it (KEN-CNF-22, KEN-CNF-24)."""
    state = game.state
    foe = other_of(pair, one)
    dice = duel_dice(state, state.units[one], pair[one])
    if halved:
        dice = max(DUEL["least"], dice // 2)
    standing = len(state.units[foe].models)
    wounds = await blows(game, Strike(unit=one, target=foe, how="duel", model=pair[foe]), dice)
    over = len(game.state.units[foe].models) < standing
    if over:
        game.emit(ConfrontationEnded(clause=ENDS, winner=one, loser=foe, how="killed"))
    return wounds, over


def duel_dice(state: State, unit: Unit, model: int | None) -> int:
    """The Combat Dice of a duellist; of a unit those of the one model that fights."""
    idle = 0 if model is None else unit.wounds_left - unit.models[model].wounds
    return max(0, total_dice(state, unit, duel=True) - idle)


async def opened(game: Game[State], pair: Pair, number: int) -> tuple[str, ...] | None:
    """What both do as a round begins: attempts to hide, then abilities, the challenger first (KEN-CNF-27, KEN-CNF-28).

    Who has half his dice because he failed to hide; ``None``: one got away.
    """
    chosen = {id: await intention(game, id, other_of(pair, id), number) for id in pair}
    halved: list[str] = []
    for id in pair:
        if chosen[id] == HIDES:
            if await hidden(game, id, other_of(pair, id)):
                return None
            halved.append(id)
    for id in pair:
        if chosen[id] not in (NONE, HIDES):
            await combat_abilities.use(game, id, chosen[id], other_of(pair, id))
    return tuple(halved)


async def intention(game: Game[State], unit: str, foe: str, number: int) -> str:
    """What a duellist does as a round begins: nothing, an ability, or try to hide."""
    state = game.state
    me = state.units[unit]
    found = combat_abilities.usable(state, me, state.units[foe])
    if number == 1 and not any(option.no is None for option in found.values()):
        return NONE
    hide = Option(refuse_hide(me, number), about="option.hide")
    menu = Menu({NONE: Option(about="option.fight-on"), **found, HIDES: hide})
    facts: dict[str, Fact] = {"unit": unit, "target": foe, "number": number}
    return (await decide(Ask(me.seat, "duel.round", menu, ABILITY, default=Choice(NONE), facts=facts))).key


def refuse_hide(me: Unit, number: int) -> Refusal | None:
    """Why a duellist cannot try to hide: not in the first round, and not without a unit to hide among."""
    if number == 1:
        return refuse("hide.first-round", IDLE, unit=me.id)
    if not me.host and len(me.models) < 2:
        return refuse("hide.alone", HIDE, unit=me.id)
    return None


async def hidden(game: Game[State], unit: str, foe: str) -> bool:
    """Whether a duellist got away among his unit, which then has no bonus of his (KEN-CNF-23)."""
    passed = await wins(game, unit, foe, "hide")
    game.emit(HideTried(clause=HIDE, unit=unit, passed=passed))
    if passed:
        game.emit(ConfrontationEnded(clause=HIDE, winner=foe, loser=unit, how="hidden"))
    return passed
