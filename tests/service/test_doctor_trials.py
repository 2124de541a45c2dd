"""`ludolog doctor` tries what `serve` will do, and says in whole lines what would keep it from that."""

import contextlib
import json
import os
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.postgres import cluster
from tests.service.forge import run_ludolog
from tests.service.kit import open_game, problem
from tests.service.server import Server, free_port, serving

needs_mount = pytest.mark.skipif(
    os.geteuid() != 0 or shutil.which("mount") is None, reason="only root can mount a small or read-only disk"
)


def doctor(**settings: str) -> dict[str, Any]:
    """Return what the doctor finds, and its exit code."""
    port = {"LUDOLOG_PORT": str(free_port())}
    done = run_ludolog("doctor", "--json", environment=port | settings)
    assert "Traceback" not in done.stderr
    assert done.stderr == ""
    return {finding["what"]: finding for finding in json.loads(done.stdout)} | {"code": done.returncode}


def wrong(found: dict[str, Any]) -> dict[str, str]:
    return {what: each["found"] for what, each in found.items() if what != "code" and each["verdict"] == "wrong"}


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Path]:
    """A disk of four megabytes."""
    folder = tmp_path / "disk"
    folder.mkdir()
    mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=4m", "tmpfs", str(folder)], check=False)
    if mounted.returncode:
        pytest.skip("this container does not let root mount")
    try:
        yield folder
    finally:
        subprocess.run(["umount", "--lazy", str(folder)], check=True)


def fill(disk: Path) -> Path:
    """Leave no room on a disk; returns the file that takes it."""
    file = disk / "filling"
    descriptor = os.open(file, os.O_CREAT | os.O_WRONLY)
    try:
        with contextlib.suppress(OSError):
            while os.write(descriptor, bytes(4096)):
                pass
    finally:
        os.close(descriptor)
    assert not os.statvfs(disk).f_bavail
    return file


def test_each_trial_passes_before_the_first_start_and_leaves_nothing(tmp_path: Path) -> None:
    found = doctor(LUDOLOG_DATABASE=f"sqlite:///{tmp_path}/games.db")

    assert found["code"] == 0
    assert {"store", "space", "address", "key file"} <= found.keys()
    assert not list(tmp_path.iterdir())


def test_a_running_service_is_no_fault(tmp_path: Path) -> None:
    with serving(tmp_path / "games.db") as server:
        found = doctor(LUDOLOG_DATABASE=server.database, LUDOLOG_PORT=str(server.port))
        other = doctor(LUDOLOG_DATABASE=f"sqlite:///{tmp_path}/other.db", LUDOLOG_PORT=str(server.port))

    assert found["code"] == 0
    assert "in use by a running service, version" in found["address"]["found"]
    assert other["code"] == 1
    assert "a ludolog service of another database" in wrong(other)["address"]


