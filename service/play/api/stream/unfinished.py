"""Sends a message without a task of its own.

A relay serves thousands of readers. Waking the task of each reader for each event costs more than the send itself, and
most sends complete at once. `begin` therefore drives the coroutine of the send by hand:

      begin ──► runs to the first point at which it has to wait
                  │
                  ├─ returned ──────────► None: the message is sent
                  │
                  ├─ raised ────────────► the exception of the send
                  │
                  └─ yielded a future ──► UnfinishedSend, which holds the future and the rest of the coroutine
                                            │
                                            ▼  the task of the reader awaits it, exactly once
                                          passes the future on to the event loop, then drives the rest, to the end

Between the two steps no code of the send runs. Its coroutine sees one task throughout only if it does not ask for the
current task before it waits; the sends of the server do not.
"""

from collections.abc import Generator
from typing import Any, Self

from litestar.types import Message, Send


class UnfinishedSend(Generator[Any, Any, None]):
    """The rest of a send that has to wait. It must be awaited once.

    It passes exceptions on to the send, too: a cancellation, or the error of the future.
    """

    def __init__(self, first: Any, rest: Generator[Any, Any, None]) -> None:
        self._first = first
        """The future that `begin` has taken out of the coroutine; None once the event loop has it."""
        self._rest = rest

    def __await__(self) -> Self:
        return self

    def send(self, value: Any, /) -> Any:
        """Continue the send. Return the next future."""
        if self._first is None:
            return self._rest.send(value)
        first, self._first = self._first, None
        return first

    def throw(self, *error: Any) -> Any:
        """Raise an exception in the send. Return the next future."""
        return self._rest.throw(*error)


def begin(send: Send, message: Message) -> UnfinishedSend | None:
    """Send a message as far as that is possible without waiting. Return the rest, or None if the message is sent."""
    rest = send(message).__await__()
    try:
        first = next(rest)
    except StopIteration:
        return None
    return UnfinishedSend(first, rest)
