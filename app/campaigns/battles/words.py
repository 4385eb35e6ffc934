"""What is said of dates, musters and results."""

from __future__ import annotations

from app.engine.words import N_

SENTENCES: dict[str, str] = {
    "topic.SCH": N_("Dates"),
    "topic.RES": N_("Musters and results"),
}
