"""The file with the signing keys: made on first start, rotated, and followed while the service runs."""

import contextlib
import datetime
import fcntl
import logging
import os
import stat
import tempfile
import time
from collections.abc import Callable, Generator
from pathlib import Path

import msgspec
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from service.keys.signing import Jwk, JwkSet, KeyFileError, KeyRing, Signer, new_key
from service.store.failpoints import at_point

OTHERS = stat.S_IRWXG | stat.S_IRWXO

LOOKED_EVERY = 1.0
"""Seconds between two looks at the file, at the least."""

_log = logging.getLogger(__name__)


def open_keys(path: Path, clock: Callable[[], float] = time.monotonic) -> Signer:
    """Return the signer of a key file, which is made where there is none; raises KeyFileError.

    The signer follows the file: a key that is put there signs within a second.
    """
    if not path.exists():
        # two processes that start at once both make one; the first file stays, and both use it
        with contextlib.suppress(FileExistsError):
            make_keys(path)
    # looked at first, so that no change after the reading is missed
    follower = _Follower(path, clock)
    return Signer(read_keys(path), follower.newer)


def make_keys(path: Path, past: tuple[Jwk, ...] = ()) -> None:
    """Write a file with a new key, and the public parts of past ones; raises FileExistsError, KeyFileError."""
    with _written(path, JwkSet((_fresh_key(), *past))) as beside:
        at_point("key-made")
        os.link(beside, path)


def read_keys(path: Path) -> KeyRing:
    """Return the keys of a file that only its owner can read; raises KeyFileError."""
    try:
        if path.stat().st_mode & OTHERS:
            message = f"the key file {path} can be read by others: chmod 600 it"
            raise KeyFileError(message)
        return KeyRing(msgspec.json.decode(path.read_bytes(), type=JwkSet))
    except OSError as error:
        message = f"the key file {path} cannot be read ({error.strerror}): set LUDOLOG_KEY_FILE to another file"
        raise KeyFileError(message) from error
    except (msgspec.DecodeError, ValueError) as error:
        message = f"the key file {path} is no set of JSON Web Keys ({error}): restore it, or move it away for a new key"
        raise KeyFileError(message) from error


def rotate_keys(path: Path) -> Signer:
    """Put a new key into the file, of all others keep the public parts only; raises KeyFileError."""
    path = path.resolve()
    with _alone(path):
        before = read_keys(path).published
        with _written(path, JwkSet((_fresh_key(), *before.keys))) as beside:
            at_point("key-rotated")
            beside.replace(path)
    return open_keys(path)


def _fresh_key() -> Jwk:
    return new_key(Ed25519PrivateKey.generate().private_bytes_raw(), datetime.datetime.now(datetime.UTC))


class _Follower:
    """Looks at the file now and then, and tells when other keys are in it."""

    def __init__(self, path: Path, clock: Callable[[], float]) -> None:
        self._path = path
        self._clock = clock
        self._seen = self._look()
        self._next = clock() + LOOKED_EVERY

    def newer(self) -> KeyRing | None:
        """Return the keys of the file if it has changed; one that cannot be used is left alone."""
        if self._clock() < self._next:
            return None
        self._next = self._clock() + LOOKED_EVERY
        if (now := self._look()) == self._seen:
            return None
        self._seen = now
        try:
            return read_keys(self._path)
        except KeyFileError as error:
            _log.error("the keys stay as they are: %s", error)
            return None

    def _look(self) -> tuple[int, ...] | None:
        try:
            found = self._path.stat()
        except OSError:
            return None
        # a change of mode changes the time of the status
        return found.st_dev, found.st_ino, found.st_size, found.st_mtime_ns, found.st_ctime_ns


@contextlib.contextmanager
def _written(path: Path, keys: JwkSet) -> Generator[Path]:
    """Write keys to a file beside the path, for its owner alone, that is put into its place by the block or goes."""
    text = msgspec.json.format(msgspec.json.encode(keys), indent=2) + b"\n"
    try:
        descriptor, name = tempfile.mkstemp(prefix=path.name + ".", suffix=".new", dir=path.parent)
        try:
            with os.fdopen(descriptor, "wb") as file:
                file.write(text)
                file.flush()
                os.fsync(descriptor)
            yield Path(name)
            _sync(path.parent)
        finally:
            Path(name).unlink(missing_ok=True)
    except FileExistsError:
        raise
    except OSError as error:
        message = f"the key file {path} cannot be made ({error.strerror}): set LUDOLOG_KEY_FILE to another file"
        raise KeyFileError(message) from error


def _sync(folder: Path) -> None:
    """Make durable which names a folder has."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


@contextlib.contextmanager
def _alone(path: Path) -> Generator[None]:
    """Let nobody else rotate the keys of a file meanwhile, so that none is lost; it is made where there is none."""
    while True:
        open_keys(path)
        with path.open("rb") as file:
            fcntl.flock(file, fcntl.LOCK_EX)
            # whoever was first has put another file there
            if os.fstat(file.fileno()).st_ino == path.stat().st_ino:
                yield
                return
