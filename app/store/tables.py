"""The tables, one schema for SQLite and PostgreSQL.  Values are JSON; what they mean is decided above.

``struck_by`` names the tape entry that undid a row.  Of a game nothing is ever deleted but checkpoints of one that is
over, to which its events lead; its events are packed then.
"""

from __future__ import annotations

import sqlalchemy as sa

NAMES = {
    "ix": "ix_%(column_0_label)s",
    "uq": "uq_%(table_name)s_%(column_0_name)s",
    "ck": "ck_%(table_name)s_%(constraint_name)s",
    "fk": "fk_%(table_name)s_%(column_0_name)s_%(referred_table_name)s",
    "pk": "pk_%(table_name)s",
}
metadata = sa.MetaData(naming_convention=NAMES)


def of_game() -> sa.Column[str]:
    """The first half of the key of everything that belongs to a game."""
    return sa.Column("game_id", sa.String(32), sa.ForeignKey("game.id"), primary_key=True)


def json(name: str) -> sa.Column[object]:
    """A JSON value; SQL's null stands for none."""
    return sa.Column(name, sa.JSON(none_as_null=True))


guest = sa.Table(
    "guest",
    metadata,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("token_hash", sa.String(64), nullable=False, unique=True),  # of its own browser, while it has no account
    sa.Column("name", sa.String(40), nullable=False),
    sa.Column("created", sa.String(20), nullable=False),
    sa.Column("named", sa.Boolean, nullable=False, server_default=sa.true()),  # by himself, not by chance
)

roster = sa.Table(
    "roster",
    metadata,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("guest_id", sa.String(32), sa.ForeignKey("guest.id"), nullable=False, index=True),
    sa.Column("system", sa.String(16), nullable=False),
    sa.Column("name", sa.String(40), nullable=False),
    sa.Column("points", sa.Integer, nullable=False),  # the limit it was built for
    json("body"),
    sa.Column("changed", sa.String(20), nullable=False),
)

game = sa.Table(
    "game",
    metadata,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("system", sa.String(16), nullable=False),
    sa.Column("rules_version", sa.Integer, nullable=False),
    json("setup"),
    json("options"),
    sa.Column("owner", sa.String(32)),
    sa.Column("status", sa.String(8), nullable=False, index=True),
    sa.Column("reason", sa.Text, nullable=False),  # why it is held or paused
    sa.Column("head", sa.Integer, nullable=False),  # number of the last event
    sa.Column("version", sa.Integer, nullable=False, server_default="0"),  # of the last event that all may see
    sa.Column("tape_len", sa.Integer, nullable=False),
    sa.Column("chain", sa.String(64), nullable=False),
    sa.Column("seed", sa.String(64), nullable=False),
    sa.Column("draws", sa.Integer, nullable=False),
    json("tray"),  # which numbers struck throws had, by what called for them, and since when that is kept
    json("motions"),  # what waits for the consent of those at the table
    json("outcome"),
    sa.Column("next_id", sa.String(32)),  # the rematch
    sa.Column("created", sa.String(20), nullable=False, index=True),
    sa.Column(
        "rev", sa.Integer, nullable=False, server_default="0"
    ),  # counts every change: whoever has another is behind
    sa.Column("laid_from", sa.String(24), index=True),  # keyed hash of the network
    sa.Column("swept", sa.Boolean, nullable=False, server_default=sa.false(), index=True),  # over, with few checkpoints
    sa.Column("worker", sa.String(16)),  # the process that wrote last: it minds the table's clocks and bots
)

worker = sa.Table(
    "worker",
    metadata,
    sa.Column("id", sa.String(16), primary_key=True),
    sa.Column("at_ms", sa.BigInteger, nullable=False),  # when it was last alive, by the database's clock
)

