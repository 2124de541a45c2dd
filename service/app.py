"""The Litestar application: routes, authentication, problems, and what starts and stops with it."""

import asyncio
from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import asynccontextmanager

from eventsourcing.persistence import PersistenceError
from litestar import Litestar, Router
from litestar.config.cors import CORSConfig
from litestar.datastructures import State
from litestar.exceptions import HTTPException

from domain.game.game import NotPossible
from domain.kernel.ruleset import OptionError
from service.accounts.accounts import NOTED_EVERY, Accounts
from service.accounts.quotas.caps import CapReachedError, Caps
from service.accounts.quotas.open_games import OpenGames
from service.accounts.rows import NameTakenError
from service.accounts.tokens import PastExpiryError
from service.api.accounts import routes as players
from service.api.accounts.problems import on_cap, on_past_expiry
from service.api.auth import Gate, count_refused
from service.api.errors import on_domain, on_http, on_problem, on_store, on_unexpected
from service.api.games import own_games
from service.api.games import routes as games
from service.api.history import routes as history
from service.api.operation import health, metrics
from service.api.pages import docs, problem_pages, start
from service.api.play import routes as play
from service.api.proof import routes as proof
from service.api.rate_limit import RateLimits
from service.api.rulesets import routes as rulesets
from service.api.scoreboard import routes as standings
from service.api.seats import routes as seats
from service.bots.runner import BotRunner
from service.connections.addresses import Addresses
from service.games.cache import UnknownGameError, UnreadGameError
from service.games.log_poller import Follower
from service.games.play import DecisionClosedError, Play, VersionChangedError
from service.http.middleware.cors import HEADERS, METHODS, with_preflight_problems
from service.http.middleware.methods import with_all_methods
from service.http.middleware.request_id import HEADER, RequestObserver, with_request_id
from service.http.problems import ProblemError
from service.http.request.bodies import StrictRequest
from service.http.request.heads import with_checked_heads
from service.http.request.queries import check_parameters
from service.http.response.responses import PrivateResponse
from service.keys.opening import open_keys_of
from service.openapi.document import document_bytes
from service.proof.scores import Scores
from service.proof.uploads.intake import Uploads
from service.proof.uploads.memory import UploadMemory
from service.proof.verifier import Verifier
from service.readmodels.embedded import EmbeddedProjector
from service.readmodels.lists.seats import awaiting_bots
from service.readmodels.monitoring import GameCounts, WorkerWatch
from service.readmodels.reading import ReadModels
from service.readmodels.rebuild_request import rebuild_request_file
from service.settings import Settings, settings_from
from service.store.errors import KeyReusedError, StoreError, VersionConflictError
from service.store.outage import OUTAGE
from service.store.storage_watch import StorageWatch
from service.store.store import Store
from service.store.timeouts import with_timeout
from service.telemetry.logs import log_request
from service.telemetry.metrics import Metrics

MAX_BODY = 64 * 1024
"""Bytes of a request's body, at the most."""

CORS = CORSConfig(
    allow_methods=list(METHODS),
    allow_headers=[*HEADERS],
    expose_headers=[
        "Content-Range",
        "ETag",
        "Link",
        "Location",
        "RateLimit",
        "RateLimit-Policy",
        "Retry-After",
        HEADER,
    ],
)
"""What pages of other origins may send and read."""

_DOMAIN_ERRORS = (
    UnknownGameError,
    UnreadGameError,
    NotPossible,
    OptionError,
    DecisionClosedError,
    VersionChangedError,
    KeyReusedError,
    NameTakenError,
    RecursionError,
    UnicodeDecodeError,
)

_STORE_ERRORS = (StoreError, VersionConflictError, PersistenceError, TimeoutError)


ROUTES: tuple[Router, ...] = (
    health.router,
    players.router,
    own_games.router,
    standings.router,
    rulesets.router,
    games.router,
    seats.router,
    play.router,
    history.router,
    proof.router,
    proof.keys_router,
)
"""The routes that the OpenAPI document tells of."""


