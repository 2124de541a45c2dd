"""The one use case: load a game, decide, append, publish. Routes, bots and simulation all come through here."""

import asyncio
import datetime
import secrets
import uuid
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

from domain.game import game as games
from domain.game.events import BOT, SeatTaken, Spectators, Visibility
from domain.game.fold import append
from domain.game.game import Game
from domain.kernel.ruleset import Ruleset
from domain.kernel.values import Command, Event, Seat
from domain.ledger.records import ENTROPY_BYTES, SEED_BYTES, Tip, tip_of_new
from service.games.cache import CACHED_GAMES, Cache, UnknownGameError
from service.games.loaded import Done, Loaded
from service.games.notifier import Hub
from service.store.errors import VersionConflictError
from service.store.failpoints import at_point
from service.store.recorder import Origin, StoredEntry
from service.store.store import Store
from service.store.timeouts import STORE_TIMEOUT
from service.store.times import timestamp_of

_TRIES = 3

SeatIn: TypeAlias = Callable[[Game], Seat]
"""Finds the seat for which somebody acts in a game as it stands; raises where there is none."""

Allowed: TypeAlias = Callable[[Game], None]
"""Raises where somebody may not do something to a game as it stands."""


class DecisionClosedError(Exception):
    """The decision that a command answers is not open, or not this seat's; carries the open one's id, if any."""

    def __init__(self, named: str, current: str | None) -> None:
        now = f"the open decision is {current}" if current else "no decision of this seat is open"
        super().__init__(f"the decision {named} is not open: {now}")
        self.current = current


class VersionChangedError(Exception):
    """The game has moved on from the version that the client named."""


