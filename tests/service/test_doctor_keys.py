"""The key file as `ludolog doctor` and `ludolog site doctor` see it, and as a service uses it."""

import json
from pathlib import Path
from typing import Any

from domain.ledger.signing import Keys
from domain.proof.verify import verify
from service.keys.key_file import open_keys
from service.keys.opening import open_keys_of
from service.keys.signing import is_signed_by, keys_from
from service.store.store import Store
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


def test_a_service_with_another_key_file_warns_and_publishes_the_noted_keys(tmp_path: Path) -> None:
    path = tmp_path / "games.db.key"

    with serving(tmp_path / "games.db", {}, tmp_path / "output") as server:
        player, game = player_in_game(server, ruleset="minos")
        bundle = player.get(f"/v1/games/{game}/bundle").content
        first = open_keys(path).key_id
        server.stop()
        assert first not in server.output.read_text()
        path.rename(tmp_path / "right.key")
        second = open_keys(path).key_id
        server.restart()
        jwks = server.client().get("/.well-known/jwks.json")
        trusted = player.post(
            "/v1/verifications", content=bundle, headers={"Content-Type": "application/octet-stream"}
        ).json()["trusted"]

    (warning,) = [line for line in server.log() if first in line]
    assert "restore the right key file" in warning
    assert [key["kid"] for key in jwks.json()["keys"]] == [second, first]
    assert all("d" not in key for key in jwks.json()["keys"])
    assert verify(bundle.splitlines(), Keys(is_signed_by, keys_from(jwks.text))).trusted
    assert trusted is True
