"""Games as one seat may believe them: what it cannot know is drawn anew."""

from __future__ import annotations

from app.engine.events import Seat
from app.engine.luck import Luck
from app.systems.celtos.scenarios.figures import scenario, seat_of
from app.systems.celtos.state import State


def imagine(state: State, seat: Seat, luck: Luck) -> State:
    """A state that agrees with all this seat knows: the ambusher's edges drawn anew until they are shown."""
    hidden, said = state.zones.get("assigned"), scenario(state).hidden
    if not hidden or not said or state.zones.get("shown") or seat == seat_of(state, said["role"]):
        return state
    return state.with_(zones={**state.zones, "assigned": {unit: luck.choice(said["edges"]) for unit in hidden}})
