"""The log of tournaments: a table of its own in the database of the log of games (decision 039)."""

import contextlib
from collections.abc import Generator, Sequence

from eventsourcing.persistence import IntegrityError, StoredEvent

from domain.tournaments.state import Tournament
from service.core.store.database import Cursor
from service.core.store.errors import VersionConflictError
from service.core.store.failpoints import at_point
from service.core.store.recorder import StoredEntry
from service.core.store.store import Store
from service.tournaments.listing import open_of
from service.tournaments.round_rows import note_rounds
from service.tournaments.rows import write_rows

MOST_OPEN = 20
"""The maximum number of tournaments of an owner that are not over."""


class TooManyOpenError(Exception):
    """The owner has the maximum number of tournaments that are not over."""


class TournamentLog:
    """Reads and appends events of tournaments. All methods block: call them in a thread."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._mapper = store.application.mapper

    @property
    def is_shared(self) -> bool:
        """Whether other processes append too."""
        return self._store.is_shared

    @contextlib.contextmanager
    def reading(self) -> Generator[Cursor]:
        """Yield the cursor of a transaction that reads."""
        with self._store.in_use(), self._store.database.reading() as cursor:
            yield cursor

    def read(self, tournament: str, after: int = 0) -> list[StoredEntry]:
        """Return the entries of a tournament above a version."""
        with self.reading() as cursor:
            rows = list(
                cursor.all(
                    "SELECT version, entry FROM tournament_events WHERE tournament=? AND version>? ORDER BY version",
                    (tournament, after),
                )
            )
        return [self._entry(tournament, row["version"], row["entry"]) for row in rows]

    def _entry(self, tournament: str, version: int, entry: str) -> StoredEntry:
        found = self._mapper.to_domain_event(StoredEvent(tournament, version, "", entry.encode()))
        assert isinstance(found, StoredEntry)
        return found

    def is_visible(self, tournament: str, player: str | None) -> bool:
        """Return whether a player (None: any visitor) may see a tournament, as far as the rows know."""
        with self.reading() as cursor:
            row = cursor.one("SELECT visibility FROM tournaments WHERE id=?", (tournament,))
            is_public = row is not None and row["visibility"] == "public"
            return (
                is_public or cursor.count("tournament_people WHERE tournament=? AND player=?", (tournament, player)) > 0
            )

    def tip(self, tournament: str) -> tuple[int, str] | None:
        """Return the last version of a tournament and its head; None: there is no such tournament."""
        with self.reading() as cursor:
            row = cursor.one("SELECT version, head FROM tournaments WHERE id=?", (tournament,))
        return None if row is None else (row["version"], row["head"])

    def append(self, entries: Sequence[StoredEntry], before: Tournament | None, after: Tournament) -> None:
        """Append a batch with its rows in one transaction.

        Raises VersionConflictError if the log does not end with the tournament that the batch was decided on, and
        TooManyOpenError if the owner cannot have a further tournament.
        """
        at_point("tournament")
        try:
            with self._store.in_use(), self._store.database.writing() as cursor:
                self._insert(cursor, entries, before, after)
        except IntegrityError:
            raise VersionConflictError(after.id) from None
        at_point("tournament-stored")

    def _insert(
        self, cursor: Cursor, entries: Sequence[StoredEntry], before: Tournament | None, after: Tournament
    ) -> None:
        if cursor.is_postgres:
            # numbers are then in the order of commits, so that a reader who follows them skips nothing
            cursor.execute("LOCK TABLE tournament_events IN EXCLUSIVE MODE")
        row = cursor.one("SELECT version, head FROM tournaments WHERE id=?", (after.id,))
        stored = None if row is None else (row["version"], row["head"])
        if stored != (None if before is None else (before.version, before.tip.head)):
            raise VersionConflictError(after.id)
        # counted in the transaction that adds one: no other transaction can add one in between
        if before is None and open_of(cursor, after.opened.owner) >= MOST_OPEN:
            raise TooManyOpenError
        for entry in entries:
            text = self._mapper.to_stored_event(entry).state.decode()
            cursor.execute(
                "INSERT INTO tournament_events (tournament, version, entry) VALUES (?,?,?)",
                (entry.record.game, entry.record.version, text),
            )
        while not note_rounds(cursor):
            pass
        write_rows(cursor, before, after)
