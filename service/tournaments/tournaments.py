"""The use case of tournaments: decide on a loaded tournament, append, remember."""

import asyncio
import re
import uuid
from collections.abc import Awaitable, Callable
from typing import TypeAlias, TypeVar

from cachetools import LRUCache
from eventsourcing.persistence import PersistenceError
from msgspec.structs import replace

from domain.kernel.values import Event
from domain.ledger.integrity import DamagedLogError, check_chain, check_versions
from domain.ledger.records import SEED_BYTES, Entry, tip_of_new
from domain.tournaments.commands import PublishRound, SwapPlayers, WithdrawRound
from domain.tournaments.decide.decide import Batch, open_tournament
from domain.tournaments.decide.publishing import Draft, draft_round
from domain.tournaments.fold import append, fold
from domain.tournaments.state import Tournament
from domain.tournaments.terms import Terms
from service.core.store.errors import StoreError, VersionConflictError
from service.core.store.lru import peek
from service.core.store.reading import is_corrupt, reason_of, unfolded
from service.core.store.recorder import Origin, StoredEntry
from service.core.store.timeouts import with_timeout
from service.play.cache import UnknownGameError, UnreadableGameError, ledger_damage
from service.play.play import Play
from service.play.steady_clock import TimeInDoubtError, doubt_about
from service.tournaments.asking import Asking
from service.tournaments.claims import Claims
from service.tournaments.listing import TournamentQueries
from service.tournaments.loaded import Done, LoadedTournament
from service.tournaments.log import TournamentLog
from service.tournaments.pairing_process import PairingProcess

CACHED_TOURNAMENTS = 64

LOOK_INTERVAL = 1.0
"""Seconds after which a waiting request looks for events of other processes."""

MOST_IN_THREAD = 20
"""Players who are paired in a thread, which takes a fraction of a second. A process takes longer to start."""

_TRIES = 5

_ID = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")

Decide: TypeAlias = Callable[[Tournament, str], Batch | None]
"""Returns the batch of an act at a time; None: there is nothing to do. Raises Refused and problems."""

_Run: TypeAlias = Callable[[Decide, Tournament, str], Awaitable[Batch | None]]
"""Calls a decision in a thread or in another process."""

_Given = TypeVar("_Given")
_Result = TypeVar("_Result")


class UnknownTournamentError(Exception):
    """There is no such tournament."""


class DamagedTournamentError(Exception):
    """The log of a tournament is damaged."""


class UnfoldedTournamentError(DamagedTournamentError):
    """The log of a tournament is whole, but this release cannot fold it: a later one has written it."""


