"""Whose hand of a side acts (ENG-SEA-05): its general's, or that of another who leads with him.

What only the general may do he does alone; what a side resolves it does by majority.
"""

from __future__ import annotations

import logging
from collections.abc import Collection, Sequence
from functools import partial

from msgspec import UNSET, UnsetType, json

from app.aside import aside
from app.engine.asks import AnyAsk, Json
from app.engine.events import Seat
from app.engine.refusals import Refusal, refuse
from app.games import by_itself, leaders, parts
from app.games import sentences as say
from app.games.drive import Drive
from app.games.leaders import GENERAL, About, Leader
from app.games.wishes import wish, wish_of
from app.store.db import Row

SAID = "said-"
"""Under what a seat keeps for itself who of its leaders wants what."""
RESIGN, OFFER, DRAW = "resign", "offer", "draw"
"""What a side resolves: to give up, to offer a draw, to take one."""
log = logging.getLogger(__name__)


def number_of(row: Row, guest: str | None) -> int | None:
    """Whose hand it is that acts for a seat: its general's, another leader's, or nobody's of that side."""
    if guest is None or row["guest_id"] == guest:
        return GENERAL
    return next((one.number for one in leaders.leaders_of(row) if one.guest == guest), None)


def leads(row: Row, guest: str) -> bool:
    """Whether somebody leads the side of a seat, as its general or with him."""
    return number_of(row, guest) is not None


def name_of(row: Row, number: int) -> str:
    """How a leader of a seat is called."""
    return next((one.name for one in leaders.leaders_of(row) if one.number == number), str(row["name"]))


def leader_of(drive: Drive, seat: Seat, guest: str | None) -> Leader | None:
    """Somebody as a leader of a side beside its general."""
    return next((one for one in leaders.leaders_of(drive.seats[seat]) if one.guest == guest), None)


def name_of_led(led: Sequence[Leader], part: str) -> str:
    """Who leads a part beside the general, by name; empty where it is his."""
    return next((one.name for one in led if part in one.part), "")


def guest_of(row: Row, number: int) -> str:
    """Who that leader is."""
    return next((one.guest for one in leaders.leaders_of(row) if one.number == number), str(row["guest_id"] or ""))


def about_of(drive: Drive, asked: AnyAsk) -> About:
    """The parts of its side a question is about."""
    state = drive.live.state
    return parts.about(drive.system, state, asked, parts.parts_of(drive.system, state, asked.seat))


def awaited(drive: Drive, seat: Seat) -> tuple[int, ...]:
    """Who of a side that several lead is asked now; nobody is named where one leads it alone."""
    led, question = leaders.leaders_of(drive.seats[seat]), drive.question(seat)
    return leaders.asked(about_of(drive, question), led) if led and question else ()


async def guests_asked(drive: Drive, seat: Seat) -> tuple[str, ...]:
    """Who of a side may answer now; where one leads it alone, or the rules break at it, its general."""
    row = drive.seats[seat]
    numbers: tuple[int, ...] = ()
    try:
        numbers = await aside(partial(awaited, drive, seat))
    except Exception:
        log.exception("whom of %s table %s asks was not found", seat, drive.id)
    return tuple(filter(None, (guest_of(row, number) for number in numbers or (GENERAL,))))


def led_by(drive: Drive, seat: Seat) -> tuple[str, ...] | UnsetType:
    """The same by their names."""
    return tuple(name_of(drive.seats[seat], number) for number in awaited(drive, seat)) or UNSET


def refuse_hand(drive: Drive, seat: Seat, raw: Json, number: int, away: Collection[str]) -> Refusal | int:
    """For whom of his side this leader answers: himself, or somebody who is away; or why he may not."""
    row, question = drive.seats[seat], drive.question(seat)
    led = leaders.leaders_of(row)
    if not led or question is None:
        return number
    about = about_of(drive, question)
    whose = leaders.answers(about, led, parts.key_of(raw))
    if guest_of(row, whose) in {guest_of(row, number), *away}:
        return whose
    who, part = name_of(row, whose), part_of(about, led, whose, parts.key_of(raw))
    return refuse("lead.his", say.LED, who=who, part=part) if part else refuse("lead.general", say.LED, who=who)


