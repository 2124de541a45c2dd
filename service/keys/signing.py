"""The keys of the service (Ed25519, RFC 8032) as JSON Web Keys (RFC 7517, RFC 8037), and what is signed with them.

`cryptography` does the signing: Python's own library has no Ed25519, and nobody should write one.
"""

import base64
import datetime
import re
from collections.abc import Callable, Iterable, Mapping
from typing import Annotated, Any

import msgspec
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from msgspec import Meta

from domain.kernel.codec import canonical
from domain.kernel.values import Value
from domain.ledger.records import Tip
from domain.ledger.signing import Keys, key_id_of

KEY_BYTES = 32


class KeyFileError(Exception):
    """The file with the signing keys cannot be used; says why and what to do."""


class Jwk(Value, frozen=True, omit_defaults=True):
    """A key (RFC 7517); the private part stands in the key file alone, and there only for the key in use."""

    kty: Annotated[str, Meta(description="The key type: `OKP` (RFC 8037).")]
    crv: Annotated[str, Meta(description="The curve: `Ed25519`.")]
    x: Annotated[str, Meta(description="The public key, 32 bytes in base64url.")]
    kid: Annotated[str, Meta(description="The id of the key: the first 16 hexadecimal digits of its SHA-256.")] = ""
    alg: Annotated[str, Meta(description="The algorithm: `EdDSA`.")] = ""
    use: Annotated[str, Meta(description="The use: `sig`, signatures.")] = ""
    iat: Annotated[int, Meta(description="The time of creation in seconds since 1970.")] = 0
    d: Annotated[str | None, Meta(description="The private key, which is never published.")] = None

    @property
    def public_key(self) -> bytes:
        """The 32 bytes of the public key; raises KeyFileError."""
        if self.kty != "OKP" or self.crv != "Ed25519":
            message = f"the key {self.kid} is no Ed25519 key"
            raise KeyFileError(message)
        return _unpacked(self.x)


class JwkSet(Value, frozen=True):
    """Keys, the one in use first."""

    keys: Annotated[tuple[Jwk, ...], Meta(description="The current key, then older ones.")]


class Signed(Value, frozen=True):
    """A statement with the signature over its canonical JSON, and the key that it was made with, both hex."""

    statement: dict[str, Any]
    signature: str
    public_key: str


class KeyRing:
    """The key in use with its private part, and the public parts of all that ever were; raises KeyFileError."""

    def __init__(self, keys: JwkSet) -> None:
        first = keys.keys[0] if keys.keys else None
        if first is None or first.d is None:
            message = "the first key of the file has no private part"
            raise KeyFileError(message)
        self.private = Ed25519PrivateKey.from_private_bytes(_unpacked(first.d))
        self.public_key = self.private.public_key().public_bytes_raw()
        self.key_id = key_id_of(self.public_key)
        self.published = JwkSet(tuple(msgspec.structs.replace(key, d=None) for key in keys.keys))
        self.known = {key_id_of(key.public_key): key.public_key for key in keys.keys}


class Signer:
    """Signs with the key in use, and knows all keys that ever were.

    `newer` is asked before each use, and returns other keys as soon as there are some. So two uses may be of two keys:
    what was signed says by which.
    """

    def __init__(self, ring: KeyRing, newer: Callable[[], KeyRing | None] = lambda: None) -> None:
        self._ring = ring
        self._newer = newer
        self._past: dict[str, Jwk] = {}

    def add_past(self, keys: Iterable[Jwk]) -> None:
        """Publish and trust the public parts of further keys, such as those that the database has noted."""
        found = {key_id_of(key.public_key): msgspec.structs.replace(key, d=None) for key in keys}
        self._past = {**self._past, **found}

    @property
    def unlisted(self) -> tuple[Jwk, ...]:
        """The past keys that the key file does not list."""
        known = self._now().known
        return tuple(key for key_id, key in self._past.items() if key_id not in known)

    def _now(self) -> KeyRing:
        self._ring = self._newer() or self._ring
        return self._ring

    @property
    def public_key(self) -> bytes:
        """The public key in use."""
        return self._now().public_key

    @property
    def key_id(self) -> str:
        """The id of the key in use."""
        return self._now().key_id

    def sign(self, statement: Mapping[str, Any]) -> Signed:
        """Return a statement of these members and the key's id, signed."""
        ring = self._now()
        whole = {**statement, "key_id": ring.key_id}
        return Signed(whole, ring.private.sign(canonical(whole)).hex(), ring.public_key.hex())

    def sign_head(self, tip: Tip, **members: str | None) -> Signed:
        """Return a signed statement of where a log stands, with further members."""
        head = {"at": tip.at, "game": tip.game, "head": tip.head, "version": tip.version}
        return self.sign({**head, **members})

    @property
    def published(self) -> JwkSet:
        """The public parts of all keys, the one in use first."""
        return JwkSet((*self._now().published.keys, *self.unlisted))

    @property
    def keys(self) -> Keys:
        """What signatures are checked with that this service has made."""
        past = {key_id: key.public_key for key_id, key in self._past.items()}
        return Keys(is_signed_by, past | self._now().known)


def is_signed_by(key: bytes, message: bytes, signature: bytes) -> bool:
    """Whether the holder of this key has signed this message."""
    try:
        Ed25519PublicKey.from_public_bytes(key).verify(signature, message)
    except (InvalidSignature, ValueError):
        return False
    return True


def keys_from(text: str) -> dict[str, bytes]:
    """Return public keys by their ids: from 64 hex digits, or from a set of JSON Web Keys; raises KeyFileError."""
    if re.fullmatch(r"\s*[0-9a-f]{64}\s*", text):
        key = bytes.fromhex(text.strip())
        return {key_id_of(key): key}
    try:
        found = msgspec.json.decode(text, type=JwkSet)
    except (msgspec.DecodeError, ValueError, RecursionError):
        message = "a key is 64 hex digits, or a file such as /.well-known/jwks.json"
        raise KeyFileError(message) from None
    return {key_id_of(key.public_key): key.public_key for key in found.keys}


def new_key(seed: bytes, made_at: datetime.datetime) -> Jwk:
    """Return the key of these 32 bytes (RFC 8032 5.1.5), with its private part."""
    private = Ed25519PrivateKey.from_private_bytes(seed)
    public = private.public_key().public_bytes_raw()
    return Jwk(
        kty="OKP",
        crv="Ed25519",
        x=_packed(public),
        kid=key_id_of(public),
        alg="EdDSA",
        use="sig",
        iat=int(made_at.timestamp()),
        d=_packed(seed),
    )


def _packed(raw: bytes) -> str:
    return base64.urlsafe_b64encode(raw).decode().rstrip("=")


def _unpacked(text: str) -> bytes:
    try:
        raw = base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
    except ValueError:
        raw = b""
    if len(raw) != KEY_BYTES:
        message = "a key is no 32 bytes in base64url"
        raise KeyFileError(message)
    return raw
