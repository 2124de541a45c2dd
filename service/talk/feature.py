"""Talk at games and tournaments, private notes, and absences."""

import logging
from collections.abc import Iterable

from service.core.feature import Feature
from service.core.http.problems import ProblemError
from service.core.parts import Parts
from service.core.settings import Settings
from service.core.store.store import Store
from service.core.worker import Background, Worker
from service.people.accounts import Accounts
from service.play.api.access import Access
from service.play.api.loading import Games
from service.play.api.stream.sending import EventStreams
from service.play.log_poller import LogPoller
from service.play.play import Play
from service.talk.api import game_routes, note_routes, tournament_routes
from service.talk.api.acts import AddressLimit, Talking
from service.talk.api.aside import TalkStreams
from service.talk.api.rooms import Standings
from service.talk.follower import INTERVAL, PACE, TalkFollower
from service.talk.limits import TalkLimits, TooManyMessagesError
from service.talk.notes import Notes, TooManyNotesError
from service.talk.personal import PERSONAL
from service.talk.rows import TABLES
from service.talk.talk import Talk, TalkClosedError
from service.tournaments.tournaments import Tournaments

_log = logging.getLogger(__name__)


def build(parts: Parts) -> None:
    """Build the use cases over accounts and games."""
    settings, database = parts.get(Settings), parts.get(Store).database
    accounts, play, access = parts.get(Accounts), parts.get(Play), parts.get(Access)
    talk = parts.add(Talk(database, accounts, TalkLimits.of(settings)))
    parts.add(Talking(talk, accounts, play, AddressLimit(settings.messages_per_address, "address")))
    parts.add(Standings(access, parts.get(Games), parts.get(Tournaments)))
    parts.add(Notes(database))
    poller = parts.find(LogPoller)
    follower = parts.add(TalkFollower(talk, None if poller is None else poller.catch_up))
    parts.add(TalkStreams(talk, follower, access, accounts))


def connect(parts: Parts) -> None:
    """Let the streams of games send messages."""
    parts.get(EventStreams).aside_of = parts.get(TalkStreams).aside_of


def background(parts: Parts) -> Iterable[Background]:
    """Follow the messages of this process, and of others if there are any."""
    worker = Worker(
        parts.get(TalkFollower).step,
        every=INTERVAL if parts.get(Store).is_shared else None,
        pace=PACE,
        outage="messages are sent later",
        failure="messages cannot be sent",
        log=_log,
    )
    parts.get(Talk).written.append(worker.wake)
    yield worker


feature = Feature(
    "talk",
    routes=(game_routes.router, tournament_routes.router, note_routes.router),
    parts={"talking": Talking, "standings": Standings, "notes": Notes},
    tables=TABLES,
    problems={
        TalkClosedError: lambda _, error: ProblemError("not-possible", str(error)),
        TooManyMessagesError: lambda _, error: ProblemError(
            "too-many-requests", str(error), {"Retry-After": str(error.seconds)}
        ),
        TooManyNotesError: lambda _, error: ProblemError("limit-reached", str(error)),
    },
    personal=PERSONAL,
    build=build,
    connect=connect,
    background=background,
)
