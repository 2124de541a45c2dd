"""Games before and beside play: open, list, start, cancel, resign, result."""

from functools import cache
from typing import Annotated, Any, Literal

import msgspec
from litestar import Response, Router, delete, get, post
from litestar.datastructures import State
from litestar.params import QueryParameter
from msgspec.structs import replace

from domain.game.game import Game, NotPossible
from domain.kernel.ruleset import Ruleset
from domain.kernel.values import Seat
from projections.lobby import LobbyRow
from projections.ranking import resigned_seats, winners_of
from projections.ratings import finishes
from projections.results import ended_row
from service.accounts.accounts import Accounts
from service.accounts.quotas.open_games import OpenGames
from service.accounts.rows import SeatGivenUp
from service.api.access import (
    PlayerRequest,
    account_of,
    may_see,
    may_watch,
    only_owner,
    own_seat_to_give_up,
    token_of,
)
from service.api.games.messages import GameReply, GameRow, Games, OpenGame, Result
from service.api.games.replies import game_reply
from service.api.idempotency import IdempotencyKey, origin_of, replay_headers
from service.api.representations import conditional
from service.api.rulesets.routes import ruleset_named, title_asked
from service.bots import BOTS
from service.games.cache import UnreadGameError
from service.games.loaded import Done, Loaded
from service.games.play import Play, game_id_of
from service.http.json_text import quoted
from service.http.problems import ProblemError, problems
from service.http.request.cursors import cursor_of, next_link, paged, time_and_text_in
from service.http.request.numbers import parse_int
from service.http.request.times import time_asked
from service.http.response.conditional import digest_of, listed
from service.keys.signing import Signer
from service.proof.certificates import certificate_of
from service.proof.scores import Scores
from service.readmodels.lists.lobby import GameQuery, Requester
from service.readmodels.lists.lobby import games as listed_games
from service.readmodels.reading import ReadModels
from service.store.errors import KeyReusedError
from service.store.timeouts import with_timeout

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
    """Open a game and commit to its secret seed. Take your own seat with PUT."""
    token = account_of(request, "organise")
    play: Play = state.play
    ruleset = ruleset_named(data.ruleset, "unknown-ruleset")
    options = ruleset.resolve_options(data.profile, data.options, data.data_set)
    bots = _bots(ruleset, data.bots)
    opening = game_id_of(token.player, key)
    open_games: OpenGames = state.open_games
    is_taken = await with_timeout(open_games.take, token.player, opening)
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
            await with_timeout(open_games.give_back, opening)
        raise
    return _answer(await play.load(game), state, done, 201)


def _bots(ruleset: Ruleset[Any], wanted: dict[str, str]) -> dict[Seat, str]:
    bots: dict[Seat, str] = {}
    for text, bot in wanted.items():
        seat = parse_int(text)
        if seat is None:
            raise ProblemError("no-such-seat", f"bots are given by seat number, not by {quoted(text)}")
        bots[seat] = bot_named(ruleset.name, bot)
    return bots


def bot_named(ruleset: str, bot: str) -> str:
    """Return the name of a bot of a title. Raises a 422 problem for an unknown bot."""
    if bot not in BOTS[ruleset]:
        raise ProblemError("unknown-bot", f"there is no bot {quoted(bot)}; there are {', '.join(BOTS[ruleset])}")
    return bot


Status = Annotated[
    Literal["open", "running", "ended", "abandoned"] | None, QueryParameter(description="Only games with this status.")
]
Title = Annotated[str | None, QueryParameter(description="Only games of this title, such as `giganten`.")]
Player = Annotated[str | None, QueryParameter(description="Only games in which this player or bot has a seat.")]
Owner = Annotated[str | None, QueryParameter(description="Only games that this player opened.")]
Since = Annotated[
    str | None, QueryParameter(format="date-time", description="Only games opened at this time (RFC 3339) or later.")
]
Until = Annotated[
    str | None, QueryParameter(format="date-time", description="Only games opened before this time (RFC 3339).")
]
Order = Annotated[
    Literal["asc", "desc"], QueryParameter(description="`desc` for newest first, `asc` for oldest first.")
]
Limit = Annotated[int, QueryParameter(ge=1, le=200, description="The maximum number of items.")]
Cursor = Annotated[str | None, QueryParameter(description="`next` of the previous page.")]


@get("/", summary="List games", operation_id="games", responses=problems("bad-request", "token-needed"))
async def list_games(
    request: PlayerRequest,
    state: State,
    status: Status = None,
    ruleset: Title = None,
    player: Player = None,
    owner: Owner = None,
    since: Since = None,
    until: Until = None,
    order: Order = "desc",
    limit: Limit = 50,
    cursor: Cursor = None,
) -> Response[Games]:
    """Return the games that you may see, by opening time: public games, and your own private ones."""
    wanted = GameQuery(
        status=status,
        ruleset=title_asked(ruleset),
        player=player,
        owner=owner,
        since=time_asked(since, "since"),
        until=time_asked(until, "until"),
        is_newest_first=order == "desc",
    )
    return await page_of_games(request, state, wanted, limit, cursor)


async def page_of_games(
    request: PlayerRequest, state: State, wanted: GameQuery, limit: int, cursor: str | None
) -> Response[Games]:
    """Return a page of the games that the viewer may see."""
    token = request.user
    requester = Requester() if token is None else Requester(token.player, token.game)
    wanted = page_asked(wanted, limit, cursor)
    models: ReadModels = state.models
    found = await models.read(("lobby",), lambda asked: listed_games(asked, requester, wanted))
    page, following = paged(found, limit, cursor_after)
    items = tuple(game_row(row, state.accounts) for row in page)
    return listed(request, Games(items, following), next_link(request, following))


