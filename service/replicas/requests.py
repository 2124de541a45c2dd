"""Which requests replicas may answer, and the header by which replies and requests say positions."""

import asyncio
import re
from collections import Counter
from collections.abc import Awaitable, Callable, Iterable
from typing import Any, Literal, TypeAlias, cast, get_args

from litestar import Litestar
from litestar.types import ASGIApp, HTTPScope, Message, Receive, Scope, Send

from service.core.connections.origins import header
from service.core.http.headers import INCOMPLETE_HEADER, POSITION_HEADER
from service.core.parts import parts_of
from service.core.store.freshness import FRESHNESS, Freshness, Position
from service.core.store.store import Store
from service.people.api.identity import SAFE

_LISTS = re.compile(
    r"/v1/(?:games|games/bundles|leaderboards/[^/]+|me/games|me/organised|results|results/feed\.(?:atom|json)"
    r"|players/[^/]+/(?:activity|against/[^/]+|feed\.(?:atom|json)|games|ratings|record))"
    r"|/badge/players/[^/]+/[^/]+"
)
"""Lists, results and ratings, and what is made of them."""

_GAME = re.compile(
    r"/v1/games/(?!bundles$|stream$)([^/]+)(?:/(?:bundle|events|pieces|result|stream|verification|view|views))?"
)
"""A game, its views, history, bundle and stream. Decisions, messages, notes and orders of seats are not among them."""

_RAW_HEADER = POSITION_HEADER.lower().encode()
_RAW_INCOMPLETE = INCOMPLETE_HEADER.lower().encode()
_REFUSED = 400
_KEPT = b"max-age="
"""What Cache-Control of a reply has that caches send again without asking."""

KNOWN_WITHIN = 1.0
"""Seconds for which the reply to a change waits until this process knows a position that contains it."""


def is_list(path: str) -> bool:
    """Return whether replicas may answer a path for every caller."""
    return _LISTS.fullmatch(path) is not None


def game_of(path: str) -> str | None:
    """Return the game of a path that replicas may answer for callers without a seat, or after the end."""
    found = _GAME.fullmatch(path)
    return None if found is None else found[1]


def may_lag(method: str, path: str) -> bool:
    """Return whether replicas may answer a request, at least for some callers."""
    return method in {"GET", "HEAD"} and (is_list(path) or game_of(path) is not None)


def position_of(scope: HTTPScope) -> Position | None:
    """Return the position that the client of a request has seen. A text that is none counts as none."""
    sent = header(scope["headers"], _RAW_HEADER)
    return None if sent is None else Position.of(sent)


Source: TypeAlias = Literal["replicas", "polled", "primary"]
"""What has answered: replicas or memory alone; the same after the primary was asked for the end of the log, a short
statement that requests share; or the primary."""

SOURCES: tuple[Source, ...] = get_args(Source)


def _source_of(freshness: Freshness) -> Source:
    if freshness.has_fallen_back:
        return "primary"
    return "polled" if freshness.needed is None else "replicas"


def _is_kept(headers: Iterable[tuple[bytes, bytes]]) -> bool:
    """Return whether caches may send a reply with these headers again without asking."""
    return any(name.lower() == b"cache-control" and _KEPT in value for name, value in headers)


class Answering:
    """Follows each request to its reply."""

    def __init__(self, catch_up: Callable[[], Awaitable[None]], known: Callable[[], Position]) -> None:
        """`catch_up` returns once this process knows all that is durable; raises the errors of the database.

        `known` returns what it knows.
        """
        self.answered: Counter[Source] = Counter()
        """Requests that replicas may answer, by what has answered them."""
        self._catch_up = catch_up
        self._known = known

    async def respond(self, app: ASGIApp, scope: HTTPScope, receive: Receive, send: Send) -> None:
        """Answer a request, and add the position to the reply."""
        freshness = Freshness()
        FRESHNESS.set(freshness)

        async def with_position(message: Message) -> None:
            if message["type"] == "http.response.start":
                position = await self._position(scope["method"], message["status"], freshness)
                # a position that comes from a cache years later tells a client nothing of what it has seen
                if position is not None and not _is_kept(message["headers"]):
                    message["headers"] = [*message["headers"], (_RAW_HEADER, str(position).encode())]
            await send(message)

        await app(scope, receive, with_position)

    async def _position(self, method: str, status: int, freshness: Freshness) -> Position | None:
        """Return what a reply shows; None: the header is left out."""
        if freshness.admitted is None:
            return None
        if freshness.may_lag:
            self.answered[_source_of(freshness)] += 1
        if method not in SAFE and status < _REFUSED:
            try:
                async with asyncio.timeout(KNOWN_WITHIN):
                    await self._catch_up()
            except Exception:  # noqa: BLE001 - what was changed is stored, and the client has to know it
                # without the header, the next request of the client sees all that is durable when it arrives
                return None
            return self._known()
        return freshness.shown or freshness.admitted


def with_positions(app: ASGIApp, framework: Litestar) -> ASGIApp:
    """Return an application whose replies say their positions, if the service has replicas.

    Lists of a log in partitions say how many of them do not answer.
    """

    async def respond(scope: Scope, receive: Receive, send: Send) -> None:
        asked: Any = scope
        answering = parts_of(framework).find(Answering) if asked["type"] == "http" else None
        if asked["type"] == "http" and is_list(asked["path"]):
            send = _saying_what_is_away(framework, send)
        if answering is None:
            await app(scope, receive, send)
        else:
            await answering.respond(app, cast("HTTPScope", scope), receive, send)

    return respond


def _saying_what_is_away(framework: Litestar, send: Send) -> Send:
    """Return a function that adds the number of partitions that do not answer to a reply that has succeeded."""
    store = parts_of(framework).find(Store)
    partitions = None if store is None else store.application.rows.partitions
    if partitions is None:
        return send
    away = len(partitions.away)

    async def said(message: Message) -> None:
        if message["type"] == "http.response.start" and message["status"] < _REFUSED:
            # one that was lost, or was found again, while the reply was made counts
            count = max(away, len(partitions.away))
            if count:
                message["headers"] = [*message["headers"], (_RAW_INCOMPLETE, str(count).encode())]
        await send(message)

    return said
