"""The key file as `ludolog doctor` and `ludolog site doctor` see it, and as a service uses it."""

import json
from pathlib import Path
from typing import Any

import pytest

from domain.ledger.signing import Keys
from domain.proof.verify import verify
from service.core.keys.key_file import open_keys, rotate_keys
from service.core.keys.opening import open_keys_of
from service.core.keys.signing import is_signed_by, keys_from
from service.core.store.store import Store
from tests.replies import ok
from tests.service.forge import run_ludolog
from tests.service.kit import player_in_game
from tests.service.server import free_port, serving


def found_by(*command: str, **settings: str) -> list[dict[str, Any]]:
    """Return what a doctor finds."""
    port = {"LUDOLOG_PORT": str(free_port())}
    done = run_ludolog(*command, "--json", environment=port | settings)
    assert done.stderr == ""
    return json.loads(done.stdout)


def noted(tmp_path: Path) -> str:
    """Make a database that notes the key of the key file beside it; returns its URL."""
    url = f"sqlite:///{tmp_path}/games.db"
    with Store(url) as store:
        open_keys_of(store, tmp_path / "games.db.key")
    return url


def test_a_site_that_is_not_there_yet_is_compared_with_no_log(tmp_path: Path) -> None:
    url = noted(tmp_path)
    folder = tmp_path / "site"
    folder.mkdir()
    open_keys(folder / "ludolog.key")

    found = found_by("site", "doctor", "--folder", str(folder), LUDOLOG_DATABASE=url)

    assert [each["verdict"] for each in found if each["what"] == "key file"] == ["ok"]
    assert not [each for each in found if each["what"] == "keys of the log"]


def test_a_service_with_an_older_key_file_warns_and_publishes_the_noted_keys(tmp_path: Path) -> None:
    path = tmp_path / "games.db.key"

    with serving(tmp_path / "games.db", {}, tmp_path / "output") as server:
        player, game = player_in_game(server, ruleset="minos")
        server.stop()
        second = open_keys(path).key_id
        older = path.read_bytes()
        first = rotate_keys(path).key_id
        server.restart()
        bundle = player.get(f"/v1/games/{game}/bundle").content
        server.stop()
        assert first not in server.output.read_text()
        path.write_bytes(older)
        server.restart()
        jwks = ok(server.client().get("/.well-known/jwks.json"))
        trusted = ok(
            player.post("/v1/verifications", content=bundle, headers={"Content-Type": "application/octet-stream"})
        ).json()["trusted"]

    (warning,) = [line for line in server.log() if first in line]
    assert "restore the right key file" in warning
    assert [key["kid"] for key in jwks.json()["keys"]] == [second, first]
    assert all("d" not in key for key in jwks.json()["keys"])
    assert verify(bundle.splitlines(), Keys(is_signed_by, keys_from(jwks.text))).trusted
    assert trusted is True


@pytest.mark.parametrize("is_postgres", [False, True])
def test_a_service_refuses_the_key_file_of_another_database(
    request: pytest.FixtureRequest, tmp_path: Path, is_postgres: bool
) -> None:
    """The foreign key is not recorded: with the right file, the service and the doctor are as before."""
    path, saved = tmp_path / "games.db.key", tmp_path / "saved.key"
    database = request.getfixturevalue("postgres") if is_postgres else tmp_path / "games.db"
    with serving(database, LUDOLOG_KEY_FILE=str(path)) as server:
        player_in_game(server, ruleset="minos")
        url = server.database
    path.rename(saved)
    own, foreign = open_keys(saved).key_id, open_keys(path).key_id
    settings = {"LUDOLOG_DATABASE": url, "LUDOLOG_KEY_FILE": str(path)}

    refused = run_ludolog("serve", "--port", str(free_port()), environment=settings)
    exported = run_ludolog("export", "--out", str(tmp_path), environment=settings)
    saved.rename(path)
    found = found_by("doctor", **settings)
    with serving(database, LUDOLOG_KEY_FILE=str(path)) as server:
        jwks = ok(server.client().get("/.well-known/jwks.json")).json()

    for done in (refused, exported):
        (line,) = done.stderr.splitlines()
        assert done.returncode == 2
        assert own in line
        assert foreign not in line
        assert "restore the right key file" in line
    assert [each["verdict"] for each in found if each["what"] == "keys of the log"] == ["ok"]
    assert [key["kid"] for key in jwks["keys"]] == [own]


def test_the_doctor_tells_an_older_copy_from_a_foreign_file_and_each_remedy_helps(tmp_path: Path) -> None:
    path, newest = tmp_path / "games.db.key", tmp_path / "newest.key"
    with serving(tmp_path / "games.db") as server:
        player_in_game(server, ruleset="minos")
        url = server.database
    older, second = path.read_bytes(), rotate_keys(path).key_id
    with serving(tmp_path / "games.db"):
        pass
    path.rename(newest)

    def found() -> tuple[int, str, str]:
        done = run_ludolog("doctor", "--json", environment=port | settings)
        (each,) = [each for each in json.loads(done.stdout) if each["what"] == "keys of the log"]
        return done.returncode, each["verdict"], each["found"]

    settings, port = {"LUDOLOG_DATABASE": url}, {"LUDOLOG_PORT": str(free_port())}
    open_keys(path)
    foreign, not_rotated = found(), run_ludolog("keys", "rotate", environment=settings)
    path.write_bytes(older)
    older_copy, rotated = found(), run_ludolog("keys", "rotate", environment=settings)
    after_rotation = found()
    path.unlink()
    made = run_ludolog("keys", "new", environment=settings)
    after_new = found()

    assert foreign[:2] == (1, "wrong")
    assert "move this file away and run `ludolog keys new`" in foreign[2]
    assert (not_rotated.returncode, not_rotated.stderr) == (2, f"ludolog: {foreign[2]}\n")
    assert older_copy[:2] == (0, "warning")
    assert second in older_copy[2]
    assert "older copy" in older_copy[2]
    assert "`ludolog keys rotate`" in older_copy[2]
    assert "keys new" not in older_copy[2]
    assert (rotated.returncode, made.returncode) == (0, 0)
    assert after_rotation[:2] == after_new[:2] == (0, "ok")
