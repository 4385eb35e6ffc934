"""All that is known about somebody, as one value for them to keep."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa

from app.store import belongings, games
from app.store.db import Row

MOST_GAMES = 10_000


def export(db: sa.Connection, id: str, at: str) -> dict[str, Any]:
    """Every row about a guest, with the games it sat in or owned; a finished one with the address of its record."""
    rows, seats = games.of_guest(db, id, MOST_GAMES)
    return {
        "gunbai": "export", "at": at, **belongings.everything(db, id),
        "games": [told(row, [s for s in seats if s["game_id"] == row["id"]], id) for row in rows],
    }  # fmt: skip


def told(row: Row, seats: list[Row], id: str) -> dict[str, Any]:
    """A game as its player may know it; of other seats only the name."""
    mine = [s["seat"] for s in seats if s["guest_id"] == id]
    return {
        "id": row["id"], "system": row["system"], "scenario": row["setup"]["scenario"], "status": row["status"],
        "created": row["created"], "owner": row["owner"] == id, "my_seats": mine,
        "seats": {s["seat"]: s["name"] for s in seats}, "outcome": row["outcome"],
        "record": f"/api/v1/games/{row['id']}/record" if row["status"] == "over" else None,
    }  # fmt: skip
