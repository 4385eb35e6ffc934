"""The season and the weather of a turn."""

from __future__ import annotations

from app.engine.dice import Faces
from app.engine.modifiers import Line
from app.engine.system import Telling
from app.systems.daimyo.event import DaimyoEvent
from app.systems.daimyo.state import State


class SeasonRolled(DaimyoEvent, frozen=True, kw_only=True, tag="daimyo.season-rolled"):
    """The season of the battle (DAI-WEA-02); ``face`` 0: given, not rolled."""

    face: int
    season: str

    def fold(self, state: State) -> State:
        """It is that season."""
        return state.with_(season=self.season)

    def tell(self) -> Telling:
        """The die and the season."""
        faces: tuple[Faces, ...] = ((self.face,),) if self.face else ()
        return Telling(about=self.kind, facts={"season": self.season}, faces=faces, weight="roll")


class WeatherCame(DaimyoEvent, frozen=True, kw_only=True, tag="daimyo.weather-came"):
    """The weather of this turn (DAI-WEA-03, DAI-WEA-04); no faces: the scenario fixes it (DAI-WEA-10)."""

    faces: Faces
    lines: tuple[Line, ...]
    total: int
    weather: str

    def fold(self, state: State) -> State:
        """It is that weather."""
        return state.with_(weather=self.weather)

    def tell(self) -> Telling:
        """The dice and the weather."""
        dice = (self.faces,) if self.faces else ()
        return Telling(about=self.kind, facts={"weather": self.weather}, faces=dice, lines=self.lines,
                       total=self.total if self.faces else None, weight="roll")  # fmt: skip
