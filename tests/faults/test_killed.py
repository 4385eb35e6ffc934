"""SIGKILL at any instant, and exactly between the commit and the telling."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable
from random import Random

import pytest

from app.engine.events import Seat
from tests.faults.boards import Board, board
from tests.faults.house import House, run, until
from tests.faults.settling import recorded, settled
from tests.faults.tables import Table, played, table, tables, twin_of

ANSWERS, KILLS, UNDOS = 240, 12, 2


@pytest.mark.slow
@pytest.mark.timeout(400)
def test_no_answer_is_lost_and_none_done_twice(house: House, tried: Callable[[str], None]) -> None:
    tried(run(house, killed(house)))


async def killed(house: House) -> str:
    """All answers were given over many lives of the server; what was tried, in words."""
    await house.start()
    games = await tables(house, 2)
    boards = [(one, name, board(one, name).go()) for one in games[:4] for name in ("red", "")]
    for one, _, page in boards:
        await page.come_to(one.twin.version)
    play = asyncio.gather(*(played(one, ANSWERS // len(games)) for one in games))
    ends = await deaths(house, games, play)
    await play
    await settled(games, boards)
    events = [await recorded(one) for one in games[:4]]
    return counted(games, boards, ends) + f"; {sum(events)} events of {len(events)} records verified"


async def deaths(house: House, games: list[Table], play: asyncio.Future[list[None]]) -> Counter[str]:
    """The server has died so often, in two ways."""
    rng, ends = Random(7), Counter[str]()
    while sum(ends.values()) < KILLS:
        assert not play.done(), "all was said before the last kill"
        if house.lives % 3 == 0:
            ends["between commit and telling"] += 1
            assert await asyncio.to_thread(house.ended) == -9
        else:
            await further(games, rng.randint(1, 24))
            await asyncio.sleep(rng.random() * 0.05)
            ends["at a random instant"] += 1
            house.kill()
        dies = rng.randint(1, 12) if (house.lives + 1) % 3 == 0 else 0
        await house.start(dies=dies)
    return ends


async def further(games: list[Table], answers: int) -> None:
    """So many answers more were acknowledged."""
    mark = acknowledged(games) + answers
    await until(lambda: acknowledged(games) >= mark)


def acknowledged(games: list[Table]) -> int:
    """How many answers were."""
    return sum(len(one.tape) for one in games)


def counted(games: list[Table], boards: list[tuple[Table, str, Board]], ends: Counter[str]) -> str:
    """What was tried, in words."""
    sent = [one for table in games for one in table.journal]
    again = sum(one.tries > 1 for one in sent)
    assert again >= KILLS // 3
    cuts = sum(page.cuts for _, _, page in boards)
    assert cuts >= KILLS
    killed = ", ".join(f"{n} {words}" for words, n in ends.items())
    return f"{len(sent)} answers at {len(games)} tables, kills: {killed}; {again} sent again, {cuts} sockets cut"


def test_an_undo_is_done_once_though_the_server_dies_over_it(house: House, tried: Callable[[str], None]) -> None:
    async def test() -> str:
        await house.start()
        game = await table(house, "ronin", 51)
        for number in range(UNDOS):
            seat = await undoable(game)
            house.kill()
            await house.start(dies=1)
            body = {"seat": seat, "command_id": f"undo-{number}"}
            play = asyncio.ensure_future(game.people[seat].sure("POST", f"{game.path}/undo", body))
            assert await asyncio.to_thread(house.ended) == -9
            await house.start()
            tries, status, said = await play
            assert status == 200, said
            assert tries > 1
            assert game.twin.undo(seat) is None
            game.twin.take()
            assert said["version"] == game.twin.version
            assert game.twin.refuse_undo(seat) is None, "another could have been struck"
        await settled([game])
        return f"{UNDOS} undos that were kept and not told, each sent again"

    tried(run(house, test()))


async def undoable(game: Table) -> Seat:
    """The seat whose last two answers may be taken back."""
    for _ in range(200):
        sent = await game.give()
        if game.twin.refuse_undo(sent.seat) is None:
            trial = twin_of(game.house.file, game.system, game.id)
            if trial.undo(sent.seat) is None and trial.refuse_undo(sent.seat) is None:
                return sent.seat
    raise AssertionError("no two answers may be taken back")
