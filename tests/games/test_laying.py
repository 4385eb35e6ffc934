"""What is agreed as a table is laid is written with it: who comments it, whose seats are kept, what it follows."""

from __future__ import annotations

from typing import Any

import pytest

from app.games import challenges, lobby
from app.games.results import Accepted, GameId
from app.store import lobby as rows
from app.store import past, room
from app.talk.service import naming
from tests.games.table import PEOPLE, Host, plain_setup
from tests.games.test_beside import Fault
from tests.games.test_umpire import Bench, judged
from tests.toy import BLUE, RED


class Faulty:
    """A host whose next table is laid and then, just before that is durable, is not."""

    def __init__(self, host: Host) -> None:
        self.broken = True
        run = host.store.run

        def broken(db: Any, *args: Any) -> None:
            assert room.lay(db, *args) is None
            raise Fault

        async def failing(fn: Any, *args: Any, **kw: Any) -> Any:
            return await run(broken if fn is room.lay and self.broken else fn, *args, **kw)

        host.store.run = failing  # type: ignore[method-assign]


@judged
async def test_commentators_and_kept_seats_are_there_with_the_table_or_neither_is(bench: Bench) -> None:
    host = bench.host
    aki, mika, cas = [(await host.games.guests.welcome(name))[0].id for name in ("Aki", "Mika", "Cas")]
    faulty = Faulty(host)
    beside = (naming([cas], "commentator"), challenges.keeping(aki, {BLUE: mika}, "Again?"))

    async def laid() -> Any:
        return await lobby.lay(host.games, "toy", plain_setup(), PEOPLE, {}, aki, "", beside)

    with pytest.raises(Fault):
        await laid()
    assert await host.games.list_games(aki) == ()
    assert await host.store.look(rows.challenges, {"to_id": mika}) == []
    faulty.broken = False
    game = await laid()
    assert await host.games.roles_of(game, cas) == ("commentator",)
    assert [(one.seat, one.note) for one in await challenges.kept_for(host.games, game, mika)] == [(BLUE, "Again?")]
    assert await host.store.look(past.roles_of, game, mika) == []


@judged
async def test_a_rematch_is_laid_with_its_kept_seats_and_as_what_follows_or_not_at_all(bench: Bench) -> None:
    host = bench.host
    game = await host.table()
    red, blue = [await bench.guest_of(game, seat) for seat in (RED, BLUE)]
    assert isinstance(await host.games.resign(game, RED, red), Accepted)
    faulty = Faulty(host)
    with pytest.raises(Fault):
        await challenges.rematch(host.games, game, blue)
    old = await host.store.look(rows.read, game)
    assert old is not None
    assert old["next_id"] is None
    assert await host.store.look(rows.challenges, {"to_id": red}) == []
    faulty.broken = False
    again = await challenges.rematch(host.games, game, blue)
    assert again == challenges.Again(GameId(host.games.guests.id_after(game)), (red,))
    assert [one.seat for one in await challenges.kept_for(host.games, again.game, red)] == [RED]
