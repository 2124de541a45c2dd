"""What a feature of the service declares about itself. The application is a list of features and a fold over it."""

from collections.abc import Callable, Iterable, Mapping
from inspect import signature
from typing import Any, TypeAlias

from litestar import Litestar, Request, Router
from litestar.di import Provide
from litestar.handlers import HTTPRouteHandler
from litestar.routes import HTTPRoute

from domain.kernel.values import Value
from service.core.http.problems import ProblemError
from service.core.parts import Parts, parts_of
from service.core.personal import Personal
from service.core.store.feature_tables import Step
from service.core.worker import Background

Route: TypeAlias = Router | HTTPRouteHandler

Translation: TypeAlias = Callable[[Request[Any, Any, Any], Any], ProblemError]
"""Returns the problem of an exception that a request has raised."""


def _nothing(_: Parts) -> None:
    return None


def _none(_: Parts) -> Iterable[Background]:
    return ()


# compared by identity: the functions of two features say nothing
class Feature(Value, frozen=True, eq=False):
    """A feature of the service. What it leaves out, it does not have."""

    name: str
    routes: tuple[Route, ...] = ()
    """Its routes in the OpenAPI document. A path that a router of another feature has, too, needs a handler alone."""
    pages: tuple[Route, ...] = ()
    """Its other routes."""
    parts: Mapping[str, type[Any]] = {}
    """The types of the parts that route handlers of any feature can take, by the names of the parameters."""
    problems: Mapping[type[Exception], Translation] = {}
    """The problems of its exceptions; the most specific class of an exception decides."""
    tables: tuple[Step, ...] = ()
    """The steps that make its tables and change them. Done steps stay as they are: a change is a further step."""
    personal: tuple[Personal, ...] = ()
    """What its tables have of a person: each table is exported to this person, or excused with a reason."""
    build: Callable[[Parts], None] = _nothing
    """Builds its parts over those of the features before it. Nothing runs yet."""
    connect: Callable[[Parts], None] = _nothing
    """Registers what its parts are told by those of other features, once all are built."""
    background: Callable[[Parts], Iterable[Background]] = _none
    """What it does in the background, in the order of the starts. It is stopped in the reverse order."""
    drain: Callable[[Parts], None] = _nothing
    """Ends its streams and long polls, so that the service can stop."""


def routes_of(features: Iterable[Feature]) -> tuple[Route, ...]:
    """Return the routes of the OpenAPI document: routers, then single handlers, which may add to paths of routers."""
    routes = [route for feature in features for route in feature.routes]
    return tuple(sorted(routes, key=lambda route: isinstance(route, HTTPRouteHandler)))


def kinds_of(features: Iterable[Feature]) -> dict[str, type[Any]]:
    """Return the types of the parts that handlers can take. Raises AssertionError if two have the same name."""
    kinds: dict[str, type[Any]] = {}
    for feature in features:
        for name, kind in feature.parts.items():
            assert name not in kinds, f"two parts have the name {name}"
            kinds[name] = kind
    return kinds


def with_parts(routes: Iterable[Route], kinds: Mapping[str, type[Any]]) -> list[Route]:
    """Return the routes, whose handlers take the parts that their parameters name. A part that is missing is None.

    Each handler has the providers that it uses: as dependencies of the whole application, the framework would compare
    all of them with each other, for each handler.
    """
    providers = {name: Provide(_provider(kind), sync_to_thread=False) for name, kind in kinds.items()}
    found = list(routes)
    for route in found:
        for handler in _handlers_of(route):
            taken = signature(handler.fn).parameters.keys() & providers.keys()
            handler.dependencies = {**(handler.dependencies or {}), **{name: providers[name] for name in taken}}
    return found


def _handlers_of(route: Route) -> Iterable[HTTPRouteHandler]:
    if isinstance(route, HTTPRouteHandler):
        return (route,)
    return (handler for each in route.routes if isinstance(each, HTTPRoute) for handler in each.route_handlers)


def _provider(kind: type[Any]) -> Callable[[Request[Any, Any, Any]], Any]:
    def provide(request: Request[Any, Any, Any]) -> Any:
        return parts_of(request.app).find(kind)

    return provide


def resolve_in_turn(app: Litestar) -> None:
    """Let the framework resolve the parts of a request one after another.

    It would resolve them in a task group, which costs 0.2 ms of processor time; parts wait for nothing.
    """
    for route in app.routes:
        if isinstance(route, HTTPRoute):
            for _, model in route.route_handler_map.values():
                model.dependency_batches = [{each} for batch in model.dependency_batches for each in batch]
