"""The pages of operators and moderators, and the page on which a person gets an account back.

Each is a frame: its module asks the API, which refuses everybody without a role.
"""

from typing import Any
from urllib.parse import quote

from litestar import Response, get

from service.core.http.request.player_ids import full_id
from service.people.api.request import PlayerRequest
from service.web.pages import render


def _page(request: PlayerRequest, kind: str, subject: str = "", json: str | None = None) -> Response[Any]:
    return render(request, "desk.html", {"json": json, "kind": kind, "subject": subject})


@get("/desk", include_in_schema=False)
async def desk(request: PlayerRequest) -> Response[Any]:
    """Return the search for players, the first page of the desk."""
    return _page(request, "players", json="/v1/moderation/players")


@get("/desk/players/{player:str}", include_in_schema=False)
async def desk_player(request: PlayerRequest, player: str) -> Response[Any]:
    """Return the page of a player at the desk."""
    player = full_id(player)
    return _page(request, "player", player, f"/v1/moderation/players/{quote(player, safe=':')}")


@get("/desk/games/{game:str}", include_in_schema=False)
async def desk_game(request: PlayerRequest, game: str) -> Response[Any]:
    """Return the page of a game at the desk."""
    return _page(request, "game", game, f"/v1/moderation/games/{quote(game, safe='')}")


@get("/desk/tournaments/{tournament:str}", include_in_schema=False)
async def desk_tournament(request: PlayerRequest, tournament: str) -> Response[Any]:
    """Return the page of a tournament at the desk."""
    return _page(request, "tournament", tournament, f"/v1/moderation/tournaments/{quote(tournament, safe='')}")


@get("/desk/ratings", include_in_schema=False)
async def desk_ratings(request: PlayerRequest) -> Response[Any]:
    """Return the times whose games count for no rating."""
    return _page(request, "ratings", json="/v1/moderation/periods")


@get("/desk/roles", include_in_schema=False)
async def desk_roles(request: PlayerRequest) -> Response[Any]:
    """Return the page of operators and moderators."""
    return _page(request, "roles", json="/v1/moderation/roles")


@get("/desk/site", include_in_schema=False)
async def desk_site(request: PlayerRequest) -> Response[Any]:
    """Return the page on which operators switch sign-up, the notice to all and maintenance, and make codes."""
    return _page(request, "site", json="/v1/site")


@get("/desk/log", include_in_schema=False)
async def desk_log(request: PlayerRequest) -> Response[Any]:
    """Return the log of moderation."""
    return _page(request, "log", json="/v1/moderation/acts")


@get("/recover", include_in_schema=False)
async def recover(request: PlayerRequest) -> Response[Any]:
    """Return the page to which the link of an operator leads. The secret is in the fragment, which no server gets."""
    return render(request, "recover.html", {"json": None}, {"Referrer-Policy": "no-referrer"})


routes = (desk, desk_player, desk_game, desk_tournament, desk_ratings, desk_roles, desk_site, desk_log, recover)
