"""The analysis of finished games, and the engine that looks for mistakes."""

from collections.abc import Iterable

from service.analysis.api import engine
from service.analysis.api import routes as analysis
from service.analysis.chances import NoEngineError
from service.analysis.jobs import EngineJobs, QueueFullError
from service.analysis.personal import PERSONAL
from service.core.feature import Feature
from service.core.http.problems import ProblemError
from service.core.parts import Parts
from service.core.worker import Background
from service.play.play import Play


def build(parts: Parts) -> None:
    """Build the queue of the engine."""
    parts.add(EngineJobs(parts.get(Play)))


def background(parts: Parts) -> Iterable[Background]:
    """Analyse the games of the queue."""
    yield parts.get(EngineJobs)


feature = Feature(
    "analysis",
    routes=(analysis.router, engine.router),
    parts={"engine": EngineJobs},
    problems={
        NoEngineError: lambda _, error: ProblemError("not-possible", str(error)),
        QueueFullError: lambda _, __: ProblemError(
            "unavailable", "too many analyses wait: retry later", {"Retry-After": "60"}
        ),
    },
    personal=PERSONAL,
    build=build,
    background=background,
)
