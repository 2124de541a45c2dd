"""Services whose engine has games to analyse."""

import time
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import httpx
import pytest

from tests.games.bundles import Finished
from tests.postgres import new_database
from tests.service.server import Server, serving
from tests.service.test_cli import ludolog

DEADLINE = 300
"""Seconds: generous, for a machine with other load."""


PATIENT = {
    "service.analysis.jobs.LEASE": 3.0,
    "service.analysis.jobs.RENEWED_EVERY": 0.5,
}
"""Timeouts of a server whose claims are valid for a short time."""


class Site(NamedTuple):
    """A service, its database, and the settings of a further process."""

    server: Server
    url: str
    settings: Mapping[str, str]

    @property
    def file(self) -> Path:
        """The file of a SQLite database."""
        return Path(self.url.removeprefix("sqlite:///"))


@contextmanager
def site_of(request: pytest.FixtureRequest, folder: Path, games: Mapping[str, Finished]) -> Generator[Site]:
    """Serve the database that the parameter of a fixture names, with these games, until the block ends."""
    if request.param == "sqlite":
        url, settings = f"sqlite:///{folder}/games.db", dict[str, str]()
        import_games(url, folder, games)
        with serving(url, PATIENT, **settings) as server:
            yield Site(server, url, settings)
        return
    settings = {"LUDOLOG_KEY_FILE": str(folder / "key"), "LUDOLOG_PROJECTIONS": "embedded"}
    with new_database(request.getfixturevalue("postgres_server")) as url, serving(url, PATIENT, **settings) as server:
        import_games(url, folder, games)
        yield Site(server, url, settings)


def import_games(url: str, folder: Path, games: Mapping[str, Finished]) -> None:
    """Import games by their names into a database, which no process may use if it is a file."""
    for name, game in games.items():
        (folder / f"{name}.jsonl").write_bytes(b"".join(line + b"\n" for line in game.lines()))
    done = ludolog("import", *(f"{name}.jsonl" for name in games), "--database", url, folder=folder)
    assert done.returncode == 0, done.stderr


def awaited(client: httpx.Client, url: str) -> httpx.Response:
    """Ask for progress until there is a document that is not being made again, or the engine has failed."""
    end = time.monotonic() + DEADLINE
    seen: list[int] = []
    while time.monotonic() < end:
        reply = client.get(url)
        if reply.status_code == 200 and "retry-after" in reply.headers:
            time.sleep(0.05)
            continue
        if reply.status_code != 202:
            return reply
        assert (reply.headers["retry-after"], reply.headers["cache-control"]) == ("2", "no-store")
        found = reply.json()
        assert found["state"] == ("running" if found["total"] else "waiting")
        assert found["done"] <= found["total"]
        seen.append(found["done"])
        assert seen == sorted(seen)
        time.sleep(0.05)
    raise AssertionError("there is no document")
