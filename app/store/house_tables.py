"""The tables of the house around the games: accounts, sessions, friends, notices, talk, grounds, scenarios, clocks."""

from __future__ import annotations

import sqlalchemy as sa

from app.store.tables import json, metadata, of_game


def of_guest(name: str = "guest_id", *, key: bool = False, null: bool = False) -> sa.Column[str]:
    """A column that names a guest."""
    return sa.Column(name, sa.String(32), sa.ForeignKey("guest.id"), primary_key=key, nullable=null, index=not key)


def known_game(*, null: bool = False) -> sa.Column[str]:
    """A column that names a game without being part of a key."""
    return sa.Column("game_id", sa.String(32), sa.ForeignKey("game.id"), nullable=null, index=True)


# -- who people are ------------------------------------------------------------

account = sa.Table(
    "account",
    metadata,
    of_guest(key=True),  # an account is a guest with a password: its seats and rosters stay where they are
    sa.Column("handle", sa.String(40), nullable=False, unique=True),  # the name in small letters
    sa.Column("mail", sa.String(254), unique=True),
    sa.Column("mail_ok", sa.Boolean, nullable=False),
    sa.Column("password", sa.String(200), nullable=False),  # argon2
    sa.Column("role", sa.String(8), nullable=False),  # host | player
    sa.Column("banned", sa.String(200)),  # the reason
    json("prefs"),
    json("vacation"),
    sa.Column("devices", sa.Integer, nullable=False, server_default="0"),  # raised: no browser is known any more
    sa.Column("created", sa.String(20), nullable=False),
)

session = sa.Table(
    "session",
    metadata,
    sa.Column("id", sa.String(32), primary_key=True),
    of_guest(),
    sa.Column("token_hash", sa.String(64), nullable=False, unique=True),
    sa.Column("agent", sa.String(80), nullable=False),
    sa.Column("created", sa.String(20), nullable=False),
    sa.Column("seen", sa.String(20), nullable=False),
)

api_token = sa.Table(
    "api_token",
    metadata,
    sa.Column("id", sa.String(32), primary_key=True),
    of_guest(),
    sa.Column("token_hash", sa.String(64), nullable=False, unique=True),
    sa.Column("name", sa.String(40), nullable=False),
    json("scopes"),
    sa.Column("created", sa.String(20), nullable=False),
    sa.Column("used", sa.String(20)),
    sa.Column("ends", sa.String(20)),
)

mail_key = sa.Table(
    "mail_key",
    metadata,
    sa.Column("key_hash", sa.String(64), primary_key=True),
    of_guest(),
    sa.Column("kind", sa.String(8), nullable=False),  # reset | confirm
    sa.Column("mail", sa.String(254), nullable=False),
    sa.Column("ends", sa.String(20), nullable=False),
)

invitation = sa.Table(
    "invitation",
    metadata,
    sa.Column("code_hash", sa.String(64), primary_key=True),
    of_guest("by_id"),
    sa.Column("note", sa.String(80), nullable=False),
    sa.Column("created", sa.String(20), nullable=False),
    of_guest("used_by", null=True),
)

bond = sa.Table(
    "bond",
    metadata,
    of_guest(key=True),
    of_guest("other_id", key=True),
    sa.Column("kind", sa.String(8), primary_key=True),  # friend | block | mute
    sa.Column("created", sa.String(20), nullable=False),
)

house = sa.Table(
    "house",
    metadata,
    sa.Column("key", sa.String(40), primary_key=True),  # a setting the host may change, or a secret of this server
    json("value"),
)

# -- about games ---------------------------------------------------------------

role = sa.Table(
    "role",
    metadata,
    of_game(),
    of_guest(key=True),
    sa.Column("role", sa.String(12), primary_key=True),  # umpire | commentator | out (may not watch)
    sa.Column("created", sa.String(20), nullable=False),
)

challenge = sa.Table(
    "challenge",
    metadata,
    of_game(),
    sa.Column("seat", sa.String(16), primary_key=True),
    of_guest("by_id"),
    of_guest("to_id"),
    sa.Column("state", sa.String(8), nullable=False),  # sent | taken | declined
    sa.Column("note", sa.String(200), nullable=False),
    sa.Column("created", sa.String(20), nullable=False),
)

moment = sa.Table(
    "moment",
    metadata,
    of_game(),
    sa.Column("head", sa.Integer, primary_key=True, autoincrement=False),  # the version that was reached
    sa.Column("at_ms", sa.BigInteger, nullable=False),
)

clock = sa.Table(
    "clock",
    metadata,
    of_game(),
    sa.Column("seat", sa.String(16), primary_key=True),
    sa.Column("left_ms", sa.BigInteger, nullable=False),
    sa.Column("since_ms", sa.BigInteger),  # running since; null: it stands
)

pulse = sa.Table(
    "pulse",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("at_ms", sa.BigInteger, nullable=False),  # the server was last alive
)

analysis = sa.Table(  # of a battle that is over
    "analysis",
    metadata,
    of_game(),
    sa.Column("state", sa.String(8), nullable=False),  # doing | done | short | broken
    sa.Column("at_ms", sa.BigInteger, nullable=False),  # when it last came further
    json("body"),
)

talk = sa.Table(
    "talk",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True),
    known_game(),
    sa.Column("scope", sa.String(8), nullable=False),  # table | side | watch | comment
    of_guest(),
    sa.Column("seat", sa.String(16)),
    sa.Column("name", sa.String(40), nullable=False),
    sa.Column("text", sa.Text, nullable=False),
    json("drawing"),  # of a commentator
    sa.Column("version", sa.Integer, nullable=False),
    sa.Column("at_ms", sa.BigInteger, nullable=False),
    sa.Column("hidden", sa.Boolean, nullable=False),
)

