"""Games, their seats, tapes and events, guests, receipts and kept crashes."""

import sqlalchemy as sa
from alembic import op

revision, down_revision = "0001", None
branch_labels = depends_on = None


def upgrade() -> None:
    op.create_table(
        "game",
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("system", sa.String(length=16), nullable=False),
        sa.Column("rules_version", sa.Integer(), nullable=False),
        sa.Column("setup", sa.JSON(none_as_null=True), nullable=True),
        sa.Column("options", sa.JSON(none_as_null=True), nullable=True),
        sa.Column("owner", sa.String(length=32), nullable=True),
        sa.Column("status", sa.String(length=8), nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("head", sa.Integer(), nullable=False),
        sa.Column("tape_len", sa.Integer(), nullable=False),
        sa.Column("chain", sa.String(length=64), nullable=False),
        sa.Column("seed", sa.String(length=64), nullable=False),
        sa.Column("draws", sa.Integer(), nullable=False),
        sa.Column("tray", sa.JSON(none_as_null=True), nullable=True),
        sa.Column("takeback", sa.JSON(none_as_null=True), nullable=True),
        sa.Column("outcome", sa.JSON(none_as_null=True), nullable=True),
        sa.Column("created", sa.String(length=20), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_game")),
    )
    with op.batch_alter_table("game", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_game_created"), ["created"], unique=False)
        batch_op.create_index(batch_op.f("ix_game_status"), ["status"], unique=False)

    op.create_table(
        "guest",
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("token_hash", sa.String(length=64), nullable=False),
        sa.Column("name", sa.String(length=40), nullable=False),
        sa.Column("created", sa.String(length=20), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_guest")),
        sa.UniqueConstraint("token_hash", name=op.f("uq_guest_token_hash")),
    )
    op.create_table(
        "answer_receipt",
        sa.Column("game_id", sa.String(length=32), nullable=False),
        sa.Column("seat", sa.String(length=16), nullable=False),
        sa.Column("command_id", sa.String(length=64), nullable=False),
        sa.Column("result", sa.JSON(none_as_null=True), nullable=True),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name=op.f("fk_answer_receipt_game_id_game")),
        sa.PrimaryKeyConstraint("game_id", "seat", "command_id", name=op.f("pk_answer_receipt")),
    )
    op.create_table(
        "case",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("game_id", sa.String(length=32), nullable=False),
        sa.Column("seat", sa.String(length=16), nullable=True),
        sa.Column("ask_id", sa.String(length=32), nullable=True),
        sa.Column("raw", sa.JSON(none_as_null=True), nullable=True),
        sa.Column("why", sa.Text(), nullable=False),
        sa.Column("tape_seq", sa.Integer(), nullable=False),
        sa.Column("tape", sa.JSON(none_as_null=True), nullable=True),
        sa.Column("created", sa.String(length=20), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name=op.f("fk_case_game_id_game")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_case")),
    )
    with op.batch_alter_table("case", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_case_game_id"), ["game_id"], unique=False)

    op.create_table(
        "checkpoint",
        sa.Column("game_id", sa.String(length=32), nullable=False),
        sa.Column("tape_seq", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("head", sa.Integer(), nullable=False),
        sa.Column("phase", sa.String(length=32), nullable=False),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("digest", sa.String(length=64), nullable=False),
        sa.Column("rules_version", sa.Integer(), nullable=False),
        sa.Column("struck_by", sa.Integer(), nullable=True),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name=op.f("fk_checkpoint_game_id_game")),
        sa.PrimaryKeyConstraint("game_id", "tape_seq", name=op.f("pk_checkpoint")),
    )
    op.create_table(
        "event",
        sa.Column("game_id", sa.String(length=32), nullable=False),
        sa.Column("seq", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("tape_seq", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(length=48), nullable=False),
        sa.Column("clause", sa.String(length=16), nullable=False),
        sa.Column("seen_by", sa.JSON(none_as_null=True), nullable=True),
        sa.Column("body", sa.JSON(none_as_null=True), nullable=True),
        sa.Column("chain", sa.String(length=64), nullable=False),
        sa.Column("struck_by", sa.Integer(), nullable=True),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name=op.f("fk_event_game_id_game")),
        sa.PrimaryKeyConstraint("game_id", "seq", name=op.f("pk_event")),
    )
    op.create_table(
        "seat",
        sa.Column("game_id", sa.String(length=32), nullable=False),
        sa.Column("seat", sa.String(length=16), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(length=8), nullable=False),
        sa.Column("guest_id", sa.String(length=32), nullable=True),
        sa.Column("name", sa.String(length=40), nullable=False),
        sa.Column("entropy", sa.String(length=128), nullable=False),
        sa.Column("stand_in", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name=op.f("fk_seat_game_id_game")),
        sa.ForeignKeyConstraint(["guest_id"], ["guest.id"], name=op.f("fk_seat_guest_id_guest")),
        sa.PrimaryKeyConstraint("game_id", "seat", name=op.f("pk_seat")),
    )
    with op.batch_alter_table("seat", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_seat_guest_id"), ["guest_id"], unique=False)

    op.create_table(
        "tape",
        sa.Column("game_id", sa.String(length=32), nullable=False),
        sa.Column("seq", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("kind", sa.String(length=8), nullable=False),
        sa.Column("seat", sa.String(length=16), nullable=True),
        sa.Column("ask_id", sa.String(length=32), nullable=True),
        sa.Column("by", sa.String(length=8), nullable=False),
        sa.Column("body", sa.JSON(none_as_null=True), nullable=True),
        sa.Column("struck_by", sa.Integer(), nullable=True),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name=op.f("fk_tape_game_id_game")),
        sa.PrimaryKeyConstraint("game_id", "seq", name=op.f("pk_tape")),
    )


def downgrade() -> None:
    op.drop_table("tape")
    with op.batch_alter_table("seat", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_seat_guest_id"))

    op.drop_table("seat")
    op.drop_table("event")
    op.drop_table("checkpoint")
    with op.batch_alter_table("case", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_case_game_id"))

    op.drop_table("case")
    op.drop_table("answer_receipt")
    op.drop_table("guest")
    with op.batch_alter_table("game", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_game_status"))
        batch_op.drop_index(batch_op.f("ix_game_created"))

    op.drop_table("game")