seat = sa.Table(
    "seat",
    metadata,
    of_game(),
    sa.Column("seat", sa.String(16), primary_key=True),
    sa.Column("position", sa.Integer, nullable=False),
    sa.Column("kind", sa.String(8), nullable=False),  # person | bot | open
    sa.Column("guest_id", sa.String(32), sa.ForeignKey("guest.id"), index=True),
    sa.Column("name", sa.String(40), nullable=False),
    sa.Column("entropy", sa.String(128), nullable=False),
    sa.Column("stand_in", sa.Boolean, nullable=False),
    sa.Column("gone", sa.Boolean, nullable=False, server_default=sa.false()),  # who held it has left it for good
    json("orders"),  # questions this seat lets pass by itself; nobody else's business
)

leader = sa.Table(  # who leads a part of a side beside its general, whose is the seat
    "leader",
    metadata,
    of_game(),
    sa.Column("seat", sa.String(16), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),  # no other of the seat has it
    sa.Column("guest_id", sa.String(32), sa.ForeignKey("guest.id"), nullable=False, index=True),
    sa.Column("name", sa.String(40), nullable=False),
    json("part"),  # what of the side is led
    json("offered"),  # what the general would have led so, until that is agreed to
    sa.Column("since", sa.String(20), nullable=False),
)

checkpoint = sa.Table(
    "checkpoint",
    metadata,
    of_game(),
    sa.Column("tape_seq", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("head", sa.Integer, nullable=False),  # last event before the phase
    sa.Column("phase", sa.String(32), nullable=False),
    sa.Column("state", sa.Text, nullable=False),  # the text of a time in which nothing was packed, or nothing
    sa.Column("base", sa.Integer),  # the checkpoint that a packed one rests on, if it is not whole
    sa.Column("packed", sa.LargeBinary),
    sa.Column("digest", sa.String(64), nullable=False),
    sa.Column("rules_version", sa.Integer, nullable=False),
    sa.Column("way", sa.String(64)),  # a digest of all inputs that led to it
    sa.Column("struck_by", sa.Integer),
)

tape = sa.Table(
    "tape",
    metadata,
    of_game(),
    sa.Column("seq", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("kind", sa.String(8), nullable=False),  # answer throw undo back resign return amend off draw
    sa.Column("seat", sa.String(16)),
    sa.Column("ask_id", sa.String(32)),
    sa.Column(
        "by", sa.String(8), nullable=False
    ),  # person | bot | clock | absence | order | offer | rest | table | umpire | server | campaign
    json("body"),
    sa.Column("way", sa.String(32)),  # of a throw: what called for it; of an answer that completed a choice: secret
    sa.Column("struck_by", sa.Integer),
    sa.Column("midway", sa.Boolean),  # of an answer: whether it was given in the middle of a deed
    sa.Column("hand", sa.Integer),  # of an answer: the leader of the side who gave it, if it was not its general
)

event = sa.Table(
    "event",
    metadata,
    of_game(),
    sa.Column("seq", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("version", sa.Integer, nullable=False, server_default="0"),  # told with this one of those for all
    sa.Column("tape_seq", sa.Integer, nullable=False),
    sa.Column("kind", sa.String(48), nullable=False),
    sa.Column("clause", sa.String(16), nullable=False),
    json("seen_by"),
    json("body"),
    sa.Column("chain", sa.String(64), nullable=False),
    sa.Column("struck_by", sa.Integer),
    sa.Index("ix_event_version", "game_id", "version"),
)

bundle = sa.Table(  # events of a finished game
    "bundle",
    metadata,
    of_game(),
    sa.Column("seq", sa.Integer, primary_key=True, autoincrement=False),  # of the last event in it
    sa.Column("packed", sa.LargeBinary, nullable=False),
)

answer_receipt = sa.Table(
    "answer_receipt",
    metadata,
    of_game(),
    sa.Column("seat", sa.String(16), primary_key=True),
    sa.Column("command_id", sa.String(64), primary_key=True),
    json("result"),
)

case = sa.Table(
    "case",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("game_id", sa.String(32), sa.ForeignKey("game.id"), nullable=False, index=True),
    sa.Column("seat", sa.String(16)),
    sa.Column("ask_id", sa.String(32)),
    json("raw"),
    sa.Column("why", sa.Text, nullable=False),
    sa.Column("tape_seq", sa.Integer, nullable=False),  # of the checkpoint the tape starts from
    json("tape"),
    sa.Column("created", sa.String(20), nullable=False),
)
