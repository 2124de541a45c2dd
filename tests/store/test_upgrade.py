"""A database of each earlier release, made by its code, is opened by this release: over HTTP, on both stores.

And on PostgreSQL after `ludolog sequence` (decision 088).

`tests/store/release_maker.py` made the files in `data/`.
"""

import contextlib
import json
import lzma
import random
import re
from collections.abc import Generator, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from domain.rulesets import RULESETS
from service.core.store.adapters.sequencing import sequence
from service.release import build
from tests.postgres import cluster
from tests.readmodels.test_commands import worker
from tests.replies import ok
from tests.service.kit import answer, own_decision
from tests.service.server import Server, serving
from tests.waiting import until

RELEASES = sorted(Path(__file__).parent.glob("data/*.*.*"))
MOVED = {"LUDOLOG_SYSTEM_CLOCK": "trusted"}
"""What an operator sets on another machine whose kernel does not know that its clock is right."""
FURTHER = 15
"""Commands by which each running game goes on, unless it ends."""


class Upgraded:
    """This release, on the database of an earlier one."""

    def __init__(self, server: Server, release: Path, store: str) -> None:
        self.server = server
        self.release = release.name
        self.about: dict[str, Any] = json.loads((release / "about.json").read_text())[store]

    def holder(self, token: str) -> httpx.Client:
        """Return the client of a token that the earlier release issued."""
        client = self.server.client()
        client.headers["Authorization"] = f"Bearer {token}"
        return client


@pytest.fixture(
    params=[(release, store) for release in RELEASES for store in ("sqlite", "postgresql", "sequenced")],
    ids=lambda param: f"{param[0].name}-{param[1]}",
    scope="module",
)
def upgraded(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Upgraded]:
    release, store = request.param
    with upgrade(release, store, tmp_path_factory.mktemp("upgraded")) as found:
        yield found


@contextlib.contextmanager
def upgrade(release: Path, store: str, folder: Path) -> Generator[Upgraded]:
    """Serve a copy of the database of a release: `sqlite`, `postgresql`, or `sequenced`."""
    key = folder / "games.db.key"
    if store == "sqlite":
        file = folder / "games.db"
        file.write_bytes(lzma.decompress((release / "games.db.xz").read_bytes()))
        restored(release / "games.db.key", key)
        with serving(file, **MOVED) as server:
            yield Upgraded(server, release, store)
        return
    settings = {"LUDOLOG_KEY_FILE": str(key), "LUDOLOG_PROJECTIONS": "embedded", **MOVED}
    with postgresql_of(release, key) as url:
        if store == "sequenced":
            assert sequence(url, 3) > 0
        with serving(url, **settings) as server:
            yield Upgraded(server, release, "postgresql")


@contextlib.contextmanager
def postgresql_of(release: Path, key: Path) -> Generator[str]:
    """Yield the URL of the PostgreSQL database of a release; its key file is copied to `key`."""
    restored(release / "postgresql.key", key)
    with cluster() as postgres:
        script = postgres.folder / "dump.sql"
        script.write_bytes(lzma.decompress((release / "postgresql.sql.xz").read_bytes()))
        url = postgres.url()
        postgres.run("psql", "--quiet", "--set=ON_ERROR_STOP=1", f"--dbname={url}", f"--file={script}")
        yield url


@pytest.mark.parametrize("release", RELEASES, ids=lambda release: release.name)
def test_the_worker_is_upgraded_before_the_services(release: Path, tmp_path: Path) -> None:
    """As deploy/postgresql.md says, because the worker of 0.2.0 does not outlive a migration by a service."""
    key, log = tmp_path / "key", tmp_path / "worker.log"
    log.touch()
    with postgresql_of(release, key) as url, worker(url, err=str(log), LUDOLOG_LOG="json"):
        until(lambda: "worker: following" in log.read_text())
        with serving(url, LUDOLOG_KEY_FILE=str(key)) as server:
            client = server.client()
            until(lambda: set(ok(client.get("/health/ready")).json()["lag"].values()) == {0})
            games = client.get("/v1/games")
    assert games.status_code == 200
    assert games.json()["items"]
    assert [line for line in log.read_text().splitlines() if '"level":"info"' not in line] == []


def test_every_release_has_its_database() -> None:
    changelog = (Path(__file__).parents[2] / "CHANGELOG.md").read_text()

    assert [release.name for release in RELEASES] == sorted(re.findall(r"^## \[(\d[\d.]+)\]", changelog, re.MULTILINE))


def restored(source: Path, target: Path) -> None:
    target.write_bytes(source.read_bytes())
    target.chmod(0o600)


