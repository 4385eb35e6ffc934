"""Accounts over guests: who a browser or a program is.

An account is a guest with a password: its seats and rosters stay where they are.  What stands against a wish is
a refusal of ``app.accounts.sentences``; nothing has changed then.
"""

from __future__ import annotations

import hmac
import secrets
from collections.abc import Callable, Mapping, Sequence
from hashlib import sha256
from typing import Any

from msgspec import Struct

from app.accounts.attempts import Attempts
from app.accounts.devices import Devices
from app.accounts.exporting import export
from app.accounts.guessing import EVERYWHERE, FIRST, FIRSTS, HERE, PLACE, WIDE, Guesses, Key, network_of
from app.accounts.letters import Letters, clean_mail
from app.accounts.names import FORMER, handle_of, refuse_name, tidy
from app.accounts.passwords import Passwords, refuse_password
from app.accounts.prefs import refuse_prefs
from app.accounts.registration import Invitation, Registration
from app.accounts.sentences import no
from app.accounts.sessions import Sessions, guest_of
from app.accounts.times import day_of, read_day
from app.accounts.tokens import Tokens
from app.accounts.vacation import is_away, planned
from app.engine.refusals import Refusal
from app.games.lines import one_line
from app.games.seats import Guest, Guests, new_id, now
from app.notices.mail import Mailer
from app.store import Conflict, Store, belongings, people
from app.store.db import Row

ROLES = ("host", "player")


class Account(Struct, frozen=True):
    """An account as its owner and the host see it.  ``mail`` is confirmed, or empty."""

    id: str
    name: str
    role: str
    created: str
    mail: str = ""
    banned: str | None = None
    prefs: dict[str, Any] = {}
    vacation: dict[str, Any] = {}
    seen: str = ""

    @property
    def handle(self) -> str:
        """The name by which it is found."""
        return handle_of(self.name)


