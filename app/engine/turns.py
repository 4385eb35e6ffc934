"""The turn of a battle, where its system counts turns: its state says ``turn``, nought in the set-up."""

from __future__ import annotations


def turn_of(state: object) -> int:
    """The turn that is played; nought before the first, and where none are counted."""
    return int(getattr(state, "turn", 0))


def counts_turns(state: object) -> bool:
    """Whether the system counts turns."""
    return hasattr(state, "turn")


def has_begun(state: object) -> bool:
    """Whether the first turn has come; from the beginning where none are counted."""
    return turn_of(state) > 0 or not counts_turns(state)
