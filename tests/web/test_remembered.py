"""What is remembered of those who look on has bounds, beyond which nobody else is worse off."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from random import Random

import pytest

from app.live.connections import Audience
from app.web.table import seen as tables
from app.web.table.line import messages
from app.web.table.line.messages import Messages
from tests.web.test_messages import answered, opened, seated


def test_beyond_the_bound_newcomers_are_told_the_whole_and_nobody_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(messages, "REMEMBERED", 2)

    async def run() -> dict[str, list[bool]]:
        rng, whole = Random(4), dict[str, list[bool]]()
        async with opened(tmp_path) as games:
            game, seats = await seated(games, "ronin", rng)
            made, audiences = Messages(games), [*(Audience(seat, "en") for seat in seats), Audience(None, "en")]
            for _ in range(4):
                info = await games.info(game)
                since = info.version if info else 0
                for audience in audiences:
                    text = await made.render(game, audience, since, None)
                    whole.setdefault(audience.seat or "", []).append(json.loads(text or "").get("whole", False))
                assert await answered(games, game, rng)
            made.forget(game, audiences[0])
            await made.render(game, audiences[2], since, None)
            await made.render(game, audiences[2], since, None)
            assert {key[1] for key in made.last} == {*audiences[1:]}
            return whole

    assert [*asyncio.run(run()).values()] == [[True, False, False, False]] * 2 + [[True] * 4]


def test_how_a_table_was_drawn_is_kept_while_somebody_has_it_open_and_for_so_many_tables(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(messages, "MOST_DRAWN", 2)
    monkeypatch.setattr(tables, "MOST_LOOKED", 2)
    tables.LOOKED.clear()

    async def run() -> None:
        rng = Random(5)
        async with opened(tmp_path) as games:
            made = Messages(games)
            laid = [(await seated(games, "ronin", rng))[0] for _ in range(3)]
            for game in laid:
                for language in ("en", "es"):
                    await made.render(game, Audience(None, language), 0, None)
            assert [*made.drawings] == [*tables.LOOKED] == laid[1:]
            assert all([*of] == ["en", "es"] for of in made.drawings.values())
            made.close(laid[1])
            assert [*made.drawings] == [*tables.LOOKED] == laid[2:]

    asyncio.run(run())