def page_asked(wanted: GameQuery, limit: int, cursor: str | None) -> GameQuery:
    """Return which games to read: those of a page, and one more that shows whether a page follows.

    Raises a 400 problem for a malformed cursor.
    """
    after = None
    if cursor is not None:
        after = time_and_text_in(cursor)
    return replace(wanted, after=after, limit=limit + 1)


def cursor_after(row: LobbyRow) -> str:
    """Return the cursor of the page that follows one that ends with this game."""
    return cursor_of(row.opened_at, row.game)


def game_row(row: LobbyRow, accounts: Accounts) -> GameRow:
    """Return the reply for a game in a list. Players of imported games have no names."""
    names = [None if row.is_foreign else accounts.name_of(player) for player in (row.owner, *row.players)]
    return GameRow(
        id=row.game,
        ruleset=row.ruleset,
        profile=row.profile,
        data_set=row.data_set,
        options=dict(row.options),
        status=row.status,
        visibility=row.visibility,
        owner=row.owner,
        owner_name=names[0],
        opened_at=row.opened_at,
        started_at=row.started_at,
        ended_at=row.ended_at,
        players=row.players,
        names=tuple(names[1:]),
        foreign=row.is_foreign,
    )


@get("/{game:str}", summary="Read a game", operation_id="game", responses=problems("token-needed", "not-found"))
async def get_game(request: PlayerRequest, game: str, state: State) -> Response[GameReply]:
    """Return the status, seats, version and head of a game."""
    loaded = await load_seen(request, state, game)
    found = loaded.game
    public = found.opened.visibility == "public"
    return conditional(
        request,
        loaded,
        f"{found.version}.game.{_names_tag(found, state.accounts)}",
        lambda: game_reply(found, state.accounts, foreign=loaded.is_foreign),
        public=public,
    )


def _names_tag(game: Game, accounts: Accounts) -> str:
    """Return what identifies the names in a representation: players change their names, and erase them."""
    players = (game.opened.owner, *(occupant and occupant.player for occupant in game.occupants))
    return digest_of(msgspec.json.encode([accounts.name_of(player) for player in players]))[:16]


@delete("/{game:str}", summary="Cancel a game", operation_id="abandonGame", responses=problems(*LOBBY_PROBLEMS))
async def abandon(request: PlayerRequest, game: str, state: State) -> None:
    """Cancel a game before its start. It remains listed as abandoned, and its secrets become public."""
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
    """Start a game with all seats taken, up to the first decision of a player."""
    await load_seen(request, state, game)
    play: Play = state.play
    done = await play.start(game, only_owner(request), origin_of(token_of(request), key, {"start": game}))
    return _answer(await play.load(game), state, done, 200)


@post(
    "/{game:str}/resignations",
    summary="Resign from a game",
    operation_id="resign",
    responses=problems(
        "bad-request", "token-needed", "scope-missing", "not-yours", "not-found", "game-not-running",
        "seat-not-yours", "key-reused",
    ),
)  # fmt: skip
async def resign(request: PlayerRequest, game: str, state: State, key: IdempotencyKey = None) -> Response[GameReply]:
    """Give up your seat. A bot plays on, and the result shows the resignation."""
    await load_seen(request, state, game)
    play: Play = state.play
    token = token_of(request)
    seat_in, given_up = own_seat_to_give_up(request), list[SeatGivenUp]()

    def find(state: Game) -> Seat:
        seat = seat_in(state)
        given_up[:] = [SeatGivenUp(game, seat, token.player, token.id)]
        return seat

    done = await play.resign(game, find, RESIGNED_TO, origin_of(token, key, {"resign": game}))
    accounts: Accounts = state.accounts
    for each in given_up:
        await with_timeout(accounts.release_seat, each)
    return _answer(await play.load(game), state, done, 201)


@get(
    "/{game:str}/result",
    summary="Read the result",
    operation_id="result",
    responses=problems("token-needed", "not-found", "game-not-over"),
)
async def result(request: PlayerRequest, game: str, state: State) -> Response[Result]:
    """Return the ranking and the scores with their parts, the rule of each part, and the events that changed it.

    Resigned seats are last, unlike in the event `game.ended`, which has the ranking by the rules. The certificate
    signs ranking, scores and parts together with the head of the log.
    """
    loaded = await load_seen(request, state, game)
    found = loaded.game
    if not found.is_over:
        raise NotPossible("game-not-over", f"the game is {found.status}")
    row = ended_row(found, is_foreign=loaded.is_foreign)
    rated = row is not None and bool(finishes(row))
    status: Literal["ended", "abandoned"] = "ended" if found.status == "ended" else "abandoned"

    signer: Signer = state.signer
    scores: Scores = state.scores
    places = await scores.of(loaded)

    @cache  # the compressed form is made of the same
    def make() -> Result:
        certificate = None if loaded.is_foreign else certificate_of(found, signer)
        return Result(
            game=found.id,
            status=status,
            version=found.version,
            head=found.tip.head,
            places=places,
            unit=found.ruleset.score.unit,
            resigned=resigned_seats(found),
            winners=winners_of(found),
            rated=rated,
            certificate=certificate,
        )

    tag = f"{found.version}.result.ranked.{signer.key_id}"
    return conditional(request, loaded, tag, make, public=found.opened.visibility == "public")


router = Router(
    "/v1/games",
    route_handlers=[open_game, list_games, get_game, abandon, start, resign, result],
    tags=["games"],
)
