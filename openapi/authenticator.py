"""A software authenticator (WebAuthn level 3, 6): what a browser and its passkeys send, for examples and tests."""

import base64
import hashlib
import json
from dataclasses import dataclass, field
from typing import Any

import cbor2
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec, ed25519
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

PRESENT, VERIFIED, ATTESTED = 0x01, 0x04, 0x40
"""Flags of authenticator data: the person is present, was verified; a new credential follows."""

SYNCHRONISED = 0x08 | 0x10
"""Flags of authenticator data: the passkey is eligible for backup, and is backed up."""

_COORDINATE = 32


def base64url(data: bytes) -> str:
    """Return bytes in base64url without padding."""
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def bytes_of(text: str) -> bytes:
    """Return the bytes of a base64url text."""
    return base64.urlsafe_b64decode(f"{text}===")


@dataclass
class Passkey:
    """A passkey in an authenticator: its key, its signature counter, and the player whom it stores."""

    credential: bytes
    key: ec.EllipticCurvePrivateKey | ed25519.Ed25519PrivateKey
    count: int = 0
    """The number of the last signature. An authenticator that does not count stays at 0."""
    counts: bool = True
    is_synchronised: bool = False
    """Whether other devices have it, too."""
    user: bytes = field(default=b"", init=False)
    rp_id: str = field(default="", init=False)

    def create(self, options: dict[str, Any], origin: str) -> dict[str, Any]:
        """Return what `navigator.credentials.create` gives a page of an origin, as JSON."""
        self.user, self.rp_id = bytes_of(options["user"]["id"]), options["rp"]["id"]
        attested = bytes(16) + len(self.credential).to_bytes(2, "big") + self.credential + cbor2.dumps(self._cose())
        data = self._data(ATTESTED) + attested
        attestation = cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": data})
        client_data = _client_data("webauthn.create", options["challenge"], origin)
        return self._json(clientDataJSON=client_data, attestationObject=base64url(attestation), transports=["internal"])

    def get(self, options: dict[str, Any], origin: str) -> dict[str, Any]:
        """Return what `navigator.credentials.get` gives a page of an origin, as JSON."""
        client_data = _client_data("webauthn.get", options["challenge"], origin)
        self.count += self.counts
        data = self._data(0)
        signature = self._signature(data + hashlib.sha256(bytes_of(client_data)).digest())
        return self._json(
            clientDataJSON=client_data,
            authenticatorData=base64url(data),
            signature=base64url(signature),
            userHandle=base64url(self.user),
        )

    def _json(self, **response: Any) -> dict[str, Any]:
        name = base64url(self.credential)
        return {
            "id": name,
            "rawId": name,
            "type": "public-key",
            "response": response,
            "authenticatorAttachment": "platform",
            "clientExtensionResults": {},
        }

    def _data(self, flags: int) -> bytes:
        flags |= SYNCHRONISED if self.is_synchronised else 0
        head = hashlib.sha256(self.rp_id.encode()).digest() + bytes([PRESENT | VERIFIED | flags])
        return head + self.count.to_bytes(4, "big")

    def _signature(self, signed: bytes) -> bytes:
        if isinstance(self.key, ed25519.Ed25519PrivateKey):
            return self.key.sign(signed)
        return self.key.sign(signed, ec.ECDSA(hashes.SHA256()))

    def _cose(self) -> dict[int, Any]:
        """Return the public key in COSE (RFC 9053 7)."""
        if isinstance(self.key, ed25519.Ed25519PrivateKey):
            return {1: 1, 3: -8, -1: 6, -2: self.key.public_key().public_bytes(Encoding.Raw, PublicFormat.Raw)}
        point = self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)[1:]
        return {1: 2, 3: -7, -1: 1, -2: point[:_COORDINATE], -3: point[_COORDINATE:]}


def _client_data(kind: str, challenge: str, origin: str) -> str:
    data = {"type": kind, "challenge": challenge, "origin": origin, "crossOrigin": False}
    return base64url(json.dumps(data, separators=(",", ":")).encode())
