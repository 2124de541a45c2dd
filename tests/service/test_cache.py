"""The games in memory: what is held is what stands in the log, whatever happens while it is read."""

import asyncio
import threading
from pathlib import Path

from service.core.store.freshness import FRESHNESS, Freshness
from service.core.store.recorder import StoredEntry
from service.core.store.store import Store
from service.play.cache import Cache
from tests.loops import in_loop
from tests.store.kit import opened, seated

WITHIN = 20.0


class Slow(Store):
    """A store whose first answer takes long to come back."""

    def __init__(self, database: str) -> None:
        super().__init__(database)
        self.answered = threading.Event()
        self.go_on = threading.Event()

    def read(self, game: str, after: int = 0, upto: int | None = None, known: int = 0) -> list[StoredEntry]:
        entries = super().read(game, after, upto, known)
        self.answered.set()
        assert self.go_on.wait(WITHIN)
        return entries


@in_loop
async def test_what_was_read_from_a_log_that_was_forgotten_is_not_kept(tmp_path: Path) -> None:
    state, rows = opened()
    with Slow(f"sqlite:///{tmp_path}/games.db") as store:
        store.append(rows).result()
        cache = Cache(store)
        loading = asyncio.create_task(cache.load(state.id))
        try:
            assert await asyncio.to_thread(store.answered.wait, WITHIN)
            cache.forget()
            store.append(seated(state, 0)).result()
        finally:
            store.go_on.set()

        assert (await loading).game.version == 2
        assert (await cache.load(state.id)).game.version == 2


@in_loop
async def test_a_batch_that_was_decided_on_what_was_forgotten_is_read_again(tmp_path: Path) -> None:
    state, rows = opened()
    with Store(f"sqlite:///{tmp_path}/games.db") as store:
        store.append(rows).result()
        cache = Cache(store)
        loaded = await cache.load(state.id)
        cache.forget()
        cache.stored(loaded, state, seated(state, 0))

        assert len(cache) == 0
        assert (await cache.load(state.id)).game.version == 1


@in_loop
async def test_a_server_that_lacks_a_version_that_is_known_is_not_read(tmp_path: Path) -> None:
    state, rows = opened()
    with Store(f"sqlite:///{tmp_path}/games.db") as store:
        store.append(rows).result()
        behind = [*store.application.rows.states(state.id, 0, None)]
        store.states_elsewhere = lambda _game, after, _upto: behind[after:]
        store.append(seated(state, 0)).result()
        cache = Cache(store)
        # nothing is known of the second batch
        assert (await cache.load(state.id)).game.version == 1
        cache.outdated(state.id, 2)
        assert (await cache.load(state.id)).game.version == 2


@in_loop
async def test_what_another_server_says_marks_no_game_as_damaged(tmp_path: Path) -> None:
    state, rows = opened()
    with Store(f"sqlite:///{tmp_path}/games.db") as store:
        store.append(rows).result()
        store.append(seated(state, 0)).result()
        states = store.application.rows.states(state.id, 0, None)
        store.states_elsewhere = lambda _game, _after, _upto: [states[0], states[1].replace(b"seat", b"taes")]
        cache, found = Cache(store), list[str]()
        cache.found_damage = lambda game, _reason: found.append(game)
        FRESHNESS.set(Freshness())
        assert (await cache.load(state.id)).game.version == 2
        assert found == []
