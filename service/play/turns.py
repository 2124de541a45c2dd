"""Slow computations, one at a time: the clients take turns, and only so many requests wait (decision 062)."""

import asyncio
import sys
import threading
from collections import OrderedDict, deque
from collections.abc import Awaitable, Callable, Hashable, Iterator, MutableMapping
from typing import Any, TypeAlias, TypeVar

from service.core.connections.admission import MAX_OF_ADDRESS
from service.core.connections.asker import Asker
from service.core.http.problems import ProblemError
from service.play.loaded import Loaded

K = TypeVar("K", bound=Hashable)
T = TypeVar("T")

WAITING_OF_ADDRESS = MAX_OF_ADDRESS
"""The maximum number of requests of an address that wait: those that it may have in progress."""

WAITING = 512
"""The maximum number of requests that wait."""

RECENT = 2
"""The number of turns after which an address counts as a newcomer again."""

NEWCOMERS = 8
"""The maximum number of newcomers in a row while other addresses wait."""

RETRY_AFTER = {"Retry-After": "5"}


SWITCHING = 0.001
"""The switch interval of the interpreter in seconds while a thread computes.

The event loop waits for so long each time it needs the interpreter, several times for each request. Without such a
thread a short interval makes commands slower (`tests/lab/RESULTS.md`).
"""


_Turn: TypeAlias = asyncio.Future[None]
_Queue: TypeAlias = OrderedDict[str, deque[_Turn]]
"""The waiting requests of an address, by token. The first token has the next turn of the address."""


