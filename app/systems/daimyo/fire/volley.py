"""The answer that gives stands their targets, and all that a volley would be, shown before its dice (FIR)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from msgspec.structs import replace

from app.engine.allots import Allot, Item
from app.engine.asks import Json
from app.engine.refusals import Fact, Refusal
from app.engine.views import Preview
from app.systems.daimyo.fire.rules import Sought, refuse_target, search, shots, stand_id
from app.systems.daimyo.page.looks.volley import look
from app.systems.daimyo.state import State, Unit


@dataclass(frozen=True, slots=True, kw_only=True)
class Volley(Allot):
    """A target for each stand that fires; nothing given: the nearest.  The preview is the whole but for its dice."""

    state: State
    unit: Unit
    how: str

    def read(self, raw: Json) -> dict[str, str] | Refusal:
        """The targets by stand; an enemy that a stand may not fire at is refused by its clause (DAI-FIR-07)."""
        given = {} if raw is None else raw
        known = given.items() if isinstance(given, dict) else ()
        for key, wanted in known:
            if (no := self._refuse(key, wanted)) is not None:
                return no
        return Allot.read(self, given)

    def _refuse(self, key: object, wanted: object) -> Refusal | None:
        """Why a stand may not fire at this enemy."""
        if not isinstance(key, str) or not isinstance(wanted, str):
            return None
        foe = next((u for u in self.state.enemies_of(self.unit.seat) if u.id == wanted), None)
        if key not in self.items or foe is None or wanted in self.items[key].values:
            return None
        return refuse_target(self.state, self.unit, file_of(self.state, self.unit, self.how, key), foe, self.how)

    def preview(self, answer: Mapping[str, str]) -> Preview:
        """Stands, ranges, every factor, lanes."""
        return replace(look(self.state, self.unit, self.how, answer), no=self.refuse(answer))


def file_of(state: State, unit: Unit, how: str, key: str) -> Sought:
    """What the file of a stand found."""
    return next(s for s in search(state, unit, how) if key in [stand_id(unit, n) for n in s.file.stands])


def volley_of(state: State, unit: Unit, how: str) -> Volley:
    """The stands of a unit that may fire, each with the enemies it may fire at (DAI-FIR-22, DAI-FIR-28)."""
    items: dict[str, Item] = {}
    sure: dict[str, str] = {}
    for shot in shots(state, unit, how):
        key = stand_id(unit, shot.stand)
        values = tuple(str(aim.target.id) for aim in file_of(state, unit, how, key).aims)
        facts: dict[str, Fact] = {"unit": unit.id, "number": shot.stand + 1}
        items[key] = Item(values, "fire.stand", facts, piece=key)
        sure[key] = str(shot.target)
    return Volley(items, sure, state=state, unit=unit, how=how)
