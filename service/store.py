"""The event store: whole batches at an expected version, committed by one writer thread, many at a time."""

import contextlib
import fcntl
import queue
import sqlite3
import threading
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import Future
from pathlib import Path
from types import TracebackType
from typing import IO, NamedTuple, Self

from eventsourcing.persistence import IntegrityError, PersistenceError, StoredEvent

from service.recorder import LedgerApplication, StoredEntry
from service.settings import sqlite_path

_PAGE = 5_000
_LOCK_PATIENCE = 3.0


class StoreError(Exception):
    """The store cannot be used; says why and what to do."""


class StoreInUseError(StoreError):
    """Another process has the file."""


class VersionConflictError(Exception):
    """Somebody else has appended at this version."""


class _Batch(NamedTuple):
    rows: list[StoredEvent]
    done: "Future[None]"


class Store:
    """The log of all games in one SQLite file, which this process owns until it is closed."""

    def __init__(self, database: str) -> None:
        # resolved: the lock is beside the file itself, whatever name leads to it
        path = Path(sqlite_path(database)).resolve()
        if not path.parent.is_dir():
            message = f"the folder {path.parent} does not exist: create it, or set LUDOLOG_DATABASE to another file"
            raise StoreError(message)
        self.path = path
        with contextlib.ExitStack() as stack:
            self._lock = stack.enter_context(_locked(path))
            _look_into(path)
            try:
                self._application = LedgerApplication({"SQLITE_DBNAME": str(path)})
            except (PersistenceError, sqlite3.Error) as error:
                message = f"{path} cannot be used: {error}"
                raise StoreError(message) from error
            stack.pop_all()
        self._is_closed = False
        self._queue: queue.SimpleQueue[_Batch | None] = queue.SimpleQueue()
        self._writer = threading.Thread(target=self._write, name="ludolog-writer", daemon=True)
        self._writer.start()

    @property
    def is_writing(self) -> bool:
        """Whether what is appended now would be written."""
        return self._writer.is_alive() and not self._is_closed

    @property
    def application(self) -> LedgerApplication:
        """The library's application, for those who need tables of their own beside the log."""
        return self._application

    def append(self, entries: Sequence[StoredEntry]) -> "Future[None]":
        """Append a batch; the future is done when it is durable.

        It fails with VersionConflictError if the version is taken by anything but this very batch.
        """
        done: Future[None] = Future()
        if self._is_closed or not self._writer.is_alive():
            done.set_exception(StoreError("the store is closed"))
            return done
        self._queue.put(_Batch([self._application.mapper.to_stored_event(entry) for entry in entries], done))
        return done

    def read(self, game: str, after: int = 0, upto: int | None = None) -> list[StoredEntry]:
        """Return the entries of a game with versions above `after`, `upto` at the most."""
        rows = self._application.recorder.select_events(game, gt=after, lte=upto)
        decode = self._application.mapper.to_domain_event
        return [entry for row in rows if isinstance(entry := decode(row), StoredEntry)]

    def scan(self, types: Sequence[str]) -> Iterator[StoredEntry]:
        """Return the entries of these record types in all games, in the order of their commits."""
        topics = [f"{name}:1" for name in types]
        start = 1
        while True:
            page = self._application.recorder.select_notifications(start=start, limit=_PAGE, topics=topics)
            for row in page:
                entry = self._application.mapper.to_domain_event(row)
                assert isinstance(entry, StoredEntry)
                yield entry
            if len(page) < _PAGE:
                return
            start = page[-1].id + 1

    def pragma(self, name: str) -> object:
        """Return a setting of the connections, such as journal_mode."""
        with self._application.datastore.transaction(commit=False) as cursor:
            cursor.execute(f"PRAGMA {name}")
            row = cursor.fetchone()
        return None if row is None else row[0]

    def close(self) -> None:
        """Commit what has queued up, then give the file free."""
        self._is_closed = True
        if self._writer.is_alive():
            self._queue.put(None)
            self._writer.join()
        self._application.close()
        self._lock.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _write(self) -> None:
        while True:
            group = self._next_group()
            # who has given up waiting before the commit began has not asked for anything
            batches = [batch for batch in group if batch is not None and batch.done.set_running_or_notify_cancel()]
            if batches:
                self._commit(batches)
            if None in group:
                return

    def _next_group(self) -> list[_Batch | None]:
        """Wait for a batch, then take all that have queued up meanwhile."""
        group = [self._queue.get()]
        while True:
            try:
                group.append(self._queue.get_nowait())
            except queue.Empty:
                return group

    def _commit(self, batches: list[_Batch]) -> None:
        try:
            self._insert([row for batch in batches for row in batch.rows])
        except IntegrityError:
            # the whole group was rolled back: one by one, only the guilty fails
            for batch in batches:
                self._commit_alone(batch)
        except Exception as error:  # noqa: BLE001 - whatever the database says belongs to those who wait
            for batch in batches:
                batch.done.set_exception(error)
        else:
            for batch in batches:
                batch.done.set_result(None)

    def _commit_alone(self, batch: _Batch) -> None:
        try:
            self._insert(batch.rows)
        except IntegrityError:
            # a commit whose acknowledgement was lost is no conflict: our own rows stand there
            if self._stands(batch.rows):
                batch.done.set_result(None)
            else:
                batch.done.set_exception(VersionConflictError(str(batch.rows[0].originator_version)))
        except Exception as error:  # noqa: BLE001 - as above
            batch.done.set_exception(error)
        else:
            batch.done.set_result(None)

    def _insert(self, rows: list[StoredEvent]) -> None:
        self._application.recorder.insert_events(rows)

    def _stands(self, rows: list[StoredEvent]) -> bool:
        first, last = rows[0], rows[-1]
        stored = self._application.recorder.select_events(
            first.originator_id, gt=first.originator_version - 1, lte=last.originator_version
        )
        return [(row.originator_version, bytes(row.state)) for row in stored] == [
            (row.originator_version, row.state) for row in rows
        ]


def _look_into(path: Path) -> None:
    """Raise StoreError for a file that is no log: nothing of it is changed."""
    if not path.exists() or (path.is_file() and path.stat().st_size == 0):
        return
    try:
        with contextlib.closing(sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True)) as connection:
            tables = {row[0] for row in connection.execute("SELECT name FROM sqlite_master WHERE type='table'")}
    except sqlite3.Error as error:
        message = f"{path} is no SQLite database ({error}): set LUDOLOG_DATABASE to another file"
        raise StoreError(message) from error
    if tables and "stored_events" not in tables:
        message = f"{path} is a database of something else: set LUDOLOG_DATABASE to another file"
        raise StoreError(message)


def _locked(path: Path) -> IO[str]:
    """Take the lock beside the file; one process writes to a SQLite file, or waits become seconds."""
    with contextlib.ExitStack() as stack:
        lock = stack.enter_context(path.with_name(path.name + ".lock").open("a"))
        # a process that was killed a moment ago may still be on its way out
        deadline = time.monotonic() + _LOCK_PATIENCE
        while not _lock_now(lock):
            if time.monotonic() > deadline:
                message = f"another ludolog process uses {path}: stop it, or set LUDOLOG_DATABASE to another file"
                raise StoreInUseError(message)
            time.sleep(0.05)
        stack.pop_all()
        return lock


def _lock_now(lock: IO[str]) -> bool:
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True
