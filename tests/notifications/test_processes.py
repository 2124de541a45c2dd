"""Several processes on one PostgreSQL database: each delivery is sent once, or again with the same id after a kill."""

import json
import threading
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from tests.notifications.receiver import Answer, Received, Receiver, certificates, receiver
from tests.postgres import new_database
from tests.replies import ok
from tests.service.kit import started_game
from tests.service.server import Server

GAMES = 8


SENDING = {
    # longer than an attempt takes on a busy machine: another process sends again after it
    "service.news.queue.choosing.LEASE": 5.0,
    "service.news.sender.POLL_INTERVAL": 0.2,
}
"""Timeouts of a process that takes over the deliveries of a dead one after five seconds instead of a minute."""


@pytest.fixture
def shared(postgres_server: str, tmp_path: Path) -> Iterator[tuple[str, dict[str, str], Receiver]]:
    """A database, settings that all processes share, and a receiver with TLS."""
    known = certificates(tmp_path, "127.0.0.1")
    settings = {
        "LUDOLOG_KEY_FILE": str(tmp_path / "key"),
        "LUDOLOG_PROJECTIONS": "embedded",
        "LUDOLOG_WEBHOOK_NETWORKS": "127.0.0.1/32",
        "SSL_CERT_FILE": str(known.authority),
    }
    with new_database(postgres_server) as database, receiver(known.server) as found:
        yield database, settings, found


def hooked(player: httpx.Client, found: Receiver) -> str:
    """Give a player a webhook for new decisions; returns its id."""
    body = {"url": found.url(scheme="https"), "types": ["decision.opened"]}
    made = player.post("/v1/webhooks", json=body)
    assert made.status_code == 201, made.text
    return made.json()["id"]


def by_game(received: list[Received]) -> dict[str, set[str]]:
    """Return the ids of the deliveries about each game's first decision."""
    found: dict[str, set[str]] = {}
    for each in received:
        found.setdefault(json.loads(each.body)["data"]["game"], set()).add(each.headers["webhook-id"])
    return found


def test_a_killed_process_loses_nothing_and_two_send_each_delivery_once(
    shared: tuple[str, dict[str, str], Receiver],
) -> None:
    database, settings, found = shared
    killed = threading.Event()

    def slow(_: Received) -> Answer:
        assert killed.wait(60)
        return Answer()

    found.answer = slow
    first = Server(database, SENDING, **settings)
    second: Server | None = None
    try:
        player = first.player()
        hook = hooked(player, found)
        games = {started_game(player) for _ in range(GAMES)}
        # as many as one host is sent at a time
        under_way = {each.headers["webhook-id"] for each in found.wait(4)}
        assert len(under_way) == 4
        first.kill()
        killed.set()

        second = Server(database, SENDING, **settings)
        other = second.client()
        other.headers["Authorization"] = player.headers["Authorization"]
        arrived = found.wait(4 + GAMES)
        assert by_game(arrived).keys() == games
        assert all(len(ids) == 1 for ids in by_game(arrived).values())
        times = Counter(each.headers["webhook-id"] for each in arrived)
        assert {sent for sent, number in times.items() if number > 1} == under_way

        first.restart()
        more = {started_game(client) for client in (player, other) for _ in range(GAMES)}
        later = [each for each in found.wait(len(arrived) + 2 * GAMES) if each not in arrived]
        assert by_game(later).keys() == more
        assert max(Counter(each.headers["webhook-id"] for each in later).values()) == 1
        _await_all_delivered(other, hook, 3 * GAMES)
        assert len(found.received) == 4 + 3 * GAMES
    finally:
        for server in (first, second):
            if server is not None:
                server.kill()
                server.close_clients()


def _await_all_delivered(player: httpx.Client, hook: str, number: int) -> None:
    """Wait until the log shows that all deliveries have arrived."""
    while True:
        rows = ok(player.get(f"/v1/webhooks/{hook}/deliveries", params={"limit": 100})).json()["items"]
        if len(rows) == number and all(row["state"] == "delivered" for row in rows):
            return
        assert all(row["state"] != "failed" for row in rows), rows
        # a request takes as long as the service needs for it
        player.get("/v1/games")
