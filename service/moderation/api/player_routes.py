"""The routes of acts about players, and what players see of them."""

from typing import Annotated

from litestar import Response, Router, get, post
from litestar.params import PathParameter, QueryParameter

from service.core.http.messages import reply_from
from service.core.http.problems import ProblemError, problems
from service.core.http.request.cursors import cursor_of, next_link, paged, time_and_text_in
from service.core.http.request.page_parameters import Cursor, Limit
from service.core.http.request.player_ids import full_id
from service.core.http.request.times import time_in
from service.core.http.response.responses import PrivateResponse
from service.core.store.timeouts import with_timeout
from service.moderation.api.demands import DEMANDS, PASSKEY_MISSING, holder_of, moderator_of, operator_with_passkey
from service.moderation.api.messages import ActsReply
from service.moderation.api.player_messages import (
    AnyPlayerAct,
    FoundPlayerReply,
    FoundPlayers,
    LiftRequest,
    ModeratedName,
    ModeratedPlayer,
    OwnLimitsReply,
    PlayerActDone,
    RecoveredReply,
    RecoveryReply,
    RecoveryRequest,
    RecoverySecret,
    RenameRequest,
    SetLimitsRequest,
    SignOutEverywhereRequest,
    StandingReply,
    SuspendRequest,
    SuspensionReply,
    WarningReply,
    WarnRequest,
)
from service.moderation.api.role_routes import PlayerInPath, act_reply, reason_in
from service.moderation.log import ActQuery, ModerationLog
from service.moderation.players import PlayerActs
from service.moderation.recovery import Recoveries
from service.moderation.roles import ROLES, Roles
from service.moderation.search import FoundPlayer, KnownPlayer, PlayerQuery, PlayerSearch, StateAsked
from service.moderation.state import PlayerStates
from service.moderation.values import (
    OF_OPERATORS,
    LiftSuspension,
    MakeRecovery,
    PlayerAct,
    Rename,
    SetLimits,
    SignOutEverywhere,
    Suspend,
    Suspension,
    Warn,
    Warned,
)
from service.people.api.callers import account_of, token_of
from service.people.api.idempotency import IdempotencyKey, keyed_of
from service.people.api.names import printable_name
from service.people.api.request import PlayerRequest
from service.people.api.scopes import with_scope
from service.people.api.signing_in import note_sign_in

SHOWN_ACTS = 50
"""Acts on the page of a player; the log has all."""

_ACTING = (
    *("bad-request", *DEMANDS, PASSKEY_MISSING, "foreign-origin", "not-yours", "not-found", "not-possible"),
    *("name-taken", "invalid-name", "invalid-value", "key-reused"),
)


@get(
    "/players",
    summary="Search for players as a moderator",
    operation_id="moderatedPlayers",
    security=with_scope("account"),
    responses=problems("bad-request", *DEMANDS),
)
async def moderated_players(
    request: PlayerRequest,
    roles: Roles,
    player_search: PlayerSearch,
    q: Annotated[
        str,
        QueryParameter(
            max_length=100, description="A part of the name, a whole former name, or an id. By default all."
        ),
    ] = "",
    in_state: Annotated[
        StateAsked | None, QueryParameter(name="state", description="Only players in this state.")
    ] = None,
    limit: Limit = 50,
    cursor: Cursor = None,
) -> Response[FoundPlayers]:
    """Return players by name, former name, id or state, newest first. Moderators and operators may."""
    moderator_of(request, roles)
    after = None if cursor is None else time_and_text_in(cursor)
    found = await with_timeout(player_search.players, PlayerQuery(q, in_state, after, limit + 1))
    page, following = paged(found, limit, lambda player: cursor_of(player.created_at, player.id))
    reply = FoundPlayers(tuple(_found_reply(each) for each in page), following)
    return PrivateResponse(reply, headers=next_link(request, following))


@get(
    "/players/{player:str}",
    summary="Read a player as a moderator",
    operation_id="moderatedPlayer",
    security=with_scope("account"),
    responses=problems(*DEMANDS, "not-found"),
)
async def moderated_player(
    request: PlayerRequest,
    roles: Roles,
    player_search: PlayerSearch,
    moderation_log: ModerationLog,
    player: PlayerInPath,
) -> Response[ModeratedPlayer]:
    """Return the state of a player, the former names, the warnings, and the last acts. Moderators may.

    Of a deleted account, the id and the acts are left.
    """
    moderator_of(request, roles)
    return PrivateResponse(await _player_reply(player_search, moderation_log, full_id(player)))


@post(
    "/players/{player:str}/acts",
    summary="Act about a player",
    operation_id="actAboutPlayer",
    security=with_scope("account"),
    responses=problems(*_ACTING),
)
async def act_about_player(
    request: PlayerRequest,
    roles: Roles,
    player_acts: PlayerActs,
    player_search: PlayerSearch,
    moderation_log: ModerationLog,
    player: PlayerInPath,
    data: AnyPlayerAct,
    key: IdempotencyKey = None,
) -> Response[PlayerActDone]:
    """Suspend, warn or rename a player, or do what only operators do. Return the player after it.

    All acts are in the log of moderation, with their reasons. Only operators act about operators and moderators; nobody
    acts about the own account. A suspension holds from now on for all requests, on all devices, and ends the streams of
    a player who is locked out.
    """
    act = _act_in(data)
    if isinstance(act, MakeRecovery):
        by = await operator_with_passkey(request, roles)
    else:
        by = holder_of(request, roles, "operator" if isinstance(act, OF_OPERATORS) else "moderator")
    about = full_id(player)
    done = await with_timeout(player_acts.do, about, act, by, keyed_of(request, by, key, _body(act)))
    reply = PlayerActDone(
        await _player_reply(player_search, moderation_log, about),
        None if done.link is None else reply_from(RecoveryReply, done.link),
    )
    return Response(reply, headers={"Cache-Control": "no-store"}, status_code=201)


