"""The host's page of webhooks: which other programs are told what happens here, and what they took."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from fastapi import APIRouter, Depends
from starlette.datastructures import FormData
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from app.engine.words import N_
from app.notices.hooks import MOOT, Hook, Message
from app.notices.news import KINDS
from app.notices.webhook import FORMATS
from app.web.host.pages import shown
from app.web.page.deps import Site, SiteDep, choose_language, host
from app.web.page.errors import Bad
from app.web.page.forms import form_of, text
from app.web.page.words import LANGUAGES, gettext, language
from app.web.people import notices

router = APIRouter(include_in_schema=False, dependencies=[Depends(host)])
PATH = "/admin/webhooks"
KIND_NAMES = {
    "table.opened": N_("A new table that anybody may join"),
    "battle.over": N_("A battle that anybody may watch is over"),
    "round.opened": N_("A round of a public campaign is opened"),
}
LANGUAGE_NAMES = {"en": "English", "es": "Español"}
REASONS = {
    "no-kinds": N_("Choose at least one thing to tell."),
    "too-many-hooks": N_("There are ten webhooks. Remove one first."),
    "no-hook": N_("There is no such webhook."),
    "off": N_("It is off. Switch it on first."),
}
SAID = {"tried": N_("It arrived."), "removed": N_("It is gone."), "on": N_("It is on."), "off": N_("It is off.")}


def reason(code: str) -> str:
    """Why something was refused or failed."""
    return gettext(REASONS[code]) if code in REASONS else notices.reason(code)


def outcome(message: Message) -> str:
    """What came of a message."""
    match message.result:
        case "":
            return gettext("on its way")
        case "sent":
            return gettext("sent")
        case "off":
            return gettext("it was off")
        case result if result == MOOT:
            return gettext("no longer so")
    return gettext("tried again") if message.next_ms else gettext("given up")


def why(message: Message) -> str:
    """What went wrong with it, if anything did."""
    return reason(message.result.removeprefix("failed: ")) if message.result.startswith("failed: ") else ""


@router.get(PATH)
async def webhooks(request: Request, here: SiteDep) -> Response:
    """All webhooks of the house."""
    choose_language(request)
    return await hooks_page(request, here, said=SAID.get(text(request.query_params, "done", 10), ""))


async def hooks_page(
    request: Request, here: Site, against: str = "", *, said: str = "", secret: str = "", given: FormData | None = None
) -> Response:
    """The page; ``secret``: of a hook just made, shown this once; ``given``: the form that was refused."""
    chosen = {"format": text(given or {}, "format", 10), "language": text(given or {}, "language", 2)}
    formats = [(key, gettext(notices.FORMAT_NAMES[key])) for key in FORMATS]
    return await shown(
        request, here, "webhooks", against, formats=formats,
        hooks=[line(one) for one in await here.notices.hooks.all()],
        said=gettext(said), secret=secret, has_base=bool(here.settings.base_url),
        address=text(given or {}, "address", 2001), chosen=chosen["format"] or FORMATS[0],
        spoken=chosen["language"] or language.get(),
        languages=[(key, LANGUAGE_NAMES[key]) for key in LANGUAGES],
        kinds=[(key, gettext(KIND_NAMES[key]), given is None or key in given.getlist("kind")) for key in KINDS],
    )  # fmt: skip


def line(hook: Hook) -> dict[str, Any]:
    """A hook as the page shows it; of an address only where it leads, for its end may be a secret."""
    return {
        "id": hook.id, "address": notices.host_of(hook.address), "format": gettext(notices.FORMAT_NAMES[hook.format]),
        "language": LANGUAGE_NAMES.get(hook.language, hook.language), "on": hook.on, "failures": hook.failures,
        "kinds": [gettext(KIND_NAMES[key]) for key in hook.kinds],
        "messages": [
            {
                "text": one.text, "at": datetime.fromtimestamp(one.at_ms // 1000, UTC), "outcome": outcome(one),
                "why": why(one), "ok": one.result == "sent", "bad": one.result.startswith("failed"), "tries": one.tries,
            }
            for one in hook.messages
        ],
    }  # fmt: skip


@router.post(PATH)
async def add(request: Request, here: SiteDep) -> Response:
    """Another program is told; its secret is shown this once."""
    choose_language(request)
    form = await form_of(request)
    address, spoken = text(form, "address", 2001), text(form, "language", 2)
    if spoken not in LANGUAGES:
        raise Bad(422, gettext("There is no such language."))
    kinds = [str(kind) for kind in form.getlist("kind")]
    no, secret = await here.notices.hooks.add(address, text(form, "format", 10), spoken, kinds)
    return await hooks_page(request, here, reason(no) if no else "", secret=secret, given=form if no else None)


@router.post(f"{PATH}/{{id}}/{{deed}}")
async def deed(request: Request, id: str, deed: str, here: SiteDep) -> Response:
    """A trial message is sent, or the hook is switched on or off, or gone."""
    choose_language(request)
    hooks = here.notices.hooks
    match deed:
        case "test":
            no = await hooks.test(id)
            return await hooks_page(request, here, reason(no)) if no else done("tried")
        case "on" | "off":
            if await hooks.switch(id, deed == "on"):
                return done(deed)
        case "remove":
            if await hooks.remove(id):
                return done("removed")
    raise Bad(404, gettext("There is no such webhook."))


def done(what: str) -> Response:
    """Back to the page, which says what was done."""
    return RedirectResponse(f"{PATH}?done={what}", 303)
