"""The one path of a command: decide on a loaded game, append, publish. Routes, bots and the simulation use it."""

import asyncio
import contextlib
import datetime
import secrets
import uuid
from collections.abc import Callable, Generator, Mapping, Sequence
from typing import TypeAlias

from domain.game import decide
from domain.game.decide import Decided, NewGame, NotPossible
from domain.game.fold import append
from domain.game.game import Game, offer_to, to_take_back
from domain.game.rulings.decide import accept_replacement
from domain.kernel.values import Seat, Value
from domain.ledger.records import ENTROPY_BYTES, SEED_BYTES, Tip, tip_of_new
from domain.ledger.times import micros
from service.core.store.errors import StoreError, VersionConflictError
from service.core.store.failpoints import at_point
from service.core.store.recorder import Origin, StoredEntry
from service.core.store.store import Store
from service.core.store.timeouts import STORE_TIMEOUT
from service.core.store.times import timestamp_of
from service.play.cache import GAME_MEMORY, NOTED_GAMES, Cache, UnknownGameError
from service.play.loaded import Done, Loaded
from service.play.notifier import Notifier
from service.play.requests import Allowed, Answer, SeatIn, SeatTaking, check_answer, decide_turn, is_seated
from service.play.steady_clock import time_of_record
from service.play.turns import Turns

_TRIES = 3


class Base(Value, frozen=True):
    """What a batch is appended to."""

    tip: Tip
    seed: bytes
    loaded: Loaded | None = None
    """The game that the batch was decided on; None: the batch opens it."""


class Batch(Value, frozen=True):
    """A decided batch: the game that it was decided on (None: it opens the game), the game after it, its entries."""

    loaded: Loaded | None
    game: Game
    entries: Sequence[StoredEntry]

    @property
    def first(self) -> int:
        """The version of the first event."""
        return self.entries[0].record.version


Decision: TypeAlias = tuple[Seat | None, Decided]
"""Who decides (None: the table), and what."""

Turn: TypeAlias = Generator[Decision, Game, None]
"""Yields the decisions of a request, each on the game that it is sent after the one before."""

Decide: TypeAlias = Callable[[Game, str], Decision | None]
"""Returns the decision on a game at a time; None: there is nothing to do. Raises NotPossible and problems."""


def _is_not_held() -> str | None:
    return None


def _at_once(_game: Game, _due: int, _now: int) -> int:
    return 0


