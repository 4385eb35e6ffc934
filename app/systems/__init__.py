"""Every rule system Gunbai can play: its own, one line a system, and those of packages installed beside it."""

from __future__ import annotations

from typing import Any

from app.engine.system import RuleSystem
from app.systems.celtos import SYSTEM as CELTOS
from app.systems.daimyo import SYSTEM as DAIMYO
from app.systems.installed import others
from app.systems.kensei import SYSTEM as KENSEI
from app.systems.ronin import SYSTEM as RONIN

OURS: tuple[RuleSystem[Any], ...] = (RONIN, CELTOS, DAIMYO, KENSEI)
FOUND = others(OURS)
SYSTEMS: tuple[RuleSystem[Any], ...] = (*OURS, *FOUND.systems)


def system_of(key: str) -> RuleSystem[Any]:
    """The system of this key; ``KeyError`` if there is none."""
    return {system.key: system for system in SYSTEMS}[key]
