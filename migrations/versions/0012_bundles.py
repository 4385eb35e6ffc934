"""The events of a finished game are packed once it is swept; games that were swept before are swept again."""

import sqlalchemy as sa
from alembic import op

revision, down_revision = "0012", "0011"
branch_labels = depends_on = None


def upgrade() -> None:
    op.create_table(
        "bundle",
        sa.Column("game_id", sa.String(32), nullable=False),
        sa.Column("seq", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("packed", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name="fk_bundle_game_id_game"),
        sa.PrimaryKeyConstraint("game_id", "seq", name="pk_bundle"),
    )
    swept = sa.table("game", sa.column("swept", sa.Boolean()))
    op.execute(swept.update().where(swept.c.swept).values(swept=False))


def downgrade() -> None:
    from app.store.events import unpack

    db, bundle = op.get_bind(), sa.table("bundle", sa.column("game_id"))
    for id in db.execute(sa.select(bundle.c.game_id).distinct()).scalars().all():
        unpack(db, id)
    op.drop_table("bundle")