class Turns:
    """Runs slow computations one at a time.

    The next turn belongs to the address that has waited longest, and within the address to the token that has waited
    longest, however many requests either has. An address without a recent turn comes first. Only so many of them come
    first in a row, so that ever new addresses cannot stop the others.

    A caller that is cancelled leaves the queue. A computation in progress continues then, and keeps the turn: a thread
    cannot be cancelled, and clients that disconnect must not occupy one thread after another.
    """

    def __init__(self, *, of_address: int = WAITING_OF_ADDRESS, in_all: int = WAITING) -> None:
        """`of_address` and `in_all` are the maximum numbers of requests that wait."""
        self._of_address, self._in_all = of_address, in_all
        self._newcomers: OrderedDict[str, _Queue] = OrderedDict()
        self._others: OrderedDict[str, _Queue] = OrderedDict()
        self._served: deque[str] = deque(maxlen=RECENT)
        """The addresses of the last turns."""
        self._is_taken = False
        self._in_a_row = 0
        """The number of turns that newcomers had since the last one of another address."""
        self._running: set[asyncio.Task[Any]] = set()
        """The computation in progress. The event loop itself has no strong reference to a task."""

    @property
    def waiting(self) -> int:
        """The number of requests that wait."""
        return sum(map(_size, self._queues()))

    async def run(self, asker: Asker, compute: Callable[[], Awaitable[T]]) -> T:
        """Return the result of a function that is called when it is the asker's turn. Raises 429 and 503 problems."""
        await self._turn(asker)
        task = asyncio.create_task(self._finish(compute))
        self._running.add(task)
        task.add_done_callback(self._running.discard)
        return await asyncio.shield(task)

    async def in_thread(self, asker: Asker, work: Callable[[], T]) -> T:
        """Return the result of a function, which a thread calls. Raises 429 and 503 problems."""
        return await self.run(asker, lambda: in_thread(work))

    async def once(self, asker: Asker, results: MutableMapping[K, T], key: K, compute: Callable[[], Awaitable[T]]) -> T:
        """Return the result of a key, computed once if none is held. One that is held needs no turn.

        Raises 429 and 503 problems, and what `compute` raises.
        """
        if key in results:
            return results[key]

        async def computed() -> T:
            # another request may have computed it meanwhile
            if key in results:
                return results[key]
            result = results[key] = await compute()
            return result

        return await self.run(asker, computed)

    async def shown(self, asker: Asker, loaded: Loaded, form: str, prepare: Callable[[], Callable[[], bytes]]) -> bytes:
        """Return the cached representation of a game, computed once. A cached one needs no turn.

        `prepare` reads the game, and returns the function that a thread calls. Raises 429 and 503 problems.
        """
        if (known := loaded.found(form)) is not None:
            return known

        async def compute() -> bytes:
            found = loaded.found(form)
            made = await in_thread(prepare()) if found is None else found
            return loaded.shown(form, lambda: made)

        return await self.run(asker, compute)

    async def _finish(self, compute: Callable[[], Awaitable[T]]) -> T:
        try:
            return await compute()
        finally:
            self._pass_on()

    async def _turn(self, asker: Asker) -> None:
        """Wait for the turn. Raises 429 and 503 problems."""
        if not self._is_taken:
            self._is_taken = True
            self._served.append(asker.address)
            return
        turn = self._queued(asker)
        try:
            await turn
        except asyncio.CancelledError:
            if turn.cancelled():
                self._remove(asker, turn)
            elif turn.exception() is None:
                # cancelled just after the turn was given
                self._pass_on()
            raise

    def _queued(self, asker: Asker) -> _Turn:
        """Return a place in the queue. Raises 429 and 503 problems."""
        own = self._queue_of(asker.address)
        size = 0 if own is None else _size(own)
        if size >= self._of_address:
            message = f"{size} requests of your address wait for answers that take long to compute: wait for one"
            raise ProblemError("too-many-requests", message, RETRY_AFTER)
        if self.waiting >= self._in_all:
            self._make_room(size)
            own = self._queue_of(asker.address)
        if own is None:
            line = self._others if asker.address in self._served else self._newcomers
            own = line[asker.address] = OrderedDict()
        turn: _Turn = asyncio.get_running_loop().create_future()
        own.setdefault(asker.token, deque()).append(turn)
        return turn

    def _make_room(self, size: int) -> None:
        """Refuse the last request of the address with the most. Raises a 503 problem if no address has many more.

        `size` is the number of waiting requests of the address that needs the room.
        """
        full = ProblemError("unavailable", "too many answers that take long to compute are wanted", RETRY_AFTER)
        longest = max(self._queues(), key=_size)
        if _size(longest) <= size + 1:
            raise full
        turn = max(longest.values(), key=len).pop()
        self._drop_empty()
        if not turn.done():
            turn.set_exception(full)

    def _pass_on(self) -> None:
        """Give the turn to the next request that waits."""
        while (turn := self._next()) is not None:
            # one that is cancelled leaves the queue by itself a little later
            if not turn.done():
                turn.set_result(None)
                return
        self._is_taken = False

    def _next(self) -> _Turn | None:
        """Remove the next request from the queue, and let its token and its address wait after the others."""
        is_newcomer = bool(self._newcomers) and (self._in_a_row < NEWCOMERS or not self._others)
        line = self._newcomers if is_newcomer else self._others
        if not line:
            return None
        self._in_a_row = self._in_a_row + 1 if is_newcomer else 0
        address, queue = line.popitem(last=False)
        token, turns = queue.popitem(last=False)
        turn = turns.popleft()
        if turns:
            queue[token] = turns
        if queue:
            self._others[address] = queue
        self._served.append(address)
        return turn

    def _remove(self, asker: Asker, turn: _Turn) -> None:
        turns = (self._queue_of(asker.address) or {}).get(asker.token)
        if turns is not None and turn in turns:
            turns.remove(turn)
            self._drop_empty()

    def _drop_empty(self) -> None:
        for line in (self._newcomers, self._others):
            for address, queue in [*line.items()]:
                for token in [token for token, turns in queue.items() if not turns]:
                    del queue[token]
                if not queue:
                    del line[address]

    def _queue_of(self, address: str) -> _Queue | None:
        found = self._newcomers.get(address)
        return self._others.get(address) if found is None else found

    def _queues(self) -> Iterator[_Queue]:
        yield from self._newcomers.values()
        yield from self._others.values()


_computing = 0
"""The number of threads that compute."""

_USUAL = sys.getswitchinterval()


async def in_thread(work: Callable[[], T]) -> T:
    """Return the result of a slow function, which a thread calls; meanwhile threads switch more often."""
    return await asyncio.to_thread(_switching_often, work)


def _switching_often(work: Callable[[], T]) -> T:
    global _computing  # noqa: PLW0603 - the interval is global, too
    with _lock:
        _computing += 1
        sys.setswitchinterval(SWITCHING)
    try:
        return work()
    finally:
        with _lock:
            _computing -= 1
            if not _computing:
                sys.setswitchinterval(_USUAL)


_lock = threading.Lock()


def _size(queue: _Queue) -> int:
    return sum(map(len, queue.values()))
