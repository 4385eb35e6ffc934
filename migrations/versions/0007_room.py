"""Browsers in which an account was signed in are known by a sign, until the account forgets them all."""

import sqlalchemy as sa
from alembic import op

revision, down_revision = "0007", "0006"
branch_labels = depends_on = None


def upgrade() -> None:
    op.add_column("account", sa.Column("devices", sa.Integer(), server_default="0", nullable=False))


def downgrade() -> None:
    op.drop_column("account", "devices")
