"""Several processes on one database: a game's count of changes and who minds it, and which processes live."""

import sqlalchemy as sa
from alembic import op

revision, down_revision = "0005", "0004"
branch_labels = depends_on = None


def upgrade() -> None:
    op.create_table(
        "worker",
        sa.Column("id", sa.String(length=16), nullable=False),
        sa.Column("at_ms", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_worker")),
    )
    op.add_column("game", sa.Column("rev", sa.Integer(), server_default="0", nullable=False))
    op.add_column("game", sa.Column("worker", sa.String(length=16), nullable=True))


def downgrade() -> None:
    op.drop_column("game", "worker")
    op.drop_column("game", "rev")
    op.drop_table("worker")
