"""The steps that are due without a request: of bots, of clocks by the sweep, and of tournaments by the steward.

They start after the marks of damage are read, since they write to every game that is due.
"""

from collections.abc import Awaitable, Iterable, Sequence

from service.core.feature import Feature
from service.core.parts import Parts
from service.core.worker import Background, Started
from service.due.bot_runner import BotRunner
from service.due.sweep import Sweep
from service.lists.reading import ReadModels
from service.lists.tables.schedule import due_games
from service.lists.tables.seats import awaiting_bots
from service.play.play import Play
from service.play.steady_clock import SteadyClock
from service.tournaments.steward import Steward
from service.tournaments.tournaments import Tournaments


def build(parts: Parts) -> None:
    """Build all on the time of the service. If the times of records are injected, only bots have something to do."""
    play = parts.get(Play)
    parts.add(BotRunner(play))
    if isinstance(play.clock, SteadyClock):
        parts.add(Sweep(play))
        parts.add(Steward(parts.get(Tournaments)))


def connect(parts: Parts) -> None:
    """Tell them of what happens."""
    play, runner, sweep, steward = parts.get(Play), parts.get(BotRunner), parts.find(Sweep), parts.find(Steward)
    play.notifier.listeners.append(runner.committed)
    play.mended_listeners.append(runner.mended)
    if sweep is not None:
        play.notifier.listeners.append(sweep.changed)
        play.mended_listeners.append(sweep.mended)
    if steward is not None:
        parts.get(Tournaments).changed.append(steward.wake)
        play.notifier.listeners.append(steward.game_changed)


def background(parts: Parts) -> Iterable[Background]:
    """Take the steps."""
    runner, sweep, steward = parts.get(BotRunner), parts.find(Sweep), parts.find(Steward)
    models = parts.get(ReadModels)

    def awaiting(before: str) -> Awaitable[Sequence[str]]:
        return models.read_when_there({"seats"}, lambda cursor: awaiting_bots(cursor, before))

    def due_before(time: str) -> Awaitable[Sequence[tuple[str, str]]]:
        return models.ask(lambda cursor: due_games(cursor, time))

    yield Started(lambda: runner.start(awaiting), runner.stop)
    if sweep is not None:
        yield Started(lambda: sweep.start(due_before), sweep.stop)
    if steward is not None:
        yield steward


feature = Feature("due", build=build, connect=connect, background=background)
