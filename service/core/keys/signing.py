"""The keys of the service (Ed25519, RFC 8032) as JSON Web Keys (RFC 7517, RFC 8037), and its signatures.

The library `cryptography` signs: Python's standard library has no Ed25519.
"""

import datetime
import hashlib
import hmac
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
from service.core.keys.base64url import decoded, encoded

KEY_BYTES = 32


class KeyFileError(Exception):
    """The key file cannot be used; the message says why and what to do."""


class Jwk(Value, frozen=True, omit_defaults=True):
    """A key (RFC 7517). Only the current key in the key file has a private part."""

    kty: Annotated[str, Meta(description="The key type: `OKP` (RFC 8037).")]
    crv: Annotated[str, Meta(description="The curve: `Ed25519`.")]
    x: Annotated[str, Meta(description="The public key: 32 bytes in base64url.")]
    kid: Annotated[str, Meta(description="The key id: the first 16 hex digits of the SHA-256 of the public key.")] = ""
    alg: Annotated[str, Meta(description="The algorithm: `EdDSA`.")] = ""
    use: Annotated[str, Meta(description="The intended use: `sig`, signatures.")] = ""
    iat: Annotated[int, Meta(description="The creation time as a Unix timestamp in seconds.")] = 0
    d: Annotated[str | None, Meta(description="The private key; never published.")] = None

    @property
    def public_key(self) -> bytes:
        """The 32 bytes of the public key; raises KeyFileError."""
        if self.kty != "OKP" or self.crv != "Ed25519":
            message = f"the key {self.kid} is not an Ed25519 key"
            raise KeyFileError(message)
        return _decoded(self.x)


class JwkSet(Value, frozen=True):
    """A set of keys, the current one first."""

    keys: Annotated[tuple[Jwk, ...], Meta(description="The current key, followed by all past keys.")]


class _AnyJwkSet(Value, frozen=True):
    """A set of keys of any kinds."""

    keys: tuple[dict[str, Any], ...]


class KeyFile(JwkSet, frozen=True, omit_defaults=True):
    """The content of a key file: a set of keys and a further member, which RFC 7517 allows and other readers ignore."""

    derivation: str | None = None
    """The secret for `Signer.derived`: 32 bytes in base64url. None: it follows from the current key."""


class Signed(Value, frozen=True):
    """A statement, the signature over its canonical JSON, and the public key, both in hex."""

    statement: dict[str, Any]
    signature: str
    public_key: str


class KeyRing:
    """The current key with its private part, and the public parts of all past keys; raises KeyFileError."""

    def __init__(self, keys: KeyFile) -> None:
        first = keys.keys[0] if keys.keys else None
        if first is None or first.d is None:
            message = "the first key of the file has no private part"
            raise KeyFileError(message)
        seed = _decoded(first.d)
        self.private = Ed25519PrivateKey.from_private_bytes(seed)
        self.derivation = (
            hmac.digest(seed, b"ludolog/derivation/1", hashlib.sha256)
            if keys.derivation is None
            else _decoded(keys.derivation)
        )
        self.public_key = self.private.public_key().public_bytes_raw()
        self.key_id = key_id_of(self.public_key)
        self.published = JwkSet(tuple(msgspec.structs.replace(key, d=None) for key in keys.keys))
        self.known = {key_id_of(key.public_key): key.public_key for key in keys.keys}


