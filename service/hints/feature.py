"""Hints of the engine, in games that allow them."""

from collections.abc import Iterable

from service.core.feature import Feature
from service.core.http.problems import ProblemError
from service.core.parts import Parts
from service.core.worker import Background, Started
from service.hints.api import routes
from service.hints.hints import Hints, NoAdviceError
from service.play.play import Play


def build(parts: Parts) -> None:
    """Build the use case over the games."""
    parts.add(Hints(parts.get(Play)))


def background(parts: Parts) -> Iterable[Background]:
    """Stop the process of the searches with the service."""
    yield Started(stop=parts.get(Hints).stop)


feature = Feature(
    "hints",
    routes=(routes.router,),
    parts={"hints": Hints},
    problems={
        NoAdviceError: lambda _, __: ProblemError(
            "unavailable", "no hint can be found now: try again", {"Retry-After": "1"}
        ),
    },
    build=build,
    background=background,
)