def create_app(settings: Settings | None = None, play_on: Callable[[Store], Play] = Play) -> Litestar:
    """Return the application; the store is opened when it starts and closed when it stops.

    `play_on` makes the use case: with another clock and other bytes, what is played can be repeated.
    """
    chosen = settings or settings_from()
    measured = Metrics() if chosen.metrics else None

    @asynccontextmanager
    async def store_and_bots(app: Litestar) -> AsyncGenerator[None]:
        app.state.scores = Scores()
        with Store(chosen.database) as store:
            app.state.signer, key_notes = open_keys_of(store, chosen.key_path)
            app.state.verifier = Verifier(app.state.signer)
            storage = app.state.storage = StorageWatch(store)
            use_case = play_on(store)
            app.state.play = use_case
            accounts = app.state.accounts = Accounts(store.database, Caps.of(chosen))
            app.state.open_games = OpenGames(store.database, accounts.caps)
            follower = app.state.follower = Follower(chosen.database, use_case, accounts) if store.is_shared else None
            if follower is not None:
                await follower.start()
            models = app.state.models = ReadModels.of(store)
            projecting = (
                EmbeddedProjector.of(models, rebuild_request_file(chosen)) if chosen.keeps_projections else None
            )
            app.state.projecting = projecting
            if projecting is not None:
                models.flush = projecting.flush
                use_case.hub.listeners.append(projecting.wake)
                projecting.start()
            app.state.games = GameCounts(models)
            watch = WorkerWatch(models, is_needed=projecting is None)
            if measured is not None:
                measured.watch(use_case, follower, watch)
            runner = app.state.bots = BotRunner(use_case)
            use_case.hub.listeners.append(runner.wake)
            await runner.start(
                lambda before: models.read_when_there({"seats"}, lambda cursor: awaiting_bots(cursor, before))
            )
            tasks = [
                asyncio.create_task(work)
                for work in (_note(accounts.note_uses, key_notes.record), watch.run(), storage.run())
            ]
            try:
                yield
            finally:
                use_case.hub.close()
                await runner.stop()
                if projecting is not None:
                    await asyncio.to_thread(projecting.stop)
                if follower is not None:
                    await follower.stop()
                await _cancelled(tasks)
                await _note_last_uses(accounts)

    app = Litestar(
        route_handlers=[
            *ROUTES,
            *start.routes,
            *docs.routes,
            problem_pages.router,
            *([metrics.metrics] if measured else []),
        ],
        middleware=[Gate()],
        cors_config=CORS,
        lifespan=[store_and_bots],
        exception_handlers={
            ProblemError: on_problem,
            CapReachedError: on_cap,
            PastExpiryError: on_past_expiry,
            HTTPException: on_http,
            Exception: on_unexpected,
            **dict.fromkeys(_DOMAIN_ERRORS, on_domain),
            **dict.fromkeys(_STORE_ERRORS, on_store),
        },
        # Litestar's own pages would load scripts from other hosts: routes/docs.py serves the document and its page
        openapi_config=None,
        # whoever starts the process says where its log goes: service/telemetry/logs.py
        logging_config=None,
        state=State({"openapi_document": lambda: document_bytes(ROUTES), "metrics": measured}),
        request_max_body_size=MAX_BODY,
        response_class=PrivateResponse,
        request_class=StrictRequest,
        before_request=check_parameters,
    )
    _limit(app, chosen)
    watchers: list[RequestObserver] = [measured.answered] if measured else []
    if chosen.access_log:
        watchers.append(log_request)
    routed = with_all_methods(with_preflight_problems(app.asgi_handler))
    app.asgi_handler = with_request_id(with_checked_heads(routed, app.asgi_router, CORS, count_refused), watchers)
    return app


def _limit(app: Litestar, settings: Settings) -> None:
    """Give the application the limits of what one client may do."""
    app.state.limits = RateLimits(settings)
    app.state.uploads = Uploads(UploadMemory(settings.upload_memory << 20, settings.upload_folder))
    app.state.addresses = Addresses(settings.proxies)


async def _cancelled(tasks: Sequence[asyncio.Task[None]]) -> None:
    """Cancel tasks, and wait until they have ended."""
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


async def _note(*notes: Callable[[], None]) -> None:
    """Write down every minute what may wait for so long: the last uses of tokens, new signing keys."""
    while True:
        await asyncio.sleep(NOTED_EVERY)
        for note in notes:
            try:
                await asyncio.to_thread(note)
            except (PersistenceError, StoreError) as error:
                OUTAGE.report("the last uses of tokens and new keys are noted later", error)


async def _note_last_uses(accounts: Accounts) -> None:
    try:
        # not in the event loop, whose clock ends the process where the database does not answer any more
        await with_timeout(accounts.note_uses)
    except (PersistenceError, StoreError, TimeoutError) as error:
        OUTAGE.report("the last uses of tokens are not noted", error)
