"""The numbers of players who are here and of those who watch, over all processes of the service.

A process counts its open streams. Of several processes on one database each stores its numbers every few seconds, and
reads those of the others. Who has streams at two processes counts twice.
"""

import datetime
import uuid
from collections import Counter
from collections.abc import Callable, Mapping

from domain.kernel.values import Value
from service.core.personal import INTERNAL, Personal, Without
from service.core.store.database import Database
from service.core.store.feature_tables import Step
from service.core.store.store import Store
from service.core.store.timeouts import with_timeout
from service.core.store.times import timestamp_of
from service.people.quotas.open_streams import OpenStreams

INTERVAL = 5.0
"""Seconds between two looks."""

VALID = 20.0
"""Seconds for which the numbers of another process count."""

FORGOTTEN = 300.0
"""Seconds after which the numbers of a process that has ended are deleted."""

PLAYERS = ""
"""The subject of the number of players; every other subject is a game."""

TABLES: tuple[Step, ...] = (
    """CREATE TABLE presence (
        process TEXT NOT NULL, subject TEXT NOT NULL, number INTEGER NOT NULL, at TEXT NOT NULL,
        PRIMARY KEY (process, subject))""",
)

PERSONAL: tuple[Personal, ...] = (Without("presence", INTERNAL),)


class Numbers(Value, frozen=True):
    """How many players are here, and how many watch, in all and by game."""

    players: int
    watchers: int
    games: Mapping[str, int]


class Presence:
    """The numbers of this process, with those of the others as they were last read."""

    def __init__(
        self, store: Store, streams: OpenStreams, now: Callable[[], str], is_withheld: Callable[[str], bool]
    ) -> None:
        """`now` returns the time of the service. Streams of a game that is withheld now may be older than this."""
        self._is_withheld = is_withheld
        self._database: Database = store.database
        self._is_shared = store.is_shared
        self._streams = streams
        self._now = now
        self._process = str(uuid.uuid4())
        self._others: Mapping[str, int] = {}

    def _own(self) -> Counter[str]:
        found = Counter[str]({game: len(holders) for game, holders in self._streams.watching.items()})
        found[PLAYERS] = self._streams.players
        return found

    def numbers(self) -> Numbers:
        """Return the numbers now; those of other processes are some seconds old."""
        found = self._own() + Counter(self._others)
        games = {subject: number for subject, number in found.items() if self._is_watched(subject)}
        return Numbers(found[PLAYERS], sum(games.values()), games)

    def _is_watched(self, subject: str) -> bool:
        return subject != PLAYERS and not self._is_withheld(subject)

    async def step(self) -> float | None:
        """Store the numbers of this process, and read those of the others. A database of one process needs neither."""
        if self._is_shared:
            self._others = await with_timeout(self._exchange, self._own())
        return None

    def _exchange(self, own: Mapping[str, int]) -> Mapping[str, int]:
        now = self._now()
        with self._database.writing() as cursor:
            cursor.execute("DELETE FROM presence WHERE process = ?", (self._process,))
            for subject, number in own.items():
                if number:
                    cursor.execute(
                        "INSERT INTO presence (process, subject, number, at) VALUES (?,?,?,?)",
                        (self._process, subject, number, now),
                    )
            rows = cursor.all(
                "SELECT subject, SUM(number) AS number FROM presence WHERE process <> ? AND at > ? GROUP BY subject",
                (self._process, _before(now, VALID)),
            )
            found = {row["subject"]: int(row["number"]) for row in rows}
            cursor.execute("DELETE FROM presence WHERE at <= ?", (_before(now, FORGOTTEN),))
        return found


def _before(now: str, seconds: float) -> str:
    return timestamp_of(datetime.datetime.fromisoformat(now) - datetime.timedelta(seconds=seconds))
