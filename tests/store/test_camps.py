"""Campaigns of a database from before lists said how many play in each and which are open to join."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from app.store import Store, campaigns
from app.store.db import migrate

AT = "2026-01-01T00:00:00Z"
ENTRY = sa.table("campaign_entry", *map(sa.column, (
    "campaign_id", "seq", "kind", "warband", "at_ms", "chain")), sa.column("body", sa.JSON))  # fmt: skip
BAND = sa.table("campaign_warband", *map(sa.column, ("campaign_id", "id", "version", "digest")),
                sa.column("body", sa.JSON))  # fmt: skip


def camp(db: sa.Connection, id: str, state: str, *settings: dict[str, Any]) -> None:
    """A campaign as it was kept: founded, and changed once for each of the other settings."""
    db.execute(sa.text("INSERT INTO campaign (id, system, name, state, public, seq, chain, seeds, created, changed)"
                       " VALUES (:id, 'toy', :id, :state, :yes, 1, '', '{}', :at, :at)"),
               {"id": id, "state": state, "at": AT, "yes": True})  # fmt: skip
    for n, said in enumerate(settings, 1):
        kind = "changed" if n > 1 else "founded"
        db.execute(ENTRY.insert().values(campaign_id=id, seq=n, kind=kind, warband="", at_ms=0, chain="",
                                         body={"kind": kind, "settings": said}))  # fmt: skip


def knows(store: Store) -> None:
    """What lists need is there after the change, and a search finds by it."""
    migrate(store.writing, "0019")
    with store.writing.begin() as db:
        camp(db, "shut", "recruiting", {})
        camp(db, "open", "recruiting", {"open": True})
        camp(db, "closed later", "recruiting", {"open": True}, {})
        camp(db, "runs", "running", {"open": True})
        camp(db, "runs on", "running", {"open": True, "late": False})
        camp(db, "over", "ended", {"open": True})
        for n, status in enumerate(("", "reserve", "retired")):
            body = {"name": "x", "emblem": n + 1, "hue": 2, **({"status": status} if status else {})}
            db.execute(BAND.insert().values(campaign_id="open", id=f"w{n}", version=0, digest="", body=body))
    store.migrate()
    rows = store.look_now(campaigns.in_public, 9)
    assert {row["id"] for row in rows if row["open"]} == {"open", "runs"}
    assert {row["id"]: row["bands"] for row in rows if row["bands"]} == {"open": 2}
    flags = [{"name": "x", "emblem": n, "hue": 2} for n in (1, 2)]
    assert store.look_now(campaigns.flags, ["open", "runs"]) == {"open": flags}, "who is retired has left"
    found = store.look_now(campaigns.in_public, 9, 0, "RUNS", "toy", True)
    assert [row["id"] for row in found] == ["runs"]
    assert store.look_now(campaigns.in_public, 9, 0, "_", "", False) == []
    with store.writing.begin() as db:
        camp(db, "CAMPAÑA ÉPICA", "recruiting", {})
    found = store.look_now(campaigns.in_public, 9, 0, "épica campaña")
    assert [row["id"] for row in found] == ["CAMPAÑA ÉPICA"]


def test_lists_of_campaigns_on_sqlite(tmp_path: Path) -> None:
    store = Store(f"sqlite:///{tmp_path / 'a.sqlite3'}")
    knows(store)
    store.close()


@pytest.mark.servers
def test_lists_of_campaigns_on_postgresql(empty_postgres: str) -> None:
    store = Store(empty_postgres)
    knows(store)
    store.close()
