"""A database with games, and what keeps its log, without a service."""

import contextlib
import datetime
import json
from collections.abc import Callable, Generator, Iterable, Sequence
from typing import Any

from domain.game.fold import fold
from domain.kernel.codec import canonical
from domain.proof.bundle import LogSection
from domain.transparency.merkle import HASH_BYTES, root_of
from domain.transparency.notes import Note, NoteKey
from domain.transparency.site import About, Logged, SiteLog
from domain.transparency.tiles import WIDTH, bundle_of, name_of, nodes_in
from projections.history import FULL
from service.core.keys.signing import KeyFile, KeyRing, Signer, new_key
from service.core.store.feature_tables import migrate
from service.core.store.store import Store
from service.people.migrations import migrate as migrate_people
from service.play.loaded import Loaded
from service.proof.bundles import bundle
from service.site_log.keeper import LogKeeper
from service.site_log.reading import section_of
from service.site_log.rows import TABLES, append, entries_between, state_of, stored_tile, tiles_of
from tests.readmodels.kit import PEOPLE, Batch, played

KEY = bytes(range(32))


def signer(seed: bytes = KEY) -> Signer:
    """Return a signer whose keys follow from a seed."""
    return Signer(KeyRing(KeyFile((new_key(seed, datetime.datetime(2026, 11, 20, tzinfo=datetime.UTC)),))))


class Site:
    """A database, and the keeper of its log. `interval` is that between checkpoints."""

    def __init__(self, store: Store, keys: Signer | None = None, interval: float = 0.0) -> None:
        self.store = store
        self.signer = keys or signer()
        self.interval = interval
        self.keeper = self.another_process()

    def another_process(self) -> LogKeeper:
        return LogKeeper(self.store, self.signer, "https://games.example", self.interval)

    def append(self, batches: Iterable[Batch]) -> None:
        for done in [self.store.append(batch) for batch in batches]:
            done.result()

    def keep(self, keeper: LogKeeper | None = None) -> SiteLog:
        """Take steps until nothing is left to do."""
        while (keeper or self.keeper).turn() == 0.0:
            pass
        return self.state

    @property
    def state(self) -> SiteLog:
        with self.store.database.reading() as cursor:
            return state_of(cursor)

    @property
    def note(self) -> Note:
        state = self.state
        assert state.signed is not None
        return state.signed.note(state.origin)

    @property
    def key(self) -> NoteKey:
        return self.state.key

    def entries(self) -> list[bytes]:
        with self.store.database.reading() as cursor:
            return entries_between(cursor, 0, self.state.size)

    def root(self) -> str:
        """The root of the tree by its tiles."""
        with self.store.database.reading() as cursor:
            return root_of(nodes_in(tiles_of(cursor)), self.state.size).hex()

    def tables(self) -> dict[str, list[tuple[Any, ...]]]:
        """Every row of every table of the log."""
        names = ("site_events", "log_state", "log_tiles", "log_entries", "log_checkpoints", "log_skipped")
        with self.store.database.reading() as cursor:
            return {
                name: sorted((tuple(dict(row).values()) for row in cursor.all(f"SELECT * FROM {name}")), key=repr)
                for name in names
            }

    def section(self, game: str) -> LogSection | None:
        with self.store.database.reading() as cursor:
            return section_of(cursor, game)

    def bundle(self, game: str, viewer: Any = FULL) -> list[bytes]:
        entries = self.store.read(game)
        game_now = fold(entries)
        assert game_now is not None
        loaded = Loaded(game_now, entries)
        log = self.section(game) if loaded.game.is_over else None
        return bundle(loaded.game, entries, viewer, self.signer, loaded.closing, log).splitlines()


@contextlib.contextmanager
def site(url: str, keys: Signer | None = None, interval: float = 0.0) -> Generator[Site]:
    """Open the database of a URL."""
    with Store(url) as store:
        with store.database.writing() as cursor:
            migrate_people(cursor)
        migrate(store.database, "site-log", TABLES)
        yield Site(store, keys, interval)


def game_of(batches: Iterable[Batch]) -> str:
    return next(iter(batches))[0].record.game


def short(seed: int, **more: Any) -> tuple[Batch, ...]:
    """A short game to its end."""
    return tuple(played("siberia", PEOPLE[:2], seed, **more))


def downloads(served: Site) -> Callable[[str], bytes]:
    """Return what a site serves of its log, by paths."""

    def download(path: str) -> bytes:
        if path == "/log/vkey":
            return served.key.vkey.encode()
        if path == "/log/checkpoint":
            return str(served.note).encode()
        name = name_of(path.removeprefix("/log/"))
        assert name is not None
        with served.store.database.reading() as cursor:
            if name.level is None:
                return bundle_of(entries_between(cursor, name.number * WIDTH, name.width))
            return stored_tile(cursor, name.level, name.number)[: name.width * HASH_BYTES]

    return download


def add_entry(store: Store, kind: str, subject: str, entry: bytes) -> None:
    """Let a log have an entry that does not follow from the games of the site."""
    with store.database.writing() as cursor:
        state = state_of(cursor)
        event = Logged((json.loads(entry),), (About(kind, subject),), state.games, state.tournaments)
        append(cursor, state, state.tip.at, event)


def with_proofs(lines: Sequence[bytes], log: LogSection | None) -> list[bytes]:
    """Return a bundle with other proofs."""
    assert log is not None
    return [*lines[:-1], canonical({**json.loads(lines[-1]), "log": log})]
