"""The views of many versions of a game in one response: the first whole, then patches."""

from typing import Annotated, Any

from litestar import Response, Router, get
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import QueryParameter

from service.core.http.problems import ProblemError, problems
from service.core.http.request.cursors import next_link
from service.core.http.request.languages import ACCEPT_LANGUAGE, Lang
from service.core.http.request.parameters import bad_parameter
from service.core.http.response.conditional import CONTENT_TYPE, represented_packed
from service.core.http.response.negotiation import NDJSON
from service.people.accounts import Accounts
from service.people.api.request import PlayerRequest
from service.play.api.access import Access
from service.play.api.commands.routes import SEEING, As, WithPieces
from service.play.api.games.replies import version_of
from service.play.api.loading import Games
from service.play.api.replay.pages import Page
from service.play.api.representations import digested_packed, sharing_of
from service.play.api.texts import language_header, texts_of
from service.play.loaded import Loaded
from service.play.placing import placing_of
from service.play.play import Play
from service.play.texts import said_to
from service.play.turns import in_thread

MAX_VERSIONS = 1000
"""The maximum number of versions in a response."""

From = Annotated[
    int | None,
    QueryParameter(name="from", description="The first version, by default the one at which the game started."),
]
To = Annotated[int | None, QueryParameter(description="The last version, by default the last one of the game.")]


@get(
    "/{game:str}/views",
    summary="Read the views of many versions",
    operation_id="views",
    responses={
        200: ResponseSpec(str, generate_examples=False, description="A line for each version.", media_type=NDJSON),
        **problems(*SEEING, "not-started"),
    },
)
async def views(
    request: PlayerRequest,
    play: Play,
    accounts: Accounts,
    access: Access,
    games: Games,
    game: str,
    start: From = None,
    to: To = None,
    wanted: As = None,
    pieces: WithPieces = None,
    lang: Lang = None,
) -> Response[Any]:
    """Return a line for each version: its event, the scores, and the view as `view` returns it.

    The first line has the whole view. Each further line has a JSON Patch (RFC 6902) to the view of the line before. A
    response has at most 1000 versions; `Link` then has the request for the next ones, which starts with a whole view.
    With `pieces=true`, the views have what stands on the board.
    """
    texts = texts_of(request, accounts, lang)
    loaded = await games.load_watched(request, game)
    viewer = access.viewer_of(request, loaded.game, wanted)
    texts = said_to(texts, viewer, wanted)
    first, last = _range(loaded, start, to)
    end = min(last, first + MAX_VERSIONS - 1)
    place = await placing_of(loaded.game) if pieces else None
    page = Page(loaded, viewer, first, end, end < last, texts, place)
    sharing = sharing_of(access, loaded, viewer, wanted)
    headers = {
        CONTENT_TYPE: NDJSON,
        "Vary": sharing.vary(ACCEPT_LANGUAGE),
        **language_header(texts),
        **next_link(request, end + 1 if page.is_cut else None, "from"),
    }
    tag, packed = await digested_packed(request, loaded, page.tag, lambda: _packed(request, play, page))
    return represented_packed(request, tag, packed, public=sharing.public, headers=headers)


def _range(loaded: Loaded, start: int | None, to: int | None) -> tuple[int, int]:
    """Return the first and the last version. Raises 400, 409 and 416 problems."""
    first = version_of(loaded, loaded.started_at if start is None else start)
    last = version_of(loaded, to)
    if loaded.started_at is None or first < loaded.started_at:
        begins = "" if loaded.started_at is None else f"; it started at version {loaded.started_at}"
        raise ProblemError("not-started", f"the table is laid out when the game starts{begins}")
    if last < first:
        raise bad_parameter("to", f"to is {last} and before the first version {first}: give {first} or a later version")
    return first, last


async def _packed(request: PlayerRequest, play: Play, page: Page) -> bytes:
    """Return the compressed body of a page. Raises 429 and 503 problems."""
    loaded, form = page.loaded, f"{page.tag}.packed"
    if (known := loaded.found(form)) is not None:
        return known

    async def compute() -> bytes:
        if (known := loaded.found(form)) is not None:
            return known
        packed, made = await in_thread(page.work().done)
        page.keep(made)
        return loaded.shown(form, lambda: packed) if page.is_kept else packed

    # in a thread, one at a time: a thousand views would hold up the commands of other games
    return await play.replaying.run(request.asker, compute)


router = Router("/v1/games", route_handlers=[views], tags=["play"])
