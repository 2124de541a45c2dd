"""The use case of pools: join, stay, leave. Each sign of life of a client pairs who can be paired.

A pairing is a transaction that holds the lock of meetings: of several processes one makes it, and nobody is in two.
"""

import datetime
import uuid
from collections.abc import Callable, Mapping, Sequence

from msgspec.structs import replace

from domain.kernel.values import Value
from service.core.store.database import Cursor, Database
from service.core.store.times import timestamp_of
from service.meeting.meetings import Meetings
from service.meeting.pairing import groups
from service.meeting.pool_rows import (
    Entry,
    delete_entry,
    entry_of,
    forget_entries,
    note_pairing,
    numbers_waiting,
    put_entry,
    see,
    waiting_in,
)
from service.meeting.rows import Invited, Meeting, insert_meeting, lock_meetings, meeting_of
from service.meeting.terms import NOBODY, MeetingTerms
from service.people.rows import lock_account

ALIVE = 20.0
"""Seconds after the last sign of life for which a player can be paired."""

FORGOTTEN = 300.0
"""Seconds after which an entry is deleted: until then a client that comes back keeps its place."""


class PairedError(Exception):
    """The player is paired and cannot leave the pool."""


class Waiting(Value, frozen=True):
    """The entry of a player, the pairing if there is one, and how many wait in the pool."""

    entry: Entry
    meeting: Meeting | None
    number: int


class Pools:
    """The pools of all titles. The database has everything."""

    def __init__(self, database: Database, meetings: Meetings, now: Callable[[], str]) -> None:
        """`now` returns the time of the service."""
        self._database = database
        self._meetings = meetings
        self._now = now

    def join(self, entry: Entry, terms: MeetingTerms, token: str) -> Waiting:
        """Let a player wait, and pair if possible. A player who waits in this pool keeps the place.

        Raises TokenRevokedError.
        """
        with self._database.writing() as cursor:
            lock_account(cursor, entry.player, token)
            lock_meetings(cursor)
            now = self._now()
            forget_entries(cursor, _before(now, FORGOTTEN))
            found = entry_of(cursor, entry.player)
            same = found is not None and (found.ruleset, found.clock) == (entry.ruleset, entry.clock)
            if found is not None and same and found.meeting is None:
                entry = replace(entry, since=found.since)
            put_entry(cursor, entry)
            return self._paired(cursor, entry, terms, now)

    def stay(self, player: str, terms_of: Callable[[Entry], MeetingTerms], token: str) -> Waiting | None:
        """Note that the client of a player is there, and pair if possible. Return None if the player does not wait.

        Raises TokenRevokedError.
        """
        with self._database.writing() as cursor:
            lock_account(cursor, player, token)
            lock_meetings(cursor)
            now = self._now()
            found = entry_of(cursor, player)
            if found is None or found.seen_at <= _before(now, FORGOTTEN):
                return None
            see(cursor, player, now)
            return self._paired(cursor, found, terms_of(found), now)

    def _paired(self, cursor: Cursor, entry: Entry, terms: MeetingTerms, now: str) -> Waiting:
        if entry.meeting is None:
            waiting = self._admitted(cursor, waiting_in(cursor, entry.ruleset, entry.clock, _before(now, ALIVE)))
            for group in groups(waiting, terms.seats, now, self._may_meet(cursor)):
                players = [each.player for each in group]
                made = self._pair(cursor, players, terms, now)
                note_pairing(cursor, players, made.id)
                self._meetings.tell(cursor, "paired", made, made.others(entry.player))
        return self._read(cursor, entry.player, now) or Waiting(entry, None, 0)

    def _admitted(self, cursor: Cursor, waiting: Sequence[Entry]) -> list[Entry]:
        """Let suspended players leave the pool, and return the others."""
        for entry in waiting:
            if self._meetings.is_suspended(entry.player):
                delete_entry(cursor, entry.player)
        return [entry for entry in waiting if not self._meetings.is_suspended(entry.player)]

    def _may_meet(self, cursor: Cursor) -> Callable[[str, str], bool]:
        return lambda one, other: not self._meetings.are_kept_apart(cursor, [one, other])

    def _pair(self, cursor: Cursor, players: list[str], terms: MeetingTerms, now: str) -> Meeting:
        new = Meeting(
            id=str(uuid.uuid4()),
            kind="pool",
            before=None,
            by=None,
            at=now,
            expires_at=now,
            state="accepted",
            terms=terms,
            players=tuple(Invited(player, has_agreed=True) for player in players),
            owner=NOBODY,
        )
        return insert_meeting(cursor, replace(new, seating=self._meetings.drawn(new)))

    def play_bots(self, player: str, terms: MeetingTerms, token: str) -> Meeting | None:
        """Take a player out of the pool, into a game with bots. Return None if the player does not wait.

        If the player was paired in the meantime, return that pairing. Raises TokenRevokedError.
        """
        with self._database.writing() as cursor:
            lock_account(cursor, player, token)
            lock_meetings(cursor)
            found = entry_of(cursor, player)
            if found is None:
                return None
            if found.meeting is not None:
                return meeting_of(cursor, found.meeting)
            made = self._pair(cursor, [player], terms, self._now())
            note_pairing(cursor, [player], made.id)
            return made

    def find(self, player: str) -> Waiting | None:
        """Return the entry of a player; None: the player is in no pool, or has gone."""
        with self._database.reading() as cursor:
            return self._read(cursor, player, self._now())

    def _read(self, cursor: Cursor, player: str, now: str) -> Waiting | None:
        found = entry_of(cursor, player)
        if found is None or found.seen_at <= _before(now, FORGOTTEN):
            return None
        meeting = None if found.meeting is None else meeting_of(cursor, found.meeting)
        if meeting is None and self._meetings.is_suspended(player):
            return None
        number = numbers_waiting(cursor, _before(now, ALIVE)).get((found.ruleset, found.clock), 0)
        return Waiting(found, meeting, number)

    def leave(self, player: str, token: str) -> None:
        """Let a player wait no longer. Raises PairedError if the player is paired, and TokenRevokedError."""
        with self._database.writing() as cursor:
            lock_account(cursor, player, token)
            lock_meetings(cursor)
            found = entry_of(cursor, player)
            if found is not None and found.meeting is not None:
                message = "you are paired: the game has begun. PUT names it"
                raise PairedError(message)
            delete_entry(cursor, player)

    def numbers(self) -> Mapping[tuple[str, str], int]:
        """Return how many players wait in each pool that is not empty, by title and clock."""
        with self._database.reading() as cursor:
            return numbers_waiting(cursor, _before(self._now(), ALIVE))


def _before(now: str, seconds: float) -> str:
    return timestamp_of(datetime.datetime.fromisoformat(now) - datetime.timedelta(seconds=seconds))
