"""The pictures of games: `/embed/games/{id}/picture.svg`, and `.png` where a rasteriser is installed."""

import asyncio
from typing import Any

from litestar import Response, get

from service.api.games.replies import version_of
from service.api.loading import load_public
from service.api.request import PlayerRequest
from service.api.rulesets.routes import BOARD_HEADERS, SVG
from service.games.loaded import Loaded
from service.http.problems import ProblemError
from service.http.request.numbers import parse_int
from service.http.request.parameters import bad_parameter
from service.http.response.conditional import CONTENT_TYPE, digest_of, represented
from service.web.pages import page_language
from service.web.sharing.drawing import drawn
from service.web.sharing.links import PICTURE_WIDTH
from service.web.sharing.raster import can_rasterise, png_of
from service.web.sharing.summary import public_view, summary_of

PNG = "image/png"

_HEADERS = {
    **BOARD_HEADERS,
    # sites that show a preview ask again after a while: a running game has other scores then
    "Cache-Control": "public, max-age=60",
    "Vary": "Accept-Language, Accept-Encoding",
}


@get("/embed/games/{game:str}/picture.svg", include_in_schema=False)
async def svg_picture(request: PlayerRequest, game: str) -> Response[Any]:
    """Return the board of a public game with pieces, names and scores as SVG; with `at` those of a version."""
    body = (await _drawn(request, game)).encode()
    return represented(request, digest_of(body), lambda: body, public=True, headers={**_HEADERS, CONTENT_TYPE: SVG})


@get("/embed/games/{game:str}/picture.png", include_in_schema=False)
async def png_picture(request: PlayerRequest, game: str) -> Response[Any]:
    """Return the same as PNG. Raises a 404 problem if this service has no rasteriser."""
    svg = await _drawn(request, game)
    if not can_rasterise():
        raise ProblemError("not-found", "this service makes no PNG pictures: use picture.svg")
    # one at a time, and not while many views are computed: both would hold up the commands of games
    body = await request.services.play.replaying.run(lambda: png_of(svg, PICTURE_WIDTH))
    return represented(request, digest_of(body), lambda: body, public=True, headers={**_HEADERS, CONTENT_TYPE: PNG})


async def _drawn(request: PlayerRequest, game: str) -> str:
    loaded = await load_public(request, game)
    at = version_asked(request, loaded)
    summary = summary_of(loaded, request.services.accounts, at)
    view = public_view(loaded, at)
    # in a thread: a board without a layout takes a noticeable time to draw
    return await asyncio.to_thread(drawn, summary, view, page_language(request))


def version_asked(request: PlayerRequest, loaded: Loaded) -> int | None:
    """Return the version in the address; None without one. Raises a 400 or 416 problem."""
    text = request.query_params.get("at")
    if text is None:
        return None
    at = parse_int(text)
    if at is None:
        raise bad_parameter("at", "at is no version: give a number from 1, or leave it out")
    return version_of(loaded, at)


routes = (svg_picture, png_picture)
