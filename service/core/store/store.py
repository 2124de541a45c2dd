"""The event store. Batches are written at an expected version; a writer thread commits many of them at once."""

import asyncio
import contextlib
import logging
import queue
import threading
import time
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import Future
from itertools import groupby
from pathlib import Path
from types import TracebackType
from typing import NamedTuple, Self, TypeAlias

from eventsourcing.persistence import IntegrityError, PersistenceError, StoredEvent

from service.core.store.adapters.postgres_application import postgres_application
from service.core.store.adapters.sqlite import sqlite_application
from service.core.store.database import Database
from service.core.store.errors import StoreError, VersionConflictError
from service.core.store.failpoints import at_point
from service.core.store.files.owned import OwnedFile
from service.core.store.outage import is_disk_full
from service.core.store.partitions import Partitions, is_no_answer
from service.core.store.postgres_connection import ORDER
from service.core.store.reading import Line, read_lines, readable_entries
from service.core.store.recorder import Before, StoredEntry, entries_of
from service.core.store.url import is_postgres, sqlite_path

_log = logging.getLogger(__name__)

_SCAN_PAGE = 50_000
"""Positions per query of `scan`."""

_CLOSED = "the store is closed"

DISK_FULL_TTL = 10.0
"""Seconds after a commit failed on a full disk for which the disk counts as full, unless a commit succeeds."""


OnCommit: TypeAlias = Callable[[Exception | None], None]
"""Called with the outcome of a batch: None if it is durable, otherwise the error."""


StatesElsewhere: TypeAlias = Callable[[str, int, int | None], list[bytes] | None]
"""Returns the states of a game from another server; None: only this database has them."""


class _Batch(NamedTuple):
    rows: list[StoredEvent]
    done: "Future[None]"
    on_commit: OnCommit | None
    loop: asyncio.AbstractEventLoop | None
    before: Before | None
    """The predecessor; None for the first batch of a game."""


