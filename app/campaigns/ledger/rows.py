"""Between what a campaign is and what the store holds of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

import msgspec
from msgspec.structs import FieldInfo, fields, replace

from app.campaigns.ledger.events import Entry, Happened
from app.campaigns.ledger.evolve import fold
from app.campaigns.map.newcomers import refuse_newcomer
from app.campaigns.model import Campaign, CampaignId, Warband
from app.engine.digest import START, digest, link
from app.engine.refusals import Clause
from app.games.rows import plain
from app.games.seats import now as stamp
from app.store.campaigns import Posting
from app.store.db import Row

_READS = Happened


def entry_of(row: Row) -> Entry:
    """A stored entry."""
    return read_entry(row["body"])


def read_entry(body: Any) -> Entry:
    """An entry from JSON; ``msgspec.ValidationError`` if it is none."""
    read: Entry = msgspec.convert(body, _READS)
    return read


def linked(chain: str, row: Mapping[str, Any]) -> str:
    """The next link of the chain of a ledger: over what everybody may know of an entry, and the digest of what it says.

    So a sealed entry is part of the chain before anybody may read it.
    """
    head = {key: row[key] for key in ("seq", "kind", "warband", "by_id", "at_ms", "seen_by")}
    return link(chain, {**head, "body": digest(row["body"])})


def opened(id: CampaignId) -> Row:
    """The row of a campaign with no entry yet."""
    at = stamp()
    return {
        "id": id, "system": "", "name": "", "state": "recruiting", "public": False, "seq": 0, "chain": START,
        "seeds": {}, "origin": None, "due_ms": None, "created": at, "changed": at,
    }  # fmt: skip


def warband_row(campaign: str, one: Warband) -> Row:
    """What the ledger comes to for a warband."""
    body = plain(settled(one))
    return {"campaign_id": campaign, "id": one.id, "version": one.version, "body": body, "digest": digest(body)}


def settled(value: Any) -> Any:
    """The same, written in one way only: msgspec leaves a field out if it is the default, not if it equals it."""
    if isinstance(value, msgspec.Struct):
        now = ((field, getattr(value, field.name)) for field in fields_of(type(value)))
        return replace(value, **{f.name: f.default if is_default(f, old) else settled(old) for f, old in now})
    if isinstance(value, dict):
        return {key: settled(one) for key, one in value.items()}
    return tuple(settled(one) for one in value) if isinstance(value, tuple) else value


@cache
def fields_of(kind: type[msgspec.Struct]) -> tuple[FieldInfo, ...]:
    """The fields of a struct."""
    return fields(kind)


def is_default(field: FieldInfo, value: Any) -> bool:
    """Whether a field holds what it holds if nobody says anything."""
    return field.default is not msgspec.NODEFAULT and type(value) is type(field.default) and value == field.default


def posting_of(
    before: Campaign, row: Row, entries: Sequence[Entry], by: str, at: int, seeds: Mapping[str, str], due: int | None
) -> Posting:
    """All rows that these entries add to a ledger that stood at ``before``."""
    after, chain, rows = fold(before, entries), str(row["chain"]), []
    for seq, entry in enumerate(entries, before.seq + 1):
        body = plain(entry)
        made = {
            "campaign_id": before.id, "seq": seq, "kind": body["kind"], "warband": body.get("warband", ""),
            "by_id": by or None, "at_ms": at, "seen_by": body.get("seen_by"), "body": body, "digest": None,
        }  # fmt: skip
        chain = linked(chain, made)
        rows.append({**made, "chain": chain})
    values = {
        "name": after.name, "state": after.state, "public": after.settings.public, "seq": after.seq, "chain": chain,
        "seeds": dict(seeds), "due_ms": due, "changed": stamp(), "open": takes(after), "bands": len(after.active()),
    }  # fmt: skip
    return Posting(
        before.id, before.seq, values, rows, people=people(before, after), warbands=warbands(before, after),
        before={one.id: str(warband_row(before.id, one)["digest"]) for one in before.warbands.values()},
    )  # fmt: skip


def takes(now: Campaign) -> bool:
    """Whether anybody with an account may join."""
    free = now.state == "recruiting" or (now.state == "running" and refuse_newcomer(now, Clause("")) is None)
    return now.settings.open and free


def people(before: Campaign, after: Campaign) -> list[Row]:
    """The rows of those who are in it otherwise than before."""
    return [
        {"campaign_id": after.id, "guest_id": one.guest, "state": one.state, "roles": list(one.roles)}
        for one in after.players.values()
        if one != before.players.get(one.guest)
    ]


def warbands(before: Campaign, after: Campaign) -> list[Row]:
    """The rows of the warbands that have changed."""
    return [warband_row(after.id, one) for one in after.warbands.values() if one != before.warbands.get(one.id)]
