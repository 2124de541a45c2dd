"""Reports, acts about oneself and appeals, for players."""

from typing import Annotated

from litestar import Response, Router, get, post, put
from litestar.params import PathParameter

from service.core.http.problems import field_problem, problems
from service.core.http.request.cursors import cursor_of, next_link, paged, time_and_text_in
from service.core.http.request.page_parameters import Cursor, Limit
from service.core.http.request.times import time_in
from service.core.http.response.responses import PrivateResponse
from service.core.store.timeouts import with_timeout
from service.people.api.callers import account_of, address_of
from service.people.api.idempotency import IdempotencyKey, keyed_of, replay_headers
from service.people.api.request import PlayerRequest
from service.people.api.scopes import with_scope
from service.play.play import Play
from service.reports.api.messages import (
    MAX_TEXT,
    MOST_ACTS,
    AgainstReply,
    AppealReply,
    NewAppeal,
    NewReadMark,
    NewReportBody,
    OwnActs,
    OwnReports,
    ReadMark,
    ReportReply,
)
from service.reports.api.subjects import Subjects
from service.reports.appeals import Appeal, Appeals
from service.reports.reports import Reports
from service.reports.rows import NewReport, Own
from service.talk.api.texts import lines_in

ActInPath = Annotated[int, PathParameter(ge=1, le=MOST_ACTS, description="The number of the act, from `ownActs`.")]


@post(
    "/reports",
    summary="Report a message, a name, or play",
    operation_id="makeReport",
    security=with_scope("games:play"),
    responses=problems(
        *("bad-request", "token-needed", "scope-missing", "not-found", "not-possible", "key-reused", "invalid-value"),
        "too-many-requests",
    ),
)
async def make_report(
    request: PlayerRequest,
    play: Play,
    reports: Reports,
    subjects: Subjects,
    data: NewReportBody,
    key: IdempotencyKey = None,
) -> Response[ReportReply]:
    """Tell the moderators what is wrong. They see your name; the reported player does not.

    The text of a message, and a name, is kept as it is now, so that it can be judged even if it is removed. You report
    a subject once: a second report returns the first. Reports of several players about a subject are one case; if a
    message or name was decided about already, you get the answer at once. Above the limits of an account or a network
    the response is 429.
    """
    token = account_of(request, "games:play")
    text = lines_in(data.text, "text", MAX_TEXT)
    if data.reason == "other" and not text:
        raise field_problem("invalid-value", "text", "say in your own words what is wrong")
    find = await subjects.find(request, data.about, data.reason)
    keyed = keyed_of(request, token, key, data)
    new = NewReport(play.now(), token.player, data.reason, text)
    source = reports.source_of(address_of(request))
    made = await with_timeout(reports.make, find, new, token, source, keyed)
    headers = {"Cache-Control": "no-store", **replay_headers(made.is_replayed)}
    return Response(report_reply(made.own), headers=headers, status_code=201)


@get(
    "/me/reports",
    summary="List your reports",
    operation_id="ownReports",
    security=with_scope("profile:read"),
    responses=problems("bad-request", "token-needed", "scope-missing"),
)
async def own_reports(
    request: PlayerRequest, reports: Reports, limit: Limit = 50, cursor: Cursor = None
) -> Response[OwnReports]:
    """Return what you have reported, newest first, with the state and the answer.

    They are deleted with your account, or a time after the answer, which the operator sets.
    """
    token = account_of(request, "profile:read")
    before = None if cursor is None else time_and_text_in(cursor)
    found, unread = await with_timeout(reports.own, token.player, before, limit + 1)
    page, following = paged(found, limit, lambda own: cursor_of(own.report.at, own.report.id))
    items = tuple(report_reply(own) for own in page)
    return PrivateResponse(OwnReports(items, following, unread), headers=next_link(request, following))


@put(
    "/me/reports/mark",
    summary="Mark answers of moderators read",
    operation_id="markReports",
    security=with_scope("account"),
    responses=problems("bad-request", "token-needed", "scope-missing"),
)
async def mark_reports(request: PlayerRequest, play: Play, reports: Reports, data: NewReadMark) -> Response[ReadMark]:
    """Set up to when you have read answers to reports, acts about you and answers to appeals, on all your devices."""
    token = account_of(request, "account")
    read_at = min(time_in(data.read_at, "read_at", "bad-request"), play.now())
    return PrivateResponse(ReadMark(await with_timeout(reports.mark, token.player, token.id, read_at)))


@get(
    "/me/acts",
    summary="List what moderators did about you",
    operation_id="ownActs",
    security=with_scope("profile:read"),
    responses=problems("token-needed", "scope-missing"),
)
async def own_acts(request: PlayerRequest, appeals: Appeals) -> Response[OwnActs]:
    """Return the acts that concern you, such as warnings, with the reasons and your appeals."""
    token = account_of(request, "profile:read")
    found, unread = await with_timeout(appeals.against, token.player)
    items = tuple(
        AgainstReply(
            *(each.number, each.at, each.action, each.kind, each.about, each.reason, each.until),
            appeal=None if each.appeal is None else appeal_reply(each.appeal),
        )
        for each in found
    )
    return PrivateResponse(OwnActs(items, unread))


@post(
    "/me/acts/{act:int}/appeals",
    summary="Appeal against an act of a moderator",
    operation_id="appeal",
    security=with_scope("account"),
    responses=problems(
        *("bad-request", "token-needed", "scope-missing", "not-found", "not-possible", "key-reused", "invalid-value"),
    ),
)
async def appeal(
    request: PlayerRequest, play: Play, appeals: Appeals, act: ActInPath, data: NewAppeal, key: IdempotencyKey = None
) -> Response[AppealReply]:
    """Say why an act that concerns you is wrong. You may do so once for each act.

    Another moderator answers, if there is one. The act stays in force until then.
    """
    token = account_of(request, "account")
    text = text_in(data.text)
    keyed = keyed_of(request, token, key, {"text": text})
    made, is_replayed = await with_timeout(appeals.make, act, text, token, play.now(), keyed)
    headers = {"Cache-Control": "no-store", **replay_headers(is_replayed)}
    return Response(appeal_reply(made), headers=headers, status_code=201)


def text_in(text: str) -> str:
    """Return a text with visible characters in its stored form. Raises a 422 problem."""
    stored = lines_in(text, "text", MAX_TEXT)
    if not stored:
        raise field_problem("invalid-value", "text", "the text is empty: say why")
    return stored


def report_reply(own: Own) -> ReportReply:
    """Return a report as its author sees it: without the other reports and the moderator."""
    report, case = own.report, own.case
    return ReportReply(
        *(report.id, report.at, case.type, case.game, case.tournament, case.player, case.named, case.evidence),
        *(report.reason, report.text, case.state, case.answer, case.answered_at),
    )


def appeal_reply(made: Appeal) -> AppealReply:
    """Return an appeal as its author sees it: without the moderator."""
    return AppealReply(made.act, made.at, made.text, made.state, made.answer, made.answered_at)


router = Router("/v1", route_handlers=[make_report, own_reports, mark_reports, own_acts, appeal], tags=["reports"])
