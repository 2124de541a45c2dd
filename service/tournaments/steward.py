"""The steward takes the steps of tournaments that are due without a request (rule 4.7).

It opens the games of a round, takes results, closes rounds, publishes the next one, and so on. Every process runs one:
the log accepts each step once, and the ids of games follow from the round.
"""

import asyncio
import contextlib
import logging
from collections.abc import Sequence

from domain.game.decide import NotPossible
from domain.ledger.times import micros
from domain.tournaments.decide.decide import Batch
from domain.tournaments.decide.rounds import games_opened, table_of_game, take_result
from domain.tournaments.due import decide_due, next_due
from domain.tournaments.openings import PlannedGame, planned_games
from domain.tournaments.refusals import Refused
from domain.tournaments.state import Tournament
from service.core.store.errors import VersionConflictError
from service.core.store.failpoints import at_point
from service.core.store.outage import STORE_ERRORS, report_store_error
from service.core.store.retry import Backoff
from service.core.worker import Worker
from service.play.cache import UnknownGameError, UnreadableGameError
from service.play.loaded import Loaded
from service.play.steady_clock import TimeInDoubtError, doubt_about
from service.tournaments.leaving import leave_erased
from service.tournaments.loaded import Done
from service.tournaments.results import statement_of
from service.tournaments.tournaments import DamagedTournamentError, Tournaments, UnknownTournamentError

_log = logging.getLogger(__name__)

POLL_INTERVAL = 1.0
"""Seconds between two reads of the rows, which show the work of other processes."""

DEBOUNCE = 0.05
"""Seconds between a new event and the next look."""

FIRST_RETRY, LAST_RETRY = 1.0, 60.0
"""The first and the longest delay after an error in a tournament, in seconds."""

MOST_STEPS = 50
"""Steps of a tournament in one go."""


