"""Sites that are mirrored, and what stands between: two sites that are shown as one, or changes."""

import contextlib
import json
import os
import shutil
import signal
import subprocess
import threading
from collections.abc import Callable, Generator, Iterable
from functools import partial
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import httpx

from domain.transparency.merkle import HASH_BYTES
from service.core.store.store import Store
from tests.readmodels.kit import Batch
from tests.replies import ok
from tests.service.forge import Start, forge
from tests.service.server import NO_TLS, Process, Server, free_port, serving
from tests.service.site_log.test_logged_games import bot_game, bundle_of
from tests.service.test_cli import ludolog
from tests.waiting import until

Change = Callable[[str, int, bytes], tuple[int, bytes]]
"""Returns status and body that are sent for a path, by those of the site."""


Source = Callable[[str], str]


def all_of(server: Server) -> Source:
    """Return a source that asks one site for everything."""
    return lambda _: server.base


def unchanged(_path: str, status: int, body: bytes) -> tuple[int, bytes]:
    return status, body


class Between:
    """Listens in the place of a site. Tests change `source` and `change` while it runs."""

    def __init__(self, source: Source) -> None:
        self.source = source
        """Returns the address of the site that is asked for a path."""
        self.change: Change = unchanged
        self.headers: dict[str, dict[str, str]] = {}
        """Further headers of replies, by the beginnings of paths."""
        self.paths: list[str] = []
        """The paths that were asked for."""
        outer = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                outer.answer(self)

            def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - its name
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.base = f"http://127.0.0.1:{self._server.server_port}"
        self._client = httpx.Client(verify=NO_TLS, timeout=20.0, headers={"Accept-Encoding": "identity"})
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def answer(self, handler: BaseHTTPRequestHandler) -> None:
        self.paths.append(handler.path)
        reply = self._client.get(f"{self.source(handler.path)}{handler.path}")
        status, body = self.change(handler.path, reply.status_code, reply.content)
        handler.send_response(status)
        kept = ("Content-Type", "Link", "Ludolog-Next-Cursor")
        named = {name: reply.headers[name] for name in kept if name in reply.headers}
        for begin, more in self.headers.items():
            named |= more if handler.path.startswith(begin) else {}
        for name, value in named.items():
            handler.send_header(name, value)
        handler.send_header("Content-Length", str(len(body)))
        handler.end_headers()
        handler.wfile.write(body)

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._client.close()


@contextlib.contextmanager
def between(source: Source) -> Generator[Between]:
    """Listen until the block ends."""
    listening = Between(source)
    try:
        yield listening
    finally:
        listening.close()


def mirrored(site: str, folder: Path, *options: str) -> subprocess.CompletedProcess[str]:
    """Run `ludolog mirror`."""
    return ludolog("mirror", site, str(folder / "mirror"), *options, folder=folder)


@contextlib.contextmanager
def following(site: str, folder: Path, told: Path) -> Generator[Process]:
    """Run `ludolog mirror --follow`, and end it with the block."""
    arguments = ["mirror", site, str(folder), "--follow", "--every", "1"]
    process = forge().fork(Start(arguments, {**os.environ}, str(folder.parent), str(told), str(told)))
    try:
        yield process
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(60)


@contextlib.contextmanager
def replica(folder: Path) -> Generator[httpx.Client]:
    """Run `ludolog mirror serve` until the block ends; yields a client."""
    port, told = free_port(), str(folder.parent / "replica.out")
    arguments = ["mirror", "serve", str(folder), "--port", str(port)]
    process = forge().fork(Start(arguments, {**os.environ}, str(folder.parent), told, told))
    with httpx.Client(base_url=f"http://127.0.0.1:{port}", verify=NO_TLS) as client:
        try:
            until(lambda: process.poll() is not None or _is_ready(client))
            assert process.poll() is None, Path(told).read_text()
            yield client
        finally:
            process.send_signal(signal.SIGTERM)
            process.wait(60)


def _is_ready(client: httpx.Client) -> bool:
    try:
        return client.get("/health/ready").status_code == 200
    except httpx.TransportError:
        return False


def play(server: Server, games: int = 1) -> list[str]:
    """Let bots play public games, which the log has then."""
    player = server.player()
    found = [bot_game(player) for _ in range(games)]
    for game in found:
        bundle_of(player, game)
    return found


def append(database: Path, batches: Iterable[Batch]) -> None:
    """Append batches to the log of a site that does not run."""
    with Store(f"sqlite:///{database}") as store:
        for batch in batches:
            store.append(batch).result()


def copied(folder: Path, to: Path) -> Path:
    """Copy a database with its keys, as it is now."""
    shutil.copytree(folder, to)
    return to / "games.db"


@contextlib.contextmanager
def logging(database: Path, *games: str) -> Generator[Server]:
    """Serve a database whose log has the ends of these games."""
    with serving(database) as server:
        client = server.client()
        for game in games:
            # a service that has just started first looks at what has happened before
            until(partial(_is_logged, client, game))
        yield server


def _is_logged(client: httpx.Client, game: str) -> bool:
    place = ok(client.get(f"/v1/games/{game}/log")).json()
    return place["ended"] is not None and place["checkpoint"] is not None


def reordered(tile: bytes) -> bytes:
    """Return a tile with its first two hashes exchanged."""
    return tile[HASH_BYTES : 2 * HASH_BYTES] + tile[:HASH_BYTES] + tile[2 * HASH_BYTES :]


def without(game: str, status: int = 404, told: bytes = b"{}") -> Change:
    """Return a change that hides a game: its paths are answered so."""

    def change(path: str, found: int, body: bytes) -> tuple[int, bytes]:
        if path.startswith(f"/v1/games/{game}"):
            return status, told
        if not path.startswith("/v1/games/bundles"):
            return found, body
        kept: list[bytes] = []
        is_hidden = False
        for line in body.splitlines(keepends=True):
            if line.startswith(b'{"data_digest":'):
                is_hidden = json.loads(line)["game"] == game
            if not is_hidden:
                kept.append(line)
        return found, b"".join(kept)

    return change
