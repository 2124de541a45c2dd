"""A primary, a streaming replica, and two processes of the service that read from both."""

import shutil
import tempfile
from collections.abc import Callable, Generator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import httpx
import psycopg

from tests.postgres import Cluster, cluster
from tests.replies import ok
from tests.service.kit import identity
from tests.service.server import Server, serving
from tests.service.test_metrics import told
from tests.waiting import until

POSITION = "Ludolog-Position"
SOURCES = ("replicas", "polled", "primary")


class Site:
    """Two processes on one primary and its replica."""

    def __init__(self, primary: Cluster, replica: Cluster, servers: list[Server]) -> None:
        self.primary = primary
        self.replica = replica
        self.servers = servers

    @property
    def name(self) -> str:
        """The name of the replica in logs and metrics."""
        return f"{self.replica.folder}:5432"

    def pause(self) -> None:
        """Let the replica replay nothing from now on."""
        with psycopg.connect(self.replica.url(), autocommit=True) as connection:
            connection.execute("SELECT pg_wal_replay_pause()")
            state = "SELECT pg_get_wal_replay_pause_state()"
            until(lambda: connection.execute(state).fetchone() == ("paused",))

    def resume(self) -> None:
        """Let the replica replay again."""
        with psycopg.connect(self.replica.url(), autocommit=True) as connection:
            connection.execute("SELECT pg_wal_replay_resume()")

    @contextmanager
    def blocked(self, table: str) -> Generator[None]:
        """Let each query of a table wait at the replica, and only there, until the block ends."""
        with (
            psycopg.connect(self.primary.url()) as holder,
            psycopg.connect(self.primary.url(), autocommit=True) as here,
            psycopg.connect(self.replica.url(), autocommit=True) as there,
        ):
            holder.execute(f"LOCK TABLE {table} IN ACCESS EXCLUSIVE MODE".encode())
            # a commit, so that what is before it in the log of the server gets to the replica
            here.execute("SELECT pg_logical_emit_message(true, 'tests', '')")
            held = "SELECT 1 FROM pg_locks WHERE relation = %s::regclass AND mode = 'AccessExclusiveLock'"
            until(lambda: there.execute(held, (table,)).fetchone() is not None)
            self.pause()
            try:
                holder.rollback()
                yield
            finally:
                self.resume()
            until(lambda: there.execute(held, (table,)).fetchone() is None)

    def await_used(self, number: int = 0, *, is_used: bool = True) -> None:
        """Wait until a process uses the replica, or does not."""
        client = self.servers[number].client()
        key = ("ludolog_replica_used", (("replica", self.name),))
        until(lambda: told(client)[key] == float(is_used))

    def lag(self, number: int = 0) -> float:
        """Return what a process says about the replica."""
        return told(self.servers[number].client())["ludolog_replica_lag", (("replica", self.name),)]

    def await_current(self) -> None:
        """Wait until the replica has, with all lists, what the primary has now."""
        with (
            psycopg.connect(self.primary.url(), autocommit=True) as here,
            psycopg.connect(self.replica.url(), autocommit=True) as there,
        ):
            end = (here.execute("SELECT COALESCE(MAX(notification_id), 0) FROM ludolog_events").fetchone() or (0,))[0]
            reached = "SELECT COALESCE(MIN(notification_id), 0) FROM ludolog_tracking WHERE application_name LIKE '%.%'"
            until(lambda: (there.execute(reached).fetchone() or (0,))[0] >= end)

    @contextmanager
    def configured(self, **settings: str) -> Generator[None]:
        """Change settings of the primary until the block ends."""
        with psycopg.connect(self.primary.url(), autocommit=True) as admin:
            for name, value in settings.items():
                admin.execute(f"ALTER SYSTEM SET {name} = '{value}'".encode())
            admin.execute("SELECT pg_reload_conf()")
            try:
                yield
            finally:
                for name in settings:
                    admin.execute(f"ALTER SYSTEM RESET {name}".encode())
                admin.execute("SELECT pg_reload_conf()")

    @contextmanager
    def logged(self) -> Generator[Callable[[str], list[str]]]:
        """Let the primary log its statements until the block ends; yield what finds those with a text, with values."""
        log = Path(f"{self.primary.data}.log")
        start = log.stat().st_size
        with self.configured(log_statement="all", log_min_messages="log"):
            until(lambda: b"log_min_messages" in log.read_bytes()[start:])
            yield lambda text: [each for each in _statements(log.read_bytes()[start:].decode()) if text in each]

    @contextmanager
    def in_step(self) -> Generator[None]:
        """Let commits wait until the replica shows them, until the block ends."""
        with self.configured(synchronous_commit="remote_apply"):
            self.primary.await_standbys("*")
            try:
                yield
            finally:
                self.primary.await_standbys("")

    def answered(self, number: int = 0) -> dict[str, float]:
        """Return how many requests each source has answered at a process."""
        found = told(self.servers[number].client())
        return {each: found["ludolog_replica_requests_total", (("source", each),)] for each in SOURCES}


