"""How much one address may ask for."""

from __future__ import annotations

from pathlib import Path

import pytest
from starlette.testclient import TestClient

from app.accounts.attempts import Shared
from app.settings import Settings
from app.web.app import create_app
from app.web.server.patience import proxies
from app.web.server.security import Pace


def test_too_many_changes_are_refused_in_words_and_looking_is_not(tmp_path: Path) -> None:
    with TestClient(create_app(Settings(data=str(tmp_path), rate="3/minute"))) as client:
        answers = [client.post("/api/v1/games", content=b"{}") for _ in range(5)]
        assert [a.status_code for a in answers] == [422, 422, 422, 429, 429]
        assert "Too many requests" in answers[-1].json()["detail"]
        assert answers[-1].headers["retry-after"] == "60"
        assert client.get("/api/v1/games").status_code == 200


@pytest.mark.servers
@pytest.mark.anyio
async def test_an_address_has_one_pace_at_all_processes(empty_valkey: str) -> None:
    both = [Shared(empty_valkey, patience=2.0) for _ in range(2)]
    one, two = (Pace("3/minute", each) for each in both)
    assert [await pace.allows("10.0.0.1") for pace in (one, two, one, two, one)] == [True] * 3 + [False] * 2
    assert await two.allows("10.0.0.2")
    for each in both:
        await each.close()


@pytest.mark.parametrize(
    ("named", "inside", "outside"),
    [
        ("*", "203.0.113.7", None),
        ("127.0.0.1,10.0.0.5", "10.0.0.5", "10.0.0.6"),
        ("10.0.0.0/8, ::1", "10.9.9.9", "11.0.0.1"),
        ("10.0.0.0/8, ::1", "::1", "2001:db8::1"),
        ("proxy", "proxy", "127.0.0.1"),
    ],
)
def test_whom_the_operator_names_as_a_proxy_is_one(named: str, inside: str, outside: str | None) -> None:
    assert inside in proxies(named)
    assert outside is None or outside not in proxies(named)
