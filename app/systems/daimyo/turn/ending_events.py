"""What happens at the end of a turn and of the game."""

from __future__ import annotations

from msgspec.structs import replace

from app.engine.system import Telling
from app.systems.daimyo.event import DaimyoEvent
from app.systems.daimyo.state import State

TURN_FLAGS: dict[str, object] = {
    "activated": False, "ordered": False, "obedience": "", "moved": False, "charged": False, "charged_into": (),
    "charges": (), "tested": (), "fired": (), "fought": (), "shot_at": False, "hit_by_fire": False,
    "melee_this_turn": False, "lost_this_turn": 0, "passed_through": False, "legs": (), "tested_at_end": False,
    "idle_activation": False, "rallied": False,
}  # fmt: skip
"""What holds of a unit for one turn only (DAI-END-04)."""


class TurnEnded(DaimyoEvent, frozen=True, kw_only=True, tag="daimyo.turn-ended"):
    """A turn is over; what held for the turn alone is gone (DAI-END-04)."""

    turn: int

    def fold(self, state: State) -> State:
        """Every flag of the turn is off, for units, leaders, clans and sides."""
        units = {id: replace(u, **TURN_FLAGS) for id, u in state.units.items()}
        leaders = {id: replace(m, activated=False, moved=False, ran_with=()) for id, m in state.leaders.items()}
        clans = {id: replace(clan, tried=False, holding=False) for id, clan in state.clans.items()}
        sides = tuple(replace(side, killed=()) for side in state.sides)
        return state.with_(units=units, leaders=leaders, clans=clans, sides=sides, active="")

    def tell(self) -> Telling:
        """A quiet line."""
        return Telling(about=self.kind, facts={"turn": self.turn}, weight="quiet")
