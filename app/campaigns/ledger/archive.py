"""Campaigns that were read from a file: kept to be looked at, never gone on with (CPN-EXP-02)."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from app.campaigns.ledger.evolve import evolve
from app.campaigns.ledger.exporting import Import
from app.campaigns.ledger.rows import entry_of, opened
from app.campaigns.model import Campaign, CampaignId
from app.store.db import Row


def archived(row: Row, rows: Sequence[Row]) -> Campaign:
    """A campaign that was read from a file, as far as its entries are open."""
    now = Campaign(id=CampaignId(row["origin"]))
    for one in rows:
        now = replace(now, seq=now.seq + 1) if one["body"] is None else evolve(now, entry_of(one))
    return replace(now, id=CampaignId(row["id"]), archive=True)


def brought(id: CampaignId, made: Import) -> Row:
    """The row of a campaign that was read from a file."""
    now, file = made.now, made.export
    return {
        **opened(id), "system": now.system, "name": now.name, "state": now.state, "seq": now.seq, "chain": file.chain,
        "origin": file.campaign[:32],
    }  # fmt: skip
