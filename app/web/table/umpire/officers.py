"""Who rules on a game and who comments it, as its table agreed when it was laid."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from app.games.results import GameId
from app.games.seats import MAX_NAME, Guest
from app.games.setting_up import Beside
from app.talk.service import naming
from app.web.page.deps import Site
from app.web.page.words import gettext
from app.web.table.umpire.deeds import umpire_of


class Officers(Struct, frozen=True):
    """The accounts that were named; ``unknown``: the first name that is no account's."""

    umpire: Guest | None = None
    commentators: tuple[Guest, ...] = ()
    unknown: str = ""

    @property
    def beside(self) -> Beside:
        """Writes who comments a game, with it."""
        return naming([one.id for one in self.commentators], "commentator")

    @property
    def reason(self) -> str:
        """Why they cannot be named, or nothing."""
        return gettext("There is no account called {name}.").format(name=self.unknown) if self.unknown else ""


async def find(here: Site, agreed: Mapping[str, Any]) -> Officers:
    """Those whose names stand in what a table agrees."""
    umpire, others = agreed.get("umpire"), agreed.get("commentators") or ()
    given = [name for name in (umpire, *others) if isinstance(name, str) and 0 < len(name) <= MAX_NAME]
    known = {name: await here.people.by_handle(name) for name in given}
    found = {name: guest for name, guest in known.items() if guest is not None}
    missing = [name for name in given if name not in found]
    if missing:
        return Officers(unknown=missing[0][:40])
    return Officers(found.get(str(umpire or "")), tuple(found[name] for name in others if name in found))


async def install(here: Site, by: Guest, game: GameId, officers: Officers) -> None:
    """The umpire has his part in the game."""
    if officers.umpire:
        await umpire_of(here).name(game, by, officers.umpire.id, officers.umpire.name)
