"""Where counsel may be had: where nobody else plays, and where all people at a table agreed to it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from app.engine.asks import AnyAsk, AskAll
from app.engine.judgement import judgement_of
from app.games import agreed, consent
from app.games.drive import Drive
from app.store.db import Row

Standing = Literal["", "ask", "free"]
"""Whether counsel may be had: not at all, once all have agreed, or at once."""


def standing(row: Row, seats: Sequence[Row]) -> Standing:
    """Whether counsel may be had at a table."""
    if agreed.is_lesson(row) or agreed.is_of_campaign(row):
        return ""
    if agreed.read(row.get("options")).counsel:
        return "free"
    people = {seat["guest_id"] for seat in seats if consent.is_a_persons(seat)}
    if any(seat["kind"] != "bot" and seat["guest_id"] is None for seat in seats):
        return ""
    return "ask" if len(people) > 1 else "free"


def is_to_be_had(drive: Drive, question: AnyAsk) -> bool:
    """Whether this question is one that counsel may be had for.

    None for what one seat alone is asked in secret: that it is asked anything must not be told.
    """
    secret = question.secret and not isinstance(drive.live.waiting, AskAll)
    able = judgement_of(drive.system) is not None and question.domain.only() is None
    return able and not secret and standing(drive.row, list(drive.seats.values())) == "free"
