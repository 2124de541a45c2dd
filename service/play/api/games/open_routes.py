"""Open games: one, or many together."""

from collections.abc import Sequence

from litestar import Response, post

from domain.game.decide import NewGame, NotPossible, check_new_game
from domain.kernel.ruleset import OptionError
from service.core.http.problems import FieldError, ProblemError, problems
from service.core.settings import Settings
from service.core.store.errors import KeyReusedError
from service.core.store.recorder import Origin
from service.core.store.timeouts import with_timeout
from service.people.accounts import Accounts
from service.people.api.callers import account_of
from service.people.api.idempotency import IdempotencyKey, origin_of, replay_headers
from service.people.api.request import PlayerRequest
from service.people.api.scopes import with_scope
from service.people.quotas import open_games as quotas
from service.people.quotas.caps import CapReachedError
from service.people.tokens import Token
from service.play.api.games.messages import GameReply, OpenedGames, OpenGame, OpenGames
from service.play.api.games.new_game import (
    OPENING_PROBLEMS,
    Opened,
    asked_fields,
    invite_to_seats,
    new_game,
    opened_before,
)
from service.play.api.nested import errors_within
from service.play.play import Play, game_id_of

MAX_BULK_BODY = 1024 * 1024
"""Maximum size in bytes of a request that opens many games."""


@post(
    "/",
    summary="Open a game",
    operation_id="openGame",
    security=with_scope("games:create"),
    responses=problems(*OPENING_PROBLEMS),
)
async def open_game(
    request: PlayerRequest,
    settings: Settings,
    play: Play,
    accounts: Accounts,
    open_games: quotas.OpenGames,
    data: OpenGame,
    key: IdempotencyKey = None,
) -> Response[GameReply]:
    """Open a game and commit to its secret seed. Take your own seat with PUT.

    The reply has the invitations to seats that are reserved for `invitation`. A repetition with the same idempotency
    key returns the same ones.

    Bots can take seats at once. Players take their seats with PUT, and so does the owner. Omitted options have the
    values of the profile.
    """
    token = account_of(request, "games:create")
    origin = origin_of(token, key, {"open": asked_fields(data)})
    game = game_id_of(token.player, key)
    opened = await opened_before(play, accounts, token, [game], origin)
    if opened is None:
        opened = await _open(
            play, accounts, open_games, token, [new_game(data, token.player, settings, play, accounts)], [game], origin
        )
    (reply,) = opened.replies(accounts)
    headers = {"Cache-Control": "no-store", "Location": f"/v1/games/{game}", **replay_headers(opened.is_replayed)}
    return Response(reply, headers=headers)


@post(
    "/bulk",
    summary="Open several games",
    operation_id="openGames",
    security=with_scope("games:create"),
    responses=problems(*OPENING_PROBLEMS),
    request_max_body_size=MAX_BULK_BODY,
)
async def open_games(
    request: PlayerRequest,
    settings: Settings,
    play: Play,
    accounts: Accounts,
    open_games: quotas.OpenGames,
    data: OpenGames,
    key: IdempotencyKey = None,
) -> Response[OpenedGames]:
    """Open up to 200 games, all or none. A repetition with the same idempotency key returns the same games.

    `errors` of a problem names the first game that cannot be opened. Caps count all games of the request.

    All games are opened in one transaction. For a tournament, reserve the seats, and give the games `tags`, `starts_at`
    and a rule for players who do not come: then the service starts them.
    """
    token = account_of(request, "games:create")
    origin = origin_of(token, key, {"open": [asked_fields(each) for each in data.games]})
    games = [game_id_of(token.player, None if key is None else f"{key}/{number}") for number in range(len(data.games))]
    opened = await opened_before(play, accounts, token, games, origin)
    if opened is None:
        new = [_in_bulk(number, each, token.player, settings, play, accounts) for number, each in enumerate(data.games)]
        opened = await _open(play, accounts, open_games, token, new, games, origin)
    reply = OpenedGames(tuple(opened.replies(accounts)))
    return Response(reply, headers={"Cache-Control": "no-store", **replay_headers(opened.is_replayed)})


def _in_bulk(number: int, data: OpenGame, owner: str, settings: Settings, play: Play, accounts: Accounts) -> NewGame:
    """Return a game of several. Raises a problem that points to it."""
    try:
        with errors_within(f"games/{number}"):
            new = new_game(data, owner, settings, play, accounts)
            check_new_game(new)
    except ProblemError as problem:
        errors = problem.members["errors"] or (FieldError(f"/games/{number}", problem.detail),)
        raise ProblemError(problem.code, f"game {number}: {problem.detail}", errors=errors) from None
    return new


async def _open(
    play: Play,
    accounts: Accounts,
    open_games: quotas.OpenGames,
    token: Token,
    new: Sequence[NewGame],
    games: Sequence[str],
    origin: Origin,
) -> Opened:
    """Open games within the caps of the account. Raises CapReachedError, NotPossible, OptionError, KeyReusedError.

    The invitations precede the games: a crash leaves no game without them. An invitation without a game has no effect,
    and a repetition with the same idempotency key uses it.
    """
    for each in new:
        check_new_game(each)
    is_taken = await with_timeout(open_games.take, token.player, *games)
    try:
        reserved = {game: each.terms.reserved for game, each in zip(games, new, strict=True)}
        invitations = await invite_to_seats(accounts, token, reserved)
        return Opened(await play.open_all(new, games, origin), invitations)
    except (NotPossible, KeyReusedError, OptionError, CapReachedError):
        if is_taken:
            await with_timeout(open_games.give_back, *games)
        raise
