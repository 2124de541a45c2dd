"""Thumbnails of positions: the map of a title, which all its games share, and the pieces of a game, laid over it."""

from typing import Any

import msgspec
from litestar import Response, get

from domain.rulesets import RULESETS
from projections.boards import has_board
from service.core.http.problems import ProblemError
from service.core.http.request.numbers import parse_int
from service.core.http.response.conditional import digest_of, unchanging_bytes
from service.core.http.response.responses import SVG
from service.people.accounts import Accounts
from service.people.api.request import PlayerRequest
from service.play.api.loading import Games
from service.play.cache import UnknownGameError, UnreadableGameError
from service.play.turns import in_thread
from service.rulebook.routes import BOARD_HEADERS
from service.web.sharing.drawing import map_drawn, pieces_drawn
from service.web.sharing.pictures import Pictures, position_of
from service.web.titles import check_title

_HIDDEN = ("not-found", "withheld")
_NOTHING = b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 3 2"/>'


@get("/embed/boards/{name:str}/map.svg", include_in_schema=False)
async def board_map(request: PlayerRequest, name: str) -> Response[Any]:
    """Return the map of a title without pieces. `data_set` and `seats` choose it; unknown ones are the usual ones."""
    check_title(name)
    if not has_board(name):
        raise ProblemError("not-found", "this title has no board")
    ruleset = RULESETS[name]
    asked = request.query_params.get("data_set")
    data_set = asked if asked is not None and asked in ruleset.data_sets() else ruleset.default_data_set
    seats = parse_int(request.query_params.get("seats", ""))
    if seats not in ruleset.seats:
        seats = ruleset.seats[-1]
    # the first map of a data set takes long
    drawn = (await in_thread(lambda: map_drawn(name, data_set, seats))).encode()
    return unchanging_bytes(
        request, f"map {name}/{data_set}/{seats}", lambda: drawn, headers=BOARD_HEADERS, media_type=SVG
    )


@get("/embed/games/{game:str}/pieces.svg", include_in_schema=False)
async def game_pieces(
    request: PlayerRequest, accounts: Accounts, games: Games, pictures: Pictures, game: str
) -> Response[Any]:
    """Return the pieces of a public game, in the units of its map; `at` names a version.

    A game that some visitors may not see has none, like one that does not exist or that cannot be read: a list shows
    its map alone.
    """
    try:
        summary, pieces = await position_of(request, accounts, games, game)
    except (UnknownGameError, UnreadableGameError):
        return await pictures.sent(request, "nothing.svg", _nothing, SVG)
    except ProblemError as error:
        if error.code not in _HIDDEN:
            raise
        return await pictures.sent(request, "nothing.svg", _nothing, SVG)
    shown = (summary.ruleset, summary.data_set, len(summary.seats), pieces)
    form = f"{digest_of(msgspec.json.encode(shown))}.pieces.svg"

    async def compute() -> bytes:
        return await pictures.made(request.asker, form, lambda: pieces_drawn(summary, pieces).encode())

    return await pictures.sent(request, form, compute, SVG)


async def _nothing() -> bytes:
    return _NOTHING


routes = (board_map, game_pieces)
