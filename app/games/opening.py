"""Opens the hosted games of this process: the database, its schema, the rule systems."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Any

from app.engine.system import RuleSystem
from app.games.results import Hub
from app.games.service import Games
from app.shapes import found_out
from app.store import Store
from app.systems import FOUND, OURS
from app.systems.installed import Found, LeftOut

log = logging.getLogger(__name__)
Unfit = Callable[[RuleSystem[Any]], str]
"""Why a system cannot be played after all; empty if it can."""


def open_games(database: str, secret: bytes, hub: Hub, *, unfit: Unfit = lambda _: "", bot_delay: float = 0.4) -> Games:
    """The games of this database (an SQLAlchemy address), its schema that of this program.

    ``unfit`` is asked of systems of other packages: those that cannot be played are left out.  Await ``start`` in the
    event loop before use, ``close`` after it; ``close`` also closes the database.
    """
    found_out()
    found = tried(FOUND, unfit)
    for name, package, why in found.left_out:
        log.error("The rule system %s of %s is left out: %s", name, package, why)
    systems = (*OURS, *found.systems)
    store = Store(database)
    try:
        store.migrate()
    except BaseException:
        store.close()
        raise
    games = Games(store, systems, secret, hub, bot_delay=bot_delay)
    games.found = found
    return games


def tried(found: Found, unfit: Unfit) -> Found:
    """Those of other packages that can be played, the others with the reason."""
    why = {system.key: unfit(system) for system in found.systems}
    worse = tuple(LeftOut(key, str(type(system).__module__), why[key]) for system in found.systems
                  if why[key := system.key])  # fmt: skip
    return Found(tuple(one for one in found.systems if not why[one.key]), (*found.left_out, *worse))
