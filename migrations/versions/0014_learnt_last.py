"""When somebody last came further in a lesson."""

import sqlalchemy as sa
from alembic import op

revision, down_revision = "0014", "0013"
branch_labels = depends_on = None


def upgrade() -> None:
    op.add_column("learnt", sa.Column("last", sa.String(20), nullable=False, server_default="0"))


def downgrade() -> None:
    op.drop_column("learnt", "last")
