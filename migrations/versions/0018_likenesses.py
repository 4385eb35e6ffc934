"""What people had made of their own for their counters: small pictures."""

import sqlalchemy as sa
from alembic import op

revision, down_revision = "0018", "0017"
branch_labels = depends_on = None


def upgrade() -> None:
    op.create_table(
        "likeness",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("key", sa.String(32), nullable=False),
        sa.Column(
            "guest_id", sa.String(32), sa.ForeignKey("guest.id", name="fk_likeness_guest_id_guest"), nullable=False
        ),
        sa.Column("system", sa.String(16), nullable=False),
        sa.Column("band", sa.String(40), nullable=False),
        sa.Column("about", sa.String(40), nullable=False),
        sa.Column("picture", sa.LargeBinary(), nullable=False),
        sa.Column("hidden", sa.Boolean(), nullable=False),
        sa.Column("created", sa.String(20), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_likeness"),
        sa.UniqueConstraint("key", name="uq_likeness_key"),
    )
    op.create_index("ix_likeness_guest_id", "likeness", ["guest_id"])


def downgrade() -> None:
    op.drop_table("likeness")
