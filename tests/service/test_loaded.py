"""A game in memory: what is kept of what was made of it has a size."""

import asyncio
import random
from pathlib import Path

import pytest
from msgspec.structs import replace

from domain.kernel.codec import canonical
from domain.rulesets import RULESETS
from projections.history import AnyViewer, seen
from service.core.connections.asker import Asker
from service.core.store.lru import ENTRY_OVERHEAD, ByteCache
from service.core.store.store import Store
from service.due.bot_runner import act
from service.play import loaded as memory
from service.play.loaded import Loaded
from service.play.play import Play
from service.proof.verifier import Verifier
from service.site_log.proofs import GameProofs
from service.site_log.reading import LogReader
from tests.kernel.spec_bundle import spec_signer
from tests.loops import in_loop
from tests.new_games import new_game
from tests.service.site_log.kit import site

VIEWERS: tuple[AnyViewer, ...] = (None, 0, 1, 2, "full")


async def played(folder: Path, decisions: int) -> Loaded:
    minos = RULESETS["minos"]
    with Store(f"sqlite:///{folder}/games.db") as store:
        use_case, rng = Play(store), random.Random(4)
        loaded = (await use_case.open(new_game(minos, 3, bots=dict.fromkeys(range(3), "random")))).loaded
        await use_case.start(loaded)
        for _ in range(decisions):
            await act(use_case, loaded.game.id, rng)
        return await use_case.load(loaded.game.id)


@in_loop
async def test_events_are_seen_alike_however_little_of_them_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    of_play = await played(tmp_path, 30)
    monkeypatch.setattr(memory, "CACHE_BYTES", 2_000)
    tight = Loaded(of_play.game, of_play.entries)
    asked: list[tuple[int, AnyViewer]] = [
        (version, viewer) for version in range(1, of_play.game.version + 1) for viewer in VIEWERS
    ]
    random.Random(1).shuffle(asked)

    for version, viewer in asked * 2:
        expected = canonical(seen(of_play.entries[version - 1], viewer, of_play.game.seed))
        assert tight.line(version, viewer) == of_play.line(version, viewer) == expected


@in_loop
async def test_a_forgotten_game_shows_nothing_of_what_it_showed_before(tmp_path: Path) -> None:
    minos = RULESETS["minos"]
    with Store(f"sqlite:///{tmp_path}/games.db") as store:
        use_case = Play(store)
        first = (await use_case.open(new_game(minos, 2))).loaded
        assert first.shown("x", lambda: b"before") == b"before"
        assert first.found("x") == b"before"
        line = first.line(1, None)

        use_case.forget()
        again = await use_case.load(first.game.id)
        assert again is not first
        assert again.found("x") is None
        assert again.shown("x", lambda: b"after") == b"after"
        # the version of a game that a server lost may have another event
        other = replace(again.entries[0], record=replace(again.entries[0].record, at="2026-11-20T12:00:00.000000Z"))
        again.entries[0] = other
        assert again.line(1, None) == canonical(seen(other, None, again.game.seed)) != line


@in_loop
async def test_a_verification_is_of_the_version_at_which_it_was_asked_for(tmp_path: Path) -> None:
    final = await played(tmp_path, 30)
    version = next(each for each in range(final.game.version - 1, 0, -1) if final.is_settled(each))
    moving = Loaded(final.at(version), final.entries[:version])

    with site(f"sqlite:///{tmp_path}/log.db") as opened:
        verifier = Verifier(spec_signer(), GameProofs(LogReader(opened.store), opened.keeper))
        asked = asyncio.create_task(verifier.stored(moving, None, None, Asker("192.0.2.1", "")))
        # the request has run, and the verification has not begun
        await asyncio.sleep(0)
        moving.advance(final.game, final.entries[version:])
        reply = await asked

    assert (reply.valid, reply.events) == (True, version)


def test_a_cache_holds_as_many_bytes_as_its_capacity_and_drops_what_was_used_least_recently() -> None:
    cache = ByteCache[int](10 * (ENTRY_OVERHEAD + 100))
    made: list[int] = []

    def make(number: int, size: int = 100) -> bytes:
        made.append(number)
        return bytes(size)

    for number in range(25):
        cache.get_or_make(number, lambda number=number: make(number))
        assert cache.currsize <= cache.maxsize
    cache.get_or_make(24, lambda: make(24))
    cache.get_or_make(15, lambda: make(15))
    assert made == list(range(25))
    cache.get_or_make(14, lambda: make(14))
    assert made == [*range(25), 14]
    assert 15 in cache
    assert 16 not in cache


def test_a_value_larger_than_the_cache_is_held_alone_until_the_next() -> None:
    cache = ByteCache[int](2 * (ENTRY_OVERHEAD + 100))
    made: list[int] = []

    def make(number: int, size: int = 100) -> bytes:
        made.append(number)
        return bytes(size)

    cache.get_or_make(1, lambda: make(1))
    for _ in range(2):
        assert len(cache.get_or_make(99, lambda: make(99, 10_000))) == 10_000
    assert list(cache) == [99]
    cache.get_or_make(100, lambda: make(100))
    assert list(cache) == [100]
    assert made == [1, 99, 100]
