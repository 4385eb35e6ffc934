"""Tables know from which network they were laid, as a keyed hash: so many at once may be."""

import sqlalchemy as sa
from alembic import op

revision, down_revision = "0009", "0008"
branch_labels = depends_on = None


def upgrade() -> None:
    op.add_column("game", sa.Column("laid_from", sa.String(length=24), nullable=True))
    op.create_index("ix_game_laid_from", "game", ["laid_from"])


def downgrade() -> None:
    op.drop_index("ix_game_laid_from", table_name="game")
    op.drop_column("game", "laid_from")