class People:
    """Everybody this server knows."""

    def __init__(
        self, store: Store, secret: bytes, guests: Guests, mailer: Mailer, clock: Callable[[], str] = now
    ) -> None:
        self._store, self._secret, self._guests, self._mailer, self._clock = store, secret, guests, mailer, clock
        self.passwords, self.attempts = Passwords(), Attempts()
        self.newcomers, self.guesses, self.devices = Attempts("60 per hour"), Guesses(), Devices(secret)
        self.sessions = Sessions(store, self._hash, clock)
        self.tokens = Tokens(store, self._hash, clock)
        self.letters = Letters(store, self._hash, clock)
        self.door = Registration(store, secret, self._hash, clock)

    def _hash(self, token: str) -> str:
        return hmac.new(self._secret, token.encode(errors="replace"), sha256).hexdigest()

    def _spoilt(self) -> str:
        """A hash that no token has."""
        return self._hash(secrets.token_urlsafe(32))

    # -- who calls ---------------------------------------------------------------

    async def who(self, token: str) -> Guest | None:
        """Whoever this cookie belongs to: an account that is signed in, or a guest; nobody if banned."""
        return await self.sessions.who(token)

    async def by_token(self, token: str) -> Guest | None:
        """Whose API token this is, with its scopes."""
        return await self.tokens.who(token)

    async def guest(self, id: str) -> Guest | None:
        """The guest of this id."""
        row = await self._store.look(people.guest_of, id)
        return guest_of(row) if row else None

    async def by_handle(self, name: str) -> Guest | None:
        """The account of this name, whatever its case."""
        row = await self._store.look(people.by_handle, handle_of(name))
        return guest_of({**row, "id": row["guest_id"]}) if row else None

    async def account(self, id: str) -> Account | None:
        """The account of this guest."""
        row = await self._store.look(people.by_id, id)
        return account_of(row) if row else None

    async def mail_of(self, id: str) -> str:
        """The confirmed address of an account, or empty."""
        found = await self.account(id)
        return found.mail if found else ""

    async def accounts(self, query: str = "", limit: int = 100) -> tuple[Account, ...]:
        """Accounts whose name or address holds this text, by name."""
        rows = await self._store.look(people.listed, handle_of(query), max(1, min(limit, 500)))
        return tuple(account_of(row) for row in rows)

    # -- up and in ---------------------------------------------------------------

    async def sign_up(
        self, name: str, password: str, guest: Guest | None = None, *, code: str = "", agent: str = "",
        address: str = "", setup: str = "",
    ) -> tuple[Guest, str] | Refusal:  # fmt: skip
        """The new account, signed in, and its session's token.

        A plain ``guest`` keeps its id, and with it games and rosters; its own token is dead.  With the ``setup`` key
        the account is the host's.
        """
        name, way = tidy(name), await self.door.way()
        if against := await self._refuse_new(name, password, code, setup, address):
            return against
        known = guest is not None and not guest.account
        id = guest.id if guest and known else new_id()
        new = self._new(id, name, await self.passwords.hash(password), "host" if setup else "player")
        opened, token = self.sessions.made(id, agent)
        spent = self._hash(code) if way == "invited" and not setup else ""
        try:
            told = await self._store.run(
                people.sign_up, new, opened, name, known=known, spoilt=self._spoilt(), code=spent
            )
        except Conflict:
            told = "taken"
        refused = {"taken": "name.taken", "code": "register.code", "host": "setup.gone"}
        return no(refused[told]) if told else (Guest(id, name, True, new["role"]), token)

    async def _refuse_new(self, name: str, password: str, code: str, setup: str, address: str) -> Refusal | None:
        if setup and not await self.door.is_setup(setup):
            return no("setup.gone")
        if not setup and (against := await self.door.refuse(code)):
            return against
        if against := refuse_name(name) or refuse_password(password, name):
            return against
        if await self._store.look(people.by_handle, handle_of(name)):
            return no("name.taken")
        return None if await self.newcomers.allow(f"new {network_of(address)}") else no("attempts")

    def _new(self, id: str, name: str, password: str, role: str) -> Row:
        return {
            "guest_id": id, "handle": handle_of(name), "mail": None, "mail_ok": False, "password": password,
            "role": role, "banned": None, "prefs": {}, "vacation": {}, "created": self._clock(),
        }  # fmt: skip

    async def sign_in(
        self, name: str, password: str, agent: str = "", address: str = "", device: str = ""
    ) -> tuple[Guest, str] | Refusal:
        """The account of this name or mail, and the token of a new session; one answer for every wrong one.

        ``device``: what the browser keeps of those who signed in there before (``app.accounts.devices``).
        """
        row = await self._store.look(people.by_handle, handle_of(name))
        if row is None and (mail := clean_mail(name)):
            row = await self._store.look(people.by_mail, mail)
        own, strangers = await self._counted(row["handle"] if row else handle_of(name), row, address, device)
        if wait := await self.guesses.take(own, *strangers):
            return no("wait", seconds=wait)
        if not await self.passwords.fits(row["password"] if row else None, password) or row is None:
            return no("signin.wrong")
        await self.guesses.forgive(own)
        await self.guesses.give_back(*strangers)
        if row["banned"] is not None:
            return no("signin.banned", reason=row["banned"])
        return guest_of({**row, "id": row["guest_id"]}), await self.sessions.open(row["guest_id"], agent)

    async def _counted(self, handle: str, row: Row | None, address: str, device: str) -> tuple[Key, list[Key]]:
        """Whose tries these are, and what else they count for: nothing, if the browser is known."""
        if row and (number := self.devices.known(device, row)):
            return (f"known {number}", HERE), []
        place = network_of(address)
        from_here = [(f"from {place}", PLACE)] if place else []
        firsts = [(f"first in {handle} from {network_of(address, WIDE)}", FIRST), (f"first in {handle}", FIRSTS)]
        others = firsts if await self.guesses.are_free(*firsts) else [(f"in {handle}", EVERYWHERE)]
        return (f"in {handle} from {place}", HERE), [*from_here, *others]

    async def device(self, id: str, kept: str) -> str:
        """What the browser keeps from now on, as somebody who has proved to own this account."""
        row = await self._store.look(people.by_id, id)
        return self.devices.cookie(kept, row) if row else kept

    async def forget_devices(self, id: str) -> None:
        """No browser is known to the account any more."""
        await self._store.run(people.forget_devices, id)

    async def proves(self, id: str, password: str) -> Refusal | None:
        """Nothing if this is the account's password, else why it does not count."""
        if wait := await self.guesses.take((f"own {id}", HERE)):
            return no("wait", seconds=wait)
        row = await self._store.look(people.by_id, id)
        if not await self.passwords.fits(row["password"] if row else None, password):
            return no("password.wrong")
        await self.guesses.forgive((f"own {id}", HERE))
        return None

    async def has_belongings(self, guest: str) -> bool:
        """Whether a guest has games, rosters or grounds worth taking along."""
        return await self._store.look(belongings.has_any, guest)

    async def claim(self, guest: str, by: str) -> tuple[str, ...]:
        """All that was the plain guest's is the account's; the games whose seats or owner changed."""
        return tuple(await self._store.run(belongings.claim, guest, by, self._spoilt()))

    # -- one's own account --------------------------------------------------------

    async def rename(self, id: str, name: str) -> Refusal | None:
        """The account (or the guest) is called so, or why not."""
        name = tidy(name)
        if await self.account(id) is None:
            return None if await self._guests.rename(id, name) else no("name.length", least=1, most=40)
        if against := refuse_name(name):
            return against
        try:
            done = await self._store.run(people.rename, id, name, handle_of(name))
        except Conflict:
            done = False
        return None if done else no("name.taken")

    async def set_password(self, id: str, old: str, new: str, token: str = "") -> Refusal | None:
        """The account has the new password and all its sessions but the token's have ended, or why not."""
        found = await self.account(id)
        if against := await self.proves(id, old) or refuse_password(new, found.name if found else ""):
            return against
        keep = await self.sessions.id_of(id, token)
        await self._store.run(people.new_password, id, await self.passwords.hash(new), keep)
        return None

    async def ask_mail(self, id: str, mail: str, password: str) -> Refusal | str:
        """The key that, sent to the address, makes it the account's; empty once an empty address took the old away."""
        cleaned = clean_mail(mail)
        if cleaned is None:
            return no("mail.form")
        if against := await self.proves(id, password):
            return against
        if not cleaned:
            await self._store.run(people.drop_mail, id)
            return ""
        if not self._mailer.is_set:
            return no("mail.off")
        return await self.letters.key(id, "confirm", cleaned) if await self.may_write(cleaned) else no("attempts")

    async def may_write(self, mail: str) -> bool:
        """Whether one more letter that somebody asks for may go to this address; it is counted there."""
        return await self.attempts.allow(f"mail {mail}")

    async def may_ask(self, mail: str, address: str, device: str) -> bool:
        """Whether one more letter for who forgot a password may go there; what strangers ask for is counted apart from
        what a browser asks for in which the account was signed in."""
        row = await self._store.look(people.by_mail, mail)
        if row and (number := self.devices.known(device, row)):
            return await self.attempts.allow(f"mail known {number}")
        return await self.attempts.allow(f"mail {mail}", f"mail from {network_of(address)}")

    async def confirm_mail(self, key: str) -> Refusal | None:
        """The address is the account's, or why not."""
        try:
            told = await self.letters.confirm(key)
        except Conflict:
            told = "taken"
        return None if told == "done" else no("mail.taken" if told == "taken" else "key.gone")

    async def forgot(self, mail: str) -> tuple[str, str] | None:
        """Whose password the mail's owner may choose anew, and the key to be sent there; ``None`` if nobody's."""
        cleaned = clean_mail(mail)
        row = await self._store.look(people.by_mail, cleaned) if cleaned and self._mailer.is_set else None
        return (row["name"], await self.letters.key(row["guest_id"], "reset", cleaned)) if row and cleaned else None

    async def reset_password(self, key: str, new: str) -> Refusal | None:
        """The key's account has the new password, no session, and the key is used; or why not."""
        id = await self.letters.holds(key, "reset")
        found = await self.account(id) if id else None
        if found is None:
            return no("key.gone")
        if against := refuse_password(new, found.name):
            return against
        done = await self.letters.reset(key, await self.passwords.hash(new))
        return None if done else no("key.gone")

    async def set_prefs(self, id: str, changes: Mapping[str, Any]) -> Refusal | dict[str, Any]:
        """All preferences after these changes; ``None`` takes one back."""
        if against := refuse_prefs(changes):
            return against
        return await self._store.run(people.merge, id, "prefs", dict(changes))

    async def set_vacation(self, id: str, until: str | None) -> Refusal | dict[str, Any]:
        """The vacation runs from today to this day (``YYYY-MM-DD``), or no longer."""
        day, found = read_day(until) if until else None, await self.account(id)
        if (until and day is None) or found is None:
            return no("vacation.day" if found else "account.none")
        plan = planned(found.vacation, day_of(self._clock()), day)
        if not isinstance(plan, Refusal):
            await self._store.run(people.change, id, {"vacation": plan})
        return plan

    async def on_vacation(self, ids: Sequence[str]) -> set[str]:
        """Those of these guests who are on vacation today."""
        said, today = await self._store.look(people.vacations, list(ids)), day_of(self._clock())
        return {id for id, kept in said.items() if is_away(kept, today)}

    async def export(self, id: str) -> dict[str, Any]:
        """All rows about somebody, for them to keep."""
        return await self._store.look(export, id, self._clock())

    async def seats_in_play(self, id: str) -> tuple[tuple[str, str], ...]:
        """Game and seat of everything this guest has not played to its end."""
        return tuple(await self._store.look(belongings.in_play, id))

    async def erase(self, id: str) -> None:
        """The account is gone, and all that only its owner used (see ``app.accounts.leaving``)."""
        await self._store.run(belongings.let_go, id, FORMER, self._spoilt())

    # -- the host's ---------------------------------------------------------------

    async def needs_host(self) -> bool:
        """Whether this server has no host yet."""
        return await self.door.needs_host()

    def setup_key(self) -> str:
        """The key of the page on which the first host is made."""
        return self.door.setup_key()

    async def registration(self) -> str:
        """``open``, ``invited`` or ``closed``."""
        return await self.door.way()

    async def set_registration(self, value: str) -> Refusal | None:
        """Registration goes this way from now on, or why not."""
        return await self.door.set_way(value)

    async def invite(self, by: str, note: str = "") -> str:
        """The code of a new invitation, shown once."""
        return await self.door.invite(by, note)

    async def invitations(self) -> tuple[Invitation, ...]:
        """All invitations, the newest first."""
        return await self.door.invitations()

    async def revoke_invitation(self, id: str) -> bool:
        """Whether there was such an unused invitation, which no longer works."""
        return await self.door.revoke(id)

    async def is_last_host(self, id: str) -> bool:
        """Whether this account is host and nobody else is."""
        found = await self.account(id)
        return found is not None and found.role == "host" and not await self._store.look(people.has_host, id)

    async def ban(self, id: str, reason: str | None) -> Refusal | None:
        """The account is banned for this reason and signed out everywhere, or (``None``) no longer banned."""
        if reason is not None and await self.is_last_host(id):
            return no("role.last")
        cleaned = None if reason is None else one_line(reason)[:200]
        if not await self._store.run(people.change, id, {"banned": cleaned}):
            return no("account.none")
        if reason is not None:
            await self.sessions.end_all(id)
        return None

    async def set_role(self, id: str, role: str) -> Refusal | None:
        """The account has this role, or why not."""
        if role not in ROLES:
            return no("role.unknown")
        if role != "host" and await self.is_last_host(id):
            return no("role.last")
        return None if await self._store.run(people.change, id, {"role": role}) else no("account.none")


def account_of(row: Row) -> Account:
    """A stored row as its owner sees it."""
    return Account(
        row["guest_id"], row["name"], row["role"], row["created"], row["mail"] or "" if row["mail_ok"] else "",
        row["banned"], row["prefs"] or {}, row["vacation"] or {}, row.get("seen") or "",
    )  # fmt: skip
