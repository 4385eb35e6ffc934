"""A phase that is stored is re-run by the rules of now, from its checkpoint and its tape."""

from __future__ import annotations

from typing import Any

import msgspec

from app.engine.digest import canonical
from app.engine.events import Seat
from app.engine.session import Checkpoint, Session
from app.engine.system import PhaseId, RuleSystem
from app.games.rows import entry_of, is_played
from app.store.db import Row
from app.store.games import Saved

GIVEN = ("table", "rest")


class Diverged(Exception):
    """What is stored no longer fits the rules."""


def inputs_of(tape: list[Row]) -> list[Row]:
    """What of the tape is given to the rules."""
    return [row for row in tape if row["kind"] in ("answer", "throw")]


def rerun(system: RuleSystem[Any], point: Row, tape: list[Row], events: list[Row] | None) -> Session[Any]:
    """The session as it stood after the tape; ``Diverged`` unless it tells the events that are stored, if any are."""
    try:
        state = msgspec.json.decode(point["state"], type=system.state_type)
        inputs = inputs_of(tape)
        given = [i for i, row in enumerate(inputs) if row["by"] in GIVEN]
        start = Checkpoint(PhaseId(point["phase"]), state)
        session = Session(system, start, [entry_of(row) for row in inputs], given)
        for row in tape:
            if row["kind"] == "resign":
                session.emit(system.concede(session.state, Seat(row["seat"])))
    except Exception as error:
        raise Diverged(f"{type(error).__name__}: {error}") from error
    if events is not None and canonical([row["body"] for row in events if is_played(row)]) != canonical(session.events):
        raise Diverged("the rules no longer lead to the events that are stored")
    return session


def before(saved: Saved, seq: int) -> tuple[list[Row], list[Row]]:
    """The tape and the events of what was loaded that stand before a tape entry."""
    return [r for r in saved.tape if r["seq"] < seq], [r for r in saved.events if r["tape_seq"] < seq]


def is_outgrown(system: RuleSystem[Any], saved: Saved, seq: int) -> bool:
    """Whether the phase was begun by other rules, and those of now no longer lead to just before this tape entry."""
    point = saved.checkpoint
    if point is None or point["rules_version"] == system.version:
        return False
    try:
        rerun(system, point, *before(saved, seq))
    except Diverged:
        return True
    return False
