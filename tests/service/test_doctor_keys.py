"""The key file as `ludolog doctor` and `ludolog site doctor` see it, and as a service uses it."""

import json
from pathlib import Path
from typing import Any

from service.key_file import open_keys
from service.keys.opening import open_keys_of
from service.store import Store
from tests.service.forge import run_ludolog
from tests.service.server import free_port


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
