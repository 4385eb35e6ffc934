"""Volleys and the dice of their stands (FIR)."""

from __future__ import annotations

from msgspec.structs import replace

from app.engine.dice import Faces
from app.engine.modifiers import Line
from app.engine.system import Telling
from app.systems.daimyo.event import DaimyoEvent
from app.systems.daimyo.state import State, Unit, UnitId


class VolleyFired(DaimyoEvent, frozen=True, kw_only=True, tag="daimyo.volley-fired"):
    """Stands of a unit fire; all but the dice is known.  ``how``: own or defensive (DAI-FIR-04).

    ``fired``: all stands that have fired this turn, those of this volley among them, numbered from 0.
    ``pursuing_until``: the last turn in which it counts as pursuing; fire of its own ends that (DAI-MOR-27).
    """

    unit: UnitId
    how: str
    shooters: int
    fired: tuple[int, ...]
    targets: tuple[UnitId, ...]
    pursuing_until: int
    first: bool

    def fold(self, state: State) -> State:
        """They have fired, its first volley is spent, and the targets were shot at."""
        state = state.with_unit(self.unit, fired=self.fired, first_volley_spent=True,
                                pursuing_until=self.pursuing_until)  # fmt: skip
        struck: dict[str, Unit] = {id: replace(state.units[id], shot_at=True) for id in self.targets}
        return state.with_(units={**state.units, **struck})

    def tell(self) -> Telling:
        """Who fires at whom with how many stands."""
        facts = {**self.facts(), "target": self.targets[0], "targets": len(self.targets)}
        about = f"{self.kind}.{self.how}{'' if len(self.targets) == 1 else '-many'}"
        return Telling(about=about, facts=facts, weight="roll", pieces=(self.unit, *self.targets))


class StandFired(DaimyoEvent, frozen=True, kw_only=True, tag="daimyo.stand-fired"):
    """The two dice of one stand; ``stand`` is numbered from 0, ``distance`` in 1/100 mm (DAI-FIR-02)."""

    unit: UnitId
    stand: int
    target: UnitId
    distance: int
    band: str
    faces: Faces
    lines: tuple[Line, ...]
    total: int
    needed: int
    hit: bool

    def tell(self) -> Telling:
        """The dice with all that was added, and whether they hit."""
        about = f"{self.kind}.{'hit' if self.hit else 'missed'}"
        number = self.stand + 1
        return Telling(
            about=about, facts={**self.facts(), "number": number}, faces=(self.faces,), lines=self.lines,
            total=self.total, needed=self.needed, weight="die", pieces=(f"{self.unit}-{number}", self.target),
        )  # fmt: skip


class FireHeld(DaimyoEvent, frozen=True, kw_only=True, tag="daimyo.fire-held"):
    """A charged unit that could have fired did not (DAI-FIR-03)."""

    unit: UnitId

    def tell(self) -> Telling:
        """Which unit."""
        return Telling(about=self.kind, facts=self.facts(), weight="idle", pieces=(self.unit,))
