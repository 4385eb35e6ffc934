"""Reports of likenesses, in a database from before their address was kept with them, and in both kinds."""

from __future__ import annotations

from pathlib import Path

import pytest
import sqlalchemy as sa

from app.store import Store, guests, health, likenesses
from app.store.db import Row, migrate

AT = "2026-01-01T00:00:00Z"
SHORT = "id, key, guest_id, system, band, about, picture, hidden, created"


def made(key: str, guest: str, picture: bytes, **more: object) -> Row:
    """A likeness."""
    return {"key": key, "guest_id": guest, "system": "toy", "band": "", "about": key, "picture": picture,
            "hidden": False, "gone": False, "created": AT, **more}  # fmt: skip


def keeps_right(store: Store) -> None:
    """A report from before names that of its author alone; all or none are kept; none that was removed again."""
    migrate(store.writing, "0018")
    with store.writing.begin() as db:
        for id in ("a", "b"):
            guests.add(db, {"id": id, "token_hash": id * 64, "name": id, "created": AT})
        db.execute(sa.text(f"INSERT INTO likeness ({SHORT}) VALUES (7, 'k', 'a', 'toy', '', 'k', :raw, :no, '')"),
                   {"raw": b"one", "no": False})  # fmt: skip
        for about in ("a", "b"):
            db.execute(sa.text("INSERT INTO report (by_id, about_id, kind, ref, text, created)"
                               " VALUES ('b', :about, 'likeness', 7, '', '')"), {"about": about})  # fmt: skip
    store.migrate()
    rows, _ = store.look_now(health.reports, all=False, limit=9, offset=0)
    assert [(row["about_id"], row["likeness"]) for row in rows] == [("b", None), ("a", "k")]
    with pytest.raises(likenesses.Full):
        store.run_now(likenesses.add, [made("l", "a", b"two"), made("m", "a", b"three")], 2)
    assert [row["key"] for row in store.look_now(likenesses.of_guest, "a")] == ["k"]
    assert store.run_now(likenesses.forget, "a", "k")
    assert store.look_now(likenesses.picture, "k") is None
    assert store.look_now(likenesses.picture, "k", True) == b"one"
    assert store.run_now(likenesses.hide, "k") == "a"
    store.run_now(likenesses.add, [made("n", "b", b"one")], 2)
    with pytest.raises(likenesses.Barred):
        store.run_now(likenesses.add, [made("o", "a", b"two"), made("p", "a", b"one")], 9)
    assert store.look_now(likenesses.of_guest, "a") == []


def test_reported_likenesses_on_sqlite(tmp_path: Path) -> None:
    store = Store(f"sqlite:///{tmp_path / 'a.sqlite3'}")
    keeps_right(store)
    store.close()


@pytest.mark.servers
def test_reported_likenesses_on_postgresql(empty_postgres: str) -> None:
    store = Store(empty_postgres)
    keeps_right(store)
    store.close()
