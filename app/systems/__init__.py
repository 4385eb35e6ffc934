"""Every rule system Gunbai can play: one line a system."""

from __future__ import annotations

from typing import Any

from app.engine.system import RuleSystem
from app.systems.celtos import SYSTEM as CELTOS
from app.systems.daimyo import SYSTEM as DAIMYO
from app.systems.kensei import SYSTEM as KENSEI
from app.systems.ronin import SYSTEM as RONIN

SYSTEMS: tuple[RuleSystem[Any], ...] = (RONIN, CELTOS, DAIMYO, KENSEI)


def system_of(key: str) -> RuleSystem[Any]:
    """The system of this key; ``KeyError`` if there is none."""
    return {system.key: system for system in SYSTEMS}[key]
