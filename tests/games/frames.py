"""What happens at a hosted toy again and again, and what its log and its tape say of it."""

from __future__ import annotations

from app.engine.asks import Json
from app.engine.events import Seat
from app.games.results import Accepted, GameId
from app.store import games
from tests.games.table import Host
from tests.toy import BLUE, RED


async def gambles(host: Host, game: GameId) -> list[list[int]]:
    """The dice of every gamble, struck or not, in order."""
    return [list(e.body["faces"]) for e in await host.games.events(game, None) if e.kind == "toy.gambled"]


async def kinds(host: Host, game: GameId) -> list[str]:
    """What the log says of the table itself."""
    return [e.kind for e in await host.games.events(game, None) if e.kind.startswith("engine.")]


async def took_back(host: Host, game: GameId, seat: Seat = RED, other: Seat = BLUE) -> None:
    """The seat's last answer is taken back; the other agrees."""
    assert isinstance(await host.games.takeback_ask(game, seat), Accepted)
    assert isinstance(await host.games.takeback_answer(game, other, True), Accepted)
    host.games.forget(game)


async def held(host: Host, game: GameId, seat: Seat) -> str:
    """Who holds a seat."""
    info = await host.games.info(game)
    assert info
    return next(str(s.guest) for s in info.seats if s.seat == seat)


async def said(host: Host, game: GameId, *answers: Json) -> None:
    """Red has answered so."""
    for raw in answers:
        assert isinstance(await host.say(game, RED, raw), Accepted)


async def drawn(host: Host, game: GameId, why: str) -> list[int]:
    """The numbers of all throws of this kind, struck or not, in order."""
    tape, _ = await host.store.look(games.whole, game)
    return [row["body"]["draw"] for row in tape if row["kind"] == "throw" and row["body"]["why"] == why]


async def ended(host: Host, game: GameId) -> None:
    """Both do as little as they can until the game is over."""

    for _ in range(100):
        for seat, bid in ((RED, "1"), (BLUE, "2")):
            asked = await host.asked(game, seat)
            if asked:
                raw = bid if asked.secret else "done"
                assert isinstance(await host.say(game, seat, raw), Accepted)
