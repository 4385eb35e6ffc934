"""A toy in which one seat is asked while another has the go: each thrust of red may be parried by blue.

Before the first both bid in secret; before the third blue marks a card in secret; ``go`` is always red's, but while
``nobody`` has it.
"""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import structs

from app.engine.asks import Ask, Json
from app.engine.domains import Pick
from app.engine.events import Seat
from app.engine.flow import Game, ask
from app.engine.system import Phase, PhaseId, Setup
from app.engine.views import View
from tests.toy import BLUE, RED, WALK, StageEnded, State, Stepped, Toy, bid

THRUSTS = 4
WAYS = Pick({"parry": None, "dodge": None, "stand": None})
POINTS = {"parry": 0, "dodge": 1, "stand": 2}


async def walk(game: Game[State]) -> None:
    """Red thrusts, blue answers each; the third in secret."""
    for n in range(1, THRUSTS + 1):
        if await ask(Ask(RED, "toy.deed", Pick({"thrust": None, "done": None}), WALK, "done")) == "done":
            break
        way = await ask(Ask(BLUE, "toy.deed", WAYS, WALK, "stand", secret=n == THRUSTS - 1))
        game.emit(Stepped(clause=WALK, seat=RED, steps=POINTS[way]))
    game.emit(StageEnded(clause=WALK, stage="bid", turn=game.state.turn + 1))


class Duel(Toy):
    """The duel as a rule system."""

    key = "duel"
    phases: Mapping[PhaseId, Phase[State]] = {PhaseId("bid"): bid, PhaseId("walk"): walk}

    def begin(self, setup: Setup) -> State:
        stage = "bid" if setup.options.get("bid") else "walk"
        hands: dict[str, int] = {BLUE: 1} if setup.options.get("nobody") else {}
        return State(turns=int(setup.options.get("turns", 1)), stage=stage, hands=hands)

    def go(self, state: State) -> Seat | None:
        return None if state.hands else RED

    def view(self, state: State, viewer: Seat | None) -> View:
        return structs.replace(super().view(structs.replace(state, hands={}), viewer), go=self.go(state))

    def catalogue(self) -> Json:
        return {"scenarios": [{"id": "yard"}], "samples": [{"id": "band"}]}


DUEL = Duel()
