"""The request of the front. It decodes only the headers that are read, and does not copy a body of one message."""

from typing import Any

from litestar.types import Receive, ReceiveMessage, Scope

from service.people.api.request import PlayerRequest


class RawHeaders:
    """The headers of a request, as a handler reads them."""

    __slots__ = ("_pairs",)

    def __init__(self, scope: Scope) -> None:
        self._pairs = scope["headers"]

    def get(self, name: str, default: str | None = None) -> str | None:
        """Return the first value of a header."""
        raw = name.lower().encode()
        for key, value in self._pairs:
            if key == raw:
                return value.decode("latin-1")
        return default

    def getall(self, name: str, default: list[str]) -> list[str]:
        """Return all values of a header."""
        raw = name.lower().encode()
        return [value.decode("latin-1") for key, value in self._pairs if key == raw] or default

    def __contains__(self, name: str) -> bool:
        return self.get(name) is not None


class FrontRequest(PlayerRequest):
    """A plain request for a hot route."""

    @property
    def headers(self) -> Any:
        """The headers."""
        return RawHeaders(self.scope)

    async def body_of(self, size: int) -> bytes:
        """Return the body, which has this size. Raises what the framework raises for one that is cut off.

        granian announces a further message even after the last byte: the size saves waiting for it.
        """
        first: Any = await self.receive()
        if first["type"] == "http.request" and len(first["body"]) == size:
            return first["body"]
        self.receive = _again(first, self.receive)
        return await self.body()


def _again(first: ReceiveMessage, receive: Receive) -> Receive:
    """Return a receive function that returns a message again before the next ones."""
    waiting = [first]

    async def next_message() -> Any:
        return waiting.pop() if waiting else await receive()

    return next_message
