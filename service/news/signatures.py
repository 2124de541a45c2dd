"""Signatures of Standard Webhooks (https://www.standardwebhooks.com): v1 is HMAC-SHA256, v1a is Ed25519."""

import base64
import hashlib
import hmac
import re
import secrets
from collections.abc import Iterable, Mapping

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from domain.kernel.values import Value
from service.core.keys.signing import KEY_BYTES, Signer

ID, TIMESTAMP, SIGNATURE = "webhook-id", "webhook-timestamp", "webhook-signature"

SECRET, PUBLIC_KEY = "whsec_", "whpk_"
"""The prefixes of a secret of v1 and of a public key of v1a."""

TOLERANCE = 300
"""Seconds by which the time of an attempt may differ from the time of its receiver."""

_SECONDS = re.compile("[0-9]{1,15}")


class SignatureError(Exception):
    """A request is not signed with this secret or key; the message says why."""


class WebhookKeys(Value, frozen=True):
    """The secret of v1 and the seed of the Ed25519 key of v1a."""

    secret: bytes
    seed: bytes

    @property
    def shown_secret(self) -> str:
        """The secret of v1 as receivers configure it."""
        return SECRET + base64.b64encode(self.secret).decode()

    @property
    def shown_public_key(self) -> str:
        """The public key of v1a as receivers configure it."""
        public = Ed25519PrivateKey.from_private_bytes(self.seed).public_key().public_bytes_raw()
        return PUBLIC_KEY + base64.b64encode(public).decode()


def keys_of(signer: Signer, webhook: str, generation: int) -> WebhookKeys:
    """Return the keys of a webhook, which follow from the key file: the database has none of them (decision 038)."""
    name = f"{webhook} {generation}"
    return WebhookKeys(signer.derived(f"webhook v1 {name}"), signer.derived(f"webhook v1a {name}"))


def random_secret() -> str:
    """Return a new secret of v1, for a receiver on the same machine."""
    return SECRET + base64.b64encode(secrets.token_bytes(KEY_BYTES)).decode()


def keys_from_secret(secret: str) -> WebhookKeys:
    """Return keys with this secret of v1. The key of v1a follows from it. Raises SignatureError."""
    if not secret.startswith(SECRET):
        raise SignatureError(f"a secret begins with {SECRET}")
    check_secret(secret)
    key = _decoded(secret.removeprefix(SECRET))
    return WebhookKeys(key, hmac.digest(key, b"ludolog/local v1a/1", hashlib.sha256))


def check_secret(secret: str) -> None:
    """Raise SignatureError unless a text is a secret (`whsec_…`) or a public key (`whpk_…`)."""
    if not secret.startswith((SECRET, PUBLIC_KEY)):
        raise SignatureError(f"a secret begins with {SECRET}, a public key with {PUBLIC_KEY}")
    _decoded(secret.removeprefix(SECRET).removeprefix(PUBLIC_KEY))


def signed_headers(keys: Iterable[WebhookKeys], id: str, timestamp: int, body: bytes) -> dict[str, str]:  # noqa: A002 - the name in the specification
    """Return the headers of an attempt at a Unix time in seconds, signed with all these keys."""
    content = f"{id}.{timestamp}.".encode() + body
    signatures: list[str] = []
    for each in keys:
        signatures.append(f"v1,{_v1(each.secret, content)}")
        signature = Ed25519PrivateKey.from_private_bytes(each.seed).sign(content)
        signatures.append(f"v1a,{base64.b64encode(signature).decode()}")
    return {ID: id, TIMESTAMP: str(timestamp), SIGNATURE: " ".join(signatures)}


def verify(secret: str, headers: Mapping[str, str], body: bytes, now: float) -> None:
    """Raise SignatureError unless a request is signed with a secret (`whsec_…`) or for a public key (`whpk_…`).

    The names of the headers are in lower case. `now` is the Unix time of the receiver in seconds.
    """
    sent = [headers.get(name, "") for name in (ID, TIMESTAMP, SIGNATURE)]
    if not all(sent):
        raise SignatureError(f"the headers {ID}, {TIMESTAMP} and {SIGNATURE} are needed")
    if not _SECONDS.fullmatch(sent[1]) or abs(now - int(sent[1])) > TOLERANCE:
        raise SignatureError(f"{TIMESTAMP} is not within {TOLERANCE} seconds of now: check the clock")
    content = f"{sent[0]}.{sent[1]}.".encode() + body
    pairs = [signature.partition(",") for signature in sent[2].split(" ")]
    if not any(_matches(secret, version, signature, content) for version, _, signature in pairs):
        raise SignatureError("no signature matches: check the secret, and sign the body as it was sent")


def _matches(secret: str, version: str, signature: str, content: bytes) -> bool:
    key = _decoded(secret.removeprefix(SECRET).removeprefix(PUBLIC_KEY))
    if version == "v1" and not secret.startswith(PUBLIC_KEY):
        return hmac.compare_digest(_v1(key, content).encode(), signature.encode())
    if version == "v1a" and secret.startswith(PUBLIC_KEY):
        try:
            Ed25519PublicKey.from_public_bytes(key).verify(_decoded(signature), content)
        except (InvalidSignature, SignatureError, ValueError):
            return False
        return True
    return False


def _v1(secret: bytes, content: bytes) -> str:
    return base64.b64encode(hmac.digest(secret, content, hashlib.sha256)).decode()


def _decoded(text: str) -> bytes:
    try:
        return base64.b64decode(text, validate=True)
    except ValueError:
        raise SignatureError("the secret or signature is not base64") from None
