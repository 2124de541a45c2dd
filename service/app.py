"""The Litestar application: routes, middleware, and the background work of the lifespan."""

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager
from functools import partial

from eventsourcing.persistence import PersistenceError
from litestar import Litestar, Router
from litestar.config.cors import CORSConfig

from service.accounts.accounts import NOTED_EVERY, Accounts
from service.api.accounts import routes as players
from service.api.analysis import engine
from service.api.analysis import routes as analysis
from service.api.auth import AuthMiddleware, count_refused
from service.api.clocks import routes as clocks
from service.api.errors import exception_handlers
from service.api.feeds import badges
from service.api.feeds import routes as feeds
from service.api.games import own_games
from service.api.games import routes as games
from service.api.history import routes as history
from service.api.notifications import digest, pings, push, webhooks
from service.api.operation import health, metrics
from service.api.pages import docs, files, problem_pages
from service.api.play import routes as play
from service.api.proof import routes as proof
from service.api.replay import routes as replay
from service.api.request import PlayerRequest
from service.api.rulesets import routes as rulesets
from service.api.rulings import routes as rulings
from service.api.scoreboard import routes as standings
from service.api.seats import routes as seats
from service.api.sessions import routes as sessions
from service.api.stream import list_routes as streams
from service.api.tournaments import routes as tournaments
from service.clocks.sweep import Sweep
from service.front.front import with_front
from service.games.play import Play
from service.games.steady_clock import SteadyClock
from service.http.middleware.cookies import with_cookies_apart
from service.http.middleware.cors import EXPOSED, HEADERS, METHODS, with_preflight_problems
from service.http.middleware.methods import with_all_methods
from service.http.middleware.request_id import RequestObserver, with_request_id
from service.http.request.bodies import MAX_BODY
from service.http.request.heads import with_checked_heads
from service.http.request.queries import check_parameters
from service.http.response.responses import PrivateResponse
from service.openapi.document import document_bytes
from service.readmodels.tables.schedule import due_games
from service.readmodels.tables.seats import awaiting_bots
from service.services import Services, build_services
from service.settings import Settings, settings_from
from service.store.errors import StoreError
from service.store.outage import OUTAGE
from service.store.store import Store
from service.store.timeouts import with_timeout
from service.telemetry.logs import log_request
from service.telemetry.metrics import Metrics
from service.tournaments.steward import Steward
from service.web import errors
from service.web import routes as web

CORS = CORSConfig(allow_methods=list(METHODS), allow_headers=[*HEADERS], expose_headers=[*EXPOSED])
"""What pages of other origins may send and read: any page, with a token but never with cookies (decisions 025, 033)."""

ROUTES: tuple[Router, ...] = (
    health.router,
    players.router,
    sessions.router,
    own_games.router,
    standings.router,
    rulesets.router,
    clocks.presets_router,
    games.router,
    seats.router,
    clocks.router,
    rulings.router,
    play.router,
    history.router,
    replay.router,
    analysis.router,
    engine.router,
    streams.router,
    pings.router,
    push.router,
    digest.router,
    digest.open_router,
    webhooks.router,
    proof.router,
    proof.keys_router,
    tournaments.router,
    tournaments.own_router,
    feeds.router,
    badges.router,
)
"""The routes of the OpenAPI document."""


def steady_play(store: Store, settings: Settings) -> Play:
    """Return the use case over a store, on the time of the service."""
    clock = SteadyClock.of(store.database, is_trusted=settings.system_clock == "trusted")
    return Play(store, clock, memory=settings.game_memory << 20)


def create_app(
    settings: Settings | None = None,
    play_on: Callable[[Store], Play] | None = None,
    *,
    has_front: bool = True,
    routed: Litestar | None = None,
) -> Litestar:
    """Return the application. The store is opened when the application starts and closed when it stops.

    `play_on` builds the use case over the store. The generator of the API examples passes a fixed clock and fixed
    random bytes. Without a front, the framework answers hot routes too. `routed` is a result of `routed_app`.
    """
    chosen = settings or settings_from()
    use_case = play_on or partial(steady_play, settings=chosen)
    measured = Metrics() if chosen.metrics else None

    @asynccontextmanager
    async def lifespan(app: Litestar) -> AsyncGenerator[None]:
        with Store(chosen.database, is_pooled=chosen.is_pooled) as store:
            services = build_services(chosen, store, use_case(store), measured, lambda: document_bytes(ROUTES))
            app.state["services"] = services
            async with running(services):
                yield

    app = routed or routed_app(has_metrics=measured is not None)
    app.state["lifespan"] = lifespan
    watchers = [*([measured.answered] if measured else []), *([log_request] if chosen.access_log else [])]
    return with_outer_middleware(app, watchers, has_front=has_front)


def routed_app(*, has_metrics: bool) -> Litestar:
    """Return the application of the framework: all routes, and a lifespan that is set as `lifespan` of its state.

    It depends on no other setting, so a process that starts many services can build it in advance.
    """
    return Litestar(
        route_handlers=[
            *(*ROUTES, *web.routes, *files.routes, *docs.routes, problem_pages.router),
            *([metrics.metrics] if has_metrics else []),
        ],
        middleware=[AuthMiddleware()],
        cors_config=CORS,
        lifespan=[_lifespan],
        exception_handlers=exception_handlers(errors.answer),
        # Litestar's own pages load scripts from other hosts: service/api/pages/docs.py serves the document and its page
        openapi_config=None,
        # the process that starts the application configures its log: service/telemetry/logs.py
        logging_config=None,
        request_max_body_size=MAX_BODY,
        response_class=PrivateResponse,
        request_class=PlayerRequest,
        before_request=check_parameters,
    )


