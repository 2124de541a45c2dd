"""The nodes of a cluster: etcd, Patroni and PostgreSQL of each, by the files that deploy/cluster/fill writes."""

import contextlib
import os
import pwd
import re
import shlex
import shutil
import signal
import subprocess
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import httpx

from tests.cluster.network import HUB, Machine, Network, run
from tests.service.server import NO_TLS
from tests.waiting import until

CLUSTER = Path(__file__).parents[2] / "deploy" / "cluster"
NAMES = ("a", "b", "c")
PROGRAMS = ("etcd", "patroni", "haproxy", "pgbackrest", "unshare", "nsenter", "ip")
BINARIES = Path("/usr/lib/postgresql/15/bin")
FAKETIME = Path("/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1")
SLEEP = """
import select, time
time.sleep = lambda seconds: select.select([], [], [], seconds) and None
"""
"""For Patroni under libfaketime, whose `clock_nanosleep` fails at times with EINVAL."""

PASSWORD = "secret"
USER = "postgres"
"""Who runs the servers, as on Debian; this user signs in to PostgreSQL without a password."""

ASKING = httpx.Client(verify=NO_TLS)
"""What asks Patroni."""

DISK = 400
"""MB of the disk of a node."""


def program(name: str) -> str | None:
    """Return the path of a program, also of one that only root has in its path."""
    return shutil.which(name, path=f"{os.environ.get('PATH', '')}:/usr/sbin:/sbin")


def missing() -> list[str]:
    """Return what has to be installed before a cluster can run here."""
    lacking = [name for name in PROGRAMS if program(name) is None]
    return lacking if (BINARIES / "postgres").exists() else [*lacking, "postgresql-15"]


