"""Compares a dump with what the log gives: file by file, and of the bundles line by line where the bytes differ."""

import hashlib
from collections.abc import Iterator
from itertools import zip_longest
from pathlib import Path
from typing import Any

import msgspec

from domain.ledger.signing import Keys
from domain.proof.bundle import Closing, LoggedClosing, convert_line
from service.dumps.compression import SUFFIX
from service.dumps.manifest import MANIFEST, DumpedFile, Manifest, parsed, signature_error
from service.proof.bundles import lines_in

_NUMBERS = ("kind", "since", "until", "games", "results", "ratings", "first_position", "last_position")

_PART = 1 << 20


class NoDumpError(Exception):
    """There is no dump in the folder; the message says why."""


def read_manifest(folder: Path) -> tuple[Manifest, bytes]:
    """Return the manifest of the dump in a folder, and its bytes. Raises NoDumpError."""
    try:
        content = (folder / MANIFEST).read_bytes()
        return parsed(content), content
    except OSError as error:
        message = f"{folder / MANIFEST} cannot be read: {error.strerror}"
        raise NoDumpError(message) from None
    except msgspec.DecodeError as error:
        message = f"{folder / MANIFEST} is no manifest of a dump: {error}"
        raise NoDumpError(message) from None


def differences(folder: Path, expected: Path, keys: Keys) -> Iterator[str]:
    """Yield in what the dump in a folder differs from an expected one, or is damaged. Raises NoDumpError and OSError.

    Signatures of past keys in `keys`, and another version of the compressor, make no difference.
    """
    (found, content), (wanted, _) = read_manifest(folder), read_manifest(expected)
    error = signature_error(content, keys)
    if error is not None:
        yield f"{MANIFEST}: {error}"
    for name in _NUMBERS:
        there, here = getattr(found.statement, name), getattr(wanted.statement, name)
        if there != here:
            yield f"{MANIFEST}: {name} is {there}, and {here} by the log"
    if found.statement.checkpoint != wanted.statement.checkpoint:
        yield f"{MANIFEST}: its checkpoint is not the first one that covers the last position"
    names = {file.name: file for file in found.statement.files}
    for file in wanted.statement.files:
        listed = names.pop(file.name, None)
        if listed is None:
            yield f"{file.name}: it is missing"
        else:
            yield from _of_file(folder / file.name, expected / file.name, listed, file, keys)
    yield from (f"{name}: the log gives no such file" for name in names)


def _of_file(path: Path, expected: Path, listed: DumpedFile, wanted: DumpedFile, keys: Keys) -> Iterator[str]:
    if not path.is_file():
        yield f"{path.name}: it is missing"
    elif _digest(path) != listed.sha256:
        yield f"{path.name}: its digest is not that of the manifest"
    elif listed.content_sha256 != wanted.content_sha256:
        if path.suffix == SUFFIX:
            yield from _of_lines(path, expected, keys)
        else:
            yield f"{path.name}: the log gives other rows"


def _of_lines(path: Path, expected: Path, keys: Keys) -> Iterator[str]:
    """Yield the first line that differs, if any does in more than the key that has signed it."""
    for number, (there, here) in enumerate(zip_longest(lines_in(path), lines_in(expected)), 1):
        if there != here and not (there and here and _is_closing_of_same(there, here, keys)):
            yield f"{path.name}: line {number} of its content is not what the log gives"
            return


def _is_closing_of_same(there: bytes, here: bytes, keys: Keys) -> bool:
    """Whether both lines sign the same head, the first one with a known key, and have the same proofs of the log."""
    one, other = (msgspec.json.decode(line, type=dict[str, Any]) for line in (there, here))
    statements = [dict(line.get("statement") or {}) for line in (one, other)]
    if not all(statement.pop("key_id", None) for statement in statements) or statements[0] != statements[1]:
        return False
    if one.get("log") != other.get("log"):
        return False
    closing: Closing = convert_line(one, LoggedClosing if "log" in one else Closing)
    if closing.signature is None or closing.public_key is None:
        return False
    return keys.signature_error(closing.statement, closing.signature, bytes.fromhex(closing.public_key)) is None


def _digest(path: Path) -> str:
    digest = hashlib.sha256()
    with path.open("rb") as file:
        while part := file.read(_PART):
            digest.update(part)
    return digest.hexdigest()
