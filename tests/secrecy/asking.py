"""Requests to an application in this process, through its whole ASGI stack, and everything that comes back."""

import asyncio
import re
from collections.abc import Mapping
from typing import Any, NamedTuple

import msgspec
from litestar import Litestar

WITHIN = 240.0
"""Seconds that a request has."""


class Ask(NamedTuple):
    """A request."""

    method: str
    path: str
    query: str = ""
    headers: Mapping[str, str] = {}
    body: object = None

    def __str__(self) -> str:
        told = {name: value for name, value in self.headers.items() if name != "Authorization"}
        return f"{self.method} {self.path}?{self.query} {told} {'' if self.body is None else self.body}"

    def having(self, **headers: str) -> "Ask":
        """Return the request with more headers; an underscore stands for a hyphen."""
        more = {name.replace("_", "-"): value for name, value in headers.items()}
        return self._replace(headers={**self.headers, **more})


class Answer(NamedTuple):
    """An answer, as it goes over the wire: every header, every byte; the id of the request is that of the test."""

    status: int
    headers: tuple[tuple[str, str], ...]
    body: bytes

    def header(self, name: str) -> str | None:
        """Return a header, if there is one."""
        return next((value for key, value in self.headers if key == name), None)

    def json(self) -> Any:
        """Return the body."""
        return msgspec.json.decode(self.body)


async def ask(app: Litestar, asked: Ask) -> Answer:
    """Send a request and return the whole answer."""
    exchange = _Exchange(asked, None)
    async with asyncio.timeout(WITHIN):
        await app(exchange.scope(), exchange.receive, exchange.send)
    return exchange.answer()


async def listen(app: Litestar, asked: Ask, until: re.Pattern[bytes]) -> Answer:
    """Send a request for a stream, and hang up once it has sent a match; return all that came up to its end."""
    exchange = _Exchange(asked, until)
    async with asyncio.timeout(WITHIN):
        await app(exchange.scope(), exchange.receive, exchange.send)
    answer = exchange.answer()
    # what a reader is handed at once may end later
    found = until.search(answer.body)
    assert found is not None
    return answer._replace(body=answer.body[: found.end()])


class _Exchange:
    """One request and its answer, as messages of ASGI."""

    def __init__(self, asked: Ask, until: re.Pattern[bytes] | None) -> None:
        self._asked = asked
        self._until = until
        self._sent = b"" if asked.body is None else msgspec.json.encode(asked.body)
        self._is_sent = False
        self._gone: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self._started: Any = {}
        self._body = b""

    def scope(self) -> Any:
        """Return what the server tells of the request."""
        asked = self._asked
        headers = {"Host": "ludolog", "X-Request-ID": "request-of-the-test", **asked.headers}
        if asked.body is not None:
            headers |= {"Content-Type": "application/json", "Content-Length": str(len(self._sent))}
        return {
            "type": "http",
            "asgi": {"version": "3.0", "spec_version": "2.3"},
            "http_version": "1.1",
            "method": asked.method,
            "scheme": "http",
            "path": asked.path,
            "raw_path": asked.path.encode(),
            "query_string": asked.query.encode(),
            "root_path": "",
            "headers": [(name.lower().encode(), value.encode()) for name, value in headers.items()],
            "client": ("127.0.0.1", 40_000),
            "server": ("127.0.0.1", 8000),
            "state": {},
            "extensions": {},
        }

    async def receive(self) -> Any:
        """Return the body of the request, then wait for the end."""
        if self._is_sent:
            return await self._gone
        self._is_sent = True
        return {"type": "http.request", "body": self._sent, "more_body": False}

    async def send(self, message: Any) -> None:
        """Take a part of the answer."""
        if message["type"] == "http.response.start":
            self._started = message
            return
        self._body += bytes(message.get("body", b""))
        if self._until is not None and self._until.search(self._body) and not self._gone.done():
            self._gone.set_result({"type": "http.disconnect"})

    def answer(self) -> Answer:
        """Return all that has come."""
        headers = self._started["headers"]
        told = tuple(sorted((name.decode(), value.decode()) for name, value in headers))
        return Answer(self._started["status"], told, self._body)