class Play:
    """Games over a store: what is asked of them, in the order in which it is asked."""

    def __init__(
        self,
        store: Store,
        clock: Callable[[], datetime.datetime] | None = None,
        bytes_of: Callable[[int], bytes] = secrets.token_bytes,
    ) -> None:
        self.store = store
        self._bytes = bytes_of
        self.hub = Hub()
        self._clock = clock or (lambda: datetime.datetime.now(datetime.UTC))
        self._cache = Cache(store)
        self._turns: dict[str, asyncio.Lock] = {}

    async def load(self, game: str) -> Loaded:
        """Return a game, at least as far as its log is known to go; raises UnknownGameError."""
        return await self._cache.load(game)

    @property
    def cached_games(self) -> int:
        """How many games are held in memory."""
        return len(self._cache)

    def moved(self, game: str, version: int) -> None:
        """Take in that the log of a game goes up to this version, whoever has appended that."""
        if self._cache.moved(game, version):
            self.hub.wake(game)

    def is_foreign(self, game: Game) -> bool:
        """Whether a game that was loaded here was played elsewhere and came here as a file."""
        return self._cache.is_foreign(game)

    def forget(self) -> None:
        """Know nothing of any game any more: the log is another one."""
        self._cache.forget()

    async def open(
        self,
        ruleset: Ruleset[Any],
        seats: int,
        options: Mapping[str, Any],
        data_set: str,
        owner: str,
        visibility: Visibility,
        bots: Mapping[Seat, str],
        spectators: Spectators = "open",
        origin: Origin | None = None,
        game_id: str | None = None,
    ) -> tuple[str, Done]:
        """Open a game with bots on some seats; returns its id. A keyed repetition finds the game of the first time."""
        if game_id is None:
            game_id = game_id_of(owner, None if origin is None else origin.key)
        async with asyncio.timeout(STORE_TIMEOUT), self._turn(game_id):
            for _ in range(_TRIES):
                if again := await self._opened_before(game_id, origin):
                    return game_id, again
                seed = self._bytes(SEED_BYTES)
                events = games.open_game(ruleset, seats, options, data_set, seed, owner, visibility, spectators)
                free = sorted(bots)
                if any(not 0 <= seat < seats for seat in free):
                    raise games.NotPossible("no-such-seat", f"the game has the seats 0 to {seats - 1}")
                events += [SeatTaken(seat, BOT + bots[seat], self._entropy(), "server") for seat in free]
                try:
                    return game_id, await self._commit(None, tip_of_new(game_id), seed, None, events, origin)
                except VersionConflictError:
                    # the first request with this key was still on its way to the log
                    self._cache.outdated(game_id, 1)
        raise VersionConflictError(game_id)

    async def take_seat(
        self,
        game: str,
        seat: Seat,
        player: str,
        entropy: str | None,
        allowed: Allowed | None = None,
        origin: Origin | None = None,
    ) -> Done | None:
        """Seat a player or a bot; without entropy of its own the server brings it. Returns None if it sits there."""
        brought = entropy or self._entropy()
        source = "player" if entropy else "server"

        def decide(state: Game) -> tuple[Seat, list[Event]]:
            if allowed is not None:
                allowed(state)
            occupant = state.occupant(seat)
            if occupant is not None and occupant.player == player:
                return seat, []
            return seat, games.take_seat(state, seat, player, brought, source)

        return await self._act(game, decide, origin)

    async def leave_seat(self, game: str, seat: Seat, allowed: Allowed, origin: Origin | None = None) -> None:
        """Free a seat before the start."""

        def decide(state: Game) -> tuple[Seat, list[Event]]:
            allowed(state)
            return seat, games.leave_seat(state, seat)

        await self._act(game, decide, origin)

    async def start(self, game: str, allowed: Allowed | None = None, origin: Origin | None = None) -> Done:
        """Start a game."""

        def decide(state: Game) -> tuple[None, list[Event]]:
            if allowed is not None:
                allowed(state)
            return None, games.start(state)

        return _done(await self._act(game, decide, origin))

    async def abandon(self, game: str, allowed: Allowed, origin: Origin | None = None) -> None:
        """Cancel a game before its start."""

        def decide(state: Game) -> tuple[None, list[Event]]:
            allowed(state)
            return None, games.abandon(state)

        await self._act(game, decide, origin)

    async def resign(self, game: str, seat_in: SeatIn, bot: str, origin: Origin | None = None) -> Done:
        """Give a seat up to a bot."""

        def decide(state: Game) -> tuple[Seat, list[Event]]:
            seat = seat_in(state)
            return seat, games.resign(state, seat, bot)

        return _done(await self._act(game, decide, origin))

    async def command(
        self,
        game: str,
        seat_in: SeatIn,
        decision: str,
        command: Command,
        origin: Origin | None = None,
        at_versions: frozenset[int] | None = None,
    ) -> Done:
        """Let a seat answer a decision, if need be only at certain versions of the game.

        Raises DecisionClosedError, VersionChangedError, KeyReusedError, IllegalCommand, NotPossible, and what
        finding the seat raises.
        """

        def decide(state: Game) -> tuple[Seat, list[Event]]:
            seat = seat_in(state)
            if at_versions is not None and state.version not in at_versions:
                raise VersionChangedError(state.version)
            if state.status == "running":
                current = games.decision_id(state, seat) if seat in games.awaiting(state) else None
                if decision != current:
                    raise DecisionClosedError(decision, current)
            return seat, games.decide(state, seat, command)

        return _done(await self._act(game, decide, origin))

    async def _act(
        self,
        game: str,
        decide: Callable[[Game], tuple[Seat | None, list[Event]]],
        origin: Origin | None,
    ) -> Done | None:
        """Decide on the game as it stands and append; if another writer was faster, on the game as it stands then.

        Returns None where nothing is to be done.
        """
        async with asyncio.timeout(STORE_TIMEOUT), self._turn(game):
            for _ in range(_TRIES):
                loaded = await self.load(game)
                if again := loaded.repeated(origin):
                    return again
                state = loaded.game
                seat, events = decide(state)
                if not events:
                    return None
                try:
                    return await self._commit(loaded, state.tip, state.seed, seat, events, origin)
                except VersionConflictError:
                    self._cache.outdated(game, state.version + 1)
        message = f"the log of {game} moves on faster than this process can follow"
        raise VersionConflictError(message)

    async def _commit(
        self,
        loaded: Loaded | None,
        tip: Tip,
        seed: bytes,
        seat: Seat | None,
        events: Sequence[Event],
        origin: Origin | None,
    ) -> Done:
        at = timestamp_of(self._clock())
        game, plain = append(loaded and loaded.game, tip, seed, at, seat, events)
        entries = [
            StoredEntry(entry.record, entry.head, entry.secret, origin if place == 0 else None)
            for place, entry in enumerate(plain)
        ]
        told: asyncio.Future[None] = asyncio.get_running_loop().create_future()

        def heard(error: Exception | None) -> None:
            # a client that has gone away does not leave the cache behind the log
            if error is None:
                at_point("stored")
                self._cache.stored(loaded, game, entries)
                at_point("publish")
                self.hub.publish(game.id)
            if not told.done():
                told.set_result(None) if error is None else told.set_exception(error)

        appended = self.store.append(entries, heard, tip.head)
        try:
            await told
        except asyncio.CancelledError:
            # what has not begun to be committed is not asked for any more
            appended.cancel()
            raise
        return Done(tip.version + 1, game.version, replayed=False)

    async def _opened_before(self, game: str, origin: Origin | None) -> Done | None:
        if origin is None or origin.key is None:
            return None
        try:
            return (await self.load(game)).repeated(origin)
        except UnknownGameError:
            return None

    def _entropy(self) -> str:
        return self._bytes(ENTROPY_BYTES).hex()

    def _turn(self, game: str) -> asyncio.Lock:
        """One decision at a time a game; the locks of games that nobody waits for are forgotten."""
        if len(self._turns) > 4 * CACHED_GAMES:
            self._turns = {name: lock for name, lock in self._turns.items() if lock.locked()}
        return self._turns.setdefault(game, asyncio.Lock())


def game_id_of(owner: str, key: str | None) -> str:
    """Return the id of a new game: it follows from the idempotency key, so that a repetition finds the same game."""
    return str(uuid.uuid4() if key is None else uuid.uuid5(uuid.NAMESPACE_URL, f"{owner} {key}"))


def _done(done: Done | None) -> Done:
    assert done is not None
    return done
