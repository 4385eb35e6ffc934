"""What every page of a campaign shares: who reads it, commands out of forms, and what was refused."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping
from typing import Any, get_args, get_origin
from urllib.parse import quote

import msgspec
from msgspec import Struct
from starlette.datastructures import FormData
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from app.campaigns.commands import COMMANDS
from app.campaigns.desk import Actor, Command
from app.campaigns.model import Campaign, Warband
from app.campaigns.people.eyes import may_read, seen
from app.campaigns.service import Done, Refused
from app.engine.asks import Json
from app.engine.campaigns import CampaignRules
from app.engine.refusals import Refusal
from app.engine.system import RuleSystem
from app.games.seats import Guest
from app.web.campaigns.words import format_line, house, refusal_words, stamp, wait_words, words_of
from app.web.page import prompts, systems
from app.web.page.deps import Site, choose_language
from app.web.page.errors import Bad
from app.web.page.forms import text, texts
from app.web.page.parts import wanted
from app.web.page.preview import Preview, preview
from app.web.page.templates import Page, page
from app.web.page.words import Words, gettext
from app.web.rosters.effigy import HIGH as COVER_HIGH
from app.web.rosters.effigy import WIDE as COVER_WIDE

FIELDS, MOST_TEXT = 400, 4000
TAG = "do"


class Room(Struct, frozen=True, kw_only=True):
    """A campaign and whoever reads it.  ``key``: of the link that invites, where the reader came by it."""

    here: Site
    now: Campaign
    who: Guest | None
    system: RuleSystem[Any]
    rules: CampaignRules[Any]
    words: Words
    key: str = ""
    cover: str = ""
    """The address of its cover, while the picture is there."""

    @property
    def id(self) -> str:
        """The reader's id, empty for a stranger."""
        return self.who.id if self.who else ""

    @property
    def path(self) -> str:
        """The address of the campaign's own page."""
        return f"/campaign/{self.now.id}"

    @property
    def mine(self) -> tuple[Warband, ...]:
        """The warbands the reader leads."""
        return self.now.of_guest(self.id) if self.id else ()

    @property
    def is_host(self) -> bool:
        """Whether the reader is a host of it."""
        return bool(self.id) and self.now.has(self.id, "host")

    @property
    def rules_in_charge(self) -> bool:
        """Whether the reader may do what an umpire may."""
        return bool(self.id) and self.now.has(self.id, "host", "umpire")


class No(Struct, frozen=True, kw_only=True):
    """What was refused: which form, in words, by which clause, and where the clause is read."""

    form: str
    text: str
    clause: str
    href: str
    given: Mapping[str, str]


async def room(request: Request, id: str, here: Site, who: Guest | None, key: str = "") -> Room:
    """The campaign for this reader; a 404 if there is none that he may read."""
    choose_language(request)
    now = await here.campaigns.read(id) if len(id) <= 32 else None
    key = key or text(request.query_params, "key", 64)
    reader = who.id if who else ""
    invited = now is not None and bool(key) and here.is_signed(key, "campaign", now.id, str(now.key))
    if now is None or not may_read(now, reader, invited):
        raise Bad(404, gettext("There is no such campaign, or it is not open to you."))
    system = systems.chosen(here, now.system)
    rules = here.campaigns.rules(now.system)
    return Room(
        here=here, now=seen(now, reader), who=who, system=system, rules=rules, words=words_of(system, now),
        key=key if invited else "", cover=await covered(here, now),
    )  # fmt: skip


async def covered(here: Site, now: Campaign) -> str:
    """The address of a campaign's cover; nothing where it has none, or the host has removed it."""
    key = now.settings.cover
    return key if key and await here.games.likenesses.covers(key, now.id) else ""


def pictured(at: Room, otherwise: str = "") -> dict[str, Any]:
    """The picture of a link to a campaign, with its size: of what it is ``otherwise``, else its cover."""
    if otherwise or not at.cover:
        return {"image": otherwise}
    return {"image": f"/likeness/{at.cover}", "size": (COVER_WIDE, COVER_HIGH)}


def invitation(at: Room) -> str:
    """The path of the link that invites; worthless once the host has renewed it."""
    return f"{at.path}?key={at.here.sign('campaign', at.now.id, str(at.now.key))}"


def warband_of(at: Room, id: str) -> Warband:
    """A warband of the campaign, or a 404."""
    found = at.now.warbands.get(id)
    if found is None:
        raise Bad(404, gettext("There is no such warband in this campaign."))
    return found


# -- commands out of forms --------------------------------------------------------


def command_of(form: FormData, more: Mapping[str, Json] | None = None) -> Command:
    """The command that a form gives by its tag, its fields by their names; or a 422."""
    tag = text(form, TAG, 40)
    rule = COMMANDS.get(tag)
    if rule is None:
        raise Bad(422, gettext("There is nothing like that here."))
    given = {field.name: read(form, field.name, field.type) for field in msgspec.structs.fields(rule.command)}
    values = {name: value for name, value in given.items() if value is not None} | dict(more or {})
    try:
        return msgspec.convert({TAG: tag, **values}, rule.command, strict=False)
    except msgspec.ValidationError as no:
        raise Unfit(str(no)) from None


class Unfit(ValueError):
    """The fields of a form do not make its command."""


