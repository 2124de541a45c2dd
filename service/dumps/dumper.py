"""Writes the dumps that are due, in the background: one process of all that share the log does."""

import asyncio
import contextlib
import datetime
import hashlib
import logging
import threading
import time
from collections.abc import Callable, Generator, Iterator

import msgspec
import psycopg

from service.core.keys.signing import Signer
from service.core.settings import Settings
from service.core.store.adapters.watched import connected
from service.core.store.database import Cursor
from service.core.store.store import Store
from service.core.store.times import timestamp_of
from service.dumps.archive import Archive
from service.dumps.logged import unlogged_in
from service.dumps.periods import Kind, Period
from service.dumps.writing import NothingToDumpError, check_space, write_dump
from service.lists.reading import ReadModels
from service.lists.set_aside import void_periods, wanted_ratings
from service.lists.tables.ends import Span, last_time_before, span_of, withheld_between
from service.play.turns import in_thread
from service.site_log.proofs import GameProofs

_log = logging.getLogger(__name__)

EVERY = 3_600.0
"""Seconds between two looks at what is due."""

AGAIN = 60.0
"""Seconds until the next look if the lists or the transparency log lag behind the log."""

BEGINS_AFTER = 20.0
"""Seconds after the start of the service: what clients wait for comes first."""

GRACE = datetime.timedelta(hours=1)
"""The time after a period until it is closed: by then the log has all that was recorded in it."""

LOCK = 0x6C75646F_64
"""The advisory lock of PostgreSQL that the process holds which writes. A dead process holds none."""

FORM = 1
"""The number of the format of the files. Dumps of an earlier one are written again."""

_TABLES = ("ends", "results", "ratings")


class _StoppedError(Exception):
    """The service stops."""


class Dumper:
    """Writes the dumps that are due and removes those that are not kept."""

    def __init__(
        self,
        store: Store,
        models: ReadModels,
        signer: Signer,
        proofs: GameProofs,
        settings: Settings,
        now: Callable[[], str],
    ) -> None:
        """`now` returns the timestamp of now."""
        assert settings.dump_path is not None
        self.archive = Archive(settings.dump_path)
        self._store = store
        self._models = models
        self._signer = signer
        self._proofs = proofs
        self._settings = settings
        self._now = now
        self._stopping = threading.Event()

    async def stop(self) -> None:
        """End a dump that is being written after its present game."""
        self._stopping.set()

    async def step(self) -> float | None:
        """Write what is due. Returns the seconds until the next step if it should come early."""
        if self._stopping.is_set():
            return None
        last = await asyncio.to_thread(self._last)
        # the proofs of a game are by the first checkpoint that covers its end: they do not change later
        if not await self._models.have_reached(_TABLES, last) or not await self._proofs.are_complete():
            return AGAIN
        await in_thread(self._write_due)
        return None

    def _last(self) -> int:
        with self._store.in_use():
            return self._models.log.last()

    def _write_due(self) -> None:
        try:
            with self._alone() as is_mine:
                if is_mine:
                    self._write_all()
        except _StoppedError:
            pass
        except OSError as error:
            # the games go on without dumps; psycopg has errors of its own
            _log.warning("no dumps are written until the cause is gone: %s", error)

    @contextlib.contextmanager
    def _alone(self) -> Generator[bool]:
        """Yield whether this process writes. A SQLite file has one process."""
        if not self._store.is_shared:
            yield True
            return
        with connected(self._settings.direct_url, autocommit=True) as connection:
            row = connection.execute("SELECT pg_try_advisory_lock(%s)", (LOCK,)).fetchone()
            try:
                yield bool(row and row[0])
            finally:
                with contextlib.suppress(psycopg.Error):
                    connection.execute("SELECT pg_advisory_unlock(%s)", (LOCK,))

    def _write_all(self) -> None:
        with self.reading() as cursor:
            if wanted_ratings(cursor) is not None:
                # the ratings are computed again: they will say what counts
                return
            wanted = self._wanted(cursor)
            states = {period.name: state_of(cursor, period, span) for period, span in wanted}
        for period, _ in wanted:
            state = states[period.name]
            if self.archive.state_of(period) != state:
                self._write(period, state)
        for name in self.archive.remove_others(period for period, _ in wanted):
            _log.info("the dump of %s was removed", name)

    def _write(self, period: Period, state: str) -> None:
        begun = time.monotonic()
        try:
            written = write_dump(self.reading, self._signer, period, self.archive.folder, self._pause())
        except NothingToDumpError:
            # its games were withheld meanwhile
            return
        self.archive.note_state(period, state)
        games, seconds = written.manifest.statement.games, time.monotonic() - begun
        _log.info("the dump of %s was written: %d games in %.1f s", period.name, games, seconds)

    def _pause(self) -> Callable[[], None]:
        """Return what is called after each game: it sleeps as long as the game took, so that requests go on."""
        since = time.monotonic()

        def after_game() -> None:
            nonlocal since
            if self._stopping.wait(time.monotonic() - since):
                raise _StoppedError
            check_space(self.archive.folder)
            since = time.monotonic()

        return after_game

    def _wanted(self, cursor: Cursor) -> list[tuple[Period, Span]]:
        """Return the closed periods that are kept, with their spans: the latest days, then the latest months."""
        closed = timestamp_of(datetime.datetime.fromisoformat(self._now()) - GRACE)
        return [
            *closed_periods(cursor, "daily", closed, self._settings.daily_dumps),
            *closed_periods(cursor, "monthly", closed, self._settings.monthly_dumps),
        ]

    @contextlib.contextmanager
    def reading(self) -> Generator[Cursor]:
        """Yield the cursor of a transaction that reads."""
        with self._store.in_use(), self._store.database.reading() as cursor:
            yield cursor


def closed_periods(cursor: Cursor, kind: Kind, closed: str, most: int) -> list[tuple[Period, Span]]:
    """Return the latest periods that have ended at a time and in which games have ended; `most` 0: all of them."""
    found: list[tuple[Period, Span]] = []
    for period in _periods(cursor, kind, closed):
        found.append((period, span_of(cursor, period.since, period.until)))
        if len(found) == most:
            break
    return found


def _periods(cursor: Cursor, kind: Kind, closed: str) -> Iterator[Period]:
    before = Period.of(kind, closed).since
    while (latest := last_time_before(cursor, before)) is not None:
        period = Period.of(kind, latest)
        yield period
        before = period.since


def state_of(cursor: Cursor, period: Period, span: Span) -> str:
    """Return from what the dump of a period follows: if it changes, the dump is written again.

    The log alone does not change the dump of a closed period. A game is withheld or shown again, damage is found or
    repaired, a result is voided or restored. A game that was damaged may be in the transparency log later than it is
    shown.
    """
    withheld = withheld_between(cursor, period.since, period.until)
    # games that are whole and not in the transparency log yet have no proofs in the dump
    unlogged = unlogged_in(cursor, span)
    void = cursor.all(
        "SELECT v.game FROM void_games v JOIN ends e ON e.game = v.game WHERE e.position <= ? ORDER BY v.game",
        (span.last,),
    )
    aside = [row["game"] for row in void], [each for each in void_periods(cursor) if each.since < period.until]
    digest = hashlib.sha256(msgspec.json.encode((aside, withheld, unlogged))).hexdigest()[:16]
    return f"{FORM} {span.count} {span.total} {digest}"
