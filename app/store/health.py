"""What the host looks at: counts and sizes, cases, reports, the games of all."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa

from app.store.db import Row
from app.store.games import all_of
from app.store.house_tables import account, clock, likeness, notice, report, talk
from app.store.likenesses import clear
from app.store.lobby import Games, count, page_of
from app.store.tables import case, game, guest, seat

SENT, FAILED = "sent", "failed"


def one(db: sa.Connection, query: sa.Select[Any]) -> int:
    """The number a query gives; 0 for none."""
    return int(db.execute(query).scalar() or 0)


def number_of(what: sa.FromClause, *where: sa.ColumnElement[bool]) -> sa.Select[Any]:
    """How many rows there are."""
    return sa.select(sa.func.count()).select_from(what).where(*where)


def counts(db: sa.Connection, since_ms: int) -> Row:
    """How much of everything there is; of notices only those told since then."""
    statuses = db.execute(sa.select(game.c.status, sa.func.count()).group_by(game.c.status))
    lately = notice.c.at_ms >= since_ms
    return {
        "games": dict(statuses.all()),
        "inputs": one(db, sa.select(sa.func.sum(game.c.tape_len))),
        "clocks": one(db, number_of(clock, clock.c.since_ms.is_not(None))),
        "sent": one(db, number_of(notice, lately, notice.c.result == SENT)),
        "failed": one(db, number_of(notice, lately, notice.c.result.startswith(FAILED))),
        "accounts": one(db, number_of(account)), "cases": one(db, number_of(case)), "reports": open_reports(db),
    }  # fmt: skip


def engine_of(db: sa.Connection) -> tuple[str, int]:
    """Which database this is, and its size in bytes."""

    def asked(sql: str) -> Any:
        return db.exec_driver_sql(sql).scalar_one()

    if db.dialect.name == "postgresql":
        return f"PostgreSQL {asked('SHOW server_version')}", int(asked("SELECT pg_database_size(current_database())"))
    return f"SQLite {asked('SELECT sqlite_version()')}", asked("PRAGMA page_count") * asked("PRAGMA page_size")


# -- what went wrong -------------------------------------------------------------


def cases(db: sa.Connection, limit: int, offset: int, after: int | None = None) -> tuple[list[Row], int]:
    """A page of the cases without their tapes, the latest first, and how many there are."""
    short = sa.select(case.c.id, case.c.game_id, case.c.seat, case.c.ask_id, case.c.why, case.c.created)
    short = short.where(case.c.id < after) if after is not None else short
    rows = all_of(db, short.order_by(case.c.id.desc()).limit(limit).offset(offset))
    return rows, one(db, number_of(case))


# -- reports -------------------------------------------------------------------

BY, ABOUT = guest.alias("by"), guest.alias("about")
REPORTS = (
    sa.select(
        report, BY.c.name.label("by_name"), ABOUT.c.name.label("about_name"), account.c.handle, account.c.banned,
        talk.c.text.label("said"), sa.func.coalesce(talk.c.hidden, likeness.c.hidden).label("hidden"),
        likeness.c.key.label("likeness"),
    )
    .join(BY, BY.c.id == report.c.by_id)
    .join(ABOUT, ABOUT.c.id == report.c.about_id, isouter=True)
    .join(account, account.c.guest_id == report.c.about_id, isouter=True)
    .join(talk, (talk.c.id == report.c.ref) & (report.c.kind == "talk"), isouter=True)
    .join(likeness, (likeness.c.key == report.c.key) & (report.c.kind == "likeness"), isouter=True)
)  # fmt: skip
"""A report with who it is by and about, and the line of talk or the likeness it names."""


def open_reports(db: sa.Connection) -> int:
    """How many reports nothing has come of yet."""
    return one(db, number_of(report, report.c.done.is_(None)))


def reports(
    db: sa.Connection, *, all: bool, limit: int, offset: int, after: int | None = None
) -> tuple[list[Row], int]:
    """A page of the reports, the latest first: all, or those that are open; and how many there are."""
    where = sa.true() if all else report.c.done.is_(None)
    here = where if after is None else where & (report.c.id < after)
    rows = all_of(db, REPORTS.where(here).order_by(report.c.id.desc()).limit(limit).offset(offset))
    return rows, one(db, number_of(report, where))


def report_of(db: sa.Connection, id: int) -> Row | None:
    """One report."""
    found = db.execute(REPORTS.where(report.c.id == id)).mappings().first()
    return dict(found) if found else None


def settle(db: sa.Connection, id: int, done: str) -> bool:
    """Whether the report was open; then this came of it."""
    open = report.update().where(report.c.id == id, report.c.done.is_(None))
    settled = db.execute(open.values(done=done)).rowcount == 1
    clear(db)
    return settled


# -- games ---------------------------------------------------------------------


def games(db: sa.Connection, query: str, status: str, limit: int, offset: int) -> tuple[Games, int]:
    """A page of all games of this status whose id, scenario or players' names hold the text, and how many there are."""
    sits = sa.exists().where(
        seat.c.game_id == game.c.id, sa.func.lower(seat.c.name).contains(query.lower(), autoescape=True)
    )
    scenario = game.c.setup["scenario"].as_string()
    where = game.c.status == status if status else sa.true()
    if query:
        where &= (game.c.id == query) | scenario.contains(query.lower(), autoescape=True) | sits
    return page_of(db, where, limit, offset), count(db, where)
