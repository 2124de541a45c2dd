"""Games before and beside play: open, list, start, cancel, resign, result."""

from functools import cache
from typing import Annotated, Any, Literal

import msgspec
from litestar import Response, Router, delete, get, post
from litestar.datastructures import State
from litestar.params import QueryParameter

from domain.game import Game, NotPossible
from domain.kernel.ruleset import Ruleset
from domain.kernel.values import Seat
from projections.lobby import LobbyRow
from service.access import (
    PlayerRequest,
    account_of,
    may_see,
    may_watch,
    not_null,
    only_owner,
    own_seat_to_give_up,
    token_of,
)
from service.accounts import Accounts
from service.answers import game_reply
from service.bots import BOTS
from service.cache import UnreadGameError
from service.certificates import certificate_of
from service.cursors import cursor_of, next_link, paged, parts_of, text_asked
from service.game_messages import GameReply, GameRow, Games, OpenGame, Result
from service.loaded import Done, KeyReusedError, Loaded
from service.numbers import small_number
from service.origins import IdempotencyKey, origin_of, replay_headers
from service.patience import in_time
from service.play import Play, game_id_of
from service.problems import ProblemError, problems
from service.quotas.open_games import OpenGames
from service.readmodels.lobby import Asker, Wanted
from service.readmodels.lobby import games as listed_games
from service.readmodels.reading import ReadModels
from service.representations import conditional, listed
from service.routes.rulesets import ruleset_named
from service.scores import Scores
from service.signing import Signer

RESIGNED_TO = "careful"
"""The bot that plays a seat on which was given up."""

LOBBY_PROBLEMS = ("bad-request", "token-needed", "scope-missing", "not-yours", "not-found", "game-not-open")


async def load_seen(request: PlayerRequest, state: State, game: str) -> Loaded:
    """Return a game that whoever asks may see; raises a 404 problem, UnreadGameError only to who may know of it."""
    play: Play = state.play
    found: Loaded | UnreadGameError
    try:
        found = await play.load(game)
    except UnreadGameError as unread:
        found = unread
    if not may_see(request, found.game):
        raise ProblemError("not-found", "there is no such game")
    if isinstance(found, UnreadGameError):
        raise found
    return found


async def load_watched(request: PlayerRequest, state: State, game: str) -> Loaded:
    """Return a game whose table whoever asks may look at; raises a 404 problem."""
    loaded = await load_seen(request, state, game)
    if not may_watch(request, loaded.game):
        raise ProblemError("not-found", "the game has no spectators until it is over")
    return loaded


def _answer(loaded: Loaded, state: State, done: Done, status: int) -> Response[GameReply]:
    game = loaded.at(done.last)
    headers = {"Cache-Control": "no-store", **replay_headers(done.replayed)}
    if status == 201:  # noqa: PLR2004 - HTTP's number
        headers["Location"] = f"/v1/games/{game.id}"
    return Response(game_reply(game, state.accounts, foreign=loaded.is_foreign), status_code=status, headers=headers)


@post(
    "/",
    summary="Open a game",
    operation_id="openGame",
    responses=problems(
        "bad-request", "token-needed", "scope-missing", "unknown-ruleset", "seats", "data-set", "invalid-option",
        "unknown-bot", "no-such-seat", "open-game-limit", "key-reused",
    ),
)  # fmt: skip
async def open_game(
    request: PlayerRequest, data: OpenGame, state: State, key: IdempotencyKey = None
) -> Response[GameReply]:
    """Open a game; its secret seed is made and committed to now. Take your own seat with PUT."""
    token = account_of(request, "organise")
    play: Play = state.play
    ruleset = ruleset_named(data.ruleset, "unknown-ruleset")
    options = ruleset.resolve_options(data.profile, data.options, data.data_set)
    bots = _bots(ruleset, data.bots)
    opening = game_id_of(token.player, key)
    open_games: OpenGames = state.open_games
    is_taken = await in_time(open_games.take, token.player, opening)
    try:
        game, done = await play.open(
            ruleset,
            data.seats,
            options,
            data.data_set or ruleset.default_data_set,
            token.player,
            data.visibility,
            bots,
            data.spectators,
            origin_of(token, key, {"open": msgspec.to_builtins(data)}),
            opening,
        )
    except (NotPossible, KeyReusedError):
        if is_taken:
            await in_time(open_games.give_back, opening)
        raise
    return _answer(await play.load(game), state, done, 201)


def _bots(ruleset: Ruleset[Any], wanted: dict[str, str]) -> dict[Seat, str]:
    bots: dict[Seat, str] = {}
    for text, bot in wanted.items():
        seat = small_number(text)
        if seat is None:
            raise ProblemError("no-such-seat", f"bots are given by seat number, not by {text[:40]!r}")
        bots[seat] = bot_named(ruleset.name, bot)
    return bots


def bot_named(ruleset: str, bot: str) -> str:
    """Return the name of a bot of a title; raises a 422 problem where there is none."""
    if bot not in BOTS[ruleset]:
        raise ProblemError("unknown-bot", f"there is no bot {bot[:40]!r}; there are {', '.join(BOTS[ruleset])}")
    return bot


Status = Annotated[
    Literal["open", "running", "ended", "abandoned"] | None, QueryParameter(description="Games of this status only.")
]
Title = Annotated[str | None, QueryParameter(description="Games of this title only, such as `giganten`.")]
Limit = Annotated[int, QueryParameter(ge=1, le=200, description="How many at the most.")]
Cursor = Annotated[str | None, QueryParameter(description="The `next` of the page before.")]


