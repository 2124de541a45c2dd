"""What a page has from the beginning for the person who is signed in: the answers of the API to its first requests.

The page asks the application itself, with the credentials of its own request, so that it has exactly what the person
would be answered: there is no second set of rules for who sees what. Only a session gets it, and no cache stores such a
page.
"""

import asyncio
import time
from collections.abc import Awaitable, Mapping, Sequence
from typing import Any, cast
from urllib.parse import quote

import msgspec
from litestar.types import HTTPScope, Message, Scope
from markupsafe import Markup

from service.core.http.problems import ProblemError
from service.core.parts import parts_of
from service.core.store.errors import StoreError
from service.core.store.storage_watch import StorageWatch
from service.people.api.auth import ADMITTED, Admitted, Gate
from service.people.api.request import PlayerRequest
from service.people.quotas.rate_limit import UNCOUNTED
from service.web.pages import page_language

FIRST = 60
"""How many events a table reads at first, as in `static/js/table/addresses.js`."""

TIMEOUT = 1.0
"""Seconds for which a page waits for the answers, such as lists that lag behind the log.

After that it is sent without them, and asks for them itself.
"""

_SESSION = "/v1/sessions/current"

_OWN_GAMES = tuple(f"/v1/me/games?{which}&limit=50" for which in ("awaiting=true", "status=open", "status=running"))
"""The lists of own games, as `static/js/pages/lobby.js` reads them."""

_OTHERS = ("as", "at")
"""The parameters with which a table shows the game as somebody else, or its past."""

_OK = 200


async def given_to_table(request: PlayerRequest, storage: StorageWatch, game: str) -> Markup | None:
    """Return what the page of a running game has for a person who plays there; None for everybody else."""
    if not _may_have(request, storage) or any(name in request.query_params for name in _OTHERS):
        return None
    return await _block(_of_table(request, f"/v1/games/{quote(game, safe='')}"))


async def given_to_lobby(request: PlayerRequest, storage: StorageWatch) -> Markup | None:
    """Return what the lobby has for a person who is signed in; None for everybody else."""
    return await _block(_asked(request, (_SESSION, *_OWN_GAMES))) if _may_have(request, storage) else None


def _may_have(request: PlayerRequest, storage: StorageWatch) -> bool:
    """Whether a request has a session, and the database answers."""
    return request.user is not None and request.user.is_session and storage.lost is None


async def _block(answering: Awaitable[Mapping[str, bytes] | None]) -> Markup | None:
    """Return answers by address as JSON for a data block, with the time in milliseconds since 1970; None without."""
    try:
        async with asyncio.timeout(TIMEOUT):
            answers = await answering
    except TimeoutError:
        return None
    if answers is None:
        return None
    members = b",".join(msgspec.json.encode(address) + b":" + body for address, body in answers.items())
    block = b'{"now":%d,"answers":{%s}}' % (time.time() * 1000, members)
    # this character is in strings only
    return Markup(block.decode().replace("<", "\\u003c"))  # noqa: S704 - nothing in it ends the block


async def _of_table(request: PlayerRequest, path: str) -> Mapping[str, bytes] | None:
    """Return what a table asks at first; None unless the person plays there."""
    found = await _asked(request, (path, _SESSION))
    if found is None:
        return None
    game, session = (cast("dict[str, Any]", msgspec.json.decode(body)) for body in found.values())
    person = session["session"] and session["session"]["player"]["id"]
    if game["status"] != "running" or person not in {seat["player"] for seat in game["seats"]}:
        return None
    after = max(0, game["version"] - FIRST)
    addresses = (
        f"{path}/view?pieces=true",
        f"{path}/decisions",
        f"{path}/events?after={after}&limit={game['version'] - after}",
        f"/v1/rulesets/{game['ruleset']}/words",
    )
    others = await _asked(request, addresses)
    return None if others is None else {**found, **others}


async def _asked(request: PlayerRequest, addresses: Sequence[str]) -> Mapping[str, bytes] | None:
    """Return the bodies of the answers by address; None if one of them is refused."""
    found: dict[str, bytes] = {}
    for address in addresses:
        body = await _answer(request, address)
        if body is None:
            return None
        found[address] = body
    return found


async def _answer(request: PlayerRequest, address: str) -> bytes | None:
    """Return the body with which the application answers the person; None if it refuses."""
    path, _, query = address.partition("?")
    headers = request.scope["headers"]
    scope: dict[str, Any] = {
        **request.scope,
        "method": "GET",
        "path": path,
        "raw_path": path.encode(),
        "query_string": query.encode(),
        "headers": headers,
        "path_params": {},
        "state": {},
    }
    # the page needed less: a suspended person has it, and it may not know yet that the session was revoked elsewhere
    try:
        identity = await parts_of(request.app).get(Gate).identify(cast("HTTPScope", scope))
    except (ProblemError, StoreError):
        return None
    if identity.token is None or identity.refusal is not None:
        return None
    # the page was counted
    scope[ADMITTED] = Admitted(identity, UNCOUNTED)
    host = [pair for pair in headers if pair[0] == b"host"]
    language = page_language(request).encode()
    scope["headers"] = [*host, (b"accept", b"application/json"), (b"accept-language", language)]
    statuses: list[int] = []
    parts: list[bytes] = []

    requests: list[Any] = [{"type": "http.request", "body": b"", "more_body": False}]

    async def receive() -> Any:
        # a handler that waits for the end of the connection does not spin
        return requests.pop() if requests else await asyncio.Event().wait()

    async def send(message: Message) -> None:
        if message["type"] == "http.response.start":
            statuses.append(message["status"])
        elif message["type"] == "http.response.body":
            parts.append(message["body"])

    await request.app.asgi_router(cast("Scope", scope), receive, send)
    return b"".join(parts) if statuses == [_OK] else None
