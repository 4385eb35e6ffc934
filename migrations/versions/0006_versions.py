"""Versions count what all may see: an event that some alone may see has the version of the next one for all."""

import sqlalchemy as sa
from alembic import op

revision, down_revision = "0006", "0005"
branch_labels = depends_on = None


def upgrade() -> None:
    op.add_column("game", sa.Column("version", sa.Integer(), server_default="0", nullable=False))
    op.add_column("event", sa.Column("version", sa.Integer(), server_default="0", nullable=False))
    # Battles of before keep the numbers under which they were told.
    op.execute("UPDATE game SET version = head")
    op.execute("UPDATE event SET version = seq")
    op.create_index("ix_event_version", "event", ["game_id", "version"])


def downgrade() -> None:
    op.drop_index("ix_event_version", table_name="event")
    op.drop_column("event", "version")
    op.drop_column("game", "version")
