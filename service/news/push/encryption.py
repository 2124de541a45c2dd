"""The encryption of messages to browsers: RFC 8291, with the content coding aes128gcm of RFC 8188."""

import hashlib
import hmac
import secrets
import struct

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from domain.kernel.values import Value

SALT_BYTES, AUTH_BYTES, POINT_BYTES = 16, 16, 65

RECORD_SIZE = 4096
"""The record size in the header. A message is one record: push services accept no longer ones."""

MOST_TEXT = RECORD_SIZE - SALT_BYTES - 4 - 1 - POINT_BYTES - 17
"""Bytes of a message: the whole body has RECORD_SIZE bytes at most, with header, delimiter and tag (RFC 8291 4)."""

_CURVE = ec.SECP256R1()
_LAST_RECORD = b"\x02"


class SubscriptionError(ValueError):
    """The keys of a subscription are malformed; the message says what is wrong."""


class BrowserKeys(Value, frozen=True):
    """The keys of a subscription: a point of P-256, uncompressed, and the authentication secret."""

    public_key: bytes
    auth: bytes

    def check(self) -> None:
        """Raise SubscriptionError unless the keys can be used."""
        if len(self.auth) != AUTH_BYTES:
            message = f"`auth` must have {AUTH_BYTES} bytes"
            raise SubscriptionError(message)
        point_of(self.public_key)


def point_of(raw: bytes) -> ec.EllipticCurvePublicKey:
    """Return a public key. Raises SubscriptionError."""
    try:
        if len(raw) == POINT_BYTES:
            return ec.EllipticCurvePublicKey.from_encoded_point(_CURVE, raw)
    except ValueError:
        pass
    message = f"`p256dh` must be an uncompressed point of P-256: {POINT_BYTES} bytes"
    raise SubscriptionError(message)


def uncompressed(key: ec.EllipticCurvePublicKey) -> bytes:
    """Return the uncompressed point of a public key."""
    return key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def encrypt(
    text: bytes, browser: BrowserKeys, own: ec.EllipticCurvePrivateKey | None = None, salt: bytes | None = None
) -> bytes:
    """Return the encrypted body of a message. The key and the salt are new ones, except in tests.

    Raises SubscriptionError, and ValueError for a message that is too long.
    """
    if len(text) > MOST_TEXT:
        message = f"a message has at most {MOST_TEXT} bytes"
        raise ValueError(message)
    own = own or ec.generate_private_key(_CURVE)
    salt = salt or secrets.token_bytes(SALT_BYTES)
    public = uncompressed(own.public_key())
    shared = own.exchange(ec.ECDH(), point_of(browser.public_key))
    # RFC 8291 3.4
    info = b"WebPush: info\0" + browser.public_key + public
    material = _derived(browser.auth, shared, info, 32)
    # RFC 8188 2.2 and 2.3
    key = _derived(salt, material, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _derived(salt, material, b"Content-Encoding: nonce\0", 12)
    header = salt + struct.pack("!IB", RECORD_SIZE, len(public)) + public
    return header + AESGCM(key).encrypt(nonce, text + _LAST_RECORD, None)


def _derived(salt: bytes, material: bytes, info: bytes, length: int) -> bytes:
    """Return the first block of HKDF with SHA-256 (RFC 5869), which is enough for 32 bytes."""
    extracted = hmac.digest(salt, material, hashlib.sha256)
    return hmac.digest(extracted, info + b"\x01", hashlib.sha256)[:length]
