"""The use case: everything that the service stores about a person, as the parts of a zip file, one after another.

A game or a page of rows is in memory at a time. Threads read and compress; of all exports of a process, one at a time
computes, so that other requests go on.
"""

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable
from functools import partial
from typing import IO, TypeVar

import msgspec
from eventsourcing.persistence import PersistenceError
from msgspec.structs import replace

from domain.game.game import Game, has_sat, seat_of
from domain.kernel.values import Value
from domain.kernel.viewers import FULL, AnyViewer, viewer_name
from projections.rows.lobby import LobbyRow
from service.core.keys.signing import Signer
from service.core.personal import Own, PersonalTables
from service.core.store.database import Row
from service.core.store.errors import StoreError
from service.core.store.store import Store
from service.core.store.timeouts import with_timeout
from service.export.archive import Archive
from service.export.readme import readme_of
from service.export.rows import PAGE, exported, page_of, take_export
from service.lists.reading import ReadModels
from service.lists.tables.lobby import GameQuery, Requester, games
from service.people.tokens import Token
from service.play.cache import UnknownGameError, UnreadableGameError
from service.play.play import Play
from service.play.turns import in_thread
from service.proof.bundles import bundle
from service.site_log.proofs import GameProofs
from service.tournaments.bundles import certificates_of, proofs_of, tournament_file
from service.tournaments.listing import TournamentQuery, tournaments_in
from service.tournaments.loaded import LoadedTournament
from service.tournaments.tournaments import DamagedTournamentError, Tournaments

AT_ONCE = 4
"""Exports of a process at the same time. Only one of them computes."""

GAMES = 200
"""Games that are listed at once."""

ATTEMPTS, PAUSE = 5, 1.0
"""How often a step is tried whose database does not answer, and the seconds between two attempts."""

T = TypeVar("T")


class TooManyExportsError(Exception):
    """An export of this account is in progress, or too many of others."""


class ExportedGame(Value, frozen=True):
    """A game in `games.json`."""

    game: str
    ruleset: str
    status: str
    opened_at: str
    started_at: str | None
    ended_at: str | None
    seat: int | None
    """The seat of the person; None: the person owns the game, or has left it."""
    file: str | None
    """The file in the folder `games`; None: the log cannot be read."""
    viewer: str | None
    """What the file shows: `full` after the end, otherwise what this person may see."""
    problem: str | None = None


class _Problem(Value, frozen=True):
    """A tournament in `problems.json`."""

    tournament: str
    problem: str


