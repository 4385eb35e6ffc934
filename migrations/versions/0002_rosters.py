"""Rosters that guests keep."""

import sqlalchemy as sa
from alembic import op

revision, down_revision = "0002", "0001"
branch_labels = depends_on = None


def upgrade() -> None:
    op.create_table(
        "roster",
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("guest_id", sa.String(length=32), nullable=False),
        sa.Column("system", sa.String(length=16), nullable=False),
        sa.Column("name", sa.String(length=40), nullable=False),
        sa.Column("points", sa.Integer(), nullable=False),
        sa.Column("body", sa.JSON(none_as_null=True), nullable=True),
        sa.Column("changed", sa.String(length=20), nullable=False),
        sa.ForeignKeyConstraint(["guest_id"], ["guest.id"], name=op.f("fk_roster_guest_id_guest")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_roster")),
    )
    op.create_index(op.f("ix_roster_guest_id"), "roster", ["guest_id"])


def downgrade() -> None:
    op.drop_index(op.f("ix_roster_guest_id"), table_name="roster")
    op.drop_table("roster")
