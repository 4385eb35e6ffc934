"""Web push: what a subscribed browser is sent, sealed for it alone and signed by this server."""

from __future__ import annotations

import asyncio
from base64 import urlsafe_b64decode
from binascii import Error as NoBase64
from typing import Any

import msgspec
from cryptography.hazmat.primitives.asymmetric.ec import SECP256R1, EllipticCurvePublicKey
from msgspec import Struct

from app.notices.guard import Guard
from app.notices.sealing import authorized, fresh_keys, sealed
from app.notices.webhook import Letter
from app.store import Store
from app.store import notices as rows

DAY = 24 * 3600
"""How many seconds a push service keeps a message for a browser that is off."""
KEY = "vapid"
SECRET_BYTES = 16
"""How long a browser's shared secret is."""


class Keys(Struct, frozen=True):
    """What the browser gave to seal its messages with."""

    p256dh: str
    auth: str


class Subscription(Struct, frozen=True):
    """Where a browser can be reached, as ``PushSubscription.toJSON`` writes it."""

    endpoint: str
    keys: Keys


def is_sound(subscription: Subscription) -> bool:
    """Whether a message could be sealed with these keys."""
    try:
        EllipticCurvePublicKey.from_encoded_point(SECP256R1(), raw(subscription.keys.p256dh))
        return len(raw(subscription.keys.auth)) == SECRET_BYTES
    except (ValueError, NoBase64):
        return False


def raw(key: str) -> bytes:
    """The bytes of a key as browsers write it."""
    return urlsafe_b64decode(key + "=" * (-len(key) % 4))


class Push:
    """This server as a sender of push messages.  Its keys are made once and kept."""

    def __init__(self, store: Store, sender: str) -> None:
        self._store, self._sender = store, sender
        self._keys: dict[str, Any] = {}

    async def keys(self) -> dict[str, Any]:
        """``private`` and ``public`` as PEM, ``key`` as browsers take it."""
        if not self._keys:
            self._keys = await self._store.run(rows.secret, KEY, fresh_keys())
        return self._keys

    async def send(self, guard: Guard, to: Subscription, letter: Letter) -> int:
        """The push service's status; errors are those of the guard, or ``ValueError`` for keys that cannot be."""
        told = {"title": "Gunbai", "body": letter.text, "url": letter.url, "tag": letter.game or letter.kind}
        keys = await self.keys()
        body, headers = await asyncio.to_thread(self._made, keys, to, msgspec.json.encode(told))
        status, _ = await guard.post(to.endpoint, body, headers)
        return status

    def _made(self, keys: dict[str, Any], to: Subscription, told: bytes) -> tuple[bytes, dict[str, str]]:
        """What the push service is sent."""
        headers = {
            "authorization": authorized(keys["private"], to.endpoint, self._sender), "ttl": str(DAY),
            "content-encoding": "aes128gcm", "content-type": "application/octet-stream", "urgency": "normal",
        }  # fmt: skip
        return sealed(told, raw(to.keys.p256dh), raw(to.keys.auth)), headers
