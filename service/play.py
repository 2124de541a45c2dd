"""The one use case: load a game, decide, append, publish. Routes, bots and simulation all come through here."""

import asyncio
import datetime
import hashlib
import secrets
import uuid
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from domain import game as games
from domain.game import Game
from domain.kernel.codec import canonical
from domain.kernel.ledger import ENTROPY_BYTES, SEED_BYTES, Tip, tip_of_new
from domain.kernel.ruleset import Ruleset
from domain.kernel.values import Command, Event, Seat, Value
from domain.lobby import BOT, SeatTaken, Visibility
from service.hub import Hub
from service.lobby import Lobby
from service.recorder import CommandKey, StoredEntry
from service.store import Store, VersionConflictError

CACHED_GAMES = 256
_TRIES = 3


class UnknownGameError(Exception):
    """There is no such game."""


class DecisionClosedError(Exception):
    """The decision that a command answers is not open, or not this seat's; carries the open one's id, if any."""

    def __init__(self, named: str, current: str | None) -> None:
        now = f"the open decision is {current}" if current else "no decision of this seat is open"
        super().__init__(f"the decision {named} is not open: {now}")
        self.current = current


class VersionChangedError(Exception):
    """The game has moved on from the version that the client named."""


class KeyReusedError(Exception):
    """An idempotency key came again with something else."""


class Loaded:
    """A game with its log in memory: folded once, advanced batch by batch."""

    __slots__ = ("entries", "game", "keys")

    def __init__(self, game: Game, entries: list[StoredEntry]) -> None:
        self.game = game
        self.entries = entries
        self.keys: dict[str, tuple[CommandKey, int]] = {}
        self._index(entries)

    def advance(self, game: Game, entries: Sequence[StoredEntry]) -> None:
        """Take in a batch that is durable."""
        self.entries.extend(entries)
        self._index(entries)
        self.game = game

    def at(self, version: int) -> Game:
        """Return the game as it stood at a version."""
        if version == self.game.version:
            return self.game
        game = games.fold(self.entries[:version])
        assert game is not None
        return game

    def is_settled(self, version: int) -> bool:
        """Whether a batch ends with this version, so that the table ever stood like this before the players."""
        return version == self.game.version or self.entries[version].record.cause == version + 1

    def batch_end(self, cause: int) -> int:
        """Return the last version of the batch that begins with this decision event."""
        end = cause
        while end < len(self.entries) and self.entries[end].record.cause == cause:
            end += 1
        return end

    def _index(self, entries: Sequence[StoredEntry]) -> None:
        for entry in entries:
            if entry.command is not None:
                self.keys[entry.command.key] = (entry.command, entry.record.version)


