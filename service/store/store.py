"""The event store: whole batches at an expected version, committed by one writer thread, many at a time."""

import asyncio
import contextlib
import logging
import queue
import threading
import time
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import Future
from pathlib import Path
from types import TracebackType
from typing import NamedTuple, Self, TypeAlias

from eventsourcing.persistence import IntegrityError, StoredEvent

from service.store.database import Database
from service.store.errors import StoreError, VersionConflictError, is_disk_full
from service.store.failpoints import at_point
from service.store.files.owned import OwnedFile
from service.store.library.postgres import postgres_application
from service.store.library.sqlite import sqlite_application
from service.store.recorder import Before, StoredEntry
from service.store.url import is_postgres, sqlite_path

_log = logging.getLogger(__name__)

_SPAN = 50_000
"""Positions of the log that are looked through at a time."""

_CLOSED = "the store is closed"

FULL_FOR = 10.0
"""Seconds for which a commit that failed for want of space is remembered, unless one succeeds."""


Heard: TypeAlias = Callable[[Exception | None], None]
"""Hears what became of a batch: nothing but that it is durable, or why it is not."""


class _Batch(NamedTuple):
    rows: list[StoredEvent]
    done: "Future[None]"
    heard: Heard | None
    loop: asyncio.AbstractEventLoop | None
    before: Before | None
    """What it was decided on, but for a game that begins."""


