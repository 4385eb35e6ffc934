"""Whoever thinks of sitting down reads who umpires a table: at those laid before it was said there, too."""

import json
from collections import defaultdict

import sqlalchemy as sa
from alembic import op

revision, down_revision = "0010", "0009"
branch_labels = depends_on = None
GAME = sa.table("game", sa.column("id", sa.String), sa.column("options", sa.JSON(none_as_null=True)))
ROLE = sa.table("role", *(sa.column(name, sa.String) for name in ("game_id", "guest_id", "role", "created")))
GUEST = sa.table("guest", sa.column("id", sa.String), sa.column("name", sa.String))


def upgrade() -> None:
    db, umpires = op.get_bind(), defaultdict[str, list[str]](list)
    named = sa.select(ROLE.c.game_id, GUEST.c.name).join(GUEST, GUEST.c.id == ROLE.c.guest_id)
    for game, name in db.execute(named.where(ROLE.c.role == "umpire").order_by(ROLE.c.created, GUEST.c.name)):
        umpires[game].append(name)
    for game, names in umpires.items():
        said = db.execute(sa.select(GAME.c.options).where(GAME.c.id == game)).scalar()
        options = json.loads(said) if isinstance(said, str) else said or {}
        db.execute(GAME.update().where(GAME.c.id == game).values(options={**options, "umpires": names}))


def downgrade() -> None:
    """It stays true, and nobody read it."""
