"""Signed notes and verifier keys (C2SP signed-note). The caller provides the Ed25519 functions."""

import base64
import binascii
import hashlib
from collections.abc import Callable, Iterable
from typing import TypeAlias

from domain.kernel.values import Value
from domain.ledger.signing import IsSignedBy

ED25519 = 1
"""The type of a signature over the text of a note."""

COSIGNATURE = 4
"""The type of a timestamped cosignature of a checkpoint (C2SP tlog-cosignature)."""

MAX_NOTE_BYTES = 2**16
MAX_SIGNATURES = 64

_KEY_BYTES = 32
_KEY_ID_BYTES = 4
_DASH = "\N{EM DASH} "

Sign: TypeAlias = Callable[[bytes], bytes]
"""Returns the Ed25519 signature, 64 bytes, of a message."""


class NoteError(ValueError):
    """A text is no note, key, checkpoint or proof of the form, or no trusted key has signed it."""


class NoteKey(Value, frozen=True):
    """A public Ed25519 key that signs notes under a name."""

    name: str
    public_key: bytes
    algorithm: int = ED25519

    @property
    def key_id(self) -> bytes:
        """The id in signatures, 4 bytes."""
        named = self.name.encode() + b"\n" + bytes([self.algorithm]) + self.public_key
        return hashlib.sha256(named).digest()[:_KEY_ID_BYTES]

    @property
    def vkey(self) -> str:
        """The verifier key as text."""
        return f"{self.name}+{self.key_id.hex()}+{in_base64(bytes([self.algorithm]) + self.public_key)}"


class NoteSignature(Value, frozen=True):
    """A signature line of a note. `signature` is what follows the id of the key, 64 bytes for Ed25519."""

    name: str
    key_id: bytes
    signature: bytes

    @property
    def line(self) -> str:
        """The line, with its line feed."""
        return f"{_DASH}{self.name} {in_base64(self.key_id + self.signature)}\n"

    def is_of(self, key: NoteKey) -> bool:
        """Whether the line names a key. It says nothing of the signature."""
        return self.name == key.name and self.key_id == key.key_id


class Note(Value, frozen=True):
    """A note, not verified yet. `text` ends with a line feed."""

    text: str
    signatures: tuple[NoteSignature, ...]

    def __str__(self) -> str:
        return self.text + "\n" + "".join(signature.line for signature in self.signatures)


def is_name(name: str) -> bool:
    """Whether a text can be the name of a key: without spaces, plus signs and control characters."""
    return bool(name) and "+" not in name and not any(sign.isspace() or sign < " " for sign in name)


def key_from(vkey: str) -> NoteKey:
    """Return the key of a verifier key; raises NoteError."""
    name, _, rest = vkey.partition("+")
    key_id, _, encoded = rest.partition("+")
    material = from_base64(encoded)
    if not is_name(name) or len(material) != 1 + _KEY_BYTES or material[0] not in {ED25519, COSIGNATURE}:
        message = f"{vkey!r} is no verifier key of Ed25519: it has the form NAME+8 hex digits+base64"
        raise NoteError(message)
    key = NoteKey(name, material[1:], material[0])
    if key.key_id.hex() != key_id:
        message = f"the verifier key of {name} has the id {key_id}, but its key has the id {key.key_id.hex()}"
        raise NoteError(message)
    return key


def parse_note(note: str) -> Note:
    """Return the text and the signatures of a note, none of them verified; raises NoteError."""
    if len(note.encode(errors="replace")) > MAX_NOTE_BYTES:
        message = f"the note has more than {MAX_NOTE_BYTES} bytes"
        raise NoteError(message)
    if any(sign < " " and sign != "\n" for sign in note) or any("\ud800" <= sign <= "\udfff" for sign in note):
        message = "the note has control characters or is no UTF-8"
        raise NoteError(message)
    split = note.rfind("\n\n")
    if split < 0 or not note.endswith("\n"):
        message = "the note has no blank line between its text and its signatures, or does not end with a line feed"
        raise NoteError(message)
    lines = note[split + 2 :].split("\n")[:-1]
    if not 1 <= len(lines) <= MAX_SIGNATURES:
        message = f"the note has {len(lines)} signatures, not 1 to {MAX_SIGNATURES}"
        raise NoteError(message)
    return Note(note[: split + 1], tuple(signature_from(line) for line in lines))


def signature_from(line: str) -> NoteSignature:
    """Return the signature of a line without its line feed; raises NoteError."""
    name, _, encoded = line.removeprefix(_DASH).partition(" ")
    if not line.startswith(_DASH) or not is_name(name):
        message = f"the signature line {line!r} has not the form: em dash, name, base64"
        raise NoteError(message)
    content = from_base64(encoded)
    if len(content) <= _KEY_ID_BYTES:
        message = f"the signature of {name} is too short"
        raise NoteError(message)
    return NoteSignature(name, content[:_KEY_ID_BYTES], content[_KEY_ID_BYTES:])


def signed(text: str, key: NoteKey, sign: Sign) -> Note:
    """Return a note with the signature of a key. `text` ends with a line feed."""
    return Note(text, (NoteSignature(key.name, key.key_id, sign(text.encode())),))


def check_signed(note: Note, keys: Iterable[NoteKey], is_signed_by: IsSignedBy) -> tuple[NoteKey, ...]:
    """Return which of the keys, of the type `ED25519`, have signed a note.

    Raises NoteError if none has, or if a signature in the name of one of them is not valid.
    """
    signers: list[NoteKey] = []
    known = tuple(keys)
    for signature in note.signatures:
        for key in known:
            if not signature.is_of(key) or key.algorithm != ED25519:
                continue
            if not is_signed_by(key.public_key, note.text.encode(), signature.signature):
                message = f"the signature of {key.name} is not valid"
                raise NoteError(message)
            signers.append(key)
    if not signers:
        names = ", ".join(f"{signature.name}+{signature.key_id.hex()}" for signature in note.signatures)
        message = f"no trusted key has signed the note: it has the signatures {names}"
        raise NoteError(message)
    return tuple(signers)


def in_base64(content: bytes) -> str:
    """Return the standard base64 of bytes (RFC 4648 4)."""
    return base64.b64encode(content).decode()


def from_base64(text: str) -> bytes:
    """Return the bytes of standard base64; raises NoteError for any other spelling of them."""
    try:
        content = base64.b64decode(text.encode(), validate=True)
    except (binascii.Error, UnicodeEncodeError) as error:
        message = f"{text!r} is no base64"
        raise NoteError(message) from error
    if in_base64(content) != text:
        message = f"{text!r} is no canonical base64"
        raise NoteError(message)
    return content
