"""The system as Gunbai sees it: everything wired together."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from app.engine.asks import Random
from app.engine.events import Seat
from app.engine.system import Phase, PhaseId
from app.engine.told import Told
from app.engine.views import View
from blank_game.book import BOOK, c
from blank_game.cases.staging import BlankStaging
from blank_game.event import BlankEvent
from blank_game.page.catalogue import begin, catalogue, refuse_setup
from blank_game.page.view import view
from blank_game.sentences import SENTENCES, SPANISH
from blank_game.state import State
from blank_game.turn.phase import conceded, turn


class Blank(Told[State]):
    """The rule system."""

    key = "blank"
    state_type = State
    book, parent = BOOK, BlankEvent
    out_of_turn = c("BLA-TRN-01")
    sentences: Mapping[str, str] = SENTENCES
    translations: Mapping[str, Mapping[str, str]] = {"es": SPANISH}
    staging: Any = BlankStaging()
    phases: Mapping[PhaseId, Phase[State]] = {PhaseId("turn"): turn}
    begin = staticmethod(begin)
    concede = staticmethod(conceded)
    refuse_setup = staticmethod(refuse_setup)
    catalogue = staticmethod(catalogue)

    def next_phase(self, state: State) -> PhaseId | None:
        """One turn after another, until there is an outcome."""
        return PhaseId("turn") if state.outcome is None else None

    def go(self, state: State) -> Seat | None:
        """Nobody has the go: both play in each turn."""
        return None

    def view(self, state: State, viewer: Seat | None) -> View:
        """All that this seat may see: the same for all."""
        return view(state)

    def imagine(self, state: State, seat: Seat, luck: Random) -> State:
        """The state itself: nothing is hidden."""
        return state


SYSTEM = Blank()
