"""Web push: what a subscribed browser is sent, sealed for it alone and signed by this server."""

from __future__ import annotations

import asyncio
from base64 import urlsafe_b64decode
from binascii import Error as NoBase64
from typing import Any

import msgspec
from cryptography.hazmat.primitives.asymmetric.ec import SECP256R1, EllipticCurvePublicKey
from msgspec import Struct
from webpush import WebPush, WebPushSubscription  # type: ignore[import-untyped]
from webpush.vapid import VAPID  # type: ignore[import-untyped]

from app.notices.guard import Guard
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
            private, public, key = VAPID.generate_keys()
            fresh = {"private": private.decode(), "public": public.decode(), "key": key}
            self._keys = await self._store.run(rows.secret, KEY, fresh)
        return self._keys

    async def send(self, guard: Guard, to: Subscription, letter: Letter) -> int:
        """The push service's status; errors are those of the guard, or ``ValueError`` for keys that cannot be."""
        told = {"title": "Gunbai", "body": letter.text, "url": letter.url, "tag": letter.game or letter.kind}
        keys = await self.keys()
        made = await asyncio.to_thread(self._sealed, keys, to, msgspec.json.encode(told))
        status, _ = await guard.post(to.endpoint, made.encrypted, {**made.headers, "urgency": "normal"})
        return status

    def _sealed(self, keys: dict[str, Any], to: Subscription, body: bytes) -> Any:
        sealer = WebPush(keys["private"].encode(), keys["public"].encode(), self._sender, ttl=DAY)
        return sealer.get(body, WebPushSubscription.model_validate(msgspec.to_builtins(to)))