class Steward:
    """Takes the steps that are due, in one task for each tournament."""

    def __init__(self, tournaments: Tournaments) -> None:
        self._tournaments = tournaments
        self._play = tournaments.play
        self._worker = Worker(
            self._begin,
            every=POLL_INTERVAL,
            pace=DEBOUNCE,
            begins_after=POLL_INTERVAL,
            outage="tournaments wait",
            failure="the tournaments cannot be read",
            log=_log,
        )
        self._busy: dict[str, asyncio.Task[None]] = {}
        self._retries: dict[str, tuple[Backoff, float]] = {}
        """By tournament: the delays after errors, and when it is tried again in the time of the event loop."""

    async def start(self) -> None:
        """Start."""
        await self._worker.start()

    async def stop(self) -> None:
        """Stop."""
        await self._worker.stop()
        tasks = list(self._busy.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def wake(self, _tournament: str) -> None:
        """Look soon: a tournament has new events."""
        self._worker.wake()

    def game_changed(self, game: str) -> None:
        """Look soon if a game is over: it may be one of a tournament."""
        loaded = self._play.cached(game)
        if loaded is not None and loaded.game.is_over:
            self._worker.wake()

    async def _begin(self) -> None:
        """Start a task for each tournament in which something is to be done."""
        if doubt_about(self._play.clock) is not None or self._play.is_held:
            return
        games: dict[str, list[str]] = {}
        for task in await self._tournaments.queries.tasks_at(self._play.now()):
            games.setdefault(task.tournament, []).extend([] if task.game is None else [task.game])
        now = asyncio.get_running_loop().time()
        for tournament, ended in games.items():
            waits = tournament in self._retries and now < self._retries[tournament][1]
            if tournament not in self._busy and not waits:
                self._busy[tournament] = asyncio.create_task(self._attend(tournament, ended))

    async def _attend(self, tournament: str, ended: Sequence[str]) -> None:
        try:
            await attend(self._tournaments, tournament, ended)
            self._retries.pop(tournament, None)
        except (UnknownTournamentError, DamagedTournamentError):
            # the database has lost it, for example in a failover; or its log is damaged, which is logged and marked
            self._retries.pop(tournament, None)
        except (*STORE_ERRORS, TimeInDoubtError, VersionConflictError) as error:
            report_store_error(_log, "tournaments wait", f"the step of tournament {tournament} failed", error)
            self._retry(tournament)
        except Exception:  # noqa: BLE001 - one tournament must not stop the others
            _log.exception("the step of tournament %s failed", tournament)
            self._retry(tournament)
        finally:
            self._busy.pop(tournament, None)

    def _retry(self, tournament: str) -> None:
        retries, _ = self._retries.get(tournament, (Backoff(FIRST_RETRY, LAST_RETRY), 0.0))
        self._retries[tournament] = (retries, asyncio.get_running_loop().time() + retries.delay())


async def attend(tournaments: Tournaments, tournament: str, games: Sequence[str]) -> None:
    """Do what is to be done in a tournament: about these games, and what is due."""
    for game in games:
        await _attend_game(tournaments, tournament, game)
    for _ in range(MOST_STEPS):
        opened = await _open_games(tournaments, tournament)
        done = await _step(tournaments, tournament)
        if done is None and not opened:
            return


async def _step(tournaments: Tournaments, tournament: str) -> Done | None:
    """Do the next step if it is due; None: it is not, or another process pairs the round."""
    found = (await tournaments.load(tournament)).tournament
    due = next_due(found)
    # a step that lies ahead must not start the process that pairs
    if due is None or due.at > micros(max(tournaments.play.now(), found.tip.at)):
        return None
    return await tournaments.act(tournament, decide_due, None, pairs=due.step == "publish")


async def _open_games(tournaments: Tournaments, tournament: str) -> bool:
    """Open the games of the rounds that were published; returns whether there were any."""
    loaded = await tournaments.load(tournament)
    planned = planned_games(loaded.tournament)
    if planned and await leave_erased(tournaments, loaded.tournament):
        loaded = await tournaments.load(tournament)
        planned = planned_games(loaded.tournament)
    for number in dict.fromkeys(held.number for held in loaded.tournament.rounds if not held.is_open):
        await _open_all(tournaments, [game for game in planned if game.round == number])
        at_point("tournament-games")
        edition = _edition(loaded.tournament, number)
        await tournaments.act(tournament, lambda now, _, n=number, e=edition: _opened(now, n, e), None)
    return bool(planned)


async def _open_all(tournaments: Tournaments, planned: Sequence[PlannedGame]) -> None:
    """Open those of these games that are not open yet, in one transaction."""
    play = tournaments.play
    for _ in range(2):
        missing: list[PlannedGame] = []
        for game in planned:
            try:
                await play.load(game.id)
            except UnknownGameError:
                missing.append(game)
            except UnreadableGameError:
                # it is open, and an organiser may rule about its table
                continue
        if not missing:
            return
        with contextlib.suppress(VersionConflictError):
            await play.open_all([game.new for game in missing], [game.id for game in missing], None)
            return


def _edition(tournament: Tournament, number: int) -> tuple[int, int]:
    held = tournament.round(number)
    return (-1, -1) if held is None else (held.edition, held.changes)


def _opened(tournament: Tournament, number: int, edition: tuple[int, int]) -> Batch | None:
    """Return the event that the games of a round are open; None: it has changed, or another process was first."""
    held = tournament.round(number)
    if tournament.is_over or held is None or held.is_open or _edition(tournament, number) != edition:
        return None
    return (games_opened(tournament, number),)


async def _attend_game(tournaments: Tournaments, tournament: str, game: str) -> None:
    """Take the result of a game that is over; cancel one that no longer counts."""
    play = tournaments.play
    try:
        played = await play.load(game)
        if not played.game.is_over:
            # the lists may be ahead of this process
            played = await play.reload(played)
    except (UnknownGameError, UnreadableGameError):
        return
    state = (await tournaments.load(tournament)).tournament
    counts = not state.is_over and table_of_game(state, game) is not None
    if counts and played.game.is_over:
        await tournaments.act(tournament, lambda now, _: _result(now, played), None)
    elif not counts and played.game.status == "open":
        with contextlib.suppress(NotPossible):
            await play.abandon(played, lambda _: None)


def _result(tournament: Tournament, played: Loaded) -> Batch | None:
    found = table_of_game(tournament, played.game.id)
    if tournament.is_over or found is None or found[1].is_decided:
        # another process was first, or a ruling
        return None
    try:
        return (take_result(tournament, statement_of(played.game)),)
    except Refused as refused:
        _log.error("the result of game %s was not taken: %s", played.game.id, refused.reason)
        return None