class Play:
    """The commands of all games over a store, one at a time for each game."""

    def __init__(
        self,
        store: Store,
        clock: Callable[[], datetime.datetime] | None = None,
        bytes_of: Callable[[int], bytes] = secrets.token_bytes,
        memory: int = GAME_MEMORY,
    ) -> None:
        """`memory` is the size of the cache of games in bytes."""
        self.store = store
        self.bytes_of = bytes_of
        """Returns this many secret bytes."""
        self.mended_listeners: list[Callable[[str], None]] = []
        """Called with each game that is answered again."""
        self.notifier = Notifier()
        self.clock = clock or (lambda: datetime.datetime.now(datetime.UTC))
        """Returns the time of the records."""
        self.held: Callable[[], str | None] = _is_not_held
        """Returns why no game may change at the moment; None: games go on."""
        self.put_off: Callable[[Game, int, int], int] = _at_once
        """Returns by how many microseconds a step is put off that is due in a game; the arguments: due, and now."""
        self._cache = Cache(store, memory)
        self._turns: dict[str, asyncio.Lock] = {}
        self.previewing = Turns()
        """Computes previews."""
        self.replaying = Turns()
        """Computes the views of replays, and analyses."""

    @property
    def is_held(self) -> bool:
        """Whether no game may change at the moment. What acts without a request waits."""
        return self.held() is not None

    async def load(self, game: str) -> Loaded:
        """Return a game, at least at its last known version. Raises UnknownGameError and UnreadableGameError."""
        return await self._cache.load(game)

    @property
    def cached_size(self) -> tuple[int, int]:
        """The number of cached games, and about the bytes of them without their representations."""
        return len(self._cache), self._cache.size

    async def damaged(self, game: str, reason: str) -> None:
        """Answer no more requests for a game until `mended`: its log is damaged. Its streams end."""
        await self._cache.damaged(game, reason)
        self.notifier.wake(game)

    def mended(self, game: str) -> None:
        """Answer requests for a game again: its log is whole."""
        self._cache.mended(game)
        for listener in self.mended_listeners:
            listener(game)

    @property
    def known_damage(self) -> frozenset[str]:
        """The games that are not answered because their logs are damaged."""
        return self._cache.known_damage

    def on_damage(self, found: Callable[[str, str], None]) -> None:
        """Call `found` with each game whose log this process finds damaged, and the reason."""
        self._cache.found_damage = found

    def cached(self, game: str) -> Loaded | None:
        """Return a game if it is cached, possibly at an older version."""
        return self._cache.peek(game)

    async def reload(self, loaded: Loaded) -> Loaded:
        """Return a game as the log has it now. Raises UnknownGameError and UnreadableGameError."""
        self._cache.outdated(loaded.game.id, loaded.game.version + 1)
        return await self.load(loaded.game.id)

    def micros(self) -> int:
        """Return the time of the next record, in microseconds since 1970."""
        return micros(timestamp_of(self.clock()))

    def now(self) -> str:
        """Return the present time as records have it."""
        return timestamp_of(self.clock())

    def moved(self, game: str, version: int) -> None:
        """Record that the log of a game has this version, and wake the waiters if that is new."""
        if self._cache.moved(game, version):
            self.notifier.wake(game)

    def is_foreign(self, game: Game) -> bool:
        """Whether a loaded game was imported."""
        return self._cache.is_foreign(game)

    def forget(self) -> None:
        """Drop all cached games: the log may be a different one. Streams and long polls read their games again."""
        self._cache.forget()
        self.notifier.wake_all()

    async def open(self, new: NewGame, origin: Origin | None = None, game_id: str | None = None) -> Done:
        """Open a game. A repetition with the same idempotency key finds the game of the first request."""
        if game_id is None:
            game_id = game_id_of(new.owner, None if origin is None else origin.key)
        (done,) = await self.open_all([new], [game_id], origin)
        return done

    async def open_all(self, new: Sequence[NewGame], games: Sequence[str], origin: Origin | None) -> list[Done]:
        """Open games with these ids in one transaction: all or none. A repetition finds the games of the first request.

        Raises NotPossible, OptionError and KeyReusedError.
        """
        async with asyncio.timeout(STORE_TIMEOUT), self._turn(games[0]):
            for _ in range(_TRIES):
                if repeated := await self.opened_before(games, origin):
                    return repeated
                batches = [self._opened(each, game, origin) for each, game in zip(new, games, strict=True)]
                try:
                    loaded = await self._append(batches)
                except VersionConflictError:
                    # the first request with this key was not yet in the log
                    self._cache.outdated(games[0], 1)
                    continue
                return [
                    Done(each, 1, batch.game.version, replayed=False)
                    for each, batch in zip(loaded, batches, strict=True)
                ]
        raise VersionConflictError(games[0])

    async def open_seated(self, new: NewGame, players: Mapping[Seat, str], game: str) -> Loaded:
        """Open a game with players on its seats, and start it, in one transaction. If it is open, return it.

        Raises NotPossible and OptionError.
        """
        async with asyncio.timeout(STORE_TIMEOUT), self._turn(game):
            for _ in range(_TRIES):
                with contextlib.suppress(UnknownGameError):
                    return await self.load(game)
                try:
                    (loaded,) = await self._append([self._seated(new, players, game)])
                except VersionConflictError:
                    # another process has opened it
                    self._cache.outdated(game, 1)
                    continue
                return loaded
        raise VersionConflictError(game)

    def _seated(self, new: NewGame, players: Mapping[Seat, str], game: str) -> Batch:
        batch = self._opened(new, game, None)
        for seat, player in sorted(players.items()):
            taken = decide.take_seat(batch.game, seat, player, self._entropy(), "server")
            batch = _followed(batch, (seat, taken), None, time_of_record(self.clock, batch.game))
        return _followed(batch, (None, decide.start(batch.game)), None, time_of_record(self.clock, batch.game))

    def _opened(self, new: NewGame, game: str, origin: Origin | None) -> Batch:
        seed = self.bytes_of(SEED_BYTES)
        decided = decide.open_game(new, seed, (self._entropy() for _ in new.bots))
        return _batch(Base(tip_of_new(game), seed), (None, decided), origin, self.now())

    async def take_seat(
        self, loaded: Loaded, taken: SeatTaking, allowed: Allowed | None = None, origin: Origin | None = None
    ) -> Done:
        """Seat a player or a bot, or a player to whom a ruling offers a seat. Does nothing if it already has it.

        Raises NotPossible if it has the seat with other entropy.
        """
        entropy = taken.entropy or self._entropy()
        source = "player" if taken.entropy else "server"

        def decision(game: Game, at: str) -> Decision | None:
            if allowed is not None:
                allowed(game)
            if is_seated(game, taken):
                return None
            if offer_to(game, taken.seat, taken.player) is not None:
                return None, accept_replacement(game, taken.seat, taken.player)
            return taken.seat, decide.take_seat(game, taken.seat, taken.player, entropy, source, at)

        return await self.act_at(loaded, decision, origin)

    async def start(self, loaded: Loaded, allowed: Allowed | None = None, origin: Origin | None = None) -> Done:
        """Start a game."""

        def decision(game: Game) -> Decision:
            if allowed is not None:
                allowed(game)
            return None, decide.start(game)

        return await self.act(loaded, decision, origin)

    async def abandon(self, loaded: Loaded, allowed: Allowed, origin: Origin | None = None) -> Done:
        """Cancel a game before its start."""

        def decision(game: Game) -> Decision:
            allowed(game)
            return None, decide.abandon(game)

        return await self.act(loaded, decision, origin)

    async def resign(self, loaded: Loaded, seat_in: SeatIn, bot: str, origin: Origin | None = None) -> Done:
        """Give a seat up to a bot."""

        def decision(game: Game) -> Decision:
            seat = seat_in(game)
            return seat, decide.resign(game, seat, bot)

        return await self.act(loaded, decision, origin)

    async def command(self, loaded: Loaded, seat_in: SeatIn, answer: Answer, origin: Origin | None = None) -> Done:
        """Let a seat answer a decision.

        Raises DecisionClosedError, VersionChangedError, KeyReusedError, IllegalCommand, NotPossible, and what
        `seat_in` raises.
        """

        def decision(game: Game) -> Decision:
            seat = seat_in(game)
            check_answer(game, seat, answer)
            return seat, decide.command(game, seat, answer.command)

        return await self.act(loaded, decision, origin)

    async def turn(
        self, loaded: Loaded, seat_in: SeatIn, answers: Sequence[Answer], origin: Origin | None = None
    ) -> Done:
        """Let a seat answer several decisions in one commit: see `decide_turn`.

        Raises what `command` raises for the first answer. The result ends with the last decision that was made.
        """

        def batch_of(base: Base, game: Game, at: str) -> Batch:
            turn = decide_turn(game, seat_in(game), answers)
            batch = _batch(base, next(turn), origin, at)
            with contextlib.suppress(StopIteration):
                while True:
                    batch = _followed(batch, turn.send(batch.game), origin, at)
            return batch

        return await self._act(loaded, batch_of, origin)

    async def take_back(self, loaded: Loaded, seat_in: SeatIn, decision: str, origin: Origin | None = None) -> Done:
        """Let a seat take back its last decision, which has this id.

        Raises NotPossible, KeyReusedError, and what `seat_in` raises.
        """

        def decide_it(game: Game) -> Decision:
            seat = seat_in(game)
            decided = decide.take_back(game, seat)
            if (last := to_take_back(game, seat)) != decision:
                raise NotPossible("nothing-to-take-back", f"the decision to take back is {last}, not {decision}")
            return seat, decided

        return await self.act(loaded, decide_it, origin)

    async def act(self, loaded: Loaded, decision: Callable[[Game], Decision | None], origin: Origin | None) -> Done:
        """Append a decision that does not depend on the time: see `act_at`."""
        return await self.act_at(loaded, lambda game, _: decision(game), origin)

    async def act_at(self, loaded: Loaded, decision: Decide, origin: Origin | None) -> Done:
        """Decide on the game and append the batch; after a conflict with another writer, decide again.

        The record has the time of the decision. If there is nothing to do, the batch is empty.
        """

        def batch_of(base: Base, game: Game, at: str) -> Batch | None:
            found = decision(game, at)
            return None if found is None else _batch(base, found, origin, at)

        return await self._act(loaded, batch_of, origin)

    async def _act(
        self, loaded: Loaded, batch_of: Callable[[Base, Game, str], Batch | None], origin: Origin | None
    ) -> Done:
        async with asyncio.timeout(STORE_TIMEOUT), self._turn(loaded.game.id):
            for _ in range(_TRIES):
                loaded = await self._cache.latest(loaded)
                if repeated := loaded.repeated(origin):
                    return repeated
                game = loaded.game
                at = time_of_record(self.clock, game)
                batch = batch_of(Base(game.tip, game.seed, loaded), game, at)
                if batch is None:
                    return Done(loaded, game.version + 1, game.version, replayed=False)
                try:
                    # it returns once the batch is durable and this process knows it
                    (after,) = await self._append([batch])
                    return Done(after, game.version + 1, batch.game.version, replayed=False)
                except VersionConflictError:
                    self._cache.outdated(game.id, game.version + 1)
        message = f"the log of {loaded.game.id} grows faster than this process can read it"
        raise VersionConflictError(message)

    async def _append(self, batches: Sequence[Batch]) -> list[Loaded]:
        """Append batches in one transaction; returns their games once they are durable and this process knows them.

        Several batches all open games. Raises VersionConflictError, StoreError while games are held, and what the
        database raises.
        """
        if (reason := self.held()) is not None:
            raise StoreError(reason)
        result: asyncio.Future[list[Loaded]] = asyncio.get_running_loop().create_future()

        def on_stored(error: Exception | None) -> None:
            # called even if the client has gone away: the cache must not fall behind the log
            after: list[Loaded] = []
            if error is None:
                at_point("stored")
                after = [self._cache.stored(batch.loaded, batch.game, list(batch.entries)) for batch in batches]
                at_point("publish")
            # before the readers of streams are woken: who moves is answered first
            if not result.done():
                result.set_result(after) if error is None else result.set_exception(error)
            if error is None:
                for batch in batches:
                    self.notifier.publish(batch.game.id)

        entries = [entry for batch in batches for entry in batch.entries]
        before = batches[0].loaded
        appended = self.store.append(entries, on_stored, None if before is None else before.game.tip.head)
        try:
            return await result
        except asyncio.CancelledError:
            # a batch whose commit has not begun is withdrawn
            appended.cancel()
            raise

    async def opened_before(self, games: Sequence[str], origin: Origin | None) -> list[Done]:
        """Return the games that an earlier request with the same idempotency key opened; empty if there was none.

        Raises KeyReusedError if that request was a different one.
        """
        if origin is None or origin.key is None:
            return []
        try:
            if (await self.load(games[0])).repeated(origin) is None:
                return []
            return [_opening(await self.load(game)) for game in games]
        except UnknownGameError:
            return []

    def _entropy(self) -> str:
        return self.bytes_of(ENTROPY_BYTES).hex()

    def _turn(self, game: str) -> asyncio.Lock:
        """Return the lock of a game: one decision at a time. Unused locks are dropped from time to time."""
        if len(self._turns) > NOTED_GAMES:
            self._turns = {name: lock for name, lock in self._turns.items() if lock.locked()}
        return self._turns.setdefault(game, asyncio.Lock())


