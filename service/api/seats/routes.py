"""Who sits in a game: seats taken and left, tokens for a seat, invitations."""

from collections import defaultdict
from collections.abc import Mapping

import msgspec
from litestar import Response, Router, delete, get, post, put
from litestar.datastructures import State

from domain.game import game as games
from domain.game.game import Game, seat_of
from domain.kernel.values import Seat
from service.accounts.accounts import MOST_LISTED, Accounts
from service.accounts.rows import SeatGivenUp
from service.accounts.tokens import GUEST, Token, TokenSpec
from service.api.access import PlayerRequest, only_owner, own_seat, player_in, sitter_or_owner, token_of
from service.api.accounts.expiry import expiry_of
from service.api.accounts.messages import (
    InvitationMade,
    InvitationReply,
    Invitations,
    NewInvitation,
    NewSeatToken,
    SeatTokenMade,
    SeatTokenReply,
    SeatTokens,
)
from service.api.accounts.routes import TokenLimit, cursor_after_token, printable_name, tokens_after
from service.api.games.messages import GameReply, SeatRequest
from service.api.games.replies import game_reply
from service.api.games.routes import LOBBY_PROBLEMS, Cursor, bot_named, load_seen
from service.api.idempotency import IdempotencyKey, origin_of, replay_headers
from service.games.loaded import Loaded
from service.games.play import Play
from service.http.problems import ProblemError, problems
from service.http.request.cursors import next_link, paged
from service.http.response.responses import PrivateResponse
from service.store.timeouts import with_timeout


@put(
    "/{game:str}/seats/{seat:int}",
    summary="Take a seat",
    operation_id="takeSeat",
    responses=problems(
        *LOBBY_PROBLEMS, "seat-taken", "already-seated", "no-such-seat", "unknown-bot", "invalid-name",
        "name-taken", "guest-limit",
    ),
)  # fmt: skip
async def take_seat(
    request: PlayerRequest,
    game: str,
    seat: int,
    state: State,
    data: SeatRequest | None = None,
) -> GameReply:
    """Take a seat, with your own entropy or entropy of the server. A repeated request changes nothing.

    Only the owner of the game may seat a bot or a guest. A guest plays with a token for the seat.
    """
    loaded = await load_seen(request, state, game)
    asked = data or SeatRequest()
    if asked.bot is not None and asked.guest is not None:
        raise ProblemError("bad-request", "name a bot or a guest, not both")
    token = token_of(request)
    play: Play = state.play
    if asked.bot is not None:
        player, allowed = f"bot:{bot_named(loaded.game.opened.ruleset, asked.bot)}", only_owner(request)
    elif asked.guest is not None:
        allowed = only_owner(request)
        allowed(loaded.game)
        if _sits_there(loaded.game, seat, asked, state.accounts):
            return game_reply(loaded.game, state.accounts)
        # what is refused leaves no guest behind
        games.take_seat(loaded.game, seat, GUEST, asked.entropy or "00" * 32, "server")
        accounts: Accounts = state.accounts
        player = (await with_timeout(accounts.new_guest, printable_name(asked.guest), token.player, game)).id
    else:
        player, allowed = _general(token_of(request, "play")).player, None
    try:
        await play.take_seat(game, seat, player, asked.entropy, allowed, origin_of(token, None, None))
    except Exception:
        if asked.guest is not None:
            await _release_unseated(player, game, state)
        raise
    return game_reply((await play.load(game)).game, state.accounts)


async def _release_unseated(player: str, game: str, state: State) -> None:
    """Stop counting a new guest who did not get the seat."""
    play: Play = state.play
    if seat_of((await play.load(game)).game, player) is None:
        accounts: Accounts = state.accounts
        await with_timeout(accounts.release_guest, player)


def _sits_there(game: Game, seat: Seat, asked: SeatRequest, accounts: Accounts) -> bool:
    """Whether the guest who is to sit on a seat does so already: the answer to the first request was lost."""
    occupant = game.occupant(seat)
    if occupant is None or asked.guest is None or not occupant.player.startswith(GUEST):
        return False
    guest = accounts.player(occupant.player)
    is_as_asked = asked.entropy in {None, occupant.entropy}
    return is_as_asked and guest is not None and guest.name == printable_name(asked.guest)


