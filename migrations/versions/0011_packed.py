"""Checkpoints are packed and may rest on the one before; a finished game is known to keep few of them or not yet."""

import sqlalchemy as sa
from alembic import op

revision, down_revision = "0011", "0010"
branch_labels = depends_on = None


def upgrade() -> None:
    op.add_column("checkpoint", sa.Column("base", sa.Integer(), nullable=True))
    op.add_column("checkpoint", sa.Column("packed", sa.LargeBinary(), nullable=True))
    op.add_column("game", sa.Column("swept", sa.Boolean(), server_default=sa.false(), nullable=False))
    op.create_index("ix_game_swept", "game", ["swept"])


def downgrade() -> None:
    unpack()
    op.drop_index("ix_game_swept", table_name="game")
    op.drop_column("game", "swept")
    op.drop_column("checkpoint", "packed")
    op.drop_column("checkpoint", "base")


def unpack() -> None:
    """Every checkpoint is its text again; games are unpacked one by one."""
    from app.store.packing import all_opened

    db, names = op.get_bind(), ("game_id", "tape_seq", "base", "state", "packed")
    point = sa.table("checkpoint", *(sa.column(name) for name in names))
    here = (point.c.game_id == sa.bindparam("of")) & (point.c.tape_seq == sa.bindparam("at"))
    for id in db.execute(sa.select(point.c.game_id).distinct()).scalars().all():
        rows = db.execute(sa.select(point).where(point.c.game_id == id).order_by(point.c.tape_seq)).mappings()
        for row in all_opened([dict(row) for row in rows]):
            text = {"of": id, "at": row["tape_seq"], "text": row["state"]}
            db.execute(point.update().where(here).values(state=sa.bindparam("text")), text)
