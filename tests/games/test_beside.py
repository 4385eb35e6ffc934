"""What a deed of an umpire or of a player writes beside the game is in the game's own transaction."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from msgspec.structs import replace

from app.games.results import Accepted, Result
from app.store import games as rows
from app.store import past
from tests.games.test_umpire import Bench, judged
from tests.toy import RED


class Fault(Exception):
    """What befalls a commit just before it is durable."""


@judged
async def test_what_a_deed_writes_is_there_with_its_event_or_neither_is(bench: Bench) -> None:
    game = await bench.table()
    red, run, umpire, faulty = await bench.guest_of(game, RED), bench.host.store.run, bench.umpire, [False]

    def broken(db: Any, change: rows.Change) -> None:
        rows.commit(db, change)
        raise Fault

    async def failing(fn: Any, *args: Any, **kw: Any) -> Any:
        return await run(broken if fn is rows.commit and faulty[0] else fn, *args, **kw)

    async def kept() -> tuple[Any, ...]:
        named = await umpire.of_game(game), await umpire.disputes(game), await bench.kinds(game)
        return *named, await bench.host.store.look(past.roles_of, game, bench.owner.id)

    bench.host.store.run = failing  # type: ignore[method-assign]
    bench.owner = replace(bench.uma, id=(await bench.host.games.guests.welcome("Owner"))[0].id, role="host")
    deeds: list[Callable[[], Awaitable[Result]]] = [
        lambda: umpire.dispute(game, RED, red, "Does it see?"),
        lambda: umpire.rule(game, bench.uma, 1, "Yes."),
        lambda: umpire.look(game, bench.owner),
        lambda: umpire.dismiss(game, bench.owner, bench.uma.id),
    ]
    for deed in deeds:
        before, faulty[0] = await kept(), True
        with pytest.raises(Fault):
            await deed()
        assert await kept() == before
        faulty[0] = False
        assert isinstance(await deed(), Accepted)
        after = await kept()
        assert len(after[2]) == len(before[2]) + 1
        assert after[:2] + after[3:] != before[:2] + before[3:]
    asked = next(e for e in await bench.host.games.events(game, None) if e.kind == "engine.disputed")
    assert asked.telling
    assert asked.telling.facts["dispute"] == (await umpire.disputes(game))[0].id
