"""How far people have come in the lessons."""

import sqlalchemy as sa
from alembic import op

revision, down_revision = "0013", "0012"
branch_labels = depends_on = None


def upgrade() -> None:
    op.create_table(
        "learnt",
        sa.Column("guest_id", sa.String(32), nullable=False),
        sa.Column("lesson", sa.String(40), nullable=False),
        sa.Column("at", sa.Integer(), nullable=False),
        sa.Column("done", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(["guest_id"], ["guest.id"], name="fk_learnt_guest_id_guest"),
        sa.PrimaryKeyConstraint("guest_id", "lesson", name="pk_learnt"),
    )


def downgrade() -> None:
    op.drop_table("learnt")
