"""The oldest PostgreSQL that serves and the newest: the schema, and a game played by two."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator

import pytest
import sqlalchemy as sa

from app.bootstrap.postgres import VARIABLE
from app.store.db import check, migrate, server_engine
from tests.cluster.engines import oldest
from tests.conftest import admin
from tests.games.test_workers import test_any_serves_any_game_and_sees_what_another_did as played_by_two

pytestmark = pytest.mark.servers
EMPTY = "DROP SCHEMA public CASCADE; CREATE SCHEMA public"


@pytest.fixture(scope="module")
def postgres15() -> Iterator[str]:
    """An empty database on PostgreSQL 15."""
    given = os.environ.get(VARIABLE)
    if given:
        yield given
        return
    try:
        server = oldest()
    except RuntimeError as error:
        pytest.fail(str(error))
    try:
        server.start()
        yield server.made("oldest")
    finally:
        server.close()


@pytest.fixture(params=["15", "newest"])
def either(request: pytest.FixtureRequest) -> str:
    """An empty database on either."""
    url = str(request.getfixturevalue("postgres15" if request.param == "15" else "postgres_url"))
    with admin(sa.make_url(url)) as connection:
        connection.execute(EMPTY)
        version = connection.info.server_version // 10000
    assert (version == 15) == (request.param == "15")
    return url


def test_the_schema_stands_there_and_back(either: str, tried: Callable[[str], None]) -> None:
    engine = server_engine(either)
    try:
        for to in ("head", "base", "head"):
            migrate(engine, to)
        check(engine)
        with engine.connect() as connection:
            version = connection.execute(sa.text("SHOW server_version")).scalar_one()
            tables = sa.inspect(connection).get_table_names()
    finally:
        engine.dispose()
    tried(f"{len(tables)} tables on PostgreSQL {version}")


def test_a_game_is_played_by_two(either: str) -> None:
    played_by_two(either)
