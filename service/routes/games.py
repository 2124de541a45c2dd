"""Games before and beside play: open, list, seats, start, cancel, resign, result."""

from typing import Annotated, Any, Literal
from urllib.parse import urlencode

import msgspec
from litestar import Response, Router, delete, get, post, put
from litestar.datastructures import State
from litestar.params import Parameter

from domain.game import Game
from domain.kernel.ruleset import Ruleset
from domain.kernel.values import Seat
from service.access import PlayerRequest, may_see, must_own, own_seat, player_of
from service.answers import REPLAYED, conditional, game_reply
from service.bots import BOTS
from service.lobby import Row
from service.messages import GameReply, GameRow, Games, OpenGame, Result, SeatRequest
from service.play import Done, Loaded, Play, command_key
from service.problems import ProblemError, problems
from service.routes.players import IdempotencyKey
from service.routes.rulesets import ruleset_named

RESIGNED_TO = "careful"
"""The bot that plays a seat on which was given up."""

LOBBY_PROBLEMS = ("bad-request", "token-needed", "not-yours", "not-found", "game-not-open")


async def load_seen(request: PlayerRequest, state: State, game: str) -> Loaded:
    """Return a game that whoever asks may see; raises a 404 problem."""
    play: Play = state.play
    loaded = await play.load(game)
    if not may_see(request, loaded.game):
        raise ProblemError("not-found", "there is no such game")
    return loaded


def _answer(loaded: Loaded, state: State, done: Done, status: int) -> Response[GameReply]:
    game = loaded.at(done.last)
    headers = {"Location": f"/v1/games/{game.id}"} if status == 201 else {}  # noqa: PLR2004 - HTTP's number
    if done.replayed:
        headers[REPLAYED] = "true"
    return Response(game_reply(game, state.accounts), status_code=status, headers=headers)


@post(
    "/",
    summary="Open a game",
    operation_id="openGame",
    responses=problems(
        "bad-request", "token-needed", "unknown-ruleset", "seats", "data-set", "invalid-option", "unknown-bot",
        "no-such-seat", "key-reused",
    ),
)  # fmt: skip
async def open_game(
    request: PlayerRequest, data: OpenGame, state: State, key: IdempotencyKey = None
) -> Response[GameReply]:
    """Open a game; its secret seed is made and committed to now. Take your own seat with PUT."""
    player = player_of(request)
    play: Play = state.play
    ruleset = ruleset_named(data.ruleset, "unknown-ruleset")
    game, done = await play.open(
        ruleset,
        data.seats,
        ruleset.resolve_options(data.profile, data.options),
        data.data_set or ruleset.default_data_set,
        player,
        data.visibility,
        _bots(ruleset, data.bots),
        command_key(key, player, {"open": msgspec.to_builtins(data)}),
    )
    return _answer(await play.load(game), state, done, 201)


def _bots(ruleset: Ruleset[Any], wanted: dict[str, str]) -> dict[Seat, str]:
    bots: dict[Seat, str] = {}
    for seat, bot in wanted.items():
        if not seat.isdecimal():
            raise ProblemError("no-such-seat", f"bots are given by seat number, not by {seat!r}")
        bots[int(seat)] = _bot(ruleset.name, bot)
    return bots


def _bot(ruleset: str, bot: str) -> str:
    if bot not in BOTS[ruleset]:
        raise ProblemError("unknown-bot", f"there is no bot {bot!r}; there are {', '.join(BOTS[ruleset])}")
    return bot


@get("/", summary="Games that you may see", operation_id="games", responses=problems("bad-request", "token-needed"))
async def list_games(
    request: PlayerRequest,
    state: State,
    status: Literal["open", "running", "ended", "abandoned"] | None = None,
    ruleset: str | None = None,
    player: Annotated[str | None, Parameter(description="Games in which this player, or bot, has a seat.")] = None,
    limit: Annotated[int, Parameter(ge=1, le=200)] = 50,
    cursor: Annotated[str | None, Parameter(description="The `next` of the page before.")] = None,
) -> Response[Games]:
    """Return games, newest first: the public ones, and the private ones in which you sit or which you opened."""
    play: Play = state.play
    own = None if request.user is None else request.user.player
    rows = [
        row
        for row in play.lobby.rows()
        if (row.visibility == "public" or (own is not None and own in {row.owner, *row.players}))
        and (status is None or row.status == status)
        and (ruleset is None or row.ruleset == ruleset)
        and (player is None or player in row.players)
    ]
    start = _after(rows, cursor)
    page = rows[start : start + limit]
    following = page[-1].game if page and start + limit < len(rows) else None
    headers = {"Vary": "Authorization"}
    if following:
        query = {name: value for name, value in request.query_params.items() if name != "cursor"}
        headers["Link"] = f'<{request.url.path}?{urlencode({**query, "cursor": following})}>; rel="next"'
    return Response(Games(tuple(_row(row) for row in page), following), headers=headers)


def _after(rows: list[Row], cursor: str | None) -> int:
    if cursor is None:
        return 0
    for place, row in enumerate(rows):
        if row.game == cursor:
            return place + 1
    raise ProblemError("bad-request", "the cursor is none of this list: begin again without one")


