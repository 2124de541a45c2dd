"""What players are told: pings, webhooks, Web Push, the daily e-mail, feeds, badges and calendars."""

from collections.abc import Iterable

from service.accounts.accounts import Accounts
from service.accounts.calendar_links import CalendarLinks
from service.api.feeds import badges
from service.api.feeds import routes as feeds
from service.api.feeds.replies import Feeds
from service.api.notifications import digest, pings, push, webhooks
from service.api.origins import SiteAddress
from service.feature import Feature
from service.games.log_poller import LogPoller
from service.games.play import Play
from service.games.steady_clock import SteadyClock
from service.keys.signing import Signer
from service.notifications.digest.digests import Digests
from service.notifications.digest.smtp import smtp_server
from service.notifications.notifications import Notifications
from service.notifications.outgoing.client import OutgoingClient
from service.notifications.outgoing.targets import Policy
from service.parts import Parts
from service.readmodels.reading import ReadModels
from service.settings import Settings
from service.store.store import Store
from service.tournaments.tournaments import Tournaments
from service.worker import Background


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
    play, notifications = parts.get(Play), parts.get(Notifications)
    poller = parts.find(LogPoller)
    if not isinstance(play.clock, SteadyClock):
        return
    follower = notifications.follower
    play.notifier.listeners.append(follower.wake)
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
    build=build,
    connect=connect,
    background=background,
)
