"""Kill -9 at any moment loses no acknowledged command and repeats none."""

import json
import os
import random
import sqlite3
import threading
import time
from pathlib import Path
from typing import TypeAlias

import httpx
import pytest

from domain.kernel.ledger import next_head, tip_of_new
from service.store import Store
from tests.service.kit import open_game
from tests.service.server import Server, serving

KILLS = int(os.environ.get("LUDOLOG_KILLS", "20"))
"""How often the server is killed; LUDOLOG_KILLS=200 is the long run."""

PLAYERS = 3

Pending: TypeAlias = tuple[str, str, dict[str, object]]
"""A command without an answer yet: game, key and body."""


class Journal:
    """What a client was promised: every accepted command, written down before the next one is sent."""

    def __init__(self, path: Path) -> None:
        self._file = path.open("a")
        self.lines: list[tuple[str, str, int, str]] = []

    def note(self, game: str, key: str, version: int, head: str) -> None:
        self._file.write(json.dumps([game, key, version, head]) + "\n")
        self._file.flush()
        os.fsync(self._file.fileno())
        self.lines.append((game, key, version, head))

    def close(self) -> None:
        self._file.close()


def play_on(player: httpx.Client, games: list[str], journal: Journal, stop: threading.Event, seed: int) -> None:
    """Play own seats until told to stop; a command without an answer is sent again with its key."""
    whim = random.Random(seed)
    pending: Pending | None = None
    while not stop.is_set():
        try:
            if pending is None:
                pending = next_command(player, games, whim)
            if pending is None:
                time.sleep(0.01)
                continue
            game, key, body = pending
            reply = player.post(f"/v1/games/{game}/commands", json=body, headers={"Idempotency-Key": key})
        except httpx.TransportError:
            time.sleep(0.05)
            continue
        assert reply.status_code == 201, reply.text
        receipt = reply.json()["receipt"]
        journal.note(game, key, receipt["version"], receipt["head"])
        pending = None


def next_command(
    player: httpx.Client, games: list[str], whim: random.Random
) -> tuple[str, str, dict[str, object]] | None:
    game = whim.choice(games)
    for decision in player.get(f"/v1/games/{game}/decisions").json()["items"]:
        if "choices" in decision:
            command = whim.choice(decision["choices"])["command"]
            return game, f"{game} {decision['id']}", {"decision": decision["id"], "command": command}
    if player.get(f"/v1/games/{game}").json()["status"] != "running":
        games[games.index(game)] = start_own_game(player)
    return None


def start_own_game(player: httpx.Client) -> str:
    game = open_game(player)
    assert player.put(f"/v1/games/{game}/seats/0").status_code == 200
    assert player.post(f"/v1/games/{game}/start").status_code == 200
    return game


# a connection that was cut by the kill is closed when Python collects it, which is no fault
@pytest.mark.filterwarnings("default::pytest.PytestUnraisableExceptionWarning")
def test_no_acknowledged_command_is_lost(tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    whim = random.Random(20)
    journals = [Journal(tmp_path / f"journal-{number}") for number in range(PLAYERS)]
    with serving(path) as server:
        players = [server.player() for _ in range(PLAYERS)]
        games = [[start_own_game(player)] for player in players]
        for number in range(KILLS):
            killed_while_playing(server, players, games, journals, whim, number)
    for journal in journals:
        journal.close()

    lines = [line for journal in journals for line in journal.lines]
    assert len(lines) > KILLS
    check_log(path, lines)


def killed_while_playing(
    server: Server,
    players: list[httpx.Client],
    games: list[list[str]],
    journals: list[Journal],
    whim: random.Random,
    number: int,
) -> None:
    stop = threading.Event()
    failures: list[BaseException] = []

    def run(player: int) -> None:
        try:
            play_on(players[player], games[player], journals[player], stop, number * PLAYERS + player)
        except (AssertionError, KeyError, ValueError) as failure:
            failures.append(failure)

    threads = [threading.Thread(target=run, args=(player,)) for player in range(PLAYERS)]
    for thread in threads:
        thread.start()
    time.sleep(whim.uniform(0.05, 0.6))
    server.kill()
    server.restart()
    time.sleep(0.15)
    stop.set()
    for thread in threads:
        thread.join()
    assert not failures, failures


def check_log(path: Path, lines: list[tuple[str, str, int, str]]) -> None:
    with sqlite3.connect(path) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    connection.close()
    with Store(f"sqlite:///{path}") as store:
        for game in {line[0] for line in lines}:
            entries = store.read(game)
            head = tip_of_new(game).head
            for version, entry in enumerate(entries, 1):
                head = next_head(head, entry.record)
                assert (entry.record.version, entry.head) == (version, head)
            keys = [entry.origin.key for entry in entries if entry.origin is not None and entry.origin.key is not None]
            assert len(keys) == len(set(keys))
            promised = [line for line in lines if line[0] == game]
            assert {line[1] for line in promised} <= set(keys)
            assert all(entries[version - 1].head == head for _, _, version, head in promised)
