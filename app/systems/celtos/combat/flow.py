"""One close combat, step by step of weapon speed, to its last casualty; then its result (2.16)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from app.engine.allots import Allot, Item
from app.engine.asks import Ask
from app.engine.dice import Dice
from app.engine.domains import Pick
from app.engine.events import Seat
from app.engine.flow import Game, ask, decide, roll
from app.engine.modifiers import total
from app.engine.refusals import Refusal, refuse
from app.engine.views import Preview
from app.systems.celtos.abilities.events import Swapped
from app.systems.celtos.book import c
from app.systems.celtos.checks.score import D10, needed_to_strike, passes
from app.systems.celtos.combat.events import BlowRolled, CombatBegan, StepBegan, WeaponTaken
from app.systems.celtos.combat.result import result
from app.systems.celtos.combat.striking import (
    Blow,
    Fight,
    arm_of,
    attacks_of,
    hand_of,
    hit_of,
    opponents,
    step_of,
    steps,
    strike_lines,
    weapons_of,
)
from app.systems.celtos.damage.events import Casualties
from app.systems.celtos.damage.flow import STEP, Hit, damage, fall, last_of, spent
from app.systems.celtos.measure import apart, others, units_touched
from app.systems.celtos.page.combat_look import Aims, blow_note
from app.systems.celtos.scenarios.tokens import follow
from app.systems.celtos.state import Model, ModelId, State, UnitId

FIGHT, AIM, SPEED, TO_HIT, CLOSE, SWAP = (
    c("CEL-CBT-01"), c("CEL-CBT-03"), c("CEL-CBT-05"), c("CEL-CBT-06"), c("CEL-CBT-17"), c("CEL-ABL-07"),
)  # fmt: skip
NONE = "none"


async def combat(game: Game[State], fight: Fight) -> None:
    """The unit and every enemy unit touching it have fought one round, and its result is settled (CEL-CBT-01)."""
    before = game.state
    foes = tuple(u.id for u in units_touched(before, before.unit(fight.unit)))
    fight = replace(fight, foes=foes)
    game.emit(CombatBegan(clause=FIGHT, unit=fight.unit, foes=foes, first=fight.is_first))
    fight = await armed(game, fight)
    wounds = dict.fromkeys(sides(before, fight), 0)
    for step in steps(before, fight):
        for seat, dealt in (await struck(game, fight, step)).items():
            wounds[seat] += dealt
    await result(game, before, fight, wounds)


def sides(state: State, fight: Fight) -> tuple[Seat, ...]:
    """The players in this combat: the active one, then the others in seat order (CEL-CBT-18)."""
    mine = state.unit(fight.unit).seat
    fighting = [state.unit(foe).seat for foe in fight.foes]
    return (mine, *(seat for seat in others(state, mine) if seat in fighting))


def units_of(state: State, fight: Fight, seat: Seat) -> tuple[UnitId, ...]:
    """The units a player has in this combat, in the order of his list."""
    return tuple(unit for unit in (fight.unit, *fight.foes) if state.unit(unit).seat == seat)


# -- weapons --------------------------------------------------------------------------


async def armed(game: Game[State], fight: Fight) -> Fight:
    """The combat with what each model strikes with, where it has a shooting weapon to choose (CEL-CBT-17)."""
    state, taken = game.state, dict[str, str]()
    for seat in sides(state, fight):
        models = [m for unit in units_of(state, fight, seat) for m in state.living(unit)]
        items: dict[str, Item] = {
            m.id: Item(weapons_of(fight, m), piece=m.id) for m in models if can_choose(state, fight, m)
        }
        if items:
            allot = Allot(items, {id: item.values[0] for id, item in items.items()})
            facts = {"unit": str(units_of(state, fight, seat)[0])}
            question: Ask[Mapping[str, str]] = Ask(seat, "blows.weapon", allot, CLOSE, default=allot.sure, facts=facts)
            chosen = await decide(question)
            taken |= chosen
    for id, weapon in taken.items():
        if weapon != hand_of(state.model(id)):
            game.emit(WeaponTaken(clause=CLOSE, model=ModelId(id), weapon=weapon))
    return replace(fight, weapons=taken)


def can_choose(state: State, fight: Fight, me: Model) -> bool:
    """Whether a model that may come to strike has more than one weapon to do it with."""
    return len(weapons_of(fight, me)) > 1 and bool(opponents(state, fight, me))


# -- one step -------------------------------------------------------------------------


async def struck(game: Game[State], fight: Fight, step: int) -> dict[Seat, int]:
    """All attacks of one step are made and its casualties removed; the wounds each player dealt (CEL-CBT-16, -18)."""
    state = game.state
    ready = {seat: strikers(state, fight, seat, step) for seat in sides(state, fight)}
    count = sum(attacks_of(me) for models in ready.values() for me in models)
    if not count or state.outcome is not None:
        return {}
    game.emit(StepBegan(clause=SPEED, unit=fight.unit, speed=step, attacks=count))
    blows = {seat: await aimed(state, fight, seat, models) for seat, models in ready.items() if models}
    hits = {seat: await thrown(game, row, step) for seat, row in blows.items()}
    felled, dealt = dict[ModelId, Seat](), dict[Seat, int]()
    for seat, row in hits.items():
        standing = game.state
        felled |= await damage(game, row)
        dealt[seat] = lost(standing, game.state, row)
    await removed(game, felled)
    return dealt


def strikers(state: State, fight: Fight, seat: Seat, step: int) -> list[Model]:
    """The models of a player that strike in this step, units and models in the order of the list (CEL-CBT-02)."""
    models = [m for unit in units_of(state, fight, seat) for m in state.living(unit)]
    return [m for m in models if step_of(fight, m) == step and opponents(state, fight, m)]


async def aimed(state: State, fight: Fight, seat: Seat, models: Sequence[Model]) -> list[Blow]:
    """Every attack with the enemy it strikes, named before any die is rolled (CEL-CBT-03)."""
    items: dict[str, Item] = {}
    for me in models:
        values = tuple(str(foe.id) for foe in opponents(state, fight, me))
        for n in range(1, attacks_of(me) + 1):
            facts: dict[str, int | str] = {"model": me.id, "weapon": arm_of(fight, me).id, "number": n}
            items[me.id if n == 1 else f"{me.id}/{n}"] = Item(values, "blows.aim.blow", facts, me.id)
    foes = tuple(str(foe.id) for foe in state.foes_of(seat))
    allot = Aims(items, spread(items), look=lambda given: look_aims(state, fight, items, given), foes=foes)
    facts = {"unit": str(models[0].unit), "number": len(items)}
    answer = await decide(Ask(seat, "blows.aim", allot, AIM, default=allot.sure, facts=facts))
    return blows_of(state, fight, items, answer)


def blows_of(state: State, fight: Fight, items: Mapping[str, Item], aims: Mapping[str, str]) -> list[Blow]:
    """The attacks as they are aimed, in their order."""
    pairs = [(state.model(item.piece), state.model(aims[key])) for key, item in items.items()]
    return [Blow(state=state, fight=fight, me=me, target=target) for me, target in pairs]


def look_aims(state: State, fight: Fight, items: Mapping[str, Item], aims: Mapping[str, str]) -> Preview:
    """What each attack would need."""
    return Preview(notes=tuple(blow_note(blow) for blow in blows_of(state, fight, items, aims)))


def spread(items: Mapping[str, Item]) -> dict[str, str]:
    """Each attack at the enemy that fewest are aimed at so far."""
    given: dict[str, str] = {}
    for key, item in items.items():
        aims = list(given.values())
        given[key] = min(item.values, key=aims.count)
    return given


async def thrown(game: Game[State], blows: Sequence[Blow], step: int) -> list[Hit]:
    """The dice of one player's attacks have fallen, one a blow in their order; the hits (CEL-CBT-06, CEL-CBT-18)."""
    faces = await roll(Dice(len(blows), D10), "blow", TO_HIT, by=blows[0].me.seat)
    hits: list[Hit] = []
    for blow, face in zip(blows, faces, strict=True):
        lines = strike_lines(blow)
        sum_, needed = face + total(lines), needed_to_strike(blow.me.assault, blow.target.assault)
        passed = passes(face, sum_, needed)
        game.emit(BlowRolled(
            clause=TO_HIT, model=blow.me.id, target=blow.target.id, natural=face, lines=lines, total=sum_,
            needed=needed, passed=passed, weapon=blow.arm.id, attacker=blow.me.assault, defender=blow.target.assault,
            speed=step,
        ))  # fmt: skip
        hits += [hit_of(blow)] if passed else []
    return hits


