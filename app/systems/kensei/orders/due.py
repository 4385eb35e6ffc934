"""Declared actions when their step has come: each is an order to its unit to do it now (KEN-ORD-12)."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any, NamedTuple

from app.engine.domains import Choice, Option
from app.engine.events import Audience
from app.engine.flow import Game
from app.engine.orders import Order, Orders, always
from app.engine.refusals import Clause, Fact, Refusal
from app.systems.kensei.army import Order as Declared
from app.systems.kensei.army import Unit
from app.systems.kensei.orders.events import OrderBarred
from app.systems.kensei.orders.spending import settle
from app.systems.kensei.state import State


class Due(NamedTuple):
    """A declared action of a unit, with its number, that is to be carried out."""

    unit: Unit
    number: int
    order: Declared

    @property
    def at(self) -> tuple[str, int]:
        """Of which unit, and its number."""
        return self.unit.id, self.number


def doing(
    key: str, clause: Clause, barred: Callable[[State, Due], Refusal | None],
    do: Callable[[Game[State], Due, None], Awaitable[None] | None], about: str, *, weight: int = 6,
    fact: Callable[[Declared], dict[str, Fact]] = lambda _: {}, concerns: Callable[[State, Due], bool] = always,
) -> Order[State, Due]:  # fmt: skip
    """To do now what was declared: nothing more is asked."""
    return Order(
        key=key, about=about, clause=clause, bare=True, piece=lambda _, due: due.unit.id, concerns=concerns,
        facts=lambda _, due: {"unit": due.unit.id, "target": due.order.target, **fact(due.order)},
        barred=barred, gesture="self", weight=weight, do=do,
    )  # fmt: skip


def offered(orders: Orders[State, Due], state: State, dues: list[Due]) -> dict[str, Option]:
    """Each unit with what it may do now."""
    return {str(due.unit.id): orders.given(state, due, due.order.do).option(state, due) for due in dues}


async def carry_out(orders: Orders[State, Due], game: Game[State], due: Due, answer: Any = None) -> None:  # noqa: ANN401
    """The unit has done what it was told, or has found that it cannot."""
    await orders.carry_out(game, due, Choice(due.order.do, answer))


def give_up(orders: Orders[State, Due], game: Game[State], due: Due) -> None:
    """The unit does not do what it was told; what bars that is told with it (KEN-ORD-13)."""
    if no := orders.given(game.state, due, due.order.do).barred(game.state, due):
        game.emit(OrderBarred(clause=no.clause, unit=due.unit.id, order=due.order.do, code=no.code, told=no.facts,
                              seen_by=known(game.state, due.unit, no)))  # fmt: skip
    settle(game, *due.at, "given-up")


def known(state: State, unit: Unit, no: Refusal) -> Audience:
    """Who may read what bars an order of a unit: its player alone where it names one whom not all see."""
    named = (state.units.get(str(fact)) for fact in (unit.id, *no.facts.values()))
    return None if all(one is None or one.known_to is None for one in named) else (unit.seat,)


def at_somebody(_: State, due: Due) -> bool:
    """Whether it names whom it is done to."""
    return bool(due.order.target)


def at_nobody(_: State, due: Due) -> bool:
    """Whether it names nobody."""
    return not due.order.target
