"""Rule systems of other packages: installed beside Gunbai, found by the entry points of a group."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.metadata import EntryPoint, entry_points
from typing import Any, NamedTuple

from app.engine.contract import breach
from app.engine.system import RuleSystem

GROUP = "gunbai.systems"
"""An entry point of this group names a system: ``iai = "iai_duel.system:SYSTEM"``."""


class LeftOut(NamedTuple):
    """A system that is installed and cannot be played: its entry point, its package, and why."""

    name: str
    package: str
    why: str


class Found(NamedTuple):
    """What other packages bring: systems in the order of their keys, and those that are left out."""

    systems: tuple[RuleSystem[Any], ...]
    left_out: tuple[LeftOut, ...]


def others(ours: Sequence[RuleSystem[Any]]) -> Found:
    """The systems of other packages that keep the contract, none with the key of another."""
    keys = {system.key for system in ours}
    systems, left_out = list[RuleSystem[Any]](), list[LeftOut]()
    for point in sorted(entry_points(group=GROUP), key=lambda one: (one.name, one.value)):
        system, why = load(point)
        if not why and system.key in keys:
            why = f"there is a system with the key {system.key!r} already"
        if why:
            left_out.append(LeftOut(point.name, package_of(point), why))
        else:
            keys.add(system.key)
            systems.append(system)
    return Found(tuple(systems), tuple(left_out))


def load(point: EntryPoint) -> tuple[Any, str]:
    """What an entry point names, or why it cannot be played."""
    try:
        system = point.load()
    except Exception as error:  # a package that breaks must not take the others with it
        return None, f"it cannot be loaded: {type(error).__name__}: {error}"
    return system, breach(system)


def package_of(point: EntryPoint) -> str:
    """The package that brings it, with its version."""
    return f"{point.dist.name} {point.dist.version}" if point.dist else point.value
