"""Single combat between leaders before the dice of a round (DAI-LDR-15, DAI-MEL-14)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from app.engine.asks import Ask
from app.engine.dice import Dice
from app.engine.domains import yes_no
from app.engine.flow import Game, ask, roll
from app.engine.modifiers import Line, total
from app.systems.daimyo.book import c, table
from app.systems.daimyo.leaders.events import ChallengeEnded, ChallengeMade, ChallengeRolled
from app.systems.daimyo.leaders.flow import is_put_out, kill, rating
from app.systems.daimyo.melee.groups import Group, fought_by
from app.systems.daimyo.scenarios.figures import must_fight
from app.systems.daimyo.state import Leader, State, UnitId

CHALLENGE = c("DAI-LDR-15")
DICE: int = table("leaders")["challenge"]["dice"]


class Duel(NamedTuple):
    """Who calls out whom, and the units they are with."""

    leader: Leader
    foe: Leader
    unit: UnitId
    against: UnitId


async def challenge(game: Game[State], group: Group) -> tuple[str, ...]:
    """At most one offer has been made, by the active player or else by the other, and answered (DAI-LDR-15).

    The units whose leaders add nothing in this round: the one that refused, unless a General refused a Daimyo.
    """
    duels = list(possible(game.state, group))
    for duel in (*duels, *(Duel(d.foe, d.leader, d.against, d.unit) for d in duels)):
        if await offered(duel):
            return await answered(game, duel)
    return ()


def possible(state: State, group: Group) -> Iterator[Duel]:
    """Every two leaders who could fight: with units of the group that fight each other, the active side's first."""
    for unit in group.active:
        for foe in fought_by(state, state.units[unit]):
            for leader in able(state, unit):
                yield from (Duel(leader, other, unit, foe.id) for other in able(state, foe.id))


def able(state: State, unit: UnitId) -> list[Leader]:
    """Leaders with a unit who are not put out of action."""
    return [leader for leader in state.leaders_with(unit) if not is_put_out(state, leader)]


async def offered(duel: Duel) -> bool:
    """Whether the leader's player offers the single combat."""
    facts = {"leader": str(duel.leader.id), "foe": str(duel.foe.id), "unit": str(duel.unit)}
    question = Ask(duel.leader.seat, "challenge.offer", yes_no(), CHALLENGE, default="no", facts=facts)
    return await ask(question) == "yes"


async def answered(game: Game[State], duel: Duel) -> tuple[str, ...]:
    """The other has accepted and they have fought, or has refused; the units that pay for it."""
    answer = await reply(game, duel)
    game.emit(ChallengeMade(clause=CHALLENGE, leader=duel.leader.id, foe=duel.foe.id, unit=duel.against, answer=answer))
    if answer == "accepted":
        await fight(game, duel)
    return (duel.against,) if answer == "refused" else ()


async def reply(game: Game[State], duel: Duel) -> str:
    """accepted, refused, or declined: a General may do that to a Daimyo without penalty; some must accept."""
    if must_fight(game.state, duel.leader.id, duel.foe.id):
        return "accepted"
    facts = {"leader": str(duel.foe.id), "foe": str(duel.leader.id), "unit": str(duel.against)}
    question = Ask(duel.foe.seat, "challenge.answer", yes_no(), CHALLENGE, default="no", facts=facts)
    if await ask(question) == "yes":
        return "accepted"
    return "declined" if duel.foe.general and not duel.leader.general else "refused"


async def fight(game: Game[State], duel: Duel) -> None:
    """Each has rolled 1d6 and his rating, the active side first; the lower is dead (DAI-LDR-15)."""
    active = {unit.seat for unit in game.state.active_units()}
    pair = (duel.leader, duel.foe) if duel.leader.seat in active or not active else (duel.foe, duel.leader)
    scores = [await score(game, leader) for leader in pair]
    if scores[0] == scores[1]:
        game.emit(ChallengeEnded(clause=CHALLENGE))
        return
    winner, loser = pair if scores[0] > scores[1] else pair[::-1]
    game.emit(ChallengeEnded(clause=CHALLENGE, winner=winner.id, loser=loser.id))
    kill(game, loser.id, CHALLENGE)


async def score(game: Game[State], leader: Leader) -> int:
    """The leader's die and his rating."""
    (face,) = await roll(Dice(DICE), "challenge", CHALLENGE, by=leader.seat)
    adds = rating(game.state, leader)
    lines = (Line("rating", adds, CHALLENGE),) if adds else ()
    game.emit(ChallengeRolled(clause=CHALLENGE, leader=leader.id, face=face, lines=lines, total=face + total(lines)))
    return face + total(lines)