def _body(act: PlayerAct) -> dict[str, object]:
    return {"type": type(act).__name__, **{name: getattr(act, name) for name in act.__struct_fields__}}


def _act_in(data: AnyPlayerAct) -> PlayerAct:
    """Return an act with its texts in their stored form. Raises 400 and 422 problems."""
    reason = reason_in(data.reason)
    match data:
        case SuspendRequest():
            until = None if data.until is None else time_in(data.until, "until", "bad-request")
            return Suspend(data.kind, reason, until)
        case LiftRequest():
            return LiftSuspension(reason)
        case WarnRequest():
            return Warn(reason)
        case RenameRequest():
            return Rename(reason, printable_name(data.name, "name"))
        case SignOutEverywhereRequest():
            return SignOutEverywhere(reason)
        case RecoveryRequest():
            return MakeRecovery(reason)
        case SetLimitsRequest():
            return SetLimits(reason, data.requests, data.messages)


def _suspension_reply(suspension: Suspension | None) -> SuspensionReply | None:
    return None if suspension is None else reply_from(SuspensionReply, suspension)


def _found_reply(found: FoundPlayer) -> FoundPlayerReply:
    return reply_from(FoundPlayerReply, found, suspension=_suspension_reply(found.suspension))


def _warning_replies(warnings: tuple[Warned, ...] | list[Warned]) -> tuple[WarningReply, ...]:
    return tuple(reply_from(WarningReply, each) for each in warnings)


async def _player_reply(search: PlayerSearch, log: ModerationLog, player: str) -> ModeratedPlayer:
    found: KnownPlayer | None = await with_timeout(search.player, player)
    if found is None:
        raise ProblemError("not-found", "there is no such player")
    acts = await with_timeout(log.acts, ActQuery(limit=SHOWN_ACTS + 1, player=player))
    page, following = paged(acts, SHOWN_ACTS, lambda act: cursor_of(act.number))
    return reply_from(
        ModeratedPlayer,
        found,
        suspension=_suspension_reply(found.suspension),
        former_names=tuple(reply_from(ModeratedName, each) for each in found.former_names),
        warnings=_warning_replies(found.warnings),
        limits=reply_from(OwnLimitsReply, found.limits),
        acts=ActsReply(tuple(act_reply(each) for each in page), following),
    )


@get(
    "/me/standing",
    summary="Read what moderators have decided about you",
    operation_id="ownStanding",
    security=with_scope("profile:read"),
    responses=problems("token-needed", "scope-missing"),
)
async def own_standing(request: PlayerRequest, roles: Roles, player_states: PlayerStates) -> Response[StandingReply]:
    """Return your suspension, your warnings and your roles. It works while you are locked out, too."""
    token_of(request, "profile:read")
    return await _standing(request, roles, player_states)


@post(
    "/me/warnings/{warning:str}/confirmations",
    summary="Confirm a warning",
    operation_id="confirmWarning",
    security=with_scope("account"),
    responses=problems("token-needed", "scope-missing", "foreign-origin", "not-found"),
    status_code=200,
)
async def confirm_warning(
    request: PlayerRequest,
    roles: Roles,
    player_states: PlayerStates,
    warning: Annotated[str, PathParameter(description="The id of a warning of yours.")],
) -> Response[StandingReply]:
    """Say that you have read a warning. It is not shown again on the pages of this site."""
    token = account_of(request, "account")
    if not await with_timeout(player_states.confirm, token.player, warning):
        raise ProblemError("not-found", "you have no such warning: GET /v1/me/standing lists yours")
    return await _standing(request, roles, player_states)


async def _standing(request: PlayerRequest, roles: Roles, player_states: PlayerStates) -> Response[StandingReply]:
    player = token_of(request).player
    own = roles.of(player)
    return PrivateResponse(
        StandingReply(
            _suspension_reply(player_states.suspension(player)),
            _warning_replies(await with_timeout(player_states.warnings, player)),
            tuple(role for role in ROLES if role in own),
        )
    )


@post(
    "/recoveries",
    summary="Get an account back",
    operation_id="recover",
    responses=problems("bad-request", "not-possible"),
)
async def recover(request: PlayerRequest, recoveries: Recoveries, data: RecoverySecret) -> Response[RecoveredReply]:
    """Use the link that an operator has made for you. Return a new token, with which you sign in.

    A link works once, within a day. Register a passkey next, so that you need no further link.
    """
    found = await with_timeout(recoveries.use, data.secret)
    note_sign_in(request.scope, found.player)
    reply = RecoveredReply(found.player, found.name, found.token)
    return Response(reply, headers={"Cache-Control": "no-store"}, status_code=201)


router = Router(
    "/v1/moderation", route_handlers=[moderated_players, moderated_player, act_about_player], tags=["moderation"]
)
own_router = Router("/v1", route_handlers=[own_standing, confirm_warning, recover], tags=["moderation"])
