"""Plays the seats of bots through the use case that the routes use."""

import asyncio
import datetime
import logging
import random
from collections.abc import Awaitable, Callable, Iterable
from functools import partial
from typing import TypeAlias

from msgspec.structs import replace

from domain.game.decide import NotPossible
from domain.game.events import BOT, STAND_IN
from domain.game.game import Game, decision_id, is_by_bot
from domain.kernel.values import Command, Seat
from service.bots.choosing import FALLBACK, choose, is_strong
from service.bots.strong.levels import deadline_of
from service.bots.strong.light import digest_of
from service.bots.strong.pool import PoolBusyError, SearchPool, Task, perform, task_of
from service.bots.strong.search import Found
from service.core.store.failpoints import at_point
from service.core.store.outage import STORE_ERRORS, report_store_error
from service.core.store.recorder import Origin, Searched
from service.core.store.retry import Backoff
from service.core.store.times import timestamp_of
from service.core.worker import Worker
from service.play.cache import UnknownGameError, UnreadableGameError
from service.play.loaded import Loaded
from service.play.play import Play
from service.play.requests import Answer, DecisionClosedError
from service.play.steady_clock import SteadyClock, TimeInDoubtError

_log = logging.getLogger(__name__)


FIRST_RETRY, LAST_RETRY = 0.5, 60.0
"""The first and the longest delay of a retry, in seconds. Failures of a bot double the delay, store errors do not."""

TAKEOVER_DELAY = 5.0
"""Seconds after which another process plays a bot that has not decided: its own process may have stopped."""

_Search: TypeAlias = Callable[[Task], Awaitable[Found]]
"""Runs the search of a strong bot."""

EXPECTED = (DecisionClosedError, NotPossible, UnknownGameError, UnreadableGameError, TimeInDoubtError, *STORE_ERRORS)
"""The errors of a decision that are not errors of the bot."""


AwaitingSince: TypeAlias = Callable[[str], Awaitable[Iterable[str]]]
"""Returns the games in which a decision of a bot is open since before a time."""


