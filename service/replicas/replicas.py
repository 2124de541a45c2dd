"""All replicas of a process: which one answers a read, when the primary does, and what the log says about it."""

import asyncio
import logging
import time
from collections import deque
from collections.abc import Callable, Collection, Iterator, Sequence
from contextvars import copy_context
from typing import NamedTuple, TypeVar

import psycopg
from eventsourcing.persistence import PersistenceError
from litestar.types import HTTPScope
from psycopg.errors import QueryCanceled, SerializationFailure, UndefinedTable

from domain.game.game import has_sat
from service.core.connections.origins import header
from service.core.http.cookies import COOKIES
from service.core.store.database import Cursor
from service.core.store.errors import StoreError
from service.core.store.freshness import FRESHNESS, Freshness, Position
from service.core.store.postgres_connection import EVENTS
from service.core.store.retry import Backoff
from service.core.store.store import Store
from service.lists.registry import Registry
from service.people.api.auth import TokenAtHand
from service.people.tokens import Token
from service.play.log_poller import LogPoller
from service.play.play import Play
from service.replicas.replica import IDENTITY, NoStandbyError, Replica
from service.replicas.requests import game_of, is_list, may_lag, position_of

LOOK_INTERVAL = 1.0
"""Seconds between two looks at each replica."""

LATE_AFTER = 10.0
"""Seconds after which a replica that lacks what the primary had then answers no client, whatever that has seen."""

KNOWS_WITHIN = 2.5
"""Seconds since the last poll of the end of the log up to which this process knows enough for a request."""

WAIT_FOR_LIST, WAIT_FOR_GAME = 0.25, 0.1
"""Seconds for which a read waits for a replica that follows, and then asks the primary. A game occupies a thread."""

ANSWER_WITHIN = 3.0
"""Seconds for a whole query of a replica, with a connection."""

GOOD_LOOKS = 2
"""Looks in a row after which a replica that was away answers again."""

_FIRST_RETRY, _LAST_RETRY = 0.005, 0.05

_STATES = (
    f"SELECT state FROM {EVENTS} WHERE originator_id = ? AND originator_version > ? AND originator_version <= ? "  # noqa: S608 - a constant
    "ORDER BY originator_version"
)
_LAST_VERSION = 2**63 - 1

_EVENT = f"(SELECT originator_id || ' ' || originator_version || ' ' || md5(state) FROM {EVENTS} WHERE notification_id"  # noqa: S608 - a constant
_LOOK = f"{IDENTITY}, {_EVENT} = ?) AS event"
"""What replica and primary have in common: the database, and the event at a position."""

_OF_STANDBYS = (SerializationFailure, QueryCanceled)
"""A query that conflicts with what the replica replays is cancelled: that is no failure of the replica."""

_log = logging.getLogger(__name__)

T = TypeVar("T")


def _states(replica: Replica, needed: Position, wanted: tuple[str, int, int | None]) -> list[bytes] | None:
    """Return the states of a game above a version, up to another one; None: the replica lacks what is needed.

    Raises psycopg.Error and NoStandbyError.
    """
    game, after, upto = wanted
    with replica.reading() as (cursor, reached):
        if not reached.has(needed):
            return None
        rows = cursor.all(_STATES, (game, after, _LAST_VERSION if upto is None else upto))
        return [row["state"] for row in rows]


class _Found(NamedTuple):
    """What a replica has answered."""

    value: object


