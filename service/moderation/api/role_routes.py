"""The routes of roles, and of the log of moderation."""

from typing import Annotated, Literal

from litestar import Response, Router, delete, get, put
from litestar.params import PathParameter, QueryParameter

from service.core.http.messages import reply_from
from service.core.http.problems import problems
from service.core.http.request.cursors import after_number, cursor_of, next_link, paged
from service.core.http.request.page_parameters import Cursor, Limit
from service.core.http.request.player_ids import full_id
from service.core.http.response.responses import PrivateResponse
from service.core.store.timeouts import with_timeout
from service.moderation.api.demands import DEMANDS, PASSKEY_MISSING, operator_of, operator_with_passkey
from service.moderation.api.messages import MAX_REASON, ActReply, ActsReply, ReasonRequest, RoleReply, RolesReply
from service.moderation.log import ActQuery, LoggedAct, ModerationLog
from service.moderation.roles import Granted, Roles
from service.people.accounts import Accounts
from service.people.api.names import printable_text
from service.people.api.request import PlayerRequest
from service.people.api.scopes import with_scope

RoleInPath = Annotated[Literal["operator", "moderator"], PathParameter(description="The role.")]
PlayerInPath = Annotated[str, PathParameter(description="The id of the player, with or without `player:`.")]

_CHANGING = (
    *("bad-request", *DEMANDS, PASSKEY_MISSING, "not-found", "not-possible", "invalid-value"),
    "foreign-origin",
)


def reason_in(text: str) -> str:
    """Return a reason in its stored form. Raises a 422 problem."""
    return printable_text(text, "invalid-value", "reason")[:MAX_REASON]


@get(
    "/roles",
    summary="List operators and moderators",
    operation_id="roles",
    security=with_scope("account"),
    responses=problems(*DEMANDS),
)
async def list_roles(request: PlayerRequest, roles: Roles, accounts: Accounts) -> Response[RolesReply]:
    """Return who is an operator or a moderator, since when and by whom. Only operators may read it."""
    operator_of(request, roles)
    return PrivateResponse(_roles_reply(accounts, await with_timeout(roles.all)))


def _roles_reply(accounts: Accounts, granted: list[Granted]) -> RolesReply:
    return RolesReply(tuple(reply_from(RoleReply, each, name=accounts.name_of(each.player) or "") for each in granted))


@put(
    "/roles/{player:str}/{role:str}",
    summary="Grant a role",
    operation_id="grantRole",
    security=with_scope("account"),
    responses=problems(*_CHANGING),
)
async def grant_role(
    request: PlayerRequest,
    roles: Roles,
    accounts: Accounts,
    player: PlayerInPath,
    role: RoleInPath,
    data: ReasonRequest,
) -> Response[RolesReply]:
    """Make a player an operator or a moderator, at once and on all devices. Return all roles.

    Only operators may, in a session that a passkey has started; so that a stolen token gives no role away. The first
    operator is made with `ludolog people grant NAME operator`.
    """
    by = await operator_with_passkey(request, roles)
    await with_timeout(roles.grant, full_id(player), role, reason_in(data.reason), by)
    return PrivateResponse(_roles_reply(accounts, await with_timeout(roles.all)))


@delete(
    "/roles/{player:str}/{role:str}",
    summary="Revoke a role",
    operation_id="revokeRole",
    security=with_scope("account"),
    responses=problems(*_CHANGING),
    status_code=200,
)
async def revoke_role(
    request: PlayerRequest,
    roles: Roles,
    accounts: Accounts,
    player: PlayerInPath,
    role: RoleInPath,
    data: ReasonRequest,
) -> Response[RolesReply]:
    """Take a role from a player, at once and on all devices. Return all roles.

    Only operators may, in a session that a passkey has started. The last operator keeps the role.
    """
    by = await operator_with_passkey(request, roles)
    await with_timeout(roles.revoke, full_id(player), role, reason_in(data.reason), by)
    return PrivateResponse(_roles_reply(accounts, await with_timeout(roles.all)))


@get(
    "/acts",
    summary="Read the log of moderation",
    operation_id="moderationActs",
    security=with_scope("account"),
    responses=problems("bad-request", *DEMANDS),
)
async def acts(
    request: PlayerRequest,
    roles: Roles,
    moderation_log: ModerationLog,
    player: Annotated[str | None, QueryParameter(description="Only acts that concern this player.")] = None,
    by: Annotated[str | None, QueryParameter(description="Only acts of this moderator.")] = None,
    action: Annotated[str | None, QueryParameter(description="Only acts of this kind, such as `role.granted`.")] = None,
    limit: Limit = 50,
    cursor: Cursor = None,
) -> Response[ActsReply]:
    """Return what operators and moderators have done, newest first. Only operators may read it.

    The log is append-only. It keeps the ids of deleted accounts without their names.
    """
    operator_of(request, roles)
    query = ActQuery(
        before=None if cursor is None else after_number(cursor),
        limit=limit + 1,
        player=None if player is None else full_id(player),
        by=None if by is None else full_id(by),
        action=action,
    )
    return page_of_acts(request, await with_timeout(moderation_log.acts, query), limit)


def page_of_acts(request: PlayerRequest, found: list[LoggedAct], limit: int) -> Response[ActsReply]:
    """Return a page of acts, of which one more than the limit was read."""
    page, following = paged(found, limit, lambda act: cursor_of(act.number))
    items = tuple(act_reply(each) for each in page)
    return PrivateResponse(ActsReply(items, following), headers=next_link(request, following))


def act_reply(act: LoggedAct) -> ActReply:
    """Return an act as replies show it."""
    return reply_from(ActReply, act, details=dict(act.details))


router = Router("/v1/moderation", route_handlers=[list_roles, grant_role, revoke_role, acts], tags=["moderation"])
