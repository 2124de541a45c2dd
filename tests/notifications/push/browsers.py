"""A browser as a push service sees it: its keys, what it decrypts, and the check of the service's token."""

import hashlib
import json
import secrets
import struct
from collections.abc import Mapping
from typing import Any

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from service.core.keys.base64url import decoded, encoded
from service.news.push.encryption import uncompressed


class PushBrowser:
    """A browser with a subscription. It decrypts with the library's HKDF, not with the code under test."""

    def __init__(self, private: ec.EllipticCurvePrivateKey | None = None, auth: bytes | None = None) -> None:
        self.private = private or ec.generate_private_key(ec.SECP256R1())
        self.auth = auth or secrets.token_bytes(16)
        self.public = uncompressed(self.private.public_key())

    def subscription(self, endpoint: str, **more: Any) -> dict[str, Any]:
        """Return the body of a subscription, as `PushSubscription.toJSON()` gives it."""
        keys = {"p256dh": encoded(self.public), "auth": encoded(self.auth)}
        return {"endpoint": endpoint, "expirationTime": None, "keys": keys, **more}

    def decrypt(self, body: bytes) -> bytes:
        """Return the message in a body (RFC 8291 and RFC 8188)."""
        salt, (size, length) = body[:16], struct.unpack("!IB", body[16:21])
        sender, sealed = body[21 : 21 + length], body[21 + length :]
        assert size == 4096
        assert len(body) <= size
        shared = self.private.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), sender))
        material = _hkdf(self.auth, shared, b"WebPush: info\0" + self.public + sender, 32)
        key = _hkdf(salt, material, b"Content-Encoding: aes128gcm\0", 16)
        nonce = _hkdf(salt, material, b"Content-Encoding: nonce\0", 12)
        text, delimiter, padding = AESGCM(key).decrypt(nonce, sealed, None).rpartition(b"\x02")
        assert delimiter
        assert not padding.strip(b"\0")
        return text

    def read(self, body: bytes) -> Any:
        """Return the JSON message in a body."""
        return json.loads(self.decrypt(body))


def claims_in(headers: Mapping[str, str]) -> tuple[dict[str, Any], str]:
    """Return the claims of a request, whose signature is checked, and the public key (RFC 8292)."""
    scheme, _, values = headers["authorization"].partition(" ")
    found = dict(part.strip().split("=", 1) for part in values.split(","))
    assert scheme == "vapid"
    head, claims, signature = found["t"].split(".")
    raw = decoded(signature)
    key = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), decoded(found["k"]))
    both = encode_dss_signature(int.from_bytes(raw[:32]), int.from_bytes(raw[32:]))
    key.verify(both, f"{head}.{claims}".encode(), ec.ECDSA(hashes.SHA256()))
    assert json.loads(decoded(head)) == {"typ": "JWT", "alg": "ES256"}
    return json.loads(decoded(claims)), found["k"]


def topic_of(game: str) -> str:
    """Return the topic of messages about a game."""
    return encoded(hashlib.sha256(game.encode()).digest()[:24])


def _hkdf(salt: bytes, material: bytes, info: bytes, length: int) -> bytes:
    return HKDF(algorithm=hashes.SHA256(), length=length, salt=salt, info=info).derive(material)