class BotRunner:
    """Lets bots decide when a game awaits them. Games take turns, one decision each.

    Strong bots search in other processes, so that they do not delay other games.
    """

    def __init__(self, play: Play) -> None:
        self._play = play
        self._woken: asyncio.Queue[str] = asyncio.Queue()
        self._queued: set[str] = set()
        self._taken_over: set[str] = set()
        """The queued games that another process plays, unless it has stopped."""
        self._task: asyncio.Task[None] | None = None
        self._takeover: Worker | None = None
        self._searches = SearchPool()
        self._searching: dict[str, asyncio.Task[None]] = {}
        """The games in which a strong bot decides now."""
        self._retries: dict[str, Backoff] = {}
        """The delays of each game in which a decision has failed."""
        self._unreadable: set[str] = set()
        """Games whose data set is missing or whose log is damaged; they are not retried."""
        self.rng = random.Random()  # noqa: S311 - the draws of the ledger come from the seed, not from here
        """The source of what bots choose at random. The generator of the API examples sets one with a seed."""

    async def start(self, awaiting: AwaitingSince | None = None) -> None:
        """Start. Play the games that await a bot, and regularly take over those whose process has stopped."""
        self._task = asyncio.create_task(self._run())
        if awaiting is not None:
            self._takeover = self._takeover_of(awaiting)
            await self._takeover.start()

    def _takeover_of(self, awaiting: AwaitingSince) -> Worker:
        """Return what looks for bots that have to decide: at first for all, then for those that are late."""
        is_first = True

        async def look() -> float:
            nonlocal is_first
            before = timestamp_of(self._now()) if is_first else self._before(TAKEOVER_DELAY)
            for game in await awaiting(before):
                if game in self._retries or game in self._unreadable or game in self._queued:
                    continue
                self.wake(game)
                if not is_first:
                    self._taken_over.add(game)
            is_first = False
            # jitter, so that the processes do not all take over the same games
            return TAKEOVER_DELAY * random.uniform(0.5, 1.5)  # noqa: S311 - no secret

        return Worker(
            look,
            every=TAKEOVER_DELAY,
            outage="bots of processes that have stopped are looked for later",
            failure="bots of processes that have stopped cannot be looked for",
            log=_log,
        )

    def _before(self, seconds: float) -> str:
        """Return the timestamp of some seconds ago."""
        return timestamp_of(self._now() - datetime.timedelta(seconds=seconds))

    def _now(self) -> datetime.datetime:
        """Return the time by which records are written. An injected clock may count its readings, so it is not read."""
        clock = self._play.clock
        return clock() if isinstance(clock, SteadyClock) else datetime.datetime.now(datetime.UTC)

    def committed(self, game: str) -> None:
        """Queue a game to which this process has added a batch, if a bot has to decide now."""
        loaded = self._play.cached(game)
        if loaded is None or game in self._retries or awaits_bot(loaded.game):
            self.wake(game)
        else:
            self._taken_over.discard(game)

    def wake(self, game: str) -> None:
        """Queue a game that has new events."""
        self._taken_over.discard(game)
        if game not in self._queued:
            self._queued.add(game)
            self._woken.put_nowait(game)

    def mended(self, game: str) -> None:
        """Continue a game whose log is whole again."""
        self._unreadable.discard(game)
        self.wake(game)

    @property
    def is_running(self) -> bool:
        """Whether the runner has started and not stopped."""
        return self._task is not None and not self._task.done()

    async def stop(self) -> None:
        """Stop."""
        if self._takeover is not None:
            await self._takeover.stop()
        tasks = [task for task in (self._task, *self._searching.values()) if task is not None]
        for task in tasks:
            task.cancel()
        self._searches.close()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _run(self) -> None:
        while True:
            game = await self._woken.get()
            while self._play.is_held:
                await asyncio.sleep(FIRST_RETRY)
            self._queued.discard(game)
            is_taken_over = game in self._taken_over
            self._taken_over.discard(game)
            # a game in which a bot searches is woken again after the search
            if game not in self._searching:
                await self._act(game, partial(self._begin_search, is_taken_over=is_taken_over))
            # let other tasks run between two decisions
            await asyncio.sleep(0)

    async def _begin_search(self, game: Game, bot: str, *, is_taken_over: bool) -> None:
        """Let a strong bot decide in a task of its own, unless another process probably still searches."""
        # a search may wait for another one
        if is_taken_over and game.tip.at >= self._before(TAKEOVER_DELAY + 2 * deadline_of(bot)):
            return
        self._searching[game.id] = asyncio.create_task(self._decide_by_search(game.id))

    async def _decide_by_search(self, game: str) -> None:
        try:
            await self._act(game)
        finally:
            del self._searching[game]
        # a failed decision is tried again after its delay
        if game not in self._retries and game not in self._unreadable:
            self.wake(game)

    async def _act(self, game: str, strong: Callable[[Game, str], Awaitable[None]] | None = None) -> None:
        """Let a bot of a game decide, and log an error. If the bot is strong, call `strong` instead, if it is given."""
        try:
            if strong is not None:
                state = (await self._play.load(game)).game
                bot = _strong_next(state)
                if bot is not None:
                    await strong(state, bot)
                    return
            await act(self._play, game, self.rng, self._searches.search)
            self._retries.pop(game, None)
        except (DecisionClosedError, NotPossible, UnknownGameError):
            # another process has decided for the bot and continues the game, a ruling has ended or paused it, or the
            # database has lost it, for example in a failover
            self._retries.pop(game, None)
        except STORE_ERRORS as error:
            # after an outage the bots continue without a long delay
            report_store_error(_log, "bots cannot decide", f"the bots of game {game} could not decide", error)
            self._retry(game, Backoff(FIRST_RETRY, LAST_RETRY))
        except TimeInDoubtError:
            # the clock has logged it
            self._retry(game, Backoff(FIRST_RETRY, LAST_RETRY))
        except UnreadableGameError:
            # it is logged; the game continues after the data set is restored and the process restarted, or the log is
            # mended
            self._unreadable.add(game)
        except Exception:  # noqa: BLE001 - see the next line
            # one game must not stop the bots of the others
            _log.exception("the bots of game %s could not decide", game)
            self._retry(game, self._retries.get(game) or Backoff(FIRST_RETRY, LAST_RETRY))

    def _retry(self, game: str, retries: Backoff) -> None:
        self._retries[game] = retries
        asyncio.get_running_loop().call_later(retries.delay(), self.wake, game)


