"""Things carried: dropped, and lost with a model that leaves the table by a scenario's exit."""

from __future__ import annotations

from collections.abc import Sequence

from app.engine.asks import Ask
from app.engine.domains import yes_no
from app.engine.flow import Game, ask
from app.engine.refusals import Clause
from app.engine.table import EDGES, edge_gap
from app.systems.ronin.book import CONTACT, c
from app.systems.ronin.moving.events import Dropped, LeftTable
from app.systems.ronin.scenarios.figures import may_exit
from app.systems.ronin.state import Model, ModelId, State

EXIT = c("RON-SCN-47")
DROP = c("RON-MOV-31")


def drop_all(game: Game[State], id: ModelId, clause: Clause) -> None:
    """Everything the model carried lies at its base (RON-MOV-31)."""
    me = game.state.model(id)
    drop(game, me, me.objects, clause)


def drop(game: Game[State], me: Model, items: Sequence[str], clause: Clause) -> None:
    """These objects lie at the model's base."""
    for item in items:
        game.emit(Dropped(clause=clause, model=me.id, item=item, at=me.at))


def touched_edges(state: State, me: Model) -> tuple[str, ...]:
    """Edges of the table this model's base touches."""
    return tuple(edge for edge in EDGES if edge_gap(state.table, me.base, edge) <= CONTACT)


def exit_edge(state: State, me: Model) -> str:
    """The edge its scenario lets this model leave by and that it touches; empty if none (RON-SCN-47)."""
    return next((edge for edge in touched_edges(state, me) if may_exit(state, me, edge)), "")


async def offer_exit(game: Game[State], id: ModelId) -> None:
    """A model whose move ended at an edge it may leave by has left, if its owner so ordered (RON-SCN-47)."""
    me = game.state.model(id)
    edge = exit_edge(game.state, me) if me.on_table else ""
    if not edge:
        return
    facts = {"model": id, "edge": edge}
    if await ask(Ask(me.seat, "exit", yes_no(), EXIT, default="no", facts=facts)) == "yes":
        game.emit(LeftTable(clause=EXIT, model=id, edge=edge, fate="exited"))