def _general(token: Token) -> Token:
    if token.game is not None:
        raise ProblemError("scope-missing", "this token is for one seat of one game")
    return token


@delete(
    "/{game:str}/seats/{seat:int}",
    summary="Leave a seat",
    operation_id="leaveSeat",
    responses=problems(*LOBBY_PROBLEMS, "seat-free"),
)
async def leave_seat(request: PlayerRequest, game: str, seat: int, state: State) -> None:
    """Leave your seat before the start. The owner of the game may free any seat."""
    await load_seen(request, state, game)
    play: Play = state.play
    token = token_of(request)
    allowed, left = sitter_or_owner(request, seat), list[SeatGivenUp]()

    def check(state: Game) -> None:
        allowed(state)
        occupant = state.occupant(seat)
        left[:] = [] if occupant is None else [SeatGivenUp(game, seat, occupant.player, token.id)]

    await play.leave_seat(game, seat, check, origin_of(token, None, None))
    accounts: Accounts = state.accounts
    await with_timeout(accounts.release_seat, left[0])


SEAT_TOKEN_PROBLEMS = ("bad-request", "token-needed", "scope-missing", "not-yours", "not-found")


@post(
    "/{game:str}/seats/{seat:int}/tokens",
    summary="Create a seat token",
    operation_id="makeSeatToken",
    responses=problems(*SEAT_TOKEN_PROBLEMS, "invalid-name", "token-limit", "key-reused"),
)
async def make_seat_token(
    request: PlayerRequest, game: str, seat: int, data: NewSeatToken, state: State, key: IdempotencyKey = None
) -> Response[SeatTokenMade]:
    """Create a token that can only play your seat, for a deputy or for your own bot.

    The owner of the game creates the tokens of guests. The log records the token with each decision.
    """
    loaded = await load_seen(request, state, game)
    player = _who_may_delegate(request, loaded.game, seat)
    accounts: Accounts = state.accounts
    end = expiry_of(data.expires_at, token_of(request))
    label = printable_name(data.label)
    made = await with_timeout(accounts.new_token, TokenSpec(player, label, ("read", "play"), game, seat, end), key)
    # a repetition with the same key returns a token that may have played already
    versions = versions_by_sender(loaded).get(made.token.sender, ()) if made.replayed else ()
    return Response(
        SeatTokenMade(**msgspec.structs.asdict(_seat_token(made.token, versions)), token=made.secret),
        headers={"Cache-Control": "no-store", **replay_headers(made.replayed)},
    )


def _who_may_delegate(request: PlayerRequest, game: Game, seat: Seat) -> str:
    """Return the player for whose seat a token may be made or seen; raises 401 and 403 problems."""
    _general(token_of(request))
    occupant = game.occupant(seat)
    if occupant is not None and occupant.player.startswith(GUEST):
        only_owner(request)(game)
        return occupant.player
    if own_seat(request)(game) != seat:
        raise ProblemError("not-yours", f"you do not sit on seat {seat}")
    return player_in(request, game) or ""


def versions_by_sender(loaded: Loaded) -> Mapping[str, tuple[int, ...]]:
    """Return the versions of the decisions of a game by their senders, in one pass over its log."""
    found: defaultdict[str, list[int]] = defaultdict(list)
    for entry in loaded.entries:
        if entry.origin is not None:
            found[entry.origin.sender].append(entry.record.version)
    return {sender: tuple(versions) for sender, versions in found.items()}


def _seat_token(token: Token, versions: tuple[int, ...]) -> SeatTokenReply:
    return SeatTokenReply(token.id, token.label, token.created_at, token.last_used_at, versions, token.expires_at)


@get(
    "/{game:str}/seats/{seat:int}/tokens",
    summary="List seat tokens",
    operation_id="seatTokens",
    responses=problems(*SEAT_TOKEN_PROBLEMS),
)
async def seat_tokens(
    request: PlayerRequest,
    game: str,
    seat: int,
    state: State,
    limit: TokenLimit = MOST_LISTED,
    cursor: Cursor = None,
) -> Response[SeatTokens]:
    """Return the valid tokens for your seat, and the versions of the decisions made with them."""
    loaded = await load_seen(request, state, game)
    player = _who_may_delegate(request, loaded.game, seat)
    accounts: Accounts = state.accounts
    found = await with_timeout(accounts.seat_tokens, game, seat, player, tokens_after(cursor), limit + 1)
    page, following = paged(found, limit, cursor_after_token)
    versions = versions_by_sender(loaded)
    reply = SeatTokens(tuple(_seat_token(token, versions.get(token.sender, ())) for token in page), following)
    return PrivateResponse(reply, headers=next_link(request, following))