class Signer:
    """Signs with the current key and knows all past keys.

    `newer` is called before each use and returns the keys of a changed file. Two signatures may therefore be made with
    different keys; each statement names its key.
    """

    def __init__(self, ring: KeyRing, newer: Callable[[], KeyRing | None] = lambda: None) -> None:
        self._ring = ring
        self._newer = newer
        self._past: dict[str, Jwk] = {}

    def add_past(self, keys: Iterable[Jwk]) -> None:
        """Publish and trust the public parts of further keys, such as those recorded in the database."""
        found = {key_id_of(key.public_key): msgspec.structs.replace(key, d=None) for key in keys}
        self._past = {**self._past, **found}

    @property
    def unlisted(self) -> tuple[Jwk, ...]:
        """The past keys that the key file does not contain."""
        known = self._now().known
        return tuple(key for key_id, key in self._past.items() if key_id not in known)

    def _now(self) -> KeyRing:
        newer = self._newer()
        if newer is not None:
            # what is signed by then can still be checked, also if an older copy of the file lacks the key
            self.add_past(self._ring.published.keys)
            self._ring = newer
        return self._ring

    @property
    def public_key(self) -> bytes:
        """The current public key."""
        return self._now().public_key

    @property
    def key_id(self) -> str:
        """The id of the current key."""
        return self._now().key_id

    def derived(self, purpose: str) -> bytes:
        """Return 32 secret bytes for one purpose, which stay the same when the key is rotated."""
        return hmac.digest(self._now().derivation, f"ludolog/derived/1 {purpose}".encode(), hashlib.sha256)

    def sign(self, statement: Mapping[str, Any]) -> Signed:
        """Return the signed statement of these members and the key id."""
        ring = self._now()
        whole = {**statement, "key_id": ring.key_id}
        return Signed(whole, ring.private.sign(canonical(whole)).hex(), ring.public_key.hex())

    def sign_head(self, tip: Tip, **members: str | None) -> Signed:
        """Return the signed statement of the tip of a log, with further members."""
        head = {"at": tip.at, "game": tip.game, "head": tip.head, "version": tip.version}
        return self.sign({**head, **members})

    @property
    def published(self) -> JwkSet:
        """The public parts of all keys, the current one first."""
        return JwkSet((*self._now().published.keys, *self.unlisted))

    @property
    def keys(self) -> Keys:
        """The keys to verify signatures of this service with."""
        past = {key_id: key.public_key for key_id, key in self._past.items()}
        return Keys(is_signed_by, past | self._now().known)


def is_signed_by(key: bytes, message: bytes, signature: bytes) -> bool:
    """Return whether a signature of a message was made with a key."""
    try:
        Ed25519PublicKey.from_public_bytes(key).verify(signature, message)
    except (InvalidSignature, ValueError):
        return False
    return True


def keys_from(text: str) -> dict[str, bytes]:
    """Return public keys by id, from 64 hex digits or from a JSON Web Key set; raises KeyFileError.

    Keys of other kinds in the set are left out (RFC 7517 5).
    """
    if re.fullmatch(r"\s*[0-9a-f]{64}\s*", text):
        key = bytes.fromhex(text.strip())
        return {key_id_of(key): key}
    try:
        found = msgspec.json.decode(text, type=_AnyJwkSet)
    except (msgspec.DecodeError, ValueError, RecursionError):
        message = "a key is 64 hex digits, or a file such as /.well-known/jwks.json"
        raise KeyFileError(message) from None
    keys = [key for key in found.keys if (key.get("kty"), key.get("crv")) == ("OKP", "Ed25519")]
    if not keys:
        message = "there is no Ed25519 key in this file"
        raise KeyFileError(message)
    public = [_decoded(str(key.get("x"))) for key in keys]
    return {key_id_of(key): key for key in public}


def new_key(seed: bytes, made_at: datetime.datetime) -> Jwk:
    """Return the key with this seed of 32 bytes (RFC 8032 5.1.5), with its private part."""
    private = Ed25519PrivateKey.from_private_bytes(seed)
    public = private.public_key().public_bytes_raw()
    return Jwk(
        kty="OKP",
        crv="Ed25519",
        x=encoded(public),
        kid=key_id_of(public),
        alg="EdDSA",
        use="sig",
        iat=int(made_at.timestamp()),
        d=encoded(seed),
    )


def _decoded(text: str) -> bytes:
    try:
        raw = decoded(text)
    except ValueError:
        raw = b""
    if len(raw) != KEY_BYTES:
        message = "a key must be 32 bytes in base64url"
        raise KeyFileError(message)
    return raw
