"""What the host's pages and the API share: who the host is, what is done to accounts and reports, how all is told."""

from __future__ import annotations

from prometheus_client import CollectorRegistry, Gauge, generate_latest

from app.engine.refusals import Refusal
from app.games import health
from app.games.health import Report, Vitals
from app.web.page.deps import Site
from app.web.people.accounts import cut

TALKERS = ("all", "accounts")
GAUGES = {
    "inputs": "What came in and was accepted, all games together.", "rooms": "Games that somebody has open.",
    "sockets": "Open sockets.", "watchers": "Sockets without a seat.", "clocks": "Clocks that run.",
    "bots": "Tables at which a bot thinks.", "accounts": "Accounts.", "cases": "Rules that broke.",
    "reports": "Reports nothing has come of yet.", "sent": "Notices sent in the last day.",
    "failed": "Notices that failed in the last day.", "size": "Bytes of the database.",
    "free": "Bytes that are free on its disk.", "memory": "Bytes of memory held.", "uptime": "Seconds since the start.",
}  # fmt: skip


async def vitals_of(here: Site) -> Vitals:
    """How this server does now."""
    return await health.vitals(here.games, here.rooms, here.settings.database, here.settings.folder)


async def ban(here: Site, guest: str, reason: str | None) -> Refusal | None:
    """The account is banned and cut off, or (``None``) no longer banned; or why not."""
    if no := await here.people.ban(guest, reason):
        return no
    if reason is not None:
        cut(here, guest)
    return None


async def set_role(here: Site, guest: str, role: str) -> Refusal | None:
    """The account has this role, and its sockets are closed, which come back as what it may see now; or why not."""
    if no := await here.people.set_role(guest, role):
        return no
    cut(here, guest)
    return None


async def settle(here: Site, report: Report, note: str, *, hide: bool, bans: bool) -> Refusal | None:
    """This came of the report: what it is about is hidden, its author banned with the note as reason, if so wished."""
    if bans and (no := await ban(here, report.about_id, note)):
        return no
    if hide and report.kind == "likeness":
        await here.games.likenesses.hide(report.likeness)
    elif hide and report.line:
        await here.talk.hide(report.line)
    await health.settle(here.games, report.id, note)
    return None


def exposed(vitals: Vitals) -> bytes:
    """The same as Prometheus reads it."""
    registry = CollectorRegistry()
    games = Gauge("gunbai_games", "Games by status.", ["status"], registry=registry)
    for status in health.STATUSES:
        games.labels(status).set(vitals.games.get(status, 0))
    for name, words in GAUGES.items():
        Gauge(f"gunbai_{name}", words, registry=registry).set(getattr(vitals, name))
    return generate_latest(registry)
