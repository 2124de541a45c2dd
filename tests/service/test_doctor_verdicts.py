"""`ludolog doctor` ends with 1 wherever `serve` refuses to start, and gives the same reason."""

import os
from pathlib import Path

import pytest

from tests.service.forge import IMPATIENT, run_ludolog
from tests.service.server import free_port, serving
from tests.service.test_doctor_trials import doctor, wrong
from tests.waiting import until

NOTICE_TIMEOUT = 20.0


def reason_of_serve(**settings: str) -> str:
    """Return why a service does not start."""
    done = run_ludolog("serve", "--port", str(free_port()), environment=settings, timeouts=IMPATIENT)
    assert done.returncode == 2
    return done.stderr.strip().removeprefix("ludolog: ")


@pytest.mark.parametrize("name", ["games.db", "link.db"])
def test_a_file_that_a_service_at_another_port_uses_is_wrong(tmp_path: Path, name: str) -> None:
    with serving(tmp_path / "games.db") as server:
        if name == "link.db":
            os.link(tmp_path / "games.db", tmp_path / "link.db")
        database = f"sqlite:///{tmp_path}/{name}"
        found = doctor(LUDOLOG_DATABASE=database, LUDOLOG_KEY_FILE=f"{tmp_path}/games.db.key")
        reason = reason_of_serve(LUDOLOG_DATABASE=database)
        same_port = doctor(LUDOLOG_DATABASE=server.database, LUDOLOG_PORT=str(server.port))

    assert found["code"] == 1
    assert wrong(found) == {"store": reason}
    assert same_port["code"] == 0


@pytest.mark.parametrize("with_lock", [False, True])
def test_a_file_that_is_deleted_while_it_is_served_is_wrong(tmp_path: Path, with_lock: bool) -> None:
    with serving(tmp_path / "games.db") as server:
        settings = {"LUDOLOG_DATABASE": server.database, "LUDOLOG_PORT": str(server.port)}
        (tmp_path / "games.db").unlink()
        if with_lock:
            (tmp_path / "games.db.lock").unlink()
        until(lambda: server.client().get("/health/ready").status_code != 200, NOTICE_TIMEOUT)
        found = doctor(**settings)

    if with_lock:
        assert "a ludolog service, version" in wrong(found)["address"]
        assert "was deleted or moved away" in wrong(found)["address"]
    else:
        assert list(wrong(found)) == ["store"]
        assert "was deleted or moved: stop the service" in wrong(found)["store"]
    assert found["code"] == 1


def test_a_folder_as_database_has_one_reason(tmp_path: Path) -> None:
    (tmp_path / "folder.db").mkdir()
    settings = {"LUDOLOG_DATABASE": f"sqlite:///{tmp_path}/folder.db"}

    assert wrong(doctor(**settings)) == {"store": reason_of_serve(**settings)}


def test_a_read_only_folder_is_not_to_be_emptied(tmp_path: Path) -> None:
    # nobody can make a file there, not even root
    found = wrong(doctor(LUDOLOG_DATABASE="sqlite:////proc/games.db", LUDOLOG_KEY_FILE=f"{tmp_path}/key"))

    assert "let this user write to it, or set LUDOLOG_DATABASE" in found["space"]
    assert "free space" not in found["space"]


@pytest.mark.parametrize("database", ["mysql://u@h/db", "sqlite://games.db", "sqlite:///"])
def test_a_url_that_cannot_be_used_is_one_finding(database: str) -> None:
    assert list(wrong(doctor(LUDOLOG_DATABASE=database))) == ["store"]


def test_a_folder_as_key_file_is_no_key_to_rotate(tmp_path: Path) -> None:
    done = run_ludolog(
        "keys",
        "new",
        environment={"LUDOLOG_DATABASE": f"sqlite:///{tmp_path}/games.db", "LUDOLOG_KEY_FILE": str(tmp_path)},
    )

    assert done.returncode == 2
    assert done.stderr == f"ludolog: {tmp_path} is a folder: set LUDOLOG_KEY_FILE to a file\n"
