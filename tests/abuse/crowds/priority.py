"""Priorities of processes on a machine that does other work, too."""

import os
from contextlib import suppress
from pathlib import Path


def set_nice(pid: int, nice: int) -> None:
    """Set the priority of a process, and of its session, which Linux schedules as a group (`sched(7)`).

    A negative number needs root.
    """
    # a process may have inherited the priority of real time
    os.sched_setscheduler(pid, os.SCHED_OTHER, os.sched_param(0))
    os.setpriority(os.PRIO_PROCESS, pid, nice)
    with suppress(FileNotFoundError):
        Path(f"/proc/{pid}/autogroup").write_text(str(nice))