class Export:
    """Makes exports, a few at a time."""

    def __init__(
        self,
        store: Store,
        play: Play,
        models: ReadModels,
        tournaments: Tournaments,
        signer: Signer,
        proofs: GameProofs,
        tables: PersonalTables,
        most: int,
        is_withheld: Callable[[str], bool],
    ) -> None:
        """`most` is the number of exports of an account within a day; 0: any number.

        `is_withheld` says whether a game is withheld from public view.
        """
        self._database = store.database
        self._play = play
        self._models = models
        self._tournaments = tournaments
        self._signer = signer
        self._proofs = proofs
        self._tables = tables
        self._most = most
        self._is_withheld = is_withheld
        self._running: set[str] = set()
        self._turn = asyncio.Lock()

    async def begin(self, token: Token) -> AsyncGenerator[bytes]:
        """Count an export of an account, and return its parts.

        Raises TooManyExportsError, CapReachedError and TokenRevokedError.
        """
        player = token.player
        if player in self._running or len(self._running) >= AT_ONCE:
            raise TooManyExportsError
        self._running.add(player)
        try:
            await with_timeout(take_export, self._database, player, token.id, self._most, self._play.now())
            parts = self._parts(player)
            # one that has begun also ends if no one reads it
            await anext(parts)
        except BaseException:
            self._running.discard(player)
            raise
        return parts

    async def _parts(self, player: str) -> AsyncGenerator[bytes]:
        try:
            yield b""
            archive = Archive(f"ludolog-{player.partition(':')[2]}")
            archive.add("README.md", readme_of(self._tables, player, self._play.now()).encode())
            yield archive.taken()
            for own in self._tables.own:
                async for part in self._rows(archive, own, player):
                    yield part
            async for part in self._games(archive, player):
                yield part
            async for part in self._cups(archive, player):
                yield part
            await self._computed(archive.close)
            yield archive.taken()
        finally:
            self._running.discard(player)

    async def _rows(self, archive: Archive, own: Own, player: str) -> AsyncGenerator[bytes]:
        """Add the file of a table, a page of rows at a time."""
        listing = _Listing(archive.open(f"{own.file}.json"))
        after: list[object] | None = None
        while True:
            rows: list[Row] = await _persisted(
                lambda last=after: with_timeout(page_of, self._database, own, player, last)
            )
            await self._computed(lambda found=rows: listing.add(*exported(own, found)))
            yield archive.taken()
            if len(rows) < PAGE:
                break
            after = [rows[-1][column] for column in own.order]
        listing.close()

    async def _games(self, archive: Archive, player: str) -> AsyncGenerator[bytes]:
        """Add the logs of the games in which a person has sat, or which the person has opened."""
        found: list[ExportedGame] = []
        seen: set[str] = set()
        for query in (GameQuery(player=player, limit=GAMES), GameQuery(owner=player, limit=GAMES)):
            wanted: GameQuery | None = query
            while wanted is not None:
                rows = await self._listed(player, wanted)
                for row in rows:
                    if row.game not in seen and not row.is_foreign:
                        seen.add(row.game)
                        found.append(await self._game(archive, row, player))
                        yield archive.taken()
                last = rows[-1] if len(rows) == GAMES else None
                wanted = None if last is None else replace(query, after=(last.opened_at, last.game))
        listing = _Listing(archive.open("games.json"))
        await self._computed(lambda: listing.add(*found))
        listing.close()
        yield archive.taken()

    async def _listed(self, player: str, wanted: GameQuery) -> list[LobbyRow]:
        requester = Requester(player)
        return await _persisted(
            lambda: self._models.read(("lobby",), lambda cursor: games(cursor, requester, wanted)),
        )

    async def _game(self, archive: Archive, row: LobbyRow, player: str) -> ExportedGame:
        """Add the log of a game as a person may see it."""
        listed = ExportedGame(
            row.game, row.ruleset, row.status, row.opened_at, row.started_at, row.ended_at, None, None, None
        )
        try:
            loaded = await _persisted(lambda: self._play.load(row.game))
        except (UnreadableGameError, UnknownGameError) as error:
            return replace(listed, problem=f"its log cannot be read: {error}")
        game, entries = loaded.game, loaded.entries[: loaded.game.version]
        viewer = viewer_of(game, player)
        name = f"games/{game.id}.{viewer_name(viewer).replace(':', '-')}.jsonl"
        log = await self._proofs.of(loaded)
        file = partial(bundle, game, entries, viewer, self._signer, loaded.closing, log)
        await self._computed(lambda: archive.add(name, file()))
        return replace(listed, status=game.status, seat=seat_of(game, player), file=name, viewer=viewer_name(viewer))

    async def _cups(self, archive: Archive, player: str) -> AsyncGenerator[bytes]:
        """Add the logs of the tournaments in which a person has a role."""
        query: TournamentQuery | None = TournamentQuery(requester=player, mine=True, limit=GAMES)
        problems: list[_Problem] = []
        while query is not None:
            rows = await _persisted(lambda wanted=query: with_timeout(self._cups_in, wanted))
            for tournament, _ in rows:
                try:
                    await self._cup(archive, await _persisted(lambda name=tournament: self._tournaments.load(name)))
                except (DamagedTournamentError, UnreadableGameError, UnknownGameError) as error:
                    problems.append(_Problem(tournament, f"its log cannot be read: {error}"))
                yield archive.taken()
            last = rows[-1] if len(rows) == GAMES else None
            query = None if last is None else replace(query, after=(last[1], last[0]))
        if problems:
            listing = _Listing(archive.open("problems.json"))
            listing.add(*problems)
            listing.close()

    def _cups_in(self, query: TournamentQuery) -> list[tuple[str, str]]:
        with self._database.reading() as cursor:
            return [(row.id, row.opened_at) for row in tournaments_in(cursor, query)]

    async def _cup(self, archive: Archive, loaded: LoadedTournament) -> None:
        # also the own ones: their files are in the export anyway
        withheld = frozenset(filter(self._is_withheld, loaded.games))
        certificates = await certificates_of(loaded, self._play, self._signer, withheld)
        proofs = await proofs_of(loaded, self._proofs)
        name = f"tournaments/{loaded.tournament.id}.jsonl"
        await self._computed(
            lambda: archive.add(name, tournament_file(loaded, certificates, self._signer, withheld, proofs))
        )

    async def _computed(self, work: Callable[[], None]) -> None:
        """Do something in a thread, after what other exports compute now."""
        async with self._turn:
            await in_thread(work)


def viewer_of(game: Game, player: str) -> AnyViewer:
    """Return as whom a person may see a game: after the end with all secrets, before as the own seat or the public."""
    if game.is_over:
        return FULL
    return seat_of(game, player) if has_sat(game, player) else None


class _Listing:
    """A file with a JSON array, one item a line."""

    def __init__(self, file: IO[bytes]) -> None:
        self._file = file
        self._before = b"["

    def add(self, *items: object) -> None:
        """Add items."""
        for item in items:
            self._file.write(self._before + b"\n" + msgspec.json.encode(item))
            self._before = b","

    def close(self) -> None:
        """End the array and the file."""
        self._file.write(b"[]\n" if self._before == b"[" else b"\n]\n")
        self._file.close()


async def _persisted(ask: Callable[[], Awaitable[T]]) -> T:
    """Return what the database answers. A few failures, such as a failover, do not end an export."""
    for _ in range(ATTEMPTS - 1):
        try:
            return await ask()
        except (PersistenceError, StoreError, TimeoutError):
            await asyncio.sleep(PAUSE)
    return await ask()
