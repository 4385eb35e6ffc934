"""Why a game that a clock gave up was lost: on time, or by absence, where nobody has given up anything."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Literal

from msgspec.structs import replace

from app.engine.system import Outcome
from app.games.sentences import DREW as AGREED_DRAW
from app.store.db import Row

ABSENT = "engine.lost-absent"
LOST: Mapping[str, str] = {"clock": "engine.lost-on-time", "absence": ABSENT}
"""The sentence of a loss, by whom the tape says that it was given up."""
CALLED_OFF = "engine.called-off"
"""Why a battle ended that its campaign has decided without its table."""
DRAWN = "engine.drawn"
"""Why a battle ended that all at the table agreed to end."""
Closing = Literal["off", "draw"]
CLOSED: Mapping[Closing, Outcome] = {
    "off": Outcome(None, CALLED_OFF, {}), "draw": Outcome(None, DRAWN, {"clause": AGREED_DRAW}),
}  # fmt: skip
"""How a game ends that its rules have not ended, by the word of the tape."""


def as_lost(outcome: Outcome | None, tape: Iterable[Row]) -> Outcome:
    """The outcome of a game that has ended by these inputs."""
    if outcome is None:
        raise RuntimeError("the rules end the game without an outcome")
    last = next((row for row in tape if row["kind"] == "resign" and row["by"] in LOST), None)
    if last is None:
        return outcome
    return replace(outcome, reason=LOST[last["by"]], facts={**outcome.facts, "seat": last["seat"]})
