"""The manifest of a dump: what it contains, the digests of its files, and a signature over both."""

from typing import Literal

import msgspec

from domain.kernel.codec import canonical
from domain.kernel.values import Value
from domain.ledger.signing import Keys, key_id_of
from service.core.keys.signing import Signer
from service.dumps.periods import Kind

FORMAT: Literal["ludolog-dump/1"] = "ludolog-dump/1"

MANIFEST = "manifest.json"
"""The name of the file."""


class DumpedFile(Value, frozen=True):
    """A file of a dump."""

    name: str
    media_type: str
    bytes: int
    sha256: str
    """The digest of the file, in hex. It is its ETag, too."""
    content_sha256: str
    """The digest of what the file has before its compression as a whole. Other files have that of the file."""


class Statement(Value, frozen=True, kw_only=True):
    """What is signed. The keys are those of its canonical JSON."""

    format: Literal["ludolog-dump/1"] = FORMAT
    key_id: str
    kind: Kind
    period: str
    since: str
    until: str
    games: int
    """The bundles in the dump: of public games that ended or were abandoned in the period."""
    results: int
    """The rows of the results: seats of games, also of private ones whose result is public."""
    ratings: int
    """The rows of the ratings."""
    first_position: int
    """The position in the log of the first end of a game of the period, and of the last."""
    last_position: int
    compression: str
    files: tuple[DumpedFile, ...]
    checkpoint: str | None = None
    """The first checkpoint of the transparency log that covers the last end, a signed note; null: there is none yet."""


class Manifest(Value, frozen=True):
    """A manifest: the statement, the signature over its canonical JSON, and the public key, both in hex."""

    public_key: str
    signature: str
    statement: Statement

    @property
    def content(self) -> bytes:
        """The bytes of the file: canonical JSON (RFC 8785) and a line feed."""
        return canonical(self) + b"\n"

    def file(self, name: str) -> DumpedFile | None:
        """Return the file of a name; None if the dump has none."""
        return next((file for file in self.statement.files if file.name == name), None)


def signed(statement: Statement, signer: Signer) -> Manifest:
    """Return the manifest of a statement, signed by the current key, whose id it gets."""
    done = signer.sign(msgspec.to_builtins(statement))
    return Manifest(done.public_key, done.signature, msgspec.convert(done.statement, Statement))


def parsed(content: bytes) -> Manifest:
    """Return the manifest in a file. Raises msgspec.DecodeError for other files."""
    return msgspec.json.decode(content, type=Manifest)


def signature_error(content: bytes, keys: Keys) -> str | None:
    """Return why the signature of a manifest is invalid, or by none of these keys; None if it is valid.

    Members that a later release has added are signed, too.
    """
    found = parsed(content)
    statement = msgspec.json.decode(content)["statement"]
    try:
        key, signature = bytes.fromhex(found.public_key), bytes.fromhex(found.signature)
    except ValueError:
        return "the key or the signature is not hexadecimal"
    if found.statement.key_id != key_id_of(key) or not keys.is_signed_by(key, canonical(statement), signature):
        return f"the signature does not match the statement and the key {found.statement.key_id}"
    if not keys.trusts(key):
        return f"the key {found.statement.key_id} that signed it is not trusted"
    return None
