"""Who is in a campaign, what they may do, and what the host has set."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from app.campaigns.book import c, table
from app.campaigns.desk import ANYBODY, HOST, PLAYER, UMPIRE, Actor, Command, Decided, Desk, command
from app.campaigns.ledger.events import (
    Announced,
    Changed,
    Entry,
    Invited,
    Joined,
    KeyRenewed,
    Left,
    RolesSet,
    Status,
    Withdrawn,
)
from app.campaigns.map.rules import map_rules
from app.campaigns.model import EARLY, PAIRINGS, Campaign, Player, Settings
from app.campaigns.rounds import scenarios as own_scenarios
from app.campaigns.rounds.grounds import refuse_grounds
from app.campaigns.rounds.opening import zone_of
from app.campaigns.rounds.standings import POINTS
from app.campaigns.stories.book import story_of
from app.engine.campaigns import CampaignRules
from app.engine.digest import canonical
from app.engine.refusals import Clause, Refusal, refuse
from app.engine.system import RuleSystem
from app.games.clock_rules import refuse_clock
from app.games.table_rules import refuse_table

CHANGES, BOUNDS, INVITATIONS, JOINING = c("CPN-PEO-02"), c("CPN-PEO-03"), c("CPN-PEO-04"), c("CPN-PEO-05")
LEAVING, ROLES_RULE, REMOVING, ANNOUNCING = c("CPN-PEO-06"), c("CPN-PEO-07"), c("CPN-PEO-08"), c("CPN-PEO-09")
WORDING, ENTROPY = c("CPN-PEO-10"), c("CPN-PEO-11")
FIGURES: dict[str, Any] = table("people")
TEXTS = FIGURES["texts"]
WATCHER = "watcher"
ROLES = (HOST, UMPIRE, PLAYER, WATCHER)
RECRUITING, RUNNING, ENDED = "recruiting", "running", "ended"
IN, INVITED, GONE = "in", "invited", "left"
CHANGEABLE = {
    RUNNING: (
        "days",
        "hours",
        "pause",
        "weekday",
        "hour",
        "zone",
        "counsel",
        "rounds",
        "table",
        "underdog",
        "public",
        "open",
        "late",
        "veterans",
        "disputes",
        "grace",
        "absence",
        "resign",
        "early",
        "house",
    ),
    ENDED: ("public",),
}
"""The settings that may be changed once a campaign runs, and once it is over (CPN-PEO-02)."""
COUNTED = (
    "points", "growth", "rounds", "days", "hours", "pause", "weekday", "hour", "years", "disputes", "grace",
    "absence", "resign",
)  # fmt: skip
"""The settings that are whole numbers with bounds (CPN-PEO-03)."""


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


# -- settings -------------------------------------------------------------------


def refuse_settings(
    settings: Settings, key: str, rules: CampaignRules[Any], system: RuleSystem[Any] | None = None
) -> Refusal | None:
    """Why a campaign of the system of this key cannot have these settings (CPN-PEO-03); ``system``: that which judges
    scenarios of its own."""
    for field in COUNTED:
        least, most = FIGURES["settings"][field]
        if not least <= getattr(settings, field) <= most:
            return refuse(
                "people.figure", BOUNDS, field=f"setting.{field}", least=least, most=most, got=getattr(settings, field)
            )
    least, most = FIGURES["settings"]["score"]
    for ended, score in settings.scoring.items():
        if ended not in POINTS or not least <= score <= most:
            return refuse("people.figure", BOUNDS, field="setting.scoring", least=least, most=most, got=score)
    if settings.pairing not in PAIRINGS or (settings.pairing == "map" and map_rules(rules) is None):
        return refuse("people.pairing", BOUNDS, got=settings.pairing[:40])
    if no := refuse_text("text", settings.house, least=0):
        return no
    if zone_of(settings.zone) is None:
        return refuse("people.zone", BOUNDS, got=settings.zone[:40])
    if settings.early not in EARLY:
        return refuse("people.early", BOUNDS, got=settings.early[:40])
    no = own_scenarios.refuse_worlds(settings, rules.scenarios, system) or refuse_scenarios(settings, rules)
    return no or refuse_grounds(settings, system) or refuse_frame(settings, key)


def refuse_scenarios(settings: Settings, rules: CampaignRules[Any]) -> Refusal | None:
    """Why battles cannot be drawn from these scenarios (CPN-PEO-03)."""
    known = {*rules.scenarios, *settings.worlds}
    unknown = next((one for one in settings.scenarios if one not in known), None)
    if unknown is not None:
        return refuse("people.scenario", BOUNDS, got=unknown[:40])
    twice = len({*settings.scenarios}) != len(settings.scenarios)
    return refuse("people.scenario-twice", BOUNDS) if twice else None


def refuse_frame(settings: Settings, system: str) -> Refusal | None:
    """Why the story, the map or the table of the games does not fit (CPN-PEO-03)."""
    if settings.pairing == "story" and story_of(system, settings.story) is None:
        code = "people.story" if settings.story else "people.no-story"
        return refuse(code, BOUNDS, **({"got": settings.story[:40]} if settings.story else {}))
    if settings.pairing == "map" and not settings.map:
        return refuse("people.map", BOUNDS)
    size, most = len(canonical(settings.table)), int(FIGURES["settings"]["table"])
    if size > most:
        return refuse("people.table", BOUNDS, most=most, got=size)
    return next(iter((*refuse_table(settings.table), *refuse_clock(settings.table))), None)


def tidy(settings: Settings) -> Settings:
    """The settings as they are kept: house rules cleaned as every text is, and of what battles are worth what is not
    the usual, so that the same settings are alike however they were given."""
    scoring = {ended: score for ended, score in settings.scoring.items() if score != POINTS.get(ended)}
    return replace(own_scenarios.tidy(settings), house=clean(settings.house), scoring=scoring)


class ChangeSettings(Command, frozen=True, tag="change-settings"):
    """The host sets the campaign otherwise."""

    name: str
    settings: Settings
    reason: str = ""


@command(HOST)
def change_settings(desk: Desk, given: ChangeSettings) -> Decided:
    """The campaign has this name and these settings, where they may still be changed (CPN-PEO-02)."""
    now, name = desk.now, clean(given.name)
    if no := refuse_text("name", name) or refuse_settings(given.settings, now.system, desk.rules, desk.system):
        return no
    if given.reason and (no := refuse_reason(given.reason)):
        return no
    was, wanted = tidy(now.settings), tidy(given.settings)
    if no := refuse_change(now, name, was, wanted):
        return no
    if (name, wanted) == (now.name, was):
        return []
    return [Changed(clause=CHANGES, name=name, settings=wanted, reason=clean(given.reason))]


def refuse_change(now: Campaign, name: str, was: Settings, wanted: Settings) -> Refusal | None:
    """Why these settings may not be changed any more (CPN-PEO-02)."""
    fixed = [field for field in was.__struct_fields__ if getattr(was, field) != getattr(wanted, field)]
    if now.state == RECRUITING:
        return refuse("people.points-fixed", CHANGES) if "points" in fixed and now.warbands else None
    late = [field for field in fixed if field not in CHANGEABLE[now.state]]
    if late or (now.state == ENDED and name != now.name):
        return refuse("people.fixed", CHANGES, field=f"setting.{(late or ['name'])[0]}")
    if "rounds" in fixed and 0 < wanted.rounds < len(now.rounds):
        return refuse("people.rounds", CHANGES, opened=len(now.rounds), got=wanted.rounds)
    return None


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
    if now.state == RUNNING and not now.settings.late:
        return refuse("people.late", JOINING)
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
