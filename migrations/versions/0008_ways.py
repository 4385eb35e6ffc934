"""Throws by the way that led to them, consent to more than take-backs, and seats whose holder has gone for good."""

import json
from collections.abc import Callable
from typing import Any

import sqlalchemy as sa
from alembic import op

revision, down_revision = "0008", "0007"
branch_labels = depends_on = None
ROWS = sa.table("game", sa.column("id", sa.String), sa.column("motions", sa.JSON(none_as_null=True)))


def upgrade() -> None:
    op.add_column("checkpoint", sa.Column("way", sa.String(length=64), nullable=True))
    op.add_column("tape", sa.Column("way", sa.String(length=32), nullable=True))
    op.add_column("seat", sa.Column("gone", sa.Boolean(), server_default=sa.false(), nullable=False))
    op.execute("ALTER TABLE game RENAME COLUMN takeback TO motions")
    op.execute("UPDATE game SET motions = NULL")  # it did not say who asks; whoever wants it asks again


def downgrade() -> None:
    each(lambda motions: next((one for one in motions if one.get("kind", "take-back") == "take-back"), None))
    op.execute("ALTER TABLE game RENAME COLUMN motions TO takeback")
    op.drop_column("seat", "gone")
    op.drop_column("tape", "way")
    op.drop_column("checkpoint", "way")


def each(change: Callable[[Any], Any]) -> None:
    """What is asked for at every table stands in its other form."""
    db = op.get_bind()
    for id, asked in db.execute(sa.select(ROWS.c.id, ROWS.c.motions).where(ROWS.c.motions.is_not(None))).all():
        asked = json.loads(asked) if isinstance(asked, str) else asked
        db.execute(ROWS.update().where(ROWS.c.id == id).values(motions=change(asked)))
