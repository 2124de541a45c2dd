"""The steps that are due without a request: of games, by the sweep, and of tournaments, by the steward.

They start after the marks of damage are read, since they write to every game that is due.
"""

from collections.abc import Awaitable, Iterable, Sequence

from service.clocks.sweep import Sweep
from service.feature import Feature
from service.games.play import Play
from service.games.steady_clock import SteadyClock
from service.integrity.background import Integrity
from service.parts import Parts
from service.readmodels.reading import ReadModels
from service.readmodels.tables.schedule import due_games
from service.telemetry.metrics import Metrics
from service.tournaments.steward import Steward
from service.tournaments.tournaments import Tournaments
from service.worker import Background, Started


def build(parts: Parts) -> None:
    """Build both on the time of the service. If the times of records are injected, nothing is due."""
    play = parts.get(Play)
    if isinstance(play.clock, SteadyClock):
        parts.add(Sweep(play))
        parts.add(Steward(parts.get(Tournaments)))


def connect(parts: Parts) -> None:
    """Tell them of what happens."""
    notifier, sweep, steward, measured = (
        parts.get(Play).notifier,
        parts.find(Sweep),
        parts.find(Steward),
        parts.find(Metrics),
    )
    if sweep is not None:
        notifier.listeners.append(sweep.changed)
        parts.get(Integrity).mended.append(sweep.mended)
        if measured is not None:
            sweep.swept = measured.swept
    if steward is not None:
        parts.get(Tournaments).changed.append(steward.wake)
        notifier.listeners.append(steward.game_changed)


def background(parts: Parts) -> Iterable[Background]:
    """Take the steps."""
    sweep, steward, models = parts.find(Sweep), parts.find(Steward), parts.get(ReadModels)

    def due_before(time: str) -> Awaitable[Sequence[tuple[str, str]]]:
        return models.ask(lambda cursor: due_games(cursor, time))

    if sweep is not None:
        yield Started(lambda: sweep.start(due_before), sweep.stop)
    if steward is not None:
        yield steward


feature = Feature("due", build=build, connect=connect, background=background)
