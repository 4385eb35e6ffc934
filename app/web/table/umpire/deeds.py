"""What the umpire's page and the API share: who may, what a deed leads to, edits in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypedDict

from msgspec import Struct

from app.engine.amend import Amendable, Change
from app.engine.events import Seat
from app.engine.refusals import Refusal
from app.games.replacing import Replacing
from app.games.results import Accepted, GameId, GameInfo, Refused, Result
from app.games.seats import Guest
from app.games.sentences import SENTENCES as TABLE
from app.games.umpire import KINDS, Desk, Umpire
from app.web.page import problems
from app.web.page.deps import Site
from app.web.page.errors import Bad
from app.web.page.problems import RefusalTold
from app.web.page.words import Words, gettext
from app.web.table import seen as tables
from app.web.table.calls import game_info

CLOSED = ("umpire.own-game", "umpire.not-yours", "umpire.not-owner")
"""Refusals of who asks, not of what."""
UNSEATS = ("dismiss", "bot", "replace")
"""Deeds after which somebody sees less than before."""


class Deed(Struct, frozen=True, forbid_unknown_fields=True):
    """What an umpire does, with what it needs: see the list of deeds.

    ``account``: the name of an account.  ``changes``: those of an edit.
    """

    reason: str = ""
    seat: str = ""
    seconds: int = 0
    account: str = ""
    dispute: int = 0
    text: str = ""
    changes: list[Change] = []


def umpire_of(here: Site) -> Umpire:
    """The umpires of this server."""
    return Umpire(here.games.mailbox, here.games.store, here.games.grant)


def replacing_of(here: Site) -> Replacing:
    """The seats that change hands."""
    return Replacing(here.games.mailbox, here.games.store, umpire_of(here))


def owns(info: GameInfo, who: Guest | None) -> bool:
    """Whether the caller may name the umpires of the game."""
    return who is not None and (who.role == "host" or info.owner == who.id)


async def words_of(here: Site, info: GameInfo, desk: Desk | None = None) -> Words:
    """The words of a game, with the names of all that an umpire may change."""
    system = here.games.system(info.system)
    assert system is not None
    if desk is None:
        found = await umpire_of(here).desk(info.id)
        desk = found if isinstance(found, Desk) else None
    return tables.words_of(system, info, desk.view if desk else None)


async def required(here: Site, game: str, who: Guest | None) -> tuple[GameInfo, Guest]:
    """The game, of which the caller is umpire; else a 404 or 403."""
    info = await game_info(here, game)
    if who is None or not await umpire_of(here).may(info.id, who):
        raise Bad(403, gettext("Only the umpire of this game, or the host of this server, may do that."))
    return info, who


async def looking(here: Site, info: GameInfo, who: Guest) -> None:
    """A 403 unless the caller may see what is hidden: the host says first that he looks."""
    if not await umpire_of(here).sees(info.id, who):
        raise Bad(403, gettext(TABLE["umpire.look"]))


async def done(here: Site, info: GameInfo, who: Guest, deed: str, given: Deed) -> Result:
    """What a deed leads to; a 404 where there is no such deed, a 403 where it is not the caller's to do."""
    umpire, seat, id = umpire_of(here), Seat(given.seat), info.id
    if deed in ("amend", "back") and await umpire.may(id, who):
        await looking(here, info, who)
    match deed:
        case "look":
            result = await umpire.look(id, who)
        case "pause":
            result = await umpire.pause(id, who, given.reason)
        case "resume":
            result = await umpire.resume(id, who)
        case "time":
            result = await umpire.add_time(id, who, seat, given.seconds, given.reason)
        case "rule":
            result = await umpire.rule(id, who, given.dispute, given.text)
        case "dispute":
            result = await umpire.dispute(id, seat, who.id, given.text)
        case "amend":
            result = await umpire.amend(id, who, given.changes, given.reason)
        case "back":
            result = await umpire.back(id, who, given.reason)
        case "bot":
            result = await replacing_of(here).by_bot(id, who, seat, given.reason)
        case _:
            result = await with_account(here, id, who, deed, given)
    if isinstance(result, Refused) and result.refusal.code in CLOSED:
        raise Bad(403, (await words_of(here, info)).says(result.refusal.code))
    if isinstance(result, Accepted) and deed in UNSEATS:
        look_anew(here, info)
    return result


def look_anew(here: Site, info: GameInfo) -> None:
    """Open pages of the game come back at once, each with the eyes its reader has now; some may not come back."""
    here.rooms.cut(game=info.id)


async def with_account(here: Site, id: GameId, who: Guest, deed: str, given: Deed) -> Result:
    """What a deed leads to that names an account."""
    if deed not in ("name", "dismiss", "replace"):
        raise Bad(404, f"There is no {deed[:20]!r}; known are: {', '.join(DEEDS)}.")
    umpire = umpire_of(here)
    profile = await here.bonds.profile(given.account)
    if deed == "dismiss":
        named = {one.name.casefold(): one.id for one in await umpire.of_game(id)}
        return await umpire.dismiss(id, who, named.get(given.account.casefold(), profile.id if profile else ""))
    if profile is None:
        raise Bad(422, gettext("There is nobody of that name on this server."))
    if deed == "name":
        return await umpire.name(id, who, profile.id, profile.name)
    return await replacing_of(here).by_guest(id, who, Seat(given.seat), profile.id, profile.name, given.reason)


DEEDS = (
    "name",
    "dismiss",
    "look",
    "pause",
    "resume",
    "time",
    "dispute",
    "rule",
    "preview",
    "amend",
    "back",
    "bot",
    "replace",
)


def told(here: Site, info: GameInfo, words: Words, desk: Desk) -> list[str]:
    """What an edit does, in words."""
    system = here.games.system(info.system)
    assert system is not None
    lines = [system.tell(event) for event in desk.events]
    return [words.says(line.about, line.facts) for line in lines if line.weight != "quiet"]


class DeedTold(TypedDict):
    """What an umpire did, in words."""

    kind: str
    text: str
    clause: str


async def deeds_told(here: Site, game: GameId, words: Words) -> list[DeedTold]:
    """What umpires did in this game, in words, the latest first."""
    rows = await umpire_of(here).deeds(game)
    return [
        DeedTold(kind=kind, text=words.says(kind, facts), clause=str(facts.get("clause", "")))
        for kind, facts in rows if kind in KINDS
    ]  # fmt: skip


def sentence(words: Words, no: Refusal) -> RefusalTold:
    """A refusal as the page and a program read it."""
    return problems.told(no, words.says(no.code, no.facts))


async def desk_of(here: Site, info: GameInfo, changes: Sequence[Change] = ()) -> Desk | Refusal:
    """The position with these changes, or why not; a 409 while there is none."""
    found = await umpire_of(here).desk(info.id, changes)
    if found is None:
        raise Bad(409, gettext("There is no position to edit at this table."))
    return found


def named(words: Words, one: Amendable) -> str:
    """What a counter or a group is called."""
    return words.models.get(one.id, one.id)
