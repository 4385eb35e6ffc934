"""A volley from its target to its last casualty, and what follows it (2.10 to 2.14, CEL-REA-11, CEL-REA-23)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from app.engine.dice import Dice
from app.engine.flow import Game, decide, roll
from app.engine.modifiers import total
from app.systems.celtos.abilities.events import HitPassedThrough
from app.systems.celtos.book import c
from app.systems.celtos.checks.score import D10, FAILS, PASSES, passes
from app.systems.celtos.damage.flow import Hit, damage, fall, spent
from app.systems.celtos.ground.cover import SAVES, Cover, cover_of
from app.systems.celtos.interruptions import return_fire
from app.systems.celtos.morale.flow import due, morale
from app.systems.celtos.shooting.events import HitRolled, HitsShared, NoHits, SaveRolled, VolleyAimed
from app.systems.celtos.shooting.rules import Aim, aims, hit_of, may_be_hit
from app.systems.celtos.shooting.sharing import ask_share
from app.systems.celtos.shooting.targets import ask_weapons
from app.systems.celtos.state import Model, ModelId, State, UnitId

STEPS = c("CEL-SHT-01")
TO_HIT = c("CEL-HIT-01")
ALWAYS = {FAILS: c("CEL-HIT-02"), PASSES: c("CEL-HIT-03")}
DICE = c("CEL-SHT-10")
OWNER = c("CEL-ALC-01")
SAVE = c("CEL-ALC-06")
IMMUNE = c("CEL-ABL-24")


async def shoot(game: Game[State], unit: UnitId, target: UnitId, how: str, used: tuple[UnitId, ...] = ()) -> None:
    """The unit has shot at the other, and all that follows is settled.  ``how``: order, reaction or return.

    An order is answered by return fire before anybody's Morale (CEL-REA-11, CEL-REA-23); ``used`` are the units that
    spent their Reaction marker on it (CEL-REA-17).  Return fire leaves Morale to the volley it answers.
    """
    before = game.state
    await volley(game, unit, target, how)
    if how == "return":
        return
    if how == "order" and goes_on(game):
        await return_fire(game, unit, target, used)
    await shaken(game, before, target, by=unit)
    if how == "order":
        await shaken(game, before, unit, by=target)


def goes_on(game: Game[State]) -> bool:
    """Whether the battle has not ended with the last casualty (CEL-TRN-02)."""
    return game.state.outcome is None


async def shaken(game: Game[State], before: State, unit: UnitId, by: UnitId) -> None:
    """A unit that lost enough since ``before`` has taken its Morale check (CEL-MOR-02, CEL-MOR-05)."""
    cause = due(before, game.state, unit, combat=False) if goes_on(game) else None
    if cause is not None:
        await morale(game, unit, cause, by=game.state.unit(by).seat)


async def volley(game: Game[State], unit: UnitId, target: UnitId, how: str) -> None:
    """All dice of a volley have fallen, and its casualties are removed together (CEL-SHT-12)."""
    state, me, it = game.state, game.state.unit(unit), game.state.unit(target)
    if not aims(state, me, it, how):
        return
    taken: Mapping[str, str] = await decide(ask_weapons(state, me, it, how))
    dice = aims(state, me, it, how, taken)
    aimed(game, unit, target, how, dice)
    hits = await rolled_to_hit(game, target, dice)
    if not hits:
        game.emit(NoHits(clause=STEPS, unit=unit, target=target))
        return
    struck = await shared_out(game, unit, target, dice, hits)
    left = await saved(game, dice, struck)
    await damage(game, left)
    fall(game, spent(game.state), by=game.state.unit(unit).seat, where="shooting")


def aimed(game: Game[State], unit: UnitId, target: UnitId, how: str, dice: Sequence[Aim]) -> None:
    """Say who shoots at whom."""
    moved = game.state.unit(unit).moved
    game.emit(VolleyAimed(clause=STEPS, unit=unit, target=target, how=how, shooters=len(dice), moved=moved,
                          distance=min(aim.distance for aim in dice)))  # fmt: skip


async def rolled_to_hit(game: Game[State], target: UnitId, dice: Sequence[Aim]) -> list[Aim]:
    """The dice that hit, in unit order (CEL-SHT-10, CEL-HIT-01)."""
    faces = await roll(Dice(len(dice), D10), "hit", DICE, by=dice[0].shooter.seat)
    rolled = [hit_rolled(aim, target, face) for aim, face in zip(dice, faces, strict=True)]
    for event in rolled:
        game.emit(event)
    return [aim for aim, event in zip(dice, rolled, strict=True) if event.passed]


def hit_rolled(aim: Aim, target: UnitId, face: int) -> HitRolled:
    """What one die to hit says; where the face overrules the sum its clause is named (CEL-HIT-01 to -03)."""
    sum_ = face + total(aim.lines)
    passed = passes(face, sum_, aim.needed)
    clause = TO_HIT if passed == (sum_ >= aim.needed) else ALWAYS[face]
    return HitRolled(
        clause=clause, model=aim.shooter.id, target=target, natural=face, lines=aim.lines, total=sum_,
        needed=aim.needed, passed=passed, weapon=aim.weapon.id, band=aim.band, distance=aim.distance,
        strength=aim.strength,
    )  # fmt: skip


async def shared_out(
    game: Game[State], unit: UnitId, target: UnitId, dice: Sequence[Aim], hits: Sequence[Aim]
) -> list[Hit]:
    """The hits as the player of the target gave them out, in their order (CEL-ALC-01 to -04)."""
    state = game.state
    me, it = state.unit(unit), state.unit(target)
    models = may_be_hit(state, me, it, dice)
    open_ = {m.id for m in models}
    out = [m.id for m in state.living(it) if m.id not in open_]
    given: Mapping[str, str] = await decide(ask_share(me, it, models, dice, hits, out))
    taken = [ModelId(given[key]) for key in given]
    game.emit(HitsShared(clause=OWNER, unit=unit, target=target, hits=len(hits), models=tuple(taken)))
    return [hit_of(aim, game.state.model(id)) for aim, id in zip(hits, taken, strict=True)]


async def saved(game: Game[State], dice: Sequence[Aim], hits: Sequence[Hit]) -> list[Hit]:
    """The hits that cover has not stopped, nor passed through an ethereal model (CEL-ALC-06, CEL-ABL-24)."""
    left = [hit for hit in hits if not game.state.model(hit.target).has("ethereal")]
    for hit in hits:
        if hit not in left:
            game.emit(HitPassedThrough(clause=IMMUNE, model=hit.target, by=hit.by))
    covers = covers_of(game.state, dice, left)
    tried = [hit for hit in left if hit.target in covers]
    if not tried:
        return left
    faces = await roll(Dice(len(tried), D10), "save", SAVE, by=game.state.model(tried[0].target).seat)
    results = [tries(game, hit, face, covers) for hit, face in zip(tried, faces, strict=True)]
    stopped = [hit for hit, passed in zip(tried, results, strict=True) if passed]
    return [hit for hit in left if hit not in stopped]


def covers_of(state: State, dice: Sequence[Aim], hits: Sequence[Hit]) -> dict[ModelId, Cover]:
    """The cover of each model that is hit, of those that have any (CEL-TER-07)."""
    shooters = [aim.shooter for aim in dice]
    struck: dict[ModelId, Model] = {hit.target: state.model(hit.target) for hit in hits}
    return {id: cover for id, model in struck.items() if (cover := cover_of(state, model, shooters)) is not None}


def tries(game: Game[State], hit: Hit, face: int, covers: Mapping[ModelId, Cover]) -> bool:
    """Whether one cover save stops its hit (CEL-ALC-06, CEL-GEN-07)."""
    key, _ = covers[hit.target]
    passed = passes(face, face, SAVES[key])
    game.emit(SaveRolled(clause=SAVE, model=hit.target, target=hit.by, natural=face, total=face, needed=SAVES[key],
                         passed=passed, cover=key))  # fmt: skip
    return passed
