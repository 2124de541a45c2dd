"""The event log without a lock: batches are appended by their key, and get their positions later (decision 088).

An append inserts the events of a batch, and one row of the table of unplaced batches, in one transaction. A reader who
reaches the end of the order places what is unplaced.
"""

import contextlib
import secrets
import threading
from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Any, LiteralString

import psycopg
from cachetools import LRUCache
from eventsourcing.persistence import (
    DatabaseError,
    IntegrityError,
    InterfaceError,
    OperationalError,
    PersistenceError,
    StoredEvent,
)
from eventsourcing.postgres import PostgresDatastore
from eventsourcing.utils import retry
from psycopg.rows import tuple_row
from psycopg.sql import SQL, Composed, Identifier, Placeholder

from service.core.store.adapters.placing import Placement
from service.core.store.adapters.postgres import LAST, MAX_PIPELINED, LedgerRecorder, predecessors_of
from service.core.store.adapters.watched import within
from service.core.store.partitions import APPEND_TIMEOUT, GRACE, Partitions, limit_statements
from service.core.store.postgres_connection import CHANNEL, ENTRIES, EVENTS, ORDER, UNPLACED
from service.core.store.recorder import Before

ROWS_PER_STATEMENT = 64
"""The maximum number of rows in one INSERT."""

KNOWN_GAMES = 10_000
"""The maximum number of games whose partition is remembered."""

EVENTS_AT_ONCE = 128
"""The maximum number of events whose contents are read in one statement."""


