"""Ask for reports about unfair play, and read them."""

from typing import Annotated

from litestar import Response, Router, get, post
from litestar.params import PathParameter

from service.core.http.messages import reply_from
from service.core.http.problems import ProblemError, field_problem, problems
from service.core.http.request.times import time_in
from service.core.http.response.responses import PrivateResponse
from service.core.store.timeouts import with_timeout
from service.fair_play.api.messages import AskedReply, AskedReports, NamedPlayer, NewFairPlayReport, WholeReport
from service.fair_play.reports import Asked, FairPlayReports
from service.moderation.api.demands import DEMANDS, operator_of
from service.moderation.roles import Roles
from service.people.accounts import Accounts
from service.people.api.idempotency import IdempotencyKey, keyed_of, replay_headers
from service.people.api.request import PlayerRequest
from service.people.api.scopes import with_scope

ReportInPath = Annotated[str, PathParameter(description="The id of the report.")]


@get(
    "",
    summary="List reports about unfair play",
    operation_id="fairPlayReports",
    security=with_scope("account"),
    responses=problems(*DEMANDS),
)
async def fair_play_reports_list(
    request: PlayerRequest, roles: Roles, fair_play_reports: FairPlayReports
) -> Response[AskedReports]:
    """Return the latest 20 reports that operators have asked for. Only operators may read them."""
    operator_of(request, roles)
    found = await with_timeout(fair_play_reports.all)
    return PrivateResponse(AskedReports(tuple(_asked(each) for each in found)))


@post(
    "",
    summary="Ask for a report about unfair play",
    operation_id="askFairPlayReport",
    security=with_scope("account"),
    responses=problems("bad-request", *DEMANDS, "key-reused", "invalid-value", "too-many-requests"),
    status_code=202,
)
async def ask_report(
    request: PlayerRequest,
    roles: Roles,
    fair_play_reports: FairPlayReports,
    data: NewFairPlayReport,
    key: IdempotencyKey = None,
) -> Response[AskedReply]:
    """Let the service compute what the log says about the rated games of a period. Only operators may.

    The report lists pairs that exchange wins, early resignations, accounts of one network or browser, regular times
    and choices of a published bot. A finding is no proof, and nothing follows from it by itself. The same log gives the
    same report; `deploy/fair-play.md` has the method.
    """
    token = operator_of(request, roles)
    since, until = (
        time_in(text, field, "invalid-value") for text, field in ((data.since, "since"), (data.until, "until"))
    )
    if since >= until:
        raise field_problem("invalid-value", "until", "name a time after `since`")
    keyed = keyed_of(request, token, key, data)
    asked, is_replayed = await with_timeout(fair_play_reports.ask, since, until, token, keyed)
    fair_play_reports.notify()
    headers = {"Cache-Control": "no-store", **replay_headers(is_replayed)}
    return Response(_asked(asked), headers=headers, status_code=202)


@get(
    "/{report:str}",
    summary="Read a report about unfair play",
    operation_id="fairPlayReport",
    security=with_scope("account"),
    responses=problems(*DEMANDS, "not-found"),
)
async def fair_play_report(
    request: PlayerRequest, roles: Roles, accounts: Accounts, fair_play_reports: FairPlayReports, report: ReportInPath
) -> Response[WholeReport]:
    """Return a report, with the current names of its players. It is deleted when one of them deletes the account."""
    operator_of(request, roles)
    found = await with_timeout(fair_play_reports.one, report)
    if found is None:
        raise ProblemError("not-found", "there is no such report, or a player whom it names has deleted the account")
    players = sorted(found.report.players) if found.report is not None else []
    named = tuple(NamedPlayer(each, accounts.name_of(each) or "") for each in players)
    return PrivateResponse(WholeReport(_asked(found), found.report, named))


def _asked(asked: Asked) -> AskedReply:
    return reply_from(AskedReply, asked)


router = Router(
    "/v1/moderation/fair-play-reports",
    route_handlers=[fair_play_reports_list, ask_report, fair_play_report],
    tags=["moderation"],
)
