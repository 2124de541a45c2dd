"""Counts the open streams of accounts and addresses."""

from collections import Counter
from collections.abc import Generator
from contextlib import contextmanager
from typing import Literal, TypeAlias

from service.core.http.request.player_ids import PLAYER

StreamKind: TypeAlias = Literal["game", "me", "games", "results"]


class TooManyStreamsError(Exception):
    """An account or an address has the maximum number of open streams. Carries that number."""

    def __init__(self, most: int) -> None:
        super().__init__(f"at most {most} streams")
        self.most = most


class OpenStreams:
    """The open streams of this process, by holder (an account, or an address without a token) and by kind."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._of_holder = Counter[str]()
        self.by_kind = Counter[StreamKind]({"game": 0, "me": 0, "games": 0, "results": 0})
        self.watching: dict[str, Counter[str]] = {}
        """The streams of those who watch a public game without a seat, by game and holder."""

    @property
    def players(self) -> int:
        """The number of accounts with open streams."""
        return sum(holder.startswith(PLAYER) for holder in self._of_holder)

    def check(self, holder: str) -> None:
        """Raise TooManyStreamsError if the holder has the maximum number. 0 means no limit."""
        if self._most and self._of_holder[holder] >= self._most:
            raise TooManyStreamsError(self._most)

    @contextmanager
    def counted(self, holder: str, kind: StreamKind, watched: str | None = None) -> Generator[None]:
        """Count a stream until the block ends. `watched` is the public game that it watches without a seat."""
        self._of_holder[holder] += 1
        self.by_kind[kind] += 1
        if watched is not None:
            self.watching.setdefault(watched, Counter())[holder] += 1
        try:
            yield
        finally:
            if watched is not None:
                self._left(watched, holder)
            self.by_kind[kind] -= 1
            self._of_holder[holder] -= 1
            if not self._of_holder[holder]:
                del self._of_holder[holder]

    def _left(self, watched: str, holder: str) -> None:
        holders = self.watching[watched]
        holders[holder] -= 1
        if not holders[holder]:
            del holders[holder]
        if not holders:
            del self.watching[watched]
