"""Checks that the pages and the API of campaigns share: the campaign, who asks, what a command led to."""

from __future__ import annotations

from functools import cache
from typing import Any, TypedDict, TypeVar

import msgspec

from app.campaigns.commands import COMMANDS
from app.campaigns.desk import SERVER, STRANGER, Actor, Command
from app.campaigns.model import Campaign, CampaignId
from app.campaigns.people.eyes import may_read, seen
from app.campaigns.service import ARCHIVE, Done, Refused, Result
from app.engine.refusals import Refusal, refuse
from app.games.seats import Guest
from app.web.campaigns.words import refusal_words, words_of
from app.web.page.deps import Site
from app.web.page.errors import Bad
from app.web.page.problems import told
from app.web.page.words import gettext

T = TypeVar("T")


class CampaignHead(TypedDict):
    """A campaign as lists show it.  ``open``: anybody may join; ``warbands``: that fight."""

    id: str
    system: str
    name: str
    state: str
    public: bool
    seq: int
    changed: str
    created: str
    open: bool
    warbands: int


def actor(who: Guest | None, *, invited: bool = False) -> Actor:
    """Whoever calls, as campaigns know them."""
    if who is None:
        return Actor(id=STRANGER, invited=invited)
    return Actor(id=who.id, name=who.name, account=who.account, invited=invited)


def bringer(here: Site, who: Guest | None) -> Actor:
    """Whoever brings a campaign in, who has an account; or the problem document, before anything is read."""
    if who is None or not who.account:
        raise refused(here, "", None, refuse("campaign.no-account", ARCHIVE))
    return actor(who)


def is_key(here: Site, id: str, number: int, key: str) -> bool:
    """Whether this is the key of the link that invites to a campaign."""
    return bool(key) and here.is_signed(key, "campaign", id, str(number))


def key_of(here: Site, now: Campaign) -> str:
    """The key of the link that invites."""
    return here.sign("campaign", now.id, str(now.key))


async def whole(here: Site, id: str, who: Guest | None, key: str = "") -> Campaign:
    """The campaign with its secrets, which this caller may at least read; or a 404."""
    now = await here.campaigns.read(id) if len(id) <= 40 else None
    if now is None or not may_read(now, who.id if who else "", is_key(here, id, now.key, key) if now else False):
        raise Bad(404, gettext("There is no such campaign."))
    return now


async def campaign(here: Site, id: str, who: Guest | None, key: str = "") -> Campaign:
    """The campaign as this caller may see it, or a 404."""
    return seen(await whole(here, id, who, key), who.id if who else "")


def head(row: dict[str, Any]) -> CampaignHead:
    """A campaign as lists show it."""
    return CampaignHead(
        id=row["id"], system=row["system"], name=row["name"], state=row["state"], public=bool(row["public"]),
        seq=row["seq"], changed=row["changed"], created=row["created"], open=bool(row["open"]), warbands=row["bands"],
    )  # fmt: skip


@cache
def given() -> Any:
    """The type of every command that people may give."""
    union: Any = None
    for rule in COMMANDS.values():
        if rule.who != (SERVER,):
            union = rule.command if union is None else union | rule.command
    return union


def command(raw: Any) -> Command:
    """A command from JSON, or a 422 that says what is wrong where."""
    made: Command = converted(raw, given())
    return made


def converted(raw: Any, type_: Any) -> Any:
    """JSON as this type, or a 422."""
    try:
        return msgspec.convert(raw, type_, strict=True)
    except msgspec.ValidationError as error:
        raise Bad(422, str(error)) from error


def refused(here: Site, system: str, now: Campaign | None, no: Refusal) -> Bad:
    """The problem document of a refusal."""
    words = words_of(here.games.systems.get(system) or next(iter(here.games.systems.values())), now)
    if now:
        words = refusal_words(words, now)
    sentence = words.says(no.code, no.facts)
    return Bad(422, sentence, refusal=told(no, sentence))


def founded(here: Site, system: str, made: CampaignId | Refusal) -> str:
    """The id of a new campaign, or its problem document."""
    if isinstance(made, Refusal):
        raise refused(here, system, None, made)
    return made


def done(here: Site, now: Campaign, result: Result) -> Done:
    """The command that was done, or its problem document."""
    if isinstance(result, Done):
        return result
    if isinstance(result, Refused):
        raise refused(here, now.system, now, result.refusal)
    raise Bad(404, gettext("There is nothing like that here."))
