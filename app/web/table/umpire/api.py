"""An umpire's deeds over REST."""

from __future__ import annotations

from typing import NotRequired, TypedDict

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from app.engine.amend import Amendable
from app.engine.refusals import Refusal
from app.games.results import Accepted, Refused
from app.games.umpire import Dispute
from app.web.page.deps import GuestDep, SiteDep, choose_language
from app.web.page.errors import Bad
from app.web.page.problems import RefusalTold
from app.web.page.rest import read, reply, speaks
from app.web.page.words import gettext
from app.web.table.calls import accepted, game_info
from app.web.table.umpire.deeds import (
    Deed,
    DeedTold,
    deeds_told,
    desk_of,
    done,
    looking,
    required,
    sentence,
    told,
    umpire_of,
    words_of,
)

router = APIRouter(prefix="/api/v1", tags=["umpires"])
EXAMPLE = {"changes": [{"id": "red-1", "deed": "place", "at": [12000, 34000]}], "reason": "It was bumped."}


class DeskTold(TypedDict):
    """The desk of an umpire.  ``struck``: how many inputs an edit would take back."""

    umpires: list[str]
    version: int
    struck: int
    amendables: tuple[Amendable, ...]
    disputes: tuple[Dispute, ...]
    deeds: list[DeedTold]


class Foreseen(TypedDict):
    """What an edit would do, in words, or why it cannot be."""

    no: RefusalTold | None
    lines: list[str]
    struck: NotRequired[int]


@router.get(
    "/games/{game}/umpire", summary="What an umpire of a game may change, what was asked of him, what he did",
    **speaks("get_umpire_desk", DeskTold),
)  # fmt: skip
async def shown(request: Request, game: str, here: SiteDep, who: GuestDep) -> Response:
    """For its umpires and the host, who says ``look`` first.  ``amendables`` are of the last safe point."""
    choose_language(request)
    info, by = await required(here, game, who)
    umpire = umpire_of(here)
    found = await umpire.desk(info.id) if await umpire.sees(info.id, by) else None
    desk = None if found is None or isinstance(found, Refusal) else found
    words = await words_of(here, info, desk)
    return reply(DeskTold(
        umpires=[one.name for one in await umpire.of_game(info.id)], version=info.version,
        struck=desk.struck if desk else 0, amendables=desk.amendables if desk else (),
        disputes=await umpire.disputes(info.id), deeds=await deeds_told(here, info.id, words),
    ))  # fmt: skip


@router.post(
    "/games/{game}/umpire/{deed}",
    summary="name, dismiss, look, pause, resume, time, rule, preview, amend, back, bot, replace; a player: dispute",
    **speaks("do_umpire_deed", (Accepted, Foreseen), Deed, EXAMPLE, optional=True),
)
async def deed(request: Request, game: str, deed: str, here: SiteDep, who: GuestDep) -> Response:
    """Done and told to all, or a 422 with code, clause and facts.  ``preview`` says what an edit would do."""
    choose_language(request)
    given = await read(request, Deed) if await request.body() else Deed()
    info = await game_info(here, game)
    if who is None:
        raise Bad(403, gettext("Only the umpire of this game, or the host of this server, may do that."))
    if deed == "preview":
        await required(here, game, who)
        await looking(here, info, who)
        desk = await desk_of(here, info, given.changes)
        words = await words_of(here, info, None if isinstance(desk, Refusal) else desk)
        if isinstance(desk, Refusal):
            return reply(Foreseen(no=sentence(words, desk), lines=[]))
        return reply(Foreseen(no=None, lines=told(here, info, words, desk), struck=desk.struck))
    result = await done(here, info, who, deed, given)
    if isinstance(result, Refused):
        no = sentence(await words_of(here, info), result.refusal)
        raise Bad(422, no["sentence"], refusal=no, version=result.version)
    return reply(accepted(result))
