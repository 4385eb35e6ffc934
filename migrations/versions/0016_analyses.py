"""What was found out about battles that are over."""

import sqlalchemy as sa
from alembic import op

revision, down_revision = "0016", "0015"
branch_labels = depends_on = None


def upgrade() -> None:
    op.create_table(
        "analysis",
        sa.Column("game_id", sa.String(32), sa.ForeignKey("game.id", name="fk_analysis_game_id_game"), nullable=False),
        sa.Column("state", sa.String(8), nullable=False),
        sa.Column("at_ms", sa.BigInteger, nullable=False),
        sa.Column("body", sa.JSON(none_as_null=True)),
        sa.PrimaryKeyConstraint("game_id", name="pk_analysis"),
    )


def downgrade() -> None:
    op.drop_table("analysis")
