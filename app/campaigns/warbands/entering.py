"""Coming into a campaign with a warband: one act that holds or does not."""

from __future__ import annotations

from typing import Any

from app.campaigns.desk import ANYBODY, Command, Decided, Desk, command
from app.campaigns.ledger.evolve import fold
from app.campaigns.people.members import Join, join
from app.campaigns.rounds.course import replace_desk
from app.campaigns.warbands.deeds import Raise, raise_warband
from app.engine.refusals import Refusal


class Enter(Command, frozen=True, tag="enter"):
    """Somebody wants to play with this warband.  ``entropy``: his figures for the dice of later rounds."""

    name: str
    emblem: int
    hue: int
    roster: Any
    entropy: str = ""


@command(ANYBODY)
def enter(desk: Desk, given: Enter) -> Decided:
    """He is a player of the campaign and leads this warband, or nothing has changed (CPN-PEO-05, CPN-WAR-01)."""
    came = join(desk, Join(entropy=given.entropy))
    if isinstance(came, Refusal):
        return came
    inside = replace_desk(desk, fold(desk.now, came))
    led = raise_warband(inside, Raise(name=given.name, emblem=given.emblem, hue=given.hue, roster=given.roster))
    return led if isinstance(led, Refusal) else [*came, *led]
