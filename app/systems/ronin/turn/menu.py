"""The menu of a phase, which knows the orders of the other phase."""

from __future__ import annotations

from dataclasses import dataclass

from app.engine.asks import Json
from app.engine.domains import Choice, Menu
from app.engine.refusals import Refusal, refuse
from app.systems.ronin.book import c

ELSEWHERE = c("RON-PRI-11")
MOVES = ("move", "run", "gallop", "ride-by", "withdraw", "flee")
ACTS = ("reload", "loot", "head", "pick-up", "take-over", "mount", "dismount", "rest")
BLOWS = ("attack", "subdue")


@dataclass(frozen=True, slots=True)
class PhaseMenu(Menu):
    """A menu of orders; one that belongs to another phase is refused as such (RON-PRI-11)."""

    def read(self, raw: Json) -> Choice | Refusal:
        """The order and what lies below it, or why it is none of this phase."""
        key = raw.get("pick") if isinstance(raw, dict) else raw
        foreign = (*BLOWS, *(MOVES if "rest" in self.options else ACTS))
        if key in foreign and key not in self.options:
            return refuse("order.other-phase", ELSEWHERE, order=str(key))
        return Menu.read(self, raw)
