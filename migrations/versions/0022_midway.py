"""Of each answer it is known whether a go of its own began with it; of those before now that every one did."""

import sqlalchemy as sa
from alembic import op

revision, down_revision = "0022", "0021"
branch_labels = depends_on = None


def upgrade() -> None:
    op.add_column("tape", sa.Column("midway", sa.Boolean(), nullable=True))


def downgrade() -> None:
    op.drop_column("tape", "midway")
