"""What people were told is kept in the house, whatever channels they have; a notice leads to what it is about."""

import sqlalchemy as sa
from alembic import op

revision, down_revision = "0021", "0020"
branch_labels = depends_on = None


def upgrade() -> None:
    op.add_column("notice", sa.Column("path", sa.String(200), nullable=False, server_default=sa.text("''")))
    op.create_table(
        "inbox",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("guest_id", sa.String(32), nullable=False),
        sa.Column("kind", sa.String(12), nullable=False),
        sa.Column("wait", sa.String(64), nullable=False),
        sa.Column("path", sa.String(200), nullable=False),
        sa.Column("facts", sa.JSON(none_as_null=True), nullable=True),
        sa.Column("at_ms", sa.BigInteger(), nullable=False),
        sa.Column("read", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(["guest_id"], ["guest.id"], name="fk_inbox_guest_id_guest"),
        sa.PrimaryKeyConstraint("id", name="pk_inbox"),
    )
    op.create_index("ix_inbox_guest_id", "inbox", ["guest_id", "at_ms"])


def downgrade() -> None:
    op.drop_table("inbox")
    op.drop_column("notice", "path")
