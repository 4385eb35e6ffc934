"""Iai as Gunbai sees it: everything wired together."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from app.engine.asks import Random
from app.engine.events import Seat
from app.engine.system import Phase, PhaseId
from app.engine.told import Told
from app.engine.views import View
from iai_duel.blows.phase import blows
from iai_duel.book import BOOK, c
from iai_duel.cases.staging import IaiStaging
from iai_duel.event import IaiEvent
from iai_duel.page.catalogue import begin, catalogue, refuse_setup
from iai_duel.page.view import go, view
from iai_duel.sentences import SENTENCES, SPANISH
from iai_duel.stances.phase import stances
from iai_duel.state import NEXT, State
from iai_duel.steps.phase import ORDERS, steps
from iai_duel.yard.phase import conceded, initiative


def next_phase(state: State) -> PhaseId | None:
    """The phase to play now; none when the duel is over."""
    return PhaseId(NEXT[state.phase]) if state.outcome is None else None


class Iai(Told[State]):
    """The rule system Iai."""

    key = "iai"
    mark = "M6 28 27 7M25 5l4 4M9 21l4 4M28 28 7 7M9 5 5 9M25 21l-4 4"
    state_type = State
    book, parent = BOOK, IaiEvent
    out_of_turn = c("IAI-YRD-04")
    sentences: Mapping[str, str] = SENTENCES
    translations: Mapping[str, Mapping[str, str]] = {"es": SPANISH}
    staging: Any = IaiStaging()
    phases: Mapping[PhaseId, Phase[State]] = {
        PhaseId("initiative"): initiative, PhaseId("steps"): steps,
        PhaseId("stances"): stances, PhaseId("blows"): blows,
    }  # fmt: skip
    orders = (ORDERS,)
    begin = staticmethod(begin)
    next_phase = staticmethod(next_phase)
    go = staticmethod(go)
    concede = staticmethod(conceded)
    refuse_setup = staticmethod(refuse_setup)
    catalogue = staticmethod(catalogue)

    def view(self, state: State, viewer: Seat | None) -> View:
        """All that this seat may see: the same for all, since nothing on the table is hidden."""
        return view(state)

    def imagine(self, state: State, seat: Seat, luck: Random) -> State:
        """The state itself: between two phases nobody knows anything that the other does not."""
        return state


SYSTEM = Iai()
