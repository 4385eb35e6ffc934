"""Events in bundles: every question is answered as before, and they are rows again where somebody needs them so."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
import sqlalchemy as sa
from alembic import command

from app.store import Store, events, games, past, sweep, umpires
from app.store.db import Row, config_of
from app.store.packing import Torn, compressed
from app.store.tables import bundle, event, game
from tests.store.test_packing import ID, laid, point

COUNT = 2 * events.EVERY + 7


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    """A store with one game that is over."""
    store = Store(f"sqlite:///{tmp_path / 'a.sqlite3'}")
    store.migrate()
    store.run_now(over)
    yield store
    store.close()


def row(seq: int, struck: int | None = None) -> Row:
    """An event, every fifth for one seat alone."""
    seen_by = ["red"] if seq % 5 == 0 else None
    body = {"kind": f"k{seq % 3}", "seat": "rot ‐ 鶴", "n": seq, "clause": "A-1", "seen_by": seen_by, "none": None}
    return {"game_id": ID, "seq": seq, "version": seq - seq // 5, "tape_seq": seq // 2, "kind": body["kind"],
            "clause": "A-1", "seen_by": seen_by, "body": body, "chain": f"{seq:064x}", "struck_by": struck}  # fmt: skip


def over(db: sa.Connection) -> None:
    """A finished game with events, some of them struck, and two checkpoints."""
    laid(db)
    db.execute(game.update().values(status="over", head=COUNT))
    games.commit(db, games.Change(ID, 0, {}, checkpoints=[point(3), point(700)]))
    db.execute(event.insert(), [row(n, struck=900 if n in (41, 1700) else None) for n in range(1, COUNT + 1)])


def everything(db: sa.Connection) -> bytes:
    """What all who ask for events are told, byte for byte."""
    ask: list[Callable[[int], Any]] = [
        lambda v: past.last_of(db, ID, v), lambda v: past.tape_at(db, ID, v), lambda v: past.last_told(db, ID, v),
        lambda v: past.way_to(db, ID, v), lambda v: past.way_to(db, ID, v, True), lambda v: past.steps(db, ID, v),
        lambda v: past.last_kind(db, ID, v, ("k1",)), lambda v: games.events_after(db, ID, v, 50),
    ]  # fmt: skip
    told = [[one(v) for one in ask] for v in (0, 1, 33, 34, 35, 810, 1361, COUNT)]
    loaded = [saved and (saved.checkpoint, saved.events) for saved in (games.load(db, ID), games.load(db, ID, 5))]
    told.append([past.begins(db, ID), loaded, games.whole(db, ID)])
    told.append([umpires.deeds(db, ID, ("k0", "k2"), 9), games.after(db, ID, 900), sweep.read(db, ID)])
    return msgspec.json.encode(told)


def rows(db: sa.Connection) -> list[int]:
    """Of how many events there are rows, and how many bundles."""
    return [db.execute(sa.select(sa.func.count()).select_from(table)).scalar_one() for table in (event, bundle)]


def kept(db: sa.Connection) -> None:
    """The game is swept; its checkpoints stay."""
    assert sweep.keep(db, ID, past.checkpoints(db, ID))


def same_in_bundles(store: Store) -> None:
    """All is told as before, in bundles and out of them again."""
    before = store.look_now(everything)
    store.run_now(kept)
    assert store.look_now(rows) == [0, 3]
    assert store.look_now(everything) == before
    store.run_now(events.unpack, ID)
    assert store.look_now(rows) == [COUNT, 0]
    assert store.look_now(everything) == before


def test_every_question_is_answered_as_before_on_sqlite(store: Store) -> None:
    same_in_bundles(store)


@pytest.mark.servers
def test_every_question_is_answered_as_before_on_postgresql(empty_postgres: str) -> None:
    store = Store(empty_postgres)
    store.migrate()
    store.run_now(over)
    same_in_bundles(store)
    store.close()


def test_what_is_added_later_is_seen_and_packed_with_the_rest(store: Store) -> None:
    store.run_now(kept)
    store.run_now(lambda db: db.execute(event.insert(), [row(COUNT + 1)]))
    _, found = store.look_now(games.whole, ID)
    assert (len(found), found[-1]) == (COUNT + 1, row(COUNT + 1))
    store.run_now(events.pack, ID)
    assert store.look_now(rows) == [0, 3]
    assert store.look_now(games.whole, ID)[1] == found


def test_what_is_struck_later_is_struck(store: Store) -> None:
    store.run_now(kept)
    change = games.Change(ID, 1, {}, strike_events=[([COUNT], 1200)])
    store.run_now(games.commit, change)
    assert store.look_now(games.whole, ID)[1][-1]["struck_by"] == 1200
    assert store.look_now(games.whole, ID)[1][-2]["struck_by"] is None


def test_a_step_that_is_cut_short_has_changed_nothing(store: Store) -> None:
    before = store.look_now(everything)

    def cut(db: sa.Connection) -> None:
        kept(db)
        raise OSError("cut")

    with pytest.raises(OSError, match="cut"):
        store.run_now(cut)
    assert store.look_now(rows) == [COUNT, 0]
    assert store.look_now(everything) == before


def test_two_games_of_the_same_number_are_kept_apart(store: Store) -> None:
    store.run_now(kept)
    other = [{**row(n), "game_id": "h", "chain": "f" * 64} for n in range(1, 4)]
    store.run_now(lambda db: db.execute(game.insert().from_select(
        [c.name for c in game.columns], sa.select(*(sa.literal("h") if c.name == "id" else c for c in game.columns))
    )))  # fmt: skip
    store.run_now(lambda db: db.execute(event.insert(), other))
    store.run_now(events.pack, "h")
    for _ in range(2):
        assert store.look_now(games.whole, "h")[1] == other
        assert len(store.look_now(games.whole, ID)[1]) == COUNT


def test_a_torn_bundle_is_told(store: Store) -> None:
    store.run_now(kept)
    first = sa.select(sa.func.min(bundle.c.seq)).scalar_subquery()
    for bad in (b"torn", compressed(b"[[1]]")):
        torn = bundle.update().where(bundle.c.seq == first).values(packed=bad)
        store.run_now(lambda db, torn=torn: db.execute(torn))  # type: ignore[misc]
        with pytest.raises(Torn):
            store.look_now(games.whole, ID)


def there_and_back(store: Store) -> None:
    """In the old schema they are rows; in the new one such a game is swept again."""
    before = store.look_now(everything)
    store.run_now(kept)
    store.run_now(lambda db: command.downgrade(config_of(db), "0011"))
    assert len(store.look_now(events.rows_of, ID)) == COUNT
    assert store.look_now(lambda db: db.execute(sa.select(game.c.swept)).scalar()) is True
    store.migrate()
    assert store.look_now(sweep.due, ["toy"]) == {"id": ID, "system": "toy"}
    assert store.look_now(everything) == before
    store.run_now(kept)
    assert store.look_now(rows) == [0, 3]


def test_the_schema_changes_with_its_rows_on_sqlite(store: Store) -> None:
    there_and_back(store)


@pytest.mark.servers
def test_the_schema_changes_with_its_rows_on_postgresql(empty_postgres: str) -> None:
    store = Store(empty_postgres)
    store.migrate()
    store.run_now(over)
    there_and_back(store)
    store.close()
