"""What the stream of a game sends besides the events of the log, such as messages. No position of the log counts it."""

from collections.abc import Callable, Sequence
from typing import Protocol

from domain.game.game import Game
from service.people.api.request import PlayerRequest


class Aside(Protocol):
    """What one stream sends besides the events. It has the position of its reader, and no queue."""

    def follow(self, wake: Callable[[], None]) -> None:
        """Call `wake` when there is something new, until `leave`."""
        ...

    def leave(self) -> None:
        """Wake the reader no longer."""
        ...

    @property
    def has_new(self) -> bool:
        """Whether there is something that the reader has not looked at."""
        ...

    async def take(self, game: Game) -> bytes:
        """Return what is new and visible for the reader in this state of the game, and move on."""
        ...


class MakeAside(Protocol):
    """Returns what the stream of a request sends besides the events, from now on; None: nothing."""

    async def __call__(self, request: PlayerRequest, game: str, *, as_sse: bool) -> Aside | None:
        """Return it."""
        ...


class _Several:
    """Several asides of one stream."""

    def __init__(self, asides: Sequence[Aside]) -> None:
        self._asides = asides

    def follow(self, wake: Callable[[], None]) -> None:
        for aside in self._asides:
            aside.follow(wake)

    def leave(self) -> None:
        for aside in self._asides:
            aside.leave()

    @property
    def has_new(self) -> bool:
        return any(aside.has_new for aside in self._asides)

    async def take(self, game: Game) -> bytes:
        return b"".join([await aside.take(game) for aside in self._asides if aside.has_new])


def together(asides: Sequence[Aside]) -> Aside | None:
    """Return several asides as one; None: there is none."""
    return _Several(asides) if len(asides) > 1 else next(iter(asides), None)
