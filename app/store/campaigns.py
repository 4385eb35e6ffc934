"""Campaigns as rows: one command is one ``Posting``, written whole or not at all."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import sqlalchemy as sa

from app.store.campaign_tables import (
    campaign,
    campaign_entry,
    campaign_game,
    campaign_person,
    campaign_receipt,
    campaign_record,
    campaign_warband,
)
from app.store.db import Conflict, Row
from app.store.games import After, all_of, behind
from app.store.house_tables import moment
from app.store.tables import game, guest, tape


@dataclass(slots=True)
class Posting:
    """What one command adds to a ledger.

    ``seq`` is the number of entries it starts from: if there are others by now it is a ``Conflict``.  ``before`` are
    the digests of warbands as the ledger has them; a stored one that differs is a ``ValueError``.
    """

    id: str
    seq: int
    values: Row
    entries: list[Row] = field(default_factory=list)
    people: list[Row] = field(default_factory=list)
    warbands: list[Row] = field(default_factory=list)
    before: dict[str, str] = field(default_factory=dict)
    games: list[Row] = field(default_factory=list)
    receipt: Row | None = None


def create(db: sa.Connection, row: Row, posting: Posting) -> None:
    """A new campaign with its first entries."""
    db.execute(campaign.insert(), row)
    post(db, posting)


def post(db: sa.Connection, posting: Posting) -> None:
    """The entries are written, and what they come to; the warbands stored before were equal to their ledger."""
    same = (campaign.c.id == posting.id) & (campaign.c.seq == posting.seq)
    if db.execute(campaign.update().where(same).values(**posting.values)).rowcount != 1:
        raise Conflict(posting.id)
    compare(db, posting)
    if posting.entries:
        db.execute(campaign_entry.insert(), posting.entries)
    for table, rows, key in (
        (campaign_person, posting.people, "guest_id"), (campaign_warband, posting.warbands, "id"),
    ):  # fmt: skip
        for row in rows:
            put(db, table, row, key)
    for row in posting.games:
        db.execute(campaign_game.insert(), row)
    if posting.receipt:
        db.execute(campaign_receipt.insert(), posting.receipt)


def compare(db: sa.Connection, posting: Posting) -> None:
    """The stored warbands are those of the ledger, or nothing is written."""
    query = sa.select(campaign_warband.c.id, campaign_warband.c.digest).where(
        campaign_warband.c.campaign_id == posting.id
    )
    stored = {str(row.id): str(row.digest) for row in db.execute(query)}
    if stored != posting.before:
        wrong = sorted(id for id in {*stored, *posting.before} if stored.get(id) != posting.before.get(id))
        raise ValueError(f"campaign {posting.id}: the ledger and the warbands differ: {', '.join(wrong)}")


def put(db: sa.Connection, table: sa.Table, row: Row, key: str) -> None:
    """The row is there with these values."""
    mine = (table.c.campaign_id == row["campaign_id"]) & (table.c[key] == row[key])
    if db.execute(table.update().where(mine).values(**row)).rowcount == 0:
        db.execute(table.insert(), row)


def bring(db: sa.Connection, row: Row, entries: list[Row], warbands: list[Row], records: list[Row]) -> None:
    """A campaign that was read from a file is kept, to be looked at."""
    db.execute(campaign.insert(), row)
    for table, rows in ((campaign_entry, entries), (campaign_warband, warbands), (campaign_record, records)):
        if rows:
            db.execute(table.insert(), rows)


def records(db: sa.Connection, id: str) -> dict[str, Any]:
    """The records of its battles that came with it, by fixture."""
    query = sa.select(campaign_record.c.fixture, campaign_record.c.body).where(campaign_record.c.campaign_id == id)
    return {str(row.fixture): row.body for row in db.execute(query)}


def read(db: sa.Connection, id: str) -> Row | None:
    """The row of a campaign."""
    found = db.execute(sa.select(campaign).where(campaign.c.id == id)).mappings().first()
    return dict(found) if found else None


def entries(db: sa.Connection, id: str, since: int = 0, limit: int = 1_000_000) -> list[Row]:
    """Its ledger in order, from after this number on."""
    mine = (campaign_entry.c.campaign_id == id) & (campaign_entry.c.seq > since)
    return all_of(db, sa.select(campaign_entry).where(mine).order_by(campaign_entry.c.seq).limit(limit))


def entries_of(db: sa.Connection, id: str, fixture: str) -> list[Row]:
    """The entries of its ledger about one battle, in order."""
    about = campaign_entry.c.body["fixture"].as_string() == fixture
    mine = (campaign_entry.c.campaign_id == id) & about
    return all_of(db, sa.select(campaign_entry).where(mine).order_by(campaign_entry.c.seq))


def of_kinds(db: sa.Connection, id: str, since: int, kinds: Sequence[str]) -> list[Row]:
    """The entries of its ledger of these kinds from after this number on, in order."""
    mine = (campaign_entry.c.campaign_id == id) & (campaign_entry.c.seq > since) & campaign_entry.c.kind.in_(kinds)
    return all_of(db, sa.select(campaign_entry).where(mine).order_by(campaign_entry.c.seq))


def heads(db: sa.Connection, id: str, since: int = 0) -> list[Row]:
    """Of each entry of its ledger from after this number on, in order, what a list needs: number, kind, kind of its
    step, who alone may read it; ``told``: whether what it says is kept; it is not where it was sealed in a file."""
    step = campaign_entry.c.body[("step", "kind")].as_string().label("step")
    told = (campaign_entry.c.digest.is_(None)).label("told")
    query = sa.select(campaign_entry.c.seq, campaign_entry.c.kind, campaign_entry.c.seen_by, step, told)
    mine = (campaign_entry.c.campaign_id == id) & (campaign_entry.c.seq > since)
    return all_of(db, query.where(mine).order_by(campaign_entry.c.seq))


def these(db: sa.Connection, id: str, numbers: Sequence[int]) -> list[Row]:
    """These entries of its ledger, in order."""
    mine = (campaign_entry.c.campaign_id == id) & campaign_entry.c.seq.in_(numbers)
    return all_of(db, sa.select(campaign_entry).where(mine).order_by(campaign_entry.c.seq))


def whole(db: sa.Connection, id: str, since: int = 0) -> tuple[Row | None, list[Row]]:
    """A campaign and its ledger from after this number on, as of one moment."""
    return read(db, id), entries(db, id, since)


def warbands(db: sa.Connection, id: str) -> list[Row]:
    """What is stored of its warbands."""
    return all_of(db, sa.select(campaign_warband).where(campaign_warband.c.campaign_id == id))


def receipt(db: sa.Connection, id: str, guest: str, command: str) -> Any | None:
    """What a command led to when it first came."""
    mine = (campaign_receipt.c.campaign_id == id) & (campaign_receipt.c.guest_id == guest)
    query = sa.select(campaign_receipt.c.result).where(mine, campaign_receipt.c.command_id == command)
    return db.execute(query).scalar_one_or_none()


def founded_by(db: sa.Connection, guest: str, command: str) -> str | None:
    """The campaign that a command of this guest founded."""
    mine = (campaign_receipt.c.guest_id == guest) & (campaign_receipt.c.command_id == command)
    first = campaign_entry.c.campaign_id == campaign_receipt.c.campaign_id
    query = sa.select(campaign_receipt.c.campaign_id).join(campaign_entry, first)
    return db.execute(query.where(mine, campaign_entry.c.seq == 1, campaign_entry.c.by_id == guest)).scalar()


def of_guest(db: sa.Connection, guest: str, limit: int = 100) -> list[Row]:
    """The campaigns somebody is in or invited to, the latest first."""
    inside = sa.select(campaign_person.c.campaign_id).where(
        campaign_person.c.guest_id == guest, campaign_person.c.state != "left"
    )
    return all_of(db, sa.select(campaign).where(campaign.c.id.in_(inside)).order_by(latest, campaign.c.id).limit(limit))


def read_with(db: sa.Connection, guest: str, reader: str, limit: int) -> list[Row]:
    """The campaigns somebody is in, the latest first, as far as a reader may read them: public ones, and those that he
    is in or invited to himself."""
    inside = sa.select(campaign_person.c.campaign_id)
    his = inside.where(campaign_person.c.guest_id == guest, campaign_person.c.state == "in")
    own = inside.where(campaign_person.c.guest_id == reader, campaign_person.c.state != "left")
    open_ = campaign.c.public.is_(True) | campaign.c.id.in_(own)
    query = sa.select(campaign).where(campaign.c.id.in_(his), open_).order_by(latest, campaign.c.id)
    return all_of(db, query.limit(limit))


def ever_of(db: sa.Connection, guest: str, system: str, limit: int = 100) -> list[str]:
    """The campaigns of a system in which somebody is or was, the latest first."""
    there = campaign_person.c.campaign_id == campaign.c.id
    mine = (campaign_person.c.guest_id == guest) & (campaign.c.system == system)
    query = sa.select(campaign.c.id).join(campaign_person, there).where(mine).order_by(latest, campaign.c.id)
    return list(db.execute(query.limit(limit)).scalars())


def in_public(
    db: sa.Connection, limit: int = 20, offset: int = 0, words: str = "", system: str = "", joinable: bool = False,
    after: After = None,
) -> list[Row]:  # fmt: skip
    """The campaigns anybody may read, the latest first: those whose names have all these words, of this system, open
    to join, as far as these are said."""
    wanted = [campaign.c.public.is_(True), *(campaign.c.name.icontains(one, autoescape=True) for one in words.split())]
    wanted += [campaign.c.system == system] if system else []
    wanted += [campaign.c.open.is_(True)] if joinable else []
    wanted += [behind(campaign.c.changed, campaign.c.id, after)]
    query = sa.select(campaign).where(*wanted).order_by(latest, campaign.c.id)
    return all_of(db, query.limit(limit).offset(offset))


latest = campaign.c.changed.desc()


def flags(db: sa.Connection, ids: Sequence[str]) -> dict[str, list[Row]]:
    """What the warbands of these campaigns are called and bear, those that have left aside, by campaign."""
    kept = campaign_warband.c
    said = [kept.body[name].as_integer().label(name) for name in ("emblem", "hue")]
    status = kept.body["status"].as_string()
    there = kept.campaign_id.in_(ids) & (status.is_(None) | (status != "retired"))
    query = sa.select(kept.campaign_id, kept.body["name"].as_string().label("name"), *said).where(there)
    found: dict[str, list[Row]] = {}
    for row in all_of(db, query.order_by(kept.campaign_id, kept.id)):
        found.setdefault(str(row.pop("campaign_id")), []).append(row)
    return found


def going_on(db: sa.Connection) -> list[str]:
    """The campaigns that are not over."""
    mine = (campaign.c.state != "ended") & campaign.c.origin.is_(None)
    return list(db.execute(sa.select(campaign.c.id).where(mine)).scalars())


def due(db: sa.Connection, now_ms: int) -> list[str]:
    """The campaigns in which something happens by itself by now."""
    return list(db.execute(sa.select(campaign.c.id).where(campaign.c.due_ms <= now_ms)).scalars())


def of_game(db: sa.Connection, game_id: str) -> tuple[str, str] | None:
    """The campaign and the fixture of a game."""
    query = sa.select(campaign_game.c.campaign_id, campaign_game.c.fixture).where(campaign_game.c.game_id == game_id)
    found = db.execute(query).first()
    return (str(found[0]), str(found[1])) if found else None


def is_guest(db: sa.Connection, id: str) -> bool:
    """Whether there is a guest of this id."""
    return db.execute(sa.select(guest.c.id).where(guest.c.id == id)).first() is not None


def laid(db: sa.Connection, id: str, fixture: str) -> str | None:
    """A game that was laid for a fixture and not written into the ledger, because the server died between."""
    said = game.c.options["campaign"]
    mine = (said["id"].as_string() == id) & (said["fixture"].as_string() == fixture)
    return db.execute(sa.select(game.c.id).where(mine).order_by(game.c.created).limit(1)).scalar_one_or_none()


def ended_games(db: sa.Connection, ids: Sequence[str], before_ms: int) -> list[str]:
    """Those of these games that are over, and were so by then."""
    last = (moment.c.game_id == game.c.id) & (moment.c.head == game.c.version) & (moment.c.at_ms > before_ms)
    late = sa.exists().where(last)
    query = sa.select(game.c.id).where(game.c.id.in_(ids), game.c.status == "over", ~late)
    return list(db.execute(query).scalars()) if ids else []


def moved(db: sa.Connection, id: str) -> int:
    """When a game changed last, in milliseconds since 1970."""
    return int(db.execute(sa.select(sa.func.max(moment.c.at_ms)).where(moment.c.game_id == id)).scalar() or 0)


def given_up(db: sa.Connection, id: str) -> dict[str, str]:
    """The seats that gave a game up, and by whom: the player, or a clock in his place."""
    mine = (tape.c.game_id == id) & (tape.c.kind == "resign") & tape.c.struck_by.is_(None)
    return {row.seat: row.by for row in db.execute(sa.select(tape.c.seat, tape.c.by).where(mine))}


def underway(db: sa.Connection, ids: Sequence[str]) -> list[str]:
    """Those of these games that are still being played, or held."""
    query = sa.select(game.c.id).where(game.c.id.in_(ids), game.c.status.in_(("playing", "paused", "held")))
    return list(db.execute(query).scalars()) if ids else []


def listed_otherwise(db: sa.Connection, ids: Sequence[str], listed: bool) -> list[str]:
    """Those of these games that anybody finds, or where this is wanted, those that nobody does."""
    said = sa.func.coalesce(game.c.options["listed"].as_boolean(), False)
    query = sa.select(game.c.id).where(game.c.id.in_(ids), said.is_(not listed))
    return list(db.execute(query).scalars()) if ids else []
