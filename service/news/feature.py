"""What players are told: pings, webhooks, Web Push, the daily e-mail, feeds, badges and calendars."""

from collections.abc import Iterable

from service.core.feature import Feature
from service.core.http.problems import ProblemError
from service.core.keys.signing import Signer
from service.core.parts import Parts
from service.core.settings import Settings
from service.core.site_address import SiteAddress
from service.core.store.store import Store
from service.core.worker import Background
from service.lists.reading import ReadModels
from service.meeting.meetings import Meetings
from service.news.api import digest, pings, push, webhooks
from service.news.api.feeds import badges
from service.news.api.feeds import routes as feeds
from service.news.api.feeds.replies import Feeds
from service.news.digest.digests import Digests
from service.news.digest.rows import WITH_MESSAGES, set_wants_messages
from service.news.digest.smtp import smtp_server
from service.news.notifications import DeletedError, DisabledError, Notifications
from service.news.occasions import tell_of_meeting, tell_of_order
from service.news.outgoing.client import OutgoingClient
from service.news.outgoing.targets import Policy
from service.news.personal import PERSONAL
from service.orders.orders import Orders
from service.people.accounts import Accounts
from service.people.calendar_links import CalendarLinks
from service.play.log_poller import LogPoller
from service.play.play import Play
from service.play.steady_clock import SteadyClock
from service.talk.talk import Talk
from service.tournaments.tournaments import Tournaments


def build(parts: Parts) -> None:
    """Build what follows events and sends."""
    settings, store, signer = parts.get(Settings), parts.get(Store), parts.get(Signer)
    now = parts.get(Play).now
    client = OutgoingClient(Policy(*settings.allowed_targets))
    parts.add(Notifications(store, parts.get(ReadModels), signer, client, now))
    parts.add(Digests(store, signer, smtp_server(settings), now))
    parts.add(Feeds(parts.get(SiteAddress), signer))
    parts.add(CalendarLinks(store.database, parts.get(Accounts)))


def connect(parts: Parts) -> None:
    """Follow games and tournaments. It needs the time of the service and no injected one."""
    parts.get(Accounts).erasing.append(lambda cursor, player, _: set_wants_messages(cursor, player, wants=False))
    play, notifications = parts.get(Play), parts.get(Notifications)
    poller = parts.find(LogPoller)
    meetings, orders = parts.get(Meetings), parts.get(Orders)
    meetings.telling.append(tell_of_meeting)
    meetings.changed.append(notifications.sender.wake)
    orders.telling.append(tell_of_order)
    orders.changed.append(notifications.sender.wake)
    if not isinstance(play.clock, SteadyClock):
        return
    follower = notifications.follower
    play.notifier.listeners.append(follower.wake)
    parts.get(Talk).written.append(follower.wake)
    parts.get(Tournaments).changed.append(lambda _: follower.wake())
    if poller is not None:
        poller.listeners.append(follower.wake)
        poller.reconnected.append(follower.forget)


def background(parts: Parts) -> Iterable[Background]:
    """Queue and send."""
    if isinstance(parts.get(Play).clock, SteadyClock):
        yield parts.get(Notifications)
        mailer = parts.get(Digests).mailer
        if mailer is not None:
            yield mailer


feature = Feature(
    "news",
    routes=(
        pings.router,
        push.router,
        digest.router,
        digest.open_router,
        webhooks.router,
        feeds.router,
        badges.router,
    ),
    parts={
        "notifications": Notifications,
        "digests": Digests,
        "feeds": Feeds,
        "calendar_links": CalendarLinks,
    },
    problems={
        DisabledError: lambda _, __: ProblemError(
            "not-possible", "nothing is sent to it: enable it first, by a change with `enabled` true"
        ),
        DeletedError: lambda _, __: ProblemError("not-found", "this ping, webhook or browser was deleted"),
    },
    tables=WITH_MESSAGES,
    personal=PERSONAL,
    build=build,
    connect=connect,
    background=background,
)
