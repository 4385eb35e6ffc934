"""Games as one seat may believe them: what it cannot know is drawn anew."""

from __future__ import annotations

from app.engine.events import Seat
from app.engine.luck import Luck
from app.systems.daimyo.scenarios.figures import scenario
from app.systems.daimyo.state import State


def imagine(state: State, seat: Seat, luck: Luck) -> State:
    """A state that agrees with all that a player knows: what an undecided clan leans to is drawn anew.

    Neither side knows it.  The cards have no order before they are drawn.
    """
    row = scenario(state).kobayakawa
    if seat not in state.seats or "loyalty" not in state.secrets or not row:
        return state
    return state.with_(secrets={**state.secrets, "loyalty": luck.choice(row["loyalty"])})
