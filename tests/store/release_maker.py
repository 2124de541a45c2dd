"""Makes the database of a release from its code, for the upgrade tests of every later one.

`git worktree add /tmp/old COMMIT`, `uv sync --locked --project /tmp/old`, then
`uv run python -m tests.store.release_maker /tmp/old 0.1.0` writes `tests/store/data/0.1.0/`: a SQLite file, its key
file, a dump of PostgreSQL, and `about.json` with what they hold.
"""

import json
import lzma
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import httpx

from tests.postgres import cluster, new_database
from tests.replies import ok
from tests.service.kit import answer, open_game, own_decision, started_game
from tests.service.server import free_port
from tests.store import release_features

DATA = Path(__file__).parent / "data"
READY_WITHIN = 60.0
PLAYED = 12
"""Commands of a player in each game that is still running."""

SEATS = {"giganten": 3, "siberia": 2, "minos": 2}


def main(checkout: Path, release: str) -> None:
    """Write the files of a release."""
    folder = DATA / release
    folder.mkdir(parents=True, exist_ok=True)
    about: dict[str, Any] = {}
    with tempfile.TemporaryDirectory() as made:
        file = Path(made) / "games.db"
        key = file.with_name("games.db.key")
        about["sqlite"] = played(checkout, f"sqlite:///{file}", key)
        (folder / "games.db.xz").write_bytes(lzma.compress(file.read_bytes(), preset=9))
        (folder / "games.db.key").write_bytes(key.read_bytes())
    with cluster() as server, new_database(server.url()) as url, tempfile.TemporaryDirectory() as made:
        key, dump = Path(made) / "ludolog.key", server.folder / "dump.sql"
        about["postgresql"] = played(checkout, url, key)
        server.run("pg_dump", "--no-owner", "--no-privileges", f"--file={dump}", url)
        (folder / "postgresql.sql.xz").write_bytes(lzma.compress(dump.read_bytes(), preset=9))
        (folder / "postgresql.key").write_bytes(key.read_bytes())
    (folder / "about.json").write_text(json.dumps(about, indent=1) + "\n")


def played(checkout: Path, database: str, key: Path) -> dict[str, Any]:
    """Play on a new database by the code of a checkout; returns what it holds then."""
    port = free_port()
    environment = {**os.environ, "LUDOLOG_DATABASE": database, "LUDOLOG_KEY_FILE": str(key)}
    environment |= {"LUDOLOG_PROJECTIONS": "embedded", "LUDOLOG_RATE_LIMIT": "0", "PYTHONPATH": str(checkout)}
    # a clock would have run out before the upgrade; one game has a clock of its own
    environment["LUDOLOG_PUBLIC_CLOCK"] = "none"
    command = [str(checkout / ".venv/bin/python"), "-m", "service", "serve", "--port", str(port)]
    with subprocess.Popen(command, cwd=checkout, env=environment) as process:
        try:
            with httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=30) as client:
                _await_ready(client)
                return _play(client)
        finally:
            process.send_signal(signal.SIGTERM)


def _await_ready(client: httpx.Client) -> None:
    deadline = time.monotonic() + READY_WITHIN
    while time.monotonic() < deadline:
        try:
            if client.get("/health/ready").is_success:
                return
        except httpx.TransportError:
            time.sleep(0.1)
    raise AssertionError("the service is not ready")


def _play(client: httpx.Client) -> dict[str, Any]:
    ada, ben = (_signed_up(client, name) for name in ("Ada", "Ben"))
    finished = [_finished(ada, title) for title in SEATS]
    running = [_running(ada, title) for title in SEATS]
    waiting = open_game(ada, ruleset="minos", seats=3, bots={"2": "random"})
    _done(ben.put(f"/v1/games/{waiting}/seats/0"))
    private = open_game(ada, ruleset="siberia", seats=3, bots={}, visibility="private")
    invitation = _done(ada.post(f"/v1/games/{private}/invitations", json={"label": "for Cy"}))
    reader = _done(ada.post("/v1/me/tokens", json={"label": "reader", "scopes": ["read"]}))
    revoked = _done(ada.post("/v1/me/tokens", json={"label": "revoked"}))
    ada.delete(f"/v1/me/tokens/{revoked['id']}").raise_for_status()
    deputy = _done(ada.post(f"/v1/games/{running[0]['id']}/seats/0/tokens", json={"label": "deputy"}))
    return {
        # without the commit
        "version": ok(client.get("/health/live")).json()["version"].partition("+")[0],
        "players": {"ada": _token(ada), "ben": _token(ben)},
        "tokens": {"reader": reader["token"], "deputy": deputy["token"], "revoked": revoked["token"]},
        "invitation": invitation["invitation"],
        "finished": finished,
        "running": running,
        "open": waiting,
        "private": private,
        "key_id": ok(client.get("/.well-known/jwks.json")).json()["keys"][0]["kid"],
        "features": release_features.made(lambda name: _signed_up(client, name), ada, ben),
    }


def _signed_up(client: httpx.Client, name: str) -> httpx.Client:
    token = _done(client.post("/v1/players", json={"name": name}))["token"]
    return httpx.Client(base_url=client.base_url, headers={"Authorization": f"Bearer {token}"}, timeout=30)


def _token(client: httpx.Client) -> str:
    return client.headers["Authorization"].removeprefix("Bearer ")


def _finished(player: httpx.Client, title: str) -> dict[str, Any]:
    """Play a game to its end, with any choice at each decision."""
    seats = SEATS[title]
    game = started_game(player, seats, ruleset=title) if title == "giganten" else _started(player, title)
    rng = random.Random(title)
    while (decision := own_decision(player, game)) is not None:
        _done(answer(player, game, decision, rng))
    return {"id": game, "ruleset": title, **_state(player, game)}


def _running(player: httpx.Client, title: str) -> dict[str, Any]:
    game = started_game(player, SEATS[title], ruleset=title) if title == "giganten" else _started(player, title)
    rng = random.Random(title)
    receipt: dict[str, Any] = {}
    for _ in range(PLAYED):
        decision = own_decision(player, game)
        assert decision is not None
        receipt = _done(answer(player, game, decision, rng))["receipt"]
    assert own_decision(player, game) is not None
    return {"id": game, "ruleset": title, "receipt": receipt, **_state(player, game)}


def _started(player: httpx.Client, title: str) -> str:
    game = open_game(player, SEATS[title], ruleset=title)
    _done(player.put(f"/v1/games/{game}/seats/0"))
    _done(player.post(f"/v1/games/{game}/start"))
    return game


def _state(player: httpx.Client, game: str) -> dict[str, Any]:
    seen = ok(player.get(f"/v1/games/{game}/view")).json()
    (event,) = ok(player.get(f"/v1/games/{game}/events", params={"after": seen["version"] - 1, "limit": 1})).json()[
        "items"
    ]
    return {"version": seen["version"], "head": event["head"]}


def _done(reply: httpx.Response) -> dict[str, Any]:
    assert reply.is_success, reply.text
    return reply.json()


if __name__ == "__main__":
    main(Path(sys.argv[1]).resolve(), sys.argv[2])
