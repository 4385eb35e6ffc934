"""Records, exported campaigns and the open games of a database are checked; the terminal says each fault."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec

from app import systems
from app.bootstrap.words import Stop
from app.campaigns.ledger.verifying import verify as campaign_faults
from app.games.auditing import audited
from app.games.verify import verify as faults_of
from app.store import StorageBusy, schema
from app.store.db import looking_engine, transact


def check_files(names: Sequence[str]) -> int:
    """How many of these files are not sound."""
    return sum(bool(check_file(name)) for name in names)


def check_file(name: str) -> Sequence[Any]:
    """The faults of a file, which have been told."""
    try:
        raw = Path(name).read_bytes()
        record = msgspec.json.decode(raw)
    except (OSError, msgspec.DecodeError) as error:
        raise Stop(f"{name} cannot be read: {error}") from error
    is_campaign = isinstance(record, dict) and "entries" in record and "campaign" in record
    faults = campaign_faults(raw, systems.SYSTEMS) if is_campaign else faults_of(record, systems.SYSTEMS)
    sys.stdout.write("".join(f"{name}: {fault}\n" for fault in faults) or f"{name}: sound\n")
    return faults


def check_open(database: str) -> int:
    """How many of the database's games that are not over are not sound; each fault has been told, and the counts."""
    count = bad = 0
    try:
        engine = looking_engine(database)
        if (found := transact(engine, schema.revision)) != schema.newest():
            raise Stop(f"The database is of another version of Gunbai (its schema is {found or 'none'}).")
    except (FileNotFoundError, StorageBusy) as error:
        raise Stop(str(error)) from error
    for id, faults in audited(engine, {system.key: system for system in systems.SYSTEMS}):
        count, bad = count + 1, bad + bool(faults)
        sys.stdout.write("".join(f"{id}: {fault}\n" for fault in faults))
    engine.dispose()
    sys.stdout.write(f"{count} open games, {bad} of them not sound\n")
    return bad
