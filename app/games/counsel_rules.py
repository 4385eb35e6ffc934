"""Where counsel may be had: where nobody else plays, and where all people at a table agreed to it."""

from __future__ import annotations

from typing import Literal

from app.engine.asks import AnyAsk, AskAll
from app.engine.judgement import judgement_of
from app.engine.refusals import Refusal, refuse
from app.games import agreed, consent
from app.games import sentences as say
from app.games.drive import Drive

Standing = Literal["", "ask", "free"]
"""Whether counsel may be had: not at all, once all have agreed, or at once."""


def standing(drive: Drive) -> Standing:
    """Whether counsel may be had at a table.

    Never where nobody may measure: how near a veteran judges a thing to be would measure for whoever asks him.
    """
    return otherwise(drive) if may_measure(drive) else ""


def otherwise(drive: Drive) -> Standing:
    """Whether it might be had where players may measure; in a battle of a campaign as the campaign says."""
    seats = list(drive.seats.values())
    if agreed.is_lesson(drive.row):
        return ""
    if agreed.read(drive.row.get("options")).counsel:
        return "free"
    if agreed.is_of_campaign(drive.row):
        return ""
    people = {seat["guest_id"] for seat in seats if consent.is_a_persons(seat)}
    if any(seat["kind"] != "bot" and seat["guest_id"] is None for seat in seats):
        return ""
    return "ask" if len(people) > 1 else "free"


def may_measure(drive: Drive) -> bool:
    """Whether the rules let players measure at any time."""
    return bool(getattr(drive.system, "measures", True))


def refuse_table(drive: Drive) -> Refusal | None:
    """Why no counsel is to be had at a table as it stands."""
    stands, measures = otherwise(drive), may_measure(drive)
    if stands == "free" and measures:
        return None
    why = "never" if not stands else "not-here" if measures else "unmeasured"
    return refuse(f"counsel.{why}", say.COUNSELLED)


def refuse_question(drive: Drive, question: AnyAsk) -> Refusal | None:
    """Why no counsel is to be had for a question.

    None for what one seat alone is asked in secret: that it is asked anything must not be told.
    """
    secret = question.secret and not isinstance(drive.live.waiting, AskAll)
    if secret or judgement_of(drive.system) is None or question.domain.only() is not None:
        return refuse("counsel.never", say.COUNSELLED)
    return refuse_table(drive)
