"""Shared campaigns: the ledger, who is in them, what warbands came to, which game is which battle."""

import sqlalchemy as sa
from alembic import op

revision, down_revision = "0004", "0003"
branch_labels = depends_on = None


def upgrade() -> None:
    op.create_table(
        "campaign",
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("system", sa.String(length=16), nullable=False),
        sa.Column("name", sa.String(length=60), nullable=False),
        sa.Column("state", sa.String(length=12), nullable=False),
        sa.Column("public", sa.Boolean(), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("chain", sa.String(length=64), nullable=False),
        sa.Column("seeds", sa.JSON(none_as_null=True), nullable=True),
        sa.Column("origin", sa.String(length=32), nullable=True),
        sa.Column("due_ms", sa.BigInteger(), nullable=True),
        sa.Column("created", sa.String(length=20), nullable=False),
        sa.Column("changed", sa.String(length=20), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_campaign")),
    )
    op.create_index(op.f("ix_campaign_state"), "campaign", ["state"], unique=False)
    op.create_table(
        "campaign_entry",
        sa.Column("campaign_id", sa.String(length=32), nullable=False),
        sa.Column("seq", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("kind", sa.String(length=16), nullable=False),
        sa.Column("warband", sa.String(length=32), nullable=False),
        sa.Column("by_id", sa.String(length=32), nullable=True),
        sa.Column("at_ms", sa.BigInteger(), nullable=False),
        sa.Column("seen_by", sa.JSON(none_as_null=True), nullable=True),
        sa.Column("body", sa.JSON(none_as_null=True), nullable=True),
        sa.Column("digest", sa.String(length=64), nullable=True),
        sa.Column("chain", sa.String(length=64), nullable=False),
        sa.ForeignKeyConstraint(["campaign_id"], ["campaign.id"], name=op.f("fk_campaign_entry_campaign_id_campaign")),
        sa.PrimaryKeyConstraint("campaign_id", "seq", name=op.f("pk_campaign_entry")),
    )
    op.create_table(
        "campaign_game",
        sa.Column("campaign_id", sa.String(length=32), nullable=False),
        sa.Column("fixture", sa.String(length=32), nullable=False),
        sa.Column("game_id", sa.String(length=32), nullable=False),
        sa.ForeignKeyConstraint(["campaign_id"], ["campaign.id"], name=op.f("fk_campaign_game_campaign_id_campaign")),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name=op.f("fk_campaign_game_game_id_game")),
        sa.PrimaryKeyConstraint("campaign_id", "fixture", name=op.f("pk_campaign_game")),
        sa.UniqueConstraint("game_id", name=op.f("uq_campaign_game_game_id")),
    )
    op.create_table(
        "campaign_person",
        sa.Column("campaign_id", sa.String(length=32), nullable=False),
        sa.Column("guest_id", sa.String(length=32), nullable=False),
        sa.Column("state", sa.String(length=8), nullable=False),
        sa.Column("roles", sa.JSON(none_as_null=True), nullable=True),
        sa.ForeignKeyConstraint(["campaign_id"], ["campaign.id"], name=op.f("fk_campaign_person_campaign_id_campaign")),
        sa.ForeignKeyConstraint(["guest_id"], ["guest.id"], name=op.f("fk_campaign_person_guest_id_guest")),
        sa.PrimaryKeyConstraint("campaign_id", "guest_id", name=op.f("pk_campaign_person")),
    )
    op.create_index("ix_campaign_person_guest_id", "campaign_person", ["guest_id"], unique=False)
    op.create_table(
        "campaign_record",
        sa.Column("campaign_id", sa.String(length=32), nullable=False),
        sa.Column("fixture", sa.String(length=32), nullable=False),
        sa.Column("body", sa.JSON(none_as_null=True), nullable=True),
        sa.ForeignKeyConstraint(["campaign_id"], ["campaign.id"], name=op.f("fk_campaign_record_campaign_id_campaign")),
        sa.PrimaryKeyConstraint("campaign_id", "fixture", name=op.f("pk_campaign_record")),
    )
    op.create_table(
        "campaign_receipt",
        sa.Column("campaign_id", sa.String(length=32), nullable=False),
        sa.Column("guest_id", sa.String(length=32), nullable=False),
        sa.Column("command_id", sa.String(length=64), nullable=False),
        sa.Column("result", sa.JSON(none_as_null=True), nullable=True),
        sa.ForeignKeyConstraint(
            ["campaign_id"], ["campaign.id"], name=op.f("fk_campaign_receipt_campaign_id_campaign")
        ),
        sa.ForeignKeyConstraint(["guest_id"], ["guest.id"], name=op.f("fk_campaign_receipt_guest_id_guest")),
        sa.PrimaryKeyConstraint("campaign_id", "guest_id", "command_id", name=op.f("pk_campaign_receipt")),
    )
    op.create_table(
        "campaign_warband",
        sa.Column("campaign_id", sa.String(length=32), nullable=False),
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("body", sa.JSON(none_as_null=True), nullable=True),
        sa.Column("digest", sa.String(length=64), nullable=False),
        sa.ForeignKeyConstraint(
            ["campaign_id"], ["campaign.id"], name=op.f("fk_campaign_warband_campaign_id_campaign")
        ),
        sa.PrimaryKeyConstraint("campaign_id", "id", name=op.f("pk_campaign_warband")),
    )


def downgrade() -> None:
    op.drop_table("campaign_warband")
    op.drop_table("campaign_receipt")
    op.drop_table("campaign_record")
    op.drop_index("ix_campaign_person_guest_id", table_name="campaign_person")
    op.drop_table("campaign_person")
    op.drop_table("campaign_game")
    op.drop_table("campaign_entry")
    op.drop_index(op.f("ix_campaign_state"), table_name="campaign")
    op.drop_table("campaign")
