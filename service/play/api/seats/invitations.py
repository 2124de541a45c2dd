"""Invitations to a game."""

from litestar import Response, delete, get, post

from domain.game.reservations import reserved_for
from domain.game.terms import INVITATION
from service.core.http.messages import reply_from
from service.core.http.problems import problem_at, problems
from service.core.http.request.cursors import next_link, paged
from service.core.http.request.page_parameters import Cursor, Limit
from service.core.http.response.responses import PrivateResponse
from service.core.store.timeouts import with_timeout
from service.people.accounts import Accounts
from service.people.api.callers import token_of
from service.people.api.expiry import expiry_of
from service.people.api.idempotency import (
    IdempotencyKey,
    keyed_of,
    missing_unless_executed,
    no_content,
    replay_headers,
)
from service.people.api.messages import InvitationMade, InvitationReply, Invitations, NewInvitation
from service.people.api.names import printable_name
from service.people.api.paging import cursor_after_token, tokens_after
from service.people.api.request import PlayerRequest
from service.people.api.scopes import with_scope
from service.people.request_keys import RequestKeys
from service.people.tokens import MOST_LISTED, TokenSpec
from service.play.api.loading import Games
from service.play.api.owning import Owners

INVITATION_PROBLEMS = ("token-needed", "scope-missing", "not-yours", "not-found")


@post(
    "/{game:str}/invitations",
    summary="Create an invitation",
    operation_id="invite",
    security=with_scope("games:organise"),
    responses=problems(
        "bad-request", *INVITATION_PROBLEMS, "invalid-name", "no-such-seat", "invitation-limit", "key-reused"
    ),
)
async def invite(
    request: PlayerRequest,
    accounts: Accounts,
    owners: Owners,
    games: Games,
    game: str,
    data: NewInvitation,
    key: IdempotencyKey = None,
) -> Response[InvitationMade]:
    """Create an invitation to your game and return it once. Its holders can see the game and take a seat.

    An invitation to one `seat`, which is reserved for `invitation`, is valid for one player.

    Give the invitation to players who should play or watch a private game. They send it as the header
    `Ludolog-Invitation` together with their own token.
    """
    loaded = await games.load_seen(request, game)
    (await owners.only_owner(request, loaded))(loaded.game)
    own = token_of(request)
    end = expiry_of(data.expires_at, own)
    if data.seat is not None and reserved_for(loaded.game, data.seat) != INVITATION:
        reason = f"the game has no seat {data.seat} that is reserved for an invitation"
        raise problem_at("no-such-seat", "seat", reason)
    invitation = TokenSpec(own.player, printable_name(data.label, "label"), (), game, data.seat, end, own)
    made = await with_timeout(accounts.new_token, invitation, key)
    reply = reply_from(InvitationMade, made.token, invitation=made.secret)
    return Response(reply, headers={"Cache-Control": "no-store", **replay_headers(made.replayed)})


@get(
    "/{game:str}/invitations",
    summary="List invitations",
    operation_id="invitations",
    security=with_scope("games:organise"),
    responses=problems("bad-request", *INVITATION_PROBLEMS),
)
async def invitations(
    request: PlayerRequest,
    accounts: Accounts,
    owners: Owners,
    games: Games,
    game: str,
    limit: Limit = MOST_LISTED,
    cursor: Cursor = None,
) -> Response[Invitations]:
    """Return the valid invitations to your game without their secrets.

    The list does not contain the invitations themselves.
    """
    loaded = await games.load_seen(request, game)
    (await owners.only_owner(request, loaded))(loaded.game)
    found = await with_timeout(accounts.invitations, game, tokens_after(cursor), limit + 1)
    page, following = paged(found, limit, cursor_after_token)
    reply = Invitations(tuple(reply_from(InvitationReply, token) for token in page), following)
    return PrivateResponse(reply, headers=next_link(request, following))


@delete(
    "/{game:str}/invitations/{invitation_id:str}",
    summary="Withdraw an invitation",
    operation_id="withdrawInvitation",
    security=with_scope("games:organise"),
    responses=problems(*INVITATION_PROBLEMS, "key-reused"),
)
async def withdraw(
    request: PlayerRequest,
    accounts: Accounts,
    owners: Owners,
    request_keys: RequestKeys,
    games: Games,
    game: str,
    invitation_id: str,
    key: IdempotencyKey = None,
) -> Response[None]:
    """Withdraw an invitation. Players who have taken a seat keep it.

    The response has no body.
    """
    loaded = await games.load_seen(request, game)
    (await owners.only_owner(request, loaded))(loaded.game)
    keyed = keyed_of(request, token_of(request), key)
    found = accounts.token(invitation_id)
    if found is None or found.game != game or not found.is_invitation:
        return await missing_unless_executed(request_keys, keyed, "the game has no such invitation")
    return no_content(replayed=await with_timeout(accounts.revoke, found, keyed))
