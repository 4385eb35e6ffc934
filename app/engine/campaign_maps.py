"""What a rule system gives a campaign that is played on a map: marches, seasons, koku, sieges, who wins."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, Protocol

from msgspec import Struct

from app.engine.asks import Json
from app.engine.campaigns import Band, Step, Throw
from app.engine.refusals import Clause, Refusal

HOUSE: Final = "house"
"""The ``map`` of a campaign that is played on one by the general rules."""


class MapLimits(Struct, frozen=True, kw_only=True):
    """What a campaign asks of its map: least and most provinces, fewest and most houses."""

    least: int
    most: int
    houses: tuple[int, int]


class MapRules(Protocol):
    """A campaign on a map: what its system has as ``map`` besides, else ``HOUSE``; without either it offers none.

    A season is one of the four of a year.
    """

    limits: MapLimits
    income_clause: Clause
    battle_clause: Clause

    def refuse_march(self, band: Band, season: str, road: bool, provinces: int) -> Refusal | None:
        """Why an army cannot march so many provinces, by road all the way or not."""
        ...

    def income(self, season: str, koku: int) -> int:
        """Points that provinces of so many koku bring."""
        ...

    def season(self, band: Band, season: str, throw: Throw) -> Sequence[Step]:
        """What a season brings a warband besides."""
        ...

    def season_options(self, season: str) -> Mapping[str, Any]:
        """What a season brings to the set-up of a battle."""
        ...

    def scenario(self, face: int) -> str:
        """The scenario of a battle by a die of six."""
        ...

    def defends(self, scenario: str) -> int | None:
        """Which of the two sides is the defender's, 0 or 1; ``None`` where the scenario does not say."""
        ...

    def general_rating(self, band: Band) -> int:
        """What is added to the die that decides who defends on a border."""
        ...

    def garrison(self, number: int) -> Json | None:
        """The roster that holds the province of this number while it is nobody's; ``None`` where nobody holds it."""
        ...

    def retreat(self, neighbours: Sequence[str], own: Sequence[str]) -> Sequence[str]:
        """Where a beaten army may go: of the provinces next to it, and of its house's."""
        ...

    def disbanded(self, band: Band) -> Step | None:
        """What becomes of a beaten army that can retreat nowhere, besides that it gathers again."""
        ...

    def besieged(self, level: int, seasons: int, relieved: bool) -> str:
        """What has become of those shut in a castle: ``holds``, ``surrenders`` or ``relieved``."""
        ...

    def winner(self, koku: Mapping[str, int], years: int, capital: Mapping[str, int], agreed: int = 0) -> str:
        """Who has won after so many of the years ``agreed``; empty while nobody has, ``draw`` for nobody.

        ``koku`` and ``capital``: what each house yields, and how many seasons running it has held the capital.
        """
        ...


def shut_in(seasons: int, most: int, relieved: bool) -> str:
    """What has become of those shut in a castle that holds so many seasons at most, and then surrenders."""
    if relieved:
        return "relieved"
    return "holds" if seasons <= most else "surrenders"


def reigning(koku: Mapping[str, int], capital: Mapping[str, int], running: int, ended: bool) -> str:
    """Who has held the capital for so many seasons ``running``; else, where it has ``ended``, who has most koku.

    Empty while nobody has won, ``draw`` where the most koku are shared.
    """
    holder = next((house for house, seasons in capital.items() if seasons >= running), "")
    if holder or not ended:
        return holder
    best = max(koku.values())
    first = [house for house, sum_ in koku.items() if sum_ == best]
    return first[0] if len(first) == 1 else "draw"
