"""The server's pulse is one row, however many processes keep it."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor, wait

import pytest
import sqlalchemy as sa

from app.store import Store, clocks
from app.store.house_tables import pulse


@pytest.mark.servers
def test_two_processes_that_begin_at_once_keep_one_pulse(empty_postgres: str) -> None:
    one, other = Store(empty_postgres), Store(empty_postgres)
    one.migrate()
    with ThreadPoolExecutor(1) as pool:
        with one.writing.begin() as db:
            clocks.beat(db, 1)
            said = pool.submit(other.run_now, clocks.beat, 2)
            assert not wait([said], 0.3).done, "it waits for the first"
        said.result(10)
    assert one.look_now(lambda db: list(db.execute(sa.select(pulse.c.id, pulse.c.at_ms)))) == [(1, 2)]
    for store in (one, other):
        store.close()
