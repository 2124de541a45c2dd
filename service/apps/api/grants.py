"""What you allow to apps: list and revoke."""

from litestar import Response, Router, delete, get

from service.apps.api.messages import Grants, grant_reply
from service.apps.apps import Apps
from service.core.http.problems import ProblemError, problems
from service.core.http.response.responses import PrivateResponse
from service.core.store.timeouts import with_timeout
from service.people.api.callers import account_of
from service.people.api.idempotency import IdempotencyKey, keyed_of, missing_unless_executed, no_content
from service.people.api.request import PlayerRequest
from service.people.api.scopes import with_scope
from service.people.credentials import allowed_by
from service.people.request_keys import RequestKeys


@get(
    "/me/grants",
    summary="List your apps",
    operation_id="grants",
    security=with_scope("account"),
    responses=problems("token-needed", "scope-missing"),
)
async def grants(request: PlayerRequest, apps: Apps) -> Response[Grants]:
    """Return the apps that you allow something, with what each may do, and when it was used last."""
    found = await with_timeout(apps.grants, account_of(request, "account").player)
    return PrivateResponse(Grants(tuple(map(grant_reply, found))))


@delete(
    "/me/grants/{grant:str}",
    summary="Revoke an app",
    operation_id="revokeGrant",
    security=with_scope("account"),
    responses=problems("token-needed", "scope-missing", "not-found", "key-reused"),
)
async def revoke_grant(
    request: PlayerRequest, apps: Apps, request_keys: RequestKeys, grant: str, key: IdempotencyKey = None
) -> Response[None]:
    """End what you allow to an app, at once and permanently.

    Its tokens end, its open streams close, and all that it made with them ends: seat tokens of guests, invitations,
    calendar links, pings, webhooks, browsers that show pings, and the daily e-mail. The response has no body.
    """
    own = account_of(request, "account")
    keyed = keyed_of(request, own, key)
    found = await with_timeout(apps.grant, own.player, grant)
    if found is None:
        return await missing_unless_executed(request_keys, keyed, "you have no such grant")
    if not allowed_by(found.scopes) <= allowed_by(own.scopes):
        raise ProblemError("scope-missing", "this token cannot revoke an app that may do more")
    return no_content(replayed=await with_timeout(apps.end, found, keyed))


router = Router("/v1", route_handlers=[grants, revoke_grant], tags=["apps"])
