"""The stream of a game, read in a thread, so that the user can type while waiting."""

import threading
import time
from http import HTTPStatus
from queue import Empty, SimpleQueue
from types import TracebackType
from typing import Self

from service.terminal.connection.client import Client
from service.terminal.connection.errors import ProblemReply
from service.terminal.display.words import Json

_PAUSE = 0.5
"""Seconds before a reconnect after the server has ended the stream, as it does when it stops."""


class Following:
    """The events of a game after a version, and after each batch the open decisions, in a queue.

    An item has the field `record` (an event), `awaiting` (the open decisions), `talk` (a message) or `statement` (the
    game is over).
    """

    def __init__(self, client: Client, game: str, after: int) -> None:
        self._client = client
        self._game = game
        self._after = after
        self._items: SimpleQueue[Json | Exception] = SimpleQueue()
        self._has_talk = True
        """Whether the server sends messages. One of an earlier release refuses to."""
        self._is_closed = False
        self._thread = threading.Thread(target=self._run, name="ludolog-stream", daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        # the thread ends with the next line that it reads: a heartbeat, at the latest
        self._is_closed = True

    def next(self, seconds: float) -> Json | None:
        """Return the next item; None on timeout. Raises the error that ended the stream."""
        try:
            item = self._items.get(timeout=seconds)
        except Empty:
            return None
        if isinstance(item, Exception):
            raise item
        return item

    def _run(self) -> None:
        try:
            while not self._is_closed:
                try:
                    if self._is_read_to_the_end():
                        return
                except ProblemReply as problem:
                    if problem.status != HTTPStatus.BAD_REQUEST or not self._has_talk:
                        raise
                    self._has_talk = False
                    continue
                time.sleep(_PAUSE)
        except Exception as error:  # noqa: BLE001 - without an item, the reader would wait forever
            self._items.put(error)

    def _is_read_to_the_end(self) -> bool:
        """Read the stream until it ends. Return whether the game is over."""
        talk = {"talk": "true"} if self._has_talk else {}
        path = f"/games/{self._game}/stream"
        for item in self._client.lines(path, after=self._after, awaiting="true", **talk):
            if self._is_closed:
                return True
            if "record" in item:
                self._after = item["record"]["version"]
            self._items.put(item)
            if "statement" in item:
                return True
        return False
