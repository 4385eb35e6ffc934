"""A game that is played again, and telling people of what is kept for them."""

from __future__ import annotations

from app.games import challenges
from app.games.results import GameId, GameInfo
from app.games.seats import Guest
from app.web.page import systems
from app.web.page.deps import Site
from app.web.page.errors import Bad
from app.web.page.words import gettext
from app.web.table import refusing


async def tell(here: Site, guest: str, by: str, game: GameId) -> None:
    """Somebody is told, by whatever way they chose, who has challenged them."""
    await here.notices.tell(guest, "challenge", {"name": by}, game)


async def played_again(here: Site, info: GameInfo, who: Guest | None, swap: bool) -> GameId:
    """The game that follows a finished one, the caller seated and the others told; or why there is none."""
    if who is None:
        raise Bad(403, gettext("This seat is not yours."))
    made = await challenges.rematch(here.games, info.id, who.id, swap)
    if isinstance(made, challenges.Again):
        for other in made.told:
            await tell(here, other, who.name, made.game)
        return made.game
    if isinstance(made, tuple):
        system = systems.chosen(here, info.system)
        raise Bad(422, " ".join(refusing.against(system, no, info).text for no in made))
    refusing.went(here, info, made)
    raise Bad(404, gettext("There is no such game."))
