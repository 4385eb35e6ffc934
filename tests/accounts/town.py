"""People at a store, with a clock that stands until it is moved and mail that is only written down."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path
from typing import Any

from app.accounts.attempts import Attempts
from app.accounts.people import People
from app.accounts.times import shifted
from app.engine.refusals import Refusal
from app.games.seats import Guest
from app.notices.mail import Mailer
from app.settings import Settings
from tests.games.table import Host

PASSWORD = "quiet river at dawn"


class Clock:
    """Always the same second, until it is moved."""

    def __init__(self) -> None:
        self.at = "2026-06-01T12:00:00Z"

    def __call__(self) -> str:
        return self.at

    def move(self, **by: int) -> None:
        """It is that much later."""
        self.at = shifted(self.at, timedelta(**by))


class Town:
    """A server's people and games, without a web."""

    def __init__(self, folder: Path, *, mail: bool = True) -> None:
        self.host, self.clock = Host(folder), Clock()
        mailer = Mailer(Settings(smtp_url="smtp://127.0.0.1:1" if mail else ""))
        self.people = People(self.host.store, b"k" * 32, self.host.games.guests, mailer, self.clock)
        self.people.attempts = Attempts("100 per minute")

    async def member(self, name: str, guest: Guest | None = None, **more: Any) -> tuple[Guest, str]:
        """Somebody who has just signed up, and the token of the browser."""
        made = await self.people.sign_up(name, PASSWORD, guest, **more)
        assert not isinstance(made, Refusal), made
        return made

    async def mailed(self, name: str, address: str) -> Guest:
        """A member with a confirmed address."""
        member, _ = await self.member(name)
        key = await self.people.ask_mail(member.id, address, PASSWORD)
        assert isinstance(key, str)
        assert await self.people.confirm_mail(key) is None
        return member


def code_of(no: object) -> str:
    """The code of a refusal."""
    assert isinstance(no, Refusal), no
    return no.code
