"""What touches games as well: taking a guest's along, and leaving for good."""

from __future__ import annotations

from app.accounts.people import People
from app.accounts.sentences import no
from app.engine.events import Seat
from app.engine.refusals import Refusal
from app.games.results import GameId
from app.games.service import Games


async def take_along(people: People, games: Games, guest: str, by: str) -> int:
    """How many games of a plain guest are the account's now; its rosters and grounds are too."""
    moved = await people.claim(guest, by)
    for game in moved:
        games.forget(GameId(game))
    return len(moved)


async def leave(people: People, games: Games, id: str, password: str) -> Refusal | None:
    """The account is gone; a bot plays its seats on for the others.  Else why not."""
    if against := await people.proves(id, password):
        return against
    if await people.is_last_host(id):
        return no("role.last")
    for game, seat in await people.seats_in_play(id):
        await games.leave(GameId(game), Seat(seat), id)
    await people.erase(id)
    return None
