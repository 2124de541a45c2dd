"""The analysis of finished games, and the engine that looks for mistakes."""

from collections.abc import Iterable

from service.api.analysis import engine
from service.api.analysis import routes as analysis
from service.engine.jobs import EngineJobs
from service.feature import Feature
from service.games.play import Play
from service.parts import Parts
from service.worker import Background


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
    build=build,
    background=background,
)
