"""Counters of a combat: drawn and split in secret, shown, turned over, spent and lost."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from msgspec.structs import replace

from app.engine.allots import Assign
from app.engine.asks import AnyAsk, Ask
from app.engine.domains import Pick, Split
from app.engine.events import Seat
from app.engine.flow import Game, decide, decide_all
from app.engine.refusals import Fact, Refusal, refuse
from app.systems.ronin.attributes.events import CounterTurned
from app.systems.ronin.book import c
from app.systems.ronin.combat.events import CountersLost, CountersSealed, CountersShown, InitiativeEnhanced
from app.systems.ronin.measure import current_pool, is_routing
from app.systems.ronin.scenarios.figures import refuse_order
from app.systems.ronin.state import Combat, Counters, Model, ModelId, State

SPLIT = c("RON-CBT-22")
COMMIT = c("RON-CBT-23")
SHOW = c("RON-CBT-26")
LOSS = c("RON-CBT-30")
SPENT = c("RON-CBT-34")
INTUITION = c("RON-ATT-09")
ROUTING = c("RON-MOR-26")
MIXED = c("RON-MOR-28")
CIVILIAN = c("RON-SCN-41")
COLOURS = ("attack", "defence")


def combat_of(state: State, id: str) -> Combat:
    """The combat of this id."""
    return next(fight for fight in state.combats if fight.id == id)


IN_COMBAT = ("combat.split", "combat.commit")
"""Questions of a combat that name none of its fighters."""


def fighters(state: State, id: str, seat: Seat | None = None) -> tuple[ModelId, ...]:
    """Its fighters still on the table, of one seat or of all, in the order of dice (RON-PRI-12)."""
    members = state.in_roster_order(combat_of(state, id).members)
    return tuple(m for m in members if state.model(m).on_table and seat in (None, state.model(m).seat))


def asked_of(state: State, asked: AnyAsk) -> tuple[str, ...]:
    """Whom a question is about that names nobody: the fighters of its seat in the combat that is being fought."""
    current = next((fight.id for fight in state.combats if fight.begun and not fight.fought), "")
    return fighters(state, current, asked.seat) if current and asked.about in IN_COMBAT else ()


def counters_of(state: State, id: str, seat: Seat) -> Counters:
    """The counters a side has in a combat."""
    return combat_of(state, id).counters.get(seat, Counters())


def theirs(state: State, id: str, seat: Seat) -> dict[str, Fact]:
    """The counters of the other side, once they are shown, beside a question of this one (RON-CBT-11)."""
    other = next((of for whose, of in combat_of(state, id).counters.items() if whose != seat), Counters())
    return {"their_attack": other.attack, "their_defence": other.defence}


# -- the secret split ------------------------------------------------------------


def refuse_fight(state: State, me: Model) -> Refusal | None:
    """Why this model strikes nobody in a combat, whatever counters there are (RON-SCN-41, RON-SCN-80)."""
    if me.civilian:
        return refuse("fight.civilian", CIVILIAN, model=me.id)
    return refuse_order(state, me, "fight", None)


def refuse_attack_counters(state: State, me: Model) -> Refusal | None:
    """Why this model's part of a pool is Defence counters only (RON-MOR-26, RON-MOR-28)."""
    return refuse("fight.routing", ROUTING, model=me.id) if is_routing(state, me) else refuse_fight(state, me)


@dataclass(frozen=True, slots=True)
class Draw(Split):
    """A split of a pool in which only so many may be Attack counters; ``bar`` says why."""

    bar: Refusal | None = None

    def refuse(self, answer: dict[str, int]) -> Refusal | None:
        """Another total, or more Attack counters than the fighters may bring."""
        most = self.limits["attack"]
        if sum(answer.values()) == self.total and self.bar and answer["attack"] > most:
            clause = MIXED if self.bar.clause == ROUTING and most else self.bar.clause
            return refuse("split.attack", clause, given=answer["attack"], most=most)
        return Split.refuse(self, answer)


def attack_limit(state: State, ids: tuple[ModelId, ...]) -> tuple[int, Refusal | None]:
    """How many of these fighters' counters may be Attack counters, and what bars the others (RON-MOR-28)."""
    bars = [(state.model(id), refuse_attack_counters(state, state.model(id))) for id in ids]
    return sum(current_pool(me) for me, no in bars if no is None), next((no for _, no in bars if no), None)