class Store:
    """The event log of all games: a SQLite file, which this process owns until closed, or a PostgreSQL database."""

    def __init__(self, database: str, *, is_pooled: bool = False) -> None:
        """`is_pooled`: the URL leads to a pooler in transaction mode; without it, such a pooler is refused."""
        with contextlib.ExitStack() as stack:
            if is_postgres(database):
                self.application = stack.enter_context(postgres_application(database, is_pooled=is_pooled))
                self.file: OwnedFile | None = None
            else:
                path = Path(sqlite_path(database))
                self.application, self.file = stack.enter_context(sqlite_application(path))
            self._resources = stack.pop_all()
        # an overwritten file is not written to; the identity of the files is read once, after the commit: what is
        # written into a file that was deleted or replaced before harms no other, and is not acknowledged
        self._before = _no_check if self.file is None else self.file.check_size
        self._after = _no_check if self.file is None else self.file.check
        self.database = Database(self.application.datastore, self._before, self._after)
        """Transactions on further tables."""
        if (partitions := self.application.rows.partitions) is not None:
            # the events may be on other servers, and one of these may be away
            self.database.keys_table = ORDER
            self.database.has_all_keys = partitions.place_all
        self.conflicts = 0
        """The number of version conflicts."""
        self.committed: Callable[[int, float], None] = _no_op_hook
        """Called in the writer thread after each commit with its number of batches and its duration in seconds."""
        self.states_elsewhere: StatesElsewhere = _nowhere
        """Asked first for the states of a game above a version, up to another one."""
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
        """Whether appended batches are written."""
        return self._writer.is_alive() and not self._is_closed

    @property
    def is_full(self) -> bool:
        """Whether a recent commit failed on a full disk, and none has succeeded since."""
        return self._full_at is not None and time.monotonic() < self._full_at + DISK_FULL_TTL

    @property
    def waiting(self) -> int:
        """The number of batches that wait for the writer."""
        return self._queue.qsize()

    def has_games(self) -> bool:
        """Return whether the log contains any event; raises PersistenceError."""
        with self.in_use():
            return bool(self.application.recorder.max_notification_id())

    def append(
        self, entries: Sequence[StoredEntry], on_commit: OnCommit | None = None, head: str | None = None
    ) -> "Future[None]":
        """Append a batch, or the batches that open several games; the future is done when all is durable.

        The future fails with VersionConflictError if another batch has the version, or if the version before it is not
        in the log or has another head. `on_commit` is called in the running event loop, in one go for all batches of a
        commit, but not for a cancelled batch.
        """
        loop = None if on_commit is None else asyncio.get_running_loop()
        rows = [self.application.mapper.to_stored_event(entry) for entry in entries]
        first = entries[0].record
        before = Before(first.game, first.version - 1, head) if first.version > 1 else None
        batch = _Batch(rows, Future(), on_commit, loop, before)
        if self._is_closed or not self._writer.is_alive():
            _notify([batch], [StoreError(_CLOSED)])
        else:
            self._queue.put(batch)
        return batch.done

    def read(self, game: str, after: int = 0, upto: int | None = None, known: int = 0) -> list[StoredEntry]:
        """Return the entries of a game above version `after`, up to `upto`.

        `known` is the last version that the log is known to have: a server that lacks it is not read.
        """
        with self.in_use():
            states = self.states_elsewhere(game, after, upto)
            if states is None or after + len(states) < known:
                states = self.application.rows.states(game, after, upto)
        return entries_of(states)

    def scan(self, types: Sequence[str]) -> Iterator[StoredEntry]:
        """Return the entries of these record types in all games, in commit order, up to the present end of the log.

        Damaged ones are left out.
        """
        return readable_entries(self.scan_lines(types))

    def scan_lines(self, types: Sequence[str]) -> Iterator[Line]:
        """Return the same as `scan`, with the damaged rows."""
        topics = [f"{name}:1" for name in types]
        rows = self.application.rows
        with self.in_use():
            last = self.application.recorder.max_notification_id() or 0
        # in pages: matches may be rare, and no statement should scan the whole log
        for start in range(0, last, _SCAN_PAGE):
            with self.in_use():
                span = read_lines(rows, start, _SCAN_PAGE, min(start + _SCAN_PAGE, last), topics)
            yield from span

    def ping(self) -> None:
        """Raise PersistenceError if the database does not answer."""
        with self.database.reading() as cursor:
            cursor.execute("SELECT 1")

    def close(self) -> None:
        """Commit the queued batches, then close the database."""
        self._is_closed = True
        if self._writer.is_alive():
            self._queue.put(None)
            self._writer.join()
        with self._idle:
            # closing a connection that another thread still reads with would crash the process
            self._idle.wait_for(lambda: not self._reading)
            self._resources.close()

    @contextlib.contextmanager
    def in_use(self) -> Generator[None]:
        """Keep the connections open until the block ends; raises StoreError if the store is closed."""
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
            self._write_group(group)
            if None in group:
                return

    def _write_group(self, group: Sequence[_Batch | None]) -> None:
        """Commit the batches of a group and report their outcomes."""
        # skips batches that were cancelled before the commit began
        batches = [batch for batch in group if batch is not None and batch.done.set_running_or_notify_cancel()]
        if batches:
            began = time.perf_counter()
            outcomes = self._commit(batches)
            self.committed(len(batches), time.perf_counter() - began)
            _notify(batches, outcomes)
            if not all(outcomes):
                self.application.rows.announce()

    def _next_group(self) -> list[_Batch | None]:
        """Wait for a batch, then return it with all others in the queue."""
        group = [self._queue.get()]
        while True:
            try:
                group.append(self._queue.get_nowait())
            except queue.Empty:
                return group

    def _commit(self, batches: list[_Batch]) -> list[Exception | None]:
        """Commit batches and return the outcome of each. If a partition of the log is away, only its games fail."""
        partitions = self.application.rows.partitions
        if partitions is None:
            return self._commit_together(batches)
        outcomes: list[Exception | None] = [None] * len(batches)
        left = [*range(len(batches))]
        if not partitions.away:
            outcomes = self._commit_together(batches)
            left = [number for number in left if partitions.is_divided and is_no_answer(outcomes[number])]
        if left:
            chosen = [batches[number] for number in left]
            try:
                done = self._commit_by_partition(chosen, partitions, outcomes[left[0]])
            except PersistenceError as error:
                done = [error] * len(left)
            for number, outcome in zip(left, done, strict=True):
                outcomes[number] = outcome
        return outcomes

    def _commit_by_partition(
        self, batches: list[_Batch], partitions: Partitions, error: Exception | None
    ) -> list[Exception | None]:
        """Commit the batches of each partition apart; raises PersistenceError.

        `error` is what their commit together has failed with, unless there was none.
        """
        names = partitions.of([str(batch.rows[0].originator_id) for batch in batches])
        if error is not None and len(set(names)) == 1:
            # it was about this partition
            partitions.lost(names[0], error)
            return [error] * len(batches)
        outcomes: list[Exception | None] = [None] * len(batches)
        for name in sorted(set(names)):
            numbers = [number for number, each in enumerate(names) if each == name]
            done: list[Exception | None]
            if partitions.is_due(name):
                done = self._commit_together([batches[number] for number in numbers])
                if lost := next(filter(is_no_answer, done), None):
                    partitions.lost(name, lost)
            else:
                # at once: each attempt may take its timeout, and the batches of other partitions wait meanwhile
                done = [StoreError(f"the partition {name} of the log does not answer")] * len(numbers)
            for number, outcome in zip(numbers, done, strict=True):
                outcomes[number] = outcome
        return outcomes

    def _commit_together(self, batches: list[_Batch]) -> list[Exception | None]:
        """Commit batches in one transaction and return the outcome of each."""
        try:
            self._insert(batches)
        except IntegrityError:
            # all were rolled back; committed one by one, only the conflicting ones fail
            return self._commit_each(batches)
        except Exception as error:  # noqa: BLE001 - every error is the outcome of the batches
            self._full_at = time.monotonic() if is_disk_full(error) else self._full_at
            return [error] * len(batches)
        self._full_at = None
        return [None] * len(batches)

    def _commit_each(self, batches: Sequence[_Batch]) -> list[Exception | None]:
        """Commit batches one by one, until a partition of the log does not answer, and return their outcomes."""
        outcomes: list[Exception | None] = []
        lost: Exception | None = None
        for batch in batches:
            outcome = lost or self._commit_alone(batch)
            outcomes.append(outcome)
            # each further one would wait for the timeout, too
            lost = outcome if is_no_answer(outcome) else None
        return outcomes

    def _commit_alone(self, batch: _Batch) -> Exception | None:
        try:
            if self._is_stored(batch):
                return None
        except Exception as error:  # noqa: BLE001 - as above
            return error
        self.conflicts += 1
        return VersionConflictError(str(batch.rows[0].originator_version))

    def _is_stored(self, batch: _Batch) -> bool:
        """Write a batch; returns whether it is in the log."""
        try:
            self._insert([batch])
        except IntegrityError:
            # an earlier commit of the same rows may have succeeded without acknowledgement: that is no conflict
            return self._is_in_log(batch.rows)
        return True

    def _insert(self, batches: Sequence[_Batch]) -> None:
        rows = [row for batch in batches for row in batch.rows]
        before = [batch.before for batch in batches if batch.before]
        at_point("append")
        self._before()
        self.application.recorder.insert_events(rows, before=before)
        # a commit to a file that is gone must not be acknowledged
        self._after()
        at_point("appended")

    def _is_in_log(self, rows: list[StoredEvent]) -> bool:
        """Return whether the log has these rows, which are of one game or of several."""
        return all(self._has_rows([*of_game]) for _, of_game in groupby(rows, key=lambda row: row.originator_id))

    def _has_rows(self, rows: list[StoredEvent]) -> bool:
        first, last = rows[0], rows[-1]
        stored = self.application.recorder.select_events(
            first.originator_id, gt=first.originator_version - 1, lte=last.originator_version
        )
        return [(row.originator_version, bytes(row.state)) for row in stored] == [
            (row.originator_version, row.state) for row in rows
        ]