report = sa.Table(
    "report",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True),
    known_game(null=True),
    of_guest("by_id"),
    of_guest("about_id", null=True),
    sa.Column("kind", sa.String(12), nullable=False),  # talk | ruling | person | likeness
    sa.Column("ref", sa.Integer),  # of talk: its line
    sa.Column("key", sa.String(32)),  # of a likeness: its address
    sa.Column("text", sa.Text, nullable=False),
    sa.Column("created", sa.String(20), nullable=False),
    sa.Column("done", sa.String(200)),  # what came of it
)


def handiwork(name: str) -> sa.Table:
    """A table of what guests make for tables to come: JSON of its system."""
    return sa.Table(
        name,
        metadata,
        sa.Column("id", sa.String(32), primary_key=True),
        of_guest(),
        sa.Column("system", sa.String(16), nullable=False),
        sa.Column("name", sa.String(40), nullable=False),
        json("body"),
        sa.Column("changed", sa.String(20), nullable=False),
    )


ground, world = handiwork("ground"), handiwork("world")

likeness = sa.Table(
    "likeness",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("key", sa.String(32), nullable=False, unique=True),  # its address
    of_guest(),
    sa.Column("system", sa.String(16), nullable=False),
    sa.Column("band", sa.String(40), nullable=False),  # the side it is for; empty: any
    sa.Column("about", sa.String(40), nullable=False),  # a code, or the letters of codes; empty: all of the side
    sa.Column("picture", sa.LargeBinary, nullable=False),  # PNG, cut to a counter
    sa.Column("hidden", sa.Boolean, nullable=False),  # the host removed it
    sa.Column("gone", sa.Boolean, nullable=False, default=False, server_default=sa.false()),  # its owner forgot it
    sa.Column("created", sa.String(20), nullable=False),
)

learnt = sa.Table(
    "learnt",
    metadata,
    of_guest(key=True),
    sa.Column("lesson", sa.String(40), primary_key=True),
    sa.Column("at", sa.Integer, nullable=False),  # the beat that was come to last
    sa.Column("done", sa.Boolean, nullable=False),
    sa.Column("last", sa.String(20), nullable=False, server_default="0"),  # when; "0": before this was kept
)

# -- notices -------------------------------------------------------------------

channel = sa.Table(
    "channel",
    metadata,
    sa.Column("id", sa.String(32), primary_key=True),
    of_guest(),
    sa.Column("kind", sa.String(8), nullable=False),  # mail | push | webhook
    sa.Column("address", sa.Text, nullable=False),
    json("data"),  # push: its keys; webhook: its format
    sa.Column("on", sa.Boolean, nullable=False),
    sa.Column("failures", sa.Integer, nullable=False),
    sa.Column("created", sa.String(20), nullable=False),
)

notice = sa.Table(
    "notice",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True),
    of_guest(),
    known_game(null=True),
    sa.Column("channel_id", sa.String(32)),
    sa.Column("kind", sa.String(12), nullable=False),  # turn | challenge | begun | ended | talk | test
    sa.Column("wait", sa.String(64), nullable=False),  # the wait it was sent for: one notice a wait
    sa.Column("text", sa.Text, nullable=False),
    sa.Column("at_ms", sa.BigInteger, nullable=False),
    sa.Column("result", sa.String(200), nullable=False),  # sent | looking | quiet | off | failed: why
    sa.Column("path", sa.String(200), nullable=False, server_default=sa.text("''")),  # where it leads
)

inbox = sa.Table(
    "inbox",  # what somebody was told, whatever channels he has; notices are copies of it
    metadata,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("guest_id", sa.String(32), sa.ForeignKey("guest.id"), nullable=False),
    sa.Column("kind", sa.String(12), nullable=False),
    sa.Column("wait", sa.String(64), nullable=False),  # the wait it was told for: once a wait
    sa.Column("path", sa.String(200), nullable=False),
    json("facts"),  # of its sentence, which is put into words when it is read
    sa.Column("at_ms", sa.BigInteger, nullable=False),
    sa.Column("read", sa.Boolean, nullable=False),
    sa.Index("ix_inbox_guest_id", "guest_id", "at_ms"),
)

# -- webhooks of the house -----------------------------------------------------

hook = sa.Table(
    "hook",
    metadata,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("address", sa.Text, nullable=False),
    json("data"),  # format, language, kinds
    sa.Column("secret", sa.String(80), nullable=False),  # signs what it is sent
    sa.Column("on", sa.Boolean, nullable=False),
    sa.Column("failures", sa.Integer, nullable=False),  # so many in a row were given up
    sa.Column("since_ms", sa.BigInteger, nullable=False),  # of what was before it is told nothing
    sa.Column("created", sa.String(20), nullable=False),
)

delivery = sa.Table(
    "delivery",
    metadata,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("hook_id", sa.String(32), sa.ForeignKey("hook.id"), nullable=False),
    sa.Column("about", sa.String(80), nullable=False),  # the kind and what it is told of: once for each hook
    json("body"),
    sa.Column("at_ms", sa.BigInteger, nullable=False),
    sa.Column("tries", sa.Integer, nullable=False),
    sa.Column("due_ms", sa.BigInteger, index=True),  # when it is tried next; null: nothing follows
    sa.Column("result", sa.String(200), nullable=False),  # empty | sent | moot | failed: why
    sa.UniqueConstraint("hook_id", "about"),
)
