"""The index of the API: its release, its documents, and the lists with which a client begins."""

from collections.abc import Mapping
from typing import Annotated, Any

import msgspec
from litestar import Response, get
from msgspec import Meta

from service.core.http.messages import Reply
from service.core.http.problems import problems
from service.core.http.response.conditional import unchanging_bytes
from service.people.api.request import PlayerRequest
from service.release import release

DOCUMENTS: Mapping[str, str] = {
    "openapi": "/openapi.json",
    "openapi_yaml": "/openapi.yaml",
    "asyncapi": "/asyncapi.json",
    "docs": "/docs",
    "guide": "/docs/guide",
    "changelog": "/docs/changelog",
    "problems": "/problems/",
    "specification": "/docs/SPEC.md",
    "specification_of_acts": "/docs/tournaments/RECORDS.md",
    "specification_of_pairings": "/docs/tournaments/PAIRING.md",
    "rules_of_tournaments": "/docs/tournaments/RULES.md",
    "verifier": "/docs/verify.mjs",
    "bots": "/docs/bots",
    "python": "/docs/python",
    "typescript": "/docs/typescript",
    "about": "/about",
}

RESOURCES: Mapping[str, str] = {
    "sign_up": "/v1/players",
    "me": "/v1/me",
    "own_games": "/v1/me/games",
    "own_stream": "/v1/me/stream",
    "players": "/v1/players",
    "rulesets": "/v1/rulesets",
    "clocks": "/v1/clocks",
    "games": "/v1/games",
    "games_stream": "/v1/games/stream",
    "results": "/v1/results",
    "results_stream": "/v1/results/stream",
    "tournaments": "/v1/tournaments",
    "rounds": "/v1/tournaments/rounds",
    "ratings": "/v1/ratings",
    "bundles": "/v1/games/bundles",
    "dumps": "/dumps/",
    "webhooks": "/v1/webhooks",
    "verifications": "/v1/verifications",
    "authorization_server": "/.well-known/oauth-authorization-server",
    "keys": "/.well-known/jwks.json",
    "live": "/health/live",
    "ready": "/health/ready",
}


class Index(Reply, frozen=True):
    """Where everything is."""

    name: Annotated[str, Meta(description="The name of the software: `Ludolog`.")]
    release: Annotated[str, Meta(description="The number of its release, such as `0.3.0`.")]
    documents: Annotated[Mapping[str, str], Meta(description="The paths of the documents, by name.")]
    resources: Annotated[
        Mapping[str, str], Meta(description="The paths with which a client begins, by name. The others have an id.")
    ]


@get("/v1", summary="Read the index", operation_id="index", responses=problems("bad-request"), tags=["health"])
async def index(request: PlayerRequest) -> Response[Index]:
    """Return the release of the service, and the paths of its documents and main resources.

    The list of all operations is the document `openapi`.
    """
    return unchanging_bytes(request, "v1", _encoded)


def _encoded() -> bytes:
    return msgspec.json.encode(Index("Ludolog", release(), DOCUMENTS, RESOURCES))


routes: tuple[Any, ...] = (index,)