def draw_ask(state: State, id: str, seat: Seat) -> Ask[dict[str, int]]:
    """The question how a side splits its pool (RON-CBT-10, RON-CBT-22)."""
    ids = fighters(state, id, seat)
    pool = sum(current_pool(state.model(m)) for m in ids)
    most, bar = attack_limit(state, ids)
    domain = Draw(pool, {"attack": most, "defence": pool}, SPLIT, bar)
    attack = min(most, pool - pool // 2)
    default = {"attack": attack, "defence": pool - attack}
    return Ask(seat, "combat.split", domain, SPLIT, default=default, facts={"pool": pool}, secret=True)


async def draw(game: Game[State], id: str) -> None:
    """Both sides have split their pools in secret (RON-CBT-02, RON-CBT-10, RON-CBT-22)."""
    asks = tuple(draw_ask(game.state, id, side.seat) for side in game.state.sides)
    for seat, split in (await decide_all(asks)).items():
        seal(game, id, seat, Counters(split["attack"], split["defence"]))


def seal(game: Game[State], id: str, seat: Seat, counters: Counters) -> None:
    """The side has these counters, and only its owner knows."""
    game.emit(CountersSealed(clause=SPLIT, combat=id, seat=seat, counters=counters, seen_by=(seat,)))


# -- Initiative commitments --------------------------------------------------------


def refuse_commitment(counters: Counters, given: Mapping[str, str]) -> Refusal | None:
    """Why these counters cannot be committed: there are not so many of a colour (RON-CBT-23)."""
    for colour in COLOURS:
        wanted = sum(value == colour for value in given.values())
        if wanted > getattr(counters, colour):
            return refuse("commit.too-many", COMMIT, colour=colour, given=wanted, most=getattr(counters, colour))
    return None


def commit_ask(state: State, id: str, seat: Seat) -> Ask[dict[str, str]]:
    """The question which fighters' Initiative a side Enhances, and with what (RON-CBT-23)."""
    counters = counters_of(state, id, seat)
    items = fighters(state, id, seat) if counters.total else ()
    domain = Assign(items, ("none", *COLOURS), lambda given: refuse_commitment(counters, given))
    facts = {"attack": counters.attack, "defence": counters.defence}
    default: dict[str, str] = dict.fromkeys(items, "none")
    return Ask(seat, "combat.commit", domain, COMMIT, default=default, facts=facts, secret=True)


async def commit(game: Game[State], id: str) -> tuple[ModelId, ...]:
    """The fighters whose Initiative is Enhanced: chosen in secret, then shown and spent (RON-CBT-14, RON-CBT-23)."""
    asks = tuple(commit_ask(game.state, id, side.seat) for side in game.state.sides)
    given = await decide_all(asks)
    spent = {model: colour for side in given.values() for model, colour in side.items() if colour != "none"}
    enhanced = game.state.in_roster_order(tuple(spent))
    for model in enhanced:
        game.emit(InitiativeEnhanced(clause=COMMIT, model=model, counter=spent[model]))
    for seat in given:
        used = [spent[model] for model in enhanced if game.state.model(model).seat == seat]
        if used:
            left = counters_of(game.state, id, seat)
            seal(game, id, seat, Counters(left.attack - used.count("attack"), left.defence - used.count("defence")))
    return enhanced


# -- from here on they are open ------------------------------------------------------


async def show(game: Game[State], id: str) -> None:
    """Counters are shown, and Intuition has turned over what it would (RON-CBT-11, RON-ATT-09)."""
    first, second = (side.seat for side in game.state.sides)
    shown: dict[str, Counters] = {seat: counters_of(game.state, id, seat) for seat in (first, second)}
    game.emit(CountersShown(clause=SHOW, combat=id, first=first, second=second, counters=shown))
    late, early = game.state.by_priority()
    for seat in (early, late):
        for model in fighters(game.state, id, seat):
            if game.state.model(model).has("intuition"):
                await turn_over(game, id, model)


def turnings(state: State, id: str, me: Model) -> Pick:
    """Which counter of its side a model with Intuition may turn over (RON-ATT-09)."""
    has = counters_of(state, id, me.seat)
    most, bar = attack_limit(state, fighters(state, id, me.seat))
    to_attack = refuse("turn.none-left", INTUITION, colour="defence") if not has.defence else None
    if to_attack is None and bar is not None and has.attack >= most:
        to_attack = refuse("split.attack", bar.clause, given=has.attack + 1, most=most)
    to_defence = None if has.attack else refuse("turn.none-left", INTUITION, colour="attack")
    return Pick({"keep": None, "to-attack": to_attack, "to-defence": to_defence})


async def turn_over(game: Game[State], id: str, model: ModelId) -> None:
    """The model's owner has turned one of his counters over, or none (RON-ATT-09)."""
    me = game.state.model(model)
    has = counters_of(game.state, id, me.seat)
    facts: dict[str, Fact] = {"model": model, "attack": has.attack, "defence": has.defence}
    domain = turnings(game.state, id, me)
    choice = await decide(Ask(me.seat, "combat.turn", domain, INTUITION, default="keep", facts=facts))
    if choice == "keep":
        return
    to, step = choice.removeprefix("to-"), 1 if choice == "to-attack" else -1
    left = Counters(has.attack + step, has.defence - step)
    game.emit(CounterTurned(clause=INTUITION, combat=id, seat=me.seat, model=model, to=to, counters=left))


def less(counters: Counters, colour: str, number: int) -> Counters:
    """The counters once so many of a colour are spent."""
    return replace(counters, **{colour: getattr(counters, colour) - number})


async def lose(game: Game[State], id: str) -> None:
    """Sides have lost counters for each fighter killed or captured, as its owner chose (RON-CBT-17, RON-CBT-30)."""
    for model in game.state.in_roster_order(combat_of(game.state, id).members):
        fight, me = combat_of(game.state, id), game.state.model(model)
        if me.on_table or not fight.brought.get(model):
            continue
        has = counters_of(game.state, id, me.seat)
        number = min(fight.brought[model], has.total)
        domain = Split(number, {"attack": has.attack, "defence": has.defence}, LOSS)
        facts: dict[str, Fact] = {"model": model, "number": number}
        gone = await decide(Ask(me.seat, "combat.lose", domain, LOSS, default=domain.every()[-1], facts=facts))
        left = Counters(has.attack - gone["attack"], has.defence - gone["defence"])
        brought = {**fight.brought, model: 0}
        game.emit(CountersLost(clause=LOSS, combat=id, seat=me.seat, model=model, attack=gone["attack"],
                               defence=gone["defence"], counters=left, brought=brought))  # fmt: skip
