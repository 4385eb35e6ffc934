"""A list of campaigns says how many play in each, and which are open to join."""

import sqlalchemy as sa
from alembic import op

revision, down_revision = "0020", "0019"
branch_labels = depends_on = None

campaign = sa.table("campaign", *(sa.column(name) for name in ("id", "state", "open", "bands")))
entry = sa.table("campaign_entry", *map(sa.column, ("campaign_id", "seq", "kind")), sa.column("body", sa.JSON))
warband = sa.table("campaign_warband", sa.column("campaign_id"), sa.column("body", sa.JSON))
SETS = ("founded", "changed")


def upgrade() -> None:
    op.add_column("campaign", sa.Column("open", sa.Boolean(), nullable=False, server_default=sa.false()))
    op.add_column("campaign", sa.Column("bands", sa.Integer(), nullable=False, server_default="0"))
    db = op.get_bind()
    for id, state in db.execute(sa.select(campaign.c.id, campaign.c.state)).all():
        db.execute(
            campaign.update().where(campaign.c.id == id).values(open=is_open(db, id, state), bands=bands(db, id))
        )


def is_open(db: sa.Connection, id: str, state: str) -> bool:
    """Whether anybody may join, by the settings that were made last."""
    last = sa.select(entry.c.body).where(entry.c.campaign_id == id, entry.c.kind.in_(SETS)).order_by(entry.c.seq.desc())
    body = db.execute(last.limit(1)).scalar() or {}
    said = body.get("settings", {})
    return bool(said.get("open")) and state != "ended" and (state == "recruiting" or bool(said.get("late", True)))


def bands(db: sa.Connection, id: str) -> int:
    """How many warbands are not retired."""
    bodies = db.execute(sa.select(warband.c.body).where(warband.c.campaign_id == id)).scalars()
    return sum(body.get("status") != "retired" for body in bodies)


def downgrade() -> None:
    op.drop_column("campaign", "bands")
    op.drop_column("campaign", "open")
