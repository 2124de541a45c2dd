"""The file of the signing keys: creation, rotation, and reloading while the service runs."""

import asyncio
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
from typing import Protocol, TypeAlias

import msgspec
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from service.core.keys.base64url import encoded
from service.core.keys.signing import Jwk, KeyFile, KeyFileError, KeyRing, Signer, new_key
from service.core.store.failpoints import at_point
from service.core.store.files.durable import flush
from service.core.store.outage import OUTAGE, STORE_ERRORS

OTHERS = stat.S_IRWXG | stat.S_IRWXO

CHECK_INTERVAL = 1.0
"""Seconds between two checks of the file."""

_NOT_RELOADED = "the key file is not reloaded, and the previous keys stay in use"

_State: TypeAlias = tuple[int, ...] | None
"""Device, inode, size and times of the file, which differ between versions of it; None if it cannot be read."""

_log = logging.getLogger(__name__)


class Accept(Protocol):
    """Checks the keys of a file before they are used."""

    def __call__(self, ring: KeyRing) -> None:
        """Raise KeyFileError for keys that are not to be used, and an error of the store if that cannot be seen."""
        ...

    def blocks(self, ring: KeyRing) -> bool:
        """Whether the check of these keys asks the database."""
        ...


def open_keys(path: Path, clock: Callable[[], float] = time.monotonic, accept: Accept | None = None) -> Signer:
    """Return the signer of a key file, which is created if it does not exist; raises KeyFileError.

    The signer reloads the file: a new key in it is used within a second. If `accept` raises an error at a reload, the
    keys before stay in use; also while `accept` asks the database, since the event loop does not wait for it.
    """
    if not path.exists():
        # two processes that start together may both try; the first file stays, and both use it
        with contextlib.suppress(FileExistsError):
            make_keys(path)
    # checked before reading, so that no later change is missed
    watcher = _FileWatcher(path, clock, accept)
    ring = read_keys(path)
    if accept is not None:
        accept(ring)
    return Signer(ring, watcher.newer)


def make_keys(path: Path, past: tuple[Jwk, ...] = ()) -> None:
    """Create a file with a new key and the public parts of past ones; raises FileExistsError, KeyFileError."""
    with _written(path, KeyFile((_fresh_key(), *past))) as temporary:
        at_point("key-made")
        os.link(temporary, path)


def read_keys(path: Path) -> KeyRing:
    """Return the keys of a file, which must be readable by its owner only; raises KeyFileError."""
    try:
        if path.stat().st_mode & OTHERS:
            message = f"the key file {path} is readable by other users: run chmod 600 on it"
            raise KeyFileError(message)
        return KeyRing(msgspec.json.decode(path.read_bytes(), type=KeyFile))
    except OSError as error:
        message = f"the key file {path} cannot be read ({error.strerror}): set LUDOLOG_KEY_FILE to another file"
        raise KeyFileError(message) from error
    except (msgspec.DecodeError, ValueError) as error:
        message = f"the key file {path} is no set of JSON Web Keys ({error}): restore it, or move it away for a new key"
        raise KeyFileError(message) from error


def rotate_keys(path: Path, past: tuple[Jwk, ...] = ()) -> Signer:
    """Replace the key of a file, and keep the public parts of all others and of `past` ones; raises KeyFileError."""
    path = path.resolve()
    with _rotation_lock(path):
        before = read_keys(path)
        missing = (key for key in past if key.kid not in before.known)
        # what was derived before the rotation, such as the secrets of webhooks, stays the same
        keys = KeyFile((_fresh_key(), *before.published.keys, *missing), encoded(before.derivation))
        with _written(path, keys) as temporary:
            at_point("key-rotated")
            temporary.replace(path)
    return open_keys(path)


def _fresh_key() -> Jwk:
    return new_key(Ed25519PrivateKey.generate().private_bytes_raw(), datetime.datetime.now(datetime.UTC))


