"""Whether anybody may find a table: that of a campaign's battle follows its campaign."""

from __future__ import annotations

from app.engine.refusals import Refusal
from app.games.drive import Drive
from app.games.mailbox import Mailbox
from app.games.results import GameId, Result

LISTED = "listed"


async def list_as(mailbox: Mailbox, game: GameId, on: bool) -> Result:
    """Anybody may find the table from now on, or only who is let in."""

    async def act(drive: Drive) -> Result | Refusal | None:
        drive.row["options"] = {**(drive.row.get("options") or {}), LISTED: on}
        return None

    return await mailbox.act(game, "seats", act)
