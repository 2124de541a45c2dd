"""The queues of moderators: reports and appeals."""

from collections.abc import Mapping
from functools import partial
from typing import Annotated, Literal

from litestar import Response, Router, delete, get, post, put
from litestar.params import PathParameter, QueryParameter

from service.core.http.problems import problems
from service.core.http.request.cursors import after_number, cursor_of, next_link, paged
from service.core.http.request.page_parameters import Cursor, Limit
from service.core.http.response.responses import PrivateResponse
from service.core.store.timeouts import with_timeout
from service.moderation.api.demands import DEMANDS, moderator_of
from service.moderation.api.messages import MAX_REASON
from service.moderation.roles import Roles
from service.people.accounts import Accounts
from service.people.api.idempotency import IdempotencyKey, keyed_of, replay_headers
from service.people.api.request import PlayerRequest
from service.people.api.scopes import with_scope
from service.play.play import Play
from service.reports.api.messages import (
    MOST_ACTS,
    CaseReply,
    Cases,
    ContestedPage,
    ContestedReply,
    NewAnswer,
    NewAppealAnswer,
    ReportInCase,
    TakeCaseRequest,
    WholeCase,
)
from service.reports.api.own_routes import text_in
from service.reports.appeals import AppealAnswer, Appeals, AppealState, Contested
from service.reports.reports import Answer, Reports, Whole
from service.reports.rows import Case, State
from service.talk.api.texts import line_in

CaseInPath = Annotated[str, PathParameter(description="The id of the case.")]
ActInPath = Annotated[
    int, PathParameter(ge=1, le=MOST_ACTS, description="The number of the act that the appeal is against.")
]

_WAITING: tuple[State, ...] = ("open", "taken")

STATES: Mapping[str, tuple[State, ...]] = {
    "waiting": _WAITING,
    "open": ("open",),
    "taken": ("taken",),
    "answered": ("answered",),
    "dismissed": ("dismissed",),
    "closed": ("answered", "dismissed"),
}
"""The states of the cases in each list."""

APPEAL_STATES: Mapping[str, tuple[AppealState, ...]] = {
    "open": ("open",),
    "closed": ("granted", "refused", "withdrawn"),
}

_DECIDING = ("bad-request", *DEMANDS, "not-found", "not-possible", "key-reused", "invalid-value")


@get(
    "/reports",
    summary="Read the queue of reports",
    operation_id="reportCases",
    security=with_scope("account"),
    responses=problems("bad-request", *DEMANDS),
)
async def cases(
    request: PlayerRequest,
    roles: Roles,
    accounts: Accounts,
    reports: Reports,
    status: Annotated[
        Literal["waiting", "open", "taken", "answered", "dismissed", "closed"],
        QueryParameter(description="`waiting`: open and taken cases; `closed`: answered and dismissed ones."),
    ] = "waiting",
    limit: Limit = 50,
    cursor: Cursor = None,
) -> Response[Cases]:
    """Return cases: one for each reported subject. Those that wait begin with the oldest, closed ones with the newest.

    Moderators and operators may read it.
    """
    moderator_of(request, roles)
    after = 0 if cursor is None else after_number(cursor)
    states = STATES[status]
    newest = not set(states) & set(_WAITING)
    found = await with_timeout(partial(reports.queue, states, after, limit + 1, newest=newest))
    page, following = paged(found, limit, lambda item: cursor_of(item[0].number))
    items = tuple(case_reply(case, number, accounts) for case, number in page)
    return PrivateResponse(Cases(items, following), headers=next_link(request, following))


@get(
    "/reports/{case:str}",
    summary="Read a case",
    operation_id="reportCase",
    security=with_scope("account"),
    responses=problems(*DEMANDS, "not-found"),
)
async def one_case(
    request: PlayerRequest, roles: Roles, accounts: Accounts, reports: Reports, case: CaseInPath
) -> Response[WholeCase]:
    """Return a case with its reports, the acts that followed, and earlier cases about the same player."""
    moderator_of(request, roles)
    return PrivateResponse(whole_reply(await with_timeout(reports.whole, case), accounts))


@put(
    "/reports/{case:str}/taker",
    summary="Take a case",
    operation_id="takeReport",
    security=with_scope("account"),
    responses=problems("bad-request", *DEMANDS, "not-found", "not-possible"),
)
async def take(
    request: PlayerRequest,
    roles: Roles,
    accounts: Accounts,
    play: Play,
    reports: Reports,
    case: CaseInPath,
    data: TakeCaseRequest,
) -> Response[WholeCase]:
    """Look at a case, so that no other moderator does. Who has reported it, or is reported, cannot take it."""
    token = moderator_of(request, roles)

    take_it = partial(reports.take, case, token, play.now(), takes_over=data.takes_over)
    return PrivateResponse(whole_reply(await with_timeout(take_it), accounts))


@delete(
    "/reports/{case:str}/taker",
    summary="Put a case back",
    operation_id="releaseReport",
    security=with_scope("account"),
    responses=problems(*DEMANDS, "not-found", "not-possible"),
    status_code=200,
)
async def release(
    request: PlayerRequest, roles: Roles, accounts: Accounts, reports: Reports, case: CaseInPath
) -> Response[WholeCase]:
    """Put a case that you have taken back into the queue."""
    token = moderator_of(request, roles)
    return PrivateResponse(whole_reply(await with_timeout(reports.release, case, token), accounts))


