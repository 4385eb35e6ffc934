"""Orders as data: one declaration says all of an order; menus, pages, opponents, tests and rulebooks read it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, ItemsView, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any, Generic, TypeVar

from app.engine.asks import Domain
from app.engine.domains import Choice, Menu, Option, Pick
from app.engine.flow import Game
from app.engine.options import Closed, Gesture, Once, Reason, opened
from app.engine.refusals import Clause, Fact, refuse

S = TypeVar("S")
U = TypeVar("U")


def always(*_: object) -> bool:
    """It concerns everybody."""
    return True


def both(one: Callable[[S, U], bool], other: Callable[[S, U], bool]) -> Callable[[S, U], bool]:
    """It concerns whom both concern."""
    return lambda state, unit: one(state, unit) and other(state, unit)


def free(*_: object) -> Closed:
    """Nothing stands against it."""
    return None


def no_facts(*_: object) -> Mapping[str, Fact]:
    """Its sentence names nothing."""
    return {}


def no_piece(*_: object) -> str:
    """It stands for no counter."""
    return ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Order(Generic[S, U]):
    """What a ``U`` (a model, a unit, a leader, a side) may be ordered.

    Its sentence is ``about`` (the key itself if empty) with ``facts``, its clause ``clause``, or what ``under`` says
    where that depends on whom; ``piece`` is the counter it stands for.  It is left out of the menu of whom it does not
    ``concern``; ``barred`` says why it is closed whatever is chosen below it; ``below`` is what is asked then,
    ``nothing`` says why that has no open answer; an answer is judged by itself all the same unless it is ``firm``.
    ``gesture`` gives it on the table, ``weight`` is how often a random player takes it beside the others.  A preview
    is its domain's ``look``, what a sensible player thinks of first its domain's ``some``.  ``do`` carries it out.
    """

    key: str
    clause: Clause
    about: str = ""
    facts: Callable[[S, U], Mapping[str, Fact]] = no_facts
    piece: Callable[[S, U], str] = no_piece
    under: Callable[[S, U], Clause] | None = None
    concerns: Callable[[S, U], bool] = always
    barred: Callable[[S, U], Closed] = free
    below: Callable[[S, U], Domain[Any]] | None = None
    nothing: Callable[[S, U, Any], Closed] | None = None
    bare: bool = False
    firm: bool = False
    gesture: Gesture = ""
    weight: int = 1
    do: Callable[[Game[Any], U, Any], Awaitable[None] | None]

    def option(self, state: S, unit: U) -> Option:
        """It as one of a menu; whatever has to be found out is found out when somebody looks."""
        below = Once(partial(self.below, state, unit)) if self.below else None
        barred: Reason = partial(self.barred, state, unit) if self.barred is not free else None
        nothing = partial(self._nothing, state, unit, below) if self.nothing and below else None
        if self.firm and nothing:
            barred, nothing = partial(self._shut, state, unit, nothing), None
        facts = None if self.facts is no_facts else self.facts(state, unit)
        return Option(barred, below, self.about, facts, self.piece(state, unit),
                      self.shown(state, unit), nothing, self.weight, gesture=self.gesture)  # fmt: skip

    def _nothing(self, state: S, unit: U, below: Once[Domain[Any]]) -> Closed:
        return self.nothing(state, unit, below()) if self.nothing else None

    def _shut(self, state: S, unit: U, nothing: Callable[[], Closed]) -> Closed:
        return self.barred(state, unit) or nothing()

    def shown(self, state: S, unit: U) -> Clause | None:
        """The clause that stands beside its name."""
        if self.bare:
            return None
        return self.under(state, unit) if self.under else self.clause


class Offered(Mapping[str, Option], Generic[S, U]):
    """Those orders that concern somebody as options, made when they are looked at, and once."""

    __slots__ = ("_found", "_is_whole", "_orders", "_state", "_unit")

    def __init__(self, orders: tuple[Order[S, U], ...], state: S, unit: U) -> None:
        self._orders, self._state, self._unit = orders, state, unit
        self._found, self._is_whole = dict[str, Option](), False

    def __getitem__(self, key: str) -> Option:
        """The option of this key; ``KeyError`` if no order of it concerns him."""
        if key not in self._found:
            order = next((o for o in self._orders if o.key == key and o.concerns(self._state, self._unit)), None)
            if order is None:
                raise KeyError(key)
            self._found[key] = order.option(self._state, self._unit)
        return self._found[key]

    def __contains__(self, key: object) -> bool:
        if self._is_whole or key in self._found:
            return key in self._found
        return any(o.key == key and o.concerns(self._state, self._unit) for o in self._orders)

    def _all(self) -> dict[str, Option]:
        if not self._is_whole:
            state, unit, known = self._state, self._unit, self._found
            self._found = {o.key: known.get(o.key) or o.option(state, unit)
                           for o in self._orders if o.concerns(state, unit)}  # fmt: skip
            self._is_whole = True
        return self._found

    def __iter__(self) -> Iterator[str]:
        return iter(self._all())

    def __len__(self) -> int:
        return len(self._all())

    def items(self) -> ItemsView[str, Option]:
        """As of a dictionary of them all."""
        return self._all().items()


class Orders(Generic[S, U]):
    """The orders of a phase, in the order in which they are shown."""

    def __init__(self, *orders: Order[S, U]) -> None:
        self.all = orders

    def __iter__(self) -> Iterator[Order[S, U]]:
        return iter(self.all)

    def __add__(self, others: Orders[S, U]) -> Orders[S, U]:
        """These, then those."""
        return Orders(*self.all, *others.all)

    def options(self, state: S, unit: U) -> Mapping[str, Option]:
        """Those that concern this one, open or closed."""
        return Offered(self.all, state, unit)

    def menu(self, state: S, unit: U) -> Menu:
        """The question which of them."""
        return Menu(self.options(state, unit))

    def given(self, state: S, unit: U, key: str) -> Order[S, U]:
        """The order of this key that concerns this one.  ``KeyError`` if there is none."""
        for order in self.all:
            if order.key == key and order.concerns(state, unit):
                return order
        raise KeyError(key)

    async def carry_out(self, game: Game[Any], unit: U, choice: Choice) -> None:
        """The chosen order has been carried out, with all that follows from it."""
        done = self.given(game.state, unit, choice.key).do(game, unit, choice.then)
        if done is not None:
            await done


def none_open(code: str, clause: Clause) -> Callable[[Any, Any, Menu | Pick], Closed]:
    """Closed where no option below is open, for this reason."""
    return lambda _state, _unit, below: None if any_open(below) else refuse(code, clause)


def any_open(below: Menu | Pick) -> bool:
    """Whether an option of it may be taken."""
    return below.any_open() if isinstance(below, Pick) else any(True for _ in opened(below.options))


def reasons(below: Menu | Pick) -> list[Closed]:
    """Why its options are closed, one after the other."""
    return [one.no if isinstance(one, Option) else one for one in below.options.values()]


def first_reason(code: str, clause: Clause, who: str = "") -> Callable[[Any, Any, Menu | Pick], Closed]:
    """Closed where no option below is open: the first one's reason, or where there is none this one.

    ``who``: what the sentence of this reason calls the one that is ordered.
    """

    def nothing(_: object, unit: Any, below: Menu | Pick) -> Closed:  # noqa: ANN401 - whatever has an id
        if any_open(below):
            return None
        return next(iter(reasons(below)), None) or refuse(code, clause, **({who: unit.id} if who else {}))

    return nothing
