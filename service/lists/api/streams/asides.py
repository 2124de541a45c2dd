"""What the stream of a player sends besides the rows of the tables. No position of the log counts it."""

from collections.abc import Awaitable, Callable, Sequence
from typing import Protocol, TypeAlias

from service.people.api.request import PlayerRequest


class RowAside(Protocol):
    """What one stream sends besides the rows. It has the position of its reader, and no queue."""

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

    async def take(self) -> bytes:
        """Return what is new, and move on."""
        ...


MakeRowAside: TypeAlias = Callable[..., Awaitable[RowAside]]
"""Called with a request and `as_sse`. Returns what its stream sends besides the rows, from now on."""


class OwnAsides:
    """What the streams of players send besides the rows: each feature adds its own."""

    def __init__(self) -> None:
        self.makers: list[MakeRowAside] = []

    async def of(self, request: PlayerRequest, *, as_sse: bool) -> tuple[RowAside, ...]:
        """Return what the stream of a request sends, from now on."""
        return tuple([await make(request, as_sse=as_sse) for make in self.makers])


async def taken(asides: Sequence[RowAside]) -> bytes:
    """Return what is new in any of these."""
    return b"".join([await each.take() for each in asides if each.has_new])
