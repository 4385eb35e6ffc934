"""Statements sent all at once: all are carried out or none, whatever their size, and errors have their names."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
import sqlalchemy as sa

from app.store import Conflict, Store, games
from app.store.db import Row, Unstorable
from app.store.tables import game
from tests.store.test_bundles import row
from tests.store.test_packing import ID, laid

pytestmark = pytest.mark.servers


@pytest.fixture
def store(empty_postgres: str) -> Iterator[Store]:
    """A store with one game in it."""
    store = Store(empty_postgres)
    store.migrate()
    store.run_now(laid)
    yield store
    store.close()


def stands(store: Store) -> tuple[int, int]:
    """How often the game was changed, and how many events it has."""
    return store.look_now(games.revs, [ID])[ID], len(store.look_now(games.whole, ID)[1])


def said(store: Store, rev: int, events: list[Row], **values: object) -> None:
    """The change is kept."""
    store.run_now(games.commit, games.Change(ID, rev, dict(values), events=events))


def test_large_and_small_are_kept_as_they_were(store: Store) -> None:
    large = {**row(5), "body": {"text": "鶴 \0 ' \\ %s $1" * 500_000, "kind": "k", "clause": "", "seen_by": None}}
    said(store, 0, [row(n) for n in range(1, 5)] + [large], motions=None, outcome={"winner": None}, swept=True)
    assert store.look_now(games.whole, ID)[1] == [*(row(n) for n in range(1, 5)), large]
    columns = sa.select(game.c.motions, game.c.outcome, game.c.swept)
    assert store.look_now(lambda db: tuple(db.execute(columns).one())) == (None, {"winner": None}, True)


@pytest.mark.parametrize(
    ("rev", "events", "error"),
    [
        (7, [row(1)], Conflict),
        (0, [row(1), row(1), row(2)], Conflict),
        (0, [row(1), {**row(2), "kind": "a\0b"}], Unstorable),
        (0, [row(1), {**row(2), "seq": 1 << 40}], Unstorable),
    ],
)
def test_of_what_goes_wrong_nothing_is_kept_and_the_next_is(
    store: Store, rev: int, events: list[Row], error: type[Exception]
) -> None:
    for _ in range(3):
        with pytest.raises(error):
            said(store, rev, events)
        assert stands(store) == (0, 0)
    for n in range(1, 4):
        said(store, n - 1, [row(n)])
        assert stands(store) == (n, n)
