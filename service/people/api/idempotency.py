"""Idempotency keys, and the origin of a request that the log stores."""

import hashlib
import re
from typing import Annotated

from litestar import Response
from litestar.params import HeaderParameter

from domain.kernel.codec import canonical
from service.core.http.headers import REQUEST_ID
from service.core.http.problems import ProblemError
from service.core.store.recorder import Origin
from service.core.store.timeouts import with_timeout
from service.people.api.request import PlayerRequest
from service.people.request_keys import KEPT_FOR, Executed, KeyedRequest, RequestKeys, keyed_request
from service.people.tokens import Token

MAX_KEY = 128

REPLAYED = "Idempotency-Replayed"

_GAME = re.compile(r"/v1/games/([^/]+)")
"""The beginning of a path in a game, with its id."""

IdempotencyKey = Annotated[
    str | None,
    HeaderParameter(
        name="Idempotency-Key",
        required=False,
        min_length=1,
        # the path of `commandByKey` contains the key, and clients encode non-ASCII headers differently
        pattern="^[ -.0-~]+$",
        max_length=MAX_KEY,
        description=(
            "A key of your choice, of printable ASCII without a slash. A repeated request with the same key and body "
            "has the same response and no further effect; with another body it returns 422. Names and deliveries in a "
            f"repeated response are the current ones. Keys are stored for {KEPT_FOR // 86_400:.0f} days, or with what "
            "the request created; in each game or tournament a key is another one. Errors are not stored: correct the "
            "request and send it again with the same key. A key that contains a token or another secret is refused."
        ),
    ),
]


def origin_of(token: Token, key: str | None, asked: object) -> Origin:
    """Return the origin of a request: its sender, its idempotency key, the digest of its content, and its id."""
    digest = None if key is None else hashlib.sha256(canonical(asked)).hexdigest()
    return Origin(token.sender, key, digest, REQUEST_ID.get())


def keyed_of(request: PlayerRequest, token: Token, key: str | None, body: object = None) -> KeyedRequest | None:
    """Return the key of a request that writes no log entry; None without a key."""
    return None if key is None else keyed_at(token, key, request.method, request.url.path, body)


def keyed_at(token: Token, key: str, method: str, path: str, body: object = None) -> KeyedRequest:
    """Return the key of a request to a path. All requests with the same key must share method, path and body."""
    game = _GAME.match(path)
    return keyed_request(token, key, canonical({"method": method, "path": path, "body": body}), game and game[1])


async def executed(keys: RequestKeys, keyed: KeyedRequest | None) -> Executed | None:
    """Return the earlier request with the same key. Raises KeyReusedError."""
    return None if keyed is None else await with_timeout(keys.executed, keyed)


async def missing_unless_executed(request_keys: RequestKeys, keyed: KeyedRequest | None, reason: str) -> Response[None]:
    """Return the reply to a DELETE whose resource is missing: another request with the key may have deleted it.

    Raises a 404 problem with this reason.
    """
    if await executed(request_keys, keyed) is None:
        raise ProblemError("not-found", reason)
    return no_content(replayed=True)


def replay_headers(replayed: bool) -> dict[str, str]:
    """Return the header that marks the response of an earlier request."""
    return {REPLAYED: "true"} if replayed else {}


def no_content(*, replayed: bool) -> Response[None]:
    """Return the empty response of a DELETE."""
    headers = {"Cache-Control": "no-store", **replay_headers(replayed)}
    return Response(None, status_code=204, headers=headers)