@delete(
    "/{game:str}/seats/{seat:int}/tokens/{token:str}",
    summary="Revoke a seat token",
    operation_id="revokeSeatToken",
    responses=problems(*SEAT_TOKEN_PROBLEMS),
)
async def revoke_seat_token(request: PlayerRequest, game: str, seat: int, token: str, state: State) -> None:
    """Revoke a token for your seat."""
    loaded = await load_seen(request, state, game)
    player = _who_may_delegate(request, loaded.game, seat)
    accounts: Accounts = state.accounts
    found = accounts.token(token)
    if found is None or (found.game, found.seat, found.player) != (game, seat, player):
        raise ProblemError("not-found", "the seat has no such token")
    await with_timeout(accounts.revoke, found)


INVITATION_PROBLEMS = ("token-needed", "scope-missing", "not-yours", "not-found")


@post(
    "/{game:str}/invitations",
    summary="Create an invitation",
    operation_id="invite",
    responses=problems("bad-request", *INVITATION_PROBLEMS, "invalid-name", "invitation-limit", "key-reused"),
)
async def invite(
    request: PlayerRequest, game: str, data: NewInvitation, state: State, key: IdempotencyKey = None
) -> Response[InvitationMade]:
    """Create an invitation to your game and return it once. Its holders can see the game and take a seat."""
    loaded = await load_seen(request, state, game)
    only_owner(request)(loaded.game)
    accounts: Accounts = state.accounts
    own = token_of(request)
    end = expiry_of(data.expires_at, own)
    invitation = TokenSpec(own.player, printable_name(data.label), (), game, expires_at=end)
    made = await with_timeout(accounts.new_token, invitation, key)
    reply = InvitationMade(**msgspec.structs.asdict(_invitation(made.token, game)), invitation=made.secret)
    return Response(reply, headers={"Cache-Control": "no-store", **replay_headers(made.replayed)})


@get(
    "/{game:str}/invitations",
    summary="List invitations",
    operation_id="invitations",
    responses=problems("bad-request", *INVITATION_PROBLEMS),
)
async def invitations(
    request: PlayerRequest, game: str, state: State, limit: TokenLimit = MOST_LISTED, cursor: Cursor = None
) -> Response[Invitations]:
    """Return the valid invitations to your game without their secrets."""
    loaded = await load_seen(request, state, game)
    only_owner(request)(loaded.game)
    accounts: Accounts = state.accounts
    found = await with_timeout(accounts.invitations, game, tokens_after(cursor), limit + 1)
    page, following = paged(found, limit, cursor_after_token)
    reply = Invitations(tuple(_invitation(token, game) for token in page), following)
    return PrivateResponse(reply, headers=next_link(request, following))


def _invitation(token: Token, game: str) -> InvitationReply:
    return InvitationReply(token.id, game, token.label, token.created_at, token.last_used_at, token.expires_at)


@delete(
    "/{game:str}/invitations/{invitation_id:str}",
    summary="Withdraw an invitation",
    operation_id="withdrawInvitation",
    responses=problems(*INVITATION_PROBLEMS),
)
async def withdraw(request: PlayerRequest, game: str, invitation_id: str, state: State) -> None:
    """Withdraw an invitation. Players who have taken a seat keep it."""
    loaded = await load_seen(request, state, game)
    only_owner(request)(loaded.game)
    accounts: Accounts = state.accounts
    found = accounts.token(invitation_id)
    if found is None or found.game != game or not found.is_invitation:
        raise ProblemError("not-found", "the game has no such invitation")
    await with_timeout(accounts.revoke, found)


router = Router(
    "/v1/games",
    route_handlers=[
        take_seat, leave_seat, make_seat_token, seat_tokens, revoke_seat_token, invite, invitations, withdraw,
    ],
    tags=["seats"],
)  # fmt: skip