async def act(play: Play, game: str, rng: random.Random, search: _Search | None = None) -> bool:
    """Let one awaited bot of a game decide. Return whether one did.

    Strong bots search with `search`; without it they search in this thread.
    """
    loaded = await play.load(game)
    found = _next(loaded.game)
    if found is None:
        return False
    await _decide(play, loaded, found, rng, search)
    return True


def awaits_bot(game: Game) -> bool:
    """Return whether a bot has to decide in a game."""
    return _next(game) is not None


def _next(game: Game) -> tuple[Seat, str] | None:
    """Return the first awaited seat that a bot plays, and the name of the bot."""
    if game.paused_until is not None:
        return None
    return next(((seat, _bot_of(game, seat)) for seat in sorted(game.questions) if is_by_bot(game, seat)), None)


def _strong_next(game: Game) -> str | None:
    """Return the bot that decides next in a game if it is a strong one."""
    found = _next(game)
    return found[1] if found is not None and is_strong(game, found[1]) else None


async def _decide(
    play: Play, loaded: Loaded, awaited: tuple[Seat, str], rng: random.Random, search: _Search | None
) -> None:
    """Let the bot of a seat decide; if it fails, the fallbacks decide, and the error is logged."""
    state, (seat, first) = loaded.game, awaited

    async def decide(bot: str) -> None:
        command, origin = await _chosen(state, seat, bot, rng, search)
        at_point("answer")
        await play.command(loaded, lambda _: seat, Answer(decision_id(state, seat), command, is_by_bot=True), origin)

    fallbacks = (STAND_IN, FALLBACK) if is_strong(state, first) else (FALLBACK,)
    bots = [first, *(bot for bot in fallbacks if bot != first)]
    for bot, following in zip(bots, [*bots[1:], None], strict=True):
        try:
            await decide(bot)
        except EXPECTED:
            raise
        except PoolBusyError:
            # the pool has logged it, and other bots do not search
            continue
        except Exception:
            if following is None:
                raise
            _log.exception("the bot %s of game %s failed: the bot %s decides instead", bot, state.id, following)
        else:
            return


async def _chosen(
    state: Game, seat: Seat, bot: str, rng: random.Random, search: _Search | None
) -> tuple[Command, Origin | None]:
    """Return the decision of a bot; of a strong one also how it was found."""
    if not is_strong(state, bot):
        return choose(state, seat, bot, rng), None
    task = task_of(state, seat, bot)
    # without processes the search has no deadline, so that its result is repeatable
    found = perform(task) if search is None else await search(replace(task, seconds=deadline_of(bot)))
    digest = digest_of(state.opened.ruleset)
    searched = Searched(state.version, task.position.seed, task.budget, found.steps, found.is_cut, digest)
    return found.command, Origin(BOT + bot, searched=searched)


def _bot_of(game: Game, seat: Seat) -> str:
    """Return the bot that has a seat, or that answers for its player because the clock has run out."""
    occupant = game.occupants[seat]
    return occupant.player.removeprefix(BOT) if occupant is not None and occupant.is_bot else STAND_IN