class SequencedRecorder(LedgerRecorder):
    """Appends by key alone, and gives positions when the order is read."""

    def __init__(self, datastore: PostgresDatastore, *, events_table_name: str = EVENTS) -> None:
        super().__init__(datastore, events_table_name=events_table_name)
        partitions = Partitions(self._partitions_of, self._place_all)
        self.partitions = partitions
        self.placement = Placement(datastore, partitions)
        """Gives positions."""
        self._places: LRUCache[str, int | None] = LRUCache(KNOWN_GAMES)
        """The numbers of the partitions of games."""
        self._placing = threading.Lock()
        names = {
            "entries": Identifier(datastore.schema, ENTRIES),
            "placed": Identifier(datastore.schema, ORDER),
            "unplaced": Identifier(datastore.schema, UNPLACED),
        }

        def made(text: LiteralString) -> Composed:
            return SQL(text).format(**names)

        self.select_events_statement = made("SELECT * FROM {entries} WHERE originator_id = %s")
        self.max_notification_id_statement = made("SELECT MAX(notification_id) FROM {placed}")
        self._of_game = made(
            "SELECT state FROM {entries} "
            "WHERE originator_id = %s AND originator_version > %s AND originator_version <= %s "
            "AND (%s::text[] IS NULL OR topic = ANY(%s::text[])) ORDER BY originator_version"
        )
        self._of_log = made(
            "SELECT notification_id, originator_id, originator_version, batch FROM {placed} "
            "WHERE notification_id > %s AND notification_id <= %s "
            "AND (%s::text[] IS NULL OR topic = ANY(%s::text[])) ORDER BY notification_id LIMIT %s"
        )
        # no join: it would open connections to all servers, of which one may be away
        self._of_keys = made(
            "SELECT originator_id, originator_version, batch, state FROM {entries} "
            "WHERE originator_id = ANY(%s::text[]) AND originator_version = ANY(%s::bigint[])"
        )
        self._last_of_topics = made(
            "SELECT notification_id FROM {placed} WHERE topic = ANY(%s::text[]) ORDER BY notification_id DESC LIMIT 1"
        )
        self._other = made(
            "SELECT MIN(notification_id) FROM {placed} WHERE notification_id > %s AND notification_id <= %s "
            "AND (topic LIKE 'game.%%' OR topic LIKE 'clock.%%') AND topic <> ALL(%s::text[])"
        )
        self._names_between = made(
            "SELECT DISTINCT originator_id FROM {placed} WHERE notification_id BETWEEN %s AND %s"
        )
        self._broken = made(
            "SELECT originator_id FROM {entries} WHERE originator_id = ANY(%s::text[]) "
            "GROUP BY originator_id HAVING COUNT(*) <> MAX(originator_version)"
        )
        self._names = made(
            "SELECT DISTINCT originator_id FROM {entries} WHERE originator_id > %s ORDER BY originator_id LIMIT %s"
        )
        # a statement of its own, and not a condition of the INSERT: distributed engines refuse subqueries there
        self._found = made(
            "SELECT 1 FROM {entries} WHERE originator_id = %s AND originator_version = %s "
            "AND (%s::bytea IS NULL OR position(%s::bytea IN state) > 0)"
        )
        self._partition = made(
            "SELECT n FROM unnest(%s::text[]) WITH ORDINALITY AS g (game, place), generate_series(0, %s - 1) AS n "
            "WHERE satisfies_hash_partition('ludolog_entries'::regclass, %s, n, g.game) ORDER BY g.place"
        )
        self._insert = made("INSERT INTO {entries} (originator_id, originator_version, topic, state, batch) VALUES ")
        self._queue = made("INSERT INTO {unplaced} (originator_id, originator_version, topics, batch) VALUES ")

    def create_table(self) -> None:
        """Create nothing: `sequence` has made the tables."""

    def insert_events(self, stored_events: Sequence[StoredEvent], *, before: Sequence[Before] = (), **_: Any) -> None:
        """Insert events in one transaction; raises IntegrityError if a version is taken or a predecessor is missing.

        All processes insert those of several games in the same order: two that insert the same keys do not wait for
        each other.
        """
        games = [*dict.fromkeys(str(row.originator_id) for row in stored_events)]
        rows = stored_events
        if len(games) > 1:
            # by partitions first: a server of postgres_fdw gets the rows of a statement together
            places = dict(zip(games, self._places_of(games), strict=True))
            rows = sorted(stored_events, key=lambda row: (places[str(row.originator_id)], str(row.originator_id)))
        self._append(rows, predecessors_of(rows, before))

    @retry((InterfaceError, OperationalError), max_attempts=10, wait=0.2)
    def _append(
        self, rows: Sequence[StoredEvent], wanted: tuple[Sequence[str], Sequence[int], Sequence[bytes | None]]
    ) -> None:
        with (
            self.datastore.get_connection() as connection,
            connection.pipeline() if len(rows) <= MAX_PIPELINED else contextlib.nullcontext() as pipeline,
            connection.transaction(),
            connection.cursor() as cursor,
            # not the commit, which may wait for a standby
            within(connection, APPEND_TIMEOUT + GRACE if self.placement.is_divided else None),
        ):
            if self.placement.is_divided:
                cursor.execute(limit_statements(APPEND_TIMEOUT).encode())
            looking = [
                connection.cursor(row_factory=tuple_row).execute(self._found, (game, version, head, head), prepare=True)
                for game, version, head in zip(*wanted, strict=True)
            ]
            events, batches = _numbered(rows)
            for statement, values in ((self._insert, events), (self._queue, batches)):
                for part in _parts(values):
                    cursor.execute(statement + _rows(part), [value for row in part for value in row])
            if pipeline is not None:
                # errors of the statements are raised here, not by the commit
                pipeline.sync()
            if any(each.fetchone() is None for each in looking):
                message = "the predecessor of a batch is not in the log"
                raise IntegrityError(message)

    def announce(self) -> None:
        """Notify the processes that wait for commits. Without it, they read the log once a second.

        It is not a part of the append: in PostgreSQL, commits with a notification wait for one another, and other
        engines have none.
        """
        with (
            contextlib.suppress(PersistenceError, psycopg.Error),
            self.datastore.get_connection() as connection,
            connection.pipeline(),
            connection.transaction(),
        ):
            connection.execute("SET LOCAL synchronous_commit TO off")
            connection.execute(SQL("NOTIFY {}").format(Identifier(CHANNEL)))

    def max_notification_id(self) -> int | None:
        """Return the last position, after placing what is unplaced."""
        self.placement.place_all()
        return super().max_notification_id()

    def states(self, game: str, after: int, upto: int | None, topics: Sequence[str] = ()) -> list[bytes]:
        """Return the states of a game, as in a log that is not sequenced; at once an error if its partition is away.

        Otherwise those who wait for it would occupy all connections.
        """
        partitions = self.partitions
        if partitions is not None and partitions.away and partitions.is_divided:
            (name,) = self._partitions_of([game])
            if not partitions.is_due(name):
                message = f"the partition {name} of the log does not answer"
                raise DatabaseError(message)
        return super().states(game, after, upto, topics)

    def placed_rows(
        self, after: int, limit: int, upto: int | None, topics: Sequence[str] = ()
    ) -> list[tuple[int, str, int, bytes]]:
        """Return position, game, version and state of the first `limit` rows after a position, up to `upto`.

        Without `upto`, what is unplaced is placed when the end is reached.
        """
        found: list[tuple[int, str, int, bytes]] = []
        chosen, end = [*topics] or None, LAST if upto is None else upto
        is_placed_by_others = False
        while len(found) < limit:
            wanted = limit - len(found)
            page = self._read(self._of_log, (after, end, chosen, chosen, wanted))
            states = self._states_of(page)
            # without its event: a failover has lost it after it was placed; another one may have its version by now
            found += [
                (position, game, version, states[game, version, batch])
                for position, game, version, batch in page
                if (game, version, batch) in states
            ]
            after = page[-1][0] if page else after
            if len(page) == wanted:
                continue
            if upto is not None or (is_placed_by_others and not page):
                break
            step = self.placement.step()
            if not step.found:
                break
            # read once more: those that are there still are not deleted for some reason
            is_placed_by_others = not step.placed
        return found

    def _place_all(self) -> bool:
        return self.placement.place_all()

    def _partitions_of(self, games: Sequence[str]) -> Sequence[str]:
        """Return the names of the partitions of games, as the server divides them."""
        if len(leaves := self.placement.leaves()) == 1:
            return [leaves[0]] * len(games)
        return [f"{UNPLACED}_{number}" for number in self._places_of(games)]

    def _places_of(self, games: Sequence[str]) -> Sequence[int]:
        """Return the numbers of the partitions of games."""
        count = len(self.placement.leaves())
        if count == 1:
            return [0] * len(games)
        with self._placing:
            known = {game: self._places.get(game) for game in games}
        if unknown := [game for game, place in known.items() if place is None]:
            found = [number for (number,) in self._read(self._partition, (unknown, count, count))]
            known |= dict(zip(unknown, found, strict=True))
            with self._placing:
                self._places.update(known)
        return [known[game] or 0 for game in games]

    def _states_of(self, page: Sequence[tuple[int, str, int, int]]) -> dict[tuple[str, int, int], bytes]:
        """Return the states of the events of a page, and of a few others, by game, version and batch."""
        found: dict[tuple[str, int, int], bytes] = {}
        # games at about the same versions are read together
        keys = sorted(((version, game) for _, game, version, _ in page))
        for first in range(0, len(keys), EVENTS_AT_ONCE):
            part = keys[first : first + EVENTS_AT_ONCE]
            wanted = ([*{game for _, game in part}], [*{version for version, _ in part}])
            # planned for its games: the plan for any array asks all partitions, of which one may be away
            rows = self._read(self._of_keys, wanted, prepare=False)
            found |= {(game, version, batch): state for game, version, batch, state in rows}
        return found

    def last_position(self, topics: Sequence[str]) -> int:
        """Return the position of the last event of these topics; 0: there is none."""
        self.placement.place_all()
        return super().last_position(topics)


