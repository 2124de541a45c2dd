"""How many requests a token, or an address without one, may send a minute (draft-ietf-httpapi-ratelimit-headers)."""

import time

from domain.kernel.values import Value

WINDOW = 60
"""Seconds of a window."""


class Taken(Value, frozen=True):
    """How a window stands after a request was counted; no limit is 0."""

    limit: int
    left: int
    seconds: int
    """Until the window ends."""
    is_over: bool

    def headers(self) -> dict[str, str]:
        """Return what says so in a reply."""
        if not self.limit:
            return {}
        return {
            "RateLimit-Policy": f'"requests";q={self.limit};w={WINDOW}',
            "RateLimit": f'"requests";r={self.left};t={self.seconds}',
        }


UNCOUNTED = Taken(0, 0, 0, is_over=False)
"""How a request stands that no limit holds for."""


class Limits:
    """Counts requests in windows of a minute; exact, since all are counted on one event loop."""

    def __init__(self, limit: int) -> None:
        self.limit = limit
        self._window = 0
        self._counts: dict[str, int] = {}

    def take(self, who: str) -> Taken:
        """Count a request."""
        return self._stand(who, 1)

    def look(self, who: str) -> Taken:
        """Return how a window stands, without counting."""
        return self._stand(who, 0)

    def _stand(self, who: str, requests: int) -> Taken:
        if not self.limit:
            return UNCOUNTED
        window, past = divmod(int(time.time()), WINDOW)
        if window != self._window:
            self._window, self._counts = window, {}
        count = self._counts.get(who, 0) + requests
        self._counts[who] = count
        return Taken(self.limit, max(0, self.limit - count), WINDOW - past, is_over=count > self.limit)
