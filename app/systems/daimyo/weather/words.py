"""What is said in this room: its events, questions, options and refusals."""

from __future__ import annotations

from app.engine.words import N_

SENTENCES: dict[str, str] = {
    "daimyo.season-rolled": N_("The season: {season:word}."),
    "daimyo.weather-came": N_("The weather: {weather:word}."),
    "topic.WEA": N_("Weather"),
}
