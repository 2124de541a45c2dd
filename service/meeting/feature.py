"""Challenges, rematches and pools."""

import logging
from collections.abc import Iterable

from service.core.feature import Feature
from service.core.http.problems import ProblemError
from service.core.parts import Parts
from service.core.settings import Settings
from service.core.store.store import Store
from service.core.worker import Background, Worker
from service.lists.api.streams.asides import OwnAsides
from service.meeting.api import challenge_routes, pool_routes, rematch_routes
from service.meeting.api.aside import MeetingStreams
from service.meeting.api.pool_routes import PoolTerms
from service.meeting.follower import INTERVAL as FOLLOWED_EVERY
from service.meeting.follower import PACE, MeetingFollower
from service.meeting.limits import ChallengesFullError, TooManyChallengesError
from service.meeting.meetings import LeftError, MayNotMeetError, Meetings, NotOpenError
from service.meeting.opening import INTERVAL, Opening
from service.meeting.personal import PERSONAL
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
    follower = parts.add(MeetingFollower(meetings))
    parts.add(MeetingStreams(meetings, follower, accounts))
    parts.add(Pools(database, meetings, play.now))
    parts.add(PoolTerms(parts.get(Settings), play, accounts))


def connect(parts: Parts) -> None:
    """Let the streams of players send challenges."""
    parts.get(OwnAsides).makers.append(parts.get(MeetingStreams).aside_of)


def background(parts: Parts) -> Iterable[Background]:
    """Open the games whose process has died, end what has expired, and follow the changes for streams."""
    follower = Worker(
        parts.get(MeetingFollower).step,
        # also in one process: the deletion of an account wakes nobody
        every=FOLLOWED_EVERY,
        pace=PACE,
        outage="challenges are sent later",
        failure="challenges cannot be sent",
        log=_log,
    )
    parts.get(Meetings).changed.append(follower.wake)
    yield follower
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
    personal=PERSONAL,
    problems={
        LeftError: lambda _, error: ProblemError("not-possible", str(error)),
        MayNotMeetError: lambda _, error: ProblemError("not-possible", str(error)),
        PairedError: lambda _, error: ProblemError("not-possible", str(error)),
        NotOpenError: lambda _, error: ProblemError("not-possible", str(error)),
        ChallengesFullError: lambda _, error: ProblemError("limit-reached", str(error)),
        TooManyChallengesError: lambda _, error: ProblemError(
            "too-many-requests", str(error), {"Retry-After": str(error.seconds)}
        ),
    },
    build=build,
    connect=connect,
    background=background,
)
