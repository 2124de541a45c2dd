"""The pictures of games: `/embed/games/{id}/picture.svg`, and `.png` where a rasteriser is installed."""

from collections.abc import Awaitable, Callable
from concurrent.futures import BrokenExecutor
from typing import Any, NamedTuple

import msgspec
from litestar import Response, get
from msgspec.structs import replace

from projections.views.pieces import Pieces
from service.core.connections.asker import Asker
from service.core.http.problems import ProblemError
from service.core.http.request.numbers import parse_int
from service.core.http.request.parameters import bad_parameter
from service.core.http.response.conditional import CONTENT_TYPE, digest_of, is_known, represented
from service.core.http.response.responses import SVG
from service.core.processes.pool import ProcessPool
from service.core.store.lru import ByteCache
from service.people.accounts import Accounts
from service.people.api.request import PlayerRequest
from service.play.api.games.replies import version_of
from service.play.api.loading import Games
from service.play.loaded import Loaded
from service.play.placing import placing_of
from service.play.turns import RETRY_AFTER, Turns, in_thread
from service.rulebook.routes import BOARD_HEADERS
from service.web.pages import page_language
from service.web.sharing.drawing import board_drawn, drawn
from service.web.sharing.links import PICTURE_WIDTH
from service.web.sharing.raster import can_rasterise, png_of
from service.web.summary import Summary, public_view, summary_of

PNG = "image/png"

_HEADERS = {
    **BOARD_HEADERS,
    # sites that show a preview ask again after a while: a running game has other scores then
    "Cache-Control": "public, max-age=60",
    "Vary": "Accept-Language, Accept-Encoding",
}


class Drawing(NamedTuple):
    """What a picture shows, and its language."""

    summary: Summary
    pieces: Pieces | None
    language: str

    def digest(self) -> str:
        """Return a digest of the content. The version alone changes no picture."""
        shown = self._replace(summary=replace(self.summary, version=0))
        return digest_of(msgspec.json.encode(shown))


class Pictures:
    """Makes pictures in the turns of the clients, and keeps them by content and format."""

    def __init__(self) -> None:
        self.turns = Turns()
        self.processes = ProcessPool(lambda: 1, "makes pictures", niceness=0)
        self._kept = ByteCache[str](16 << 20)
        self._digests = ByteCache[str](1 << 20)

    async def sent(
        self, request: PlayerRequest, form: str, make: Callable[[], Awaitable[bytes]], media_type: str
    ) -> Response[Any]:
        """Return the picture that `make` makes, or 304. `form` names its content and format."""
        known = self._digests.get(form)
        body = b"" if known is not None and is_known(request, known.decode()) else await make()
        # of the bytes, since another release may draw the same content in another way
        tag = (known or self._digests.get_or_make(form, lambda: digest_of(body).encode())).decode()
        return represented(request, tag, lambda: body, public=True, headers={**_HEADERS, CONTENT_TYPE: media_type})

    async def made(self, asker: Asker, form: str, draw: Callable[[], bytes]) -> bytes:
        """Return what a thread draws, once for each form. Raises 429 and 503 problems."""
        return await self.turns.once(asker, self._kept, form, lambda: in_thread(draw))

    async def draw(self, asker: Asker, tag: str, drawing: Drawing) -> bytes:
        """Return a picture as SVG, from a thread: the first one of a board takes long. Raises 429 and 503 problems."""
        return await self.made(asker, tag, lambda: drawn(*drawing).encode())

    async def rasterise(self, asker: Asker, tag: str, drawing: Drawing) -> bytes:
        """Return a picture as PNG, from a process. Raises 429 and 503 problems."""

        async def compute() -> bytes:
            svg, board = await in_thread(lambda: (drawn(*drawing, with_board=False), board_drawn(drawing.summary)))
            try:
                return await self.processes.run(png_of, svg, board, PICTURE_WIDTH)
            except BrokenExecutor as error:
                raise ProblemError("unavailable", "no picture can be made now: try again", RETRY_AFTER) from error

        return await self.turns.once(asker, self._kept, tag, compute)

    def close(self) -> None:
        """End the process."""
        self.processes.close()


@get("/embed/games/{game:str}/picture.svg", include_in_schema=False)
async def svg_picture(
    request: PlayerRequest, accounts: Accounts, games: Games, pictures: Pictures, game: str
) -> Response[Any]:
    """Return the board of a public game with pieces, names and scores as SVG; with `at` those of a version."""
    drawing = await drawing_of(request, accounts, games, game)
    form = f"{drawing.digest()}.svg"
    return await pictures.sent(request, form, lambda: pictures.draw(request.asker, form, drawing), SVG)


@get("/embed/games/{game:str}/picture.png", include_in_schema=False)
async def png_picture(
    request: PlayerRequest, accounts: Accounts, games: Games, pictures: Pictures, game: str
) -> Response[Any]:
    """Return the same as PNG. Raises a 404 problem if this service has no rasteriser."""
    drawing = await drawing_of(request, accounts, games, game)
    if not can_rasterise():
        raise ProblemError("not-found", "this service makes no PNG pictures: use picture.svg")
    form = f"{drawing.digest()}.png"
    return await pictures.sent(request, form, lambda: pictures.rasterise(request.asker, form, drawing), PNG)


async def drawing_of(request: PlayerRequest, accounts: Accounts, games: Games, game: str) -> Drawing:
    """Return what a picture of a public game shows. Raises 404, 451, 400 and 416 problems."""
    return Drawing(*await position_of(request, accounts, games, game), page_language(request))


async def position_of(
    request: PlayerRequest, accounts: Accounts, games: Games, game: str
) -> tuple[Summary, Pieces | None]:
    """Return what a public game is at the version asked for, and its pieces. Raises 404, 451, 400 and 416 problems."""
    loaded = await games.load_public(game)
    at = version_asked(request, loaded)
    summary = summary_of(loaded, accounts, at)
    view = public_view(loaded, at)
    return summary, None if view is None else (await placing_of(loaded.game))(view)


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
