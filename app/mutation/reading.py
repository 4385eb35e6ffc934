"""Whether every figure of a system is read: each is changed in turn, and something must differ."""

from __future__ import annotations

import gc
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from app.conformance import draw_setup
from app.engine.digest import digest
from app.engine.system import RuleSystem
from app.mutation.command import spread
from app.mutation.figures import figures
from app.mutation.loading import Shelf
from app.mutation.mutants import Mutant, in_order, mutant_of, tables
from app.mutation.playing import LEAST, Known, TooLong, cases, differs, learn, within

LIKELY = 30
"""So many blocks are played before games are begun."""
DRAWS = 20
"""So many set-ups are drawn and begun."""


@dataclass(frozen=True, slots=True)
class Plain:
    """What the system unchanged shows where no case is played."""

    catalogue: str
    setups: str


def catalogue(system: RuleSystem[Any]) -> str:
    """What the page that sets games up is told, as a digest."""
    return digest(msgspec.to_builtins(system.catalogue()))


def setups(system: RuleSystem[Any]) -> str:
    """Games that chance sets up and begins, what stands against them and what is seen of them, as a digest."""
    return digest([begun(system, Random(seed)) for seed in range(DRAWS)])


def begun(system: RuleSystem[Any], luck: Random) -> Any:
    """One of them."""
    setup = draw_setup(system, luck)
    if no := system.refuse_setup(setup):
        return msgspec.to_builtins(no)
    return msgspec.to_builtins([setup, system.view(system.begin(setup), None)])


def mutants(key: str) -> list[Mutant]:
    """Every figure of a system with a value far from its own."""
    return [mutant_of(path, figure, figure.far()) for path in tables(key) for figure in figures(path)]


def chosen(key: str, count: int | None, seed: int) -> list[Mutant]:
    """All figures of a system, or so many of them that a seed draws."""
    every = mutants(key)
    return every if count is None or count >= len(every) else in_order(Random(seed).sample(every, count))


def noticed(shelf: Shelf, mutant: Mutant, known: Known, plain: Plain, order: Sequence[int]) -> str:
    """What differs first when a figure is changed: far from its value, then a little."""
    assert mutant.figure is not None
    at, stem = mutant.figure.original(), Path(mutant.file).stem
    for value in dict.fromkeys((at.far(), *at.others())):
        shelf.tables[stem] = tomllib.loads(at.changed(value).written())
        if by := first(shelf, known, plain, order):
            return by
    return ""


def first(shelf: Shelf, known: Known, plain: Plain, order: Sequence[int]) -> str:
    """What differs first: that the system can be read, its catalogue, a likely case, games that begin, any case."""
    try:
        with within(LEAST * 5):
            system = shelf.system()
            if catalogue(system) != plain.catalogue:
                return "catalogue"
    except (Exception, TooLong):
        return "import"
    if by := of_cases(known, system, order[:LIKELY]):
        return by
    return "set-up" if begins_otherwise(system, plain) else of_cases(known, system, order[LIKELY:])


def of_cases(known: Known, system: RuleSystem[Any], order: Sequence[int]) -> str:
    """The first of these blocks that differs, by its number."""
    return next((str(number) for number in order if differs(known, number, system)), "")


def begins_otherwise(system: RuleSystem[Any], plain: Plain) -> bool:
    """Whether games that chance sets up begin otherwise, or not at all."""
    try:
        with within(LEAST * 10):
            return setups(system) != plain.setups
    except (Exception, TooLong):
        return True


def looked(key: str, figures: Sequence[Mutant], folder: Path | None = None) -> Iterator[tuple[Mutant, str]]:
    """Each of these figures and what differed, in the order they are done: nothing where nothing did."""
    shelf = Shelf(key)
    shelf.keep_tables()
    known = learn(shelf, cases(key, folder), ())
    system = shelf.system()
    plain = Plain(catalogue(system), setups(system))
    gc.collect()
    gc.freeze()
    yield from spread(known, figures, lambda mutant, order: partial(noticed, shelf, mutant, known, plain, order))
