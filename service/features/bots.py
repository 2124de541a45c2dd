"""The bots that play at tables."""

from collections.abc import Awaitable, Iterable, Sequence

from service.bots.runner import BotRunner
from service.feature import Feature
from service.games.play import Play
from service.integrity.background import Integrity
from service.parts import Parts
from service.readmodels.reading import ReadModels
from service.readmodels.tables.seats import awaiting_bots
from service.worker import Background, Started


def build(parts: Parts) -> None:
    """Build the runner."""
    parts.add(BotRunner(parts.get(Play)))


def connect(parts: Parts) -> None:
    """Tell the runner of what happens."""
    runner = parts.get(BotRunner)
    parts.get(Play).notifier.listeners.append(runner.committed)
    parts.get(Integrity).mended.append(runner.mended)


def background(parts: Parts) -> Iterable[Background]:
    """Decide for bots."""
    models, runner = parts.get(ReadModels), parts.get(BotRunner)

    def awaiting(before: str) -> Awaitable[Sequence[str]]:
        return models.read_when_there({"seats"}, lambda cursor: awaiting_bots(cursor, before))

    yield Started(lambda: runner.start(awaiting), runner.stop)


feature = Feature("bots", build=build, connect=connect, background=background)
