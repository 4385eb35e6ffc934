"""What happens to the ground and on it: weather, light, the river."""

from __future__ import annotations

from app.engine.dice import Faces
from app.engine.modifiers import Line
from app.engine.paths import Path
from app.engine.refusals import Fact
from app.engine.system import Telling
from app.systems.ronin.event import RoninEvent
from app.systems.ronin.state import ModelId, State


class RiverEntered(RoninEvent, frozen=True, kw_only=True, tag="ronin.river-entered"):
    """A model that came into the river rolled a die (RON-TER-07)."""

    model: ModelId
    faces: Faces
    swept: bool

    def tell(self) -> Telling:
        """The die, and whether the current took it."""
        about = f"{self.kind}.{'swept' if self.swept else 'stands'}"
        return Telling(
            about=about, facts={"model": self.model}, faces=(self.faces,), total=sum(self.faces), weight="roll",
            pieces=(self.model,),
        )  # fmt: skip


class Drifted(RoninEvent, frozen=True, kw_only=True, tag="ronin.drifted"):
    """The current swept a model downstream; it is Stunned (RON-TER-07, RON-TER-12)."""

    model: ModelId
    faces: Faces
    path: Path
    length: int
    stunned: int

    def fold(self, state: State) -> State:
        """It lies where the current left it."""
        return state.with_model(self.model, at=self.path[-1], stunned=self.stunned)

    def tell(self) -> Telling:
        """The dice and how far it came."""
        facts: dict[str, Fact] = {"model": self.model, "length": self.length, "stunned": self.stunned}
        return Telling(about=self.kind, facts=facts, faces=(self.faces,), total=sum(self.faces), weight="roll",
                       pieces=(self.model,))  # fmt: skip


class DrowningRolled(RoninEvent, frozen=True, kw_only=True, tag="ronin.drowning-rolled"):
    """A swept model rolled for drowning; from ``needed`` on it is a Critical wound (RON-TER-08)."""

    model: ModelId
    faces: Faces
    lines: tuple[Line, ...]
    total: int
    needed: int

    def tell(self) -> Telling:
        """The die with the weight of the armour."""
        about = f"{self.kind}.{'drowns' if self.total >= self.needed else 'swims'}"
        return Telling(
            about=about, facts={"model": self.model, "total": self.total}, faces=(self.faces,), lines=self.lines,
            total=self.total, needed=self.needed, weight="roll", pieces=(self.model,),
        )  # fmt: skip


class WeatherRolled(RoninEvent, frozen=True, kw_only=True, tag="ronin.weather-rolled"):
    """Whether there is weather, and which: the die that asks, then that of the table (RON-TER-09)."""

    faces: Faces
    weather: str = ""

    def fold(self, state: State) -> State:
        """The weather is known."""
        return state.with_(weather=self.weather)

    def tell(self) -> Telling:
        """The dice and what they brought."""
        about = self.kind if self.weather else f"{self.kind}.none"
        return Telling(about=about, facts=self.facts(), faces=(self.faces,), weight="roll")


class TimeRolled(RoninEvent, frozen=True, kw_only=True, tag="ronin.time-rolled"):
    """Whether it is dusk or night: the die that asks, then that of the table (RON-TER-10)."""

    faces: Faces
    time_of_day: str = ""

    def fold(self, state: State) -> State:
        """The time of day is known."""
        return state.with_(time_of_day=self.time_of_day)

    def tell(self) -> Telling:
        """The dice and what they brought."""
        about = self.kind if self.time_of_day else f"{self.kind}.none"
        return Telling(about=about, facts=self.facts(), faces=(self.faces,), weight="roll")


class FlowRolled(RoninEvent, frozen=True, kw_only=True, tag="ronin.flow-rolled"):
    """Which way the river flows (RON-TER-12, RON-SCN-59)."""

    faces: Faces
    flow: str

    def fold(self, state: State) -> State:
        """The flow is known."""
        return state.with_(flow=self.flow)

    def tell(self) -> Telling:
        """The die and the edge."""
        return Telling(about=self.kind, facts=self.facts(), faces=(self.faces,), weight="roll")
