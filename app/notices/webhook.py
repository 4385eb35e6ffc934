"""What a webhook is sent: plain JSON, or as Discord and Slack take it.  No name in it can call or mark anybody."""

from __future__ import annotations

import hmac
import re
import secrets
from base64 import b64decode, b64encode
from typing import Any, Literal

import msgspec
from msgspec import Struct

Format = Literal["json", "discord", "slack"]
FORMATS: tuple[Format, ...] = ("json", "discord", "slack")
MARKED = re.compile(r"([\\`*_~|>#\[\]()<@:-])")
"""What Discord reads as more than a letter."""
NO_EMBEDS = 4
"""Discord's flag for a message whose links are not looked up."""
PREFIX, SECRET_BYTES = "whsec_", 32
"""How a secret begins that signs (Standard Webhooks), and how long it is."""


class Letter(Struct, frozen=True, kw_only=True):
    """One notice, worded: ``url`` is where to go, empty if the server does not know its own address."""

    kind: str
    text: str
    game: str = ""
    url: str = ""
    foot: str = ""
    """Under a mail: where one says what one wants to be told."""


def payload(format: str, letter: Letter) -> bytes:
    """The body of the request."""
    body: dict[str, Any]
    if format == "discord":
        text = MARKED.sub(r"\\\1", letter.text) + (f"\n<{letter.url}>" if letter.url else "")
        body = {"content": text, "allowed_mentions": {"parse": []}, "flags": NO_EMBEDS}
    elif format == "slack":
        link = f"\n<{letter.url}>" if letter.url else ""
        body = {"text": slack(letter.text) + link, "link_names": 0, "unfurl_links": False}
    else:
        body = {"kind": letter.kind, "game": letter.game, "text": letter.text, "url": letter.url}
    return msgspec.json.encode(body)


def slack(text: str) -> str:
    """The text with the three signs escaped by which Slack calls people and links."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


# -- signatures ------------------------------------------------------------------


def fresh_secret() -> str:
    """A secret nobody has yet, as libraries of Standard Webhooks take it."""
    return PREFIX + b64encode(secrets.token_bytes(SECRET_BYTES)).decode()


def signed(secret: str, id: str, at: int, body: bytes) -> dict[str, str]:
    """The headers by which whoever knows the secret knows that this body is ours, and of this second."""
    key = b64decode(secret.removeprefix(PREFIX))
    mac = hmac.digest(key, b".".join((id.encode(), str(at).encode(), body)), "sha256")
    return {"webhook-id": id, "webhook-timestamp": str(at), "webhook-signature": f"v1,{b64encode(mac).decode()}"}
