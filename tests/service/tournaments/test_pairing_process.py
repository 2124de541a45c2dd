"""The process that pairs rounds: it starts when it is needed, survives crashes, and ends with the service."""

import asyncio
import os
import signal
import time
from pathlib import Path

import pytest

from domain.tournaments.refusals import Refused
from service.core.processes import pool
from service.tournaments.pairing_process import PairingProcess
from tests.loops import in_loop
from tests.waiting import until


def refuse(code: str) -> None:
    """Refuse, as the domain does."""
    raise Refused(code, "because of {number}", number=3)


def fail() -> None:
    """Fail, as the domain does not."""
    message = "a defect"
    raise ValueError(message)


def die_once(mark: Path) -> int:
    """End the process at the first call; afterwards return the id of the process."""
    if not mark.exists():
        mark.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return os.getpid()


def die_elsewhere(service: int) -> int:
    """End any process but that of the service; return its id."""
    if os.getpid() != service:
        os.kill(os.getpid(), signal.SIGKILL)
    return os.getpid()


def is_running(pid: int) -> bool:
    """Whether a process has not ended."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False


@in_loop
async def test_work_is_done_in_another_process_which_is_kept() -> None:
    process = PairingProcess()
    assert process.pid is None
    first, second = await process.run(os.getpid), await process.run(os.getpid)
    assert first == second == process.pid != os.getpid()
    process.close()
    until(lambda: not is_running(first), 30)


@in_loop
async def test_refusals_and_errors_reach_the_caller() -> None:
    process = PairingProcess()
    with pytest.raises(Refused) as refused:
        await process.run(refuse, "2.8")
    assert (refused.value.rule, refused.value.reason) == ("2.8", "because of 3")
    with pytest.raises(ValueError, match="a defect"):
        await process.run(fail)
    process.close()


@in_loop
async def test_a_process_that_dies_is_replaced(tmp_path: Path) -> None:
    process = PairingProcess()
    first = await process.run(os.getpid)
    again = await process.run(die_once, tmp_path / "mark")
    assert again not in {first, os.getpid()}
    # one that dies between two rounds, too
    os.kill(again, signal.SIGKILL)
    until(lambda: not is_running(again), 30)
    assert await process.run(os.getpid) not in {again, os.getpid()}
    process.close()


@in_loop
async def test_where_no_process_survives_a_thread_does_the_work() -> None:
    process = PairingProcess()
    assert await process.run(die_elsewhere, os.getpid()) == os.getpid()
    process.close()


@in_loop
async def test_a_process_without_work_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pool, "IDLE", 0.0)
    process = PairingProcess()
    pid = await process.run(os.getpid)
    while is_running(pid):
        await asyncio.sleep(0)
    assert process.pid is None
    # and the next work starts another one
    assert await process.run(os.getpid) != pid
    process.close()


@in_loop
async def test_closing_does_not_wait_for_work() -> None:
    process = PairingProcess()
    pid = await process.run(os.getpid)
    working = asyncio.create_task(process.run(time.sleep, 600))
    await asyncio.sleep(0)
    process.close()
    with pytest.raises(asyncio.CancelledError):
        await working
    until(lambda: not is_running(pid), 30)
