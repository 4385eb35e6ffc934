"""A shot from its order to its wound (RON-SHO-01 to 36)."""

from __future__ import annotations

from collections.abc import Mapping

from app.engine.asks import Ask
from app.engine.dice import Dice, Faces
from app.engine.domains import Pick
from app.engine.flow import Game, ask, roll
from app.engine.modifiers import Line, total
from app.engine.refusals import Fact
from app.systems.ronin.attributes.events import ShotRerolled
from app.systems.ronin.book import WEAPONS, c
from app.systems.ronin.measure import is_engaged, touch
from app.systems.ronin.shooting.events import Aimed, Shot, ShotPassedOn
from app.systems.ronin.shooting.rules import MISSILES, attack_lines, defence_lines, needed, shot_of
from app.systems.ronin.shooting.sight import sight
from app.systems.ronin.state import ModelId, State
from app.systems.ronin.wounds.flow import wound

ROLL = c("RON-SHO-01")
SHOWN = c("RON-SHO-34")
REROLL = c("RON-ATT-05")
WOUNDS = c("RON-SHO-35")
PASSED = c("RON-SHO-28")


async def shoot(game: Game[State], id: ModelId, target: ModelId, weapon: str) -> None:
    """The model has shot; its target, or another of that combat, has what comes of it."""
    state = game.state
    shot = shot_of(state, state.model(id), state.model(target), weapon)
    lines, defence = attack_lines(shot), defence_lines(shot)
    score = total(defence)
    game.emit(Aimed(clause=SHOWN, model=id, target=target, weapon=weapon, gap=shot.gap, cover=shot.cover, lines=lines,
                    defence=defence, score=score))  # fmt: skip
    faces = await roll(Dice(2), "shot", ROLL, by=shot.shooter.seat)
    faces = await rerolled(game, id, weapon, faces, {"total": sum(faces) + total(lines), "score": score})
    sum_, bonus = sum(faces) + total(lines), WEAPONS[weapon].wound
    result = sum_ - score + bonus
    me = game.state.model(id)
    game.emit(Shot(
        clause=ROLL, model=id, target=target, weapon=weapon, faces=faces, lines=lines, total=sum_, score=score,
        wound=result, needed=needed(shot), shots=me.shots + 1, loaded=me.loaded and not MISSILES[weapon]["loads"],
    ))  # fmt: skip
    if result > 0:
        await wound(game, target, result, WOUNDS, id, "shot")
    elif is_engaged(game.state, game.state.model(target)):
        await pass_on(game, id, target, weapon, sum_)


async def rerolled(game: Game[State], id: ModelId, weapon: str, faces: Faces, so_far: Mapping[str, Fact]) -> Faces:
    """The dice after the one reroll of hojutsu or kyujutsu, if it is taken (RON-ATT-05).  ``so_far``: what they come
    to, and what must be beaten."""
    me = game.state.model(id)
    if not WEAPONS[weapon].school or not me.has(WEAPONS[weapon].school) or me.shot_reroll_used:
        return faces
    options = Pick({"none": None, **{f"die-{n}": None for n in range(1, len(faces) + 1)}})
    facts: dict[str, Fact] = {"model": id, "first": faces[0], "second": faces[1], "weapon": weapon, **so_far}
    choice = await ask(Ask(me.seat, "shot.reroll", options, REROLL, default="none", facts=facts))
    if choice == "none":
        return faces
    die = int(choice.removeprefix("die-")) - 1
    again = await roll(Dice(1), "shot-reroll", REROLL, by=me.seat)
    game.emit(ShotRerolled(clause=REROLL, model=id, weapon=weapon, die=die + 1, was=faces[die], faces=again))
    return (*faces[:die], again[0], *faces[die + 1 :])


def others_in_reach(state: State, id: ModelId, target: ModelId) -> tuple[ModelId, ...]:
    """Models, friend or foe, in base contact with the target, in roster order (RON-SHO-28)."""
    it = state.model(target)
    found = (m.id for m in state.standing() if m.id not in (id, target) and touch(m.base, it.base))
    return state.in_roster_order(found)


async def pass_on(game: Game[State], id: ModelId, missed: ModelId, weapon: str, sum_: int) -> None:
    """The same shot has been worked out against another of the combat, picked by a die (RON-SHO-28)."""
    candidates = others_in_reach(game.state, id, missed)
    faces: Faces = ()
    if len(candidates) > 1:
        faces = await roll(Dice(1, len(candidates)), "shot-pick", PASSED, by=game.state.model(id).seat)
    struck = candidates[sum(faces) - 1]
    state = game.state
    shooter, it = state.model(id), state.model(struck)
    seen = sight(state, shooter, it, bases=False)
    shot = shot_of(state, shooter, it, weapon, seen)
    defence: tuple[Line, ...] = defence_lines(shot)
    result = sum_ - total(defence) + WEAPONS[weapon].wound
    game.emit(ShotPassedOn(clause=PASSED, model=id, target=struck, weapon=weapon, faces=faces, candidates=candidates,
                           total=sum_, defence=defence, score=total(defence), wound=result))  # fmt: skip
    if result > 0:
        await wound(game, struck, result, WOUNDS, id, "shot")
