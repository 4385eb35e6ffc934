"""Games as one seat may believe them: what it cannot know is drawn anew."""

from __future__ import annotations

from app.engine.events import Seat
from app.engine.luck import Luck
from app.systems.daimyo.scenarios import scenario
from app.systems.daimyo.state import State


def imagine(state: State, seat: Seat, luck: Luck) -> State:
    """A state that agrees with all this seat knows: what a clan leans to, and the order of the cards, drawn anew.

    Neither side knows either of them.
    """
    row = scenario(state).kobayakawa
    if "loyalty" in state.secrets and row:
        state = state.with_(secrets={**state.secrets, "loyalty": luck.choice(row["loyalty"])})
    return shuffled(state, luck) if seat in state.seats else state


def shuffled(state: State, luck: Luck) -> State:
    """The deck in another order."""
    left, deck = list(state.deck), list[str]()
    while left:
        deck.append(left.pop(luck.randrange(0, len(left))))
    return state.with_(deck=tuple(deck))
