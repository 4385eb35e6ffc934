"""One nest and one PostgreSQL for these tests, which they may stop; nobody else uses it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path

import pytest

from tests.cluster.engines import Postgres, Valkey, newest
from tests.cluster.town import Hall, Town, Worker

NUMBERS = count(1)
Found = Callable[..., Town]


@pytest.fixture(scope="session")
def hall() -> Iterator[Hall]:
    """Everything is loaded there."""
    made = Hall()
    yield made
    made.close()


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """A PostgreSQL that serves; whoever stops it starts it again."""
    with newest().serving() as made:
        yield made


@pytest.fixture
def valkey() -> Iterator[Valkey]:
    """A Valkey that serves."""
    with Valkey().serving() as made:
        yield made


@pytest.fixture
def found(hall: Hall, postgres: Postgres, valkey: Valkey, tmp_path: Path) -> Iterator[Found]:
    """Founds a town of so many servers on an empty database; the first reaches the others by other ports, if told."""
    towns: list[Town] = []

    def make(workers: int = 2, postgres_port: int = 0, valkey_port: int = 0) -> Town:
        name = f"town{next(NUMBERS)}"
        url, made = postgres.made(name), list[Worker]()
        for n in range(workers):
            database = postgres.address(name, 0 if n else postgres_port)
            bus = f"redis://127.0.0.1:{(0 if n else valkey_port) or valkey.port}"
            environ = {"GUNBAI_DATABASE_URL": database, "GUNBAI_VALKEY_URL": bus}
            made.append(Worker(hall, tmp_path / f"w{n}", **environ))
        towns.append(Town(url, made))
        return towns[-1]

    yield make
    for town in towns:
        town.close()