def read(form: FormData, name: str, kind: Any) -> Json:
    """A field as a command takes it; ``None`` where the form does not have it."""
    if kind is bool:
        return name in form
    if get_origin(kind) is tuple and get_args(kind)[:1] == (str,):
        return [one for one in texts(form, name) if one]
    raw = text(form, name, MOST_TEXT)
    if kind is int:
        return raw or None
    return raw if kind is str and name in form else None


def actor(who: Guest | None, invited: bool = False) -> Actor:
    """Who gives a command; a 403 for a stranger."""
    if who is None:
        raise Bad(403, gettext("For this you need an account: sign in first."))
    return Actor(id=who.id, name=who.name, account=who.account, invited=invited)


async def given(at: Room, form: FormData, command: Command, key: str = "") -> Done | No:
    """What became of a command: done once however often it comes, or refused in words."""
    result = await at.here.campaigns.act(
        at.now.id, actor(at.who, bool(at.key)), command, key or text(form, "command", 64)
    )
    if isinstance(result, Done):
        return result
    if isinstance(result, Refused):
        return refused(at, form, result.refusal)
    raise Bad(404, gettext("There is nothing like that here."))


def refused(at: Room, form: FormData, no: Refusal) -> No:
    """A refusal in words, at the form it belongs to."""
    found = prompts.reason(refusal_words(at.words, at.now), no)
    assert found is not None
    return shown_at(form, found.text, found.clause, clause_href(at.now, found.clause))


def shown_at(form: FormData, said: str, clause: str = "", href: str = "") -> No:
    """A sentence that stands against a form, with what was given kept."""
    kept = {key: value for key, value in form.items() if isinstance(value, str)}
    kept |= {f"{key}:{value}": "on" for key, value in form.multi_items() if isinstance(value, str) and len(value) <= 40}
    return No(form=text(form, "of", 60) or text(form, TAG, 40), text=said, clause=clause, href=href, given=kept)


def clause_href(now: Campaign | None, clause: str) -> str:
    """Where a clause is read: those of campaigns at the campaign, the others in the rulebook."""
    if clause.startswith("CPN-") or now is None:
        return f"/campaign/{now.id}/rules#{clause}" if now else f"/campaigns/rules#{clause}"
    return f"{systems.rules(now.system)}#{clause}"


async def posted(
    request: Request, at: Room, show: Callable[..., Any], back: str = "",
    more: Callable[[FormData], Mapping[str, Json]] | None = None, form: FormData | None = None,
) -> Response:  # fmt: skip
    """A form of a page has been done and the page is shown anew; or the page with what stands against it."""
    form = await form_of(request) if form is None else form
    try:
        done: Done | No = await given(at, form, command_of(form, more(form) if more else None))
    except Unfit:
        done = shown_at(form, gettext("Something is missing in this form, or is no number: nothing was changed."))
    if isinstance(done, No):
        answer: Response = await show(request, at, done)
        return answer
    key = text(form, "of", 60) or text(form, TAG, 40)
    path = back or request.url.path
    return RedirectResponse(f"{path}{'&' if '?' in path else '?'}done={quote(key)}#f-{quote(key)}", 303)


async def form_of(request: Request) -> FormData:
    """The form that was posted: no files."""
    return await request.form(max_files=0, max_fields=FIELDS, max_part_size=65536)


# -- pages ------------------------------------------------------------------------


def fresh() -> str:
    """The id of a command, so that a form sent twice is done once."""
    return secrets.token_urlsafe(12)


def campaign_page(request: Request, name: str, at: Room, /, *, no: No | None = None, **context: Any) -> Response:
    """A page of a campaign: who reads it, what was refused and given, and the helpers its forms need.

    A refusal stands at its form; where the reader has none such, at the head of the page or among what comes and goes.
    """
    shown = drawn(request, name, at, no, None, context)
    if no is not None and f'id="no-{no.form}"'.encode() not in shown.at_once():
        if wanted(request):
            raise Bad(422, no.text)
        return drawn(request, name, at, no, no, context)
    return shown


def linked(request: Request, at: Room, band: object) -> Preview:
    """A campaign, or the warband whose page it is, as a link to it is shown."""
    line = f"{systems.name(at.system)} · {format_line(at.now.settings)}"
    if isinstance(band, Warband):
        return preview(request, at.here, band.name, f"{at.now.name} · {line}")
    return preview(request, at.here, at.now.name, line, **pictured(at))


def drawn(request: Request, name: str, at: Room, no: No | None, stray: No | None, context: Mapping[str, Any]) -> Page:
    """The page itself, with a refusal at its head if one strays there."""

    def keeps(form: str, field: str, offered: object = "") -> object:
        """What a field of a form shows: what was given if that was refused, else what is offered."""
        return no.given.get(field, "") if no is not None and no.form == form else offered

    told = context.get("preview") or linked(request, at, context.get("band"))
    return page(
        request, name, status=422 if no else 200, at=at, camp=at.now, me=at.id, refused=no, keeps=keeps,
        stray=stray, fresh=fresh, stamp=stamp, wait=wait_words, clock=at.here.campaigns.clock(), says=at.words.says,
        house=lambda id: house(at.now, id), clause_href=lambda clause: clause_href(at.now, clause),
        done=text(request.query_params, "done", 60), system=systems.shown(at.system),
        points_name=systems.said(at.system, "points"), **{**context, "preview": told},
    )  # fmt: skip
