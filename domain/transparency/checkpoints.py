"""Checkpoints of a log (C2SP tlog-checkpoint) and their cosignatures (C2SP tlog-cosignature)."""

import re
from collections.abc import Iterable

from domain.kernel.values import Value
from domain.ledger.signing import IsSignedBy
from domain.transparency.merkle import HASH_BYTES
from domain.transparency.notes import (
    COSIGNATURE,
    Note,
    NoteError,
    NoteKey,
    NoteSignature,
    Sign,
    check_signed,
    from_base64,
    in_base64,
    parse_note,
)

MAX_SIZE = 2**63 - 1
_TIME_BYTES = 8
_FIXED_LINES = 3

_NUMBER = re.compile(r"0|[1-9][0-9]{0,18}", re.ASCII)


class Checkpoint(Value, frozen=True):
    """What a log states of its tree: its origin, its size in entries, and its root. Extensions are further lines."""

    origin: str
    size: int
    root: bytes
    extensions: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        """The text of the note, which is signed."""
        lines = (self.origin, str(self.size), in_base64(self.root), *self.extensions)
        return "".join(f"{line}\n" for line in lines)


class Cosigned(Value, frozen=True):
    """A valid cosignature: the key of the witness, and when it cosigned, in seconds since 1970."""

    key: NoteKey
    at: int


def number_from(text: str) -> int:
    """Return a decimal number below 2^63 without superfluous zeros; raises NoteError."""
    if not _NUMBER.fullmatch(text) or (number := int(text)) > MAX_SIZE:
        message = f"{text!r} is no decimal number below 2^63 without leading zeros"
        raise NoteError(message)
    return number


def hash_from(text: str) -> bytes:
    """Return the hash of a line in base64; raises NoteError."""
    content = from_base64(text)
    if len(content) != HASH_BYTES:
        message = f"{text!r} is no SHA-256 hash in base64"
        raise NoteError(message)
    return content


def parse_checkpoint(text: str) -> Checkpoint:
    """Return the checkpoint that the text of a note states; raises NoteError."""
    *lines, end = text.split("\n")
    if len(lines) < _FIXED_LINES or end or not all(lines):
        message = "the checkpoint has not the three lines origin, size and root, or an empty line"
        raise NoteError(message)
    origin, size, root, *extensions = lines
    return Checkpoint(origin, number_from(size), hash_from(root), tuple(extensions))


def open_checkpoint(note: str | Note, keys: Iterable[NoteKey], is_signed_by: IsSignedBy) -> Checkpoint:
    """Return the checkpoint of a note that one of the keys has signed, under the name of its origin.

    Raises NoteError for a note that is malformed, signed by none of the keys, or signed in another name.
    """
    parsed = parse_note(note) if isinstance(note, str) else note
    checkpoint = parse_checkpoint(parsed.text)
    signers = check_signed(parsed, keys, is_signed_by)
    if checkpoint.origin not in {key.name for key in signers}:
        message = f"the checkpoint is of the log {checkpoint.origin}, but it is signed for {signers[0].name}"
        raise NoteError(message)
    return checkpoint


def cosignature(text: str, key: NoteKey, at: int, sign: Sign) -> NoteSignature:
    """Return the cosignature of a checkpoint, by the text of its note, at a time in seconds since 1970."""
    return NoteSignature(key.name, key.key_id, at.to_bytes(_TIME_BYTES, "big") + sign(_cosigned_message(text, at)))


def cosigned_by(note: Note, keys: Iterable[NoteKey], is_signed_by: IsSignedBy) -> tuple[Cosigned, ...]:
    """Return the valid cosignatures that a note has by the keys of witnesses, of the type `COSIGNATURE`.

    Raises NoteError for one in the name of such a key that is not valid.
    """
    found: list[Cosigned] = []
    known = tuple(keys)
    for line in note.signatures:
        for key in known:
            if not line.is_of(key) or key.algorithm != COSIGNATURE:
                continue
            at = int.from_bytes(line.signature[:_TIME_BYTES], "big")
            if at > MAX_SIZE or not is_signed_by(
                key.public_key, _cosigned_message(note.text, at), line.signature[_TIME_BYTES:]
            ):
                message = f"the cosignature of {key.name} is not valid"
                raise NoteError(message)
            found.append(Cosigned(key, at))
    return tuple(found)


def _cosigned_message(text: str, at: int) -> bytes:
    return f"cosignature/v1\ntime {at}\n{text}".encode()
