"""Messages to browsers as push services take them: sealed for one of them (RFC 8291), signed by us (RFC 8292)."""

from __future__ import annotations

import os
import time
from base64 import urlsafe_b64encode
from urllib.parse import urlsplit

import msgspec
from cryptography.hazmat.primitives.asymmetric.ec import (
    ECDH,
    ECDSA,
    SECP256R1,
    EllipticCurvePrivateKey,
    EllipticCurvePublicKey,
    generate_private_key,
)
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    PublicFormat,
    load_pem_private_key,
)

RECORD = 4096
"""The longest message that every push service takes, with all that seals it."""
OVERHEAD = 16 + 4 + 1 + 65 + 1 + 16
SALT, LAST = 16, b"\x02"
HALF_A_DAY = 12 * 3600


def fresh_keys() -> dict[str, str]:
    """Keys of a server: ``private`` and ``public`` as PEM, ``key`` as browsers take it."""
    made = generate_private_key(SECP256R1())
    private = made.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    public = made.public_key().public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo)
    return {"private": private.decode(), "public": public.decode(), "key": text_of(point_of(made.public_key()))}


def sealed(message: bytes, theirs: bytes, secret: bytes) -> bytes:
    """The message, which only the browser with this public point and this secret can open."""
    if len(message) > RECORD - OVERHEAD:
        raise ValueError("the message is too long")
    own, salt = generate_private_key(SECP256R1()), os.urandom(SALT)
    shared = own.exchange(ECDH(), EllipticCurvePublicKey.from_encoded_point(SECP256R1(), theirs))
    mine = point_of(own.public_key())
    root = derived(shared, secret, b"WebPush: info\0" + theirs + mine, 32)
    key = derived(root, salt, b"Content-Encoding: aes128gcm\0", 16)
    nonce = derived(root, salt, b"Content-Encoding: nonce\0", 12)
    head = salt + RECORD.to_bytes(4, "big") + bytes([len(mine)]) + mine
    return head + AESGCM(key).encrypt(nonce, message + LAST, None)


def authorized(private: str, endpoint: str, sender: str) -> str:
    """The header by which a push service knows this server, and whom to write to about it."""
    key = load_pem_private_key(private.encode(), None)
    assert isinstance(key, EllipticCurvePrivateKey)
    where = urlsplit(endpoint)
    claims = {
        "aud": f"{where.scheme}://{where.netloc}", "exp": int(time.time()) + HALF_A_DAY, "sub": f"mailto:{sender}",
    }  # fmt: skip
    said = ".".join(text_of(msgspec.json.encode(part)) for part in ({"typ": "JWT", "alg": "ES256"}, claims))
    r, s = decode_dss_signature(key.sign(said.encode(), ECDSA(SHA256())))
    token = f"{said}.{text_of(r.to_bytes(32, 'big') + s.to_bytes(32, 'big'))}"
    return f"vapid t={token}, k={text_of(point_of(key.public_key()))}"


def derived(key: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    """A key that follows from another (HKDF)."""
    return HKDF(SHA256(), length, salt, info).derive(key)


def point_of(key: EllipticCurvePublicKey) -> bytes:
    """A public key as browsers have it."""
    return key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def text_of(raw: bytes) -> str:
    """Bytes as they stand in headers."""
    return urlsafe_b64encode(raw).rstrip(b"=").decode()
