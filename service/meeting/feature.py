"""Challenges, rematches and pools."""

import logging
from collections.abc import Iterable

from service.core.feature import Feature
from service.core.http.problems import ProblemError
from service.core.parts import Parts
from service.core.settings import Settings
from service.core.store.store import Store
from service.core.worker import Background, Worker
from service.meeting.api import challenge_routes, pool_routes, rematch_routes
from service.meeting.api.pool_routes import PoolTerms
from service.meeting.limits import ChallengesFullError, TooManyChallengesError
from service.meeting.meetings import MayNotMeetError, Meetings, NotOpenError
from service.meeting.opening import INTERVAL, Opening
from service.meeting.pool import PairedError, Pools
from service.meeting.rows import TABLES
from service.people.accounts import Accounts
from service.play.play import Play

_log = logging.getLogger(__name__)


def build(parts: Parts) -> None:
    """Build the use cases over accounts and games."""
    database, accounts, play = parts.get(Store).database, parts.get(Accounts), parts.get(Play)
    meetings = parts.add(Meetings(database, accounts, play.now))
    parts.add(Opening(meetings, play, accounts))
    parts.add(Pools(database, meetings, play.now))
    parts.add(PoolTerms(parts.get(Settings), play, accounts))


def background(parts: Parts) -> Iterable[Background]:
    """Open the games whose process has died, and end what has expired."""
    yield Worker(
        parts.get(Opening).step,
        every=INTERVAL,
        begins_after=INTERVAL,
        outage="challenges wait",
        failure="the games of challenges cannot be opened",
        log=_log,
    )


feature = Feature(
    "meeting",
    routes=(challenge_routes.router, rematch_routes.router, pool_routes.router),
    parts={"meetings": Meetings, "opening": Opening, "player_pools": Pools, "pool_terms": PoolTerms},
    tables=TABLES,
    problems={
        MayNotMeetError: lambda _, error: ProblemError("not-possible", str(error)),
        PairedError: lambda _, error: ProblemError("not-possible", str(error)),
        NotOpenError: lambda _, error: ProblemError("not-possible", str(error)),
        ChallengesFullError: lambda _, error: ProblemError("limit-reached", str(error)),
        TooManyChallengesError: lambda _, error: ProblemError(
            "too-many-requests", str(error), {"Retry-After": str(error.seconds)}
        ),
    },
    build=build,
    background=background,
)
