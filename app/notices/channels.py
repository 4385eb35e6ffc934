"""The ways by which somebody is reached: mail, web push, webhooks."""

from __future__ import annotations

import secrets
from typing import Any

import msgspec
from msgspec import Struct

from app.games.seats import now
from app.notices.guard import Blocked, Guard
from app.notices.mail import Mailer
from app.notices.push import Push, Subscription, is_sound
from app.notices.webhook import FORMATS, Letter, payload
from app.store import Store
from app.store import notices as rows
from app.store.db import Row

MOST = 10
"""So many channels one person may have."""
GONE = (404, 410)
"""A push service's answers for a browser that does not listen any more."""
SENT, LOST = "sent", "gone"


class Channel(Struct, frozen=True, kw_only=True):
    """A channel as its owner sees it; ``broken``: it has failed too often and was switched off."""

    id: str
    kind: str
    address: str
    format: str
    on: bool
    failures: int

    @property
    def broken(self) -> bool:
        """Whether the server has given it up."""
        return not self.on and self.failures > rows.MOST_FAILURES


def channel_of(row: Row) -> Channel:
    """A stored channel."""
    return Channel(
        id=row["id"], kind=row["kind"], address=row["address"], format=str((row["data"] or {}).get("format", "")),
        on=bool(row["on"]), failures=int(row["failures"]),
    )  # fmt: skip


class Channels:
    """Everybody's channels.  What is refused is a code; empty: done."""

    def __init__(self, store: Store, mailer: Mailer) -> None:
        self._store, self._mailer = store, mailer
        self.guard, self.push = Guard(), Push(store, mailer.sender)

    async def of(self, guest: str) -> list[Channel]:
        """The channels of a guest, the oldest first."""
        return [channel_of(row) for row in await self._store.look(rows.channels, guest)]

    async def add_webhook(self, guest: str, address: str, format: str, language: str) -> str:
        """The guest is told there too, unless the server may not call it."""
        if format not in FORMATS:
            return "no-format"
        no = await self.guard.refuse(address)
        return no or await self._add(guest, "webhook", address, {"format": format, "language": language})

    async def add_push(self, guest: str, subscription: Subscription, language: str) -> str:
        """The guest is told in that browser too, unless nothing can be sent to it."""
        if not is_sound(subscription):
            return "no-keys"
        no = await self.guard.refuse(subscription.endpoint)
        data = {"keys": msgspec.to_builtins(subscription.keys), "language": language}
        return no or await self._add(guest, "push", subscription.endpoint, data)

    async def add_mail(self, guest: str, language: str) -> str:
        """The guest is told by mail too, at whatever address the account has confirmed."""
        if not self._mailer.is_set:
            return "no-relay"
        person = await self._store.look(rows.person, guest)
        return await self._add(guest, "mail", "", {"language": language}) if person["mail"] else "no-mail"

    async def _add(self, guest: str, kind: str, address: str, data: Row) -> str:
        """The channel is kept, on, unless there are too many."""
        row = {
            "id": secrets.token_urlsafe(12), "guest_id": guest, "kind": kind, "address": address, "data": data,
            "on": True, "failures": 0, "created": now(),
        }  # fmt: skip
        return "" if await self._store.run(rows.add_channel, row, MOST) else "too-many-channels"

    async def remove(self, guest: str, id: str) -> bool:
        """Whether the guest had this channel, which is gone."""
        return await self._store.run(rows.forget_channel, id, guest)

    async def switch(self, guest: str, id: str, on: bool) -> bool:
        """Whether the guest has this channel, which is on or off now."""
        return await self._store.run(rows.switch, id, guest, on)

    async def send(self, row: Row, letter: Letter, mail: str) -> str:
        """``sent``, or ``failed: why``; what fails too often is off afterwards, what is gone forgotten."""
        result = await self._try(row, letter, mail)
        if result == LOST:
            await self._store.run(rows.forget_channel, row["id"], row["guest_id"])
        else:
            await self._store.run(rows.count, row["id"], result != SENT)
        return result if result == SENT else f"failed: {result}"[:200]

    async def _try(self, row: Row, letter: Letter, mail: str) -> str:
        """``sent``, ``gone``, or what went wrong."""
        try:
            if row["kind"] == "mail":
                return await self._mail(mail, letter) or SENT
            return status_of(row["kind"], await self._call(row, letter))
        except Blocked as blocked:
            return str(blocked)
        except TimeoutError:
            return "timeout"
        except (OSError, ValueError):
            return "unreachable"

    async def _call(self, row: Row, letter: Letter) -> int:
        """The status that the other server gave."""
        if row["kind"] == "push":
            to = msgspec.convert({"endpoint": row["address"], "keys": row["data"]["keys"]}, Subscription)
            return await self.push.send(self.guard, to, letter)
        body = payload(row["data"]["format"], letter)
        status, _ = await self.guard.post(row["address"], body, {"content-type": "application/json"})
        return status

    async def _mail(self, to: str, letter: Letter) -> str:
        """Empty once the relay has the letter."""
        if not to:
            return "no-mail"
        text = "\n\n".join(part for part in (letter.text, letter.url, letter.foot) if part)
        return await self._mailer.send(to, letter.text, text + "\n")


def status_of(kind: str, status: int) -> str:
    """What a status means."""
    if 200 <= status < 300:
        return SENT
    return LOST if kind == "push" and status in GONE else f"status {status}"


def language_of(row: Row, person: dict[str, Any]) -> str:
    """In which language this channel of this person speaks."""
    return str(person["prefs"].get("language") or (row["data"] or {}).get("language") or "en")
