"""The house around the games: accounts, friends, talk, notices, clocks, grounds; when each version was reached."""

import sqlalchemy as sa
from alembic import op

revision, down_revision = "0003", "0002"
branch_labels = depends_on = None


def upgrade() -> None:
    op.create_table(
        "house",
        sa.Column("key", sa.String(length=40), nullable=False),
        sa.Column("value", sa.JSON(none_as_null=True), nullable=True),
        sa.PrimaryKeyConstraint("key", name=op.f("pk_house")),
    )
    op.create_table(
        "pulse",
        sa.Column("id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("at_ms", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_pulse")),
    )
    op.create_table(
        "account",
        sa.Column("guest_id", sa.String(length=32), nullable=False),
        sa.Column("handle", sa.String(length=40), nullable=False),
        sa.Column("mail", sa.String(length=254), nullable=True),
        sa.Column("mail_ok", sa.Boolean(), nullable=False),
        sa.Column("password", sa.String(length=200), nullable=False),
        sa.Column("role", sa.String(length=8), nullable=False),
        sa.Column("banned", sa.String(length=200), nullable=True),
        sa.Column("prefs", sa.JSON(none_as_null=True), nullable=True),
        sa.Column("vacation", sa.JSON(none_as_null=True), nullable=True),
        sa.Column("created", sa.String(length=20), nullable=False),
        sa.ForeignKeyConstraint(["guest_id"], ["guest.id"], name=op.f("fk_account_guest_id_guest")),
        sa.PrimaryKeyConstraint("guest_id", name=op.f("pk_account")),
        sa.UniqueConstraint("handle", name=op.f("uq_account_handle")),
        sa.UniqueConstraint("mail", name=op.f("uq_account_mail")),
    )
    op.create_table(
        "api_token",
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("guest_id", sa.String(length=32), nullable=False),
        sa.Column("token_hash", sa.String(length=64), nullable=False),
        sa.Column("name", sa.String(length=40), nullable=False),
        sa.Column("scopes", sa.JSON(none_as_null=True), nullable=True),
        sa.Column("created", sa.String(length=20), nullable=False),
        sa.Column("used", sa.String(length=20), nullable=True),
        sa.Column("ends", sa.String(length=20), nullable=True),
        sa.ForeignKeyConstraint(["guest_id"], ["guest.id"], name=op.f("fk_api_token_guest_id_guest")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_api_token")),
        sa.UniqueConstraint("token_hash", name=op.f("uq_api_token_token_hash")),
    )
    op.create_index(op.f("ix_api_token_guest_id"), "api_token", ["guest_id"])

    op.create_table(
        "bond",
        sa.Column("guest_id", sa.String(length=32), nullable=False),
        sa.Column("other_id", sa.String(length=32), nullable=False),
        sa.Column("kind", sa.String(length=8), nullable=False),
        sa.Column("created", sa.String(length=20), nullable=False),
        sa.ForeignKeyConstraint(["guest_id"], ["guest.id"], name=op.f("fk_bond_guest_id_guest")),
        sa.ForeignKeyConstraint(["other_id"], ["guest.id"], name=op.f("fk_bond_other_id_guest")),
        sa.PrimaryKeyConstraint("guest_id", "other_id", "kind", name=op.f("pk_bond")),
    )
    op.create_table(
        "challenge",
        sa.Column("game_id", sa.String(length=32), nullable=False),
        sa.Column("seat", sa.String(length=16), nullable=False),
        sa.Column("by_id", sa.String(length=32), nullable=False),
        sa.Column("to_id", sa.String(length=32), nullable=False),
        sa.Column("state", sa.String(length=8), nullable=False),
        sa.Column("note", sa.String(length=200), nullable=False),
        sa.Column("created", sa.String(length=20), nullable=False),
        sa.ForeignKeyConstraint(["by_id"], ["guest.id"], name=op.f("fk_challenge_by_id_guest")),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name=op.f("fk_challenge_game_id_game")),
        sa.ForeignKeyConstraint(["to_id"], ["guest.id"], name=op.f("fk_challenge_to_id_guest")),
        sa.PrimaryKeyConstraint("game_id", "seat", name=op.f("pk_challenge")),
    )
    op.create_index(op.f("ix_challenge_by_id"), "challenge", ["by_id"])
    op.create_index(op.f("ix_challenge_to_id"), "challenge", ["to_id"])

    op.create_table(
        "channel",
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("guest_id", sa.String(length=32), nullable=False),
        sa.Column("kind", sa.String(length=8), nullable=False),
        sa.Column("address", sa.Text(), nullable=False),
        sa.Column("data", sa.JSON(none_as_null=True), nullable=True),
        sa.Column("on", sa.Boolean(), nullable=False),
        sa.Column("failures", sa.Integer(), nullable=False),
        sa.Column("created", sa.String(length=20), nullable=False),
        sa.ForeignKeyConstraint(["guest_id"], ["guest.id"], name=op.f("fk_channel_guest_id_guest")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_channel")),
    )
    op.create_index(op.f("ix_channel_guest_id"), "channel", ["guest_id"])

    op.create_table(
        "clock",
        sa.Column("game_id", sa.String(length=32), nullable=False),
        sa.Column("seat", sa.String(length=16), nullable=False),
        sa.Column("left_ms", sa.BigInteger(), nullable=False),
        sa.Column("since_ms", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name=op.f("fk_clock_game_id_game")),
        sa.PrimaryKeyConstraint("game_id", "seat", name=op.f("pk_clock")),
    )
    op.create_table(
        "ground",
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("guest_id", sa.String(length=32), nullable=False),
        sa.Column("system", sa.String(length=16), nullable=False),
        sa.Column("name", sa.String(length=40), nullable=False),
        sa.Column("body", sa.JSON(none_as_null=True), nullable=True),
        sa.Column("changed", sa.String(length=20), nullable=False),
        sa.ForeignKeyConstraint(["guest_id"], ["guest.id"], name=op.f("fk_ground_guest_id_guest")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_ground")),
    )
    op.create_index(op.f("ix_ground_guest_id"), "ground", ["guest_id"])

    op.create_table(
        "invitation",
        sa.Column("code_hash", sa.String(length=64), nullable=False),
        sa.Column("by_id", sa.String(length=32), nullable=False),
        sa.Column("note", sa.String(length=80), nullable=False),
        sa.Column("created", sa.String(length=20), nullable=False),
        sa.Column("used_by", sa.String(length=32), nullable=True),
        sa.ForeignKeyConstraint(["by_id"], ["guest.id"], name=op.f("fk_invitation_by_id_guest")),
        sa.ForeignKeyConstraint(["used_by"], ["guest.id"], name=op.f("fk_invitation_used_by_guest")),
        sa.PrimaryKeyConstraint("code_hash", name=op.f("pk_invitation")),
    )
    op.create_index(op.f("ix_invitation_by_id"), "invitation", ["by_id"])
    op.create_index(op.f("ix_invitation_used_by"), "invitation", ["used_by"])

    op.create_table(
        "mail_key",
        sa.Column("key_hash", sa.String(length=64), nullable=False),
        sa.Column("guest_id", sa.String(length=32), nullable=False),
        sa.Column("kind", sa.String(length=8), nullable=False),
        sa.Column("mail", sa.String(length=254), nullable=False),
        sa.Column("ends", sa.String(length=20), nullable=False),
        sa.ForeignKeyConstraint(["guest_id"], ["guest.id"], name=op.f("fk_mail_key_guest_id_guest")),
        sa.PrimaryKeyConstraint("key_hash", name=op.f("pk_mail_key")),
    )
    op.create_index(op.f("ix_mail_key_guest_id"), "mail_key", ["guest_id"])

    op.create_table(
        "moment",
        sa.Column("game_id", sa.String(length=32), nullable=False),
        sa.Column("head", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("at_ms", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name=op.f("fk_moment_game_id_game")),
        sa.PrimaryKeyConstraint("game_id", "head", name=op.f("pk_moment")),
    )
    op.create_table(
        "notice",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("guest_id", sa.String(length=32), nullable=False),
        sa.Column("game_id", sa.String(length=32), nullable=True),
        sa.Column("channel_id", sa.String(length=32), nullable=True),
        sa.Column("kind", sa.String(length=12), nullable=False),
        sa.Column("wait", sa.String(length=64), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("at_ms", sa.BigInteger(), nullable=False),
        sa.Column("result", sa.String(length=200), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name=op.f("fk_notice_game_id_game")),
        sa.ForeignKeyConstraint(["guest_id"], ["guest.id"], name=op.f("fk_notice_guest_id_guest")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_notice")),
    )
    op.create_index(op.f("ix_notice_game_id"), "notice", ["game_id"])
    op.create_index(op.f("ix_notice_guest_id"), "notice", ["guest_id"])

    op.create_table(
        "report",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("game_id", sa.String(length=32), nullable=True),
        sa.Column("by_id", sa.String(length=32), nullable=False),
        sa.Column("about_id", sa.String(length=32), nullable=True),
        sa.Column("kind", sa.String(length=12), nullable=False),
        sa.Column("ref", sa.Integer(), nullable=True),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("created", sa.String(length=20), nullable=False),
        sa.Column("done", sa.String(length=200), nullable=True),
        sa.ForeignKeyConstraint(["about_id"], ["guest.id"], name=op.f("fk_report_about_id_guest")),
        sa.ForeignKeyConstraint(["by_id"], ["guest.id"], name=op.f("fk_report_by_id_guest")),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name=op.f("fk_report_game_id_game")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_report")),
    )
    op.create_index(op.f("ix_report_about_id"), "report", ["about_id"])
    op.create_index(op.f("ix_report_by_id"), "report", ["by_id"])
    op.create_index(op.f("ix_report_game_id"), "report", ["game_id"])

    op.create_table(
        "role",
        sa.Column("game_id", sa.String(length=32), nullable=False),
        sa.Column("guest_id", sa.String(length=32), nullable=False),
        sa.Column("role", sa.String(length=12), nullable=False),
        sa.Column("created", sa.String(length=20), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name=op.f("fk_role_game_id_game")),
        sa.ForeignKeyConstraint(["guest_id"], ["guest.id"], name=op.f("fk_role_guest_id_guest")),
        sa.PrimaryKeyConstraint("game_id", "guest_id", "role", name=op.f("pk_role")),
    )
    op.create_table(
        "session",
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("guest_id", sa.String(length=32), nullable=False),
        sa.Column("token_hash", sa.String(length=64), nullable=False),
        sa.Column("agent", sa.String(length=80), nullable=False),
        sa.Column("created", sa.String(length=20), nullable=False),
        sa.Column("seen", sa.String(length=20), nullable=False),
        sa.ForeignKeyConstraint(["guest_id"], ["guest.id"], name=op.f("fk_session_guest_id_guest")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_session")),
        sa.UniqueConstraint("token_hash", name=op.f("uq_session_token_hash")),
    )
    op.create_index(op.f("ix_session_guest_id"), "session", ["guest_id"])

    op.create_table(
        "talk",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("game_id", sa.String(length=32), nullable=False),
        sa.Column("scope", sa.String(length=8), nullable=False),
        sa.Column("guest_id", sa.String(length=32), nullable=False),
        sa.Column("seat", sa.String(length=16), nullable=True),
        sa.Column("name", sa.String(length=40), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("drawing", sa.JSON(none_as_null=True), nullable=True),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("at_ms", sa.BigInteger(), nullable=False),
        sa.Column("hidden", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name=op.f("fk_talk_game_id_game")),
        sa.ForeignKeyConstraint(["guest_id"], ["guest.id"], name=op.f("fk_talk_guest_id_guest")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_talk")),
    )
    op.create_index(op.f("ix_talk_game_id"), "talk", ["game_id"])
    op.create_index(op.f("ix_talk_guest_id"), "talk", ["guest_id"])

    op.add_column("game", sa.Column("next_id", sa.String(length=32), nullable=True))

    op.add_column("seat", sa.Column("orders", sa.JSON(none_as_null=True), nullable=True))


def downgrade() -> None:
    op.drop_column("seat", "orders")

    op.drop_column("game", "next_id")

    op.drop_index(op.f("ix_talk_guest_id"), table_name="talk")
    op.drop_index(op.f("ix_talk_game_id"), table_name="talk")

    op.drop_table("talk")
    op.drop_index(op.f("ix_session_guest_id"), table_name="session")

    op.drop_table("session")
    op.drop_table("role")
    op.drop_index(op.f("ix_report_game_id"), table_name="report")
    op.drop_index(op.f("ix_report_by_id"), table_name="report")
    op.drop_index(op.f("ix_report_about_id"), table_name="report")

    op.drop_table("report")
    op.drop_index(op.f("ix_notice_guest_id"), table_name="notice")
    op.drop_index(op.f("ix_notice_game_id"), table_name="notice")

    op.drop_table("notice")
    op.drop_table("moment")
    op.drop_index(op.f("ix_mail_key_guest_id"), table_name="mail_key")

    op.drop_table("mail_key")
    op.drop_index(op.f("ix_invitation_used_by"), table_name="invitation")
    op.drop_index(op.f("ix_invitation_by_id"), table_name="invitation")

    op.drop_table("invitation")
    op.drop_index(op.f("ix_ground_guest_id"), table_name="ground")

    op.drop_table("ground")
    op.drop_table("clock")
    op.drop_index(op.f("ix_channel_guest_id"), table_name="channel")

    op.drop_table("channel")
    op.drop_index(op.f("ix_challenge_to_id"), table_name="challenge")
    op.drop_index(op.f("ix_challenge_by_id"), table_name="challenge")

    op.drop_table("challenge")
    op.drop_table("bond")
    op.drop_index(op.f("ix_api_token_guest_id"), table_name="api_token")

    op.drop_table("api_token")
    op.drop_table("account")
    op.drop_table("pulse")
    op.drop_table("house")
