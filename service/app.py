"""The Litestar application: a fold over the features of the service, and the middleware around it."""

import asyncio
from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager
from functools import partial

from litestar import Litestar
from litestar.config.cors import CORSConfig

from service.core.connections.activity import Activity
from service.core.documents import Documents
from service.core.feature import Feature, kinds_of, resolve_in_turn, routes_of, with_parts
from service.core.http.middleware.cookies import with_cookies_apart
from service.core.http.middleware.cors import EXPOSED, HEADERS, METHODS, with_preflight_problems
from service.core.http.middleware.methods import with_all_methods
from service.core.http.middleware.request_id import RequestObserver, with_request_id
from service.core.http.middleware.unread import with_read_bodies
from service.core.http.request.bodies import MAX_BODY
from service.core.http.request.heads import with_checked_heads
from service.core.http.request.queries import check_parameters
from service.core.http.response.responses import PrivateResponse
from service.core.parts import STATE, Parts
from service.core.personal import PersonalTables
from service.core.settings import Settings, settings_from
from service.core.store.feature_tables import migrate
from service.core.store.store import Store
from service.errors import exception_handlers
from service.features import FEATURES
from service.front.front import with_front
from service.monitoring.api import metrics
from service.monitoring.telemetry.acts import log_act_of_request
from service.monitoring.telemetry.logs import log_request
from service.monitoring.telemetry.metrics import Metrics
from service.monitoring.telemetry.tracing import Tracing
from service.openapi.document import made_of
from service.people.api.auth import AuthMiddleware, count_refused
from service.people.api.request import PlayerRequest
from service.play.play import Play
from service.play.steady_clock import SteadyClock
from service.replicas.requests import with_positions
from service.web import errors

CORS = CORSConfig(allow_methods=list(METHODS), allow_headers=[*HEADERS], expose_headers=[*EXPOSED])
"""What pages of other origins may send and read: any page, with a token but never with cookies (decisions 025, 033)."""


DRAIN = "drain"
"""The key, in the state of an application that has started, of what ends its streams and long polls."""


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
    features: Sequence[Feature] = FEATURES,
    activity: Activity | None = None,
) -> Litestar:
    """Return the application. The store is opened when the application starts and closed when it stops.

    `play_on` builds the use case over the store. The generator of the API examples passes a fixed clock and fixed
    random bytes. Without a front, the framework answers hot routes too. `routed` is a result of `routed_app`.
    `activity` has the requests in progress, for the metrics.
    """
    chosen = settings or settings_from()
    use_case = play_on or partial(steady_play, settings=chosen)
    measured = Metrics() if chosen.metrics else None
    # before the first connection to the database is made
    tracing = Tracing(chosen) if chosen.tracing else None

    @asynccontextmanager
    async def lifespan(app: Litestar) -> AsyncGenerator[None]:
        with Store(chosen.database, is_pooled=chosen.is_pooled) as store:
            parts = app.state[STATE] = build_parts(chosen, store, use_case(store), measured, features, activity)
            app.state[DRAIN] = partial(drain, features, parts)
            async with running(features, parts):
                yield
        if tracing is not None:
            await asyncio.to_thread(tracing.stop)

    app = routed or routed_app(has_metrics=measured is not None, features=features)
    app.state["lifespan"] = lifespan
    watchers = [
        *([measured.answered] if measured else []),
        *([log_request] if chosen.access_log else []),
        *([log_act_of_request] if chosen.acts_log else []),
    ]
    with_outer_middleware(app, watchers, has_front=has_front, features=features)
    if tracing is not None:
        app.asgi_handler = tracing.wrapped(app.asgi_handler)
    return app


def routed_app(*, has_metrics: bool, features: Sequence[Feature] = FEATURES) -> Litestar:
    """Return the application of the framework: all routes, and a lifespan that is set as `lifespan` of its state.

    It depends on no other setting, so a process that starts many services can build it in advance.
    """
    routes = [
        *routes_of(features),
        *(page for feature in features for page in feature.pages),
        *([metrics.metrics] if has_metrics else []),
    ]
    app = Litestar(
        route_handlers=with_parts(routes, kinds_of(features)),
        middleware=[AuthMiddleware()],
        cors_config=CORS,
        lifespan=[_lifespan],
        exception_handlers=exception_handlers(features, errors.answer),
        # Litestar's own pages load scripts from other hosts: service/web/documents/docs.py serves the document
        openapi_config=None,
        # the process that starts the application configures its log: service/monitoring/telemetry/logs.py
        logging_config=None,
        request_max_body_size=MAX_BODY,
        response_class=PrivateResponse,
        request_class=PlayerRequest,
        before_request=check_parameters,
    )
    resolve_in_turn(app)
    return app


def build_parts(
    settings: Settings,
    store: Store,
    play: Play,
    measured: Metrics | None,
    features: Sequence[Feature] = FEATURES,
    activity: Activity | None = None,
) -> Parts:
    """Build the parts of features over an open store; nothing runs yet. Raises KeyFileError and StoreError."""
    parts = Parts()
    parts.add(settings, Settings)
    parts.add(store, Store)
    parts.add(play, Play)
    parts.add(Documents(made_of(tuple(features))))
    parts.add(PersonalTables(tuple(each for feature in features for each in feature.personal)))
    if measured is not None:
        parts.add(measured)
    if activity is not None:
        parts.add(activity)
    for feature in features:
        migrate(store.database, feature.name, feature.tables)
        feature.build(parts)
    return parts


def _lifespan(app: Litestar) -> AbstractAsyncContextManager[None]:
    return app.state["lifespan"](app)


def with_outer_middleware(
    app: Litestar,
    watchers: Sequence[RequestObserver],
    *,
    has_front: bool = True,
    features: Sequence[Feature] = FEATURES,
) -> Litestar:
    """Return the application with the middleware and the front before routing. `watchers` observe responses."""
    routed = with_all_methods(with_preflight_problems(app.asgi_handler))
    if has_front:
        routed = with_front(routed, app, CORS, kinds_of(features))
    checked = with_cookies_apart(with_checked_heads(routed, app.asgi_router, CORS, count_refused))
    app.asgi_handler = with_request_id(with_read_bodies(with_positions(checked, app)), list(watchers))
    return app


@asynccontextmanager
async def running(features: Sequence[Feature], parts: Parts) -> AsyncGenerator[None]:
    """Run the background work of features. On exit, end streams, and stop the work in the reverse order."""
    for feature in features:
        feature.connect(parts)
    async with AsyncExitStack() as stack:
        for feature in features:
            for work in feature.background(parts):
                # what fails while it starts has to be stopped, too
                stack.push_async_callback(work.stop)
                await work.start()
        stack.callback(drain, features, parts)
        yield


def drain(features: Sequence[Feature], parts: Parts) -> None:
    """End streams and long polls, so that nothing keeps the service from stopping."""
    for feature in features:
        feature.drain(parts)