def _lifespan(app: Litestar) -> AbstractAsyncContextManager[None]:
    return app.state["lifespan"](app)


def with_outer_middleware(app: Litestar, watchers: Sequence[RequestObserver], *, has_front: bool = True) -> Litestar:
    """Return the application with the middleware and the front before routing. `watchers` observe responses."""
    routed = with_all_methods(with_preflight_problems(app.asgi_handler))
    if has_front:
        routed = with_front(routed, app, CORS)
    checked = with_cookies_apart(with_checked_heads(routed, app.asgi_router, CORS, count_refused))
    app.asgi_handler = with_request_id(checked, list(watchers))
    return app


@asynccontextmanager
async def running(services: Services) -> AsyncGenerator[None]:
    """Run the background work of the services; on exit, stop it in the reverse order."""
    async with AsyncExitStack() as stack:
        stack.push_async_callback(_note_last_uses, services.accounts)
        stack.push_async_callback(_cancel, _background_tasks(services))
        if services.log_poller is not None:
            services.log_poller.reconnected.append(services.rows.forget)
            await services.log_poller.start()
            stack.push_async_callback(services.log_poller.stop)
        if services.projecting is not None:
            services.models.flush = services.projecting.flush
            services.play.notifier.listeners.append(services.projecting.wake)
            services.projecting.start()
            stack.push_async_callback(asyncio.to_thread, services.projecting.stop)
        if services.metrics is not None:
            services.metrics.watch(services.play, services.log_poller, services.worker_watch)
            services.metrics.watch_streams(services.streams.by_kind)
            services.metrics.watch_integrity(services.integrity)
        services.play.notifier.listeners.append(services.rows.wake)
        if services.log_poller is not None:
            services.log_poller.listeners.append(services.rows.wake)
        await services.integrity.start()
        stack.push_async_callback(services.integrity.stop)
        await _start_bots(services)
        stack.push_async_callback(services.bots.stop)
        if services.sweep is not None:
            await _start_sweep(services, services.sweep)
            stack.push_async_callback(services.sweep.stop)
            _start_notifications(services)
            stack.push_async_callback(services.notifications.stop)
            if services.digests.mailer is not None:
                stack.push_async_callback(_cancel, [asyncio.create_task(services.digests.mailer.run())])
        stack.push_async_callback(_cancel, [asyncio.create_task(services.engine.run())])
        stack.callback(services.tournaments.pairing.close)
        stack.callback(services.rasterising.close)
        if services.clock is not None:
            stack.push_async_callback((await _started_steward(services)).stop)
        stack.callback(services.rows.close)
        stack.callback(services.play.notifier.close)
        yield


async def _start_bots(services: Services) -> None:
    models = services.models

    def awaiting(before: str) -> Awaitable[Sequence[str]]:
        return models.read_when_there({"seats"}, lambda cursor: awaiting_bots(cursor, before))

    services.play.notifier.listeners.append(services.bots.committed)
    services.integrity.mended.append(services.bots.mended)
    await services.bots.start(awaiting)


async def _start_sweep(services: Services, sweep: Sweep) -> None:
    models = services.models

    def due_before(time: str) -> Awaitable[Sequence[tuple[str, str]]]:
        return models.ask(lambda cursor: due_games(cursor, time))

    services.play.notifier.listeners.append(sweep.changed)
    services.integrity.mended.append(sweep.mended)
    if services.metrics is not None:
        sweep.swept = services.metrics.swept
    await sweep.start(due_before)


async def _started_steward(services: Services) -> Steward:
    steward = Steward(services.tournaments)

    def changed(tournament: str) -> None:
        steward.wake(tournament)
        services.notifications.follower.wake()

    services.tournaments.changed = changed
    services.play.notifier.listeners.append(steward.game_changed)
    await steward.start()
    return steward


def _start_notifications(services: Services) -> None:
    """Queue and send notifications. Like the sweep, they need the time of the service and no injected one."""
    notifications = services.notifications
    services.play.notifier.listeners.append(notifications.follower.wake)
    if services.log_poller is not None:
        services.log_poller.listeners.append(notifications.follower.wake)
        services.log_poller.reconnected.append(notifications.follower.forget)
    if services.metrics is not None:
        notifications.sender.ended = services.metrics.sent
    notifications.start()


def _background_tasks(services: Services) -> list[asyncio.Task[None]]:
    notes = _note(services.accounts.note_uses, services.key_recorder.record)
    work = [notes, services.worker_watch.run(), services.storage.run()]
    if services.clock is not None:
        work.append(services.clock.run(services.play.store.database))
    return [asyncio.create_task(each) for each in work]


async def _cancel(tasks: Sequence[asyncio.Task[None]]) -> None:
    """Cancel tasks and wait until they have ended."""
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


async def _note(*notes: Callable[[], None]) -> None:
    """Store the last uses of tokens and new signing keys at regular intervals."""
    while True:
        await asyncio.sleep(NOTED_EVERY)
        for note in notes:
            try:
                await asyncio.to_thread(note)
            except (PersistenceError, StoreError) as error:
                OUTAGE.report("the last uses of tokens and new keys are noted later", error)


async def _note_last_uses(accounts: Accounts) -> None:
    try:
        # in a thread with a timeout: a database that does not answer would block the event loop, and so the shutdown
        await with_timeout(accounts.note_uses)
    except (PersistenceError, StoreError, TimeoutError) as error:
        OUTAGE.report("the last uses of tokens are not noted", error)
