"""The service as a process: its port, its file, its end."""

import os
import signal
import socket
import sqlite3
import subprocess
import sys
from pathlib import Path

import httpx
import pytest

from service.core.store.errors import StoreError
from service.core.store.store import Store
from service.serving.address import bind
from service.serving.server import listening
from tests.abuse.http2 import Http2Client
from tests.replies import ok
from tests.service.forge import IMPATIENT, run_ludolog
from tests.service.kit import started_game
from tests.service.server import serving
from tests.waiting import until


def ludolog(*arguments: str, database: Path) -> subprocess.CompletedProcess[str]:
    return run_ludolog(*arguments, environment={"LUDOLOG_DATABASE": f"sqlite:///{database}"}, timeouts=IMPATIENT)


def one_line(done: subprocess.CompletedProcess[str]) -> str:
    assert (done.returncode, done.stdout) == (2, "")
    (line,) = done.stderr.splitlines()
    return line


def test_a_port_that_is_in_use_is_told_and_not_shared(tmp_path: Path) -> None:
    with serving(tmp_path / "a.db") as server:
        second = ludolog("serve", "--port", str(server.port), database=tmp_path / "b.db")

    assert "--port" in one_line(second)
    assert not (tmp_path / "b.db").exists()


def test_as_many_files_may_be_open_as_the_system_lets_the_service() -> None:
    # what the limit is for a process of its own, so that no other is touched
    script = """if True:
        import resource
        from service.serving.server import raise_file_limit
        resource.setrlimit(resource.RLIMIT_NOFILE, (300, 400))
        raise_file_limit()
        print(resource.getrlimit(resource.RLIMIT_NOFILE))
    """
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)

    assert done.stdout == "(400, 400)\n"


def test_a_killed_service_leaves_nothing_behind_that_serves_or_locks(tmp_path: Path) -> None:
    with serving(tmp_path / "games.db") as server:
        game = started_game(server.player())
        # the process alone, not its group
        os.kill(server.process.pid, signal.SIGKILL)
        server.process.wait()
        with pytest.raises(httpx.TransportError):
            server.client().get("/health/live")
        server.restart()
        assert ok(server.client().get(f"/v1/games/{game}")).json()["status"] == "running"


def test_a_request_that_never_comes_whole_does_not_keep_the_service_from_a_clean_end(tmp_path: Path) -> None:
    with serving(tmp_path / "games.db", {}, tmp_path / "log") as server:
        server.player()
        with socket.create_connection(("127.0.0.1", server.port)) as half:
            half.sendall(b"POST /v1/players HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n")
            half.sendall(b'Content-Length: 100\r\n\r\n{"name"')
            # answered after it, so that the half has come
            server.client().get("/health/live")
            server.stop()

    assert server.process.poll() == 0
    # the log was closed, not left
    assert not (tmp_path / "games.db-wal").exists()
    assert not [line for line in server.log() if "Traceback" in line]


def test_a_client_that_does_not_read_its_stream_does_not_keep_the_service_from_a_clean_end(tmp_path: Path) -> None:
    shutdown = {
        "service.serving.server.SHUTDOWN_GRACE": 0.5,
        # no request is cancelled: the stream ends with its connection
        "service.serving.server.SHUTDOWN_CANCEL": 60.0,
        "service.serving.server.SHUTDOWN_TIMEOUT": 50.0,
    }
    with serving(tmp_path / "games.db", shutdown, tmp_path / "log") as server:
        player = server.player()
        games = {"games": [{"ruleset": "giganten", "seats": 4}] * 200}
        for _ in range(2):
            assert player.post("/v1/games/bulk", json=games).status_code == 201
        with Http2Client(server.port) as silent, socket.create_connection(("127.0.0.1", server.port)) as late:
            # more than the 64 KiB that flow control of HTTP/2 lets the service send to a client that does not read
            silent.ask("/v1/games/stream?after=MCAw")
            until(lambda: ok(player.get("/health/live")).json()["streams"] == 1)
            late.sendall(b"GET /v1/games/stream HTTP/1.1\r\nHost: a\r\n\r\n")
            until(lambda: ok(player.get("/health/live")).json()["streams"] == 2)
            server.stop()
            read = received(late)

    assert server.process.poll() == 0
    assert not (tmp_path / "games.db-wal").exists()
    assert not [line for line in server.log() if "Traceback" in line]
    # a client that reads is asked to come back, and its answer is whole
    assert b": come back soon" in read
    assert read.endswith(b"0\r\n\r\n")


def received(connection: socket.socket) -> bytes:
    """Return all that a connection gets until it is closed."""
    found = b""
    while part := connection.recv(65536):
        found += part
    return found


def test_a_file_has_one_process_whatever_name_leads_to_it(tmp_path: Path) -> None:
    file, link = tmp_path / "games.db", tmp_path / "link.db"
    with Store(f"sqlite:///{file}"):
        link.symlink_to(file)
        second = ludolog("serve", "--port", "1", database=link)
        third = ludolog("serve", database=link)

    assert "another ludolog process" in one_line(second)
    assert "another ludolog process" in one_line(third)


@pytest.mark.parametrize("command", ["serve", "doctor"])
def test_a_file_that_is_no_log_is_told_and_left_as_it_is(tmp_path: Path, command: str) -> None:
    junk, foreign, folder = tmp_path / "junk.db", tmp_path / "foreign.db", tmp_path / "folder.db"
    junk.write_bytes(b"no database at all" * 1000)
    folder.mkdir()
    connection = sqlite3.connect(foreign)
    connection.execute("CREATE TABLE recipes (name TEXT)")
    connection.commit()
    connection.close()
    before = {file: file.read_bytes() for file in (junk, foreign)}

    for file in (junk, foreign, folder):
        done = ludolog(command, database=file)
        assert done.returncode in {1, 2}
        assert "Traceback" not in done.stderr + done.stdout
        assert "LUDOLOG_DATABASE" in (done.stderr + done.stdout).replace("\n", "")
    assert before == {file: file.read_bytes() for file in (junk, foreign)}


def test_a_log_is_opened_again_after_a_clean_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("service.core.store.files.locks.LOCK_TIMEOUT", 0.2)
    database = f"sqlite:///{tmp_path}/games.db"
    Store(database).close()
    Store(database).close()

    with Store(database) as store, pytest.raises(StoreError):
        Store(database)
    assert not store.is_writing


@pytest.mark.parametrize("shared", [False, True])
def test_an_address_is_free_again_as_soon_as_its_process_has_ended(shared: bool) -> None:
    with listening("127.0.0.1", 0, shared=shared) as first:
        first.listen()
        port = first.getsockname()[1]
        with socket.create_connection(("127.0.0.1", port)) as client:
            served, _ = first.accept()
            # who closes first keeps the address of the connection for a minute (TIME-WAIT, RFC 9293 3.6)
            served.close()
            assert client.recv(1) == b""
    # `ludolog site` looks by a socket that is not shared, its processes listen on shared ones
    bind("127.0.0.1", port).close()
    listening("127.0.0.1", port, shared=shared).close()
