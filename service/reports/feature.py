"""Reports of players, the queue of moderators, appeals, and moderation in numbers."""

import asyncio
import datetime
import logging
from collections.abc import Iterable

from service.core.feature import Feature
from service.core.http.problems import ProblemError, problem_at
from service.core.parts import Parts
from service.core.settings import Settings
from service.core.store.database import Cursor
from service.core.store.store import Store
from service.core.store.times import timestamp_now, timestamp_of
from service.core.worker import Background, Worker
from service.lists.api.streams.asides import OwnAsides
from service.moderation.barrier import Barrier
from service.news.notifications import Notifications
from service.news.telling import tell
from service.people.accounts import Accounts
from service.play.api.loading import Games
from service.play.play import Play
from service.reports import appeals as appeal_rows
from service.reports import rows
from service.reports.api import desk_routes, own_routes, transparency
from service.reports.api.aside import ReportStreams
from service.reports.api.subjects import Subjects
from service.reports.appeals import AppealRefusedError, Appeals, AppealUnknownError, untold
from service.reports.limits import ReportLimits, TooManyReportsError
from service.reports.news import INTERVAL as FOLLOWED_EVERY
from service.reports.news import ReportFollower, ReportNews
from service.reports.numbers import Counting
from service.reports.personal import PERSONAL
from service.reports.reports import ActUnknownError, CaseUnknownError, ReportRefusedError, Reports
from service.talk.api.rooms import Standings
from service.tournaments.tournaments import Tournaments

_log = logging.getLogger(__name__)

FORGETS_EVERY = 3600.0
"""Seconds between two looks for closed cases whose retention is over."""

TELLS_EVERY = 5.0
"""Seconds between two looks for acts whose players are not told yet."""

PAGE = "/account/reports"
"""The page to which notices lead."""


def build(parts: Parts) -> None:
    """Build the use cases over accounts, games and talk."""
    settings, database = parts.get(Settings), parts.get(Store).database
    accounts, play = parts.get(Accounts), parts.get(Play)
    reports = parts.add(Reports(database, accounts, ReportLimits.of(settings)))
    parts.add(Counting(reports, parts.add(Appeals(database, accounts))))
    news = ReportNews(database)
    parts.add(ReportStreams(news, parts.add(ReportFollower(news))))
    parts.add(Subjects(accounts, play, parts.get(Games), parts.get(Tournaments), parts.get(Standings)))


def connect(parts: Parts) -> None:
    """Let suspended players read and appeal; notify those who have reported or appealed, also in their streams."""
    reports, appeals = parts.get(Reports), parts.get(Appeals)

    def tell_reporter(cursor: Cursor, player: str, report: str, now: str) -> None:
        tell(cursor, player, "report.answered", PAGE, f"report {report}", now)

    def tell_appellant(cursor: Cursor, player: str, act: int, now: str) -> None:
        tell(cursor, player, "appeal.answered", PAGE, f"appeal {act}", now)

    barrier = parts.get(Barrier)
    barrier.exempt("GET", "/v1/me/acts")
    barrier.exempt("POST", "/v1/me/acts/[0-9]+/appeals")
    barrier.exempt("GET", "/v1/me/reports")
    barrier.exempt("PUT", "/v1/me/reports/mark")
    parts.get(OwnAsides).makers.append(parts.get(ReportStreams).aside_of)
    reports.answered.append(tell_reporter)
    reports.notifying.append(parts.get(Notifications).sender.wake)
    appeals.answered.append(tell_appellant)


def background(parts: Parts) -> Iterable[Background]:
    """Forget closed cases after the retention, and notify players of acts that concern them, also in their streams."""
    settings, database = parts.get(Settings), parts.get(Store).database
    reports, appeals = parts.get(Reports), parts.get(Appeals)

    def forget() -> float | None:
        # an injected clock may count its readings, so it is not read
        now = datetime.datetime.now(datetime.UTC)
        before = timestamp_of(now - datetime.timedelta(days=settings.reports_kept))
        appeals.forget(before)
        # more of them follow at once
        return 0.0 if reports.forget(before) else None

    def tell_reported() -> bool:
        with database.writing() as cursor:
            now = timestamp_now()
            found = untold(cursor)
            for number, player, _ in found:
                tell(cursor, player, "act.done", PAGE, f"act {number}", now)
            return bool(found)

    async def forget_in_thread() -> float | None:
        return await asyncio.to_thread(forget)

    async def tell_in_thread() -> None:
        if await asyncio.to_thread(tell_reported):
            parts.get(Notifications).sender.wake()

    yield Worker(
        forget_in_thread,
        every=FORGETS_EVERY,
        outage="closed reports are forgotten later",
        failure="closed reports cannot be forgotten",
        log=_log,
    )
    yield Worker(
        tell_in_thread,
        every=TELLS_EVERY,
        outage="players are told of acts about them later",
        failure="players cannot be told of acts about them",
        log=_log,
    )
    yield Worker(
        parts.get(ReportFollower).step,
        every=FOLLOWED_EVERY,
        outage="streams are told of acts of moderators later",
        failure="streams cannot be told of acts of moderators",
        log=_log,
    )


feature = Feature(
    "reports",
    routes=(own_routes.router, desk_routes.router, transparency.router),
    parts={"reports": Reports, "appeals": Appeals, "subjects": Subjects, "counting": Counting},
    tables=(*rows.TABLES, *appeal_rows.TABLES),
    personal=PERSONAL,
    problems={
        ReportRefusedError: lambda _, error: ProblemError("not-possible", str(error)),
        AppealRefusedError: lambda _, error: ProblemError("not-possible", str(error)),
        CaseUnknownError: lambda _, __: ProblemError("not-found", "there is no such case"),
        AppealUnknownError: lambda _, __: ProblemError("not-found", "there is no such act about you, or no appeal"),
        ActUnknownError: lambda _, error: problem_at("invalid-value", "acts", str(error)),
        TooManyReportsError: lambda _, error: ProblemError(
            "too-many-requests", str(error), {"Retry-After": str(error.seconds)}
        ),
    },
    build=build,
    connect=connect,
    background=background,
)
