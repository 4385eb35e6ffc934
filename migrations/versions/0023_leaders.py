"""A side is led by several: further leaders of a seat, and which of them gave an answer."""

import sqlalchemy as sa
from alembic import op

revision, down_revision = "0023", "0022"
branch_labels = depends_on = None


def upgrade() -> None:
    op.create_table(
        "leader",
        sa.Column("game_id", sa.String(32), sa.ForeignKey("game.id", name="fk_leader_game_id_game"), nullable=False),
        sa.Column("seat", sa.String(16), nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column(
            "guest_id", sa.String(32), sa.ForeignKey("guest.id", name="fk_leader_guest_id_guest"), nullable=False
        ),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("part", sa.JSON(none_as_null=True)),
        sa.Column("offered", sa.JSON(none_as_null=True)),
        sa.Column("since", sa.String(20), nullable=False),
        sa.PrimaryKeyConstraint("game_id", "seat", "number", name="pk_leader"),
    )
    op.create_index("ix_leader_guest_id", "leader", ["guest_id"])
    op.add_column("tape", sa.Column("hand", sa.Integer(), nullable=True))


def downgrade() -> None:
    op.drop_column("tape", "hand")
    op.drop_index("ix_leader_guest_id", "leader")
    op.drop_table("leader")
