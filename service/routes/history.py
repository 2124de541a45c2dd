"""The history of a game as a viewer may see it."""

from typing import Annotated

import msgspec
from litestar import Response, Router, get
from litestar.datastructures import State
from litestar.params import Parameter

from projections.history import seen
from service.access import PlayerRequest, sight_of
from service.answers import conditional
from service.messages import Events
from service.play import Play
from service.problems import ProblemError, problems
from service.routes.games import load_seen
from service.routes.play import SEEING, As

NDJSON = "application/x-ndjson"


@get("/{game:str}/events", summary="The history as you may see it", operation_id="events", responses=problems(*SEEING))
async def events(
    request: PlayerRequest,
    game: str,
    state: State,
    after: Annotated[int, Parameter(ge=0, description="Events with higher versions than this.")] = 0,
    limit: Annotated[int, Parameter(ge=1, le=1000, description="How many at the most.")] = 200,
    wait: Annotated[int, Parameter(ge=0, le=30, description="Seconds to wait for a first one.")] = 0,
    sight: As = None,
) -> Response[Events]:
    """Return events in their order, as JSON, or a line each with `Accept: application/x-ndjson`."""
    loaded = await load_seen(request, state, game)
    looking = sight_of(request, loaded.game, sight)
    if after > loaded.game.version:
        raise ProblemError("beyond-the-end", f"the game has the versions 1 to {loaded.game.version}")
    play: Play = state.play
    if wait and after == loaded.game.version and not loaded.game.is_over:
        await play.hub.wait(game, wait)
        loaded = await play.load(game)
    shown = "full" if loaded.game.is_over else looking
    items = tuple(seen(entry, shown, loaded.game.seed) for entry in loaded.entries[after : after + limit])
    end = after + len(items)
    public = looking is None and loaded.game.opened.visibility == "public"
    tag = f"{end}.events.{after}.{'public' if shown is None else shown}"
    if NDJSON in request.headers.get("accept", ""):
        lines = b"".join(msgspec.json.encode(item) + b"\n" for item in items)
        plain: Response[bytes] = Response(lines, media_type=NDJSON, headers={"Vary": "Authorization, Accept"})
        return plain  # pyright: ignore[reportReturnType]
    return conditional(request, tag, Events(items, end, loaded.game.is_over), public=public)


router = Router("/v1/games", route_handlers=[events], tags=["play"])