class Tournaments:
    """The acts of all tournaments, one at a time for each."""

    def __init__(self, play: Play) -> None:
        self.play = play
        self.log = TournamentLog(play.store)
        self.queries = TournamentQueries(self.log.reading)
        self.changed: list[Callable[[str], None]] = []
        """Called with the id of a tournament that has new events of this process."""
        self.found_damage: Callable[[str, str], None] = _no_op_damage
        """Called with a tournament whose log this process has found damaged, and the reason."""
        self._damaged: dict[str, str] = {}
        self.pairing = PairingProcess()
        self._claims = Claims(play)
        self._drafting = asyncio.Semaphore(1)
        """Held while a draft is paired."""
        self._cache: LRUCache[str, LoadedTournament] = LRUCache(CACHED_TOURNAMENTS)
        self._turns: dict[str, asyncio.Lock] = {}
        self._tasks: set[asyncio.Task[Done | None]] = set()

    async def load(self, tournament: str) -> LoadedTournament:
        """Return a tournament as it is now. Raises UnknownTournamentError and DamagedTournamentError."""
        if tournament in self._damaged:
            raise DamagedTournamentError(self._damaged[tournament])
        held = self._cache.get(tournament)
        if held is not None and not self.log.is_shared:
            return held
        if not _ID.fullmatch(tournament):
            raise UnknownTournamentError(tournament)
        try:
            return self._remembered(await with_timeout(self._read, tournament, held))
        except UnfoldedTournamentError:
            raise
        except DamagedTournamentError as damaged:
            self.damaged(tournament, str(damaged))
            self.found_damage(tournament, str(damaged))
            raise

    async def games_of(self, tournament: str) -> tuple[str, ...]:
        """Return the games of all tables of a tournament; none of an unknown or damaged one."""
        try:
            found = (await self.load(tournament)).tournament
        except (UnknownTournamentError, DamagedTournamentError):
            return ()
        return tuple(table.game for held in found.rounds for table in held.tables)

    def damaged(self, tournament: str, reason: str) -> None:
        """Answer no more requests for a tournament until `mended`: its log is damaged."""
        self._cache.pop(tournament, None)
        self._damaged[tournament] = reason
        self.play.notifier.wake(tournament)

    def mended(self, tournament: str) -> None:
        """Read a tournament again with the next request: its log is whole again."""
        self._cache.pop(tournament, None)
        self._damaged.pop(tournament, None)

    @property
    def known_damage(self) -> frozenset[str]:
        """The tournaments that are not answered because their logs are damaged."""
        return frozenset(self._damaged)

    def newest(self, tournament: Tournament) -> Tournament:
        """Return the newest version of a tournament that this process knows: the given or the cached one."""
        held = peek(self._cache, tournament.id)
        return tournament if held is None or held.tournament.version <= tournament.version else held.tournament

    def _read(self, tournament: str, held: LoadedTournament | None) -> LoadedTournament:
        """Return a tournament, read from the log as far as `held` does not have it."""
        tip = self.log.tip(tournament)
        if tip is None:
            raise UnknownTournamentError(tournament)
        if held is not None and tip == (held.tournament.version, held.tournament.tip.head):
            return held
        try:
            return self._folded(tournament, tip[0], held)
        except (StoreError, PersistenceError) as error:
            if not is_corrupt(error):
                raise
            raise DamagedTournamentError(reason_of(error)) from None
        except DamagedLogError as damaged:
            raise DamagedTournamentError(reason_of(damaged)) from None
        except Exception as error:  # noqa: BLE001 - damaged entries may cause any error
            raise self._unfolded(tournament, error) from None

    def _unfolded(self, tournament: str, error: Exception) -> DamagedTournamentError:
        """Return why a tournament cannot be folded: only damage concerns the other processes. Reads the log again."""
        try:
            reason = ledger_damage(tournament, self.log.read(tournament))
        except (StoreError, PersistenceError):
            raise
        except Exception as failure:  # noqa: BLE001 - damaged bytes may cause any error
            return DamagedTournamentError(f"an event cannot be decoded: {reason_of(failure)}")
        return UnfoldedTournamentError(unfolded(error)) if reason is None else DamagedTournamentError(reason)

    def _folded(self, tournament: str, version: int, held: LoadedTournament | None) -> LoadedTournament:
        """Return a tournament that has at least this version. Damage may raise any error."""
        if held is not None and version > held.tournament.version:
            # the last known entry too: a server that lost commits has a different one
            entries = self.log.read(tournament, held.tournament.version - 1)
            if entries and entries[0].head == held.tournament.tip.head:
                check_versions(tournament, entries[1:], held.tournament.version)
                after = fold(entries[1:], held.tournament)
                assert after is not None
                return LoadedTournament(after, entries[1:], held)
        entries = self.log.read(tournament)
        check_versions(tournament, entries)
        check_chain(entries, tip_of_new(tournament))
        whole = fold(entries)
        if whole is None or whole.version < version:
            message = f"version {version} is missing"
            raise DamagedLogError(message)
        return LoadedTournament(whole, entries)

    def _remembered(self, loaded: LoadedTournament) -> LoadedTournament:
        """Cache a tournament unless a newer version of it is cached."""
        held = peek(self._cache, loaded.tournament.id)
        if held is None or self.log.is_shared or held.tournament.version <= loaded.tournament.version:
            self._cache[loaded.tournament.id] = loaded
        return loaded

    async def wait(self, loaded: LoadedTournament, seconds: float) -> None:
        """Wait for an event after those of a loaded tournament, for `seconds` at most."""
        tournament, version = loaded.tournament.id, loaded.tournament.version
        end = asyncio.get_running_loop().time() + seconds
        notifier = self.play.notifier
        while not notifier.is_closing and (left := end - asyncio.get_running_loop().time()) > 0:
            # other processes do not wake this event: poll
            if await notifier.wait(tournament, min(left, LOOK_INTERVAL) if self.log.is_shared else left):
                return
            if (await self.load(tournament)).tournament.version > version:
                return

    async def opened_before(self, tournament: str, origin: Origin) -> Done | None:
        """Return the tournament that an earlier request with the same key opened. Raises KeyReusedError."""
        if origin.key is None:
            return None
        try:
            return (await self.load(tournament)).repeated(origin)
        except UnknownTournamentError:
            return None

    async def open(self, tournament: str, terms: Terms, owner: str, origin: Origin) -> Done:
        """Open a tournament with this id. Raises Refused, KeyReusedError and TooManyOpenError."""
        if repeated := await self.opened_before(tournament, origin):
            return repeated
        seed = self.play.bytes_of(SEED_BYTES)
        at = self._now()
        batch = await asyncio.to_thread(open_tournament, terms, owner, seed)
        after, entries = append(None, tip_of_new(tournament), seed, at, batch)
        stored = _stored(entries, origin)
        try:
            await with_timeout(self.log.append, stored, None, after)
        except VersionConflictError:
            if repeated := await self.opened_before(tournament, origin):
                return repeated
            raise
        return self._done(LoadedTournament(after, stored), stored)

    async def draft(self, tournament: Tournament, act: PublishRound) -> Draft:
        """Return a draft of the next round, one at a time. Raises Refused."""
        async with self._drafting:
            return await self._apart(draft_round, tournament, act)

    async def act(self, tournament: str, decide: Decide, origin: Origin | None, *, pairs: bool = False) -> Done | None:
        """Append the batch of a decision; after a conflict with another process, decide again.

        A cancelled request does not interrupt it. With `pairs`, the decision may pair a round: it can be pickled and
        runs in another process, of all services on the database in one. A request waits for the others; a step of the
        service does not. None: there was nothing to do. Raises UnknownTournamentError, KeyReusedError and what
        `decide` raises.
        """
        task = asyncio.create_task(self._act(tournament, decide, origin, pairs=pairs))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return await asyncio.shield(task)

    async def _act(self, tournament: str, decide: Decide, origin: Origin | None, *, pairs: bool) -> Done | None:
        async with self._turn(tournament):
            if not pairs:
                return await self._tried(tournament, decide, origin, _in_thread)
            async with self._claims.held(tournament, waits=origin is not None) as is_mine:
                return await self._tried(tournament, decide, origin, self._apart) if is_mine else None

    async def _tried(self, tournament: str, decide: Decide, origin: Origin | None, run: _Run) -> Done | None:
        for _ in range(_TRIES):
            loaded = await self.load(tournament)
            if repeated := loaded.repeated(origin):
                return repeated
            before = loaded.tournament
            if isinstance(decide, Asking):
                # a game may have started while the act waited for its turn
                decide = await _with_started(self.play, before, decide)
            at = max(self._now(), before.tip.at)
            batch = await run(decide, before, at)
            if batch is None:
                return None
            try:
                return await self._append(loaded, batch, origin, at)
            except VersionConflictError:
                self._cache.pop(tournament, None)
        message = f"the log of the tournament {tournament} grows faster than this process can read it"
        raise VersionConflictError(message)

    async def _apart(
        self, work: Callable[[Tournament, _Given], _Result], tournament: Tournament, given: _Given
    ) -> _Result:
        """Call a function that pairs a round: of a small tournament in a thread, otherwise in another process."""
        if len(tournament.present) <= MOST_IN_THREAD:
            return await asyncio.to_thread(work, tournament, given)
        return await self.pairing.run(work, tournament, given)

    async def _append(self, loaded: LoadedTournament, batch: tuple[Event, ...], origin: Origin | None, at: str) -> Done:
        before = loaded.tournament
        after, entries = append(before, before.tip, before.seed, at, batch)
        stored = _stored(entries, origin)
        try:
            await with_timeout(self.log.append, stored, before, after)
        except BaseException:
            # the batch may be stored nevertheless: the next load reads the log
            self._cache.pop(before.id, None)
            raise
        return self._done(LoadedTournament(after, stored, loaded), stored)

    def _done(self, loaded: LoadedTournament, entries: tuple[StoredEntry, ...]) -> Done:
        self._remembered(loaded)
        tournament = loaded.tournament.id
        self.play.notifier.wake(tournament)
        for listener in self.changed:
            listener(tournament)
        return Done(loaded, entries, replayed=False)

    def _now(self) -> str:
        """Return the present time. Raises TimeInDoubtError: what a tournament does next depends on the times in it."""
        doubt = doubt_about(self.play.clock)
        if doubt is not None:
            raise TimeInDoubtError(doubt)
        return self.play.now()

    def _turn(self, tournament: str) -> asyncio.Lock:
        if len(self._turns) > 4 * CACHED_TOURNAMENTS:
            self._turns = {name: lock for name, lock in self._turns.items() if lock.locked()}
        return self._turns.setdefault(tournament, asyncio.Lock())