@contextmanager
def site(folder: Path, timeouts: Mapping[str, float] = {}, /, **settings: str) -> Generator[Site]:
    """Run a site until the block ends. The processes log to `log0` and `log1` in the folder."""
    # short: the path of a Unix socket has 107 characters at the most
    data = Path(tempfile.mkdtemp(prefix="ludolog-pg-"))
    try:
        with cluster() as primary, ExitStack() as stack:
            replica = primary.replica(data)
            stack.callback(stopped, replica)
            common = {
                "LUDOLOG_KEY_FILE": str(folder / "key"),
                "LUDOLOG_PROJECTIONS": "embedded",
                "LUDOLOG_METRICS": "on",
                "LUDOLOG_REPLICAS": replica.url(),
            }
            with ExitStack() as running:
                servers = [
                    running.enter_context(
                        serving(primary.url(), timeouts, folder / f"log{number}", **common, **settings)
                    )
                    for number in range(2)
                ]
                made = Site(primary, replica, servers)
                for number in range(2):
                    made.await_used(number)
                yield made
    finally:
        shutil.rmtree(data)


def stopped(server: Cluster) -> None:
    """Stop a server, if it runs."""
    if (server.data / "postmaster.pid").exists():
        server.stop("immediate")


def _statements(log: str) -> list[str]:
    """Return the statements in a log, each with its values."""
    return log.split(" LOG:  ")[1:]


class Reader:
    """A client that says what it has seen, at any process."""

    def __init__(self, client: httpx.Client) -> None:
        self.client = client
        self.seen: tuple[int, int] | None = None

    def at(self, server: Server) -> "Reader":
        """Return a client of the same player, who has seen the same, at another process."""
        other = server.client()
        if (token := self.client.headers.get("Authorization")) is not None:
            other.headers["Authorization"] = token
        reader = Reader(other)
        reader.seen = self.seen
        return reader

    @property
    def id(self) -> str:
        """The id of the player."""
        return identity(self.client)

    def request(self, method: str, path: str, **arguments: Any) -> httpx.Response:
        """Send a request that says what the client has seen, and keep the larger of each number of the reply."""
        headers = {} if self.seen is None else {POSITION: f"{self.seen[0]}.{self.seen[1]}"}
        reply = self.client.request(method, path, headers=headers, **arguments)
        self.note(reply)
        return reply

    def get(self, path: str, **arguments: Any) -> httpx.Response:
        """Read something."""
        return ok(self.request("GET", path, **arguments))

    def note(self, reply: httpx.Response) -> None:
        """Keep what a reply says."""
        if (position := position_in(reply)) is None:
            if reply.request.method != "GET":
                self.seen = None
        else:
            before = self.seen or (0, 0)
            self.seen = max(before[0], position[0]), max(before[1], position[1])


def position_in(reply: httpx.Response) -> tuple[int, int] | None:
    """Return what a reply says that it shows."""
    text = reply.headers.get(POSITION)
    if text is None:
        return None
    log, accounts = map(int, text.split("."))
    return log, accounts


def lines_about(log: Path, text: str) -> list[str]:
    """Return the lines of a log that contain a text."""
    return [line for line in log.read_text(errors="replace").splitlines() if text in line]