class Node:
    """One of three machines. Its disk is a file system of its own, which keeps its content while the machine is off."""

    def __init__(self, machine: Machine, name: str, folder: Path) -> None:
        self.machine, self.name, self.folder = machine, name, folder
        self.data = folder / "disk" / "data"
        self.user = pwd.getpwnam(USER)
        self._processes: dict[str, subprocess.Popen[bytes]] = {}
        self.binaries = folder / "bin"
        self.has_own_clock = False
        """Whether Patroni and PostgreSQL have a clock that can be set: of libfaketime."""

    def make(self, shared: Sequence[str]) -> None:
        """Write the files of the node, by the lines that all nodes share."""
        disk = self.folder / "disk"
        for path in (self.folder, disk):
            path.mkdir(exist_ok=True)
        run("mount", "-t", "tmpfs", "-o", f"size={DISK}m,mode=0700", "tmpfs", str(disk))
        self.use(BINARIES)
        own = {"ETC": "etc", "BIN": "bin", "DATA": "disk/data", "ETCD_DATA": "etcd", "RUN": ".", "LOGS": "logs"}
        paths = [f"{name}={self.folder / path}" for name, path in own.items()]
        file = self.folder / "nodes.env"
        file.write_text("\n".join([*shared, *paths]) + "\n")
        with_nodes = {**os.environ, "NODES": str(file)}
        subprocess.run([str(CLUSTER / "fill"), self.name, str(self.folder)], env=with_nodes, check=True)
        (self.folder / "logs").mkdir()
        self.set_clock(0)
        (self.folder / "python").mkdir()
        (self.folder / "python/sitecustomize.py").write_text(SLEEP)
        for path in (self.folder, *self.folder.rglob("*")):
            os.chown(path, self.user.pw_uid, self.user.pw_gid, follow_symlinks=False)

    def use(self, binaries: Path) -> None:
        """Let the next start of PostgreSQL be of these programs; those that the folder lacks, such as psql, stay."""
        self.binaries.mkdir(exist_ok=True)
        for path in binaries.iterdir():
            (self.binaries / path.name).unlink(missing_ok=True)
            (self.binaries / path.name).symlink_to(path)

    def start(self) -> None:
        """Switch the machine on."""
        self.start_etcd()
        self.start_patroni()

    def start_etcd(self) -> None:
        """Start etcd."""
        lines = (self.folder / "etc/default/etcd").read_text().splitlines()
        settings = dict(line.split("=", 1) for line in lines if not line.startswith("#"))
        self._start("etcd", ["etcd"], settings)

    def start_patroni(self) -> None:
        """Start Patroni, which starts PostgreSQL."""
        environment: dict[str, str] = {}
        if self.has_own_clock:
            environment |= {"LD_PRELOAD": str(FAKETIME), "FAKETIME_TIMESTAMP_FILE": str(self.folder / "clock")}
            environment |= {"FAKETIME_NO_CACHE": "1", "FAKETIME_DONT_FAKE_MONOTONIC": "1"}
            environment |= {"PYTHONPATH": str(self.folder / "python")}
        self._start("patroni", ["patroni", str(self.folder / "etc/patroni/config.yml")], environment)

    def set_clock(self, seconds: int) -> None:
        """Let the clock of Patroni and PostgreSQL differ from that of the machine."""
        new = self.folder / "clock.new"
        new.write_text(f"+{seconds}\n")
        new.chmod(0o644)
        new.replace(self.folder / "clock")

    def _start(self, name: str, command: Sequence[str], environment: dict[str, str]) -> None:
        # not in the environment of nsenter, which is root: libfaketime would make its semaphores as root
        set_before = [f"{key}={value}" for key, value in environment.items()]
        with (self.folder / f"{name}.log").open("ab") as log:
            self._processes[name] = subprocess.Popen(
                [*self.machine.entered(self.user.pw_uid), "env", *set_before, *command],
                env={"PATH": os.environ["PATH"], "LC_ALL": "C.UTF-8", "HOME": str(self.folder)},
                cwd=self.folder,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
            )

    def stop(self, name: str, number: signal.Signals = signal.SIGTERM) -> None:
        """End etcd or Patroni; with SIGTERM, Patroni stops PostgreSQL."""
        process = self._processes[name]
        process.send_signal(number)
        process.wait(60)

    def restart_postgres(self) -> None:
        """Let Patroni restart PostgreSQL, as `patronictl restart` does."""
        url = f"http://{self.machine.address}:8008/restart"
        reply = ASKING.post(url, json={}, auth=("patroni", PASSWORD), timeout=60)
        assert reply.status_code == 200, reply.text

    def off(self) -> None:
        """Take the power away."""
        self.machine.signal(signal.SIGKILL)
        for process in self._processes.values():
            process.wait()

    def postmaster(self) -> int:
        """Return the process id of PostgreSQL."""
        return int((self.data / "postmaster.pid").read_text().split()[0])

    def as_user(self, *words: str) -> str:
        """Run a program on the machine, as the user of the servers."""
        return run(*self.machine.entered(self.user.pw_uid), *words)

    def told(self, timeout: float = 2.0) -> dict[str, Any]:
        """Return what Patroni says of this node; nothing while it does not answer."""
        with contextlib.suppress(httpx.HTTPError, ValueError):
            reply = ASKING.get(f"http://{self.machine.address}:8008/patroni", timeout=timeout)
            # it says what it knows with 503, too
            if reply.status_code in {200, 503}:
                return reply.json()
        return {}

    def is_leader(self) -> bool:
        """Whether this node is the leader, and accepts writes."""
        with contextlib.suppress(httpx.HTTPError):
            return ASKING.get(f"http://{self.machine.address}:8008/primary", timeout=1.0).status_code == 200
        return False


