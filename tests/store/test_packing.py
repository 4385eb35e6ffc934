"""Checkpoints as differences: what was stored is read again, whatever is struck, torn, older or cut short."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
import sqlalchemy as sa
from alembic import command

from app.store import Conflict, Store, games, packing, past
from app.store.db import Row, config_of
from app.store.tables import checkpoint, game

ID = "g"
PLAIN = {"state": "{}", "packed": None, "base": None}


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    """A store with one game in it."""
    store = Store(f"sqlite:///{tmp_path / 'a.sqlite3'}")
    store.migrate()
    store.run_now(laid)
    yield store
    store.close()


def laid(db: sa.Connection) -> None:
    """A game of which nothing has happened."""
    db.execute(game.insert().values(
        id=ID, system="toy", rules_version=1, status="playing", reason="", head=0, tape_len=0, chain="", seed="",
        draws=0, created="",
    ))  # fmt: skip


def text(n: int) -> str:
    """A state that is much like the one before it."""
    return json.dumps(
        {"turn": n, "models": [{"id": i, "at": [i * 7919 % 997, (i + (i == n)) % 89]} for i in range(99)]}
    )


def point(n: int) -> Row:
    """The checkpoint of a number."""
    return {"game_id": ID, "tape_seq": n, "head": n, "phase": "p", "state": text(n), "digest": "", "rules_version": 1,
            "way": "", "struck_by": None}  # fmt: skip


def add(store: Store, n: int, *struck: int) -> None:
    """One input that takes a checkpoint and strikes some."""
    rev = store.look_now(games.revs, [ID])[ID]
    store.run_now(games.commit, games.Change(
        ID, rev, {"tape_len": n}, checkpoints=[point(n)], strike_checkpoints=[(list(struck), n)]
    ))  # fmt: skip


def state_at(store: Store, n: int) -> str:
    """The text of the last checkpoint that stands up to a number."""
    saved = store.look_now(games.load, ID, n)
    assert saved
    assert saved.checkpoint
    return str(saved.checkpoint["state"])


def rests(store: Store) -> dict[int, int | None]:
    """What each checkpoint rests on."""
    query = sa.select(checkpoint.c.tape_seq, checkpoint.c.base).order_by(checkpoint.c.tape_seq)
    return {row[0]: row[1] for row in store.look_now(lambda db: db.execute(query).all())}


def test_one_in_sixteen_is_whole_and_each_is_read_as_it_was(store: Store) -> None:
    for n in range(40):
        add(store, n)
    assert [n for n, base in rests(store).items() if base is None] == [0, 16, 32]
    assert [state_at(store, n) for n in range(40)] == [text(n) for n in range(40)]
    assert max(len(store.look_now(packing.links, ID, n)) for n in range(40)) == packing.EVERY
    sizes = sa.select(checkpoint.c.tape_seq, sa.func.length(checkpoint.c.packed))
    of = {row[0]: row[1] for row in store.look_now(lambda db: db.execute(sizes).all())}
    assert of[1] * 5 < of[0] < len(text(0)) / 3


def test_many_checkpoints_of_one_input_rest_on_each_other(store: Store) -> None:
    store.run_now(games.commit, games.Change(ID, 0, {}, checkpoints=[point(n) for n in range(20)]))
    assert [n for n, base in rests(store).items() if base is None] == [0, 16]
    assert [state_at(store, n) for n in range(20)] == [text(n) for n in range(20)]


def test_what_comes_after_an_undo_rests_on_what_stands(store: Store) -> None:
    for n in range(6):
        add(store, n)
    add(store, 7, 3, 4, 5)
    add(store, 8)
    assert (rests(store)[7], rests(store)[8]) == (2, 7)
    assert [state_at(store, n) for n in (6, 7, 8)] == [text(n) for n in (2, 7, 8)]
    kept = {row["tape_seq"]: row["state"] for row in store.look_now(past.checkpoints, ID)}
    assert kept == {n: text(n) for n in (0, 1, 2, 3, 4, 5, 7, 8)}, "what was struck can still be read"


def test_a_difference_rests_on_the_plain_text_of_former_times(store: Store) -> None:
    plain = {**point(0), **PLAIN, "state": text(0)}
    store.run_now(lambda db: db.execute(checkpoint.insert(), plain))
    assert state_at(store, 0) == text(0)
    add(store, 1)
    assert rests(store) == {0: None, 1: 0}
    assert state_at(store, 1) == text(1)


def test_one_that_is_torn_has_no_text_and_nothing_new_rests_on_it(store: Store) -> None:
    for n in range(4):
        add(store, n)
    here = checkpoint.c.tape_seq == 2
    store.run_now(lambda db: db.execute(checkpoint.update().where(here).values(packed=b"torn")))
    assert [state_at(store, n) for n in range(4)] == [text(0), text(1), "", ""]
    add(store, 4)
    assert rests(store)[4] is None
    assert state_at(store, 4) == text(4)


def test_every_flipped_byte_is_noticed(store: Store) -> None:
    whole, differs = packing.packed(text(0)), packing.packed(text(1), text(0))
    for data, before, said in ((whole, "", text(0)), (differs, text(0), text(1))):
        for n in range(len(data)):
            flipped = data[:n] + bytes([data[n] ^ 1]) + data[n + 1 :]
            try:
                assert packing.unpacked(flipped, before) == said, "what does not change the text may pass"
            except packing.Torn:
                continue


def test_a_write_that_is_cut_short_or_comes_too_late_leaves_no_checkpoint(store: Store) -> None:
    add(store, 0)

    def cut(db: sa.Connection) -> None:
        assert db.execute(sa.select(sa.func.count()).select_from(checkpoint)).scalar() == 2
        raise OSError("cut")

    with pytest.raises(OSError, match="cut"):
        store.run_now(games.commit, games.Change(ID, 1, {}, checkpoints=[point(1)], beside=[cut]))
    with pytest.raises(Conflict):
        store.run_now(games.commit, games.Change(ID, 0, {}, checkpoints=[point(1)]))
    assert rests(store) == {0: None}
    add(store, 2)
    assert (rests(store)[2], state_at(store, 2)) == (0, text(2))


def there_and_back(store: Store) -> None:
    """Plain texts stay readable in the new schema, and packed ones are plain in the old."""
    names = ("game_id", "tape_seq", "head", "phase", "state", "digest", "rules_version", "way", "struck_by")
    old = sa.table("checkpoint", *(sa.column(name) for name in names))
    store.run_now(lambda db: command.downgrade(config_of(db), "0010"))
    store.run_now(lambda db: db.execute(old.insert(), [point(n) for n in range(3)]))
    store.migrate()
    assert [row["state"] for row in store.look_now(past.checkpoints, ID)] == [text(n) for n in range(3)]
    for n in range(3, 25):
        add(store, n)
    assert [state_at(store, n) for n in range(25)] == [text(n) for n in range(25)]
    store.run_now(lambda db: command.downgrade(config_of(db), "0010"))
    plain = store.look_now(lambda db: db.execute(sa.select(old.c.state).order_by(old.c.tape_seq)).scalars().all())
    assert plain == [text(n) for n in range(25)]
    store.migrate()


def test_the_schema_changes_with_its_rows_on_sqlite(store: Store) -> None:
    there_and_back(store)


@pytest.mark.servers
def test_the_schema_changes_with_its_rows_on_postgresql(empty_postgres: str) -> None:
    store = Store(empty_postgres)
    store.migrate()
    store.run_now(laid)
    there_and_back(store)
    store.close()
