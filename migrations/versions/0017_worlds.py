"""Scenarios of one's own."""

import sqlalchemy as sa
from alembic import op

revision, down_revision = "0017", "0016"
branch_labels = depends_on = None


def upgrade() -> None:
    op.create_table(
        "world",
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("guest_id", sa.String(length=32), nullable=False),
        sa.Column("system", sa.String(length=16), nullable=False),
        sa.Column("name", sa.String(length=40), nullable=False),
        sa.Column("body", sa.JSON(none_as_null=True), nullable=True),
        sa.Column("changed", sa.String(length=20), nullable=False),
        sa.ForeignKeyConstraint(["guest_id"], ["guest.id"], name=op.f("fk_world_guest_id_guest")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_world")),
    )
    op.create_index(op.f("ix_world_guest_id"), "world", ["guest_id"])


def downgrade() -> None:
    op.drop_index(op.f("ix_world_guest_id"), table_name="world")
    op.drop_table("world")