class Done(Value, frozen=True):
    """What became of a request: the batch from version `first` to `last`, and whether it was a repetition."""

    first: int
    last: int
    replayed: bool


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
        self.lobby = Lobby()
        self._clock = clock or (lambda: datetime.datetime.now(datetime.UTC))
        self._cache: OrderedDict[str, Loaded] = OrderedDict()
        self._turns: dict[str, asyncio.Lock] = {}

    def recover(self) -> None:
        """Read from the log which games there are."""
        self.lobby.rebuild(self.store)

    async def load(self, game: str) -> Loaded:
        """Return a game; raises UnknownGameError."""
        loaded = self._cache.get(game)
        if loaded is None:
            entries = await asyncio.to_thread(self.store.read, game)
            folded = games.fold(entries)
            if folded is None:
                raise UnknownGameError(game)
            loaded = self._cache.get(game) or self._remember(Loaded(folded, entries))
        self._cache.move_to_end(game)
        return loaded

    async def open(
        self,
        ruleset: Ruleset[Any],
        seats: int,
        options: Mapping[str, Any],
        data_set: str,
        owner: str,
        visibility: Visibility,
        bots: Mapping[Seat, str],
        key: CommandKey | None = None,
        game_id: str | None = None,
    ) -> tuple[str, Done]:
        """Open a game with bots on some seats; returns its id. A keyed repetition finds the game of the first time."""
        if game_id is None:
            game_id = str(uuid.uuid4() if key is None else uuid.uuid5(uuid.NAMESPACE_URL, f"{owner} {key.key}"))
        async with self._turn(game_id):
            if key is not None and (again := await self._opened_before(game_id, key)):
                return game_id, again
            seed = self._bytes(SEED_BYTES)
            events = games.open_game(ruleset, seats, options, data_set, seed, owner, visibility)
            free = sorted(bots)
            if any(not 0 <= seat < seats for seat in free):
                raise games.NotPossible("no-such-seat", f"the game has the seats 0 to {seats - 1}")
            events += [SeatTaken(seat, BOT + bots[seat], self._entropy(), "server") for seat in free]
            return game_id, await self._commit(None, tip_of_new(game_id), seed, None, events, key)

    async def take_seat(self, game: str, seat: Seat, player: str, entropy: str | None) -> Done:
        """Take a seat for a player or a bot; without entropy of its own the server brings it."""
        brought = entropy or self._entropy()
        source = "player" if entropy else "server"
        return await self._act(game, seat, lambda state: games.take_seat(state, seat, player, brought, source))

    async def leave_seat(self, game: str, seat: Seat) -> Done:
        """Free a seat before the start."""
        return await self._act(game, seat, lambda state: games.leave_seat(state, seat))

    async def start(self, game: str, key: CommandKey | None = None) -> Done:
        """Start a game."""
        return await self._act(game, None, games.start, key)

    async def abandon(self, game: str) -> Done:
        """Cancel a game before its start."""
        return await self._act(game, None, games.abandon)

    async def resign(self, game: str, seat: Seat, bot: str, key: CommandKey | None = None) -> Done:
        """Give a seat up to a bot."""
        return await self._act(game, seat, lambda state: games.resign(state, seat, bot), key)

    async def command(
        self,
        game: str,
        seat: Seat,
        decision: str,
        command: Command,
        key: CommandKey | None = None,
        at_version: int | None = None,
    ) -> Done:
        """Let a seat answer a decision.

        Raises DecisionClosedError, VersionChangedError, KeyReusedError, IllegalCommand, NotPossible.
        """

        def decide(state: Game) -> list[Event]:
            if at_version is not None and at_version != state.version:
                raise VersionChangedError(state.version)
            if state.status != "running":
                return games.decide(state, seat, command)
            current = games.decision_id(state, seat) if seat in games.awaiting(state) else None
            if decision != current:
                raise DecisionClosedError(decision, current)
            return games.decide(state, seat, command)

        return await self._act(game, seat, decide, key)

    async def _act(
        self,
        game: str,
        seat: Seat | None,
        decide: Callable[[Game], list[Event]],
        key: CommandKey | None = None,
    ) -> Done:
        """Decide on the game as it stands and append; if another writer was faster, on the game as it stands then."""
        async with self._turn(game):
            for _ in range(_TRIES):
                loaded = await self.load(game)
                if key is not None and (again := _repeated(loaded, key)):
                    return again
                state = loaded.game
                events = decide(state)
                try:
                    return await self._commit(loaded, state.tip, state.seed, seat, events, key)
                except VersionConflictError:
                    self._cache.pop(game, None)
        message = f"the log of {game} moves on faster than this process can follow"
        raise VersionConflictError(message)

    async def _commit(
        self,
        loaded: Loaded | None,
        tip: Tip,
        seed: bytes,
        seat: Seat | None,
        events: Sequence[Event],
        key: CommandKey | None,
    ) -> Done:
        at = self._clock().astimezone(datetime.UTC).isoformat(timespec="microseconds").replace("+00:00", "Z")
        game, plain = games.append(loaded and loaded.game, tip, seed, at, seat, events)
        entries = [
            StoredEntry(entry.record, entry.head, entry.secret, key if place == 0 else None)
            for place, entry in enumerate(plain)
        ]
        # shielded: a client that goes away does not leave the cache behind the log
        await asyncio.shield(asyncio.ensure_future(self._store(loaded, game, entries)))
        return Done(tip.version + 1, game.version, replayed=False)

    async def _store(self, loaded: Loaded | None, game: Game, entries: list[StoredEntry]) -> None:
        await asyncio.wrap_future(self.store.append(entries))
        if loaded is None:
            self._remember(Loaded(game, entries))
        else:
            loaded.advance(game, entries)
        self.lobby.note(game)
        self.hub.publish(game.id, game.version)

    async def _opened_before(self, game: str, key: CommandKey) -> Done | None:
        try:
            return _repeated(await self.load(game), key)
        except UnknownGameError:
            return None

    def _entropy(self) -> str:
        return self._bytes(ENTROPY_BYTES).hex()

    def _remember(self, loaded: Loaded) -> Loaded:
        self._cache[loaded.game.id] = loaded
        while len(self._cache) > CACHED_GAMES:
            self._cache.popitem(last=False)
        return loaded

    def _turn(self, game: str) -> asyncio.Lock:
        """One decision at a time a game; the locks of games that nobody waits for are forgotten."""
        if len(self._turns) > 4 * CACHED_GAMES:
            self._turns = {name: lock for name, lock in self._turns.items() if lock.locked()}
        return self._turns.setdefault(game, asyncio.Lock())


def _repeated(loaded: Loaded, key: CommandKey) -> Done | None:
    stored = loaded.keys.get(key.key)
    if stored is None:
        return None
    before, first = stored
    if before != key:
        raise KeyReusedError(key.key)
    return Done(first, loaded.batch_end(first), replayed=True)


def command_key(key: str | None, player: str, asked: object) -> CommandKey | None:
    """Return the key of a request by its idempotency key, its sender and what it asks."""
    if key is None:
        return None
    return CommandKey(key, player, hashlib.sha256(canonical(asked)).hexdigest())
