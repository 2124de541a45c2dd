"""Signed statements (SPEC.md 6). The caller provides the Ed25519 check: the domain imports no cryptography."""

import hashlib
from collections.abc import Callable, Mapping
from typing import Annotated, Literal, TypeAlias

from msgspec import UNSET, Meta, UnsetType

from domain.kernel.codec import canonical
from domain.kernel.values import Value
from domain.ledger.records import Tip

PublicKey: TypeAlias = bytes
"""An Ed25519 public key, 32 bytes (RFC 8032 5.1.5)."""

IsSignedBy: TypeAlias = Callable[[PublicKey, bytes, bytes], bool]
"""Returns whether a key (argument 1) made, for a message (2), a signature (3). False for a malformed signature."""

Hash = Annotated[str, Meta(pattern=r"\A[0-9a-f]{64}\Z")]
Signature = Annotated[str, Meta(pattern=r"\A[0-9a-f]{128}\Z")]
KeyId = Annotated[str, Meta(pattern=r"\A[0-9a-f]{16}\Z")]


class HeadStatement(Value, frozen=True, forbid_unknown_fields=True):
    """States the version, head and time of a game's log. `key_id` is null for an unsigned statement."""

    at: str
    game: str
    head: Hash
    version: int
    key_id: KeyId | None


class ReceiptStatement(HeadStatement, frozen=True, forbid_unknown_fields=True):
    """A head statement after an accepted command: its idempotency key, if any, and the decision it answers."""

    command: str | None
    decision: str


class SignedReceipt(ReceiptStatement, frozen=True):
    """A receipt with its signature. The other fields of the reply are not signed."""

    signature: Signature

    @property
    def statement(self) -> ReceiptStatement:
        """The signed part of the receipt."""
        return ReceiptStatement(self.at, self.game, self.head, self.version, self.key_id, self.command, self.decision)


class SignedHead(HeadStatement, frozen=True):
    """A head statement with its signature, as the end of a stream and the closing line of a bundle have it."""

    signature: Signature

    @property
    def statement(self) -> HeadStatement:
        """The signed part."""
        return HeadStatement(self.at, self.game, self.head, self.version, self.key_id)


_SeatNumber = Annotated[int, Meta(ge=0, lt=64)]


class CertifiedPart(Value, frozen=True, forbid_unknown_fields=True):
    """A part of the score of a place in a certificate."""

    part: str
    rule: str
    amount: int


class CertifiedPlace(Value, frozen=True, forbid_unknown_fields=True):
    """A place in a certificate."""

    seat: _SeatNumber
    rank: Annotated[int, Meta(ge=1)]
    score: int
    parts: tuple[CertifiedPart, ...]


class CertificateStatement(HeadStatement, frozen=True, forbid_unknown_fields=True):
    """The result of a game with the head at its end. The earliest certificates have no `winners`."""

    places: tuple[CertifiedPlace, ...]
    players: tuple[str | None, ...]
    resigned: tuple[_SeatNumber, ...]
    ruleset: str
    ruleset_version: int
    status: Literal["ended", "abandoned"]
    winners: tuple[_SeatNumber, ...] | UnsetType = UNSET
    adjudicated: Literal[True] | UnsetType = UNSET


class SignedCertificate(CertificateStatement, frozen=True, kw_only=True):
    """A certificate with its signature, as the result of a game has it."""

    signature: Signature

    @property
    def statement(self) -> CertificateStatement:
        """The signed part."""
        return CertificateStatement(**{name: getattr(self, name) for name in CertificateStatement.__struct_fields__})


KeptStatement: TypeAlias = SignedReceipt | SignedHead | SignedCertificate
"""A signed statement that a reader has kept, to compare it with a log."""


def key_id_of(key: PublicKey) -> str:
    """Return the id of a key: the first 16 hex digits of the SHA-256 of the public key."""
    return hashlib.sha256(key).hexdigest()[:16]


def head_statement(tip: Tip, key_id: str | None) -> HeadStatement:
    """Return the statement about the tip of a log."""
    return HeadStatement(tip.at, tip.game, tip.head, tip.version, key_id)


class Keys(Value, frozen=True):
    """The public keys that a verifier trusts, by id (None: no keys given), and the signature check."""

    is_signed_by: IsSignedBy
    trusted: Mapping[str, PublicKey] | None = None

    def trusts(self, key: PublicKey) -> bool:
        """Return whether the verifier trusts this key. Keys are compared in full, since ids are not unique."""
        return self.trusted is not None and key in self.trusted.values()

    def signature_error(self, statement: HeadStatement, signature: str, key: PublicKey) -> str | None:
        """Return why a signature is invalid or not trusted; None if it is valid."""
        if statement.key_id != key_id_of(key):
            return f"the statement names the key {statement.key_id}, but its public key is {key_id_of(key)}"
        if not self.is_signed_by(key, canonical(statement), bytes.fromhex(signature)):
            return f"the signature does not match the statement and the key {statement.key_id}"
        if self.trusted is not None and not self.trusts(key):
            return f"the key {statement.key_id} that signed it is not trusted"
        return None
