"""Where this server tells of itself: addresses of other programs, and what they are sent."""

import sqlalchemy as sa
from alembic import op

revision, down_revision = "0015", "0014"
branch_labels = depends_on = None


def upgrade() -> None:
    op.create_table(
        "hook",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("address", sa.Text(), nullable=False),
        sa.Column("data", sa.JSON(none_as_null=True), nullable=True),
        sa.Column("secret", sa.String(80), nullable=False),
        sa.Column("on", sa.Boolean(), nullable=False),
        sa.Column("failures", sa.Integer(), nullable=False),
        sa.Column("since_ms", sa.BigInteger(), nullable=False),
        sa.Column("created", sa.String(20), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_hook"),
    )
    op.create_table(
        "delivery",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("hook_id", sa.String(32), nullable=False),
        sa.Column("about", sa.String(80), nullable=False),
        sa.Column("body", sa.JSON(none_as_null=True), nullable=True),
        sa.Column("at_ms", sa.BigInteger(), nullable=False),
        sa.Column("tries", sa.Integer(), nullable=False),
        sa.Column("due_ms", sa.BigInteger(), nullable=True),
        sa.Column("result", sa.String(200), nullable=False),
        sa.ForeignKeyConstraint(["hook_id"], ["hook.id"], name="fk_delivery_hook_id_hook"),
        sa.PrimaryKeyConstraint("id", name="pk_delivery"),
        sa.UniqueConstraint("hook_id", "about", name="uq_delivery_hook_id"),
    )
    op.create_index("ix_delivery_due_ms", "delivery", ["due_ms"])


def downgrade() -> None:
    op.drop_table("delivery")
    op.drop_table("hook")