class _FileWatcher:
    """Checks the file periodically and returns its keys after a change."""

    def __init__(self, path: Path, clock: Callable[[], float], accept: Accept | None) -> None:
        self._path = path
        self._clock = clock
        self._accept = accept
        self._last = self._state()
        self._next = clock() + CHECK_INTERVAL
        self._checking: asyncio.Task[KeyRing | None] | None = None
        """The check of a changed file in a thread."""

    def newer(self) -> KeyRing | None:
        """Return the keys of the file if it has changed; None if it cannot be used, or while they are checked."""
        if (checking := self._checking) is not None:
            if not checking.done():
                return None
            self._checking = None
            return None if checking.cancelled() else checking.result()
        if self._clock() < self._next:
            return None
        self._next = self._clock() + CHECK_INTERVAL
        if (now := self._state()) == self._last:
            return None
        before, self._last = self._last, now
        try:
            ring = read_keys(self._path)
        except KeyFileError as error:
            _log.error("%s: %s", _NOT_RELOADED, error)
            return None
        if self._accept is None:
            return ring
        if _is_in_event_loop() and self._accept.blocks(ring):
            self._checking = asyncio.create_task(asyncio.to_thread(self._accepted, self._accept, ring, before))
            return None
        return self._accepted(self._accept, ring, before)

    def _accepted(self, accept: Accept, ring: KeyRing, before: _State) -> KeyRing | None:
        """Return the keys if they are accepted. May block."""
        try:
            accept(ring)
        except KeyFileError as error:
            _log.error("%s: %s", _NOT_RELOADED, error)
            return None
        except STORE_ERRORS as error:
            # checked again after the next interval
            self._last = before
            OUTAGE.report(_NOT_RELOADED, error)
            return None
        return ring

    def _state(self) -> _State:
        try:
            found = self._path.stat()
        except OSError:
            return None
        # a change of permissions changes the ctime
        return found.st_dev, found.st_ino, found.st_size, found.st_mtime_ns, found.st_ctime_ns


def _is_in_event_loop() -> bool:
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return False
    return True


@contextlib.contextmanager
def _written(path: Path, keys: KeyFile) -> Generator[Path]:
    """Write keys to a private temporary file in the same folder, which is deleted unless the block moves it."""
    text = msgspec.json.format(msgspec.json.encode(keys), indent=2) + b"\n"
    try:
        descriptor, name = tempfile.mkstemp(prefix=path.name + ".", suffix=".new", dir=path.parent)
        try:
            with os.fdopen(descriptor, "wb") as file:
                _give_away(descriptor, path)
                file.write(text)
                file.flush()
                os.fsync(descriptor)
            yield Path(name)
            flush(path.parent)
        finally:
            Path(name).unlink(missing_ok=True)
    except FileExistsError:
        raise
    except OSError as error:
        message = f"the key file {path} cannot be created ({error.strerror}): set LUDOLOG_KEY_FILE to another file"
        raise KeyFileError(message) from error


def _give_away(descriptor: int, path: Path) -> None:
    """As root, give a new key file to the owner of the file that it replaces, or else of the folder.

    The service runs as this user and has to read the file.
    """
    if os.geteuid() != 0:
        return
    owner = (path if path.exists() else path.parent).stat()
    # root of a container may not be allowed to; the service then is root too
    with contextlib.suppress(OSError):
        os.fchown(descriptor, owner.st_uid, owner.st_gid)


@contextlib.contextmanager
def _rotation_lock(path: Path) -> Generator[None]:
    """Hold the lock of rotations, so that no key is lost; creates the file if it does not exist."""
    while True:
        open_keys(path)
        with path.open("rb") as file:
            fcntl.flock(file, fcntl.LOCK_EX)
            # another process may have replaced the file before the lock was granted
            if os.fstat(file.fileno()).st_ino == path.stat().st_ino:
                yield
                return
