"""The log as files (C2SP tlog-tiles), and where it has a game, with the proof (C2SP tlog-proof)."""

from typing import Annotated, Any, Literal

from litestar import Response, Router, get
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import QueryParameter
from msgspec import Meta

from domain.transparency.tiles import name_of
from service.core.http.messages import Reply
from service.core.http.problems import ProblemError, problems
from service.core.http.request.queries import PASTED
from service.core.http.response.conditional import CONTENT_TYPE, digest_of, represented
from service.core.http.response.responses import PrivateResponse
from service.people.api.request import PlayerRequest
from service.play.api.access import Access
from service.play.api.loading import Games
from service.site_log.proofs import GameProofs
from service.site_log.reading import LogReader

TEXT = "text/plain"
BYTES = "application/octet-stream"

FOREVER = "public, max-age=31536000, immutable"
"""Tiles do not change (C2SP tlog-tiles)."""

BRIEFLY = "public, max-age=2"
"""How long a checkpoint may be cached, so that a reader sees the next one soon."""

Which = Annotated[
    Literal["opened", "ended"],
    QueryParameter(description="Which entry: the opening of the game, or its end. Default: `ended`."),
]


class LoggedGame(Reply, frozen=True):
    """Where the transparency log has a game. Positions count from 0."""

    origin: Annotated[str | None, Meta(description="The name of the log; null: the log is still empty.")]
    opened: Annotated[int | None, Meta(description="The position of the opening; null: it is not in the log yet.")]
    ended: Annotated[
        int | None,
        Meta(description="The position of the end; null: the game is not over, or its end is not in the log yet."),
    ]
    checkpoint: Annotated[
        int | None,
        Meta(description="The size of the first checkpoint that covers these positions; null: none does yet."),
    ]


@get(
    "/games/{game:str}/log",
    summary="Find a game in the transparency log",
    operation_id="loggedGame",
    responses=problems("token-needed", "not-found"),
)
async def logged_game(
    request: PlayerRequest, games: Games, site_log: LogReader, game_proofs: GameProofs, game: str
) -> PrivateResponse[LoggedGame]:
    """Return the positions of a game in the transparency log of the site, as far as it has them.

    Every game is in the log a few seconds after it was opened, and its end a few seconds after it ended. Imported games
    are not. [SPEC.md](/docs/SPEC.md) specifies the log.
    """
    loaded = await games.load_seen(request, game)
    # the end of a game is in the log at once, if it is asked for
    await game_proofs.of(loaded)
    place, state = await site_log.place(loaded.game.id), await site_log.state()
    return PrivateResponse(LoggedGame(state.origin or None, place.opened, place.ended, place.size))


@get(
    "/games/{game:str}/log-proof",
    summary="Download the proof that the transparency log has a game",
    operation_id="logProof",
    responses={
        200: ResponseSpec(str, generate_examples=False, description="The proof (C2SP tlog-proof).", media_type=TEXT),
        **problems("bad-request", "token-needed", "not-found"),
    },
)
async def log_proof(
    request: PlayerRequest,
    access: Access,
    games: Games,
    site_log: LogReader,
    game_proofs: GameProofs,
    game: str,
    entry: Which = "ended",
) -> Response[Any]:
    """Return the proof that the log has the opening or the end of a game, with a signed checkpoint, as text.

    The bundle of a game that is over contains both proofs. This file is for programs that read the formats of C2SP:
    <https://c2sp.org/tlog-proof>.
    """
    loaded = await games.load_seen(request, game)
    await game_proofs.of(loaded)
    place = await site_log.place(loaded.game.id)
    number = place.opened if entry == "opened" else place.ended
    proof = None if number is None else await site_log.proof(number)
    if proof is None:
        message = f"the log does not have the {'opening' if entry == 'opened' else 'end'} of the game yet"
        raise ProblemError("not-found", message)
    body = str(proof).encode()
    public = access.is_seen_by_all(loaded.game)
    name = f"{loaded.game.id}.{entry}.tlog-proof"
    headers = {CONTENT_TYPE: TEXT, "Content-Disposition": f'attachment; filename="{name}"'}
    return represented(request, digest_of(body), lambda: body, public=public, for_all=public, headers=headers)


@get("/checkpoint", opt=PASTED, include_in_schema=False)
async def checkpoint(request: PlayerRequest, site_log: LogReader, game_proofs: GameProofs) -> Response[Any]:
    """Return the last checkpoint (C2SP tlog-checkpoint)."""
    await game_proofs.begin()
    note = await site_log.checkpoint()
    if note is None:
        raise ProblemError("not-found", "the log is empty: its first entry is the first game of the site")
    return _text(request, str(note))


@get("/vkey", opt=PASTED, include_in_schema=False)
async def vkey(request: PlayerRequest, site_log: LogReader, game_proofs: GameProofs) -> Response[Any]:
    """Return the key of the log as a verifier key (C2SP signed-note), and its former keys on further lines."""
    await game_proofs.begin()
    state = await site_log.state()
    if not state.is_open:
        raise ProblemError("not-found", "the log is empty: it has a key from its first entry on")
    return _text(request, "".join(f"{key.vkey}\n" for key in state.keys))


def _text(request: PlayerRequest, text: str) -> Response[Any]:
    body = text.encode()
    headers = {CONTENT_TYPE: TEXT, "Cache-Control": BRIEFLY}
    return represented(request, digest_of(body), lambda: body, public=True, for_all=True, headers=headers)


@get("/tile/{name:path}", opt=PASTED, include_in_schema=False)
async def tile(request: PlayerRequest, site_log: LogReader, name: str) -> Response[Any]:
    """Return a tile or a bundle of entries (C2SP tlog-tiles)."""
    asked = name_of(f"tile/{name.removeprefix('/')}")
    body = None if asked is None else await site_log.file(asked)
    if body is None:
        raise ProblemError("not-found", "the log has no such tile: read the checkpoint for its size")
    headers = {CONTENT_TYPE: BYTES, "Cache-Control": FOREVER}
    # hashes do not become smaller
    is_text = asked is not None and asked.level is None
    return represented(
        request, digest_of(body), lambda: body, public=True, for_all=True, compressible=is_text, headers=headers
    )


router = Router("/v1", route_handlers=[logged_game, log_proof], tags=["proof"])
files = Router("/log", route_handlers=[checkpoint, vkey, tile])
