"""What keeps a service from starting is told in one line, whenever it happens; lost keys are not replaced."""

import contextlib
import json
import shutil
import socket
import threading
from collections.abc import Generator
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import httpx
import pytest

from service.core.keys.key_file import open_keys
from tests.replies import ok
from tests.service.forge import run_ludolog
from tests.service.kit import open_game
from tests.service.server import free_port, serving


class Forwarder:
    """Passes on a number of connections to a PostgreSQL server, then hangs up on all of them: the server is gone."""

    def __init__(self, target: str, connections: int) -> None:
        self._target = target
        self._left = connections
        self._listener = socket.create_server(("127.0.0.1", 0))
        self._open: list[socket.socket] = []
        threading.Thread(target=self._run, daemon=True).start()

    @property
    def port(self) -> int:
        return self._listener.getsockname()[1]

    def _run(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                client, _ = self._listener.accept()
                if not self._left:
                    self._listener.close()
                    self.close()
                    client.close()
                    return
                self._left -= 1
                server = socket.socket(socket.AF_UNIX)
                server.connect(self._target)
                self._open += [client, server]
                for source, sink in ((client, server), (server, client)):
                    threading.Thread(target=_pass_on, args=(source, sink), daemon=True).start()

    def close(self) -> None:
        for each in [self._listener, *self._open]:
            with contextlib.suppress(OSError):
                each.shutdown(socket.SHUT_RDWR)
            each.close()


def _pass_on(source: socket.socket, sink: socket.socket) -> None:
    with contextlib.suppress(OSError):
        while data := source.recv(65536):
            sink.sendall(data)
    for each in (source, sink):
        with contextlib.suppress(OSError):
            each.shutdown(socket.SHUT_RDWR)


@contextlib.contextmanager
def forwarding(database: str, connections: int) -> Generator[str]:
    """Yield a URL under which so many connections can be made."""
    parts = urlsplit(database)
    (folder,) = parse_qs(parts.query)["host"]
    forwarder = Forwarder(f"{folder}/.s.PGSQL.5432", connections)
    try:
        yield f"postgresql://postgres@127.0.0.1:{forwarder.port}{parts.path}?sslmode=disable&gssencmode=disable"
    finally:
        forwarder.close()


@pytest.mark.parametrize("form", ["console", "json"])
@pytest.mark.parametrize("connections", range(5))
def test_a_postgresql_that_dies_at_any_moment_of_the_start_is_one_line(
    postgres: str, tmp_path: Path, connections: int, form: str
) -> None:
    port = str(free_port())
    with forwarding(postgres, connections) as url:
        environment = {"LUDOLOG_DATABASE": url, "LUDOLOG_KEY_FILE": str(tmp_path / "key"), "LUDOLOG_LOG": form}
        done = run_ludolog("serve", "--port", port, environment=environment)

    errors = [line for line in done.stderr.splitlines() if is_error(line)]
    assert "Traceback" not in done.stderr + done.stdout, done.stderr[-1500:]
    assert done.returncode == 2, done.stderr
    assert len(errors) == 1, done.stderr
    assert "PostgreSQL" in errors[0] or "connection" in errors[0]


def is_error(line: str) -> bool:
    if line.startswith("{"):
        return json.loads(line)["level"] in {"error", "critical"}
    return "[info" not in line and "[warning" not in line


def in_vain(*command: str, **environment: str) -> str:
    """Run a command that cannot start; returns the one line that says why."""
    done = run_ludolog(*command, environment=environment)
    assert done.returncode == 2, done.stdout
    (line,) = done.stderr.splitlines()
    return line


def test_an_export_does_not_create_a_database(tmp_path: Path) -> None:
    line = in_vain("export", LUDOLOG_DATABASE=f"sqlite:///{tmp_path}/nope.db")

    assert f"there is no database {tmp_path}/nope.db" in line
    assert list(tmp_path.iterdir()) == []


@pytest.fixture
def orphaned(tmp_path: Path) -> str:
    """The URL of a database with a game, whose key file is lost."""
    with serving(tmp_path / "games.db") as server:
        open_game(server.player())
    (tmp_path / "games.db.key").rename(tmp_path / "saved.key")
    return f"sqlite:///{tmp_path}/games.db"


def test_a_database_with_games_is_not_served_without_its_key_file(orphaned: str, tmp_path: Path) -> None:
    line = in_vain("serve", "--port", str(free_port()), LUDOLOG_DATABASE=orphaned)
    exported = in_vain("export", LUDOLOG_DATABASE=orphaned)
    rotated = in_vain("keys", "rotate", LUDOLOG_DATABASE=orphaned)
    found = run_ludolog("doctor", "--json", environment={"LUDOLOG_DATABASE": orphaned})

    assert "games.db.key is missing" in line
    assert "ludolog keys new" in line
    assert "ludolog keys new" in exported
    assert "ludolog keys new" in rotated
    assert not (tmp_path / "games.db.key").exists()
    (key,) = [finding for finding in json.loads(found.stdout) if finding["what"] == "key file"]
    assert (found.returncode, key["verdict"]) == (1, "wrong")
    assert "ludolog keys new" in key["found"]


def test_a_postgresql_database_with_games_is_not_served_without_its_key_file(postgres: str, tmp_path: Path) -> None:
    key = tmp_path / "site.key"
    with serving(postgres, LUDOLOG_KEY_FILE=str(key)) as server:
        open_game(server.player())
    key.unlink()
    line = in_vain("serve", "--port", str(free_port()), LUDOLOG_DATABASE=postgres, LUDOLOG_KEY_FILE=str(key))
    made = run_ludolog("keys", "new", environment={"LUDOLOG_DATABASE": postgres, "LUDOLOG_KEY_FILE": str(key)})

    assert "ludolog keys new" in line
    assert made.returncode == 0, made.stderr
    assert len(open_keys(key).published.keys) == 2


def test_a_new_key_is_the_explicit_way_out_and_past_signatures_can_still_be_checked(
    orphaned: str, tmp_path: Path
) -> None:
    before = open_keys(tmp_path / "saved.key").key_id
    made = run_ludolog("keys", "new", environment={"LUDOLOG_DATABASE": orphaned})
    again = in_vain("keys", "new", LUDOLOG_DATABASE=orphaned)
    with serving(tmp_path / "games.db") as server:
        keys = ok(server.client().get("/.well-known/jwks.json")).json()["keys"]

    assert made.returncode == 0, made.stderr
    assert ".key exists already: `ludolog keys rotate`" in " ".join(again.split())
    assert keys[0]["kid"] != before
    assert keys[1]["kid"] == before
    assert "d" not in keys[1]
    assert (tmp_path / "games.db.key").stat().st_mode & 0o777 == 0o600


def test_a_database_without_games_gets_its_key_by_itself(tmp_path: Path) -> None:
    with serving(tmp_path / "games.db") as server:
        server.player()
    (tmp_path / "games.db.key").unlink()
    with serving(tmp_path / "games.db") as server:
        assert server.client().get("/.well-known/jwks.json").status_code == httpx.codes.OK


def test_a_database_that_was_filled_by_another_command_has_its_key_already(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path}/games.db"
    played = run_ludolog("simulate", "minos", "--seats", "2", "--games", "1", "--database", database)
    with serving(tmp_path / "games.db") as server:
        assert len(ok(server.client().get("/v1/games")).json()["items"]) == 1
    assert played.returncode == 0, played.stderr


def test_the_key_file_of_another_database_is_told(tmp_path: Path) -> None:
    for name in ("a", "b"):
        with serving(tmp_path / f"{name}.db") as server:
            open_game(server.player())
    shutil.copy(tmp_path / "b.db.key", tmp_path / "a.db.key")
    found = run_ludolog("doctor", "--json", environment={"LUDOLOG_DATABASE": f"sqlite:///{tmp_path}/a.db"})

    (key,) = [finding for finding in json.loads(found.stdout) if finding["what"] == "keys of the log"]
    assert key["verdict"] == "wrong"
    assert "does not know" in key["found"]


@pytest.mark.parametrize("what", ["folder.db", "no/such/games.db"])
def test_a_file_that_cannot_be_opened_is_one_line(tmp_path: Path, what: str) -> None:
    (tmp_path / "folder.db").mkdir()
    line = in_vain("serve", "--port", str(free_port()), LUDOLOG_DATABASE=f"sqlite:///{tmp_path}/{what}")

    assert "LUDOLOG_DATABASE" in line