@post(
    "/reports/{case:str}/answers",
    summary="Answer a case",
    operation_id="answerReport",
    security=with_scope("account"),
    responses=problems(*_DECIDING),
)
async def answer(
    request: PlayerRequest,
    roles: Roles,
    accounts: Accounts,
    play: Play,
    reports: Reports,
    case: CaseInPath,
    data: NewAnswer,
    key: IdempotencyKey = None,
) -> Response[WholeCase]:
    """Close a case that you have taken. All who reported it get the answer, and read no other report.

    `acts` links the acts of moderation that followed, such as a warning or a removed text. Do them first.
    """
    token = moderator_of(request, roles)
    decided = Answer(data.state, text_in(data.text), line_in(data.reason, "reason", MAX_REASON), data.acts)
    keyed = keyed_of(request, token, key, data)
    whole, is_replayed = await with_timeout(reports.answer, case, decided, token, play.now(), keyed)
    reports.notify()
    return PrivateResponse(whole_reply(whole, accounts), status_code=201, headers=replay_headers(is_replayed))


@get(
    "/appeals",
    summary="Read the queue of appeals",
    operation_id="appeals",
    security=with_scope("account"),
    responses=problems("bad-request", *DEMANDS),
)
async def list_appeals(
    request: PlayerRequest,
    roles: Roles,
    accounts: Accounts,
    appeals: Appeals,
    status: Annotated[
        Literal["open", "closed"], QueryParameter(description="Those that wait, or the others.")
    ] = "open",
    limit: Limit = 50,
    cursor: Cursor = None,
) -> Response[ContestedPage]:
    """Return appeals against acts of moderators, in the order of the acts."""
    moderator_of(request, roles)
    after = 0 if cursor is None else after_number(cursor)
    found = await with_timeout(appeals.queue, APPEAL_STATES[status], after, limit + 1)
    page, following = paged(found, limit, lambda each: cursor_of(each.appeal.act))
    items = tuple(contested_reply(each, accounts) for each in page)
    return PrivateResponse(ContestedPage(items, following), headers=next_link(request, following))


@post(
    "/appeals/{act:int}/answers",
    summary="Answer an appeal",
    operation_id="answerAppeal",
    security=with_scope("account"),
    responses=problems(*_DECIDING),
)
async def answer_appeal(
    request: PlayerRequest,
    roles: Roles,
    accounts: Accounts,
    play: Play,
    reports: Reports,
    appeals: Appeals,
    act: ActInPath,
    data: NewAppealAnswer,
    key: IdempotencyKey = None,
) -> Response[ContestedReply]:
    """Grant or refuse an appeal. Who did the act cannot, unless there is no other moderator.

    It undoes nothing by itself: lift the act first, and name what you did in `acts`.
    """
    token = moderator_of(request, roles)
    decided = AppealAnswer(data.outcome, text_in(data.text), line_in(data.reason, "reason", MAX_REASON), data.acts)
    keyed = keyed_of(request, token, key, data)
    found, is_replayed = await with_timeout(appeals.answer, act, decided, token, play.now(), keyed)
    reports.notify()
    return PrivateResponse(contested_reply(found, accounts), status_code=201, headers=replay_headers(is_replayed))


def case_reply(case: Case, reports: int, accounts: Accounts) -> CaseReply:
    """Return a case as moderators see it."""
    return CaseReply(
        *(case.id, case.type, case.state, case.opened_at, reports, case.game, case.version, case.tournament),
        message=case.message,
        player=case.player,
        account=None if case.player is None else accounts.account_of(case.player),
        name=accounts.name_of(case.player),
        named=case.named,
        evidence=case.evidence,
        taken_by=case.taken_by,
        taken_by_name=accounts.name_of(case.taken_by),
        taken_at=case.taken_at,
        answer=case.answer,
        answered_by=case.answered_by,
        answered_at=case.answered_at,
        is_erased=case.is_erased,
    )


def whole_reply(whole: Whole, accounts: Accounts) -> WholeCase:
    """Return a case with all that moderators see."""
    return WholeCase(
        case=case_reply(whole.case, whole.number, accounts),
        reports=tuple(
            ReportInCase(each.id, each.at, each.reporter, accounts.name_of(each.reporter), each.reason, each.text)
            for each in whole.reports
        ),
        acts=tuple(whole.acts),
        earlier=tuple(case_reply(case, number, accounts) for case, number in whole.earlier),
    )


def contested_reply(found: Contested, accounts: Accounts) -> ContestedReply:
    """Return an appeal as moderators see it."""
    appeal = found.appeal
    return ContestedReply(
        *(appeal.act, found.action, found.done_at, found.by, accounts.name_of(found.by), found.reason, found.until),
        *(appeal.player, accounts.name_of(appeal.player), appeal.at, appeal.text, appeal.state),
        *(appeal.answer, appeal.answered_by, appeal.answered_at),
    )


router = Router(
    "/v1/moderation",
    route_handlers=[cases, one_case, take, release, answer, list_appeals, answer_appeal],
    tags=["moderation"],
)
