"""A game in memory: what is kept of what was made of it has a size."""

import asyncio
import random
from pathlib import Path

import pytest

from domain.kernel.codec import canonical
from domain.rulesets import RULESETS
from projections.history import Sight, seen
from service.bots.runner import act
from service.games import loaded as memory
from service.games.loaded import BESIDE, Kept, Loaded
from service.games.play import Play
from service.store.store import Store

SIGHTS: tuple[Sight, ...] = (None, 0, 1, 2, "full")


def played(folder: Path, decisions: int) -> Loaded:
    async def play() -> Loaded:
        minos = RULESETS["minos"]
        with Store(f"sqlite:///{folder}/games.db") as store:
            use_case, whim = Play(store), random.Random(4)
            options = minos.resolve_options(None, {})
            bots = dict.fromkeys(range(3), "random")
            game, _ = await use_case.open(minos, 3, options, minos.default_data_set, "player:a", "public", bots)
            await use_case.start(game)
            for _ in range(decisions):
                await act(use_case, game, whim)
            return await use_case.load(game)

    return asyncio.run(play())


def test_events_are_seen_alike_however_little_of_them_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    of_play = played(tmp_path, 30)
    monkeypatch.setattr(memory, "KEPT", 2_000)
    tight = Loaded(of_play.game, of_play.entries)
    asked: list[tuple[int, Sight]] = [
        (version, sight) for version in range(1, of_play.game.version + 1) for sight in SIGHTS
    ]
    random.Random(1).shuffle(asked)

    for version, sight in asked * 2:
        expected = canonical(seen(of_play.entries[version - 1], sight, of_play.game.seed))
        assert tight.line(version, sight) == of_play.line(version, sight) == expected


def test_no_more_is_kept_than_there_is_room_for() -> None:
    kept = Kept[int](10 * (BESIDE + 100))
    made: list[int] = []

    def make(number: int, size: int = 100) -> bytes:
        made.append(number)
        return bytes(size)

    for number in range(25):
        kept.get(number, lambda number=number: make(number))
        assert kept.size <= 10 * (BESIDE + 100)
    kept.get(24, lambda: make(24))
    kept.get(15, lambda: make(15))
    assert made == list(range(25))
    kept.get(14, lambda: make(14))
    assert made == [*range(25), 14]
    # one that is larger than the room stands alone, and gives way to the next
    assert len(kept.get(99, lambda: make(99, 10_000))) == 10_000
    kept.get(99, lambda: make(99, 10_000))
    assert kept.size == 10_000 + BESIDE
    kept.get(100, lambda: make(100))
    assert kept.size == 100 + BESIDE
    assert made[-2:] == [99, 100]
