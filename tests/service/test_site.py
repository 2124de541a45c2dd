"""A whole site by one command: what dies is started again, and games go on."""

import contextlib
import os
import random
import signal
import socket
import subprocess
import sys
import time
import uuid
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from service.core.keys.key_file import make_keys
from service.core.settings import Settings
from service.operate.site.backups import ABOUT, DUMP, KEY
from service.operate.site.errors import SiteError
from service.operate.site.preparation import SiteConfig, prepare
from service.operate.site.state import SiteState, write_state
from tests.postgres import new_database
from tests.replies import ok
from tests.service.forge import run_ludolog
from tests.service.own_site import await_ready, can_run_postgres, workplace
from tests.service.server import NO_TLS, free_port
from tests.waiting import WITHIN, until


class Running:
    """A site of two service processes and a worker, on a PostgreSQL server that is there."""

    def __init__(self, folder: Path, database: str) -> None:
        self.folder = folder
        port = free_port()
        self.base = f"http://127.0.0.1:{port}"
        environment = {**os.environ, "LUDOLOG_DATABASE": database, "LUDOLOG_PORT": str(port), "LUDOLOG_RATE_LIMIT": "0"}
        self.process = subprocess.Popen(
            [sys.executable, "-m", "service", "site", "--folder", str(folder)],
            env=environment,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        self._headers: dict[str, str] = {}

    def ask(self, method: str, path: str, body: Any = None) -> httpx.Response:
        """Ask until there is an answer, each time on a connection of its own, as a client does that lost one."""
        headers = {**self._headers, "Idempotency-Key": uuid.uuid4().hex}
        deadline = time.monotonic() + WITHIN
        while time.monotonic() < deadline:
            with contextlib.suppress(httpx.TransportError):
                reply = httpx.request(method, self.base + path, json=body, headers=headers, timeout=15, verify=NO_TLS)
                if reply.status_code != 503:
                    return reply
            time.sleep(0.1)
        raise AssertionError((self.folder / "service-0.log").read_text()[-2000:])

    def sign_up(self, name: str) -> None:
        """Be somebody."""
        token = ok(self.ask("POST", "/v1/players", {"name": name})).json()["token"]
        self._headers = {"Authorization": f"Bearer {token}"}

    def children(self, name: str) -> list[int]:
        """Return the processes of the site whose command names this."""
        supervisor = self.process.pid
        pids = Path(f"/proc/{supervisor}/task/{supervisor}/children").read_text().split()
        return [int(pid) for pid in pids if name.encode() in Path(f"/proc/{pid}/cmdline").read_bytes().split(b"\0")]

    def await_children(self, name: str, count: int, without: int) -> None:
        """Wait until there are so many of these, without the one that was killed."""
        until(lambda: len(found := self.children(name)) == count and without not in found)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory, postgres_server: str) -> Iterator[Running]:
    with new_database(postgres_server) as database:
        running = Running(tmp_path_factory.mktemp("own") / "site", database)
        try:
            yield running
        finally:
            running.process.terminate()
            running.process.wait(timeout=60)


def test_games_go_on_while_each_part_is_killed(site: Running) -> None:
    site.sign_up("Ada")
    game = ok(
        site.ask("POST", "/v1/games", {"ruleset": "giganten", "seats": 3, "bots": {"1": "random", "2": "random"}})
    )
    url = f"/v1/games/{game.json()['id']}"
    assert site.ask("PUT", f"{url}/seats/0").status_code == 200
    assert site.ask("POST", f"{url}/start").status_code == 200
    rng = random.Random(1)
    promised: list[tuple[int, str]] = []

    def play(commands: int) -> None:
        made = 0
        while made < commands:
            for decision in ok(site.ask("GET", f"{url}/decisions")).json()["items"]:
                if "choices" in decision:
                    command = rng.choice(decision["choices"])["command"]
                    reply = site.ask("POST", f"{url}/commands", {"decision": decision["id"], "command": command})
                    assert reply.status_code == 201, reply.text
                    promised.append((reply.json()["receipt"]["version"], reply.json()["receipt"]["head"]))
                    made += 1
            time.sleep(0.02)

    play(2)
    for name, count in (("serve", 2), ("serve", 2), ("worker", 1)):
        site.await_children(name, count, 0)
        killed = rng.choice(site.children(name))
        os.kill(killed, signal.SIGKILL)
        play(2)
        site.await_children(name, count, killed)

    for version, head in promised:
        (event,) = ok(site.ask("GET", f"{url}/events?after={version - 1}&limit=1")).json()["items"]
        assert event["head"] == head


def test_a_folder_has_one_site(site: Running) -> None:
    site.sign_up("Bo")
    before = (site.folder / "database-url").stat().st_mtime_ns

    other = {"LUDOLOG_DATABASE": "postgresql://other@host/games", "LUDOLOG_PORT": str(free_port())}
    done = run_ludolog("site", "--folder", str(site.folder), environment=other)

    assert (done.returncode, done.stdout) == (2, "")
    assert "runs in" in done.stderr
    assert (site.folder / "database-url").stat().st_mtime_ns == before