@get("/", summary="Games that you may see", operation_id="games", responses=problems("bad-request", "token-needed"))
async def list_games(
    request: PlayerRequest,
    state: State,
    status: Status = None,
    ruleset: Title = None,
    player: Annotated[str | None, QueryParameter(description="Games in which this player, or bot, has a seat.")] = None,
    limit: Limit = 50,
    cursor: Cursor = None,
) -> Response[Games]:
    """Return games, newest first: the public ones, and the private ones in which you sit or which you opened."""
    return await page_of_games(request, state, status, ruleset, player, limit, cursor)


async def page_of_games(
    request: PlayerRequest,
    state: State,
    status: str | None,
    ruleset: str | None,
    player: str | None,
    limit: int,
    cursor: str | None,
) -> Response[Games]:
    """Return a page of the games that whoever asks may see."""
    not_null(request, "status")
    token = request.user
    asker = Asker() if token is None else Asker(token.player, token.game)
    wanted = games_asked(status, ruleset, player, limit, cursor)
    models: ReadModels = state.models
    found = await models.read(("lobby",), lambda asked: listed_games(asked, asker, wanted))
    page, following = paged(found, limit, cursor_after)
    return listed(request, Games(tuple(map(game_row, page)), following), next_link(request, following))


def games_asked(status: str | None, ruleset: str | None, player: str | None, limit: int, cursor: str | None) -> Wanted:
    """Return which games are asked for, and one more, which tells whether a page follows; raises a 400 problem."""
    after = None
    if cursor is not None:
        opened_at, last = parts_of(cursor, 2)
        after = (opened_at, last)
    return Wanted(status, text_asked(ruleset), text_asked(player), after, limit + 1)


def cursor_after(row: LobbyRow) -> str:
    """Return the cursor of the page that follows one that ends with this game."""
    return cursor_of(row.opened_at, row.game)


def game_row(row: LobbyRow) -> GameRow:
    """Return a game as a list shows it."""
    return GameRow(
        row.game, row.ruleset, row.status, row.visibility, row.owner, row.opened_at, row.players, row.is_foreign
    )


@get("/{game:str}", summary="A game in short", operation_id="game", responses=problems("token-needed", "not-found"))
async def get_game(request: PlayerRequest, game: str, state: State) -> Response[GameReply]:
    """Return status, seats, version and head of a game."""
    loaded = await load_seen(request, state, game)
    found = loaded.game
    public = found.opened.visibility == "public"
    return conditional(
        request,
        loaded,
        f"{found.version}.game.{_erased(found, state.accounts)}",
        lambda: game_reply(found, state.accounts, foreign=loaded.is_foreign),
        public=public,
    )


def _erased(game: Game, accounts: Accounts) -> int:
    return accounts.erased_among(occupant.player for occupant in game.occupants if occupant is not None)


@delete("/{game:str}", summary="Cancel a game", operation_id="abandonGame", responses=problems(*LOBBY_PROBLEMS))
async def abandon(request: PlayerRequest, game: str, state: State) -> None:
    """Cancel a game before its start; it stays listed as abandoned, with its secrets open."""
    await load_seen(request, state, game)
    play: Play = state.play
    await play.abandon(game, only_owner(request), origin_of(token_of(request), None, None))


@post(
    "/{game:str}/start",
    summary="Start a game",
    operation_id="startGame",
    responses=problems(*LOBBY_PROBLEMS, "seats-free", "key-reused"),
    status_code=200,
)
async def start(request: PlayerRequest, game: str, state: State, key: IdempotencyKey = None) -> Response[GameReply]:
    """Start a game whose seats are all taken, up to the first decision of a player."""
    await load_seen(request, state, game)
    play: Play = state.play
    done = await play.start(game, only_owner(request), origin_of(token_of(request), key, {"start": game}))
    return _answer(await play.load(game), state, done, 200)


@post(
    "/{game:str}/resignations",
    summary="Give up your seat",
    operation_id="resign",
    responses=problems(
        "bad-request", "token-needed", "scope-missing", "not-yours", "not-found", "game-not-running",
        "seat-not-yours", "key-reused",
    ),
)  # fmt: skip
async def resign(request: PlayerRequest, game: str, state: State, key: IdempotencyKey = None) -> Response[GameReply]:
    """Give up your seat: a bot plays on, and the result says so."""
    await load_seen(request, state, game)
    play: Play = state.play
    origin = origin_of(token_of(request), key, {"resign": game})
    done = await play.resign(game, own_seat_to_give_up(request), RESIGNED_TO, origin)
    return _answer(await play.load(game), state, done, 201)


@get(
    "/{game:str}/result",
    summary="The final ranking",
    operation_id="result",
    responses=problems("token-needed", "not-found", "game-not-over"),
)
async def result(request: PlayerRequest, game: str, state: State) -> Response[Result]:
    """Return ranking and scores with their parts, each with the number of its rule and the events that gave it.

    Ranking, scores and parts are signed with the head of the log, from which the events follow.
    """
    loaded = await load_seen(request, state, game)
    found = loaded.game
    if not found.is_over:
        raise NotPossible("game-not-over", f"the game is {found.status}")
    resigned = tuple(seat for seat, occupant in enumerate(found.occupants) if occupant and occupant.resigned)
    status: Literal["ended", "abandoned"] = "ended" if found.status == "ended" else "abandoned"

    signer: Signer = state.signer
    scores: Scores = state.scores
    places = await scores.of(loaded)

    @cache  # the compressed form is made of the same
    def make() -> Result:
        certificate = None if loaded.is_foreign else certificate_of(found, signer)
        return Result(found.id, status, found.version, found.tip.head, places, resigned, certificate)

    tag = f"{found.version}.result.events.{signer.key_id}"
    return conditional(request, loaded, tag, make, public=found.opened.visibility == "public")


router = Router(
    "/v1/games",
    route_handlers=[open_game, list_games, get_game, abandon, start, resign, result],
    tags=["games"],
)
