"""Campaigns over REST: read as one may, changed by commands."""

from __future__ import annotations

from typing import Annotated, Any, TypedDict

import msgspec
from fastapi import APIRouter
from msgspec import Meta, Struct
from starlette.requests import Request
from starlette.responses import Response

from app.campaigns.ledger.exporting import Export
from app.campaigns.model import Campaign, Settings
from app.campaigns.people.founding import Found
from app.campaigns.rounds.standings import Line, standings
from app.campaigns.service import Done
from app.web.campaigns import calls as desk
from app.web.page.cursors import STAMPED, next_of, place_of
from app.web.page.deps import GuestDep, SiteDep, choose_language
from app.web.page.errors import Bad
from app.web.page.rest import read, reply, speaks
from app.web.page.words import gettext

router = APIRouter(prefix="/api/v1", tags=["campaigns"])
MANY, WORDS = 100, 60
EXAMPLE = {"format": 1, "campaign": "…", "system": "ronin", "chain": "…", "entries": []}
Command = Annotated[str, Meta(max_length=64)]


FOUNDED = {"name": "Autumn", "system": "ronin", "settings": {"pairing": "swiss", "points": 200}}


class New(Struct, frozen=True, forbid_unknown_fields=True):
    """A campaign to be founded; the same ``command`` again founds no other."""

    name: str
    system: str
    settings: dict[str, Any] = {}
    command: Command = ""


class Do(Struct, frozen=True, forbid_unknown_fields=True):
    """A command to a campaign: ``give`` holds ``do``, its name, and its fields.  The same ``command`` is done once."""

    give: dict[str, Any]
    command: Command = ""


class CampaignsTold(TypedDict):
    """The caller's campaigns, and a part of those that anybody may read; ``next``: what follows of these."""

    mine: list[desk.CampaignHead]
    public: list[desk.CampaignHead]
    next: str | None


class Kept(TypedDict):
    """The campaign that is kept now."""

    id: str


class Entry(TypedDict):
    """An entry of the ledger.  ``seen_by``: who alone may read it; ``chain``: the link that it makes."""

    campaign_id: str
    seq: int
    kind: str
    warband: str
    by_id: str | None
    at_ms: int
    seen_by: list[str] | None
    body: dict[str, Any]
    digest: str | None
    chain: str


@router.get("/campaigns", summary="Your campaigns and public ones", **speaks("list_campaigns", CampaignsTold))
async def every(
    request: Request, here: SiteDep, who: GuestDep, words: str = "", system: str = "", joinable: bool = False,
    after: str = "", page: int = 0,
) -> Response:  # fmt: skip
    """The caller's campaigns and those anybody may read, a hundred at a time: whose names have these words, of this
    system, that anybody may join, where that is said.  ``after``: the ``next`` of the last; or a page by its number."""
    choose_language(request)
    mine, place = await here.campaigns.of_guest(who.id) if who else [], place_of(after, STAMPED)
    at = 0 if after else MANY * max(0, min(page, 10_000))
    public = await here.campaigns.in_public(MANY, at, words[:WORDS], system[:WORDS], joinable, place)
    following = next_of(public, MANY, lambda row: (row["changed"], row["id"]))
    heads = [desk.head(row) for row in public]
    return reply(CampaignsTold(mine=[desk.head(row) for row in mine], public=heads, next=following))


@router.post(
    "/campaigns", status_code=201, summary="Found a campaign",
    **speaks("found_campaign", Kept, New, FOUNDED),
)  # fmt: skip
async def create(request: Request, here: SiteDep, who: GuestDep) -> Response:
    """A campaign is founded; the caller, who has an account, is its host."""
    choose_language(request)
    given = await read(request, New)
    if unknown := sorted({*given.settings} - {*Settings.__struct_fields__}):
        raise Bad(422, gettext("There is no setting {name}.").format(name=unknown[0][:40]))
    found = Found(name=given.name, system=given.system, settings=desk.converted(given.settings, Settings))
    id = desk.founded(here, given.system, await here.campaigns.found(desk.actor(who), found, given.command))
    return reply(Kept(id=id), 201)


@router.get("/campaigns/{id}", summary="A campaign as you may see it", **speaks("get_campaign", Campaign))
async def one(request: Request, id: str, here: SiteDep, who: GuestDep, key: str = "") -> Response:
    """The campaign as the caller may see it."""
    choose_language(request)
    return reply(msgspec.to_builtins(await desk.campaign(here, id, who, key)))


@router.get("/campaigns/{id}/entries", summary="Its ledger", **speaks("list_entries", list[Entry]))
async def entries(request: Request, id: str, here: SiteDep, who: GuestDep, since: int = 0, key: str = "") -> Response:
    """Its ledger in order, two hundred entries at a time; what is sealed from the caller is left out."""
    choose_language(request)
    await desk.campaign(here, id, who, key)
    return reply(await here.campaigns.entries(id, who.id if who else "", max(0, min(since, 2**31 - 1))))


@router.get("/campaigns/{id}/standings", summary="Its standings", **speaks("get_standings", list[Line]))
async def table(request: Request, id: str, here: SiteDep, who: GuestDep, key: str = "") -> Response:
    """Its standings with all tie-breaks."""
    choose_language(request)
    now = await desk.campaign(here, id, who, key)
    return reply(msgspec.to_builtins(standings(now, here.campaigns.rules(now.system))))


@router.post(
    "/campaigns/{id}/commands", summary="Give a command",
    **speaks("give_command", Done, Do, {"give": {"do": "announce", "title": "Snow", "text": "The passes close."}}),
)  # fmt: skip
async def command(request: Request, id: str, here: SiteDep, who: GuestDep, key: str = "") -> Response:
    """The command is done, or a refusal says why not and nothing has changed."""
    choose_language(request)
    given = await read(request, Do)
    now = await desk.campaign(here, id, who, key)
    actor = desk.actor(who, invited=desk.is_key(here, now.id, now.key, key))
    done = await here.campaigns.act(id, actor, desk.command(given.give), given.command)
    return reply(msgspec.to_builtins(desk.done(here, now, done)))


@router.get("/campaigns/{id}/export", summary="The whole campaign", **speaks("export_campaign", Export))
async def export(request: Request, id: str, here: SiteDep, who: GuestDep, key: str = "") -> Response:
    """The whole campaign with the records of its battles; sealed entries only as links of the chain."""
    choose_language(request)
    await desk.campaign(here, id, who, key)
    return Response(await here.campaigns.export(id), media_type="application/json")


@router.post(
    "/campaigns/import", status_code=201, summary="Keep an exported campaign",
    **speaks("import_campaign", Kept, Export, EXAMPLE),
)  # fmt: skip
async def bring(request: Request, here: SiteDep, who: GuestDep) -> Response:
    """An exported campaign is kept here; exported again it is the same to the byte."""
    choose_language(request)
    brought = await here.campaigns.bring(desk.bringer(here, who), await request.body())
    return reply(Kept(id=desk.founded(here, "", brought)), 201)
