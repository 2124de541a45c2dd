"""How many players are here, and how many watch."""

from typing import Annotated

from litestar import Response, Router, get
from litestar.params import QueryParameter
from msgspec import Meta

from service.core.http.messages import GameId, Reply
from service.core.http.problems import problems
from service.core.http.request.parameters import bad_parameter
from service.presence.presence import Presence

MOST = 100
"""Games that one request may ask for."""

GamesAsked = Annotated[
    str | None,
    QueryParameter(name="games", min_length=1, description=f"Up to {MOST} ids of games, separated by commas."),
]


class WatchedGame(Reply, frozen=True):
    """A game that is watched now."""

    game: GameId
    watchers: Annotated[int, Meta(ge=1, description="How many watch it, and neither play it nor own it.")]


class PresenceReply(Reply, frozen=True):
    """How many are here now."""

    players: Annotated[
        int, Meta(ge=0, description="The registered players who follow a stream, such as that of their games.")
    ]
    watchers: Annotated[
        int, Meta(ge=0, description="How many watch public games that they neither play nor own, in all.")
    ]
    games: Annotated[
        tuple[WatchedGame, ...],
        Meta(description="Those of the games asked for that are watched, in the order of the request."),
    ]


@get("/presence", summary="Count who is here", operation_id="presence", responses=problems("bad-request"))
async def read_presence(presence: Presence, asked_for: GamesAsked = None) -> Response[PresenceReply]:
    """Return how many players are here, and how many watch public games, in all and the games asked for.

    The numbers are those of open streams, some seconds old. A person counts once for each address or account. Private
    games, and games without spectators, are watched by nobody. The reply says nothing of who it is.
    """
    asked = () if asked_for is None else tuple(dict.fromkeys(asked_for.split(",")))
    if len(asked) > MOST:
        raise bad_parameter("games", f"games names {len(asked)} games: ask for at most {MOST} at a time")
    found = presence.numbers()
    watched = tuple(WatchedGame(game, found.games[game]) for game in asked if found.games.get(game))
    reply = PresenceReply(found.players, found.watchers, watched)
    return Response(reply, headers={"Cache-Control": "no-store"})


router = Router("/v1", route_handlers=[read_presence], tags=["games"])