def test_a_port_that_another_program_has_is_wrong(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        settings = {"LUDOLOG_DATABASE": f"sqlite:///{tmp_path}/games.db"}
        found = doctor(**settings, LUDOLOG_PORT=str(taken.getsockname()[1]))
    host = doctor(**settings, LUDOLOG_HOST="192.0.2.1")

    assert "another program" in wrong(found)["address"]
    assert "LUDOLOG_HOST" in wrong(host)["address"]


def health_of(server: Server, code: int) -> subprocess.CompletedProcess[str]:
    """Ask for the health until the command ends with a code: the service looks at the disk once a second."""
    deadline = time.monotonic() + 20
    while (asked := run_ludolog("health", environment={"LUDOLOG_PORT": str(server.port)})).returncode != code:
        assert time.monotonic() < deadline, asked.stderr
    return asked


@needs_mount
def test_a_full_disk_is_wrong_and_keeps_a_service_from_being_ready(disk: Path) -> None:
    with serving(disk / "games.db") as server:
        player = server.player()
        open_game(player)
        filling = fill(disk)
        found = doctor(LUDOLOG_DATABASE=server.database, LUDOLOG_PORT=str(server.port))
        health = health_of(server, 1)
        unready = player.get("/health/ready")
        alive = player.get("/health/live")
        reading = player.get("/v1/games")
        filling.unlink()
        health_of(server, 0)

    assert found["code"] == 1
    assert "the disk is full" in wrong(found)["space"]
    assert problem(unready) == (503, "unavailable")
    assert "the disk is full" in unready.json()["detail"]
    assert (alive.status_code, reading.status_code) == (200, 200)
    assert "the disk is full" in health.stderr


@needs_mount
def test_a_service_does_not_start_on_a_full_disk_and_says_so_in_one_line(disk: Path) -> None:
    fill(disk)
    database = {"LUDOLOG_DATABASE": f"sqlite:///{disk}/games.db"}
    done = run_ludolog("serve", "--port", str(free_port()), environment=database)
    found = doctor(**database)

    assert done.returncode == 2
    assert len(done.stderr.splitlines()) == 1
    assert "the disk is full" in wrong(found)["space"]


@needs_mount
def test_a_read_only_folder_is_wrong(disk: Path) -> None:
    with serving(disk / "games.db") as server:
        server.player()
    subprocess.run(["mount", "-o", "remount,ro", str(disk)], check=True)
    found = doctor(LUDOLOG_DATABASE=server.database)
    done = run_ludolog("serve", "--port", str(free_port()), environment={"LUDOLOG_DATABASE": server.database})

    assert {"writing", "space"} <= wrong(found).keys()
    assert "Read-only file system" in wrong(found)["space"]
    assert done.returncode == 2
    (line,) = done.stderr.splitlines()
    assert "Read-only file system" in line


def test_a_read_only_file_is_wrong(tmp_path: Path) -> None:
    with serving(tmp_path / "games.db") as server:
        server.player()
    (tmp_path / "games.db").chmod(0o400)
    # root may write to any file, unless that right is taken away
    limited = ["setpriv", "--bounding-set", "-dac_override"] if os.geteuid() == 0 else []
    environment = {**os.environ, "LUDOLOG_DATABASE": server.database, "LUDOLOG_PORT": str(free_port())}
    done = [
        subprocess.run(
            [*limited, sys.executable, "-m", "service", *command],
            env=environment, capture_output=True, text=True, check=False, timeout=60,
        )
        for command in (["doctor", "--json"], ["serve"])
    ]  # fmt: skip

    (writing,) = [each for each in json.loads(done[0].stdout) if each["what"] == "writing"]
    assert (writing["verdict"], "Permission denied" in writing["found"]) == ("wrong", True)
    assert done[1].returncode == 2
    (line,) = done[1].stderr.splitlines()
    assert "cannot be written (Permission denied)" in line


@pytest.mark.skipif(os.geteuid() != 0 or shutil.which("chattr") is None, reason="only root can freeze a file")
def test_a_frozen_file_is_wrong(tmp_path: Path) -> None:
    with serving(tmp_path / "games.db") as server:
        server.player()
    file = tmp_path / "games.db"
    if subprocess.run(["chattr", "+i", str(file)], check=False, capture_output=True).returncode:
        pytest.skip("this file system cannot freeze files")
    try:
        found = doctor(LUDOLOG_DATABASE=server.database)
    finally:
        subprocess.run(["chattr", "-i", str(file)], check=True)

    assert "Operation not permitted" in wrong(found)["writing"]


@pytest.mark.parametrize(
    ("variable", "value", "what"),
    [
        ("LUDOLOG_DATABASE", "sqlite://games.db", "store"),
        ("LUDOLOG_DATABASE", "mysql://u@h/db", "store"),
        ("LUDOLOG_DATABASE", "sqlite:////no/such/folder/games.db", "store"),
        ("LUDOLOG_DATABASE_FILE", "/no/such/file", "settings"),
        ("LUDOLOG_PORT", "http", "settings"),
    ],
)
def test_a_wrong_url_or_setting_is_a_finding(variable: str, value: str, what: str) -> None:
    settings = {"LUDOLOG_PORT": str(free_port())} | {variable: value}
    done = run_ludolog("doctor", "--json", environment=settings)
    found = {finding["what"]: finding for finding in json.loads(done.stdout)}

    assert done.returncode == 1
    assert found[what]["verdict"] == "wrong"
    assert "LUDOLOG" in found[what]["found"] or "sqlite:///FILE" in found[what]["found"]


def test_postgresql_that_is_down_or_lacks_rights_is_wrong(tmp_path: Path) -> None:
    with cluster() as server:
        settings = {"LUDOLOG_DATABASE": server.url(), "LUDOLOG_KEY_FILE": str(tmp_path / "key")}
        up = doctor(**settings)
        server.run("psql", f"--dbname={server.url()}", "--command=CREATE ROLE guest LOGIN")
        guest = server.url().replace("postgres@", "guest@")
        poor = doctor(**settings | {"LUDOLOG_DATABASE": guest})
        server.stop()
        down = doctor(**settings)

    assert up["code"] == 0, wrong(up)
    assert "CREATE in the schema public" in wrong(poor)["writing"]
    assert down["code"] == 1
    assert "cannot be used" in wrong(down)["store"]
    assert "\n" not in wrong(down)["store"]


def test_no_line_is_cut_or_wrapped_when_it_is_piped(tmp_path: Path) -> None:
    folder = tmp_path / ("long" * 40)
    folder.mkdir()
    environment = {**os.environ, "LUDOLOG_DATABASE": f"sqlite:///{folder}/games.db", "COLUMNS": "40"}
    command = [sys.executable, "-m", "service", "doctor"]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False, timeout=60)

    lines = done.stdout.splitlines()
    assert any(line.endswith(f"{folder}/games.db") for line in lines)
    assert all(line.split()[0] in {"ok", "note", "warning", "wrong"} for line in lines)
    assert "…" not in done.stdout