def lost(before: State, after: State, hits: Sequence[Hit]) -> int:
    """The wounds these hits took, none beyond a model's last (CEL-RES-04)."""
    return sum(before.model(id).wounds - after.model(id).wounds for id in dict.fromkeys(hit.target for hit in hits))


# -- casualties -----------------------------------------------------------------------


async def removed(game: Game[State], felled: Mapping[ModelId, Seat]) -> None:
    """The casualties of a step are removed together, command models spared where their owner says so (CEL-CBT-16).

    All but the last of the players' shares are recorded first, so that the end of the game is looked for once.
    """
    follow(game)
    gone: dict[ModelId, Seat] = {}
    for id in [id for id in spent(game.state) if id in felled]:
        gone[await spared(game, id)] = felled[id]
    shares = {seat: tuple(id for id, by in gone.items() if by == seat) for seat in dict.fromkeys(gone.values())}
    for n, (seat, models) in enumerate(shares.items(), 1):
        if n == len(shares):
            fall(game, models, seat, "combat")
        else:
            units = last_of(game.state, models)
            game.emit(Casualties(clause=STEP, models=models, by=seat, where="combat", units=units, count=len(models)))


async def spared(game: Game[State], id: ModelId) -> ModelId:
    """Who falls: the model, or the nearest ordinary one of its Unit in place of a command model (CEL-ABL-07)."""
    state = game.state
    me = state.model(id)
    near = substitutes(state, me)
    if not near:
        return id
    pick = Pick({**near, NONE: None}, {m: m for m in near})
    question = Ask(me.seat, "casualty.swap", pick, SWAP, default=NONE, facts={"model": id, "role": me.role})
    said = await ask(question)
    if said == NONE:
        return id
    it = game.state.model(said)
    game.emit(Swapped(clause=SWAP, model=id, instead=it.id, at=it.at, wounds=it.wounds))
    return it.id


def substitutes(state: State, me: Model) -> dict[str, Refusal | None]:
    """The living ordinary models of a command model's Unit; only the nearest may fall for it (CEL-ABL-07)."""
    plain = [m for m in state.comrades_of(me) if me.role and not m.role and m.wounds > 0]
    gaps = {str(m.id): apart(me.base, m.base) for m in plain}
    least = min(gaps.values(), default=0)
    far = {id: refuse("swap.not-nearest", SWAP, model=id, gap=gap, least=least) for id, gap in gaps.items()}
    return {id: far[id] if gap > least else None for id, gap in gaps.items()}
