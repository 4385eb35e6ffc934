"""A table is laid: seats, rosters, everybody's bytes for the dice."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping
from typing import Any

import msgspec
from sqlalchemy import Connection

from app.engine.asks import Json
from app.engine.digest import START
from app.engine.events import Seat
from app.engine.refusals import Refusal, refuse
from app.engine.system import RuleSystem, Setup
from app.games import agreed, by_itself
from app.games import sentences as say
from app.games.drive import Drive
from app.games.results import SeatKind
from app.games.seats import clean_name, new_id, now
from app.games.terms import CHANGED, terms_of
from app.games.vault import MAX_ENTROPY, commitment
from app.store.db import Row

BOT = "Bot"
Beside = Callable[[Connection, str], None]
"""Writes what else there is from the first moment of a game, in its own transaction."""


def refuse_setup(rules: RuleSystem[Any], setup: Setup, seats: Mapping[Seat, SeatKind]) -> tuple[Refusal, ...]:
    """All that stands against a table; rosters still to come are judged when they come."""
    sides = [side.seat for side in setup.sides]
    if sorted(sides) != sorted(seats) or not sides:
        got = ", ".join(map(str, seats)) or "-"
        return (refuse("table.seats", say.SEATED, expected=", ".join(sides), got=got),)
    if bare := [s.seat for s in setup.sides if s.roster is None and seats[s.seat] == "bot"]:
        return (refuse("table.no-roster", say.SEATED, seat=bare[0]),)
    whole = all(side.roster is not None for side in setup.sides)
    return tuple(rules.refuse_setup(setup)) if whole else ()


def lay(
    rules: RuleSystem[Any],
    setup: Setup,
    seats: Mapping[Seat, SeatKind],
    options: Row,
    owner: str | None,
    id: str = "",
    place: str = "",
) -> Drive:
    """A table of this moment, with no event yet."""
    seed, id = secrets.token_bytes(32), id or new_id()
    row: Row = {
        "id": id, "system": rules.key, "rules_version": rules.version, "setup": msgspec.to_builtins(setup),
        "options": options, "owner": owner, "status": "open", "reason": "", "head": 0, "tape_len": 0, "chain": START,
        "seed": seed.hex(), "draws": 0, "tray": None, "motions": None, "outcome": None, "created": now(),
        "laid_from": place or None,
    }  # fmt: skip
    return Drive(rules, row, [seat_row(id, i, side.seat, seats[side.seat]) for i, side in enumerate(setup.sides)])


def of(id: str, write: Beside) -> Callable[[Connection], None]:
    """The same for one game."""
    return lambda db: write(db, id)


def seat_row(game: str, position: int, seat: Seat, kind: SeatKind) -> Row:
    """A seat as it is stored; the server gives a bot its bytes."""
    is_bot = kind == "bot"
    return {
        "game_id": game, "seat": seat, "position": position, "kind": kind, "guest_id": None,
        "name": BOT if is_bot else "", "entropy": secrets.token_hex(16) if is_bot else "", "stand_in": False,
        "gone": False,
    }  # fmt: skip


def open_table(drive: Drive) -> None:
    """The seed is committed to, bots are seated; with bots alone the game has begun."""
    drive.tell("engine.committed", say.COMMITTED, commit=commitment(bytes.fromhex(drive.row["seed"])))
    for row in drive.seats.values():
        if row["kind"] == "bot":
            seated(drive, row)
    if not is_free(drive):
        by_itself.begin(drive)


def seated(drive: Drive, row: Row) -> None:
    """It is told who sits here and which bytes the seat adds."""
    facts = {"seat": row["seat"], "name": row["name"], "sits": row["kind"], "entropy": row["entropy"]}
    drive.tell("engine.joined", say.SEATED, **facts)


def is_free(drive: Drive) -> bool:
    """Whether somebody is still awaited."""
    return any(row["kind"] != "bot" and row["guest_id"] is None for row in drive.seats.values())


def with_roster(drive: Drive, seat: Seat, roster: Json) -> Row:
    """The set-up with this seat's roster, where it brings one."""
    setup = dict(drive.row["setup"])
    if roster is not None:
        setup["sides"] = [{**s, "roster": roster} if s["seat"] == seat else s for s in setup["sides"]]
    return setup


def refuse_join(drive: Drive, seat: Seat, name: str, entropy: bytes, roster: Json, terms: str = "") -> Refusal | None:
    """Why somebody may not sit down here so, or ``None``; ``terms``: the digest of what he has read, if he read any."""
    row = drive.seats[seat]
    if row["kind"] == "bot" or row["guest_id"] is not None:
        return refuse("table.taken", say.SEATED)
    if drive.status != "open":
        return refuse("table.begun", say.SEATED)
    if terms and terms != terms_of(agreed.read(drive.row.get("options"))):
        return refuse(CHANGED, say.UMPIRE)
    if not clean_name(name):
        return refuse("table.name", say.SEATED)
    if roster is not None and any(x["seat"] == seat and x["roster"] is not None for x in drive.row["setup"]["sides"]):
        return refuse("table.roster-set", say.SEATED)
    if len(entropy) > MAX_ENTROPY:
        return refuse("table.entropy", say.COMMITTED, bytes=len(entropy), most=MAX_ENTROPY)
    return refuse_roster(drive, seat, with_roster(drive, seat, roster))


def refuse_roster(drive: Drive, seat: Seat, setup: Row) -> Refusal | None:
    """What stands against the set-up once this seat is taken."""
    rosters = {side["seat"]: side["roster"] for side in setup["sides"]}
    if rosters[seat] is None:
        return refuse("table.no-roster", say.SEATED, seat=seat)
    if any(roster is None for roster in rosters.values()):
        return None
    against = drive.system.refuse_setup(msgspec.convert(setup, Setup))
    return against[0] if against else None


def join(drive: Drive, seat: Seat, guest: str, name: str, entropy: bytes, roster: Json) -> None:
    """The seat is taken; with the last one the game has begun."""
    given = {"guest_id": guest, "name": clean_name(name), "entropy": (entropy or secrets.token_bytes(16)).hex()}
    drive.row["setup"] = with_roster(drive, seat, roster)
    drive.seats[seat] |= given
    drive.change.seats[seat] = given
    seated(drive, drive.seats[seat])
    if not is_free(drive):
        by_itself.begin(drive)


def stand_in(drive: Drive, seat: Seat, on: bool, *, gone: bool = False) -> None:
    """A bot answers for the seat from now on, or no longer; ``gone``: its holder is asked for no consent any more."""
    changed = {"stand_in": on, "gone": gone or bool(drive.seats[seat].get("gone"))}
    drive.seats[seat] |= changed
    drive.change.seats[seat] = {**drive.change.seats.get(seat, {}), **changed}
    drive.tell("engine.stood-in" if on else "engine.handed-back", say.STANDING_IN, seat=seat)
