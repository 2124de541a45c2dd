"""No clock runs out during maintenance, nor because of it, and nothing is stored in games."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from domain.ledger.times import SECOND
from projections.times import moment
from service.core.store.errors import StoreError
from service.core.store.feature_tables import migrate
from service.core.store.store import Store
from service.due.sweep import Sweep, take_step
from service.moderation import feature as moderation
from service.people.accounts import Accounts
from service.switches.guard import MaintenanceGuard
from service.switches.rows import TABLES, note_window
from service.switches.switches import Switches
from service.switches.values import Window
from tests.loops import in_loop
from tests.service.test_sweep import ALLOWANCE, NOON, Watched


@pytest.fixture
def play(tmp_path: Path) -> Iterator[Watched]:
    with Store(f"sqlite:///{tmp_path}/games.db") as store:
        Accounts(store.database)
        migrate(store.database, "moderation", moderation.TABLES)
        migrate(store.database, "switches", TABLES)
        yield Watched(store)


@in_loop
async def test_a_clock_that_ran_during_maintenance_runs_out_later_by_as_long(play: Watched) -> None:
    before = await play.opened()
    with play.store.database.writing() as cursor:
        note_window(cursor, Window(moment(NOON + 10 * SECOND), moment(NOON + 100 * SECOND)))
    play.put_off = Switches(play.store.database, Accounts(play.store.database)).put_off
    play.time = NOON + 100 * SECOND
    after = await play.opened()

    assert (await take_step(play, before)).late is None
    play.time = NOON + (ALLOWANCE + 90) * SECOND - 1
    assert (await take_step(play, before)).late is None
    assert (play.ran_out(before), play.ran_out(after)) == ([], [])
    play.time += 1
    assert (await take_step(play, before)).late == 90
    # a clock that began to run afterwards has lost nothing
    play.time = NOON + (100 + ALLOWANCE) * SECOND
    assert (await take_step(play, after)).late == 0
    assert (len(play.ran_out(before)), len(play.ran_out(after))) == (1, 1)


@in_loop
async def test_the_sweep_looks_once_at_a_clock_that_is_put_off_until_its_time_comes(play: Watched) -> None:
    game = await play.opened()
    with play.store.database.writing() as cursor:
        note_window(cursor, Window(moment(NOON + 10 * SECOND), moment(NOON + 100 * SECOND)))
    play.put_off = Switches(play.store.database, Accounts(play.store.database)).put_off
    play.time = NOON + 101 * SECOND
    play.notifier.listeners.clear()
    waiting = Sweep(play)

    async def due_before(_: str) -> list[tuple[str, str]]:
        # the table has the time without the maintenance
        return [(game, moment(NOON + ALLOWANCE * SECOND))]

    async def look() -> int:
        before = play.loads[game]
        await waiting.read(due_before)
        await waiting.step()
        return play.loads[game] - before

    assert [await look() for _ in range(5)] == [1, 0, 0, 0, 0]
    assert waiting.state().behind_since is None
    play.time = NOON + (ALLOWANCE + 90) * SECOND - 1
    assert [await look() for _ in range(3)] == [0, 0, 0]
    assert play.ran_out(game) == []
    play.time += 1
    await look()
    assert len(play.ran_out(game)) == 1


@in_loop
async def test_during_maintenance_nothing_is_stored_and_the_sweep_waits(play: Watched) -> None:
    game = await play.opened()
    switches = Switches(play.store.database, Accounts(play.store.database))
    play.held, play.put_off = MaintenanceGuard(switches).held, switches.put_off
    switches.begin_maintenance("a disk is replaced", None, "a test")
    play.time += 3 * ALLOWANCE * SECOND
    play.notifier.listeners.clear()
    waiting = Sweep(play)
    waiting.changed(game)

    await waiting.step()
    assert play.ran_out(game) == []
    with pytest.raises(StoreError, match="a disk is replaced"):
        await play.opened()
    assert switches.end_maintenance("a test")
    await waiting.step()
    assert len(play.ran_out(game)) == 1
