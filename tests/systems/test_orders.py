"""Orders as data: what every declared order of every system says of itself, and what of it is offered."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import Any, get_args

import pytest

from app.conformance import by_chance, draw_setup, phases
from app.engine.domains import Menu
from app.engine.options import Gesture
from app.engine.told import Told
from app.systems import SYSTEMS, system_of

DRAWN = {"walk", "place", "moves", "manoeuvre"}
every_system = pytest.mark.parametrize("key", [system.key for system in SYSTEMS])


@every_system
def test_every_order_rests_on_a_clause_and_has_its_sentence(key: str) -> None:
    system = system_of(key)
    assert isinstance(system, Told)
    orders = [order for orders in system.orders for order in orders]
    assert len(orders) >= 8
    for order in orders:
        assert order.clause in system.clauses
        assert not order.about or order.about in system.sentences
        assert order.gesture in get_args(Gesture)


@every_system
def test_what_is_offered_to_be_dragged_is_drawn_on_the_table(key: str) -> None:
    kinds: dict[str, set[str]] = {}
    for menu in menus(key):
        for name, option in menu.options.items():
            if option.gesture and option.then is not None and option.no is None:
                kinds.setdefault(f"{option.gesture} {name}", set()).update(ends(option.then(), 3))
    dragged = {name: found for name, found in kinds.items() if name.startswith("drag ")}
    assert dragged
    assert not {name: found for name, found in dragged.items() if not found & DRAWN}
    assert not {name: found for name, found in kinds.items() if name.startswith("click ") and found & DRAWN}


def ends(domain: Any, depth: int) -> set[str]:
    """The kinds of questions below a domain, its open options followed so far down."""
    if not isinstance(domain, Menu) or depth == 0:
        return {domain.describe()["kind"]}
    below = [option.then for option in domain.options.values() if option.then is not None and option.no is None]
    return set().union(*(ends(then(), depth - 1) for then in below[:3])) if below else {"menu"}


def menus(key: str) -> Iterator[Menu]:
    """Menus of a random game and those directly below their options."""
    for question in asked(key):
        if isinstance(question.domain, Menu):
            yield question.domain
            for option in [*question.domain.options.values()][:4]:
                if option.then is not None and option.no is None and isinstance(below := option.then(), Menu):
                    yield below


def asked(key: str) -> Iterator[Any]:
    """Every fifth question or so of a random game's first phases."""
    system, rng = system_of(key), Random(3)
    for session in islice(phases(system, system.begin(draw_setup(system, rng))), 60):
        for question in by_chance(session, rng, anybody=True):
            if rng.random() < 0.2:
                yield question
