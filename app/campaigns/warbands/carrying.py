"""What a command brings into a campaign that may carry profiles of a host's own: rosters and corrections.

A warband of another campaign of this server comes with what it has: that was looked at when it began.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from app.campaigns.desk import Command
from app.campaigns.ledger.rulings import Correct
from app.campaigns.warbands.deeds import Raise
from app.campaigns.warbands.entering import Enter
from app.engine.asks import Json


def brought_by(given: Command) -> Iterator[Json]:
    """All of it; once it has come in it is of the campaign, whatever the host removes later."""
    if isinstance(given, Raise | Enter):
        yield given.roster
    elif isinstance(given, Correct):
        yield msgspec.to_builtins(given.deltas)
