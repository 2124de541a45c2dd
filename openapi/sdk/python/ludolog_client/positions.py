"""What has been seen of a service with replicas, so that its next reply shows that at least."""

from __future__ import annotations

import re
import threading
from typing import ClassVar

HEADER = "Ludolog-Position"
"""The header with what a reply shows, and in a request with what the client has seen: `log.accounts`."""

_TEXT = re.compile(r"(\d+)\.(\d+)")


class Positions:
    """The position of one server that all clients in this process have seen. Services without replicas say none."""

    _all: ClassVar[dict[str, Positions]] = {}
    _all_lock = threading.Lock()

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._seen: tuple[int, int] | None = None
        self._forgotten = 0

    @classmethod
    def of(cls, server: str) -> Positions:
        """Return the position of a server: what one client has changed, another one in this process sees."""
        with cls._all_lock:
            return cls._all.setdefault(server, cls())

    def begin(self) -> tuple[int, str | None]:
        """Return a number for `note`, and what a read says that it has seen; None: its reply shows all."""
        with self._lock:
            return self._forgotten, None if self._seen is None else "{}.{}".format(*self._seen)

    def note(self, began: int, text: str | None, *, is_read: bool) -> None:
        """Note what a reply shows, None if it does not say it: after a change, the next reply has to show all.

        The reply to a request that was sent before something was forgotten does not bring it back.
        """
        found = _TEXT.fullmatch(text or "")
        if found is None:
            if not is_read:
                self.forget()
            return
        with self._lock:
            if began == self._forgotten:
                before = self._seen or (0, 0)
                self._seen = max(before[0], int(found[1])), max(before[1], int(found[2]))

    def forget(self) -> None:
        """Forget what was seen, after something newer was learnt in another way: the next reply shows all."""
        with self._lock:
            self._seen = None
            self._forgotten += 1