class Store:
    """The log of all games: a SQLite file that this process owns until it is closed, or a PostgreSQL database."""

    def __init__(self, database: str) -> None:
        with contextlib.ExitStack() as stack:
            if is_postgres(database):
                self.application = stack.enter_context(postgres_application(database))
                self.file: OwnedFile | None = None
            else:
                path = Path(sqlite_path(database))
                self.application, self.file = stack.enter_context(sqlite_application(path))
            self._resources = stack.pop_all()
        self._check = _nothing if self.file is None else self.file.check
        self.database = Database(self.application.datastore, self._check)
        """The tables beside the log."""
        self.conflicts = 0
        """Batches that were refused because their version was taken."""
        self.committed: Callable[[int, float], None] = _unheard
        """Hears in the writer's thread of every group: how many batches, and the seconds that they took."""
        self._full_at: float | None = None
        self._is_closed = False
        self._reading = 0
        self._idle = threading.Condition()
        self._queue: queue.SimpleQueue[_Batch | None] = queue.SimpleQueue()
        self._writer = threading.Thread(target=self._write, name="ludolog-writer", daemon=True)
        self._writer.start()

    @property
    def is_shared(self) -> bool:
        """Whether other processes append to the log too."""
        return self.database.is_postgres

    @property
    def is_writing(self) -> bool:
        """Whether what is appended now would be written."""
        return self._writer.is_alive() and not self._is_closed

    @property
    def is_full(self) -> bool:
        """Whether a commit has failed for want of space a moment ago, and none has succeeded since."""
        return self._full_at is not None and time.monotonic() < self._full_at + FULL_FOR

    def has_games(self) -> bool:
        """Return whether the log holds any event; raises PersistenceError."""
        with self.in_use():
            return bool(self.application.recorder.max_notification_id())

    def append(
        self, entries: Sequence[StoredEntry], heard: Heard | None = None, head: str | None = None
    ) -> "Future[None]":
        """Append a batch; the future is done when it is durable.

        It fails with VersionConflictError if the version is taken by anything but this very batch, or if the version
        before it is not in the log, or not with this head. `heard` is called in the event loop that runs now, once for
        all batches of a commit in one go; not for a batch that was cancelled.
        """
        loop = None if heard is None else asyncio.get_running_loop()
        rows = [self.application.mapper.to_stored_event(entry) for entry in entries]
        first = entries[0].record
        before = Before(first.game, first.version - 1, head) if first.version > 1 else None
        batch = _Batch(rows, Future(), heard, loop, before)
        if self._is_closed or not self._writer.is_alive():
            _tell([batch], [StoreError(_CLOSED)])
        else:
            self._queue.put(batch)
        return batch.done

    def read(self, game: str, after: int = 0, upto: int | None = None) -> list[StoredEntry]:
        """Return the entries of a game with versions above `after`, `upto` at the most."""
        with self.in_use():
            rows = self.application.recorder.select_events(game, gt=after, lte=upto)
        decode = self.application.mapper.to_domain_event
        return [entry for row in rows if isinstance(entry := decode(row), StoredEntry)]

    def scan(self, types: Sequence[str]) -> Iterator[StoredEntry]:
        """Return the entries of these record types in all games, in the order of their commits, up to now."""
        topics = [f"{name}:1" for name in types]
        recorder = self.application.recorder
        with self.in_use():
            last = recorder.max_notification_id() or 0
        # span by span: among many others those that are wanted may be few, and no statement is to read the whole log
        for start in range(1, last + 1, _SPAN):
            with self.in_use():
                span = recorder.select_notifications(start, _SPAN, min(start + _SPAN - 1, last), topics)
            for row in span:
                entry = self.application.mapper.to_domain_event(row)
                assert isinstance(entry, StoredEntry)
                yield entry

    def ping(self) -> None:
        """Raise PersistenceError where the database does not answer."""
        with self.database.reading() as cursor:
            cursor.execute("SELECT 1")

    def close(self) -> None:
        """Commit what has queued up, then give the database free."""
        self._is_closed = True
        if self._writer.is_alive():
            self._queue.put(None)
            self._writer.join()
        with self._idle:
            # the libraries give connections free that another thread still reads by, which ends in a crash
            self._idle.wait_for(lambda: not self._reading)
            self._resources.close()

    @contextlib.contextmanager
    def in_use(self) -> Generator[None]:
        """Keep the connections open until the block ends; raises StoreError once the store is closed."""
        with self._idle:
            if self._is_closed:
                raise StoreError(_CLOSED)
            self._reading += 1
        try:
            yield
        finally:
            with self._idle:
                self._reading -= 1
                self._idle.notify_all()

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
                began = time.perf_counter()
                outcomes = self._commit(batches)
                self.committed(len(batches), time.perf_counter() - began)
                _tell(batches, outcomes)
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

    def _commit(self, batches: list[_Batch]) -> list[Exception | None]:
        """Return what became of each batch."""
        try:
            self._insert(batches)
        except IntegrityError:
            # the whole group was rolled back: one by one, only the guilty fails
            return [self._commit_alone(batch) for batch in batches]
        except Exception as error:  # noqa: BLE001 - whatever the database says belongs to those who wait
            self._full_at = time.monotonic() if is_disk_full(error) else self._full_at
            return [error] * len(batches)
        self._full_at = None
        return [None] * len(batches)

    def _commit_alone(self, batch: _Batch) -> Exception | None:
        try:
            if self._is_stored(batch):
                return None
        except Exception as error:  # noqa: BLE001 - as above
            return error
        self.conflicts += 1
        return VersionConflictError(str(batch.rows[0].originator_version))

    def _is_stored(self, batch: _Batch) -> bool:
        """Store a batch; returns whether it stands in the log now."""
        try:
            self._insert([batch])
        except IntegrityError:
            # a commit whose acknowledgement was lost is no conflict: our own rows stand there
            return self._stands(batch.rows)
        return True

    def _insert(self, batches: Sequence[_Batch]) -> None:
        rows = [row for batch in batches for row in batch.rows]
        before = [batch.before for batch in batches if batch.before]
        at_point("append")
        self._check()
        self.application.recorder.insert_events(rows, before=before)
        # once more: what was committed to a file that is gone by now must not be acknowledged
        self._check()
        at_point("appended")

    def _stands(self, rows: list[StoredEvent]) -> bool:
        first, last = rows[0], rows[-1]
        stored = self.application.recorder.select_events(
            first.originator_id, gt=first.originator_version - 1, lte=last.originator_version
        )
        return [(row.originator_version, bytes(row.state)) for row in stored] == [
            (row.originator_version, row.state) for row in rows
        ]


def _tell(batches: Sequence[_Batch], outcomes: Sequence[Exception | None]) -> None:
    """Say what became of batches; an event loop is woken once for all of its own."""
    told: dict[asyncio.AbstractEventLoop, list[tuple[Heard, Exception | None]]] = {}
    for batch, error in zip(batches, outcomes, strict=True):
        if error is None:
            batch.done.set_result(None)
        else:
            batch.done.set_exception(error)
        if batch.heard is not None and batch.loop is not None:
            told.setdefault(batch.loop, []).append((batch.heard, error))
    for loop, those in told.items():
        # where it has ended, nobody waits any more
        with contextlib.suppress(RuntimeError):
            loop.call_soon_threadsafe(_call, those)


def _call(those: Sequence[tuple[Heard, Exception | None]]) -> None:
    for heard, error in those:
        try:
            heard(error)
        except Exception:  # noqa: BLE001 - as the next line says
            # the others of the commit are told all the same
            _log.exception("a batch was stored, but not taken in")


def _nothing() -> None:
    """A PostgreSQL server looks after its files itself."""


def _unheard(_batches: int, _seconds: float) -> None:
    """Nobody listens."""