def test_the_service_says_its_own_release(upgraded: Upgraded) -> None:
    reply = ok(upgraded.server.client().get("/health/live")).json()

    assert upgraded.about["version"] == upgraded.release
    assert reply["version"] == build()


def test_all_games_of_the_earlier_release_are_listed(upgraded: Upgraded) -> None:
    ada = upgraded.holder(upgraded.about["players"]["ada"])
    about = upgraded.about

    def listed(client: httpx.Client, status: str) -> set[str]:
        return {game["id"] for game in ok(client.get("/v1/games", params={"status": status})).json()["items"]}

    others = set(about.get("features", {}).get("games", ()))
    assert listed(ada, "ended") - others == {game["id"] for game in about["finished"]}
    assert listed(ada, "running") - others == {game["id"] for game in about["running"]}
    assert about["open"] in listed(upgraded.server.client(), "open")
    assert about["private"] not in listed(upgraded.server.client(), "open")
    # a game of bots may end meanwhile
    until(lambda: {row["game"] for row in ok(ada.get("/v1/results")).json()["items"]} >= listed(ada, "ended"))


def test_tokens_do_what_they_did(upgraded: Upgraded) -> None:
    about, tokens = upgraded.about, upgraded.about["tokens"]
    running = about["running"][0]["id"]

    assert ok(upgraded.holder(about["players"]["ben"]).get("/v1/me")).json()["name"] == "Ben"
    assert ok(upgraded.holder(tokens["reader"]).get("/v1/me")).json()["name"] == "Ada"
    assert upgraded.holder(tokens["reader"]).post("/v1/games", json={"ruleset": "minos", "seats": 2}).status_code == 403
    assert upgraded.holder(tokens["revoked"]).get("/v1/me").status_code == 401
    (decision,) = ok(upgraded.holder(tokens["deputy"]).get(f"/v1/games/{running}/decisions")).json()["items"]
    assert decision["choices"]
    ben = upgraded.holder(about["players"]["ben"])
    assert ben.get(f"/v1/games/{about['private']}").status_code == 404
    ben.headers["Ludolog-Invitation"] = about["invitation"]
    assert ben.get(f"/v1/games/{about['private']}").status_code == 200


def test_finished_games_verify_and_are_signed_by_the_key_of_the_backup(upgraded: Upgraded) -> None:
    client = upgraded.server.client()
    (key,) = ok(client.get("/.well-known/jwks.json")).json()["keys"]

    assert key["kid"] == upgraded.about["key_id"]
    for game in upgraded.about["finished"]:
        url = f"/v1/games/{game['id']}"
        report = ok(client.get(f"{url}/verification")).json()
        signed = ok(client.get(f"{url}/result")).json()
        assert report["valid"] is True, report
        (last,) = ok(client.get(f"{url}/events", params={"after": game["version"] - 1})).json()["items"]
        assert (report["events"], last["head"]) == (game["version"], game["head"])
        assert signed["certificate"]["statement"]["key_id"] == key["kid"]


@pytest.mark.parametrize("title", ["giganten", "siberia", "minos"])
def test_a_running_game_goes_on_under_the_rules_with_which_it_began(upgraded: Upgraded, title: str) -> None:
    ada = upgraded.holder(upgraded.about["players"]["ada"])
    (game,) = [game for game in upgraded.about["running"] if game["ruleset"] == title]
    url, rng = f"/v1/games/{game['id']}", random.Random(1)
    (before,) = ok(ada.get(f"{url}/events", params={"after": game["version"] - 1, "limit": 1})).json()["items"]
    first = ok(ada.get(f"{url}/events", params={"limit": 1})).json()["items"][0]["record"]
    recorded = first["data"]["options"]
    options = ok(ada.get(url)).json()["options"]

    played = 0
    # None: the game of random choices is over
    while played < FURTHER and (decision := own_decision(ada, game["id"])) is not None:
        reply = answer(ada, game["id"], decision, rng)
        assert reply.status_code == 201, reply.text
        played += 1

    assert played > 0
    assert before["head"] == game["head"]
    assert recorded.items() <= options.items()
    for option in RULESETS[title].options:
        if option.name not in recorded:
            assert options.get(option.name, option.absent) == option.absent
    report = ok(ada.get(f"{url}/verification")).json()
    assert report["valid"] is True
    assert report["events"] >= game["version"] + played


def test_an_open_game_is_filled_and_started(upgraded: Upgraded) -> None:
    ada = upgraded.holder(upgraded.about["players"]["ada"])
    url = f"/v1/games/{upgraded.about['open']}"

    assert ada.put(f"{url}/seats/1").status_code == 200
    assert ada.post(f"{url}/start").status_code == 200
    assert ok(ada.get(url)).json()["status"] == "running"
