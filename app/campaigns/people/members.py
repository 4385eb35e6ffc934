"""Who is in a campaign, and what they may do."""

from __future__ import annotations

from typing import Any

from app.campaigns.book import c, table
from app.campaigns.desk import ANYBODY, HOST, PLAYER, UMPIRE, Actor, Command, Decided, Desk, command
from app.campaigns.ledger.events import (
    Announced,
    Entry,
    Invited,
    Joined,
    KeyRenewed,
    Left,
    RolesSet,
    Status,
    Withdrawn,
)
from app.campaigns.map.newcomers import refuse_newcomer
from app.campaigns.model import Campaign, Player
from app.engine.refusals import Clause, Refusal, refuse

INVITATIONS, JOINING = c("CPN-PEO-04"), c("CPN-PEO-05")
LEAVING, ROLES_RULE, REMOVING, ANNOUNCING = c("CPN-PEO-06"), c("CPN-PEO-07"), c("CPN-PEO-08"), c("CPN-PEO-09")
WORDING, ENTROPY = c("CPN-PEO-10"), c("CPN-PEO-11")
FIGURES: dict[str, Any] = table("people")
TEXTS = FIGURES["texts"]
WATCHER, COMMENTATOR = "watcher", "commentator"
ROLES = (HOST, UMPIRE, PLAYER, COMMENTATOR, WATCHER)
RECRUITING, RUNNING, ENDED = "recruiting", "running", "ended"
IN, INVITED, GONE = "in", "invited", "left"


# -- words ----------------------------------------------------------------------


def clean(text: str) -> str:
    """The text without blanks around it and signs that cannot be seen; its lines stay."""
    return "".join(sign for sign in text if sign.isprintable() or sign == "\n").strip()


def refuse_text(what: str, text: str, *, least: int = 1) -> Refusal | None:
    """Why this is no ``name``, ``title``, ``text`` or ``reason`` (CPN-PEO-10)."""
    most, letters = int(TEXTS[what]), len(clean(text))
    lines = "\n" in clean(text) and what != "text"
    if lines:
        return refuse("people.lines", WORDING)
    return None if least <= letters <= most else refuse(f"people.{what}", WORDING, least=least, most=most, got=letters)


def refuse_reason(text: str) -> Refusal | None:
    """Why this is no reason (CPN-PEO-10)."""
    return refuse_text("reason", text, least=int(TEXTS["least_reason"]))


def refuse_over(now: Campaign, clause: Clause) -> Refusal | None:
    """Why nothing of this sort happens any more: the campaign is over."""
    return refuse("campaign.over", clause) if now.state == ENDED else None


# -- coming ---------------------------------------------------------------------


class InviteGuest(Command, frozen=True, tag="invite"):
    """The host invites somebody."""

    guest: str
    name: str


@command(HOST)
def invite(desk: Desk, given: InviteGuest) -> Decided:
    """The guest may join; the same again changes nothing (CPN-PEO-04)."""
    known = desk.now.players.get(given.guest)
    if known and known.state in (IN, INVITED):
        return []
    if no := refuse_over(desk.now, INVITATIONS) or refuse_text("name", given.name) or refuse_crowd(desk.now):
        return no
    if not 1 <= len(given.guest) <= int(FIGURES["people"]["id"]):
        return refuse("people.guest", INVITATIONS)
    return [Invited(clause=INVITATIONS, guest=given.guest, name=clean(given.name), by=desk.by.id)]


def refuse_crowd(now: Campaign) -> Refusal | None:
    """Why nobody more finds room: so many are in it or invited already (CPN-PEO-04)."""
    here, most = sum(one.state != GONE for one in now.players.values()), int(FIGURES["people"]["most"])
    return refuse("people.crowd", INVITATIONS, most=most) if here >= most else None


class RenewKey(Command, frozen=True, tag="renew-key"):
    """The host wants another link."""


@command(HOST)
def renew_key(desk: Desk, _: RenewKey) -> Decided:
    """The link that invites is a new one, the old one worthless (CPN-PEO-04)."""
    return refuse_over(desk.now, INVITATIONS) or [KeyRenewed(clause=INVITATIONS)]


class Join(Command, frozen=True, tag="join"):
    """Somebody wants to play."""

    name: str = ""
    entropy: str = ""


@command(ANYBODY)
def join(desk: Desk, given: Join) -> Decided:
    """He is a player of the campaign (CPN-PEO-05); his figures are in the dice of later rounds (CPN-PEO-11)."""
    now, name = desk.now, given.name or desk.by.name
    if now.has(desk.by.id, PLAYER):
        return []
    if no := refuse_join(now, desk.by) or refuse_text("name", name) or refuse_entropy(given.entropy):
        return no
    return [Joined(clause=JOINING, guest=desk.by.id, name=clean(name), entropy=given.entropy)]


def refuse_join(now: Campaign, by: Actor) -> Refusal | None:
    """Why somebody may not join (CPN-PEO-05)."""
    known = now.players.get(by.id)
    if no := refuse_over(now, JOINING):
        return no
    if not by.account:
        return refuse("people.no-account", JOINING)
    if now.state == RUNNING and (no := refuse_newcomer(now, JOINING)):
        return no
    if known is not None and known.left:
        return refuse("people.gone", JOINING)
    awaited = known is not None and (known.state == INVITED or now.has(by.id, HOST, UMPIRE))
    if not (awaited or now.settings.open or by.invited):
        return refuse("people.closed", JOINING)
    return refuse_crowd(now) if known is None else None


