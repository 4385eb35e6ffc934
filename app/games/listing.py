"""What a campaign says of the tables of its battles: whether anybody may find them, and that one is closed."""

from __future__ import annotations

from app.engine.refusals import Refusal
from app.games.drive import Drive
from app.games.mailbox import Mailbox
from app.games.results import Accepted, GameId, Result

LISTED, UNDERWAY = "listed", ("playing", "paused", "held")


async def list_as(mailbox: Mailbox, game: GameId, on: bool) -> Result:
    """Anybody may find the table from now on, or only who is let in."""

    async def act(drive: Drive) -> Result | Refusal | None:
        drive.row["options"] = {**(drive.row.get("options") or {}), LISTED: on}
        return None

    return await mailbox.act(game, "seats", act)


async def call_off(mailbox: Mailbox, game: GameId) -> Result:
    """The table is closed, where a battle that its campaign has decided otherwise stands open, held or not."""

    async def act(drive: Drive) -> Result | Refusal | None:
        if drive.status not in UNDERWAY:
            return Accepted(drive.version)
        drive.close("off", "campaign")
        return None

    return await mailbox.act(game, "events", act)
