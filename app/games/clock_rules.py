"""What a table agrees about time: to answer out of turn, to think, and what follows when a clock is at zero."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, NamedTuple

from app.engine.refusals import Refusal, refuse
from app.games import sentences as say
from app.games.agreed import Zero, read
from app.games.drive import Drive

OPTION, AWAY = "answer_seconds", "stand_in_seconds"
LEAST, MOST, LONGEST = 15, 600, 3_600
MINUTES, INCREMENT, HOURS = 180, 300, 336
Kind = Literal["live", "letter"]
KINDS, ZEROS = ("none", "live", "letter"), ("default", "bot", "forfeit")
FIELDS = {"none": {"kind"}, "live": {"kind", "minutes", "increment"}, "letter": {"kind", "hours"}}


class Terms(NamedTuple):
    """The clock of a table: ``bank_ms`` for the whole game (live), or for each wait (letter)."""

    kind: Kind
    bank_ms: int
    increment_ms: int
    zero: Zero


def refuse_seconds(options: Mapping[str, Any]) -> tuple[Refusal, ...]:
    """What stands against a table's time to answer, and that after which a comrade may answer for somebody."""
    seconds, away = options.get(OPTION, 0), options.get(AWAY, 0)
    late = () if is_within(away, 0, LONGEST) else (refuse("lead.seconds", say.LED, most=LONGEST, got=str(away)[:40]),)
    if is_within(seconds, LEAST, MOST) or (type(seconds) is int and seconds == 0):
        return late
    return (refuse("table.answer-seconds", say.TIME, least=LEAST, most=MOST, got=str(seconds)[:40]), *late)


def refuse_clock(options: Mapping[str, Any]) -> tuple[Refusal, ...]:
    """All that stands against a table's clock and what follows when it is at zero."""
    zero = options.get("zero") or ZEROS[0]
    wrong = () if zero in ZEROS else (refuse("clock.zero", say.ZERO, got=str(zero)[:40]),)
    clock = options.get("clock")
    return wrong if clock is None else (*refuse_kind(clock), *wrong)


def refuse_kind(clock: Any) -> tuple[Refusal, ...]:
    """What stands against the clock itself."""
    kind = clock.get("kind") if isinstance(clock, Mapping) else clock
    if not isinstance(clock, Mapping) or kind not in KINDS:
        return (refuse("clock.kind", say.CLOCK, got=str(kind)[:40]),)
    if unknown := sorted(map(str, set(clock) - FIELDS[kind])):
        return (refuse("clock.field", say.CLOCK, got=unknown[0][:40]),)
    limits = {"minutes": (1, MINUTES), "increment": (0, INCREMENT), "hours": (1, HOURS)}
    given = {"increment": 0, **clock}
    return tuple(
        refuse(f"clock.{name}", say.CLOCK, least=limits[name][0], most=limits[name][1], got=str(given.get(name))[:40])
        for name in ("minutes", "increment", "hours")
        if name in FIELDS[kind] and not is_within(given.get(name), *limits[name])
    )


def is_within(given: Any, least: int, most: int) -> bool:
    """Whether this is a whole number within its limits; ``True`` is none."""
    return type(given) is int and least <= given <= most


def seconds_of(drive: Drive) -> int:
    """How long a seat of this table has to answer out of turn; nought: as long as it likes."""
    return read(drive.row.get("options")).answer_seconds


def terms_of(drive: Drive) -> Terms | None:
    """The clock of this table, or none."""
    agreed = read(drive.row.get("options"))
    clock, zero = agreed.clock, agreed.zero
    if clock.kind == "live":
        return Terms("live", clock.minutes * 60_000, clock.increment * 1000, zero)
    return Terms("letter", clock.hours * 3_600_000, 0, zero) if clock.kind == "letter" else None
