"""The services that request handlers use: one typed record, built once for each process."""

from collections.abc import Callable

import msgspec
from litestar import Litestar

from service.accounts.accounts import Accounts
from service.accounts.calendar_links import CalendarLinks
from service.accounts.quotas.caps import Caps
from service.accounts.quotas.open_games import OpenGames
from service.accounts.quotas.open_streams import OpenStreams
from service.accounts.quotas.rate_limit import RateLimits
from service.accounts.quotas.sign_ups import SignUps
from service.accounts.request_keys import RequestKeys
from service.accounts.sessions.passkeys import Passkeys
from service.accounts.sessions.sessions import Sessions
from service.accounts.tickets import Tickets
from service.bots.runner import BotRunner
from service.clocks.sweep import Sweep
from service.connections.addresses import Addresses
from service.engine.jobs import EngineJobs
from service.games.log_poller import LogPoller
from service.games.play import Play
from service.games.single_flight import SingleFlight
from service.games.steady_clock import SteadyClock
from service.games.turns import Turns
from service.integrity.background import Integrity
from service.keys.opening import open_keys_of
from service.keys.recorded import KeyRecorder
from service.keys.signing import Signer
from service.notifications.digest.digests import Digests
from service.notifications.digest.smtp import smtp_server
from service.notifications.notifications import Notifications
from service.notifications.outgoing.client import OutgoingClient
from service.notifications.outgoing.targets import Policy
from service.processes.pool import ProcessPool
from service.proof.scores import Scores
from service.proof.uploads.intake import Uploads
from service.proof.uploads.memory import UploadMemory
from service.proof.verifier import Verifier
from service.readmodels.embedded import EmbeddedProjector
from service.readmodels.monitoring import GameCounts, WorkerWatch
from service.readmodels.reading import ReadModels
from service.readmodels.rebuild.request import rebuild_request_file
from service.readmodels.row_feed import RowFeeds
from service.settings import Settings
from service.store.storage_watch import StorageWatch
from service.store.store import Store
from service.telemetry.metrics import Metrics
from service.tournaments.tournaments import Tournaments

BUILT = 64
"""The number of documents and boards that are kept."""


# not a Value: the services refer to one another, so the garbage collector has to see the record
class Services(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that a route, the authentication and the lifespan of the application use."""

    settings: Settings
    play: Play
    accounts: Accounts
    sign_ups: SignUps
    tickets: Tickets
    sessions: Sessions
    passkeys: Passkeys
    open_games: OpenGames
    streams: OpenStreams
    limits: RateLimits
    addresses: Addresses
    uploads: Uploads
    signer: Signer
    key_recorder: KeyRecorder
    verifier: Verifier
    scores: Scores = msgspec.field(default_factory=Scores)
    drawing: Turns = msgspec.field(default_factory=Turns)
    """The turns in which pictures are made."""
    rasterising: ProcessPool = msgspec.field(
        default_factory=lambda: ProcessPool(lambda: 1, "makes pictures", niceness=0)
    )
    """The process in which they are made."""
    storage: StorageWatch
    models: ReadModels
    rows: RowFeeds
    games: GameCounts
    worker_watch: WorkerWatch
    bots: BotRunner
    sweep: Sweep | None
    """Takes the steps that are due at a time; None: the times of records are injected."""
    notifications: Notifications
    digests: Digests
    engine: EngineJobs
    tournaments: Tournaments
    integrity: Integrity
    """Knows what is damaged, and checks the log."""
    log_poller: LogPoller | None
    """Reads what other processes append to the log; None: this process is the only writer."""
    projecting: EmbeddedProjector | None
    """Updates the read models in this process; None: a worker process does."""
    metrics: Metrics | None
    """None: metrics are switched off."""
    openapi_document: Callable[[], bytes]
    built: SingleFlight[str, bytes] = msgspec.field(default_factory=lambda: SingleFlight[str, bytes](BUILT))
    """What takes long to build, is the same for all clients and is built once: the document of the API, boards."""

    @property
    def origin(self) -> str | None:
        """The configured origin of the pages of this site."""
        return self.settings.site_origin

    @property
    def request_keys(self) -> RequestKeys:
        """The stored idempotency keys."""
        return RequestKeys(self.play.store.database)

    @property
    def calendar_links(self) -> CalendarLinks:
        """The secret links to the calendars of players."""
        return CalendarLinks(self.play.store.database, self.accounts)

    @property
    def clock(self) -> SteadyClock | None:
        """The time of the service; None: the times of records are injected."""
        return self.play.clock if isinstance(self.play.clock, SteadyClock) else None


def services_of(app: Litestar) -> Services:
    """Return the services of an application that has started."""
    return app.state["services"]


def build_services(
    settings: Settings, store: Store, play: Play, metrics: Metrics | None, openapi_document: Callable[[], bytes]
) -> Services:
    """Build the services over an open store; nothing runs yet. Raises KeyFileError and StoreError."""
    signer, key_recorder = open_keys_of(store, settings.key_path)
    accounts = Accounts(store.database, Caps.of(settings))
    sessions = Sessions(store.database, accounts)
    models = ReadModels.of(store)
    tournaments = Tournaments(play)
    return Services(
        settings=settings,
        play=play,
        accounts=accounts,
        sign_ups=SignUps(accounts),
        tickets=Tickets(store.database, accounts),
        sessions=sessions,
        passkeys=Passkeys(store.database, accounts, sessions),
        open_games=OpenGames(store.database, accounts.caps),
        streams=OpenStreams(settings.streams),
        limits=RateLimits(settings),
        addresses=Addresses(settings.proxies),
        uploads=Uploads(UploadMemory(settings.upload_memory << 20, settings.upload_folder)),
        signer=signer,
        key_recorder=key_recorder,
        verifier=Verifier(signer),
        storage=StorageWatch(store),
        models=models,
        rows=RowFeeds(models),
        games=GameCounts(models),
        worker_watch=WorkerWatch(models, is_needed=not settings.keeps_projections),
        bots=BotRunner(play),
        sweep=Sweep(play) if isinstance(play.clock, SteadyClock) else None,
        notifications=Notifications(store, models, signer, OutgoingClient(Policy(*settings.allowed_targets)), play.now),
        digests=Digests(store, signer, smtp_server(settings), play.now),
        engine=EngineJobs(play),
        tournaments=tournaments,
        integrity=Integrity(play, tournaments, models, signer),
        log_poller=_log_poller(settings, play, accounts) if store.is_shared else None,
        projecting=EmbeddedProjector.of(models, rebuild_request_file(settings)) if settings.keeps_projections else None,
        metrics=metrics,
        openapi_document=openapi_document,
    )


def _log_poller(settings: Settings, play: Play, accounts: Accounts) -> LogPoller:
    return LogPoller(settings.database, play, accounts, settings.database_direct)
