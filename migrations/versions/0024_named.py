"""Of a guest it is known whether he gave his name himself."""

import sqlalchemy as sa
from alembic import op

revision, down_revision = "0024", "0023"
branch_labels = depends_on = None


def upgrade() -> None:
    op.add_column("guest", sa.Column("named", sa.Boolean(), nullable=False, server_default=sa.true()))


def downgrade() -> None:
    op.drop_column("guest", "named")