@pytest.mark.parametrize(
    ("wrong", "told"), [({}, "cannot listen"), ({"LUDOLOG_PROJECTIONS": "x"}, "LUDOLOG_PROJECTIONS is 'x'")]
)
def test_what_cannot_be_is_said_before_anything_is_made(tmp_path: Path, wrong: dict[str, str], told: str) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        environment = {"LUDOLOG_DATABASE": "postgresql://ada@host/games", "LUDOLOG_PORT": str(taken.getsockname()[1])}
        done = run_ludolog("site", "--folder", str(tmp_path / "site"), environment=environment | wrong)

    assert (done.returncode, done.stdout) == (2, "")
    assert told in done.stderr
    assert not (tmp_path / "site").exists()


UNREADABLE = ("postgresql://ada:hid/den@host/games", "postgresql://ada:hid%FFden@host/games")
"""URLs in which libpq takes the start of the password for a port and quotes it, and whose password is no UTF-8."""


@pytest.mark.parametrize("url", UNREADABLE)
def test_a_url_that_cannot_be_read_is_refused_without_a_part_of_its_password(url: str, tmp_path: Path) -> None:
    folder, backup, other = tmp_path / "site", tmp_path / "backup", tmp_path / "other"
    for each in (folder, backup):
        each.mkdir()
    (folder / "database-url").write_text(url)
    make_keys(folder / "ludolog.key")
    state = SiteState("1", "127.0.0.1", 8000, 1, str(folder / "database-url"), str(folder / "ludolog.key"), False)
    write_state(folder, state)
    make_keys(backup / KEY)
    for name in (DUMP, ABOUT):
        (backup / name).write_text("{}")
    environment = {"LUDOLOG_DATABASE": url, "LUDOLOG_PORT": str(free_port())}
    commands = (
        ("site", "--folder", str(other)),
        ("site", "backup", str(tmp_path / "new"), "--folder", str(folder)),
        ("site", "restore", str(backup), "--folder", str(other)),
    )
    for command in commands:
        done = run_ludolog(*command, environment=environment)
        assert (done.returncode, done.stdout) == (2, ""), done.stderr
        (line,) = done.stderr.splitlines()
        assert "is no PostgreSQL URL" in line
        assert "hid" not in line
    assert not other.exists()
    assert not (tmp_path / "new").exists()


def test_the_password_of_the_database_is_in_no_command_line(tmp_path: Path) -> None:
    settings = Settings(database="postgresql://ada:hidden@host/games")
    command = prepare(SiteConfig(tmp_path / "site", settings, 2), {})

    assert "hidden" not in " ".join(command)
    assert "hidden" not in (tmp_path / "site" / "supervisord.conf").read_text()
    assert (tmp_path / "site" / "database-url").stat().st_mode & 0o777 == 0o600


def test_a_folder_whose_path_is_too_long_for_a_socket_is_refused(tmp_path: Path) -> None:
    folder = tmp_path / ("long" * 30)
    environment = {"LUDOLOG_DATABASE": "postgresql://ada@host/games", "LUDOLOG_PORT": str(free_port())}
    done = run_ludolog("site", "--folder", str(folder), environment=environment)

    assert done.returncode == 2
    assert "is too long for a socket in it" in done.stderr
    assert not folder.exists()


@pytest.mark.parametrize(("length", "is_refused"), [(83, False), (84, True)])
def test_the_longest_folder_of_a_site_has_room_for_the_socket(tmp_path: Path, length: int, is_refused: bool) -> None:
    folder = tmp_path / ("x" * (length - len(str(tmp_path)) - 1))
    site = SiteConfig(folder, Settings(database="postgresql://ada@host/games"), 2)
    if is_refused:
        with pytest.raises(SiteError, match="too long"):
            prepare(site, {})
        return
    prepare(site, {})
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(f"{folder}/supervisor.sock.4194304")


@pytest.mark.skipif(not can_run_postgres(), reason="PostgreSQL does not run as root, and there is no other user")
def test_a_folder_that_others_may_enter_has_no_socket_or_file_for_them() -> None:
    port = free_port()
    with workplace(LUDOLOG_PORT=str(port)) as place:
        folder = place.work / "site"
        folder.mkdir()
        folder.chmod(0o755)
        running = place.begin("umask 022; touch site/worker.log; exec ludolog site")
        await_ready(f"http://127.0.0.1:{port}", place)
        modes = {path.name: path.stat().st_mode & 0o777 for path in folder.iterdir()}
        stopped = place.run("ludolog site stop")
        running.wait(timeout=30)

    assert stopped.returncode == 0, stopped.stdout
    assert {".s.PGSQL.5432", "postgres.log", "service-0.log", "supervisord.log", "worker.log"} <= modes.keys()
    assert {name: oct(mode) for name, mode in modes.items() if mode & 0o077} == {}


@pytest.mark.skipif(os.geteuid() != 0, reason="only root is told so")
def test_root_is_told_that_postgresql_does_not_run_as_root(tmp_path: Path) -> None:
    with pytest.raises(SiteError, match="does not run as root"):
        prepare(SiteConfig(tmp_path / "site", Settings(), 2), {})
