"""The page of the chronicle, and what is said on it."""

from __future__ import annotations

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from app.campaigns.battles.fixtures import is_bye
from app.campaigns.model import VOID, Campaign
from app.campaigns.people.members import TEXTS
from app.web.campaigns.shared import No, Room, campaign_page, form_of, posted, room
from app.web.campaigns.tales import tales
from app.web.page.deps import GuestDep, SiteDep
from app.web.page.errors import Bad
from app.web.page.forms import number, text
from app.web.page.words import gettext

router = APIRouter(include_in_schema=False)
HERE = ("comment", "unsay")
"""What is done on this page."""


@router.get("/campaign/{id}/chronicle")
async def chronicle(request: Request, id: str, here: SiteDep, who: GuestDep) -> Response:
    """The battles of a round, each told; of the last in which any is over, where none is named."""
    return await shown(request, await room(request, id, here, who))


@router.post("/campaign/{id}/chronicle")
async def deed(request: Request, id: str, here: SiteDep, who: GuestDep) -> Response:
    """A comment stands there or is taken out, or the page with what stands against it."""
    at, form = await room(request, id, here, who), await form_of(request)
    if text(form, "do", 40) not in HERE:
        raise Bad(422, gettext("There is nothing like that here."))
    number = round_of(at.now, text(form, "fixture", 40))
    back = f"{request.url.path}?round={number}" if number else ""
    return await posted(request, at, shown, back=back, form=form)


async def shown(request: Request, at: Room, no: No | None = None) -> Response:
    """The page; with what stands against one of its forms."""
    told = rounds(at.now)
    wanted = number(request.query_params, "round") or 0
    if no is not None:
        wanted = round_of(at.now, no.given.get("fixture", "")) or wanted
    last = wanted if wanted in told else (told[-1] if told else 0)
    return campaign_page(
        request, "campaigns/chronicle.html", at, no=no, tales=await tales(at, last), number=last, rounds=told,
        may=at.now.has(at.id, "host", "umpire", "player", "commentator", "watcher"), letters=TEXTS["reason"],
    )  # fmt: skip


def round_of(now: Campaign, fixture: str) -> int:
    """The round of a battle; 0 where there is none such."""
    return now.fixtures[fixture].round if fixture in now.fixtures else 0


def rounds(now: Campaign) -> list[int]:
    """The rounds in which a battle is over that was to be fought."""
    over = (one.round for one in now.fixtures.values() if one.is_over and one.state != VOID and not is_bye(one))
    return sorted({*over})
