"""Whole games: open, get, start, cancel, resign."""

import msgspec
from litestar import Response, Router, delete, get, post

from domain.game.events import STAND_IN
from domain.game.game import Game, seat_of
from service.core.http.problems import problems
from service.core.http.response.conditional import digest_of
from service.core.store.timeouts import with_timeout
from service.people.accounts import Accounts
from service.people.api.callers import token_of
from service.people.api.idempotency import IdempotencyKey, no_content, origin_of, replay_headers
from service.people.api.request import PlayerRequest
from service.people.api.scopes import with_scope
from service.people.rows import SeatGivenUp
from service.play.api.access import Access
from service.play.api.games.messages import GameReply
from service.play.api.games.open_routes import open_game, open_games
from service.play.api.games.replies import game_reply
from service.play.api.loading import Games
from service.play.api.owning import Owners
from service.play.api.representations import conditional
from service.play.loaded import Done
from service.play.play import Play

LOBBY_PROBLEMS = ("bad-request", "token-needed", "scope-missing", "not-yours", "not-found", "game-not-open")


def _answer(accounts: Accounts, done: Done, status: int) -> Response[GameReply]:
    loaded = done.loaded
    game = loaded.at(done.last)
    headers = {"Cache-Control": "no-store", **replay_headers(done.replayed)}
    return Response(game_reply(game, accounts, foreign=loaded.is_foreign), status_code=status, headers=headers)


@get("/{game:str}", summary="Read a game", operation_id="game", responses=problems("token-needed", "not-found"))
async def get_game(
    request: PlayerRequest, accounts: Accounts, access: Access, games: Games, game: str
) -> Response[GameReply]:
    """Return the status, seats, version and head of a game.

    The response is small and has an ETag: poll it to see whether the game has changed. `awaiting` lists the seats that
    must act.
    """
    loaded = await games.load_seen(request, game)
    found = loaded.game
    public, voided = access.is_seen_by_all(found), access.is_void(found)
    return conditional(
        request,
        loaded,
        f"{found.version}.game.terms.{_names_tag(found, accounts)}{'.void' if voided else ''}",
        lambda: game_reply(found, accounts, foreign=loaded.is_foreign, voided=voided),
        public=public,
        for_all=public,
    )


def _names_tag(game: Game, accounts: Accounts) -> str:
    """Return a digest of the names in a representation: names can change without a new version of the game."""
    seated = (name for one in game.occupants for name in ((one.player, one.resigned) if one else (None, None)))
    players = (game.opened.owner, *seated)
    return digest_of(msgspec.json.encode([accounts.name_of(player) for player in players]))[:16]


@delete(
    "/{game:str}",
    summary="Cancel a game",
    operation_id="abandonGame",
    security=with_scope("games:create", "games:organise"),
    responses=problems(*LOBBY_PROBLEMS, "key-reused"),
)
async def abandon(
    request: PlayerRequest,
    play: Play,
    owners: Owners,
    games: Games,
    game: str,
    key: IdempotencyKey = None,
) -> Response[None]:
    """Cancel a game before its start. It remains listed as abandoned, and its secrets become public.

    Only the owner can cancel a game, and only before its start. The response has no body.
    """
    loaded = await games.load_seen(request, game)
    allowed = await owners.only_owner(request, loaded, "games:create")
    done = await play.abandon(loaded, allowed, origin_of(token_of(request), key, {"abandon": game}))
    return no_content(replayed=done.replayed)


@post(
    "/{game:str}/start",
    summary="Start a game",
    operation_id="startGame",
    security=with_scope("games:create", "games:organise"),
    responses=problems(*LOBBY_PROBLEMS, "seats-free", "key-reused"),
    status_code=200,
)
async def start(
    request: PlayerRequest,
    play: Play,
    accounts: Accounts,
    owners: Owners,
    games: Games,
    game: str,
    key: IdempotencyKey = None,
) -> Response[GameReply]:
    """Start a game with all seats taken, up to the first decision of a player.

    Only the owner can start a game. It advances to the first choice of a player.
    """
    loaded = await games.load_seen(request, game)
    allowed = await owners.only_owner(request, loaded, "games:create")
    done = await play.start(loaded, allowed, origin_of(token_of(request), key, {"start": game}))
    return _answer(accounts, done, 200)


@post(
    "/{game:str}/resignations",
    summary="Resign from a game",
    operation_id="resign", security=with_scope("games:play"),
    responses=problems(
        "bad-request", "token-needed", "scope-missing", "not-yours", "not-found", "game-not-running",
        "seat-not-yours", "key-reused",
    ),
)  # fmt: skip
async def resign(
    request: PlayerRequest,
    play: Play,
    accounts: Accounts,
    access: Access,
    games: Games,
    game: str,
    key: IdempotencyKey = None,
) -> Response[GameReply]:
    """Give up your seat. A bot plays on, and the result shows the resignation.

    A resignation is permanent. A bot plays the seat to the end, unless one player is left of those who started the
    game: then it ends at once, and this player is first (`others_left`). The seat is ranked last, whatever the score of
    the bot, unless the game is adjudicated. If every human player has resigned, nobody wins, and the game is not rated.
    """
    origin = None if request.user is None else origin_of(request.user, key, {"resign": game})
    loaded = await games.load_seen(request, game, origin)
    token, seat_in = token_of(request), access.own_seat_to_give_up(request)
    done = await play.resign(loaded, seat_in, STAND_IN, origin)
    seat = seat_of(done.loaded.at(done.first - 1), token.player)
    # a repetition releases the seat again: the process may have ended after the commit of the first request
    if seat is not None and seat_of(done.loaded.game, token.player) != seat:
        await with_timeout(accounts.release_seat, SeatGivenUp(game, seat, token.player, token.id))
    return _answer(accounts, done, 201)


router = Router(
    "/v1/games",
    route_handlers=[open_game, open_games, get_game, abandon, start, resign],
    tags=["games"],
)
