"""The Initiative of all fighters of a combat, and the order it puts them in."""

from __future__ import annotations

from itertools import groupby

from msgspec import Struct

from app.engine.allots import Ranking
from app.engine.asks import Ask
from app.engine.dice import Dice, Faces
from app.engine.flow import Game, decide, roll
from app.engine.modifiers import total
from app.systems.ronin.attributes.reroll import BUJUTSU, ask_reroll
from app.systems.ronin.book import c, table
from app.systems.ronin.combat.counters import fighters
from app.systems.ronin.combat.events import InitiativeOrdered, InitiativeRolled, InitiativeThrown
from app.systems.ronin.combat.modifiers import initiative_lines
from app.systems.ronin.state import ModelId, State

ROLL = c("RON-CBT-24")
PLAIN = c("RON-CBT-08")
ENHANCED = c("RON-CBT-07")
ORDER = c("RON-CBT-25")
DICE = table("combat")["dice"]


class Rank(Struct, frozen=True, order=True):
    """Where a fighter comes: less is earlier (RON-CBT-25)."""

    total: int
    bare: int
    side: int


def dice_for(enhanced: bool) -> Dice:
    """One die, or two of which the lower is discarded (RON-CBT-07, RON-CBT-08)."""
    return Dice(DICE["initiative_enhanced"], keep=DICE["initiative_keeps"]) if enhanced else Dice(DICE["initiative"])


async def initiative(game: Game[State], id: str, enhanced: tuple[ModelId, ...]) -> None:
    """All fighters have rolled, bujutsu has rerolled, the order is fixed (RON-CBT-23 to 25, RON-CBT-38)."""
    order = fighters(game.state, id)
    thrown = {model: await throw(game, model, model in enhanced) for model in order}
    for model in order:
        thrown[model] = await ask_reroll(game, model, thrown[model], "initiative", "combat.reroll", BUJUTSU)
    ranks = {model: score(game, model, thrown[model], model in enhanced) for model in order}
    fixed: tuple[ModelId, ...] = ()
    for _, group in groupby(sorted(order, key=ranks.__getitem__), key=ranks.__getitem__):
        fixed += await among_own(game, tuple(group))
    game.emit(InitiativeOrdered(clause=ORDER, combat=id, order=fixed))


async def throw(game: Game[State], model: ModelId, enhanced: bool) -> Faces:
    """The fighter's dice lie on the table."""
    clause = ENHANCED if enhanced else PLAIN
    faces = await roll(dice_for(enhanced), "initiative", clause, by=game.state.model(model).seat)
    game.emit(InitiativeThrown(clause=clause, model=model, faces=faces))
    return faces


def score(game: Game[State], model: ModelId, faces: Faces, enhanced: bool) -> Rank:
    """The fighter's Initiative is told; where it puts it (RON-CBT-24)."""
    state = game.state
    me, kept = state.model(model), dice_for(enhanced).kept(faces)
    lines = initiative_lines(state, me)
    added = total(lines)
    game.emit(InitiativeRolled(clause=ROLL, model=model, faces=faces, kept=kept, lines=lines, total=sum(kept) + added))
    return Rank(-sum(kept) - added, -added, state.by_priority().index(me.seat))


async def among_own(game: Game[State], level: tuple[ModelId, ...]) -> tuple[ModelId, ...]:
    """Level fighters of one side in the order their owner wants (RON-CBT-25)."""
    seat = game.state.model(level[0]).seat
    order = await decide(Ask(seat, "combat.level", Ranking(level), ORDER, default=level))
    return tuple(ModelId(id) for id in order)
