"""Games between bots in a store."""

import asyncio
from collections.abc import AsyncGenerator, Callable, Mapping
from contextlib import asynccontextmanager
from typing import Any

from domain.rulesets import RULESETS
from service.core.store.recorder import StoredEntry
from service.due.bot_runner import BotRunner
from service.play.play import Play
from tests.new_games import new_game

DEADLINE = 120
"""Seconds: generous, for a machine with other load."""

BOT = "strong-200ms"


@asynccontextmanager
async def running_bots(play: Play) -> AsyncGenerator[BotRunner]:
    """Let bots decide as soon as an event is committed."""
    bots = BotRunner(play)
    play.notifier.listeners.append(bots.committed)
    await bots.start()
    try:
        yield bots
    finally:
        await bots.stop()


SHORT: Mapping[str, Any] = {"standstill": 3, "take_back": False}
"""Options of Siberia with which a game has few decisions."""


async def started(play: Play, title: str, *bots: str, options: Mapping[str, Any] = {}) -> str:
    """Return a started game between bots."""
    new = new_game(RULESETS[title], len(bots), options=options, bots=dict(enumerate(bots)))
    loaded = (await play.open(new)).loaded
    await play.start(loaded)
    return loaded.game.id


async def until(play: Play, game: str, is_so: Callable[[list[StoredEntry]], bool]) -> list[StoredEntry]:
    """Wait until the log of a game fulfils a condition, and return the log."""
    async with asyncio.timeout(DEADLINE):
        while not is_so((await play.load(game)).entries):
            await asyncio.sleep(0.02)
    return [*(await play.load(game)).entries]


def patiently(_bot: str) -> float:
    return DEADLINE


def at_once(_bot: str) -> float:
    return 0.0


def one_step(_title: str, _bot: str) -> int:
    return 1


def by_strong(entries: list[StoredEntry]) -> list[StoredEntry]:
    return [entry for entry in entries if entry.origin is not None and entry.origin.searched is not None]