def _numbered(rows: Sequence[StoredEvent]) -> tuple[list[tuple[object, ...]], list[tuple[object, ...]]]:
    """Return the rows of the events of a commit, and those of its unplaced batches.

    Consecutive batches of a game are one row. Each row has a random number, and so have its events.
    """
    number = secrets.randbits(62) + 1
    events: list[tuple[object, ...]] = []
    batches: list[tuple[object, ...]] = []
    for _, run in groupby(enumerate(rows), key=lambda row: (row[1].originator_id, row[1].originator_version - row[0])):
        found = [row for _, row in run]
        first = found[0]
        events += [(row.originator_id, row.originator_version, row.topic, row.state, number) for row in found]
        batches.append((first.originator_id, first.originator_version, [row.topic for row in found], number))
        number += 1
    return events, batches


def _parts(rows: Sequence[tuple[object, ...]]) -> Iterable[Sequence[tuple[object, ...]]]:
    return (rows[first : first + ROWS_PER_STATEMENT] for first in range(0, len(rows), ROWS_PER_STATEMENT))


def _rows(rows: Sequence[tuple[object, ...]]) -> Composed:
    """Return the place holders of rows."""
    return SQL(", ").join([SQL("({})").format(SQL(", ").join([Placeholder()] * len(rows[0])))] * len(rows))
