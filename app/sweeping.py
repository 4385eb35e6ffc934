"""The finished games of a database are swept at once; the server does so by itself, now and again."""

from __future__ import annotations

import asyncio
import sys

from app.bootstrap.words import Stop
from app.games.sweeping import sweep_all
from app.store import StorageAway, StorageBusy, StorageFull, Store
from app.systems import SYSTEMS


def run(database: str) -> int:
    """0 if every finished game of a known system is swept; the terminal says how many there were."""
    try:
        store = Store(database)
    except StorageBusy as busy:
        raise Stop(f"{busy}; a running server sweeps by itself") from busy
    try:
        store.migrate()
        count, left = asyncio.run(sweep_all(store, {system.key: system for system in SYSTEMS}))
    except (StorageAway, StorageBusy, StorageFull) as error:
        raise Stop(str(error)) from error
    finally:
        store.close()
    sys.stdout.write(f"{count} finished games swept, {left} that could not be.\n")
    return 1 if left else 0