async def _with_started(play: Play, tournament: Tournament, asking: Asking) -> Asking:
    """Return an act with the games of its round that have started, if it is possible only before (4.5 and 9.2)."""
    if not isinstance(asking.act, SwapPlayers | WithdrawRound):
        return asking
    held = tournament.round(asking.act.round)
    games = () if held is None else (table.game for table in held.tables)
    return replace(asking, started=frozenset([game for game in games if await _has_started(play, game)]))


async def _has_started(play: Play, game: str) -> bool:
    try:
        loaded = await play.load(game)
        if loaded.game.status == "open":
            # another process may have started it
            loaded = await play.reload(loaded)
    except (UnknownGameError, UnreadableGameError):
        return False
    return loaded.game.status in {"running", "ended"}


async def _in_thread(decide: Decide, tournament: Tournament, at: str) -> Batch | None:
    return await asyncio.to_thread(decide, tournament, at)


def _stored(entries: tuple[Entry, ...], origin: Origin | None) -> tuple[StoredEntry, ...]:
    """Return entries as the log stores them; the first one has the origin of the request."""
    return tuple(
        StoredEntry(entry.record, entry.head, entry.secret, origin if place == 0 else None)
        for place, entry in enumerate(entries)
    )


def tournament_id_of(owner: str, key: str | None) -> str:
    """Return the id of a new tournament; it follows from the idempotency key, so a repetition finds it."""
    return str(uuid.uuid4() if key is None else uuid.uuid5(uuid.NAMESPACE_URL, f"{owner} tournament {key}"))


def _no_op_damage(_tournament: str, _reason: str) -> None:
    """Do nothing."""
