"""Looks through the games of a database that are not over: numbers, chain, row, and every input played again.

Only reads; a server may be at work on the same database meanwhile, for each game is read as of one instant.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, cast

import msgspec
import sqlalchemy as sa
from msgspec.structs import replace

from app.engine.digest import START, digest, link
from app.engine.system import Outcome, RuleSystem
from app.games.drive import Drive
from app.games.record import FORMAT, EventLine, Record, SeatLine, TapeLine, lines
from app.games.rows import is_for_all
from app.games.vault import commitment
from app.games.verify import played_again
from app.store import games, past
from app.store.db import Row, transact
from app.store.games import Saved

Systems = Mapping[str, RuleSystem[Any]]
Whole = tuple[Saved, list[Row], list[Row], list[Row]]
"""A game from its last checkpoint; all its tape entries, events and checkpoints."""
COLUMNS = ("kind", "clause", "seen_by")
"""What of an event stands beside its body as well."""


def audited(engine: sa.Engine, systems: Systems) -> Iterator[tuple[str, list[str]]]:
    """Every game that is not over, with its faults in words; none if it is sound."""
    for id in transact(engine, past.not_over):
        try:
            whole = transact(engine, read, id)
            faults = faults_in(whole, systems) if whole else []
        except Exception as error:
            faults = [f"it cannot be read: {type(error).__name__}: {error}"]
        yield id, faults


def read(db: sa.Connection, id: str) -> Whole | None:
    """All of a game, or nothing if it is over by now or gone."""
    saved = games.load(db, id)
    if saved is None or saved.game["status"] == "over":
        return None
    return saved, *games.whole(db, id), past.checkpoints(db, id)


def faults_in(whole: Whole, systems: Systems) -> list[str]:
    """What does not fit together; the rules are only asked about what does."""
    saved, tape, events, points = whole
    system = systems.get(saved.game["system"])
    if system is None:
        return [f"there is no rule system {saved.game['system']!r} here"]
    stored = [*in_numbers(saved.game, tape, events), *in_chain(saved.game, events), *in_points(system, points)]
    return stored or (in_play(system, whole) if points else [])


def in_numbers(row: Row, tape: list[Row], events: list[Row]) -> list[str]:
    """Faults of the numbers of tape and events, and of what the game's row says of them."""
    faults = []
    for what, rows, said in (("tape entry", tape, row["tape_len"]), ("event", events, row["head"])):
        gap = next((n for n, one in enumerate(rows, 1) if one["seq"] != n), 0)
        if gap:
            faults.append(f"{what} {gap} is missing")
        elif len(rows) != said:
            faults.append(f"there are {len(rows)} of {what}, and its row says {said}")
    told = sum(is_for_all(one["body"]) for one in events)
    if not faults and told != row["version"]:
        faults.append(f"all may see {told} events, and its row says {row['version']}")
    return faults


def in_chain(row: Row, events: list[Row]) -> list[str]:
    """Faults of the chain of hashes, from the commitment to what the game's row says."""
    chain, body = START, events[0]["body"] if events else {}
    if body.get("commit") != commitment(bytes.fromhex(row["seed"])):
        return ["its seed is not the one of its first event"]
    for one in events:
        chain = link(chain, one["body"])
        if one["chain"] != chain:
            return [f"the chain breaks at event {one['seq']}: it or one before it was changed"]
        if wrong := [name for name in COLUMNS if one[name] != one["body"][name]]:
            return [f"event {one['seq']} says otherwise of its {wrong[0]} than its row"]
    return [] if chain == row["chain"] else ["the chain does not end as its row says"]


def in_points(system: RuleSystem[Any], points: list[Row]) -> list[str]:
    """Faults of the states that were kept."""
    return [
        f"the state kept at tape entry {one['tape_seq']} was changed" for one in points
        if one["rules_version"] == system.version
        and (not one["state"] or digest(msgspec.json.decode(one["state"], type=system.state_type)) != one["digest"])
    ]  # fmt: skip


def in_play(system: RuleSystem[Any], whole: Whole) -> list[str]:
    """Faults found by playing again: all of it by the same rules, else from the last checkpoint, as a server does."""
    saved, tape, events, points = whole
    try:
        drive = Drive(system, saved.game, saved.seats)
        drive.restore(saved)
    except Exception as error:
        return [f"it cannot be taken up: {error}"]
    if drive.status == "held":
        return [f"it is held: {drive.reason}"]
    if any(one["rules_version"] != system.version for one in points):
        return []
    known: Row = {
        "format": FORMAT, "game": drive.id, "system": system.key, "rules": system.version,
        "setup": saved.game["setup"], "seats": lines(saved.seats, SeatLine), "seed": saved.game["seed"],
        "outcome": {"winner": None, "reason": ""}, "since": drive.dice.since, "tape": lines(tape, TapeLine),
        "events": lines(events, EventLine),
    }  # fmt: skip
    record = msgspec.convert(known, Record)
    return played_again(system, replace(record, outcome=cast(Outcome, None)), system.version)  # it has not ended
