"""Delays between the attempts of a task that fails."""


class Backoff:
    """Returns delays in seconds that double from `first` to `longest`."""

    __slots__ = ("_first", "_longest", "_next")

    def __init__(self, first: float, longest: float) -> None:
        self._first = first
        self._longest = longest
        self._next = first

    def delay(self) -> float:
        """Return the delay before the next attempt."""
        delay, self._next = self._next, min(2 * self._next, self._longest)
        return delay

    def reset(self) -> None:
        """Start again with the first delay: an attempt was successful."""
        self._next = self._first
