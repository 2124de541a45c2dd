"""Traces of accounts: from which networks they acted on which days, and which followed one another in a browser.

An address is personal data. Stored is a keyed digest, from which it cannot be computed, once a day for each account
and network, for as long as `LUDOLOG_TRACES_KEPT` says. The erasure of an account deletes its traces.
"""

import datetime
import threading
from collections import defaultdict
from collections.abc import Mapping
from itertools import combinations
from typing import TypeAlias

from service.core.store.database import Cursor, Database
from service.core.store.feature_tables import Step
from service.core.store.times import timestamp_now, timestamp_of
from service.people.accounts import Accounts

TABLES: tuple[Step, ...] = (
    """CREATE TABLE address_traces (
        player TEXT NOT NULL, source TEXT NOT NULL, day TEXT NOT NULL, PRIMARY KEY (player, source, day))""",
    "CREATE INDEX address_traces_of_source ON address_traces (source, day)",
    "CREATE INDEX address_traces_on ON address_traces (day)",
    """CREATE TABLE browser_traces (
        one TEXT NOT NULL, other TEXT NOT NULL, day TEXT NOT NULL, times INTEGER NOT NULL,
        PRIMARY KEY (one, other, day))""",
    "CREATE INDEX browser_traces_of_other ON browser_traces (other)",
)

MOST_OF_SOURCE = 20
"""Accounts of one network on one day above which it says nothing: a school, a café, a provider."""

SharedDays: TypeAlias = Mapping[tuple[str, str], int]
"""On how many days two accounts acted from the same network; ids in order."""

Switches: TypeAlias = Mapping[tuple[str, str], tuple[int, str]]
"""How often two accounts followed one another in a browser, and the last day; ids in order."""


class Traces:
    """Collects traces in memory, and writes them now and then. 0 days: nothing is collected."""

    def __init__(self, database: Database, accounts: Accounts, days: int) -> None:
        self._database = database
        self._accounts = accounts
        self._days = days
        self._day = ""
        self._known: set[tuple[str, str]] = set()
        """The players and addresses of this day that are written, or will be."""
        self._new: set[tuple[str, str, str]] = set()
        self._switched: list[tuple[str, str, str]] = []
        self._lock = threading.Lock()
        """Requests note traces in the event loop, while a thread writes the earlier ones."""
        accounts.erasing.append(_forget)

    def acted(self, player: str, address: str) -> None:
        """Note that an account has acted from an address."""
        if not self._days:
            return
        day = timestamp_now()[:10]
        if day != self._day:
            self._day, self._known = day, set()
        if (player, address) not in self._known:
            self._known.add((player, address))
            source = self._accounts.derived("address trace", address).hex()
            with self._lock:
                self._new.add((player, source, day))

    def switched(self, former: str, player: str) -> None:
        """Note that another account was signed in where one was, in the same browser."""
        if self._days and former != player:
            one, other = sorted((former, player))
            with self._lock:
                self._switched.append((one, other, timestamp_now()[:10]))

    def write(self) -> None:
        """Write what was noted, and delete what is older than the retention."""
        with self._lock:
            new, self._new = self._new, set()
            switched, self._switched = self._switched, []
        oldest = timestamp_of(datetime.datetime.fromisoformat(timestamp_now()) - datetime.timedelta(days=self._days))[
            :10
        ]
        try:
            with self._database.writing() as cursor:
                _write(cursor, new, switched)
                cursor.execute("DELETE FROM address_traces WHERE day < ?", (oldest,))
                cursor.execute("DELETE FROM browser_traces WHERE day < ?", (oldest,))
        except Exception:
            # written with the next ones
            with self._lock:
                self._new |= new
                self._switched += switched
            raise


def _write(cursor: Cursor, new: set[tuple[str, str, str]], switched: list[tuple[str, str, str]]) -> None:
    concerned = {player for player, _, _ in new} | {each for one, other, _ in switched for each in (one, other)}
    known = "SELECT id FROM players WHERE erased_at IS NULL AND id IN"
    # an account that was deleted meanwhile leaves no trace
    left = {row["id"] for row in cursor.among(known, concerned)}
    for player, source, day in sorted(new):
        if player in left:
            cursor.execute(
                "INSERT INTO address_traces (player, source, day) VALUES (?,?,?)"
                " ON CONFLICT (player, source, day) DO NOTHING",
                (player, source, day),
            )
    for one, other, day in sorted(switched):
        if one in left and other in left:
            cursor.execute(
                "INSERT INTO browser_traces (one, other, day, times) VALUES (?,?,?,1)"
                " ON CONFLICT (one, other, day) DO UPDATE SET times=browser_traces.times+1",
                (one, other, day),
            )


def shared_days(cursor: Cursor, since: str, until: str) -> SharedDays:
    """Return on how many days of a period pairs of accounts acted from the same network."""
    if not cursor.has_table("address_traces"):
        return {}
    accounts: defaultdict[tuple[str, str], list[str]] = defaultdict(list)
    rows = cursor.all(
        "SELECT player, source, day FROM address_traces WHERE day >= ? AND day <= ? ORDER BY source, day, player",
        (since[:10], until[:10]),
    )
    for row in rows:
        accounts[row["source"], row["day"]].append(row["player"])
    days: defaultdict[tuple[str, str], set[str]] = defaultdict(set)
    for (_, day), players in accounts.items():
        if len(players) <= MOST_OF_SOURCE:
            for one, other in combinations(players, 2):
                days[one, other].add(day)
    return {pair: len(found) for pair, found in days.items()}


def switches(cursor: Cursor, since: str, until: str) -> Switches:
    """Return which accounts followed one another in a browser in a period."""
    if not cursor.has_table("browser_traces"):
        return {}
    rows = cursor.all(
        "SELECT one, other, SUM(times) AS times, MAX(day) AS last FROM browser_traces WHERE day >= ? AND day <= ?"
        " GROUP BY one, other ORDER BY one, other",
        (since[:10], until[:10]),
    )
    return {(row["one"], row["other"]): (int(row["times"]), row["last"]) for row in rows}


def _forget(cursor: Cursor, player: str, now: str) -> None:
    del now
    cursor.execute("DELETE FROM address_traces WHERE player=?", (player,))
    cursor.execute("DELETE FROM browser_traces WHERE one=? OR other=?", (player, player))
