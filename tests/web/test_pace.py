"""How much one address may ask for."""

from __future__ import annotations

from pathlib import Path

from starlette.testclient import TestClient

from app.settings import Settings
from app.web.app import create_app


def test_too_many_changes_are_refused_in_words_and_looking_is_not(tmp_path: Path) -> None:
    with TestClient(create_app(Settings(data=str(tmp_path), rate="3/minute"))) as client:
        answers = [client.post("/api/v1/games", content=b"{}") for _ in range(5)]
        assert [a.status_code for a in answers] == [422, 422, 422, 429, 429]
        assert "Too many requests" in answers[-1].json()["detail"]
        assert client.get("/api/v1/games").status_code == 200