def _batch(base: Base, decision: Decision, origin: Origin | None, at: str) -> Batch:
    """Return the batch of a decision. Its first entry has the origin of the request."""
    loaded, (seat, decided) = base.loaded, decision
    game, entries = append(loaded and loaded.game, base.tip, base.seed, at, seat, decided)
    stored = [
        StoredEntry(entry.record, entry.head, entry.secret, origin if place == 0 else None)
        for place, entry in enumerate(entries)
    ]
    return Batch(loaded, game, stored)


def _followed(batch: Batch, decision: Decision, origin: Origin | None, at: str) -> Batch:
    """Return a batch with a further decision of the same request."""
    game, (seat, decided) = batch.game, decision
    after, entries = append(game, game.tip, game.seed, at, seat, decided)
    same = None if origin is None else Origin(origin.sender, request=origin.request, turn=batch.first)
    stored = [
        StoredEntry(entry.record, entry.head, entry.secret, same if place == 0 else None)
        for place, entry in enumerate(entries)
    ]
    return Batch(batch.loaded, after, (*batch.entries, *stored))


def _opening(loaded: Loaded) -> Done:
    """Return the result of the request that opened a game."""
    return Done(loaded, 1, loaded.batch_end(1), replayed=True)


def game_id_of(owner: str, key: str | None) -> str:
    """Return the id of a new game; it follows from the idempotency key, so a repetition finds the same game."""
    return str(uuid.uuid4() if key is None else uuid.uuid5(uuid.NAMESPACE_URL, f"{owner} {key}"))
