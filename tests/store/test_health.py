"""What the host looks at, asked of both databases."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.store import Store, games, guests, health
from app.store.house_tables import notice, report, talk
from app.store.tables import game, seat

AT = "2026-01-01T00:00:00Z"
GAME = {
    "id": "g1", "system": "toy", "rules_version": 1, "setup": {"scenario": "meadow"}, "options": {}, "status": "held",
    "reason": "", "head": 4, "tape_len": 3, "chain": "", "seed": "", "draws": 0, "created": AT,
}  # fmt: skip
SEAT = {
    "game_id": "g1",
    "seat": "red",
    "position": 0,
    "kind": "person",
    "name": "Ana_B",
    "entropy": "",
    "stand_in": False,
}
LINE = {
    "game_id": "g1", "scope": "table", "guest_id": "b", "name": "Ben", "text": "Bad words", "version": 1, "at_ms": 5,
    "hidden": False,
}  # fmt: skip
REPORT = {"game_id": "g1", "by_id": "a", "about_id": "b", "kind": "talk", "text": "insult", "created": AT}


def told(result: str, at_ms: int) -> dict[str, object]:
    """A notice that was or was not sent."""
    return {"guest_id": "a", "kind": "turn", "wait": "w", "text": "", "at_ms": at_ms, "result": result}


def looks_right(store: Store) -> None:
    """Counts, cases, reports and games are what was put there."""
    store.migrate()
    with store.writing.begin() as db:
        for id, name in (("a", "Ana"), ("b", "Ben")):
            guests.add(db, {"id": id, "token_hash": id * 64, "name": name, "created": AT})
        db.execute(game.insert(), GAME)
        db.execute(seat.insert(), SEAT)
        line = db.execute(talk.insert().returning(talk.c.id), LINE).scalar_one()
        ids = [
            db.execute(report.insert().returning(report.c.id), row).scalar_one()
            for row in ({**REPORT, "ref": line}, {**REPORT, "kind": "person", "ref": line, "game_id": None})
        ]
        db.execute(notice.insert(), [told("sent", 9), told("failed: no", 9), told("quiet", 9), told("sent", 1)])
        row = {"game_id": "g1", "why": "x", "tape_seq": 0, "tape": [], "created": AT}
        cases = [games.add_case(db, row) for _ in range(3)]
    counts = store.look_now(health.counts, 5)
    assert (counts["games"], counts["inputs"], counts["sent"], counts["failed"]) == ({"held": 1}, 3, 1, 1)
    assert (counts["cases"], counts["reports"], counts["clocks"], counts["accounts"]) == (3, 2, 0, 0)
    name, size = store.look_now(health.engine_of)
    assert name.split()[0] in ("SQLite", "PostgreSQL")
    assert size > 10_000
    found, total = store.look_now(health.cases, 2, 1)
    assert ([row["id"] for row in found], total) == (cases[1::-1], 3)
    assert "tape" not in found[0]
    assert [row["said"] for row in store.look_now(health.reports, all=False, limit=9, offset=0)[0]] == [
        None,
        "Bad words",
    ]
    assert store.run_now(health.settle, ids[0], "Done")
    assert not store.run_now(health.settle, ids[0], "Again")
    assert [row["id"] for row in store.look_now(health.reports, all=False, limit=9, offset=0)[0]] == ids[1:]
    assert store.look_now(health.reports, all=True, limit=9, offset=0)[1] == 2
    for query, status, there in (
        ("g1", "", 1),
        ("ana_b", "held", 1),
        ("MEADOW", "", 1),
        ("anaxb", "", 0),
        ("", "over", 0),
    ):
        assert store.look_now(health.games, query, status, 9, 0)[1] == there, query


def test_what_the_host_sees_on_sqlite(tmp_path: Path) -> None:
    store = Store(f"sqlite:///{tmp_path / 'a.sqlite3'}")
    looks_right(store)
    store.close()


@pytest.mark.servers
def test_what_the_host_sees_on_postgresql(empty_postgres: str) -> None:
    store = Store(empty_postgres)
    looks_right(store)
    store.close()
