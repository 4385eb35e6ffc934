"""Stepping away from enemies: the order, their answers, the move, and those who follow (RON-MOV-21 to 25)."""

from __future__ import annotations

from app.engine.allots import Ranking
from app.engine.asks import Ask
from app.engine.domains import Pick, Walk
from app.engine.flow import Game, ask, decide
from app.engine.geometry import Base, gap
from app.engine.paths import Path
from app.engine.refusals import Refusal, refuse
from app.systems.ronin.book import CONTACT, c
from app.systems.ronin.combat.melee import free_attack
from app.systems.ronin.ground.river import river
from app.systems.ronin.ground.terrain import in_river
from app.systems.ronin.ideas.proposals import follow_paths, propose
from app.systems.ronin.measure import engaged_with, hints_of, is_routing, touch
from app.systems.ronin.moving.events import Followed, FollowFailed, Moved, WithdrawAnswered, WithdrawOrdered
from app.systems.ronin.moving.look import look
from app.systems.ronin.moving.walk import allowance, bodily_causes, full_allowance, refuse_path, walked
from app.systems.ronin.scenarios.figures import refuse_order
from app.systems.ronin.state import Model, ModelId, State

WITHDRAW = c("RON-MOV-21")
ANSWERS = c("RON-MOV-23")
FOLLOW = c("RON-MOV-34")
STRUCK = c("RON-MOV-24")
ROUTING = c("RON-MOR-26")
ACROBATIC = c("RON-ATT-11")
CIVILIAN = c("RON-SCN-41")


async def withdraw(game: Game[State], id: ModelId, path: Path) -> None:
    """The model has stepped away, or was cut down before it could; its enemies have answered."""
    me = game.state.model(id)
    allowed, causes = allowance(game.state, id, "withdraw", path)
    was_in = in_river(game.state, me.base)
    game.emit(WithdrawOrdered(clause=WITHDRAW, model=id, path=path))
    followers = [foe for foe in await answer_order(game, id, path) if await answered(game, foe, id, path) == "follow"]
    if not game.state.model(id).on_table:
        return
    game.emit(Moved(clause=WITHDRAW, model=id, how="withdraw", path=path, used=walked(path), allowed=allowed,
                    causes=tuple(cause.id for cause in causes)))  # fmt: skip
    await river(game, id, was_in)
    for foe in followers:
        await follow(game, foe, id)


async def answer_order(game: Game[State], id: ModelId, path: Path) -> tuple[ModelId, ...]:
    """The enemies in the order in which they answer: their owner says, where it can matter (RON-MOV-23)."""
    state = game.state
    foes = engaged_with(state, state.model(id))
    free = [foe for foe in foes if len(answers(state, foe, state.model(id), path).open()) > 1]
    if len(free) < 2:
        return tuple(foe.id for foe in foes)
    order = Ranking(tuple(foe.id for foe in foes))
    facts = {"model": id}
    question = Ask(foes[0].seat, "withdraw.order", order, ANSWERS, default=order.items, facts=facts)
    return tuple(ModelId(foe) for foe in await ask(question))


def answers(state: State, foe: Model, me: Model, path: Path) -> Pick:
    """What an enemy that was touched may do, each closed answer with its reason."""
    return Pick({
        "follow": refuse_follow(state, foe, me, path), "free-attack": refuse_free_attack(state, foe, me),
        "nothing": None,
    })  # fmt: skip


def refuse_free_attack(state: State, foe: Model, me: Model) -> Refusal | None:
    """Why this enemy may not strike at a model that steps away."""
    if me.has("acrobatic"):
        return refuse("free-attack.acrobatic", ACROBATIC, model=me.id)
    if is_routing(state, foe):
        return refuse("free-attack.routing", ROUTING)
    if foe.civilian:
        return refuse("free-attack.civilian", CIVILIAN, model=foe.id)
    return refuse_order(state, foe, "free-attack", None)


def refuse_follow(state: State, foe: Model, me: Model, path: Path) -> Refusal | None:
    """Why it may not go after it: Routing, has struck this turn, held, too far (RON-MOV-24, RON-MOV-34, RON-MOR-26)."""
    if is_routing(state, foe):
        return refuse("follow.routing", ROUTING)
    if foe.civilian:
        return refuse("follow.civilian", CIVILIAN, model=foe.id)
    if foe.free_attack:
        return refuse("follow.struck", STRUCK, model=foe.id)
    held = [m for m in engaged_with(state, foe) if m.id != me.id]
    if held:
        return refuse("follow.held", FOLLOW, enemy=held[0].id)
    reach = full_allowance(foe, "follow") // (2 if bodily_causes(foe) else 1)
    away = gap(foe.base, Base(path[-1], me.radius))
    return refuse("follow.too-far", FOLLOW, gap=away, reach=reach) if away > reach + CONTACT else None


async def answered(game: Game[State], foe: ModelId, id: ModelId, path: Path) -> str:
    """What this enemy answered; a free attack has been resolved (RON-MOV-23)."""
    state = game.state
    me, it = state.model(id), state.model(foe)
    if not (me.on_table and it.on_table):
        return "nothing"
    facts = {"model": foe, "of": id}
    choice = await decide(
        Ask(it.seat, "withdraw.answer", answers(state, it, me, path), ANSWERS, default="nothing", facts=facts)
    )
    game.emit(WithdrawAnswered(clause=ANSWERS, model=foe, of=id, answer=choice))
    if choice == "free-attack":
        await free_attack(game, foe, id)
    return choice


async def follow(game: Game[State], foe: ModelId, id: ModelId) -> None:
    """The enemy has followed along the path its owner drew, if any way leads there (RON-MOV-34)."""
    state = game.state
    it, me = state.model(foe), state.model(id)
    paths = follow_paths(state, it, me) if me.on_table and it.on_table else ()
    if not paths or engaged_with(state, it):
        game.emit(FollowFailed(clause=FOLLOW, model=foe, of=id))
        return
    facts, sure = {"model": foe, "of": id}, next(iter(paths))
    path = await ask(
        Ask(it.seat, "withdraw.follow", follow_walk(state, it, me, paths), FOLLOW, default=sure, facts=facts)
    )
    state = game.state
    was_in = in_river(state, state.model(foe).base)
    allowed, causes = allowance(state, foe, "follow", path)
    game.emit(Followed(clause=FOLLOW, model=foe, of=id, path=path, used=walked(path), allowed=allowed,
                       causes=tuple(cause.id for cause in causes)))  # fmt: skip
    await river(game, foe, was_in)


def follow_walk(state: State, it: Model, me: Model, paths: tuple[Path, ...]) -> Walk:
    """The path of a follow: it must end in contact with the model that withdrew."""

    def test(path: Path) -> Refusal | None:
        no = refuse_path(state, it.id, path, "follow")
        touches = touch(Base(path[-1], it.radius), me.base)
        return no or (None if touches else refuse("follow.no-contact", FOLLOW, model=me.id))

    return Walk(
        start=it.at, radius=it.radius, allowance=allowance(state, it.id, "follow", (it.at,))[0], test=test,
        propose=lambda rng: propose(state, it, "follow", rng), sure=paths,
        look=lambda path: look(state, it, path, "follow"), piece=it.id, hints=hints_of(state, it),
    )  # fmt: skip
