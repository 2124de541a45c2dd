"""The Litestar application: routes, authentication, problems, and what starts and stops with it."""

from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager

from litestar import Litestar, Router
from litestar.datastructures import State
from litestar.exceptions import HTTPException

from domain.game import NotPossible
from domain.kernel.ruleset import OptionError
from service.access import Authentication
from service.accounts import Accounts
from service.bots.runner import BotRunner
from service.openapi.document import document_bytes
from service.play import DecisionClosedError, KeyReusedError, Play, UnknownGameError, VersionChangedError
from service.problems import ProblemError, on_domain, on_http, on_problem, on_unexpected
from service.routes import docs, games, health, history, play, players, problem_pages, rulesets
from service.settings import Settings, settings_from
from service.store import Store

MAX_BODY = 64 * 1024
"""Bytes of a request's body, at the most."""

_DOMAIN_ERRORS = (
    UnknownGameError,
    NotPossible,
    OptionError,
    DecisionClosedError,
    VersionChangedError,
    KeyReusedError,
)


ROUTES: tuple[Router, ...] = (
    health.router,
    players.router,
    rulesets.router,
    games.router,
    play.router,
    history.router,
)
"""The routes that the OpenAPI document tells of."""


def create_app(settings: Settings | None = None, play_on: Callable[[Store], Play] = Play) -> Litestar:
    """Return the application; the store is opened when it starts and closed when it stops.

    `play_on` makes the use case: with another clock and other bytes, what is played can be repeated.
    """
    chosen = settings or settings_from()

    @asynccontextmanager
    async def store_and_bots(app: Litestar) -> AsyncGenerator[None]:
        with Store(chosen.database) as store:
            use_case = play_on(store)
            use_case.recover()
            app.state.play = use_case
            app.state.accounts = Accounts(store.application)
            runner = BotRunner(use_case)
            use_case.hub.listeners.append(runner.wake)
            await runner.start()
            try:
                yield
            finally:
                await runner.stop()

    return Litestar(
        route_handlers=[*ROUTES, *docs.routes, problem_pages.router],
        middleware=[Authentication()],
        lifespan=[store_and_bots],
        exception_handlers={
            ProblemError: on_problem,
            HTTPException: on_http,
            Exception: on_unexpected,
            **dict.fromkeys(_DOMAIN_ERRORS, on_domain),
        },
        # Litestar's own pages would load scripts from other hosts: routes/docs.py serves the document and its page
        openapi_config=None,
        state=State({"openapi_document": lambda: document_bytes(ROUTES)}),
        request_max_body_size=MAX_BODY,
    )
