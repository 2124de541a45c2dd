"""The npm package event-source-polyfill, which sends its position as the query parameter `lastEventId`."""

import json
import subprocess
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from pathlib import Path
from queue import SimpleQueue
from threading import Thread
from typing import Any

from tests.contract.generators.toolchain import NODE, node_modules
from tests.replies import ok
from tests.service.kit import open_game
from tests.service.server import serving
from tests.service.wire import wire_to

FOLDER = Path(__file__).parent / "streams"
WITHIN = 60.0

QUICK = {"service.play.api.stream.connection.HEARTBEAT": 0.3}


@contextmanager
def followed(address: str, *names: str) -> Generator[Iterator[dict[str, Any]]]:
    """Yield the events that the polyfill dispatches."""
    command = [NODE, str(FOLDER / "follow.cjs"), address, *names]
    environment = {"NODE_PATH": str(node_modules(FOLDER))}
    lines: SimpleQueue[str] = SimpleQueue()
    with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        output = process.stdout
        reading = Thread(target=lambda: [lines.put(line) for line in output], daemon=True)
        reading.start()
        try:
            yield (json.loads(lines.get(timeout=WITHIN)) for _ in iter(int, 1))
        finally:
            process.kill()
            reading.join()


def until(events: Iterator[dict[str, Any]], name: str) -> list[dict[str, Any]]:
    """Return the events up to the first one of a name, without heartbeats and errors."""
    found: list[dict[str, Any]] = []
    for event in events:
        if event["name"] not in {"heartbeat", "error"} or event["name"] == name:
            found.append(event)
        if event["name"] == name:
            break
    return found


def test_the_polyfill_resumes_where_its_connection_was_cut(tmp_path: Path) -> None:
    with serving(tmp_path / "games.db", QUICK) as server, wire_to(server.port) as wire:
        player = server.player()
        first = open_game(player)
        cursor = json.loads(ok(player.get("/v1/games/stream?follow=false", headers=LINES)).text)["cursor"]
        with followed(f"{wire.base}/v1/games/stream?cursor={cursor}", "ready", "opened", "cancelled") as events:
            (ready,) = until(events, "ready")
            beat = until(events, "heartbeat")[-1]
            # a heartbeat does not change the position
            assert beat["id"] == ready["id"]
            player.delete(f"/v1/games/{first}")
            (cancelled,) = until(events, "cancelled")
            wire.cut()
            for _ in range(3):
                open_game(player)
            again = until(events, "ready")

    # neither a gap nor a repetition, and no event before the cut
    assert [event["name"] for event in again] == ["opened", "opened", "opened", "ready"]
    assert cancelled["id"] not in {event["id"] for event in again}


LINES = {"Accept": "application/x-ndjson"}


def test_the_polyfill_resumes_the_stream_of_a_game(tmp_path: Path) -> None:
    with serving(tmp_path / "games.db", QUICK) as server, wire_to(server.port) as wire:
        player = server.player()
        game = open_game(player)
        with followed(f"{wire.base}/v1/games/{game}/stream?cursor=0", "awaiting", "statement") as events:
            seen = [event["id"] for event in until(events, "awaiting") if event["name"] == "message"]
            wire.cut()
            ok(player.put(f"/v1/games/{game}/seats/0"))
            seen += [event["id"] for event in until(events, "message")]
            ok(player.delete(f"/v1/games/{game}"))
            last = until(events, "statement")
            seen += [event["id"] for event in last if event["name"] == "message"]

    assert seen == [str(number) for number in range(1, len(seen) + 1)]
    assert last[-1]["id"] == seen[-1]
