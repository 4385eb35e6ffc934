"""Browsers in which an account was signed in before: they keep a sign of it, which no stranger can make.

The sign holds as long as the password stays the same and its owner has not said that no browser is known any more.  It
signs nobody in: it says whose wrong tries are counted apart from those of strangers.
"""

from __future__ import annotations

import hmac
import secrets
from base64 import urlsafe_b64encode
from hashlib import sha256

from app.store.db import Row

MOST = 5
"""Accounts that one browser keeps signs of."""
LONGEST = 1000
"""Characters of a cookie that are looked at."""


class Devices:
    """Makes and knows the signs."""

    def __init__(self, secret: bytes) -> None:
        self._secret = secret

    def known(self, cookie: str, account: Row) -> str:
        """The number of the browser if it holds a sign of this account, else empty."""
        for id, nonce, sign in split(cookie):
            if id == account["guest_id"] and hmac.compare_digest(self._sign(account, nonce), sign):
                return nonce
        return ""

    def cookie(self, cookie: str, account: Row) -> str:
        """What the browser keeps from now on: a new sign of this account, and those of others that it had."""
        nonce = secrets.token_urlsafe(12)
        others = [parts for parts in split(cookie) if parts[0] != account["guest_id"]]
        mine = (account["guest_id"], nonce, self._sign(account, nonce))
        return "~".join(".".join(parts) for parts in (mine, *others[: MOST - 1]))

    def _sign(self, account: Row, nonce: str) -> str:
        said = "\n".join(("device", account["guest_id"], str(account["devices"]), account["password"], nonce))
        return urlsafe_b64encode(hmac.new(self._secret, said.encode(), sha256).digest()[:18]).decode()


def split(cookie: str) -> list[tuple[str, str, str]]:
    """Account, number and signature of each sign; what is none is passed over."""
    if len(cookie) > LONGEST or not cookie.isascii():
        return []
    found = [tuple(part.split(".")) for part in cookie.split("~")]
    return [(parts[0], parts[1], parts[2]) for parts in found if len(parts) == 3]