def refuse_entropy(figures: str) -> Refusal | None:
    """Why these figures cannot go into the dice (CPN-PEO-11)."""
    most = int(FIGURES["entropy"]["figures"])
    fits = len(figures) <= most and all(one in "0123456789abcdef" for one in figures)
    return None if fits else refuse("people.entropy", ENTROPY, most=most)


class Watch(Command, frozen=True, tag="watch"):
    """Somebody wants to follow the campaign."""


@command(ANYBODY)
def watch(desk: Desk, _: Watch) -> Decided:
    """He is a watcher of the campaign, which he may read (CPN-PEO-01)."""
    now, by = desk.now, desk.by
    known = now.players.get(by.id)
    if now.has(by.id, *ROLES):
        return []
    if not (now.settings.public or by.invited or (known and known.state == INVITED)):
        return refuse("people.closed", JOINING)
    if known and known.removed:
        return refuse("people.removed", REMOVING)
    if no := refuse_crowd(now) if known is None or known.state == GONE else None:
        return no
    if no := refuse_text("name", by.name):
        return no
    return [Joined(clause=JOINING, guest=by.id, name=clean(by.name), roles=(WATCHER,))]


# -- going ----------------------------------------------------------------------


class Leave(Command, frozen=True, tag="leave"):
    """Somebody goes, or does not take his invitation."""


@command(ANYBODY)
def leave(desk: Desk, _: Leave) -> Decided:
    """He is no longer in the campaign; his warband is retired or in reserve (CPN-PEO-06)."""
    known = desk.now.players.get(desk.by.id)
    if known is None or known.state == GONE:
        return []
    return refuse_hostless(desk.now, known.guest) or gone(desk.now, known, LEAVING, "")


def gone(now: Campaign, one: Player, clause: Clause, reason: str) -> list[Entry]:
    """What follows when somebody goes: no roles any more, and a warband that somebody else may lead (CPN-PEO-06)."""
    found: list[Entry] = [Left(clause=clause, guest=one.guest, reason=reason)]
    if one.roles:
        found.append(RolesSet(clause=clause, guest=one.guest, roles=()))
    status = {RECRUITING: "retired", RUNNING: "reserve"}.get(now.state, "")
    for mine in now.of_guest(one.guest) if status else ():
        if mine.status != status:
            found.append(Status(clause=clause, warband=mine.id, status=status))
        found += without_trades(now, mine.id, clause)
    return found


def without_trades(now: Campaign, warband: str, clause: Clause) -> list[Entry]:
    """Every offer of this warband or to it, withdrawn."""
    return [Withdrawn(clause=clause, trade=one.id) for one in now.trades.values() if warband in (one.by, one.to)]


def refuse_hostless(now: Campaign, guest: str) -> Refusal | None:
    """Why the last host stays (CPN-PEO-07)."""
    others = any(now.has(other, HOST) for other in now.players if other != guest)
    return None if others or not now.has(guest, HOST) else refuse("people.last-host", ROLES_RULE)


class SetRoles(Command, frozen=True, tag="set-roles"):
    """The host gives somebody roles, or takes them."""

    guest: str
    roles: tuple[str, ...]


@command(HOST)
def set_roles(desk: Desk, given: SetRoles) -> Decided:
    """The guest has these roles and no others (CPN-PEO-07)."""
    now, known = desk.now, desk.now.players.get(given.guest)
    roles = tuple(one for one in ROLES if one in given.roles)
    if known is None or known.state != IN:
        return refuse("people.not-in", ROLES_RULE)
    if not roles or any(one not in ROLES for one in given.roles):
        return refuse("people.roles", ROLES_RULE, roles=", ".join(ROLES))
    if HOST not in roles and (no := refuse_hostless(now, given.guest)):
        return no
    if PLAYER not in roles and (mine := now.of_guest(given.guest)):
        return refuse("people.leads", ROLES_RULE, name=known.name, warband=mine[0].name)
    return [] if roles == known.roles else [RolesSet(clause=ROLES_RULE, guest=given.guest, roles=roles)]


class Remove(Command, frozen=True, tag="remove"):
    """The host removes somebody."""

    guest: str
    reason: str


@command(HOST)
def remove(desk: Desk, given: Remove) -> Decided:
    """The guest is no longer in the campaign, for a reason all may read (CPN-PEO-08)."""
    known = desk.now.players.get(given.guest)
    if known is None or known.state == GONE:
        return refuse("people.not-in", REMOVING)
    if given.guest == desk.by.id:
        return refuse("people.yourself", REMOVING)
    return refuse_reason(given.reason) or gone(desk.now, known, REMOVING, clean(given.reason))


class Announce(Command, frozen=True, tag="announce"):
    """A host or an umpire says something to all."""

    title: str
    text: str


@command(UMPIRE)
def announce(desk: Desk, given: Announce) -> Decided:
    """The announcement stands in the chronicle (CPN-PEO-09)."""
    if no := refuse_text("title", given.title) or refuse_text("text", given.text):
        return no
    return [Announced(clause=ANNOUNCING, title=clean(given.title), text=clean(given.text), by=desk.by.id)]
