"""The go of one fighter in a combat: what it may do, and what that would add up to."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from app.engine.asks import Ask
from app.engine.domains import Choice, Menu, Option, Pick, nothing
from app.engine.flow import Game, ask
from app.engine.modifiers import total
from app.engine.refusals import Fact, Refusal, refuse
from app.engine.views import Mark, Note, Preview
from app.systems.ronin.book import c
from app.systems.ronin.combat.counters import combat_of, counters_of, refuse_fight
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


def orders(state: State, combat: str, me: Model, cycle: int) -> Menu:
    """Attack, Subdue or pass; what is closed says why (RON-CBT-26, RON-CBT-27, RON-CBT-36)."""
    attack_no, subdue_no = (refuse_blow(state, combat, me, kind, cycle) for kind in ("attack", "subdue"))
    return Menu({
        "attack": Option(attack_no, lambda: targets(state, me, "attack"), clause=ATTACK),
        "subdue": Option(subdue_no, lambda: targets(state, me, "subdue"), clause=SUBDUE),
        "pass": Option(clause=GO),
    })  # fmt: skip


async def go(game: Game[State], combat: str, id: ModelId, cycle: int) -> None:
    """The fighter has attacked once or passed; one that can do nothing else passes by itself (RON-CBT-26)."""
    me = game.state.model(id)
    menu = orders(game.state, combat, me, cycle)
    forced = menu.open() == ("pass",)
    choice = PASS
    if not forced:
        game.emit(FighterUp(clause=GO, combat=combat, model=id, cycle=cycle))
        has = counters_of(game.state, combat, me.seat)
        facts: dict[str, Fact] = {"model": id, "cycle": cycle, "attack": has.attack, "defence": has.defence}
        choice = await ask(Ask(me.seat, "combat.go", menu, GO, default=PASS, facts=facts))
    if choice.key == "pass":
        passes = combat_of(game.state, combat).passes + 1
        game.emit(FighterPassed(clause=GO, combat=combat, model=id, forced=forced, passes=passes))
    else:
        await attack(game, combat, id, ModelId(choice.then), choice.key)
