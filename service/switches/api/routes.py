"""The routes of the state of the site, and of codes to sign up with."""

from datetime import datetime, timedelta
from typing import Annotated

from litestar import Response, Router, delete, get, post, put
from litestar.params import PathParameter
from msgspec import UNSET

from service.core.http.messages import reply_from
from service.core.http.problems import ProblemError, field_problem, problems
from service.core.http.request.cursors import cursor_of, next_link, paged, time_and_text_in
from service.core.http.request.languages import language_accepted
from service.core.http.request.page_parameters import Cursor, Limit
from service.core.http.request.times import time_in
from service.core.http.response.responses import PrivateResponse
from service.core.store.timeouts import with_timeout
from service.core.store.times import timestamp_now, timestamp_of
from service.moderation.api.demands import DEMANDS, operator_of
from service.moderation.roles import Roles
from service.people.api.names import printable_text
from service.people.api.request import PlayerRequest
from service.people.api.scopes import with_scope
from service.switches.api.messages import (
    CodeReply,
    CodesReply,
    MadeCode,
    MaintenanceReply,
    NewCode,
    NewNotice,
    NoticeReply,
    SiteChange,
    SiteReply,
)
from service.switches.switches import Switches
from service.switches.values import Notice

LONGEST = timedelta(days=366)
"""For how long a maintenance or a notice may be announced."""

CHANGING = ("bad-request", *DEMANDS, "invalid-value")


def site_reply(switches: Switches, language: str | None) -> SiteReply:
    """Return the state of the site, with the notice in a language."""
    maintenance, notice = switches.maintenance, switches.notice
    return SiteReply(
        sign_ups=switches.sign_ups,
        maintenance=None if maintenance is None else reply_from(MaintenanceReply, maintenance),
        notice=None if notice is None else NoticeReply(notice.in_language(language or ""), notice.until),
    )


@get("/site", summary="Read the state of the site", operation_id="siteState", responses=problems("token-needed"))
async def site_state(request: PlayerRequest, switches: Switches) -> Response[SiteReply]:
    """Return who may sign up, the maintenance if there is one, and the notice to all.

    Pages look here once a minute. During maintenance everything can be read.
    """
    return Response(
        site_reply(switches, language_accepted(request)),
        headers={"Cache-Control": "no-cache", "Vary": "Accept-Language"},
    )


@put(
    "/site",
    summary="Switch the site",
    operation_id="changeSite",
    security=with_scope("account"),
    responses=problems(*CHANGING),
)
async def change_site(
    request: PlayerRequest, roles: Roles, switches: Switches, data: SiteChange
) -> Response[SiteReply]:
    """Switch sign-up, maintenance and the notice, at once and for all processes. Only operators may.

    Maintenance refuses all changes with 503 and `Retry-After`, except to sign in and out, and this operation.
    """
    by = operator_of(request, roles).player
    why = printable_text(data.reason, "invalid-value", "reason")
    notice = None if data.notice is None or data.notice is UNSET else _notice(data.notice)
    if data.maintenance is not UNSET and data.maintenance is not None:
        reason = printable_text(data.maintenance.reason, "invalid-value", "maintenance/reason")
        until = None if data.maintenance.until is None else _later(data.maintenance.until, "maintenance/until")
        await with_timeout(switches.begin_maintenance, reason, until, why, by)
    elif data.maintenance is None:
        await with_timeout(switches.end_maintenance, why, by)
    if data.sign_ups is not UNSET:
        await with_timeout(switches.set_sign_ups, data.sign_ups, why, by)
    if notice is not None:
        await with_timeout(switches.set_notice, notice, why, by)
    elif data.notice is None:
        await with_timeout(switches.end_notice, why, by)
    return PrivateResponse(site_reply(switches, language_accepted(request)))


def _notice(data: NewNotice) -> Notice:
    texts = {tag: printable_text(text, "invalid-value", "notice/texts") for tag, text in data.texts.items()}
    text = printable_text(data.text, "invalid-value", "notice/text")
    return Notice(text, _later(data.until, "notice/until"), texts)


def _later(text: str, field: str) -> str:
    """Return a time in the future. Raises a 422 problem."""
    until, now = time_in(text, field, "invalid-value"), timestamp_now()
    if not now < until <= timestamp_of(datetime.fromisoformat(now) + LONGEST):
        raise field_problem("invalid-value", field, "name a later time, within the next year")
    return until


@post(
    "/site/codes",
    summary="Make a code to sign up with",
    operation_id="makeSignUpCode",
    security=with_scope("account"),
    responses=problems(*CHANGING),
)
async def make_code(request: PlayerRequest, roles: Roles, switches: Switches, data: NewCode) -> Response[MadeCode]:
    """Make a code with which one person signs up while sign-up is by invitation. Only operators may."""
    by = operator_of(request, roles).player
    label = printable_text(data.label, "invalid-value", "label") if data.label else ""
    made, secret = await with_timeout(switches.make_code, label, data.days, by)
    return PrivateResponse(reply_from(MadeCode, made, code=secret), status_code=201)


@get(
    "/site/codes",
    summary="List the codes to sign up with",
    operation_id="signUpCodes",
    security=with_scope("account"),
    responses=problems("bad-request", *DEMANDS),
)
async def codes(
    request: PlayerRequest, roles: Roles, switches: Switches, limit: Limit = 50, cursor: Cursor = None
) -> Response[CodesReply]:
    """Return the codes, who made them and who signed up with them, newest first. Only operators may read them."""
    operator_of(request, roles)
    before = None if cursor is None else time_and_text_in(cursor)
    found = await with_timeout(switches.codes, before, limit + 1)
    page, following = paged(found, limit, lambda code: cursor_of(code.created_at, code.id))
    items = tuple(reply_from(CodeReply, each) for each in page)
    return PrivateResponse(CodesReply(items, following), headers=next_link(request, following))


@delete(
    "/site/codes/{code:str}",
    summary="Withdraw a code to sign up with",
    operation_id="withdrawSignUpCode",
    security=with_scope("account"),
    responses=problems(*DEMANDS, "not-found"),
)
async def withdraw_code(
    request: PlayerRequest,
    roles: Roles,
    switches: Switches,
    code: Annotated[str, PathParameter(description="The id of the code.")],
) -> None:
    """Withdraw a code that is not used yet. Only operators may."""
    by = operator_of(request, roles).player
    if not await with_timeout(switches.withdraw_code, code, by):
        raise ProblemError("not-found", "there is no such code, or it is used")


router = Router("/v1", route_handlers=[site_state, change_site, make_code, codes, withdraw_code], tags=["moderation"])
