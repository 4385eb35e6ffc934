"""What somebody was told lies in the house: once, bounded, in the reader's language, with where it leads."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from app.store import Store, guests, inbox
from app.store.db import Row

AT = "2026-01-01T00:00:00Z"


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    """A house with two people."""
    store = Store(f"sqlite:///{tmp_path / 'house.sqlite3'}")
    store.migrate()
    for id in ("aki", "mika"):
        store.run_now(guests.add, {"id": id, "token_hash": id * 16, "name": id, "created": AT})
    yield store
    store.close()


def told(n: int, guest: str = "aki", **more: object) -> Row:
    """Something that was told."""
    return {
        "guest_id": guest, "kind": "campaign", "wait": f"c:{n}", "path": f"/campaign/c/battle/{n}",
        "facts": {"campaign": "War"}, "at_ms": n, "read": False, **more,
    }  # fmt: skip


def test_it_is_kept_once_a_wait_and_read_once(store: Store) -> None:
    assert [store.run_now(inbox.add, told(1)) for _ in range(2)] == [True, False]
    assert store.run_now(inbox.add, told(2))
    assert store.run_now(inbox.add, told(1, "mika"))
    assert [row["at_ms"] for row in store.look_now(inbox.of, "aki", 9)] == [2, 1]
    assert (store.look_now(inbox.unread, "aki"), store.look_now(inbox.unread, "mika")) == (2, 1)
    id = store.look_now(inbox.of, "aki", 9)[0]["id"]
    assert store.run_now(inbox.read, "mika", id) == "", "it is not hers"
    assert store.look_now(inbox.unread, "aki") == 2
    assert store.run_now(inbox.read, "aki", id) == "/campaign/c/battle/2"
    assert store.look_now(inbox.unread, "aki") == 1
    assert store.run_now(inbox.read, "aki") == ""
    assert (store.look_now(inbox.unread, "aki"), store.look_now(inbox.unread, "mika")) == (0, 1)


def test_of_a_place_the_last_alone_where_that_is_said(store: Store) -> None:
    for n in range(3):
        assert store.run_now(inbox.add, told(n, path="/play/g"), last=True)
    assert [row["at_ms"] for row in store.look_now(inbox.of, "aki", 9)] == [2]


def test_it_is_bounded_and_what_was_read_goes_first(store: Store) -> None:
    for n in range(inbox.MOST):
        store.run_now(inbox.add, told(n, read=n >= inbox.MOST - 2))
    store.run_now(inbox.add, told(1000))
    store.run_now(inbox.add, told(1, "mika"))
    rows = store.look_now(inbox.of, "aki", 1000)
    assert len(rows) == inbox.MOST
    assert inbox.MOST - 2 not in {row["at_ms"] for row in rows}, "read, and older than the other"
    assert {0, 1000} <= {row["at_ms"] for row in rows}
    for n in (1001, 1002):
        store.run_now(inbox.add, told(n))
    assert 0 not in {row["at_ms"] for row in store.look_now(inbox.of, "aki", 1000)}, "nothing read is left to go"


def test_what_is_old_is_forgotten(store: Store) -> None:
    for n in (1, 50, 99):
        store.run_now(inbox.add, told(n))
    store.run_now(inbox.prune, 50)
    assert [row["at_ms"] for row in store.look_now(inbox.of, "aki", 9)] == [99, 50]
