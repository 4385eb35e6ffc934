"""B5: the melees of the active clan, group by group (DAI-MEL-06, DAI-MEL-22)."""

from __future__ import annotations

from app.engine.asks import Ask
from app.engine.domains import Choice, Menu, Option
from app.engine.flow import Game, decide
from app.systems.daimyo.book import c
from app.systems.daimyo.melee.flow import fight
from app.systems.daimyo.melee.groups import Group, groups
from app.systems.daimyo.melee.result import close_melees
from app.systems.daimyo.state import State
from app.systems.daimyo.turn.events import PhaseBegan

PHASE, ORDER = c("DAI-ACT-07"), c("DAI-MEL-22")


async def melee(game: Game[State]) -> None:
    """Every combat group of the active clan has fought, in the order its player chose (DAI-MEL-06, DAI-MEL-22)."""
    game.emit(PhaseBegan(clause=PHASE, phase="melee"))
    close_melees(game)
    while game.state.outcome is None and (found := groups(game.state)):
        said = await decide(group_ask(game.state, found))
        await fight(game, next(group for group in found if group.active[0] == said.key))


def group_ask(state: State, found: tuple[Group, ...]) -> Ask[Choice]:
    """The question which group fights next."""
    seat = state.units[found[0].active[0]].seat
    menu = Menu({str(group.active[0]): option(group) for group in found})
    return Ask(seat, "melee.group", menu, ORDER, default=Choice(str(found[0].active[0])))


def option(group: Group) -> Option:
    """One group, named by its first active unit and the first of its enemies."""
    facts: dict[str, int | str] = {"unit": group.active[0], "target": group.foes[0], "units": len(group.active),
                                   "enemies": len(group.foes)}  # fmt: skip
    return Option(about="option.group", facts=facts, piece=group.active[0])
