"""The event store: whole batches at an expected version, committed by one writer thread, many at a time."""

import contextlib
import queue
import threading
from collections.abc import Generator, Iterator, Sequence
from concurrent.futures import Future
from pathlib import Path
from types import TracebackType
from typing import NamedTuple, Self

from eventsourcing.persistence import IntegrityError, StoredEvent

from service.database import Database
from service.failpoints import at_point
from service.postgres import postgres_application
from service.recorder import StoredEntry
from service.settings import is_postgres, sqlite_path
from service.sqlite import sqlite_application
from service.store_errors import StoreError, StoreInUseError, VersionConflictError

__all__ = ["Store", "StoreError", "StoreInUseError", "VersionConflictError"]

_PAGE = 5_000
_CLOSED = "the store is closed"


class _Batch(NamedTuple):
    rows: list[StoredEvent]
    done: "Future[None]"


class Store:
    """The log of all games: a SQLite file that this process owns until it is closed, or a PostgreSQL database."""

    def __init__(self, database: str) -> None:
        with contextlib.ExitStack() as stack:
            if is_postgres(database):
                self.application = stack.enter_context(postgres_application(database))
            else:
                self.application = stack.enter_context(sqlite_application(Path(sqlite_path(database))))
            self._resources = stack.pop_all()
        self.database = Database(self.application.datastore)
        """The tables beside the log."""
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

    def append(self, entries: Sequence[StoredEntry]) -> "Future[None]":
        """Append a batch; the future is done when it is durable.

        It fails with VersionConflictError if the version is taken by anything but this very batch.
        """
        done: Future[None] = Future()
        if self._is_closed or not self._writer.is_alive():
            done.set_exception(StoreError(_CLOSED))
            return done
        self._queue.put(_Batch([self.application.mapper.to_stored_event(entry) for entry in entries], done))
        return done

    def read(self, game: str, after: int = 0, upto: int | None = None) -> list[StoredEntry]:
        """Return the entries of a game with versions above `after`, `upto` at the most."""
        with self.in_use():
            rows = self.application.recorder.select_events(game, gt=after, lte=upto)
        decode = self.application.mapper.to_domain_event
        return [entry for row in rows if isinstance(entry := decode(row), StoredEntry)]

    def scan(self, types: Sequence[str]) -> Iterator[StoredEntry]:
        """Return the entries of these record types in all games, in the order of their commits."""
        topics = [f"{name}:1" for name in types]
        start = 1
        while True:
            with self.in_use():
                page = self.application.recorder.select_notifications(start=start, limit=_PAGE, topics=topics)
            for row in page:
                entry = self.application.mapper.to_domain_event(row)
                assert isinstance(entry, StoredEntry)
                yield entry
            if len(page) < _PAGE:
                return
            start = page[-1].id + 1

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
            if not self._is_stored(batch.rows):
                raise VersionConflictError(str(batch.rows[0].originator_version))  # noqa: TRY301 - told as all others
        except Exception as error:  # noqa: BLE001 - as above
            batch.done.set_exception(error)
        else:
            batch.done.set_result(None)

    def _is_stored(self, rows: list[StoredEvent]) -> bool:
        """Store these rows; returns whether they stand in the log now."""
        try:
            self._insert(rows)
        except IntegrityError:
            # a commit whose acknowledgement was lost is no conflict: our own rows stand there
            return self._stands(rows)
        return True

    def _insert(self, rows: list[StoredEvent]) -> None:
        at_point("append")
        self.application.recorder.insert_events(rows)
        at_point("appended")

    def _stands(self, rows: list[StoredEvent]) -> bool:
        first, last = rows[0], rows[-1]
        stored = self.application.recorder.select_events(
            first.originator_id, gt=first.originator_version - 1, lte=last.originator_version
        )
        return [(row.originator_version, bytes(row.state)) for row in stored] == [
            (row.originator_version, row.state) for row in rows
        ]
