"""A report names a likeness by its address, which is not given out again; one that is forgotten stays for the host."""

import sqlalchemy as sa
from alembic import op

revision, down_revision = "0019", "0018"
branch_labels = depends_on = None


def upgrade() -> None:
    op.add_column("report", sa.Column("key", sa.String(32), nullable=True))
    op.add_column("likeness", sa.Column("gone", sa.Boolean(), nullable=False, server_default=sa.false()))
    op.execute(
        "UPDATE report SET key = (SELECT likeness.key FROM likeness"
        " WHERE likeness.id = report.ref AND likeness.guest_id = report.about_id) WHERE kind = 'likeness'"
    )


def downgrade() -> None:
    op.drop_column("likeness", "gone")
    op.drop_column("report", "key")
