"""Three machines and a fourth for clients, as network namespaces behind a bridge; connections between two can be cut.

All of it is in the network namespace of this process: `inside` makes one in which nothing else runs, without a way
out. It ends with its processes.
"""

import contextlib
import os
import signal
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NoReturn

HUB = "10.77.0.254"
"""The address of the machine of services and clients."""

NOWHERE = "02:00:00:00:00:99"
"""The hardware address of no machine: what is sent there is lost in silence, as when a cable is pulled."""


def inside(module: str, arguments: Sequence[str]) -> NoReturn:
    """Go on as a module in namespaces of its own for networks, mounts and processes. Needs root.

    All processes in it end with this one. The first one, a shell, takes note of those whose parents have ended.
    """
    namespaces = ["unshare", "--net", "--mount", "--pid", "--fork", "--kill-child", "--mount-proc"]
    first = ["bash", "-c", '"$@"; exit $?', "bash"]
    command = [*namespaces, *first, sys.executable, "-m", module, *arguments]
    os.execvp(command[0], command)


def run(*words: str) -> str:
    """Run a program that has to succeed; returns what it says."""
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"{' '.join(words)}: {done.stderr}"
    return done.stdout


class Machine:
    """A network namespace with an address; its processes are those that run in it."""

    def __init__(self, number: int) -> None:
        self.address = f"10.77.0.{number}"
        self._holder = subprocess.Popen(["unshare", "--net", "sleep", "infinity"], stdin=subprocess.DEVNULL)
        own = _namespace(os.getpid())
        while _namespace(self._holder.pid) in {own, None}:
            assert self._holder.poll() is None, "no network namespace can be made"
        self._own = _namespace(self._holder.pid)
        pid, link = str(self._holder.pid), f"node{number}"
        run("ip", "link", "add", link, "type", "veth", "peer", "name", "eth0", "netns", pid)
        run("ip", "link", "set", link, "master", "hub", "up")
        for words in (("link", "set", "lo", "up"), ("addr", "add", f"{self.address}/24", "dev", "eth0")):
            run(*self.entered(), "ip", *words)
        run(*self.entered(), "ip", "link", "set", "eth0", "up")

    def entered(self, user: int | None = None) -> list[str]:
        """Return the words before a command that runs it on this machine, as a user."""
        words = ["nsenter", f"--net=/proc/{self._holder.pid}/ns/net"]
        return words if user is None else [*words, "--setuid", str(user), "--setgid", str(user)]

    def processes(self) -> list[int]:
        """Return the process ids of all that runs on this machine."""
        found = [int(path.name) for path in Path("/proc").iterdir() if path.name.isdigit()]
        return [pid for pid in found if pid != self._holder.pid and _namespace(pid) == self._own]

    def signal(self, number: signal.Signals) -> None:
        """Send a signal to all that runs on this machine; SIGKILL until nothing is left."""
        while pids := self.processes():
            for pid in pids:
                with contextlib.suppress(ProcessLookupError):
                    os.kill(pid, number)
            if number != signal.SIGKILL:
                return

    def end(self) -> None:
        """Take the machine away."""
        self.signal(signal.SIGKILL)
        self._holder.kill()
        self._holder.wait()


class Network:
    """Machines on one network."""

    def __init__(self, machines: int) -> None:
        run("ip", "link", "set", "lo", "up")
        run("ip", "link", "add", "hub", "type", "bridge")
        run("ip", "addr", "add", f"{HUB}/24", "dev", "hub")
        run("ip", "link", "set", "hub", "up")
        self.machines = [Machine(number) for number in range(1, machines + 1)]

    def cut(self, one: Machine | None, other: Machine | None) -> None:
        """Lose what two machines send to each other; None: that of services and clients."""
        for here, there in ((one, other), (other, one)):
            self._neighbour(here, "replace", there, "lladdr", NOWHERE, "nud", "permanent")

    def mend(self, one: Machine | None, other: Machine | None) -> None:
        """Let two machines reach each other again."""
        for here, there in ((one, other), (other, one)):
            self._neighbour(here, "del", there)

    def _neighbour(self, here: Machine | None, what: str, there: Machine | None, *words: str) -> None:
        entered = [] if here is None else here.entered()
        address = HUB if there is None else there.address
        run(*entered, "ip", "neigh", what, address, *words, "dev", "hub" if here is None else "eth0")

    def end(self) -> None:
        """End all machines."""
        for machine in self.machines:
            machine.end()


def _namespace(pid: int) -> str | None:
    try:
        return Path(f"/proc/{pid}/ns/net").readlink().name
    except OSError:
        return None