def answer(drive: Drive, seat: Seat, raw: Json, guest: str, away: Collection[str]) -> Refusal | None:
    """The answer of one of those who lead a side is taken; that he gave it for another who is away is told."""
    number, asked = number_of(drive.seats[seat], guest) or GENERAL, drive.question(seat)
    whose = refuse_hand(drive, seat, raw, number, away)
    if isinstance(whose, Refusal):
        return whose
    if no := by_itself.answer(drive, seat, raw, "person", number or None):
        return no
    played_on(drive, seat)
    row, secret = drive.seats[seat], asked is not None and asked.secret
    if guest_of(row, whose) != guest and drive.status == "playing":
        names = {"who": name_of(row, number), "whom": name_of(row, whose)}
        drive.tell("engine.lead-for", say.LED, seen_by=[seat] if secret else None, seat=seat, **names)
    return None


def refuse_sitting(drive: Drive, guest: str) -> Refusal | None:
    """Why somebody may not sit down for himself: he leads a side with its general."""
    led = any(number_of(row, guest) for row in drive.seats.values())
    return refuse("lead.sits", say.LED) if led else None


def part_of(about: About, led: Sequence[Leader], whose: int, key: str) -> str:
    """The part for which an answer is this leader's; empty for a general's, who has what nobody leads."""
    named = (about.picks[key],) if key in about.picks else (*sorted(about.fixed), *about.picks.values())
    return next((part for part in named if whose != GENERAL and leaders.holder(led, part) == whose), "")


def refuse_undo(drive: Drive, seat: Seat, guest: str | None) -> Refusal | None:
    """Why somebody may not strike the side's last answer alone: another leader gave it."""
    row, session = drive.seats[seat], drive.session
    last = session.last_of(seat) if session else None
    if guest is None or last is None:
        return None
    gave = drive.hands.get(drive.seqs[last]) or GENERAL
    giver = gave if any(one.number == gave for one in leaders.leaders_of(row)) else GENERAL
    return None if number_of(row, guest) == giver else refuse("lead.not-own", say.LED, who=name_of(row, giver))


def refuse_bulk(drive: Drive, seat: Seat) -> Refusal | None:
    """Why nothing is answered in bulk: it would answer for parts that others lead."""
    led = leaders.leaders_of(drive.seats[seat])
    return refuse("lead.bulk", say.LED) if any(one.part for one in led) else None


def refuse_other(drive: Drive, seat: Seat, guest: str | None) -> Refusal | None:
    """Why somebody may not do what only the general of a side may."""
    row = drive.seats[seat]
    return refuse("lead.only-general", say.LED, who=row["name"]) if number_of(row, guest) != GENERAL else None


def resolved(drive: Drive, seat: Seat, guest: str | None, what: str, yes: bool = True) -> bool:
    """Whether the side has resolved it, now that this leader has said so; its others are told how it stands."""
    row = drive.seats[seat]
    members, number = 1 + len(row.get("leaders", ())), number_of(row, guest)
    if guest is None or members == 1 or number is None:
        return True
    said = {**votes(drive, seat, what), str(number): yes}
    so = [int(who) for who, wish in said.items() if wish == yes]
    done = leaders.carried(so, members)
    wish(drive, seat, SAID + what, "" if done else json.encode(said).decode())
    if not done:
        key = f"engine.side-{what}" if yes else f"engine.side-{what}-no"
        drive.tell(key, say.LED, seen_by=[seat], who=name_of(row, number), have=len(so), of=members)
    return done


def votes(drive: Drive, seat: Seat, what: str) -> dict[str, bool]:
    """What each leader of a side has said to something, by his number."""
    found: dict[str, bool] = json.decode(wish_of(drive, seat, SAID + what) or "{}")
    return found


def ask_anew(drive: Drive) -> None:
    """A draw has been offered: what leaders said to one before counts no more."""
    for seat in drive.seats:
        wish(drive, seat, SAID + DRAW, "")


def played_on(drive: Drive, seat: Seat) -> None:
    """A leader of the side has answered: what its leaders were asked about lapses."""
    for what in (RESIGN, OFFER, DRAW):
        wish(drive, seat, SAID + what, "")