class Replicas:
    """The streaming replicas that a process reads from. Without an answer of one, the primary answers."""

    def __init__(
        self, each: Sequence[Replica], store: Store, registry: Registry, play: Play, poller: LogPoller
    ) -> None:
        self.each = each
        self._store = store
        self._registry = registry
        self._play = play
        self._poller = poller
        self._turn = 0
        self._known: deque[tuple[float, Position]] = deque()
        """What this process knew at the last looks, each with its time."""
        self._good: dict[str, int] = {}
        """How many of the last looks at a replica in a row were good."""
        self._ahead: dict[str, int] = {}
        """The position of a replica that the primary did not have at the last look."""
        self._was_used: set[str] = set()

    def lag(self, replica: Replica) -> int:
        """Return the number of positions of the log by which a replica lags behind this process."""
        return max(0, self._poller.position.log - replica.reached.log)

    # which requests

    def knows_enough(self, scope: HTTPScope, token_of: TokenAtHand) -> bool:
        """Return whether this process knows enough for a request without asking the primary, and note the request.

        That needs a client that says what it has seen, which this process has seen, too.
        """
        freshness, path = FRESHNESS.get(), scope["path"]
        if freshness is None or freshness.admitted is not None:
            return False
        if not may_lag(scope["method"], path):
            return False
        token = token_of(scope)
        game = None if is_list(path) else game_of(path)
        is_seen = game is None or self._is_watched(game, token)
        # a game that is not in memory: who sits there is known when it has been read
        freshness.may_lag = is_seen is not False
        seen = position_of(scope)
        if seen is None or not is_seen or not freshness.may_lag or not self._has_credentials_at_hand(scope, token):
            return False
        if self._poller.lag > KNOWS_WITHIN or not self._poller.position.has(seen):
            return False
        freshness.needed = seen
        return True

    def admitted(self) -> None:
        """Note what this process knows when it admits a request."""
        freshness = FRESHNESS.get()
        if freshness is not None and freshness.admitted is None:
            freshness.admitted = self._poller.position

    def _is_watched(self, game: str, token: Token | None) -> bool | None:
        """Return whether a game is over, or the requester only watches it; None: it is not in memory."""
        loaded = self._play.cached(game)
        if loaded is None:
            return None
        found = loaded.game
        if found.is_over or token is None:
            return True
        return token.game is None and token.player != found.opened.owner and not has_sat(found, token.player)

    def _has_credentials_at_hand(self, scope: HTTPScope, token: Token | None) -> bool:
        """Return whether memory knows whose a request is: another process may just have made its credentials."""
        if token is not None:
            return True
        has_some = header(scope["headers"], b"authorization") is not None or COOKIES in scope
        return not has_some and b"ticket=" not in scope["query_string"]

    # reads

    async def read(
        self, names: Collection[str], query: Callable[[Cursor], T], flush: Callable[[], None]
    ) -> tuple[T] | None:
        """Return the result of a query of the tables of these projections from a replica; None: ask the primary."""
        freshness = FRESHNESS.get()
        if freshness is None or not freshness.may_lag:
            return None
        needed = freshness.needed or self._poller.position
        deadline = time.monotonic() + WAIT_FOR_LIST
        retries = Backoff(_FIRST_RETRY, _LAST_RETRY)
        while (replica := self._chosen(needed)) is not None:
            try:
                async with asyncio.timeout(ANSWER_WITHIN):
                    found = await asyncio.to_thread(self._rows, replica, names, query, needed, freshness)
            except TimeoutError:
                self._failed(replica, f"does not answer within {ANSWER_WITHIN:g} s")
                break
            if isinstance(found, _Found):
                return (found.value,)  # pyright: ignore[reportReturnType] - the result of `query`
            delay = retries.delay()
            if found or not replica.is_current or time.monotonic() + delay > deadline:
                break
            flush()
            await asyncio.sleep(delay)
        freshness.has_fallen_back = True
        return None

    def _rows(
        self,
        replica: Replica,
        names: Collection[str],
        query: Callable[[Cursor], object],
        needed: Position,
        freshness: Freshness,
    ) -> "_Found | bool":
        """Return the result of a query; False: the tables do not have what is needed yet; True: the replica failed."""
        try:
            with replica.reading() as (cursor, reached):
                tables = min((each.position for each in self._registry.states(cursor, names)), default=0)
                shown = Position(tables, reached.accounts)
                if not shown.has(needed):
                    return False
                found = _Found(query(cursor))
        except (psycopg.Error, NoStandbyError) as error:
            self._note(replica, error)
            return True
        freshness.note(shown)
        return found

    def states(self, game: str, after: int, upto: int | None) -> list[bytes] | None:
        """Return the states of a game above a version, up to another one, from a replica; None: ask the primary.

        The replica has all that this process knows: the cache of games relies on it.
        """
        freshness = FRESHNESS.get()
        if freshness is None or not freshness.may_lag:
            return None
        known = self._poller.position
        needed = known if freshness.needed is None else known.both(freshness.needed)
        deadline = time.monotonic() + WAIT_FOR_GAME
        retries = Backoff(_FIRST_RETRY, _LAST_RETRY)
        while (replica := self._chosen(needed)) is not None:
            wanted = (game, after, upto)
            asked = replica.readers.submit(copy_context().run, _states, replica, needed, wanted)
            try:
                states = asked.result(ANSWER_WITHIN)
            except TimeoutError:
                asked.cancel()
                self._failed(replica, f"does not answer within {ANSWER_WITHIN:g} s")
                break
            except (psycopg.Error, NoStandbyError) as error:
                self._note(replica, error)
                break
            if states is not None:
                return states
            delay = retries.delay()
            if not replica.is_current or time.monotonic() + delay > deadline:
                break
            time.sleep(delay)
        freshness.has_fallen_back = True
        return None

    def _chosen(self, needed: Position) -> Replica | None:
        """Return the replica that is asked next; None if none can be expected to have what is needed."""
        usable = [each for each in self.each if each.problem is None and (each.is_current or each.reached.has(needed))]
        if not usable:
            return None
        self._turn += 1
        ordered = usable[self._turn % len(usable) :] + usable[: self._turn % len(usable)]
        return next((each for each in ordered if each.reached.has(needed)), ordered[0])

    def _note(self, replica: Replica, error: Exception) -> None:
        """Note why a replica has not answered."""
        if isinstance(error, NoStandbyError):
            self._failed(replica, "accepts writes")
        elif isinstance(error, psycopg.OperationalError) and not isinstance(error, _OF_STANDBYS):
            self._failed(replica, f"does not answer: {' '.join(str(error).split())}")

    # looks

    async def look(self) -> None:
        """Look at each replica: whether it answers, is one of this database, and follows."""
        now = time.monotonic()
        before = self._known[-1][1] if self._known else Position(0, 0)
        self._known.append((now, self._poller.position))
        while len(self._known) > 1 and self._known[1][0] <= now - LATE_AFTER:
            self._known.popleft()
        due = self._known[0][1] if self._known[0][0] <= now - LATE_AFTER else Position(0, 0)
        await asyncio.gather(*(asyncio.to_thread(self._look_at, each, before, due) for each in self.each))

    def _look_at(self, replica: Replica, before: Position, due: Position) -> None:
        try:
            with replica.reading() as (cursor, reached):
                there = cursor.one(_LOOK, (reached.log,))
                assert there is not None
        except (psycopg.Error, NoStandbyError) as error:
            self._note(replica, error)
            if not isinstance(error, psycopg.OperationalError | NoStandbyError | UndefinedTable):
                self._failed(replica, f"cannot be read: {' '.join(str(error).split())}")
            return
        try:
            with self._store.in_use(), self._store.database.reading() as cursor:
                here = cursor.one(_LOOK, (reached.log,))
                assert here is not None
        except (StoreError, PersistenceError):
            # nothing can be compared; requests wait for the primary, too
            return
        replica.is_current = reached.has(before)
        if (problem := self._difference(replica, dict(there), dict(here), reached)) is not None:
            self._failed(replica, problem)
        elif not reached.has(due):
            self._failed(replica, f"is late: it lacks what the primary had {LATE_AFTER:g} s ago")
        elif here["event"] == there["event"]:
            self._succeeded(replica)

    def _difference(
        self, replica: Replica, there: dict[str, object], here: dict[str, object], reached: Position
    ) -> str | None:
        """Return why a replica does not belong to the primary; None: it does, or the next look tells."""
        if (there["system"], there["name"]) != (here["system"], here["name"]):
            return "leads to another database: see LUDOLOG_REPLICAS"
        if here["event"] == there["event"]:
            self._ahead.pop(replica.name, None)
            return None
        if here["event"] is not None or self._ahead.get(replica.name) == reached.log:
            return "has events that the primary does not have: make it a replica of the primary again"
        # a synchronous replica can show a commit before the primary does
        self._ahead[replica.name] = reached.log
        return None

    def forget(self) -> None:
        """Use no replica before the next look: the primary may be a server that lacks what they have."""
        self._known.clear()
        for replica in self.each:
            replica.is_current = False
            replica.problem = replica.problem or "has not been compared with the primary yet"
            self._good[replica.name] = GOOD_LOOKS - 1

    def close(self) -> None:
        """Close the connections."""
        for replica in self.each:
            replica.close()

    def _failed(self, replica: Replica, problem: str) -> None:
        was_used = replica.name in self._was_used or replica.name not in self._good
        replica.problem, replica.is_current = problem, False
        self._good[replica.name] = 0
        self._was_used.discard(replica.name)
        replica.close()
        if was_used:
            _log.warning("the replica %s %s: the primary answers instead", replica.name, problem)

    def _succeeded(self, replica: Replica) -> None:
        good = self._good[replica.name] = self._good.get(replica.name, GOOD_LOOKS - 1) + 1
        if replica.problem is not None and good >= GOOD_LOOKS:
            replica.problem = None
            if replica.name not in self._was_used:
                _log.info("the replica %s answers reads", replica.name)
            self._was_used.add(replica.name)

    def lags(self) -> Iterator[tuple[str, bool, int]]:
        """Yield the name of each replica, whether it answers reads, and its lag."""
        for replica in self.each:
            yield replica.name, replica.problem is None, self.lag(replica)
