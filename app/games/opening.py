"""Opens the hosted games of this process: the database, its schema, the rule systems."""

from __future__ import annotations

from app.games.results import Hub
from app.games.rows import make_ready
from app.games.service import Games
from app.store import Store
from app.systems import SYSTEMS


def open_games(database: str, secret: bytes, hub: Hub, *, bot_delay: float = 0.4) -> Games:
    """The games of this database (an SQLAlchemy address), its schema that of this program.

    Await ``start`` in the event loop before use, ``close`` after it; ``close`` also closes the database.
    """
    store = Store(database)
    try:
        store.migrate()
        for system in SYSTEMS:
            make_ready(system)
    except BaseException:
        store.close()
        raise
    return Games(store, SYSTEMS, secret, hub, bot_delay=bot_delay)
