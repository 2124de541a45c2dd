"""What the service signs (SPEC.md 6). Keys stay outside: whoever checks hands in a function that knows Ed25519."""

import hashlib
from collections.abc import Callable, Mapping
from typing import Annotated, TypeAlias

from msgspec import Meta

from domain.kernel.codec import canonical
from domain.kernel.values import Value
from domain.ledger.records import Tip

PublicKey: TypeAlias = bytes
"""An Ed25519 public key, 32 bytes (RFC 8032 5.1.5)."""

IsSignedBy: TypeAlias = Callable[[PublicKey, bytes, bytes], bool]
"""Whether this key has made, of this message, this signature; False for whatever cannot be a signature."""

Hash = Annotated[str, Meta(pattern=r"\A[0-9a-f]{64}\Z")]
Signature = Annotated[str, Meta(pattern=r"\A[0-9a-f]{128}\Z")]
KeyId = Annotated[str, Meta(pattern=r"\A[0-9a-f]{16}\Z")]


class HeadStatement(Value, frozen=True, forbid_unknown_fields=True):
    """The log of a game stood at this version, head and time; `key_id` is null where nobody signs it."""

    at: str
    game: str
    head: Hash
    version: int
    key_id: KeyId | None


class ReceiptStatement(HeadStatement, frozen=True, forbid_unknown_fields=True):
    """A head statement after an accepted command: its idempotency key, if it had one, and the decision it answered."""

    command: str | None
    decision: str


class SignedReceipt(ReceiptStatement, frozen=True):
    """A receipt as a player was given it; what else stood in the answer is not signed."""

    signature: Signature

    @property
    def statement(self) -> ReceiptStatement:
        """What was signed."""
        return ReceiptStatement(self.at, self.game, self.head, self.version, self.key_id, self.command, self.decision)


def key_id_of(key: PublicKey) -> str:
    """Return the id of a key: the first 16 hex digits of the SHA-256 of the public key."""
    return hashlib.sha256(key).hexdigest()[:16]


def head_statement(tip: Tip, key_id: str | None) -> HeadStatement:
    """Return the statement of where a log stands."""
    return HeadStatement(tip.at, tip.game, tip.head, tip.version, key_id)


class Keys(Value, frozen=True):
    """The keys that a reader trusts, by their ids (None: the reader has none), and how a signature is checked."""

    is_signed_by: IsSignedBy
    trusted: Mapping[str, PublicKey] | None = None

    def trusts(self, key: PublicKey) -> bool:
        """Whether the reader has given this very key; that another has its id shows nothing."""
        return self.trusted is not None and key in self.trusted.values()

    def complaint(self, statement: HeadStatement, signature: str, key: PublicKey) -> str | None:
        """Return what is wrong with a signature, if anything."""
        if statement.key_id != key_id_of(key):
            return f"the statement names the key {statement.key_id}, but the key given with it is {key_id_of(key)}"
        if not self.is_signed_by(key, canonical(statement), bytes.fromhex(signature)):
            return f"the signature does not fit the statement and the key {statement.key_id}"
        if self.trusted is not None and not self.trusts(key):
            return f"it is signed by the key {statement.key_id}, which is none of those given"
        return None
