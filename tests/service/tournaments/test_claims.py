"""Several processes on one database: one of them pairs a round, and another one if it has died."""

import asyncio
import contextlib
import datetime
import os
import signal
import threading
from collections.abc import Generator
from pathlib import Path

import pytest

from domain.tournaments.decide.decide import Batch
from domain.tournaments.state import Tournament
from service.core.store.recorder import Origin
from service.core.store.store import Store
from service.people.accounts import Accounts
from service.play.play import Play
from service.tournaments import claims
from service.tournaments.claims import LEASE, Claims
from service.tournaments.tournaments import Tournaments
from tests.loops import in_loop
from tests.replies import ok
from tests.service.server import serving
from tests.service.tournaments.kit import Cup
from tests.service.tournaments.test_pairing_process import is_running
from tests.tournaments.kit import OWNER, terms
from tests.waiting import until

CUP = "b3b0a9b8-0000-4000-8000-000000000001"


class Time:
    """The time that two processes share."""

    def __init__(self) -> None:
        self.now = datetime.datetime(2026, 11, 22, tzinfo=datetime.UTC)

    def __call__(self) -> datetime.datetime:
        return self.now


@contextlib.contextmanager
def two_processes(database: str, time: Time) -> Generator[list[Play]]:
    """Yield the use cases of two processes on a database."""
    with Store(database) as first, Store(database) as second:
        # which makes the tables
        Accounts(first.database)
        yield [Play(store, time) for store in (first, second)]


@in_loop
async def test_a_claim_belongs_to_one_process_until_it_ends(postgres: str) -> None:
    time = Time()
    with two_processes(postgres, time) as plays:
        one, other = map(Claims, plays)
        async with one.held(CUP, waits=False) as is_first:
            assert is_first
            async with other.held(CUP, waits=False) as is_second:
                assert not is_second
            async with other.held(CUP[:-1] + "2", waits=False) as is_elsewhere:
                assert is_elsewhere
            time.now += datetime.timedelta(seconds=LEASE)
            # the first one has not renewed it: it has died
            async with other.held(CUP, waits=False) as is_second:
                assert is_second
                async with one.held(CUP, waits=False) as is_mine_again:
                    assert not is_mine_again
        async with one.held(CUP, waits=False) as is_first:
            assert is_first


class SlowTime(Time):
    """A time that a thread that renews a claim gets late: after the block that holds the claim has begun to end."""

    def __init__(self) -> None:
        super().__init__()
        self.is_renewed = False
        self.reached = threading.Event()

    def __call__(self) -> datetime.datetime:
        if self.is_renewed:
            self.reached.set()
            # longer than a release takes that does not wait for the renewal
            threading.Event().wait(0.5)
        return super().__call__()


def test_a_claim_is_not_renewed_after_its_release(postgres: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(claims, "RENEWED_EVERY", 0.0)

    async def hold(play: Play, time: SlowTime) -> None:
        async with Claims(play).held(CUP, waits=False) as is_mine:
            assert is_mine
            time.is_renewed = True
            await asyncio.to_thread(time.reached.wait)

    async def is_free(play: Play) -> bool:
        async with Claims(play).held(CUP, waits=False) as is_mine:
            return is_mine

    time = SlowTime()
    with two_processes(postgres, time) as plays:
        # which ends after its threads
        asyncio.run(hold(plays[0], time))
        time.is_renewed = False
        assert asyncio.run(is_free(plays[1]))


@in_loop
async def test_a_request_waits_for_the_claim_and_a_step_does_not(postgres: str) -> None:
    """Of two processes that would pair the same round, one computes it."""
    with two_processes(postgres, Time()) as plays:
        one, other = map(Tournaments, plays)
        await one.open(CUP, terms(), OWNER, Origin("sender", None, "digest"))
        started, go_on = asyncio.Event(), asyncio.Event()
        loop = asyncio.get_running_loop()
        calls: list[int] = []

        def slow(tournament: Tournament, _at: str) -> Batch | None:
            calls.append(tournament.version)
            loop.call_soon_threadsafe(started.set)
            asyncio.run_coroutine_threadsafe(go_on.wait(), loop).result()
            return None

        def fast(tournament: Tournament, _at: str) -> Batch | None:
            calls.append(-tournament.version)
            return None

        pairing = asyncio.create_task(one.act(CUP, slow, None, pairs=True))
        await started.wait()
        assert await other.act(CUP, fast, None, pairs=True) is None
        assert calls == [1]
        request = asyncio.create_task(other.act(CUP, fast, Origin("sender", None, "digest"), pairs=True))
        # acts that pair nothing go on
        await other.act(CUP, fast, None)
        assert (calls, request.done()) == ([1, -1], False)
        go_on.set()
        await asyncio.gather(pairing, request)
        assert calls == [1, -1, -1]


def children(pid: int) -> set[int]:
    """Return the processes that a process has started."""
    found = {int(child) for task in Path(f"/proc/{pid}/task").iterdir() for child in _children(task)}
    # a tracker of multiprocessing is no Python process that works
    return {child for child in found if b"spawn_main" in Path(f"/proc/{child}/cmdline").read_bytes()}


def _children(task: Path) -> list[str]:
    try:
        return (task / "children").read_text().split()
    except FileNotFoundError:
        return []


@pytest.mark.parametrize("ending", ["stop", "kill"])
def test_a_large_round_is_paired_in_a_process_that_ends_with_the_service(tmp_path: Path, ending: str) -> None:
    with serving(tmp_path / "games.db") as server:
        cup = Cup(server, 24)
        cup.register_all()
        assert not children(server.process.pid)
        draft = cup.owner.post(f"{cup.url}/rounds/1/drafts", json={})
        assert draft.status_code == 200, draft.text
        (first,) = children(server.process.pid)
        os.kill(first, signal.SIGKILL)
        assert ok(cup.owner.post(f"{cup.url}/rounds/1/drafts", json={})).json() == draft.json()
        cup.done(cup.owner, "publish_round", round=1)
        tables = [[seat["player"] for seat in table["seats"]] for table in cup.read()["rounds"][0]["tables"]]
        assert tables == [[seat["player"] for seat in table] for table in draft.json()["tables"]]
        (second,) = children(server.process.pid)
        assert second != first
        if ending == "stop":
            server.stop()
        else:
            os.kill(server.process.pid, signal.SIGKILL)
        until(lambda: not is_running(second), 30)
