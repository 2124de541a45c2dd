"""The analysis of a finished game."""

from collections.abc import Callable
from typing import Any

from litestar import Response, Router, get
from litestar.openapi.datastructures import ResponseSpec

from domain.analysis.analyse import NotAnalysable
from domain.analysis.report import GameAnalysis
from domain.game.decide import NotPossible
from service.core.http.problems import problems
from service.core.http.response.codings import compressed
from service.core.http.response.conditional import represented_packed
from service.people.api.request import PlayerRequest
from service.play.api.access import Access
from service.play.api.loading import Games
from service.play.api.representations import digested_packed
from service.play.loaded import Loaded
from service.play.play import Play
from service.proof.analysis import analysed

SHARED = "public, max-age=86400, immutable"
"""The caching directive of the analysis of a public game: the log of an ended game does not change any more."""


@get(
    "/{game:str}/analysis",
    summary="Analyse a finished game",
    operation_id="analysis",
    responses={
        200: ResponseSpec(GameAnalysis, generate_examples=False, description="The analysis."),
        **problems("token-needed", "not-found", "game-not-over"),
    },
)
async def analysis(request: PlayerRequest, play: Play, access: Access, games: Games, game: str) -> Response[Any]:
    """Return luck, scores over time, what was paid and returned, and the time used.

    Luck compares each draw with its exact expectation at the table before it. The analysis follows from the log alone:
    `ludolog analyse` computes the same bytes from the bundle.

    `words` of the title has the names of measures, kinds, amounts and outcomes. The analysis of a game does not change,
    so that it may be cached.
    """
    loaded = await games.load_watched(request, game)
    if loaded.game.status != "ended":
        raise NotPossible("game-not-over", str(NotAnalysable(loaded.game.status)))
    public = access.is_seen_by_all(loaded.game)
    form = f"{loaded.game.version}.analysis"
    tag, packed = await digested_packed(request, loaded, form, lambda: _packed(request, play, loaded, f"{form}.packed"))
    headers = {"Cache-Control": SHARED} if public else {}
    return represented_packed(request, tag, packed, public=public, for_all=public, headers=headers)


async def _packed(request: PlayerRequest, play: Play, loaded: Loaded, form: str) -> bytes:
    """Return the compressed document, computed once for each game in the cache."""

    def prepare() -> Callable[[], bytes]:
        entries = tuple(loaded.entries)
        return lambda: compressed(analysed(entries), "smallest")

    # in a thread, one at a time: it takes about 50 ms for 900 events
    return await play.replaying.shown(request.asker, loaded, form, prepare)


router = Router("/v1/games", route_handlers=[analysis], tags=["play"])
