"""Take and leave a seat."""

import msgspec
from litestar import Response, Router, delete, put
from msgspec.structs import replace

from domain.game import decide
from domain.game.declining import decline_seat
from domain.game.events import SeatLeft
from domain.game.game import Game, seat_of
from domain.kernel.codec import type_name
from domain.kernel.values import Seat
from service.core.http.problems import ProblemError, problems
from service.core.http.response.responses import PrivateResponse
from service.core.store.recorder import Origin
from service.core.store.timeouts import with_timeout
from service.people.accounts import Accounts
from service.people.api.callers import account_of, token_of
from service.people.api.idempotency import (
    IdempotencyKey,
    executed,
    keyed_of,
    no_content,
    origin_of,
    replay_headers,
)
from service.people.api.names import printable_name
from service.people.api.request import PlayerRequest
from service.people.api.scopes import with_scope
from service.people.request_keys import KeyedRequest, RequestKeys
from service.people.rows import SeatGivenUp
from service.people.tokens import GUEST
from service.play.api.access import Access
from service.play.api.games.messages import GameReply
from service.play.api.games.replies import game_reply
from service.play.api.games.routes import LOBBY_PROBLEMS
from service.play.api.games.seat_messages import SeatRequest
from service.play.api.loading import Games
from service.play.api.owning import Owners
from service.play.api.seats.admission import Admission
from service.play.api.seats.declined import has_declined, load_to_leave
from service.play.api.seats.former import release_former
from service.play.api.seats.invitations import invitations, invite, withdraw
from service.play.api.seats.tokens import make_seat_token, revoke_seat_token, seat_tokens
from service.play.api.titles import bot_named
from service.play.loaded import Done, Loaded
from service.play.play import Decision, Play
from service.play.requests import SeatTaking

_LEFT = type_name(SeatLeft)


@put(
    "/{game:str}/seats/{seat:int}",
    summary="Take a seat",
    operation_id="takeSeat", security=with_scope("games:play", "games:organise"),
    responses=problems(
        *LOBBY_PROBLEMS, "seat-taken", "already-seated", "no-such-seat", "unknown-bot", "invalid-name",
        "name-taken", "guest-limit", "seat-reserved", "rated-game", "not-possible", "key-reused",
    ),
)  # fmt: skip
async def take_seat(
    request: PlayerRequest,
    play: Play,
    accounts: Accounts,
    owners: Owners,
    request_keys: RequestKeys,
    access: Access,
    admission: Admission,
    games: Games,
    game: str,
    seat: int,
    data: SeatRequest | None = None,
    key: IdempotencyKey = None,
) -> Response[GameReply]:
    """Take a seat, with your own entropy or entropy of the server.

    A repeated request with the same entropy, or without any, changes nothing; with other entropy it returns 409. This
    also holds for bots, guests and substitutes.

    Only the owner of the game may seat a bot or a guest. A guest plays with a token for the seat. The holder of an
    invitation to a reserved seat sends it as `Ludolog-Invitation`. In a running game, a player to whom a ruling offers
    the seat accepts it: the seat keeps its entropy, and that of the request has no effect.

    A player whom the owner has removed from the game stays out of it. So does one who does not meet the terms of the
    game (`min_completion`, `min_rating`, `max_rating`), unless the seat is reserved for this player or an invitation.

    `entropy` is your contribution to the random numbers of the game: with your own 32 random bytes, no one can predict
    the draws. The body is optional.
    """
    asked = data or SeatRequest()
    wishes: dict[str, object] = msgspec.to_builtins(asked)
    if not asked.despite_blocks:
        # keys of requests of earlier releases stay valid
        del wishes["despite_blocks"]
    content = {"take_seat": [seat, wishes]}
    origin = None if request.user is None else origin_of(request.user, key, content)
    loaded = await games.load_seen(request, game, origin)
    if asked.bot is not None and asked.guest is not None:
        raise ProblemError("bad-request", "name a bot or a guest, not both")
    token = token_of(request)
    keyed = keyed_of(request, token, key, content)
    if (done := await _seated_before(request_keys, loaded, origin, keyed)) is not None:
        # the process may have ended before the invitation of the first request was revoked
        await _use_invitation(request, accounts, access, done.loaded.game, token.player)
        await release_former(accounts, done)
    else:
        if asked.bot is None and asked.guest is None:
            await admission.check(
                loaded, account_of(request, "games:play").player, seat, despite_blocks=asked.despite_blocks
            )
        done = await _seat(
            request, play, accounts, owners, access, loaded, SeatTaking(seat, "", asked.entropy), asked, origin
        )
        if keyed is not None and done.first > done.last:
            # nothing was written to the log that could hold the key
            await with_timeout(request_keys.note, keyed, done.last)
    reply = game_reply(done.loaded.at(done.last), accounts)
    return PrivateResponse(reply, headers=replay_headers(done.replayed))


async def _seated_before(
    request_keys: RequestKeys, loaded: Loaded, origin: Origin | None, keyed: KeyedRequest | None
) -> Done | None:
    """Return the result of an earlier request with the same key. Raises KeyReusedError."""
    if repeated := loaded.repeated(origin):
        return repeated
    earlier = await executed(request_keys, keyed)
    if earlier is None or earlier.version is None:
        return None
    return Done(loaded, earlier.version + 1, earlier.version, replayed=True)


