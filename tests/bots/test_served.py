"""Strong bots in served games: in processes, with seed and budget in the log, and repeatable."""

import asyncio
import multiprocessing
from concurrent.futures import BrokenExecutor
from pathlib import Path

import pytest
from msgspec.structs import replace
from typer.testing import CliRunner

from domain.rulesets import RULESETS
from projections.history import FULL
from service.bots.strong.levels import budget_of
from service.bots.strong.pool import SearchPool, Task, task_of
from service.bots.strong.repeat import repeated
from service.bots.strong.search import Found
from service.bots.table import TableGame
from service.core.store.recorder import StoredEntry
from service.due import bot_runner as runner
from service.operate.cli import app
from service.play.play import Play
from service.proof.bundles import bundle
from tests.bots.kit import BOT, SHORT, by_strong, one_step, patiently, running_bots, started, until
from tests.loops import in_loop

DECISIONS = 5


@in_loop
async def test_a_strong_bot_searches_in_a_process_while_other_games_go_on(
    play: Play, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It records seed and budget with the decision, and each decision can be repeated from the log."""
    # however slow the machine is, no search is cut
    monkeypatch.setattr(runner, "deadline_of", patiently)

    async with running_bots(play):
        slow = await started(play, "siberia", BOT, "careful")
        fast = await started(play, "siberia", "careful", "careful")
        before_end = await until(play, fast, lambda entries: entries[-1].record.type == "game.ended")
        entries = await until(play, slow, lambda entries: len(by_strong(entries)) >= DECISIONS)

    assert before_end
    for entry in by_strong(entries):
        assert entry.origin is not None
        assert entry.origin.sender == f"bot:{BOT}"
        assert entry.origin.searched is not None
        assert entry.origin.searched.budget == budget_of("siberia", BOT)
    found = list(repeated(entries))
    assert len(found) >= DECISIONS
    assert all(each.agrees for each in found)
    # a file of the game has no origins: the search follows from the public log and the name of the bot
    without = [StoredEntry(entry.record, entry.head, entry.secret) for entry in entries]
    assert [each.agrees for each in repeated(without)] == [True] * len(found)


@in_loop
async def test_a_search_begins_again_if_its_process_is_killed() -> None:
    ruleset = RULESETS["siberia"]
    game = TableGame(ruleset, 2, ruleset.resolve_options(None, {}), 1).game
    task = task_of(game, 0, BOT)

    pool = SearchPool()
    found = await pool.search(task)
    for process in multiprocessing.active_children():
        process.kill()
    assert await pool.search(task) == found
    pool.close()
    with pytest.raises(BrokenExecutor):
        await pool.search(task)


@in_loop
async def test_a_search_that_was_cut_is_repeated_by_its_steps(play: Play, monkeypatch: pytest.MonkeyPatch) -> None:
    async def cut(_: SearchPool, task: Task) -> Found:
        await asyncio.sleep(0)
        return runner.perform(replace(task, seconds=0.0))

    monkeypatch.setattr(SearchPool, "search", cut)

    async with running_bots(play):
        game = await started(play, "siberia", BOT, "careful")
        entries = await until(play, game, lambda entries: len(by_strong(entries)) >= DECISIONS)

    records = [entry.origin.searched for entry in by_strong(entries) if entry.origin and entry.origin.searched]
    assert any(record.is_cut and record.steps == 0 for record in records)
    assert all(each.agrees for each in repeated(entries))


@in_loop
async def test_another_bot_decides_where_no_process_can_search(
    play: Play, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """The file does not name the bot that decided instead. `repeat` reports the decisions that differ."""
    monkeypatch.setattr("service.bots.strong.pool.budget_of", one_step)

    async def fail(_: SearchPool, task: Task) -> Found:
        message = f"no process for {task.budget}"
        raise OSError(message)

    monkeypatch.setattr(SearchPool, "search", fail)

    async with running_bots(play):
        game = await started(play, "siberia", BOT, "careful", options=SHORT)
        entries = await until(play, game, lambda entries: entries[-1].record.type == "game.ended")
    assert by_strong(entries) == []
    (tmp_path / "game.jsonl").write_bytes(bundle((await play.load(game)).game, entries, FULL, None))

    done = await asyncio.to_thread(CliRunner().invoke, app, ["repeat", str(tmp_path / "game.jsonl")])
    assert done.exit_code == 1
    assert "another bot decided instead" in " ".join(done.output.split())
    assert any(f"the bot {BOT} of game" in record.getMessage() for record in caplog.records)


@in_loop
async def test_the_command_repeat_searches_a_file_again(
    play: Play, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("service.bots.strong.pool.budget_of", one_step)
    game = await started(play, "siberia", BOT, "careful", options=SHORT)
    rng = runner.random.Random(1)
    while await runner.act(play, game, rng):
        pass
    loaded = await play.load(game)
    (tmp_path / "game.jsonl").write_bytes(bundle(loaded.game, loaded.entries, FULL, None))
    play.store.close()

    for source in ([str(tmp_path / "game.jsonl")], [game, "--database", f"sqlite:///{tmp_path}/games.db"]):
        done = await asyncio.to_thread(CliRunner().invoke, app, ["repeat", *source])

        assert done.exit_code == 0, done.output
        total, _, _, _, _, agreed, *_ = done.output.split()
        assert int(total) > DECISIONS
        assert agreed == total
