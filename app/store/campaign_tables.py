"""The tables of shared campaigns: the ledger, and what it comes to.  Of a ledger nothing is ever changed or deleted."""

from __future__ import annotations

import sqlalchemy as sa

from app.store.house_tables import of_guest
from app.store.tables import json, metadata

campaign = sa.Table(
    "campaign",
    metadata,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("system", sa.String(16), nullable=False),
    sa.Column("name", sa.String(60), nullable=False),
    sa.Column("state", sa.String(12), nullable=False, index=True),  # recruiting | running | ended
    sa.Column("public", sa.Boolean, nullable=False),
    sa.Column("seq", sa.Integer, nullable=False),  # entries in its ledger
    sa.Column("chain", sa.String(64), nullable=False),
    json("seeds"),  # of its rounds, by number; secret until a round is closed
    sa.Column("origin", sa.String(32)),  # read from a file: its name there; nothing is added to it
    sa.Column("due_ms", sa.BigInteger),  # when something happens by itself
    sa.Column("created", sa.String(20), nullable=False),
    sa.Column("changed", sa.String(20), nullable=False),
    sa.Column("open", sa.Boolean, nullable=False, server_default=sa.false()),  # anybody may join
    sa.Column("bands", sa.Integer, nullable=False, server_default="0"),  # that fight
)


def of_campaign() -> sa.Column[str]:
    """The first half of the key of everything that belongs to a campaign."""
    return sa.Column("campaign_id", sa.String(32), sa.ForeignKey("campaign.id"), primary_key=True)


campaign_entry = sa.Table(
    "campaign_entry",
    metadata,
    of_campaign(),
    sa.Column("seq", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("kind", sa.String(16), nullable=False),
    sa.Column("warband", sa.String(32), nullable=False),  # empty: of none
    sa.Column("by_id", sa.String(32)),  # who caused it; null: the server
    sa.Column("at_ms", sa.BigInteger, nullable=False),
    json("seen_by"),
    json("body"),  # null: sealed in the file it was read from
    sa.Column("digest", sa.String(64)),
    sa.Column("chain", sa.String(64), nullable=False),
)

campaign_person = sa.Table(
    "campaign_person",
    metadata,
    of_campaign(),
    of_guest(key=True),
    sa.Column("state", sa.String(8), nullable=False),  # invited | in | left
    json("roles"),
    sa.Index("ix_campaign_person_guest_id", "guest_id"),
)

campaign_warband = sa.Table(
    "campaign_warband",  # what the ledger comes to, compared with it at every write
    metadata,
    of_campaign(),
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("version", sa.Integer, nullable=False),
    json("body"),
    sa.Column("digest", sa.String(64), nullable=False),
)

campaign_game = sa.Table(
    "campaign_game",
    metadata,
    of_campaign(),
    sa.Column("fixture", sa.String(32), primary_key=True),
    sa.Column("game_id", sa.String(32), sa.ForeignKey("game.id"), nullable=False, unique=True),
)

campaign_record = sa.Table(
    "campaign_record",  # of battles of a campaign that was read from a file
    metadata,
    of_campaign(),
    sa.Column("fixture", sa.String(32), primary_key=True),
    json("body"),
)

campaign_receipt = sa.Table(
    "campaign_receipt",
    metadata,
    of_campaign(),
    of_guest(key=True),
    sa.Column("command_id", sa.String(64), primary_key=True),
    json("result"),
)
