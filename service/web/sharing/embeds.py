"""The embeds: pages that other sites may show in a frame. They set no cookie and show what every visitor may see."""

from collections.abc import Mapping
from typing import Any, Literal

import msgspec
from litestar import Response, get

from service.core.http.problems import ProblemError
from service.people.accounts import Accounts
from service.people.api.request import PlayerRequest
from service.play.api.loading import Games
from service.tournaments.api.access import load_public as load_public_tournament
from service.tournaments.tournaments import Tournaments
from service.web.pages import EMBED_HEADERS, page_language, render
from service.web.sharing.texts import game_title, leaderboard_title, results_title
from service.web.summary import summary_of
from service.web.titles import check_title, titles_of

GAME_PARAMETERS = ("at", "as", "follow")
"""The parameters of the address of an embedded game, apart from theme and language."""

_Kind = Literal["game", "leaderboard", "results", "tournament"]


@get("/embed/games/{game:str}", include_in_schema=False)
async def embedded_game(request: PlayerRequest, accounts: Accounts, games: Games, game: str) -> Response[Any]:
    """Return the board and the scores of a public game: live, or with `at` at a version."""
    loaded = await games.load_public(game)
    title = game_title(summary_of(loaded, accounts), page_language(request))
    asked = {name: request.query_params[name] for name in GAME_PARAMETERS if name in request.query_params}
    address = f"/games/{game}"
    return _embed(request, "game", title, address, {"game": game, **asked})


@get("/embed/leaderboards/{name:str}", include_in_schema=False)
async def embedded_leaderboard(request: PlayerRequest, name: str) -> Response[Any]:
    """Return the first players of the leaderboard of a title."""
    check_title(name)
    title = leaderboard_title(name, page_language(request))
    return _embed(request, "leaderboard", title, f"/leaderboards/{name}", {"title": name})


@get("/embed/results", include_in_schema=False)
async def embedded_results(request: PlayerRequest) -> Response[Any]:
    """Return the newest results, of all titles or of one."""
    name = request.query_params.get("title")
    if name is not None:
        check_title(name)
    language = page_language(request)
    titles = msgspec.json.encode({title.name: title.title for title in titles_of(language)}).decode()
    asked = {"titles": titles} if name is None else {"titles": titles, "title": name}
    address = "/results" if name is None else f"/results?ruleset={name}"
    return _embed(request, "results", results_title(language), address, asked)


@get("/embed/tournaments/{tournament:str}", include_in_schema=False)
async def embedded_tournament(request: PlayerRequest, tournaments: Tournaments, tournament: str) -> Response[Any]:
    """Return the current round and the standings of a public tournament."""
    found = (await load_public_tournament(tournaments, tournament)).tournament
    address = f"/tournaments/{found.id}"
    return _embed(request, "tournament", found.terms.name, address, {"tournament": found.id})


def _embed(request: PlayerRequest, kind: _Kind, title: str, address: str, data: Mapping[str, str]) -> Response[Any]:
    if any("\0" in value for value in data.values()):
        raise ProblemError("bad-request", "the address contains a NUL character")
    is_fitted = request.query_params.get("fit") == "1"
    context = {"kind": kind, "title": title, "address": address, "data": data, "is_fitted": is_fitted}
    return render(request, "embed.html", context, EMBED_HEADERS)


routes = (embedded_game, embedded_leaderboard, embedded_results, embedded_tournament)
