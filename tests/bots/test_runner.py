"""Strong bots during an outage of the store, with other processes, and with too many searches."""

import asyncio
import sqlite3
import uuid
from pathlib import Path

import pytest
from msgspec.structs import replace

from domain.rulesets import RULESETS
from service.bots.strong.pool import PoolBusyError, SearchPool, Task, task_of
from service.bots.strong.search import Found
from service.bots.table import TableGame
from service.due import bot_runner as runner
from service.due.bot_runner import BotRunner
from service.play.play import Play
from tests.bots.kit import BOT, DEADLINE, at_once, by_strong, patiently, running_bots, started, until
from tests.loops import in_loop

DECISIONS = 5
ENTRIES = 60


def counted_searches(monkeypatch: pytest.MonkeyPatch) -> list[Task]:
    """Search in this process, and cut each search at once. Return the list to which the searches are added."""
    searches: list[Task] = []

    async def search(_: SearchPool, task: Task) -> Found:
        searches.append(task)
        await asyncio.sleep(0)
        return runner.perform(replace(task, seconds=0.0))

    monkeypatch.setattr(SearchPool, "search", search)
    return searches


@in_loop
async def test_a_decision_that_cannot_be_stored_is_searched_again_after_the_delay(
    play: Play, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(runner, "FIRST_RETRY", 3600.0)
    monkeypatch.setattr(runner, "LAST_RETRY", 3600.0)
    searches = counted_searches(monkeypatch)

    game = await started(play, "siberia", BOT, BOT)
    with sqlite3.connect(tmp_path / "games.db") as other:
        # only the first game cannot be stored
        other.execute(
            "CREATE TRIGGER full BEFORE INSERT ON stored_events "
            "WHEN NEW.originator_id = (SELECT originator_id FROM stored_events ORDER BY rowid LIMIT 1) "
            "BEGIN SELECT RAISE(ABORT, 'disk full'); END"
        )
    other.close()
    version = (await play.load(game)).game.version
    async with running_bots(play) as bots:
        bots.wake(game)
        following = await started(play, "siberia", "careful", "careful")
        await until(play, following, lambda entries: entries[-1].record.type == "game.ended")
    assert len(searches) == 1
    assert (await play.load(game)).game.version == version


@in_loop
async def test_a_decision_that_another_process_may_search_is_taken_over_late(
    play: Play, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A bot that does not search is taken over earlier."""
    monkeypatch.setattr(runner, "TAKEOVER_DELAY", 0.0)
    monkeypatch.setattr(runner, "deadline_of", patiently)
    searches = counted_searches(monkeypatch)

    slow = await started(play, "siberia", BOT, BOT)
    fast = await started(play, "siberia", "careful", "careful")
    version = (await play.load(fast)).game.version
    times: list[str] = []

    async def awaiting(before: str) -> list[str]:
        # nothing when the process starts
        times.append(before)
        await asyncio.sleep(0)
        return [slow, fast] if times[1:] else []

    bots = BotRunner(play)
    await bots.start(awaiting)
    await until(play, fast, lambda entries: len(entries) > version + DECISIONS)
    assert not searches
    monkeypatch.setattr(runner, "deadline_of", at_once)
    await until(play, slow, lambda entries: len(by_strong(entries)) > 0)
    await bots.stop()


@in_loop
async def test_a_game_that_the_database_has_lost_is_not_retried(
    play: Play, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(runner, "FIRST_RETRY", 0.0)
    monkeypatch.setattr(runner, "LAST_RETRY", 0.0)
    lost = str(uuid.uuid4())

    async with running_bots(play) as bots:
        bots.wake(lost)
        # the runner decides in the order of its queue
        game = await started(play, "siberia", "careful", "careful")
        await until(play, game, lambda entries: len(entries) > ENTRIES)
    assert lost not in caplog.text


@in_loop
async def test_another_bot_decides_where_too_many_searches_wait(
    play: Play, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("service.bots.strong.pool.WAITING", -1)
    monkeypatch.setattr("service.bots.strong.pool.WARN_EVERY", DEADLINE)

    async with running_bots(play):
        game = await started(play, "siberia", BOT, BOT)
        entries = await until(play, game, lambda entries: len(entries) > ENTRIES)
    assert by_strong(entries) == []
    assert [record.getMessage() for record in caplog.records if record.name.startswith("service.bots")] == [
        "0 searches of strong bots wait or run: other bots decide instead"
    ]


@in_loop
async def test_a_search_is_refused_while_too_many_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("service.bots.strong.pool.WAITING", 1)
    monkeypatch.setattr("os.cpu_count", lambda: 1)
    ruleset = RULESETS["siberia"]
    game = TableGame(ruleset, 2, ruleset.resolve_options(None, {}), 1).game
    task = replace(task_of(game, 0, BOT), budget=1)

    pool = SearchPool()
    found = await asyncio.gather(*(pool.search(task) for _ in range(3)), return_exceptions=True)
    assert [type(each) for each in found] == [Found, Found, PoolBusyError]
    # their places are free again
    assert await pool.search(task) == found[0]
    pool.close()
