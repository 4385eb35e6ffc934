"""The servers the tests run on, and the browser."""

import subprocess

import psycopg
import pytest
import redis

pytestmark = pytest.mark.servers


def plain(url: str) -> str:
    """The address as PostgreSQL's own tools write it."""
    return url.replace("+psycopg", "", 1)


def test_postgres_is_empty_and_takes_tables(empty_postgres: str) -> None:
    with psycopg.connect(plain(empty_postgres)) as connection:
        assert connection.info.server_version >= 150000
        connection.execute("CREATE TABLE piece (id int)")
        found = connection.execute("SELECT tablename FROM pg_tables WHERE schemaname = 'public'").fetchall()
    assert found == [("piece",)]


def test_each_test_may_ask_for_an_empty_database(empty_postgres: str) -> None:
    with psycopg.connect(plain(empty_postgres)) as connection:
        connection.execute("CREATE TABLE piece (id int)")


def test_valkey_is_empty_and_keeps_values(empty_valkey: str) -> None:
    with redis.Redis.from_url(empty_valkey) as client:
        assert client.dbsize() == 0
        client.set("fan", "raised")
        assert client.get("fan") == b"raised"


@pytest.mark.browser
def test_chromium_starts(chromium: str) -> None:
    assert "Chrom" in subprocess.check_output([chromium, "--version"], text=True)