def _notify(batches: Sequence[_Batch], outcomes: Sequence[Exception | None]) -> None:
    """Set the futures of batches and schedule their callbacks, once per event loop."""
    callbacks_of: dict[asyncio.AbstractEventLoop, list[tuple[OnCommit, Exception | None]]] = {}
    for batch, error in zip(batches, outcomes, strict=True):
        if error is None:
            batch.done.set_result(None)
        else:
            batch.done.set_exception(error)
        if batch.on_commit is not None and batch.loop is not None:
            callbacks_of.setdefault(batch.loop, []).append((batch.on_commit, error))
    for loop, callbacks in callbacks_of.items():
        # the loop may have been closed
        with contextlib.suppress(RuntimeError):
            loop.call_soon_threadsafe(_run_callbacks, callbacks)


def _run_callbacks(callbacks: Sequence[tuple[OnCommit, Exception | None]]) -> None:
    for on_commit, error in callbacks:
        try:
            on_commit(error)
        except Exception:  # noqa: BLE001 - the other callbacks must run
            _log.exception("a batch was stored, but its callback failed")


def _no_check() -> None:
    """Do nothing: a PostgreSQL server checks its own files."""


def _nowhere(_game: str, _after: int, _upto: int | None) -> None:
    """Do nothing: there is no other server."""


def _no_op_hook(_batches: int, _seconds: float) -> None:
    """Do nothing."""
