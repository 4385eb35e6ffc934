"""What commentators say of a round, on its page and to all who watch its tables (CPN-PEO-13)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from msgspec.structs import replace
from starlette.requests import Request

from app.campaigns.model import PLAYING
from app.campaigns.people.members import COMMENTATOR
from app.campaigns.people.voices import refuse_voice
from app.engine.refusals import Refusal
from app.games import lobby
from app.games.access import Standing, may_watch
from app.games.eyes import watching
from app.games.results import GameInfo
from app.web.campaigns.shared import Room
from app.web.page.deps import stands
from app.web.table.battles import between
from app.web.table.talk.speaking import Here, said_at


class Voice(NamedTuple):
    """What the reader of a round's page is to what is said of it.

    ``tables``: those that are being fought, as he would speak there; ``heads``: all whose talk he reads.
    """

    tables: tuple[Here, ...]
    heads: tuple[GameInfo, ...]
    sits: bool
    ahead: bool


async def voice_of(at: Room, number: int) -> Voice:
    """Where the reader would speak, and whose talk he reads: while he fights in the round, of none of it."""
    fights = {one.game: one for one in at.now.fights(number) if one.game}
    infos = await lobby.heads(at.here.games, [*fights])
    speaks = bool(at.id) and at.now.has(at.id, COMMENTATOR)
    tables, heads, sits, ahead, heard = list[Here](), list[GameInfo](), False, False, False
    for id, info in infos.items():
        what = replace(await stands(at.here, info, at.who), invited=True)
        open_ = may_watch(info, what)
        if fights[id].state == PLAYING:
            sits = sits or bool(what.seats)
            ahead = ahead or bool(info.watching.delay and what.looks(over=False))
            heard = heard or open_
            tables += [await spoken_at(at, info, what)] if speaks and (open_ or info.watching.who == "none") else []
        if what.seats or open_:
            heads.append(info)
    return Voice(tuple(tables) if heard else (), () if sits else tuple(heads), sits, ahead)


async def spoken_at(at: Room, info: GameInfo, what: Standing) -> Here:
    """A table as the reader would speak there: to those who watch it."""
    eyes = watching(info)
    return Here(await at.here.games.as_seen(info, eyes), at.who, what, eyes)


def refused(at: Room, voice: Voice) -> Refusal | None:
    """Why the reader does not talk to all who watch the round."""
    return refuse_voice(at.now, at.id, tables=len(voice.tables), sits=voice.sits, ahead=voice.ahead)


async def say(request: Request, voice: Voice, text: str) -> None:
    """All who watch a table of the round are told; or a 403, 422 or 429 with the reason."""
    await said_at(request, [as_commentator(one) for one in voice.tables], "comment", text)


def as_commentator(one: Here) -> Here:
    """The same with the part that its campaign gives: the table may have heard of it a moment later."""
    return Here(one.info, one.who, replace(one.stands, roles=(*one.stands.roles, COMMENTATOR)), one.eyes)


async def remarks(at: Room, voice: Voice) -> list[dict[str, Any]]:
    """What was said of the round, the last first; what is of one table alone says of which."""
    unread = await at.here.bonds.muted(at.id) if at.id else frozenset()
    said = await at.here.talk.remarks([str(one.id) for one in voice.heads], unread)
    return [
        {"id": one.line.id, "by": one.line.name, "text": one.line.text, "at": one.line.at_ms,
         "of": named(voice.heads, one.games)}
        for one in reversed(said)
    ]  # fmt: skip


def named(heads: Iterable[GameInfo], games: tuple[str, ...]) -> str:
    """The battle that a line is of, where it is of one of several."""
    every = [*heads]
    alone = len(games) == 1 and len(every) > 1
    return next((between(one) for one in every if alone and one.id == games[0]), "")