async def _seat(
    request: PlayerRequest,
    play: Play,
    accounts: Accounts,
    owners: Owners,
    access: Access,
    loaded: Loaded,
    taking: SeatTaking,
    asked: SeatRequest,
    origin: Origin | None,
) -> Done:
    """Seat the player of the request, a bot or a new guest."""
    token, allowed = token_of(request), None
    if asked.bot is not None:
        player = f"bot:{bot_named(loaded.game.opened.ruleset, asked.bot, 'bot')}"
        allowed = await owners.only_owner(request, loaded)
    elif asked.guest is not None:
        allowed = await owners.only_owner(request, loaded)
        allowed(loaded.game)
        if _sits_there(loaded.game, taking.seat, asked, accounts):
            return Done(loaded, loaded.game.version + 1, loaded.game.version, replayed=False)
        # validate first, so that a refused request creates no guest
        decide.take_seat(loaded.game, taking.seat, GUEST, asked.entropy or "00" * 32, "server")
        name = printable_name(asked.guest, "guest")
        player = (await with_timeout(accounts.new_guest, name, token.player, loaded.game.id)).id
    else:
        player, allowed = account_of(request, "games:play").player, access.may_take(request, taking.seat)
    try:
        done = await play.take_seat(loaded, replace(taking, player=player), allowed, origin)
    except Exception:
        if asked.guest is not None:
            await _release_unseated(player, loaded.game.id, play, accounts)
        raise
    if done.replayed and asked.guest is not None:
        # another request with the same key was faster
        await _release_unseated(player, loaded.game.id, play, accounts)
    await _use_invitation(request, accounts, access, done.loaded.game, player)
    await release_former(accounts, done)
    return done


async def _use_invitation(request: PlayerRequest, accounts: Accounts, access: Access, game: Game, player: str) -> None:
    """Revoke the invitation to a reserved seat that its holder has taken: it is valid once."""
    held = access.seat_invitation(request, game)
    if held is not None and held.seat == seat_of(game, player):
        await with_timeout(accounts.revoke, held)


async def _release_unseated(player: str, game: str, play: Play, accounts: Accounts) -> None:
    """Release the quota of a new guest who did not get the seat."""
    if seat_of((await play.load(game)).game, player) is None:
        await with_timeout(accounts.release_guest, player)


def _sits_there(game: Game, seat: Seat, asked: SeatRequest, accounts: Accounts) -> bool:
    """Whether the requested guest already has the seat: the client repeats a request whose response was lost."""
    occupant = game.occupant(seat)
    if occupant is None or asked.guest is None or not occupant.player.startswith(GUEST):
        return False
    guest = accounts.player(occupant.player)
    is_as_asked = asked.entropy in {None, occupant.entropy}
    return is_as_asked and guest is not None and guest.name == printable_name(asked.guest, "guest")


@delete(
    "/{game:str}/seats/{seat:int}",
    summary="Leave a seat",
    operation_id="leaveSeat",
    security=with_scope("games:play", "games:organise"),
    responses=problems(*LOBBY_PROBLEMS, "seat-free", "no-such-seat", "key-reused"),
)
async def leave_seat(
    request: PlayerRequest,
    play: Play,
    accounts: Accounts,
    owners: Owners,
    access: Access,
    games: Games,
    game: str,
    seat: int,
    key: IdempotencyKey = None,
) -> Response[None]:
    """Leave your seat before the start. The owner of the game may free any seat.

    A player for whom the seat is reserved, or to whom a ruling offers it, declines it. Declining again changes nothing.

    To leave a running game, use POST …/resignations. The response has no body.
    """
    origin = None if request.user is None else origin_of(request.user, key, {"leave_seat": seat})
    loaded = await load_to_leave(request, access, games, game, seat, origin)
    token = token_of(request)
    allowed = await owners.sitter_or_owner(request, loaded, seat)

    def decision(state: Game) -> Decision | None:
        if (player := access.declines(request, state, seat)) is not None:
            return None, decline_seat(state, seat, player)
        if has_declined(request, access, play.cached(game) or loaded, seat):
            return None
        allowed(state)
        return seat, decide.leave_seat(state, seat)

    done = await play.act(loaded, decision, origin)
    # a repetition releases the seat again: the process may have ended after the commit of the first request
    if (player := _left_by(done, seat)) is not None:
        await with_timeout(accounts.release_seat, SeatGivenUp(game, seat, player, token.id))
    return no_content(replayed=done.replayed)


def _left_by(done: Done, seat: Seat) -> str | None:
    """Return the player who left the seat; None if no player did, or the player has taken it again."""
    if done.first > done.last or done.loaded.entries[done.first - 1].record.type != _LEFT:
        # declining leaves the seat to its present player, even if the clock gives it to a bot later
        return None
    left, now = done.loaded.at(done.first - 1).occupant(seat), done.loaded.game.occupant(seat)
    has_again = left is not None and now is not None and left.player in {now.player, now.resigned}
    return None if left is None or has_again else left.player


router = Router(
    "/v1/games",
    route_handlers=[
        take_seat, leave_seat, make_seat_token, seat_tokens, revoke_seat_token, invite, invitations, withdraw,
    ],
    tags=["seats"],
)  # fmt: skip