def _row(row: Row) -> GameRow:
    return GameRow(row.game, row.ruleset, row.status, row.visibility, row.owner, row.opened_at, row.players)


@get("/{game:str}", summary="A game in short", operation_id="game", responses=problems("token-needed", "not-found"))
async def get_game(request: PlayerRequest, game: str, state: State) -> Response[GameReply]:
    """Return status, seats, version and head of a game."""
    loaded = await load_seen(request, state, game)
    found = loaded.game
    public = found.opened.visibility == "public"
    return conditional(request, f"{found.version}.game", game_reply(found, state.accounts), public=public)


@delete("/{game:str}", summary="Cancel a game", operation_id="abandonGame", responses=problems(*LOBBY_PROBLEMS))
async def abandon(request: PlayerRequest, game: str, state: State) -> None:
    """Cancel a game before its start; it stays listed as abandoned, with its secrets open."""
    loaded = await load_seen(request, state, game)
    must_own(request, loaded.game)
    play: Play = state.play
    await play.abandon(game)


@put(
    "/{game:str}/seats/{seat:int}",
    summary="Take a seat, or put a bot there",
    operation_id="takeSeat",
    responses=problems(*LOBBY_PROBLEMS, "seat-taken", "already-seated", "no-such-seat", "unknown-bot"),
)
async def take_seat(
    request: PlayerRequest, game: str, seat: int, state: State, data: SeatRequest | None = None
) -> GameReply:
    """Take a seat with own entropy, or let the server bring it; taking your own seat again changes nothing."""
    loaded = await load_seen(request, state, game)
    asked = data or SeatRequest()
    player = player_of(request)
    play: Play = state.play
    if asked.bot is not None:
        must_own(request, loaded.game)
        player = f"bot:{_bot(loaded.game.opened.ruleset, asked.bot)}"
    if not _sits(loaded.game, seat, player):
        await play.take_seat(game, seat, player, asked.entropy)
    return game_reply((await play.load(game)).game, state.accounts)


def _sits(game: Game, seat: Seat, player: str) -> bool:
    occupant = game.occupants[seat] if 0 <= seat < game.opened.seats else None
    return occupant is not None and occupant.player == player


@delete(
    "/{game:str}/seats/{seat:int}",
    summary="Leave a seat",
    operation_id="leaveSeat",
    responses=problems(*LOBBY_PROBLEMS, "seat-free"),
)
async def leave_seat(request: PlayerRequest, game: str, seat: int, state: State) -> None:
    """Leave your seat before the start; the owner of the game may free any seat."""
    loaded = await load_seen(request, state, game)
    if not _sits(loaded.game, seat, player_of(request)):
        must_own(request, loaded.game)
    play: Play = state.play
    await play.leave_seat(game, seat)


@post(
    "/{game:str}/start",
    summary="Start a game",
    operation_id="startGame",
    responses=problems(*LOBBY_PROBLEMS, "seats-free", "key-reused"),
    status_code=200,
)
async def start(request: PlayerRequest, game: str, state: State, key: IdempotencyKey = None) -> Response[GameReply]:
    """Start a game whose seats are all taken, up to the first decision of a player."""
    loaded = await load_seen(request, state, game)
    must_own(request, loaded.game)
    play: Play = state.play
    done = await play.start(game, command_key(key, player_of(request), {"start": game}))
    return _answer(await play.load(game), state, done, 200)


@post(
    "/{game:str}/resignations",
    summary="Give up your seat",
    operation_id="resign",
    responses=problems(
        "bad-request", "token-needed", "not-yours", "not-found", "game-not-running", "seat-not-yours", "key-reused"
    ),
)
async def resign(request: PlayerRequest, game: str, state: State, key: IdempotencyKey = None) -> Response[GameReply]:
    """Give up your seat: a bot plays on, and the result says so."""
    loaded = await load_seen(request, state, game)
    play: Play = state.play
    player = player_of(request)
    keyed = command_key(key, player, {"resign": game})
    repeated = keyed is not None and keyed.key in loaded.keys
    seat = 0 if repeated else own_seat(request, loaded.game)
    done = await play.resign(game, seat, RESIGNED_TO, keyed)
    return _answer(await play.load(game), state, done, 201)


@get(
    "/{game:str}/result",
    summary="The final ranking",
    operation_id="result",
    responses=problems("token-needed", "not-found", "game-not-over"),
)
async def result(request: PlayerRequest, game: str, state: State) -> Response[Result]:
    """Return ranking and scores with their parts, each with the number of its rule."""
    found = (await load_seen(request, state, game)).game
    if found.status not in {"ended", "abandoned"}:
        raise ProblemError("game-not-over", f"the game is {found.status}")
    resigned = tuple(seat for seat, occupant in enumerate(found.occupants) if occupant and occupant.resigned)
    status: Literal["ended", "abandoned"] = "ended" if found.status == "ended" else "abandoned"
    reply = Result(found.id, status, found.version, found.tip.head, found.places, resigned)
    return conditional(request, f"{found.version}.result", reply, public=found.opened.visibility == "public")


router = Router(
    "/v1/games",
    route_handlers=[open_game, list_games, get_game, abandon, take_seat, leave_seat, start, resign, result],
    tags=["games"],
)