class Nodes:
    """Three nodes and HAProxy."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.network = Network(len(NAMES))
        self.nodes = [Node(m, name, folder / name) for m, name in zip(self.network.machines, NAMES, strict=True)]
        self._haproxy: subprocess.Popen[bytes] | None = None

    def start(self, *, own_clocks: bool = False) -> None:
        """Start all, and wait until the cluster has a leader and a synchronous standby."""
        folder, user = self.folder, pwd.getpwnam(USER)
        folder.chmod(0o755)
        backup = folder / "backup"
        backup.mkdir()
        os.chown(backup, user.pw_uid, user.pw_gid)
        shared = [f"{name}_PASSWORD={PASSWORD}" for name in ("SUPERUSER", "REPLICATION", "REWIND", "SERVICE", "REST")]
        shared += [f"BACKUP_PASSWORD={PASSWORD}", f"BACKUP={backup}", f"NETWORK={HUB}/24", "ORIGIN=http://127.0.0.1"]
        for number, node in enumerate(self.nodes, 1):
            shared += [f"NODE{number}={node.name}", f"ADDRESS{number}={node.machine.address}"]
        for node in self.nodes:
            node.make(shared)
            node.has_own_clock = own_clocks
            node.start()
        until(self.is_whole, 120)
        self.backrest("stanza-create")
        haproxy = program("haproxy")
        assert haproxy is not None
        configuration = self.nodes[0].folder / "etc/haproxy/haproxy.cfg"
        with (folder / "haproxy.log").open("wb") as log:
            self._haproxy = subprocess.Popen([haproxy, "-db", "-f", str(configuration)], stdout=log, stderr=log)

    @property
    def hosts(self) -> str:
        """The URL of the database by all hosts, of the file that the service gets."""
        return (self.nodes[0].folder / "etc/ludolog/database-url").read_text()

    @property
    def proxied(self) -> str:
        """The URL of the database by HAProxy."""
        return f"postgresql://ludolog:{PASSWORD}@127.0.0.1:5000/ludolog"

    def leader(self) -> Node | None:
        """Return the node that accepts writes."""
        return next((node for node in self.nodes if node.is_leader()), None)

    def await_leader(self, but: Node | None = None, within: float = 90.0) -> Node:
        """Wait until a node, other than one, accepts writes."""
        found = until(lambda: next((n for n in self.nodes if n is not but and n.is_leader()), None), within, 0.1)
        assert found is not None
        return found

    def is_whole(self) -> bool:
        """Whether there are a leader and two standbys that follow it, one of them synchronous."""
        states = [node.told() for node in self.nodes]
        if [state.get("role") for state in states].count("master") != 1:
            return False
        followers = [row for state in states for row in state.get("replication", [])]
        kinds = sorted(row["sync_state"] for row in followers if row["state"] == "streaming")
        return kinds == ["async", "sync"] and all(state.get("state") == "running" for state in states)

    def switch(self, to: Node) -> float:
        """Hand the leadership over to a node that is ready for it; returns the seconds until it has it."""
        began, leader = time.monotonic(), self.await_leader()
        body = {"leader": leader.name, "candidate": to.name}
        url = f"http://{leader.machine.address}:8008/switchover"
        reply = ASKING.post(url, json=body, auth=("patroni", PASSWORD), timeout=60)
        assert reply.status_code == 200, reply.text
        until(to.is_leader, every=0.1)
        return time.monotonic() - began

    def synchronous(self) -> Node:
        """Wait for the synchronous standby, and return it."""

        def found() -> Node | None:
            told = [row for node in self.nodes for row in node.told().get("replication", [])]
            names = {row["application_name"] for row in told if row["sync_state"] == "sync"}
            return next((node for node in self.nodes if node.name in names), None)

        standby = until(found)
        assert standby is not None
        return standby

    def backrest(self, *words: str) -> str:
        """Run pgBackRest on the leader; returns what it says."""
        leader = self.await_leader()
        configuration = leader.folder / "etc/pgbackrest.conf"
        return leader.as_user("pgbackrest", f"--config={configuration}", "--stanza=ludolog", *words)

    def latest_backups(self) -> list[float]:
        """Let each node look for the latest backup by the line of its unit; returns what the services of each see."""
        found: list[float] = []
        for node in self.nodes:
            unit = (node.folder / "etc/systemd/system/ludolog-backup-seen.service").read_text()
            (line,) = re.findall(r"^ExecStart=(.*)$", unit, re.MULTILINE)
            state = node.folder / "ludolog-backup"
            node.as_user("mkdir", "-p", str(state))
            words = shlex.split(line.replace("$$", "$").replace("%S", str(node.folder)))
            node.as_user("env", f"PGBACKREST_CONFIG={node.folder}/etc/pgbackrest.conf", *words)
            found.append((state / "latest").stat().st_mtime)
        return found

    def query(self, statement: str) -> str:
        """Let the leader run a statement as the superuser; returns what it says."""
        leader = self.await_leader()
        return leader.as_user(
            *(str(leader.binaries / "psql"), "--no-psqlrc", "--tuples-only", "--no-align"),
            *(f"--host={leader.folder}", "--username=postgres", f"--command={statement}"),
        ).strip()

    def configure(self, **settings: object) -> None:
        """Change settings of the cluster, as `patronictl edit-config` does."""
        url = f"http://{self.await_leader().machine.address}:8008/config"
        reply = ASKING.patch(url, json=settings, auth=("patroni", PASSWORD), timeout=10)
        assert reply.status_code == 200, reply.text

    def takeovers(self) -> int:
        """Return how often the leadership has changed since the cluster was made."""
        told = [node.told().get("timeline", 0) for node in self.nodes]
        return max(told) - 1

    def end(self) -> None:
        """End everything."""
        if self._haproxy is not None:
            self._haproxy.kill()
            self._haproxy.wait()
        self.network.end()
        # a folder on which a disk is mounted cannot be removed
        for node in self.nodes:
            if (node.folder / "disk").is_mount():
                run("umount", "--lazy", str(node.folder / "disk"))
