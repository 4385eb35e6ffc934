"""Wounds: who takes one, what it does, and what a dead or captured model leaves behind."""

from __future__ import annotations

from typing import Any

from app.engine.asks import Ask
from app.engine.domains import yes_no
from app.engine.flow import Game, ask
from app.engine.geometry import within
from app.engine.refusals import Clause, Fact
from app.systems.ronin.actions.objects import drop_all
from app.systems.ronin.attributes.events import WoundPassed
from app.systems.ronin.book import c, inches, table
from app.systems.ronin.combat.blows import Captured, Subdued
from app.systems.ronin.scenarios.figures import scenario_watch
from app.systems.ronin.state import Model, ModelId, State
from app.systems.ronin.wounds.events import Killed, Wounded

TABLE = c("RON-WND-01")
CRITICAL = c("RON-WND-03")
DROPS = c("RON-MOV-31")
GUARD = c("RON-ATT-13")
SUBDUE = c("RON-CBT-36")
CIVILIAN = c("RON-SCN-45")
REACH = inches(table("attributes")["bodyguard"]["reach"])
GUARDED = ("shot", "melee", "free")


def row_of(score: int) -> dict[str, Any]:
    """The row of the wound table for a positive Wound Score (RON-WND-01, RON-WND-03)."""
    rows: list[dict[str, Any]] = table("wounds")["wounds"]
    return next(row for row in reversed(rows) if row["low"] <= score)


async def wound(
    game: Game[State], target: ModelId, score: int, clause: Clause, by: ModelId | None, how: str
) -> None:  # fmt: skip
    """A final Wound Score has done its work on the target or on its Bodyguard; 0 or less does nothing (RON-WND-02).

    ``clause`` is that of the blow; ``how``: shot, melee, free, river or drowning.
    """
    if score <= 0:
        return
    victim = await guarded(game, target, score, how)
    row = row_of(score)
    if row.get("kills"):
        await kill(game, victim, CRITICAL, by, how, clause)
        return
    me = game.state.model(victim)
    marks = {key: getattr(me, key) + (key == row["id"]) for key in ("stunned", "light", "grievous")}
    game.emit(Wounded(clause=TABLE, model=victim, result=row["id"], score=score, by=by or "", how=how, cause=clause,
                      **marks))  # fmt: skip
    await scenario_watch(game)


async def guarded(game: Game[State], target: ModelId, score: int, how: str) -> ModelId:
    """Who takes the wound: the target, or the first Bodyguard whose owner gives it to him (RON-ATT-13)."""
    for guard in bodyguards(game.state, game.state.model(target)) if how in GUARDED else ():
        result = f"wound.{row_of(score)['id']}"
        facts: dict[str, Fact] = {"guard": guard.id, "model": target, "score": score, "result": result}
        if await ask(Ask(guard.seat, "bodyguard", yes_no(), GUARD, default="no", facts=facts)) == "yes":
            game.emit(WoundPassed(clause=GUARD, model=guard.id, of=target, score=score))
            return guard.id
    return target


def bodyguards(state: State, me: Model) -> tuple[Model, ...]:
    """Friends of lower Rank within reach that may still take this model's wound (RON-ATT-13)."""
    return tuple(
        friend for friend in state.friends_of(me)
        if friend.has("bodyguard") and not friend.guarded
        and friend.rank < me.rank and within(friend.base, me.base, REACH)
    )  # fmt: skip


async def kill(
    game: Game[State], target: ModelId, clause: Clause, by: ModelId | None, how: str, cause: Clause | None = None
) -> None:  # fmt: skip
    """The model is dead; what it carried lies there, and the scenario has been told (RON-WND-03, RON-WND-07)."""
    drop_all(game, target, DROPS)
    state = game.state
    me = state.model(target)
    side = state.side(me.seat)
    kills = state.model(by).kills + (state.model(by).seat != me.seat) if by else 0
    game.emit(Killed(
        clause=clause, model=target, by=by or "", how=how, cause=cause or clause, at=me.at, radius=me.radius,
        kills=kills, fallen=side.killed_now + (not me.civilian), leader=side.leader_killed_now or me.leader,
    ))  # fmt: skip
    await scenario_watch(game)


async def capture(game: Game[State], target: ModelId, by: ModelId) -> None:
    """The model is taken alive; what it carried lies there, and the scenario has been told (RON-CBT-36)."""
    drop_all(game, target, DROPS)
    clause = CIVILIAN if game.state.model(target).civilian else SUBDUE
    captures = game.state.model(by).captures + 1
    game.emit(Captured(clause=clause, model=target, by=by, captures=captures))
    await scenario_watch(game)


async def subdue(game: Game[State], target: ModelId, score: int, by: ModelId) -> None:
    """A Subdue attempt of this Wound Score has stunned, captured or done nothing (RON-CBT-36, RON-SCN-45)."""
    me, rules = game.state.model(target), table("combat")["subdue"]
    if score >= (rules["civilian_captures"] if me.civilian else rules["captures"]):
        await capture(game, target, by)
    elif score >= rules["stuns"]["low"]:
        stunned = me.stunned + rules["stuns"]["counters"]
        game.emit(Subdued(clause=SUBDUE, model=target, by=by, score=score, stunned=stunned))
