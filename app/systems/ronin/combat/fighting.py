"""The go of one fighter in a combat: what it may do, and what that would add up to."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from app.engine.asks import Ask
from app.engine.domains import Choice, Pick, nothing
from app.engine.flow import Game, ask
from app.engine.modifiers import total
from app.engine.orders import Order, Orders
from app.engine.refusals import Clause, Fact, Refusal, refuse
from app.engine.views import Mark, Note, Preview
from app.systems.ronin.book import c
from app.systems.ronin.combat.counters import combat_of, counters_of, refuse_fight, theirs
from app.systems.ronin.combat.events import FighterPassed, FighterUp
from app.systems.ronin.combat.melee import COSTS, attack
from app.systems.ronin.combat.modifiers import Blow, attack_lines, defence_lines
from app.systems.ronin.measure import engaged_with
from app.systems.ronin.state import Model, ModelId, State

GO = c("RON-CBT-26")
ATTACK = c("RON-CBT-27")
SUBDUE = c("RON-CBT-36")
NO_COUNTER = c("RON-CBT-34")
RIDE_BY = c("RON-CBT-37")
PASS = Choice("pass")


@dataclass(frozen=True, slots=True)
class Targets(Pick):
    """One of the enemies in contact; ``look`` works the blow out beforehand."""

    look: Callable[[str], Preview] = nothing

    def preview(self, answer: str) -> Preview:
        """What would be added to both rolls."""
        no = self.refuse(answer)
        return Preview(no=no) if no else self.look(answer)


class Go(NamedTuple):
    """A fighter whose go it is, in which cycle of which combat."""

    combat: str
    me: Model
    cycle: int


def refuse_blow(state: State, combat: str, me: Model, kind: str, cycle: int) -> Refusal | None:
    """Why this fighter may not attack, or not try to Subdue, on this go."""
    has = counters_of(state, combat, me.seat).attack
    if no := refuse_fight(state, me):
        return no
    if not engaged_with(state, me):
        return refuse("fight.no-contact", GO, model=me.id)
    if me.mounted and me.moved == "ride-by" and cycle > 1:
        return refuse("fight.rode-by", RIDE_BY, model=me.id, cycle=cycle)
    if has < COSTS[kind]:
        clause = SUBDUE if kind == "subdue" and has else NO_COUNTER
        return refuse("fight.no-counter", clause, left=has, cost=COSTS[kind])
    return None


def targets(state: State, me: Model, kind: str) -> Targets:
    """The enemies it touches (RON-CBT-27)."""
    foes = [foe.id for foe in engaged_with(state, me)]
    return Targets(dict.fromkeys(foes), {foe: foe for foe in foes}, lambda foe: look(state, me, foe, kind))


def look(state: State, me: Model, foe: str, kind: str) -> Preview:
    """Both rolls line by line, before any die is thrown."""
    it = state.model(foe)
    blow = Blow(state=state, attacker=me, target=it, weapon=me.weapon, kind=kind)
    adds, guard = attack_lines(blow), defence_lines(blow)
    notes = [
        Note("look.attack", {"model": me.id, "weapon": me.weapon, "adds": total(adds)}, ATTACK),
        Note("look.defence", {"model": it.id, "adds": total(guard)}, ATTACK),
        *(Note("look.defence-line", {"line": line.id, "adds": line.adds}, line.clause) for line in guard),
    ]
    mark = Mark(kind="touch", points=(it.at,), radius=it.radius)
    return Preview(notes=tuple(notes), lines=adds, marks=(mark,))


def striking(kind: str, clause: Clause) -> Order[State, Go]:
    """To strike at an enemy it touches."""

    async def do(game: Game[State], now: Go, foe: str) -> None:
        await attack(game, now.combat, now.me.id, ModelId(foe), kind)

    return Order(
        key=kind, clause=clause, barred=lambda state, now: refuse_blow(state, now.combat, now.me, kind, now.cycle),
        below=lambda state, now: targets(state, now.me, kind), gesture="click", do=do,
    )  # fmt: skip


def passing(game: Game[State], now: Go, _: None, forced: bool = False) -> None:
    """The fighter has passed (RON-CBT-26)."""
    passes = combat_of(game.state, now.combat).passes + 1
    game.emit(FighterPassed(clause=GO, combat=now.combat, model=now.me.id, forced=forced, passes=passes))


ORDERS = Orders(striking("attack", ATTACK), striking("subdue", SUBDUE), Order(key="pass", clause=GO, do=passing))
"""What a fighter may do; what is closed says why (RON-CBT-26, RON-CBT-27, RON-CBT-36)."""


async def go(game: Game[State], combat: str, id: ModelId, cycle: int) -> None:
    """The fighter has attacked once or passed; one that can do nothing else passes by itself (RON-CBT-26)."""
    now = Go(combat, game.state.model(id), cycle)
    menu = ORDERS.menu(game.state, now)
    if menu.open() == (PASS.key,):
        passing(game, now, None, forced=True)
        return
    game.emit(FighterUp(clause=GO, combat=combat, model=id, cycle=cycle))
    has = counters_of(game.state, combat, now.me.seat)
    facts: dict[str, Fact] = {
        "model": id, "cycle": cycle, "attack": has.attack, "defence": has.defence,
        **theirs(game.state, combat, now.me.seat),
    }  # fmt: skip
    choice = await ask(Ask(now.me.seat, "combat.go", menu, GO, default=PASS, facts=facts))
    await ORDERS.carry_out(game, Go(combat, game.state.model(id), cycle), choice)
